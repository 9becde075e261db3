// Percent escapes as URLs and forms use them: lenient reading, exact writing. An escape that is
// broken ("%zz", "100%") stays as it stands; nothing is ever refused here.
#pragma once

#include <string>
#include <string_view>

namespace understudy::http {

std::string undo_percent(std::string_view text, bool plus_is_space);

// Everything but RFC 3986's unreserved characters becomes %XX; a space is "+" if asked for.
void append_percent(std::string& out, std::string_view text, bool space_is_plus);

int hex_digit(char c);  // -1: not one

}  // namespace understudy::http
