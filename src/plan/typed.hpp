// A captured value as its type wants it: what runs plans and what plays cassettes take values
// alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/regex.hpp"
#include "json/value.hpp"
#include "plan/plan.hpp"

namespace understudy::plan {

// A text (of a header, of an output, cut out by a pattern) becomes what the type says; a JSON value
// has to be it already. Nothing: it is not.
std::optional<json::Value> typed(const json::Value& value, Capture::Type type, bool is_text);
std::string_view words_for(Capture::Type type);  // "an integer"

// What a pattern takes from a text: its first group, or all that it matches. Nothing: no match.
std::optional<std::string> cut_out(const base::Regex& pattern, std::string_view text);

}  // namespace understudy::plan
