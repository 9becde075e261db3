// The YAML 1.2 core schema: what a plain scalar means, and nothing of YAML 1.1 (`yes`, `0777`,
// `1:30` and dates are texts or decimal numbers here).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace understudy::yaml {

enum class Meaning : std::uint8_t { Null, Bool, Integer, Float, NotJson, Text };

// NotJson: .inf, .nan, and whole numbers in base 8 or 16 with more digits than anyone converts.
Meaning meaning_of(std::string_view plain);

// The JSON text of an Integer or Float: "0x1F" is "31", "+.5" is "0.5", "1." is "1.0", "007" is
// "7"; a JSON number is left as it is.
std::string to_number_text(std::string_view plain);

// The value of a plain scalar; nothing for NotJson.
std::optional<json::Value> resolve(std::string_view plain);

}  // namespace understudy::yaml
