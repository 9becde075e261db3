// Both lines are made in one walk, because a character may be shown wider than it is: a control
// character becomes an escape, and the caret line must grow with it. A tab is shown as one space.
#include "report/impl/excerpt.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/shown.hpp"

namespace understudy::report {

std::string excerpt_of(const base::Mark& mark) {
    if (!mark.is_known() || mark.excerpt.empty()) return {};
    const std::string line = base::to_valid_utf8(mark.excerpt);
    std::string upper;
    std::string lower;
    bool is_marked = false;
    std::uint64_t column = std::max(mark.excerpt_column, 1U);
    const std::uint64_t begin = mark.column;
    const std::uint64_t end = begin + std::max(mark.length, 1U);
    for (std::size_t at = 0; at < line.size(); ++column) {
        const char32_t c = base::next_code_point(line, at);
        const std::string text = c == '\t' ? " " : shown(c);
        upper += text;
        const bool is_inside = column >= begin && column < end;
        if (column > begin && !is_inside) continue;
        for (std::size_t i = 0; i < base::count_code_points(text); ++i) {
            if (!is_inside) {
                lower += ' ';
            } else {
                lower += is_marked ? '~' : '^';
                is_marked = true;
            }
        }
    }
    if (!is_marked) lower += '^';  // the place is the end of the line
    return "    " + upper + "\n    " + lower + "\n";
}

}  // namespace understudy::report
