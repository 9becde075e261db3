// Writes JSON. Numbers go out as the characters they came in with.
#pragma once

#include <string>

#include "json/value.hpp"

namespace understudy::json {

// {"a":1,"b":[true,null]}
std::string write(const Value& value);
void write_to(std::string& out, const Value& value);

// Indented by `indent` spaces per level, `"key": value`, empty containers as {} and []. No final
// newline.
std::string write_pretty(const Value& value, int indent = 2);

// Keys sorted by code point (repeated ones keep their order), no white space: two equal documents
// in different dress give the same bytes. Number text is kept: 1.0 and 1 stay different, because a
// client can tell.
std::string write_canonical(const Value& value);

// A JSON string literal, quotes included.
void write_string_to(std::string& out, std::string_view text);

}  // namespace understudy::json
