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

struct Style {
    int indent = -1;  // below zero: everything on one line
    bool sorted = false;
};

void put_break(std::string& out, const Style& style, int depth) {
    if (style.indent < 0) return;
    out += '\n';
    out.append(static_cast<std::size_t>(depth) * static_cast<std::size_t>(style.indent), ' ');
}

void put(std::string& out, const Value& value, const Style& style, int depth);

std::vector<const Member*> in_key_order(const Value& object) {
    std::vector<const Member*> order;
    order.reserve(object.size());
    for (const Member& member : object.members()) order.push_back(&member);
    std::stable_sort(order.begin(), order.end(),
                     [](const Member* a, const Member* b) { return a->key() < b->key(); });
    return order;
}

void put_object(std::string& out, const Value& object, const Style& style, int depth) {
    char before = '{';
    const auto put_next = [&](const Member& member) {
        out += before;
        before = ',';
        put_break(out, style, depth + 1);
        write_string_to(out, member.key());
        out += style.indent < 0 ? ":" : ": ";
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
        case Kind::String: write_string_to(out, value.as_string()); return;
        case Kind::Array: put_array(out, value, style, depth); return;
        case Kind::Object: put_object(out, value, style, depth); return;
    }
}

}  // namespace

void write_string_to(std::string& out, std::string_view text) {
    out += '"';
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
    put(out, value, Style{-1, true}, 0);
    return out;
}

}  // namespace understudy::json
