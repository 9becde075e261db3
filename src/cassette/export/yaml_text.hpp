// YAML for the readers of other languages. They follow an older standard, in which `yes`, `12:30`
// and `2026-01-01` are no texts; so every text is written in double quotes, and every character
// that some reader refuses as an escape.
#pragma once

#include <string>
#include <string_view>

namespace understudy::cassette {

std::string quoted_yaml(std::string_view text);  // valid UTF-8

}  // namespace understudy::cassette
