// The query of a URL, and the text of a form, as an ordered list of names and values. Repetition,
// order and the difference between `a` and `a=` are kept; what brackets mean is form.hpp's affair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::http {

struct QueryPair {
    std::string name;
    std::optional<std::string> value;  // none: there was no '='
    friend bool operator==(const QueryPair&, const QueryPair&) = default;
};

// `a=1&b=x+y&c` -> {a: "1"}, {b: "x y"}, {c}. '+' is a space; empty pairs (`&&`) are nothing; a
// broken escape stays as it stands. The values are bytes, not necessarily UTF-8.
std::vector<QueryPair> parse_query(std::string_view text);

enum class SpaceStyle : std::uint8_t { Percent, Plus };  // %20 or +

std::string to_query(std::span<const QueryPair> pairs, SpaceStyle spaces = SpaceStyle::Percent);

}  // namespace understudy::http
