// Finding where a token ends. These loops see every byte of every document, so they look at sixteen
// at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace understudy::json {

struct StringScan {
    const char* end = nullptr;  // at the closing quote, the offending byte, or the end of the piece
    bool is_closed = false;
    bool has_escape = false;
    bool has_wide = false;     // bytes above 0x7F were met: to be checked as UTF-8
    bool has_control = false;  // stopped at a control character
};

// Scans the inside of a string from `at` (just past the opening quote, or where an earlier scan
// stopped).
StringScan scan_string(const char* at, const char* end);

// Past the last character that could belong to a number.
const char* scan_number(const char* at, const char* end);

// Why an escape could not be decoded: the code, and the offset of the escape inside the raw text.
struct EscapeFault {
    base::Code code{};
    std::size_t at = 0;
    std::size_t length = 0;
};

// Decodes the escapes of a string's raw inside into `out` (cleared first). nullopt: decoded.
std::optional<EscapeFault> decode_escapes(std::string_view raw, std::string& out);

// What is wrong with a number, in words, and where: `leading zero`, `no digit after the point`, ...
struct NumberFault {
    std::string_view why;
    std::size_t at = 0;
};
std::optional<NumberFault> find_number_fault(std::string_view text);

}  // namespace understudy::json
