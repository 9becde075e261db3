#include <algorithm>

#include "app/shown_answers.hpp"
#include "base/text.hpp"

namespace understudy::app {

std::string shell_word(std::string_view text) {
    constexpr std::string_view kPlain = "_./:=@%+,-";
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               kPlain.find(c) != std::string_view::npos;
    });
    if (plain) return std::string(text);
    return '\'' + base::replace_all(text, "'", "'\\''") + '\'';
}

}  // namespace understudy::app
