// Which characters are dangerous to show: C0 and C1 controls, delete, the bidirectional controls
// that reorder a line, the two line separators, the byte-order mark, and U+FFFE and U+FFFF, which
// no XML document may hold.
#include "report/shown.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::report {

namespace {

constexpr std::size_t kMaxValueBytes = 200;

bool is_dangerous(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF ||
           c == 0xFFFE || c == 0xFFFF;
}

bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

std::string hex_of(char32_t c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string digits;
    do {
        digits.insert(digits.begin(), kDigits[c & 0xF]);
        c >>= 4;
    } while (c != 0);
    return digits;
}

std::string value_or_nothing(const std::optional<json::Value>& value) {
    return value ? shown_value(*value) : "nothing";
}

}  // namespace

std::string shown(char32_t c) {
    if (c == '\n') return "\\n";
    if (c == '\r') return "\\r";
    if (c == '\t') return "\\t";
    std::string out;
    if (!is_dangerous(c)) {
        base::append_utf8(out, c);
        return out;
    }
    if (c >= 0x80) return "\\u{" + hex_of(c) + "}";
    return (c < 0x10 ? "\\x0" : "\\x") + hex_of(c);
}

std::string shown(std::string_view text, Breaks breaks) {
    if (is_plain(text)) return std::string(text);  // nearly always
    const std::string valid = base::to_valid_utf8(text);
    std::string out;
    out.reserve(valid.size());
    for (std::size_t at = 0; at < valid.size();) {
        const char32_t c = base::next_code_point(valid, at);
        if (breaks == Breaks::Keep && (c == '\n' || c == '\t')) {
            out += static_cast<char>(c);
        } else {
            out += shown(c);
        }
    }
    return out;
}

std::string shown_value(const json::Value& value) {
    std::string text = json::write(value);
    if (text.size() > kMaxValueBytes) {
        std::size_t cut = kMaxValueBytes;
        while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
        text.resize(cut);
        text += "...";
    }
    return shown(text);
}

std::string shown_values(const Values& values) {
    if (values.is_empty()) return {};
    if (values.words == Values::Words::BeforeAfter) {
        return value_or_nothing(values.first) + " -> " + value_or_nothing(values.second);
    }
    return "expected " + value_or_nothing(values.first) + ", actual " +
           value_or_nothing(values.second);
}

std::string values_beside_message(const Finding& finding) {
    std::string text = shown_values(finding.values);
    return finding.message.find(text) == std::string::npos ? text : std::string();
}

std::string shown_mark(const base::Mark& mark) {
    return shown(base::to_text(mark));
}

}  // namespace understudy::report
