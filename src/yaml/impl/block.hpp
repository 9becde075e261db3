// Block style, entry by entry: what both the writer and the rewriter put on lines of their own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/value.hpp"
#include "yaml/write.hpp"

namespace understudy::yaml {

// `key: value` with everything below it, ending with a line break. The text before the key on its
// line is the caller's; `indent` is the column where the key stands.
void append_member(std::string& out, std::string_view key, const json::Value& value,
                   std::size_t indent, const WriteOptions& options);

// `- value`, likewise; `indent` is the column of the dash.
void append_item(std::string& out, const json::Value& value, std::size_t indent,
                 const WriteOptions& options);

}  // namespace understudy::yaml
