// The spellings of the names in expressions.
#include "pack/names.hpp"

namespace understudy::pack {

std::string_view text_of(Name name) {
    constexpr std::string_view kTexts[kNameCount] = {
        "config", "input",  "params", "headers",  "self",  "old",   "parent",   "now",
        "arm",    "it",     "data",   "result",   "error", "issue", "request",  "answer",
        "page",   "plural", "event",  "endpoint", "ts",    "body",  "url",      "form",
        "secret", "rate",   "reply",  "faults",   "pins",  "tapes", "branches", "seeds"};
    return kTexts[static_cast<std::size_t>(name)];
}

}  // namespace understudy::pack
