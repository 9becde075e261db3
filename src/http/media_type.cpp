#include "http/media_type.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "http/impl/parameters.hpp"

namespace understudy::http {

namespace {

// By character.
constexpr std::array<bool, 256> kIsToken = [] {
    std::array<bool, 256> is_token{};
    for (const char c : std::string_view("!#$%&'*+-.^_`|~"
                                         "0123456789"
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "abcdefghijklmnopqrstuvwxyz")) {
        is_token[static_cast<unsigned char>(c)] = true;
    }
    return is_token;
}();

bool is_token_character(char c) {
    return kIsToken[static_cast<unsigned char>(c)];
}

void skip_blank(std::string_view& text) {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
}

// Takes a quoted string off the front of `text`, which begins with a quote.
std::optional<std::string> take_quoted(std::string_view& text, Backslash backslash) {
    std::string value;
    for (std::size_t at = 1; at < text.size(); ++at) {
        char c = text[at];
        if (c == '"') {
            text.remove_prefix(at + 1);
            return value;
        }
        if (c == '\\' && at + 1 < text.size()) {
            const char next = text[at + 1];
            if (backslash == Backslash::Any || next == '"' || next == '\\') {
                c = next;
                ++at;
            }
        }
        value += c;
    }
    return std::nullopt;  // it has no end
}

}  // namespace

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

std::optional<std::vector<MediaParameter>> parse_parameters(std::string_view text,
                                                            Backslash backslash) {
    std::vector<MediaParameter> parameters;
    while (true) {
        skip_blank(text);
        if (text.empty()) return parameters;
        if (text[0] != ';') return std::nullopt;
        text.remove_prefix(1);
        skip_blank(text);
        if (text.empty() || text[0] == ';') continue;

        const std::size_t equals = text.find_first_of("=;");
        if (equals == std::string_view::npos || text[equals] == ';') return std::nullopt;
        const std::string_view name = text.substr(0, equals);
        if (!is_token(name)) return std::nullopt;
        text.remove_prefix(equals + 1);
        std::string value;
        if (text.starts_with('"')) {
            auto quoted = take_quoted(text, backslash);
            if (!quoted) return std::nullopt;
            value = std::move(*quoted);
        } else {
            const std::size_t end = std::min(text.find_first_of("; \t"), text.size());
            if (!is_token(text.substr(0, end))) return std::nullopt;
            value = std::string(text.substr(0, end));
            text.remove_prefix(end);
        }
        parameters.push_back({base::to_lower_ascii(name), std::move(value)});
    }
}

std::optional<std::string_view> MediaType::parameter(std::string_view name) const {
    for (const MediaParameter& parameter : parameters) {
        if (base::equal_ignoring_case(parameter.name, name)) return parameter.value;
    }
    return std::nullopt;
}

std::optional<MediaType> parse_media_type(std::string_view text) {
    // What most bodies are, as most clients write it.
    for (const std::string_view usual : {"json", "x-www-form-urlencoded"}) {
        constexpr std::string_view kApplication = "application/";
        if (text.size() == kApplication.size() + usual.size() && text.starts_with(kApplication) &&
            text.ends_with(usual)) {
            return MediaType{"application", std::string(usual), {}};
        }
    }
    text = base::trim(text);
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view essence = base::trim(text.substr(0, end));
    const std::size_t slash = essence.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    if (!is_token(essence.substr(0, slash)) || !is_token(essence.substr(slash + 1))) {
        return std::nullopt;
    }
    auto parameters = parse_parameters(text.substr(end), Backslash::Any);
    if (!parameters) return std::nullopt;
    return MediaType{base::to_lower_ascii(essence.substr(0, slash)),
                     base::to_lower_ascii(essence.substr(slash + 1)), std::move(*parameters)};
}

std::string to_text(const MediaType& type) {
    std::string out = type.essence();
    for (const MediaParameter& parameter : type.parameters) {
        out += "; " + parameter.name + "=";
        if (is_token(parameter.value)) {
            out += parameter.value;
            continue;
        }
        out += '"';
        for (const char c : parameter.value) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
        out += '"';
    }
    return out;
}

bool is_json(const MediaType& type) {
    if (type.subtype.ends_with("+json")) return true;
    return type.subtype == "json" && (type.type == "application" || type.type == "text");
}

bool is_form(const MediaType& type) {
    return type.type == "application" && type.subtype == "x-www-form-urlencoded";
}

bool is_multipart(const MediaType& type) {
    return type.type == "multipart";
}

}  // namespace understudy::http
