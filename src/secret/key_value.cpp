// A value that stands behind a name such as `password`: what of it is the value, and is it one?
#include <algorithm>

#include "base/text.hpp"
#include "secret/impl/key_name.hpp"
#include "secret/impl/placeholder.hpp"
#include "secret/impl/spot.hpp"

namespace understudy::secret {

namespace {

constexpr std::size_t kLongestName = 100;
constexpr std::size_t kLongestValue = 4096;

bool is_name(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '-' || c == '.';
}
bool is_quote(char c) {
    return c == '"' || c == '\'' || c == '`';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

// `end` is behind the separator: `"apiKey" :`, `API_KEY=`, `headers["token"] =`.
std::string_view name_before(std::string_view text, std::size_t end) {
    std::size_t at = end;
    const auto ends_in = [&](std::string_view what) {
        return at >= what.size() && text.substr(at - what.size(), what.size()) == what;
    };
    if (ends_in("%3D") || ends_in("%3d")) {
        at -= 3;
    } else if (at > 0) {
        --at;
    }
    while (at > 0 && is_blank(text[at - 1])) --at;
    if (at > 0 && text[at - 1] == ']') --at;
    if (at > 0 && is_quote(text[at - 1])) --at;
    if (at > 0 && text[at - 1] == '\\') --at;
    const std::size_t name_end = at;
    while (at > 0 && name_end - at < kLongestName && is_name(text[at - 1])) --at;
    return text.substr(at, name_end - at);
}

struct Extent {
    std::size_t begin = 0, end = 0;
    bool is_quoted = false;
};

// A quoted text without its quotes, or a bare word.
Extent value_behind(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == '>' || text[at] == '=')) ++at;
    while (at < text.size() && is_blank(text[at])) ++at;
    Extent extent;
    std::string close;
    if (at + 1 < text.size() && text[at] == '\\' && is_quote(text[at + 1])) {
        close = text.substr(at, 2);
        at += 2;
    } else if (at < text.size() && is_quote(text[at])) {
        close = text.substr(at, 1);
        ++at;
    }
    extent.begin = extent.end = at;
    extent.is_quoted = !close.empty();
    while (extent.end < text.size() && extent.end - at < kLongestValue) {
        const std::string_view rest = text.substr(extent.end);
        if (rest.front() == '\n' || rest.front() == '\r') break;
        if (extent.is_quoted) {
            if (rest.starts_with(close)) return extent;
            extent.end += rest.front() == '\\' && close.size() == 1 && rest.size() > 1 ? 2 : 1;
            continue;
        }
        if (is_blank(rest.front()) || is_quote(rest.front()) ||
            std::string_view(",;&)]}<>\\|#").find(rest.front()) != std::string_view::npos) {
            break;
        }
        ++extent.end;
    }
    extent.end = std::min(extent.end, text.size());
    // A quote that is never closed is none.
    if (extent.is_quoted) extent.end = extent.begin;
    return extent;
}

struct Mixture {
    bool letters = false, digits = false, others = false, blanks = false;
};

Mixture mixture_of(std::string_view value) {
    Mixture mixture;
    for (const char c : value) {
        if (c >= '0' && c <= '9') {
            mixture.digits = true;
        } else if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
            mixture.letters = true;
        } else if (c == ' ' || c == '\t') {
            mixture.blanks = true;
        } else {
            mixture.others = true;
        }
    }
    return mixture;
}

bool is_place(std::string_view value) {
    return value.find("://") != std::string_view::npos || value.starts_with("/") ||
           value.starts_with("./") || value.starts_with("~/") || value.starts_with("../");
}

// An expression or a template that stands for many texts: `^whsec_[0-9A-Za-z]{32}$`.
bool is_pattern(std::string_view value) {
    const auto has = [&](char c) { return value.find(c) != std::string_view::npos; };
    return value.starts_with('^') || value.starts_with('{') || value.starts_with('[') ||
           (has('[') && has(']')) || (has('{') && has('}'));
}

// Code, not data: `token = make_token2(seed)`, `Secret : std::uint8_t`.
bool is_code(std::string_view text, const Extent& extent, std::string_view value) {
    const char next = extent.end < text.size() ? text[extent.end] : '\0';
    return next == '(' || next == '[' || next == '{' || value.find('(') != std::string_view::npos ||
           value.find("::") != std::string_view::npos;
}

bool is_secret_value(std::string_view text, const Extent& extent, const KeyKind& kind) {
    const std::string_view value = text.substr(extent.begin, extent.end - extent.begin);
    constexpr std::size_t kLeastBare = 10;
    constexpr double kLeastBits = 2.5;
    const bool is_password = kind.id == "key.password";
    if (value.size() < (extent.is_quoted ? kind.least : std::max(kind.least, kLeastBare))) {
        return false;
    }
    if (is_placeholder(value, nullptr) || is_place(value) || is_pattern(value)) return false;
    const Mixture mixture = mixture_of(value);
    if (mixture.blanks) return false;
    if (kind.id == "key.card_number" || kind.id == "key.national_id") return mixture.digits;
    if (extent.is_quoted && is_password && !mixture.letters) return mixture.digits;
    if (!mixture.digits) {
        // Letters alone are a word, unless they are many and in disorder.
        constexpr std::size_t kLong = 20;
        constexpr double kDisorder = 3.8;
        if (is_password && extent.is_quoted && mixture.others && mixture.letters) {
            return !reads_like_words(value);
        }
        return value.size() >= kLong && entropy_of(value) >= kDisorder && !reads_like_words(value);
    }
    if (!mixture.letters) return false;
    if (!extent.is_quoted && is_code(text, extent, value)) return false;
    if (reads_like_words(value)) return false;
    return entropy_of(value) >= (is_password ? 1.5 : kLeastBits);
}

// `https://api_key:...@host`: a user, whose password ends at the `@` and is looked for there.
bool is_user(std::string_view text, std::string_view name, std::size_t end) {
    const auto begin = static_cast<std::size_t>(name.data() - text.data());
    return text[end - 1] == ':' && text.substr(0, begin).ends_with("://") &&
           begin + name.size() + 1 == end;
}

}  // namespace

bool find_named_value(std::string_view text, std::size_t end, const Policy& policy,
                      NamedValue& found) {
    const std::string_view name = name_before(text, end);
    const KeyKind* kind = key_kind_of(name);
    if (kind == nullptr || is_user(text, name, end)) return false;
    const std::string lower = base::to_lower_ascii(name);
    if (std::find(policy.allow_keys.begin(), policy.allow_keys.end(), lower) !=
        policy.allow_keys.end()) {
        return false;
    }
    const Extent extent = value_behind(text, end);
    if (!is_secret_value(text, extent, *kind)) return false;
    found = {extent.begin, extent.end, kind->id, kind->about};
    return true;
}

}  // namespace understudy::secret
