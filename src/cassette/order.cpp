// Unordered arrays in one order. Items are sorted by what they say, with a colour in place of every
// marked value: two recordings have other values behind their marks, but the same colours.
//
//   a mark that stands once in the timeline      one colour for all: it cannot tell items apart
//   a mark that also stands outside the arrays   the place of its first such occurrence
//   any other                                    the items it occurs in, refined round by round
//
// Items that are still alike are exchangeable, unless they share marks with others: order_ties.cpp.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "cassette/impl/ordering.hpp"
#include "cassette/impl/placeholder.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/impl/timeline.hpp"
#include "json/path.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Pointer;
using json::Value;

constexpr int kMostRounds = 8;

base::Result<Declared> declared_of(const std::string& text) {
    const std::size_t by = text.rfind(" by ");
    Declared declared{TRY(json::Path::parse(text.substr(0, by))), std::nullopt};
    if (by != std::string::npos) declared.key = TRY(Pointer::parse(text.substr(by + 4)));
    return declared;
}

class Orderer {
public:
    explicit Orderer(std::vector<SideExchange>& exchanges) : exchanges_(exchanges) {}

    std::string run(const std::vector<Declared>& declared) {
        if (std::string why = find_arrays(declared); !why.empty()) return why;
        if (arrays_.empty()) return {};
        count_marks();
        std::size_t colours = 0;
        for (int round = 0; round < kMostRounds; ++round) {
            for (UnorderedArray& array : arrays_) sort(array);
            const std::size_t now = refine();
            if (now == colours) break;
            colours = now;
        }
        return settle_ties(values_, find_ties());
    }

private:
    // --- where they are

    std::string find_arrays(const std::vector<Declared>& declared) {
        for (SideExchange& exchange : exchanges_) {
            for (SidePart& part : exchange.parts) {
                if (part.raw.form == PartForm::Json) {
                    values_.push_back({&part.raw.value, &part.part.value});
                }
                for (std::size_t i = 0; i < part.raw.events.size(); ++i) {
                    values_.push_back({&part.raw.events[i].value, &part.part.events[i].value});
                }
                texts_.push_back(&part.part);
            }
        }
        for (const auto& [raw, marked] : values_) {
            for (const Declared& each : declared) {
                const auto hits = each.path.select(*raw);
                if (!hits) return "the arrays of " + each.path.text() + " are too many";
                for (const json::Path::Hit& hit : *hits) take(*raw, *marked, hit, each);
            }
        }
        // Inner ones first: what they hold is part of what the outer ones are sorted by.
        std::stable_sort(arrays_.begin(), arrays_.end(),
                         [](const UnorderedArray& a, const UnorderedArray& b) {
                             return a.at.tokens().size() > b.at.tokens().size();
                         });
        return {};
    }

    void take(Value& raw, Value& marked, const json::Path::Hit& hit, const Declared& declared) {
        if (!hit.value->is_array() || hit.value->size() < 2) return;
        const Value* same = escaped(hit.pointer).resolve(marked);
        if (same == nullptr || !same->is_array() || same->size() != hit.value->size()) return;
        arrays_.push_back({&raw, &marked, hit.pointer, &declared, {}});
    }

    // --- colours

    void count_marks() {
        for (const auto& [raw, marked] : values_) {
            for (const std::string& mark : marks_in(*marked)) ++count_[mark];
            Value outside = *marked;
            for (const UnorderedArray& array : arrays_) {
                if (array.marked != marked) continue;
                if (Value* found = resolve(outside, escaped(array.at))) *found = Value::array();
            }
            for (const std::string& mark : marks_in(outside)) fix(mark);
        }
        for (const Part* part : texts_) {
            for (const std::string& line : part->lines) count_text(line);
            for (const auto& row : part->table.rows) {
                for (const std::string& cell : row) count_text(cell);
            }
        }
    }

    void count_text(std::string_view text) {
        for (const Placed& each : placeholders_in(text)) {
            ++count_[std::string(each.mark)];
            fix(std::string(each.mark));
        }
    }

    void fix(const std::string& mark) { fixed_.emplace(mark, fixed_.size()); }

    std::string colour_of(const std::string& mark) const {
        if (const auto found = fixed_.find(mark); found != fixed_.end()) {
            return "f" + std::to_string(found->second);
        }
        const auto found = colours_.find(mark);
        return found == colours_.end() ? "" : found->second;
    }

    // What an item says, equality inside it included: its first own value is 1, the next other
    // one 2.
    std::string key_of(const Value& item) const {
        std::map<std::string, std::size_t, std::less<>> local;
        return json::write_canonical(with_marks(item, [&](std::string_view mark) {
            const auto number = local.emplace(std::string(mark), local.size() + 1).first->second;
            return std::string(class_of_mark(mark)) + ":c" + colour_of(std::string(mark)) + "-" +
                   std::to_string(number);
        }));
    }

    void sort(UnorderedArray& array) {
        Value* marked = resolve(*array.marked, escaped(array.at));
        Value* raw = resolve(*array.raw, array.at);
        if (marked == nullptr || raw == nullptr) return;
        std::vector<std::string> keys;
        for (const Value& item : marked->items()) {
            std::string key;
            if (array.declared->key) {
                const Value* first = escaped(*array.declared->key).resolve(item);
                key = (first == nullptr ? "" : key_of(*first)) + '\n';
            }
            keys.push_back(key + key_of(item));
        }
        std::vector<std::size_t> order(keys.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
        arrange(*marked, order);
        arrange(*raw, order);
        array.keys.clear();
        for (const std::size_t index : order) array.keys.push_back(keys[index]);
    }

    // The new colour of a mark is what the items that hold it say. Returns how many colours there
    // are.
    std::size_t refine() {
        std::map<std::string, std::vector<std::string>> held;
        for (const UnorderedArray& array : arrays_) {
            const Value* items = escaped(array.at).resolve(*array.marked);
            if (items == nullptr) continue;
            for (std::size_t i = 0; i < items->size(); ++i) {
                const std::vector<std::string> marks = marks_in((*items)[i]);
                for (std::size_t j = 0; j < marks.size(); ++j) {
                    if (is_own(marks[j])) continue;
                    held[marks[j]].push_back(std::to_string(j) + ' ' + array.keys[i]);
                }
            }
        }
        std::set<std::string> all;
        for (auto& [mark, keys] : held) {
            std::sort(keys.begin(), keys.end());
            colours_[mark] = std::to_string(base::fast_hash(base::join(keys, "\n")));
            all.insert(colours_[mark]);
        }
        return all.size();
    }

    bool is_own(const std::string& mark) const {
        return fixed_.contains(mark) || count_.at(mark) == 1;
    }

    // --- ties

    // Does an item hold marks that others hold too? Then it matters which of its likes it is.
    bool is_entangled(const Value& item) const {
        std::map<std::string, std::size_t> here;
        for (const std::string& mark : marks_in(item)) ++here[mark];
        return std::any_of(here.begin(), here.end(), [this](const auto& each) {
            return !fixed_.contains(each.first) && each.second < count_.at(each.first);
        });
    }

    std::vector<Tie> find_ties() {
        std::vector<Tie> ties;
        for (UnorderedArray& array : arrays_) {
            const Value* items = escaped(array.at).resolve(*array.marked);
            if (items == nullptr) continue;
            for (std::size_t begin = 0; begin < array.keys.size();) {
                std::size_t end = begin + 1;
                while (end < array.keys.size() && array.keys[end] == array.keys[begin]) ++end;
                if (end - begin > 1 && is_entangled((*items)[begin])) {
                    ties.push_back({&array, begin, end});
                }
                begin = end;
            }
        }
        return ties;
    }

    std::vector<SideExchange>& exchanges_;
    SideValues values_;
    std::vector<const Part*> texts_;
    std::vector<UnorderedArray> arrays_;
    std::map<std::string, std::size_t> count_;  // of each mark in the timeline
    std::map<std::string, std::size_t> fixed_;  // marks outside the arrays, by first occurrence
    std::map<std::string, std::string> colours_;
};

}  // namespace

std::string put_in_order(std::vector<SideExchange>& exchanges,
                         const std::vector<std::string>& unordered) {
    std::vector<Declared> declared;
    for (const std::string& text : unordered) {
        auto each = declared_of(text);
        if (!each) {
            return "`unordered` holds " + base::quoted(text) + ": " + base::message(each.error());
        }
        declared.push_back(*std::move(each));
    }
    if (declared.empty()) return {};
    return Orderer(exchanges).run(declared);
}

}  // namespace understudy::cassette
