// The semantic difference of two parts, class by class. Shared by the files drift*.cpp,
// text_diff.cpp and stream_compare.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/impl/timeline.hpp"
#include "cassette/place.hpp"
#include "grammar/kinds.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

// Both sides of one value: as it came, and with placeholders.
struct Twofold {
    const json::Value& raw;
    const json::Value& marked;
};

// What is compared, for the differences it makes.
struct Where {
    std::string exchange;
    std::size_t number = 0;
    std::string part;
    const CompareOptions& options;
    grammar::Ending ending = grammar::Ending::Complete;  // of the actual stream
};

// Field by field. `below` is put before each path.
std::vector<Difference> value_drift(const Where& where, const Twofold& expected,
                                    const Twofold& actual, const json::Pointer& below);

// Pairs of a field that is gone and a new one beside it become one renaming each.
void find_renames(std::vector<Difference>& differences);

// Line by line; of bytes that are no text: the first that differs.
std::vector<Difference> text_drift(const Where& where, const SidePart& expected,
                                   const SidePart& actual);

// Event by event, by the grammar or by the kinds observed. `trouble`: the grammar cannot be used.
std::vector<Difference> stream_drift(const Where& where, const SidePart& expected,
                                     const SidePart& actual, std::string& trouble);

// How an exchange ended.
std::vector<Difference> end_drift(const Where& where, const json::Value& expected,
                                  const json::Value& actual);

// Is the dress the same: white space, order of keys, needless escapes? Values are not looked at.
bool is_same_layout(const SidePart& expected, const SidePart& actual);

// Same class, same path but for indexes: one difference that counts.
void fold_items(std::vector<Difference>& differences);

Difference difference_at(const Where& where, Drift drift, std::string path);

}  // namespace understudy::cassette
