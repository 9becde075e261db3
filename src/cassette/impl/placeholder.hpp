// The two forms of a placeholder: `<pr:1>` in text, {"$any": "integer", "as": "pr:1"} in JSON.
//
// Before numbers are given it is `<pr:?17>`: the seventeenth value that was met. The word inside is
// called a mark. Real text and real keys that look so get one character more (`<=pr:1>`, `$$any`),
// so nothing that came from outside is ever taken for a placeholder.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace understudy::cassette {

struct Placed {  // a placeholder in a text
    std::size_t begin = 0, end = 0;
    std::string_view mark;  // "pr:?17", "pr:1"
};
std::vector<Placed> placeholders_in(std::string_view text);

// A copy with `word_of(mark)` inside each placeholder.
std::string with_words(std::string_view text,
                       const std::function<std::string(std::string_view mark)>& word_of);

// The mark of a placeholder value; nothing if it is none.
std::optional<std::string_view> mark_of(const json::Value& value);
json::Value placeholder(std::string_view type, std::string_view mark);

// "integer" for 41, "number" for 4.1; else the word for its kind.
std::string_view type_word(const json::Value& value);

std::string escaped_text(std::string_view text);
std::string escaped_key(std::string_view key);

}  // namespace understudy::cassette
