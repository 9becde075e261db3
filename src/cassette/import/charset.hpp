// Texts that a tool decoded before it wrote them down, as the bytes they came from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace understudy::cassette {

// `text` is UTF-8; `name` as tools write it: "UTF-8", "ISO-8859-1", "ASCII-8BIT" (bytes). Nothing:
// the text cannot be said in that encoding, or we do not know it.
std::optional<std::string> to_charset(std::string_view text, std::string_view name);

}  // namespace understudy::cassette
