// The writers: compact, indented, canonical.
#include "json/write.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace understudy::json {

namespace {

bool needs_escape(char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

// False: none of these eight bytes needs one. The usual tricks with a word: a byte is below 0x20 or
// equal to another if subtracting borrows from its highest bit; a borrow that comes from the byte
// before may say "perhaps" without reason, never "no".
bool may_need_escape(const char* eight) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighs = 0x8080808080808080;
    std::uint64_t word = 0;
    std::memcpy(&word, eight, sizeof word);
    const std::uint64_t quotes = word ^ (kOnes * '"');
    const std::uint64_t slashes = word ^ (kOnes * '\\');
    const std::uint64_t found = ((word - kOnes * 0x20) & ~word) | ((quotes - kOnes) & ~quotes) |
                                ((slashes - kOnes) & ~slashes);
    return (found & kHighs) != 0;
}

// The same for a whole text, which hardly ever has any.
bool may_need_escape(std::string_view text) {
    constexpr std::size_t kWord = 8;
    if (text.size() < kWord) {
        char word[kWord] = {'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'};
        if (!text.empty()) std::memcpy(word, text.data(), text.size());
        return may_need_escape(word);
    }
    for (std::size_t at = 0; at + kWord < text.size(); at += kWord) {
        if (may_need_escape(text.data() + at)) return true;
    }
    return may_need_escape(text.data() + text.size() - kWord);
}

void put_escape(std::string& out, char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    out += "\\u00";
    out += kHex[static_cast<unsigned char>(c) >> 4U];
    out += kHex[static_cast<unsigned char>(c) & 15U];
}

constexpr std::size_t kUsualText = 480;  // of a container: most grow no further
constexpr std::size_t kFewMembers = 16;

struct Style {
    int indent = -1;  // below zero: everything on one line
    bool sorted = false;
};

void put_break(std::string& out, const Style& style, int depth) {
    if (style.indent < 0) return;
    out += '\n';
    out.append(static_cast<std::size_t>(depth) * static_cast<std::size_t>(style.indent), ' ');
}

// The text in quotes, with the signs around it. Most texts are short and plain: those are put
// together before they are appended. '\0': no sign.
void put_quoted(std::string& out, char before, std::string_view text, char after) {
    constexpr std::size_t kShort = 60;
    if (text.size() > kShort || may_need_escape(text)) {
        if (before != '\0') out += before;
        write_string_to(out, text);
        if (after != '\0') out += after;
        return;
    }
    char piece[kShort + 4];
    char* at = piece;
    if (before != '\0') *at++ = before;
    *at++ = '"';
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    at += text.size();
    *at++ = '"';
    if (after != '\0') *at++ = after;
    out.append(piece, static_cast<std::size_t>(at - piece));
}

void put(std::string& out, const Value& value, const Style& style, int depth);

std::vector<const Member*> in_key_order(const Value& object) {
    std::vector<const Member*> order;
    order.reserve(object.size());
    for (const Member& member : object.members()) order.push_back(&member);
    const auto is_before = [](const Member* a, const Member* b) { return a->key() < b->key(); };
    if (order.size() > kFewMembers) {
        std::stable_sort(order.begin(), order.end(), is_before);
        return order;
    }
    // Into place one after the other: no memory is taken.
    for (auto next = order.begin(); next != order.end(); ++next) {
        std::rotate(std::upper_bound(order.begin(), next, *next, is_before), next, next + 1);
    }
    return order;
}

void put_object(std::string& out, const Value& object, const Style& style, int depth) {
    char before = '{';
    const auto put_next = [&](const Member& member) {
        if (style.indent < 0) {
            put_quoted(out, before, member.key(), ':');
        } else {
            out += before;
            put_break(out, style, depth + 1);
            write_string_to(out, member.key());
            out += ": ";
        }
        before = ',';
        put(out, member.value, style, depth + 1);
    };
    if (style.sorted) {
        for (const Member* member : in_key_order(object)) put_next(*member);
    } else {
        for (const Member& member : object.members()) put_next(member);
    }
    if (before == '{') {
        out += '{';
    } else {
        put_break(out, style, depth);
    }
    out += '}';
}

void put_array(std::string& out, const Value& array, const Style& style, int depth) {
    char before = '[';
    for (const Value& item : array.items()) {
        out += before;
        before = ',';
        put_break(out, style, depth + 1);
        put(out, item, style, depth + 1);
    }
    if (before == '[') {
        out += '[';
    } else {
        put_break(out, style, depth);
    }
    out += ']';
}

void put(std::string& out, const Value& value, const Style& style, int depth) {
    switch (value.kind()) {
        case Kind::Null: out += "null"; return;
        case Kind::Bool: out += value.as_bool() ? "true" : "false"; return;
        case Kind::Number: out += value.number_text(); return;
        case Kind::String: put_quoted(out, '\0', value.as_string(), '\0'); return;
        case Kind::Array: put_array(out, value, style, depth); return;
        case Kind::Object: put_object(out, value, style, depth); return;
    }
}

}  // namespace

void write_string_to(std::string& out, std::string_view text) {
    out += '"';
    if (!may_need_escape(text)) {
        out += text;
        out += '"';
        return;
    }
    std::size_t from = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        while (at + 8 <= text.size() && !may_need_escape(text.data() + at)) at += 8;
        if (at == text.size()) break;
        if (!needs_escape(text[at])) continue;
        out += text.substr(from, at - from);
        put_escape(out, text[at]);
        from = at + 1;
    }
    out += text.substr(from);
    out += '"';
}

void write_to(std::string& out, const Value& value) {
    put(out, value, Style{}, 0);
}

std::string write(const Value& value) {
    std::string out;
    if (value.size() > 0) out.reserve(kUsualText);
    write_to(out, value);
    return out;
}

std::string write_pretty(const Value& value, int indent) {
    std::string out;
    put(out, value, Style{indent, false}, 0);
    return out;
}

std::string write_canonical(const Value& value) {
    std::string out;
    if (value.size() > 0) out.reserve(kUsualText);
    put(out, value, Style{-1, true}, 0);
    return out;
}

}  // namespace understudy::json
