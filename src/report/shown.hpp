// Foreign text made safe to show: what a terminal, a log or an XML reader would act on becomes
// visible instead. `a<ESC>[2J` is shown as `a\x1b[2J`, a right-to-left override as `\u{202e}`.
// Whoever prints a key, a file name or a value outside the faces sends it through here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/mark.hpp"
#include "json/value.hpp"
#include "report/finding.hpp"

namespace understudy::report {

enum class Breaks : std::uint8_t {
    Escape,  // one line: a line feed becomes \n, a tab \t
    Keep,    // line feeds and tabs stay
};
std::string shown(std::string_view text, Breaks breaks = Breaks::Escape);

// One code point as `shown` shows it.
std::string shown(char32_t code_point);

// The value as JSON on one line, cut with `...` when long.
std::string shown_value(const json::Value& value);

// `10.50 -> 10.5` for before and after, `expected 1, actual 2` otherwise; empty if there is
// neither value. An absent one is "nothing".
std::string shown_values(const Values& values);

// The same for a finding's values, but empty where its message says them already.
std::string values_beside_message(const Finding& finding);

// `file:line:column`, made safe; empty if nothing is known.
std::string shown_mark(const base::Mark& mark);

}  // namespace understudy::report
