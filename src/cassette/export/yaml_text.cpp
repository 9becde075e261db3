#include "cassette/export/yaml_text.hpp"

#include <array>

#include "base/text.hpp"

namespace understudy::cassette {

namespace {

// What YAML 1.1 calls printable, without what ends a line or starts a file there.
bool is_printable(char32_t point) {
    if (point < 0x20 || point == 0x7F) return false;
    if (point < 0x7F) return true;
    if (point < 0xA0 || point == 0x2028 || point == 0x2029 || point == 0xFEFF) return false;
    return point <= 0xD7FF || (point >= 0xE000 && point <= 0xFFFD) || point >= 0x10000;
}

void append_escape(std::string& out, char32_t point) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    constexpr int kWide = 0x10000;
    const bool is_wide = point >= kWide;
    out += is_wide ? "\\U" : "\\u";
    for (int shift = is_wide ? 28 : 12; shift >= 0; shift -= 4) {
        out += kDigits[(point >> static_cast<unsigned>(shift)) & 0xFU];
    }
}

}  // namespace

std::string quoted_yaml(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t point = base::next_code_point(text, at);
        switch (point) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                if (is_printable(point)) {
                    out += text.substr(begin, at - begin);
                } else {
                    append_escape(out, point);
                }
        }
    }
    return out + "\"";
}

}  // namespace understudy::cassette
