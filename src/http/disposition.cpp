#include <algorithm>
#include <cstddef>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/impl/disposition.hpp"
#include "http/impl/parameters.hpp"

namespace understudy::http {

namespace {

// The three characters that browsers escape in names, and no others: a name may hold "100%25".
struct Escape {
    std::string_view escaped;
    std::string_view plain;
};
constexpr Escape kEscapes[] = {{"%22", "\""}, {"%0D", "\r"}, {"%0A", "\n"}};

std::string undo_escapes(std::string_view text) {
    std::string plain(text);
    if (text.find('%') == std::string_view::npos) return plain;
    for (const auto& [escaped, character] : kEscapes) {
        plain = base::replace_all(plain, escaped, character);
    }
    return plain;
}

std::string do_escapes(std::string_view text) {
    std::string escaped(text);
    for (const auto& [escape, character] : kEscapes) {
        escaped = base::replace_all(escaped, character, escape);
    }
    // Doubled, because a backslash in front of the closing quote would swallow it.
    return base::replace_all(escaped, "\\", "\\\\");
}

std::string from_latin1(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) base::append_utf8(text, static_cast<unsigned char>(c));
    return text;
}

// RFC 5987: charset'language'percent-encoded.
std::optional<std::string> extended_value(std::string_view text) {
    const std::size_t first = text.find('\'');
    if (first == std::string_view::npos) return std::nullopt;
    const std::size_t second = text.find('\'', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    auto bytes = base::from_percent(text.substr(second + 1));
    if (!bytes) return std::nullopt;
    const std::string_view charset = text.substr(0, first);
    if (base::equal_ignoring_case(charset, "UTF-8") && base::is_utf8(*bytes)) return bytes;
    if (base::equal_ignoring_case(charset, "ISO-8859-1")) return from_latin1(*bytes);
    return std::nullopt;
}

}  // namespace

std::optional<Disposition> parse_disposition(std::string_view text) {
    text = base::trim(text);
    const std::size_t end = std::min(text.find(';'), text.size());
    if (!is_token(base::trim(text.substr(0, end)))) return std::nullopt;
    const auto parameters = parse_parameters(text.substr(end), Backslash::QuoteAndItself);
    if (!parameters) return std::nullopt;
    Disposition disposition;
    std::optional<std::string> extended_name;
    std::optional<std::string> extended_filename;
    for (const auto& [name, value] : *parameters) {
        if (name == "name" && !disposition.name) disposition.name = undo_escapes(value);
        if (name == "filename" && !disposition.filename) disposition.filename = undo_escapes(value);
        if (name == "name*" && !extended_name) extended_name = extended_value(value);
        if (name == "filename*" && !extended_filename) extended_filename = extended_value(value);
    }
    if (extended_name) disposition.name = std::move(extended_name);
    if (extended_filename) disposition.filename = std::move(extended_filename);
    return disposition;
}

std::string to_text(const Disposition& disposition) {
    std::string out = "form-data";
    if (disposition.name) out += "; name=\"" + do_escapes(*disposition.name) + "\"";
    if (disposition.filename) out += "; filename=\"" + do_escapes(*disposition.filename) + "\"";
    return out;
}

}  // namespace understudy::http
