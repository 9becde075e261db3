// What is said on standard error: calls in words, and errors.
#include <unistd.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/shown.hpp"
#include "shim/impl/call.hpp"
#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

constexpr std::size_t kLongestCall = 400;

bool is_plain(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    return is_letter || is_digit ||
           std::string_view("-_./=:@%+,").find(c) != std::string_view::npos;
}

std::string word(std::string_view text) {
    if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
    return '\'' + base::replace_all(report::shown(text), "'", "'\\''") + '\'';
}

}  // namespace

std::string shown_call(const cassette::CommandInput& input) {
    std::string text = word(input.program);
    for (const std::string& arg : input.args) {
        if (text.size() > kLongestCall) return text + " ...";
        const std::string next = word(arg);
        text += ' ' + (next.size() > kLongestCall
                           ? base::to_valid_utf8(next.substr(0, kLongestCall)) + "..."
                           : next);
    }
    return text;
}

void complain(const base::Error& error) {
    const bool has_colour = false;
    write_all(STDERR_FILENO, "understudy: " + base::render(error, {.colour = has_colour}));
}

}  // namespace understudy::shim
