// Is what begins here a key? A key in block style, and one in a flow list, stands on one line and
// is followed by `:` and a space. This looks ahead on that line and changes nothing.
#include <algorithm>

#include "yaml/impl/syntax.hpp"

namespace understudy::yaml {

namespace {

// A collection as a key must end within so many bytes. (The standard allows 1024 characters for any
// key; for texts we see no reason to insist.)
constexpr std::size_t kMostKeyCollection = 1024;

constexpr std::string_view kFlow = ",[]{}";

}  // namespace

bool Syntax::is_key_at(std::size_t at, bool in_flow) const {
    const auto start = skip_properties(at);
    if (!start) return false;
    at = *start;
    const char c = peek(at);
    if (is_break(at) || c == '#') return false;
    bool is_json = false;
    std::optional<std::size_t> end;
    if (c == ':' && (is_space(at + 1) || (in_flow && kFlow.find(peek(at + 1)) != kFlow.npos))) {
        end = at;
    } else if (c == '"' || c == '\'') {
        end = skip_quoted(at);
        is_json = true;
    } else if (c == '[' || c == '{') {
        end = skip_flow(at);
        is_json = true;
    } else if (c == '*') {
        end = at + 1;
        while (!is_space(*end) && kFlow.find(peek(*end)) == kFlow.npos) ++*end;
    } else if (can_begin_plain(at, in_flow)) {
        end = skip_plain(at, in_flow);
    }
    if (!end) return false;
    while (is_blank(*end)) ++*end;
    if (peek(*end) != ':' || is_end(*end)) return false;
    if (is_space(*end + 1)) return true;
    return in_flow && (is_json || kFlow.find(peek(*end + 1)) != kFlow.npos);
}

// Anchors and tags on this line; nothing if the line ends with them.
std::optional<std::size_t> Syntax::skip_properties(std::size_t at) const {
    while (peek(at) == '&' || peek(at) == '!') {
        const bool is_verbatim = peek(at) == '!' && peek(at + 1) == '<';
        while (!is_space(at) && (is_verbatim || kFlow.find(peek(at)) == kFlow.npos)) ++at;
        if (!is_blank(at)) return std::nullopt;
        while (is_blank(at)) ++at;
    }
    return at;
}

// Behind the closing quote, if it stands on this line.
std::optional<std::size_t> Syntax::skip_quoted(std::size_t at) const {
    const char quote = peek(at);
    for (++at; !is_break(at); ++at) {
        if (quote == '"' && peek(at) == '\\') {
            ++at;
            if (is_break(at)) return std::nullopt;
        } else if (peek(at) == quote) {
            if (quote == '"' || peek(at + 1) != quote) return at + 1;
            ++at;
        }
    }
    return std::nullopt;
}

// Behind the bracket that closes this one, if it stands on this line and near.
std::optional<std::size_t> Syntax::skip_flow(std::size_t at) const {
    std::size_t open = 0;
    const std::size_t begin = at;
    bool may_begin = true;  // a quote in the middle of a plain text is just a character
    while (!is_break(at) && at - begin <= kMostKeyCollection) {
        const char c = peek(at);
        if ((c == '"' || c == '\'') && may_begin) {
            const auto end = skip_quoted(at);
            if (!end) return std::nullopt;
            at = *end;
            may_begin = false;
            continue;
        }
        if (c == '#' && is_space(at - 1)) return std::nullopt;
        if (c == '[' || c == '{') ++open;
        if (c == ']' || c == '}') --open;
        ++at;
        if (open == 0) return at;
        may_begin = kFlow.find(c) != kFlow.npos || c == ':' || (is_blank(at - 1) && may_begin) ||
                    (is_blank(at - 1) && (peek(at) == '"' || peek(at) == '\''));
    }
    return std::nullopt;
}

std::size_t Syntax::skip_plain(std::size_t at, bool in_flow) const {
    while (!is_break(at) && !is_plain_end(at, in_flow)) ++at;
    while (is_blank(at - 1)) --at;
    return at;
}

}  // namespace understudy::yaml
