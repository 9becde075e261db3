// The choice between plain, quoted and literal. Rules err on the side of quotes: beyond what the
// core schema needs, words that older readers take for booleans are quoted too.
#include "yaml/impl/scalar_text.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "yaml/impl/scalar.hpp"

namespace understudy::yaml {

using json::Value;

namespace {

constexpr std::string_view kHex = "0123456789abcdef";

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Characters that must be escaped: not printable in YAML, taken for line breaks by some reader, or
// not to be seen.
bool needs_escape(char32_t c) {
    if (c < 0x20) return c != '\t' && c != '\n';
    if (c < 0x7F) return false;
    if (c < 0xA0) return true;  // NEL among them
    return c == 0xAD || c == 0x2028 || c == 0x2029 || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x202A && c <= 0x202E) || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
}

bool has_escape(std::string_view text) {
    const bool is_plain_ascii = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 0x20 && c < 0x7F) || c == '\t' || c == '\n';
    });
    if (is_plain_ascii) return false;
    for (std::size_t at = 0; at < text.size();) {
        if (needs_escape(base::next_code_point(text, at))) return true;
    }
    return false;
}

// What YAML 1.1 readers take for a boolean.
bool is_old_boolean(std::string_view text) {
    constexpr std::array<std::string_view, 6> kWords{"y", "n", "yes", "no", "on", "off"};
    return text.size() <= 3 && std::any_of(kWords.begin(), kWords.end(), [&](auto word) {
               return base::equal_ignoring_case(word, text);
           });
}

bool may_begin_plain(std::string_view text) {
    constexpr std::string_view kIndicators = "-?:,[]{}#&*!|>'\"%@`=<~ \t";
    if (kIndicators.find(text[0]) == kIndicators.npos) return true;
    const std::size_t letter = text.find_first_not_of('-');  // -v and --verbose
    return text[0] == '-' && letter <= 2 && letter < text.size() && is_letter(text[letter]);
}

bool is_plain(std::string_view text, bool in_flow) {
    if (text.empty() || !may_begin_plain(text) || text.back() == ' ' || text.back() == ':')
        return false;
    if (text.find_first_of("\t\n") != text.npos || text.starts_with("...")) return false;
    if (text.find(": ") != text.npos || text.find(" #") != text.npos) return false;
    if (in_flow && text.find_first_of(",[]{}:\"'") != text.npos) return false;
    if (meaning_of(text) != Meaning::Text || is_old_boolean(text)) return false;
    return !has_escape(text);
}

void append_escape(std::string& out, char32_t c) {
    switch (c) {
        case '\n': out += "\\n"; return;
        case '\t': out += "\\t"; return;
        case '\r': out += "\\r"; return;
        case '\b': out += "\\b"; return;
        case '\0': out += "\\0"; return;
        default: break;
    }
    const int digits = c <= 0xFF ? 2 : 4;  // all that need it lie in the first plane
    out += digits == 2 ? "\\x" : "\\u";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kHex[(c >> shift) & 0xF];
}

std::string in_double_quotes(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t c = base::next_code_point(text, at);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += static_cast<char>(c);
        } else if (c == '\n' || c == '\t' || needs_escape(c)) {
            append_escape(out, c);
        } else {
            out.append(text.substr(begin, at - begin));
        }
    }
    return out += '"';
}

}  // namespace

std::string text_on_one_line(std::string_view text, bool in_flow) {
    return is_plain(text, in_flow) ? std::string(text) : in_double_quotes(text);
}

std::string scalar_on_one_line(const Value& scalar, bool in_flow) {
    switch (scalar.kind()) {
        case json::Kind::Bool: return scalar.as_bool() ? "true" : "false";
        case json::Kind::Number: return std::string(scalar.number_text());
        case json::Kind::String: return text_on_one_line(scalar.as_string(), in_flow);
        default: return "null";
    }
}

void append_flow(std::string& out, const Value& value) {
    std::string_view between;
    if (value.is_array()) {
        out += '[';
        for (const Value& item : value.items()) {
            out += between;
            append_flow(out, item);
            between = ", ";
        }
        out += ']';
    } else if (value.is_object()) {
        out += '{';
        for (const json::Member& member : value.members()) {
            out.append(between).append(text_on_one_line(member.key(), true)).append(": ");
            append_flow(out, member.value);
            between = ", ";
        }
        out += '}';
    } else {
        out += scalar_on_one_line(value, true);
    }
}

bool fits_literal(std::string_view text) {
    if (text.find('\n') == text.npos || has_escape(text)) return false;
    // White space at the end of a line is lost in many an editor.
    if (text.find(" \n") != text.npos || text.find("\t\n") != text.npos) return false;
    if (text.ends_with(' ') || text.ends_with('\t')) return false;
    return text.find_first_not_of(" \t\n") != text.npos;
}

void append_literal(std::string& out, std::string_view text, std::size_t indent) {
    out += '|';
    // Without the digit the first line that is not empty would decide the indentation.
    if (text[0] == ' ' || text[0] == '\n' || text[0] == '\t') out += '2';
    if (!text.ends_with('\n')) {
        out += '-';
    } else if (text.ends_with("\n\n")) {
        out += '+';
    }
    out += '\n';
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) out.append(indent, ' ').append(text.substr(0, end));
        out += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace understudy::yaml
