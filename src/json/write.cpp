// The writers: compact, indented, canonical.
#include "json/write.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "json/impl/blocks.hpp"

namespace understudy::json {

namespace {

bool needs_escape(char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

constexpr std::size_t kWord = 8;

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

// Copies the text if nothing in it can need an escape, which is nearly always. There is room for a
// word more than the text.
bool copy_plain(char* to, std::string_view text) {
    if (text.size() < kWord) {
        char word[kWord] = {'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'};
        copy_inside(word, text);
        std::memcpy(to, word, kWord);
        return !may_need_escape(word);
    }
    for (std::size_t at = 0; at + kWord < text.size(); at += kWord) {
        if (may_need_escape(text.data() + at)) return false;
        std::memcpy(to + at, text.data() + at, kWord);
    }
    const std::size_t last = text.size() - kWord;
    std::memcpy(to + last, text.data() + last, kWord);
    return !may_need_escape(text.data() + last);
}

constexpr std::size_t kLongestEscape = 6;

// Gives where it ends.
char* put_escape(char* to, char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto put_letter = [to](char letter) {
        to[0] = '\\';
        to[1] = letter;
        return to + 2;
    };
    switch (c) {
        case '"':
        case '\\': return put_letter(c);
        case '\b': return put_letter('b');
        case '\f': return put_letter('f');
        case '\n': return put_letter('n');
        case '\r': return put_letter('r');
        case '\t': return put_letter('t');
        default: break;
    }
    std::memcpy(to, "\\u00", 4);
    to[4] = kHex[static_cast<unsigned char>(c) >> 4U];
    to[5] = kHex[static_cast<unsigned char>(c) & 15U];
    return to + kLongestEscape;
}

constexpr std::size_t kFewMembers = 16;

struct Style {
    int indent = -1;  // below zero: everything on one line
    bool sorted = false;
};

// What is written collects here before it goes out, so that the many short pieces of a text do not
// cost a call each.
class Page {
public:
    explicit Page(std::string& out) : out_(out) {}

    void put(char c) {
        make_room(1);
        *at_++ = c;
    }
    void put(std::string_view text) {
        if (text.size() > kLong) {
            flush();
            out_ += text;
            return;
        }
        make_room(text.size());
        if (text.size() <= kMostInside) {
            copy_inside(at_, text);
        } else {
            std::memcpy(at_, text.data(), text.size());
        }
        at_ += text.size();
    }
    void put_quoted(std::string_view text) {
        if (text.size() > kLong) {
            flush();
            write_string_to(out_, text);
            return;
        }
        make_room(text.size() + 2 + kWord);
        *at_ = '"';
        if (copy_plain(at_ + 1, text)) {
            at_ += text.size() + 2;
            at_[-1] = '"';
            return;
        }
        flush();
        write_string_to(out_, text);
    }
    void flush() {
        out_.append(page_, static_cast<std::size_t>(at_ - page_));
        at_ = page_;
    }

private:
    static constexpr std::size_t kLong = 256;

    void make_room(std::size_t size) {
        if (static_cast<std::size_t>(page_ + sizeof page_ - at_) < size) [[unlikely]]
            flush();
    }

    std::string& out_;
    char page_[1024];
    char* at_ = page_;
};

void put_break(Page& page, const Style& style, int depth) {
    if (style.indent < 0) return;
    page.put('\n');
    for (int i = 0; i < depth * style.indent; ++i) page.put(' ');
}

void put(Page& page, const Value& value, const Style& style, int depth);

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

void put_object(Page& page, const Value& object, const Style& style, int depth) {
    char before = '{';
    const auto put_next = [&](const Member& member) {
        page.put(before);
        put_break(page, style, depth + 1);
        page.put_quoted(member.key());
        page.put(':');
        if (style.indent >= 0) page.put(' ');
        before = ',';
        put(page, member.value, style, depth + 1);
    };
    if (style.sorted) {
        for (const Member* member : in_key_order(object)) put_next(*member);
    } else {
        for (const Member& member : object.members()) put_next(member);
    }
    if (before == '{') {
        page.put('{');
    } else {
        put_break(page, style, depth);
    }
    page.put('}');
}

void put_array(Page& page, const Value& array, const Style& style, int depth) {
    char before = '[';
    for (const Value& item : array.items()) {
        page.put(before);
        before = ',';
        put_break(page, style, depth + 1);
        put(page, item, style, depth + 1);
    }
    if (before == '[') {
        page.put('[');
    } else {
        put_break(page, style, depth);
    }
    page.put(']');
}

void put(Page& page, const Value& value, const Style& style, int depth) {
    switch (value.kind()) {
        case Kind::Null: page.put("null"); return;
        case Kind::Bool: page.put(value.as_bool() ? "true" : "false"); return;
        case Kind::Number: page.put(value.number_text()); return;
        case Kind::String: page.put_quoted(value.as_string()); return;
        case Kind::Array: put_array(page, value, style, depth); return;
        case Kind::Object: put_object(page, value, style, depth); return;
    }
}

void put(std::string& out, const Value& value, const Style& style) {
    Page page(out);
    put(page, value, style, 0);
    page.flush();
}

}  // namespace

// Texts with an escape in every few bytes are JSON inside of JSON: bodies that are kept. The pieces
// collect before they go out.
void write_string_to(std::string& out, std::string_view text) {
    char page[512];
    char* const full = page + sizeof page - kWord - kLongestEscape;
    char* to = page;
    *to++ = '"';
    for (std::size_t at = 0; at < text.size();) {
        if (to > full) {
            out.append(page, static_cast<std::size_t>(to - page));
            to = page;
        }
        if (at + kWord <= text.size() && !may_need_escape(text.data() + at)) {
            std::memcpy(to, text.data() + at, kWord);
            to += kWord;
            at += kWord;
            continue;
        }
        // In one of the next eight there is an escape, or they are the last ones.
        const std::size_t until = std::min(at + kWord, text.size());
        while (at < until && !needs_escape(text[at])) *to++ = text[at++];
        if (at < until) to = put_escape(to, text[at++]);
    }
    *to++ = '"';
    out.append(page, static_cast<std::size_t>(to - page));
}

void write_to(std::string& out, const Value& value) {
    put(out, value, Style{});
}

std::string write(const Value& value) {
    std::string out;
    write_to(out, value);
    return out;
}

std::string write_pretty(const Value& value, int indent) {
    std::string out;
    put(out, value, Style{indent, false});
    return out;
}

std::string write_canonical(const Value& value) {
    std::string out;
    put(out, value, Style{-1, true});
    return out;
}

}  // namespace understudy::json
