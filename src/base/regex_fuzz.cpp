// Any pattern in ECMA-262's dialect is compiled or refused for a reason; what the translation lets
// through must be good RE2 and must match without trouble. Its own syntax errors never come from
// RE2.
#include <cstdlib>

#include "base/regex.hpp"

using understudy::base::Regex;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = text.find('\n');
    const std::string_view pattern = text.substr(0, cut);
    const std::string_view subject = cut == std::string_view::npos ? pattern : text.substr(cut + 1);
    const auto regex = Regex::compile(pattern, Regex::Dialect::Ecma);
    if (!regex) {
        if (regex.error().arg("reason").empty()) std::abort();
        return 0;
    }
    const bool found = regex->is_found_in(subject);
    if (regex->find(subject).has_value() != found) std::abort();
    if (regex->matches_whole(subject) && !found) std::abort();
    regex->replace_all(subject, "<\\0\\1>");
    return 0;
}
