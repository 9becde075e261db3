// Alignment of two arrays in O(n log n): pair equal elements by content, keep the longest
// increasing run of pairs.
#include "json/impl/align.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "json/write.hpp"

namespace understudy::json {

namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// For each element of `before` the equal element of `after` it is paired with: the first with the
// first, the second with the second, and so on.
std::vector<std::size_t> pair_equal(std::span<const Value> before, std::span<const Value> after) {
    struct Places {
        std::vector<std::size_t> at;
        std::size_t used = 0;
    };
    std::unordered_map<std::string, Places> places;  // by canonical text
    for (std::size_t j = 0; j < after.size(); ++j) {
        places[write_canonical(after[j])].at.push_back(j);
    }
    std::vector<std::size_t> pairs(before.size(), kNowhere);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto found = places.find(write_canonical(before[i]));
        if (found == places.end()) continue;
        Places& equal = found->second;
        if (equal.used < equal.at.size()) pairs[i] = equal.at[equal.used++];
    }
    return pairs;
}

// Marks the longest increasing subsequence of the paired positions.
std::vector<bool> longest_in_order(const std::vector<std::size_t>& pairs) {
    std::vector<std::size_t> tails;  // tails[k]: index into pairs that ends the best run of k+1
    std::vector<std::size_t> previous(pairs.size(), kNowhere);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i] == kNowhere) continue;
        const auto place = std::lower_bound(
            tails.begin(), tails.end(), pairs[i],
            [&pairs](std::size_t tail, std::size_t position) { return pairs[tail] < position; });
        if (place != tails.begin()) previous[i] = *(place - 1);
        if (place == tails.end()) {
            tails.push_back(i);
        } else {
            *place = i;
        }
    }
    std::vector<bool> kept(pairs.size(), false);
    for (std::size_t i = tails.empty() ? kNowhere : tails.back(); i != kNowhere; i = previous[i]) {
        kept[i] = true;
    }
    return kept;
}

class Aligner {
public:
    Aligner(std::span<const Value> before, std::span<const Value> after)
        : before_(before), after_(after) {}

    Alignment run() {
        // Equal ends are common and need no hashing.
        const std::size_t most = std::min(before_.size(), after_.size());
        std::size_t head = 0;
        while (head < most && is_same(before_[head], after_[head])) ++head;
        std::size_t tail = 0;
        while (tail < most - head &&
               is_same(before_[before_.size() - 1 - tail], after_[after_.size() - 1 - tail])) {
            ++tail;
        }
        keep(0, 0, head);
        align_middle(head, before_.size() - tail, after_.size() - tail);
        keep(before_.size() - tail, after_.size() - tail, tail);
        auto& steps = alignment_.steps;
        steps.insert(steps.end(), moved_.begin(), moved_.end());
        return std::move(alignment_);
    }

private:
    using Kind = Alignment::Kind;

    void keep(std::size_t before, std::size_t after, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) put(Kind::Kept, before + i, after + i);
    }

    void put(Kind kind, std::size_t before, std::size_t after) {
        alignment_.steps.push_back({kind, before, after});
    }

    void align_middle(std::size_t head, std::size_t before_end, std::size_t after_end) {
        const auto pairs = pair_equal(before_.subspan(head, before_end - head),
                                      after_.subspan(head, after_end - head));
        const auto kept = longest_in_order(pairs);
        std::vector<bool> is_paired(after_end - head, false);
        for (const std::size_t pair : pairs) {
            if (pair != kNowhere) is_paired[pair] = true;
        }
        std::vector<std::size_t> lonely;  // unpaired elements of `before` since the last kept one
        std::size_t after = head;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (pairs[i] == kNowhere) {
                lonely.push_back(head + i);
            } else if (!kept[i]) {
                moved_.push_back({Kind::Moved, head + i, head + pairs[i]});
            } else {
                settle(lonely, unpaired(is_paired, head, after, head + pairs[i]));
                put(Kind::Kept, head + i, head + pairs[i]);
                after = head + pairs[i] + 1;
                lonely.clear();
            }
        }
        settle(lonely, unpaired(is_paired, head, after, after_end));
    }

    static std::vector<std::size_t> unpaired(const std::vector<bool>& is_paired, std::size_t head,
                                             std::size_t from, std::size_t to) {
        std::vector<std::size_t> places;
        for (std::size_t j = from; j < to; ++j) {
            if (!is_paired[j - head]) places.push_back(j);
        }
        return places;
    }

    // What stands between two kept elements on either side: compared one with one, the rest is only
    // on one side.
    void settle(const std::vector<std::size_t>& before, const std::vector<std::size_t>& after) {
        const std::size_t both = std::min(before.size(), after.size());
        for (std::size_t i = 0; i < both; ++i) put(Kind::Compared, before[i], after[i]);
        for (std::size_t i = both; i < before.size(); ++i) put(Kind::Removed, before[i], 0);
        for (std::size_t i = both; i < after.size(); ++i) put(Kind::Added, 0, after[i]);
    }

    std::span<const Value> before_;
    std::span<const Value> after_;
    Alignment alignment_;
    std::vector<Alignment::Step> moved_;
};

bool is_same_object(const Value& a, const Value& b) {
    if (a.size() != b.size()) return false;
    if (a.has_repeated_keys() || b.has_repeated_keys()) {
        return write_canonical(a) == write_canonical(b);
    }
    return std::all_of(a.members().begin(), a.members().end(), [&b](const Member& member) {
        const Value* other = b.find(member.key());
        return other != nullptr && is_same(member.value, *other);
    });
}

}  // namespace

bool is_same(const Value& a, const Value& b) {
    if (a.kind() != b.kind()) return false;
    if (a.is_object()) return is_same_object(a, b);
    if (!a.is_array()) return a == b;
    const auto left = a.items();
    const auto right = b.items();
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), is_same);
}

Alignment align(std::span<const Value> before, std::span<const Value> after) {
    return Aligner(before, after).run();
}

}  // namespace understudy::json
