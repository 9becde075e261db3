// How one scalar or key is written so that it reads back as what it was.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace understudy::yaml {

// A text on one line: plain if the core schema reads the same text back, else in double quotes.
// Inside flow collections fewer texts can be plain.
std::string text_on_one_line(std::string_view text, bool in_flow);

// Null, a boolean, a number or a text, on one line.
std::string scalar_on_one_line(const json::Value& scalar, bool in_flow);

// A value on one line, collections as [a, b] and {k: v}.
void append_flow(std::string& out, const json::Value& value);

// True if the text can be a `|` block below an entry, and is better off as one.
bool fits_literal(std::string_view text);

// `|`, its signs and the lines, each at `indent` spaces; ends with a line break.
void append_literal(std::string& out, std::string_view text, std::size_t indent);

}  // namespace understudy::yaml
