// Ties among the items of unordered arrays: all orders of those that are alike are tried, and the
// one whose numbered text is least is kept, so both sides come to the same. The effort is fixed;
// more orders than that are a tie that nobody settles.
#include <algorithm>
#include <map>
#include <numeric>

#include "cassette/impl/ordering.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/impl/timeline.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

constexpr std::size_t kMostOrders = 720;
constexpr std::size_t kMostTriedBytes = std::size_t{64} << 20U;

class TieBreaker {
public:
    explicit TieBreaker(const SideValues& values) : values_(values) {}

    std::string settle(const std::vector<Tie>& ties) {
        if (ties.empty()) return {};
        std::size_t orders = 1;
        for (const Tie& tie : ties) {
            for (std::size_t i = 2; i <= tie.end - tie.begin && orders <= kMostOrders; ++i)
                orders *= i;
        }
        if (orders > kMostOrders || orders * rendered().size() > kMostTriedBytes ||
            has_nested(ties)) {
            return "the items of an unordered array cannot be told apart: " +
                   ties.front().array->declared->path.text() +
                   " has items that differ only in values which rules replace, and which stand in "
                   "several items";
        }
        try_orders(ties, 0);
        for (std::size_t i = 0; i < values_.size(); ++i) {
            *values_[i].first = best_values_[i].first;
            *values_[i].second = best_values_[i].second;
        }
        return {};
    }

private:
    // Trying the orders of the outer items would move the inner ones from under our feet.
    static bool has_nested(const std::vector<Tie>& ties) {
        return std::any_of(ties.begin(), ties.end(), [&ties](const Tie& inner) {
            return std::any_of(ties.begin(), ties.end(), [&inner](const Tie& outer) {
                const auto& below = inner.array->at.tokens();
                const auto& above = outer.array->at.tokens();
                return outer.array->marked == inner.array->marked && above.size() < below.size() &&
                       std::equal(above.begin(), above.end(), below.begin());
            });
        });
    }

    void try_orders(const std::vector<Tie>& ties, std::size_t which) {
        if (which == ties.size()) {
            std::string text = rendered();
            if (!best_values_.empty() && text >= best_) return;
            best_ = std::move(text);
            best_values_.clear();
            for (const auto& [raw, marked] : values_) best_values_.emplace_back(*raw, *marked);
            return;
        }
        const Tie& tie = ties[which];
        const Value marked = *escaped(tie.array->at).resolve(*tie.array->marked);
        const Value raw = *tie.array->at.resolve(*tie.array->raw);
        std::vector<std::size_t> order(tie.end - tie.begin);
        std::iota(order.begin(), order.end(), 0);
        do {
            // Each order is made from the same start.
            Value& marked_now = *resolve(*tie.array->marked, escaped(tie.array->at));
            marked_now = marked;
            arrange(marked_now, order, tie.begin);
            Value& raw_now = *resolve(*tie.array->raw, tie.array->at);
            raw_now = raw;
            arrange(raw_now, order, tie.begin);
            try_orders(ties, which + 1);
        } while (std::next_permutation(order.begin(), order.end()));
    }

    // All values with the numbers they would get in this order.
    std::string rendered() const {
        std::map<std::string, std::size_t, std::less<>> numbers;
        std::string text;
        for (const auto& [raw, marked] : values_) {
            text += json::write_canonical(with_marks(*marked, [&numbers](std::string_view mark) {
                const auto at = numbers.emplace(std::string(mark), numbers.size() + 1).first;
                return std::string(class_of_mark(mark)) + ':' + std::to_string(at->second);
            }));
        }
        return text;
    }

    const SideValues& values_;
    std::string best_;
    std::vector<std::pair<Value, Value>> best_values_;
};

}  // namespace

Value* resolve(Value& root, const json::Pointer& pointer) {
    Value* at = &root;
    for (const std::string& token : pointer.tokens()) {
        if (at->is_object()) {
            at = at->find_mutable(token);
        } else {
            const auto index = json::to_index(token);
            at = at->is_array() && index && *index < at->size() ? &at->mutable_items()[*index]
                                                                : nullptr;
        }
        if (at == nullptr) return nullptr;
    }
    return at;
}

void arrange(Value& array, const std::vector<std::size_t>& order, std::size_t begin) {
    Value copy = array;
    for (std::size_t i = 0; i < order.size(); ++i) {
        array.mutable_items()[begin + i] = copy[begin + order[i]];
    }
}

std::string_view class_of_mark(std::string_view mark) {
    return mark.substr(0, mark.find(':'));
}

std::string settle_ties(const SideValues& values, const std::vector<Tie>& ties) {
    return TieBreaker(values).settle(ties);
}

}  // namespace understudy::cassette
