// Plain and quoted texts, and aliases. A line break inside a text becomes a space, and n empty
// lines become n line breaks.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "yaml/impl/syntax.hpp"

namespace understudy::yaml {

namespace {

constexpr std::string_view kFlow = ",[]{}";

}  // namespace

// Anything but block collections and block scalars.
bool Syntax::content(int parent, bool in_flow, bool one_line, Properties&& properties) {
    is_json_ = true;
    switch (peek(at_)) {
        case '"': return double_quoted(parent, std::move(properties));
        case '\'': return single_quoted(parent, std::move(properties));
        case '[':
            if (!flow_sequence(parent, std::move(properties))) return false;
            is_json_ = true;
            return true;
        case '{':
            if (!flow_mapping(parent, std::move(properties))) return false;
            is_json_ = true;
            return true;
        default: break;
    }
    is_json_ = false;
    if (peek(at_) == '*') {
        if (properties.begin) return fail_at(at_, "an alias cannot have an anchor or a tag");
        return alias();
    }
    if (!can_begin_plain(at_, in_flow))
        return fail_at(at_, "a text cannot begin with this character", "put it in quotes");
    return plain(parent, in_flow, one_line, std::move(properties));
}

bool Syntax::alias() {
    Event event;
    event.kind = EventKind::Alias;
    const std::size_t begin = at_++;
    std::string name;
    if (!anchor_name(name)) return false;
    Properties none;
    none.anchor = std::move(name);
    event.range = {in_source(begin), in_source(at_)};
    last_ = at_;
    return give(event, &none);
}

// --- plain

bool Syntax::can_begin_plain(std::size_t at, bool in_flow) const {
    constexpr std::string_view kNever = ",[]{}#&*!|>'\"%@`";
    const char c = peek(at);
    if (is_end(at) || is_space(at) || kNever.find(c) != kNever.npos) return false;
    if (c != '-' && c != '?' && c != ':') return true;
    return !is_space(at + 1) && !(in_flow && kFlow.find(peek(at + 1)) != kFlow.npos);
}

bool Syntax::is_plain_end(std::size_t at, bool in_flow) const {
    const char c = peek(at);
    if (c == ':') return is_space(at + 1) || (in_flow && kFlow.find(peek(at + 1)) != kFlow.npos);
    if (c == '#') return at > 0 && is_space(at - 1);
    return in_flow && kFlow.find(c) != kFlow.npos;
}

bool Syntax::plain(int parent, bool in_flow, bool one_line, Properties&& properties) {
    const std::size_t begin = at_;
    buffer_.clear();
    while (true) {
        const std::size_t end = skip_plain(at_, in_flow);
        buffer_.append(text_.substr(at_, end - at_));
        at_ = end;
        if (one_line) break;

        // Does the text go on below?
        const std::size_t line = line_;
        std::size_t breaks = 0;
        skip_blanks();
        while (is_break(at_) && !is_end(at_)) {
            skip_break();
            ++breaks;
            skip_blanks();
        }
        const bool is_inside = indent() > parent || (in_flow && options_.loose_indent);
        const bool goes_on = breaks > 0 && !is_end(at_) && is_inside && peek(at_) != '#' &&
                             !is_marker(line_) && !is_plain_end(at_, in_flow);
        if (!goes_on) {
            at_ = end;
            line_ = line;
            break;
        }
        if (breaks == 1) buffer_ += ' ';
        buffer_.append(breaks - 1, '\n');
    }
    return give_scalar(Style::Plain, buffer_, begin, at_, properties);
}

// --- quoted

// At a line break, or at blanks: blanks before a break and after it do not count.
bool Syntax::fold_quoted(int parent, bool is_escaped) {
    const std::size_t begin = at_;
    skip_blanks();
    if (!is_break(at_)) {
        buffer_.append(text_.substr(begin, at_ - begin));
        return true;
    }
    std::size_t breaks = 0;
    while (is_break(at_) && !is_end(at_)) {
        skip_break();
        ++breaks;
        if (is_marker(line_)) return fail_at(at_, "a document marker inside a quoted text");
        skip_blanks();
    }
    if (is_end(at_)) return true;
    if (indent() <= parent && !options_.loose_indent)
        return fail_at(at_, "a quoted text goes on left of where it belongs",
                       "indent it more than the key or item it belongs to");
    if (breaks == 1 && !is_escaped) buffer_ += ' ';
    buffer_.append(breaks - 1, '\n');
    return true;
}

bool Syntax::single_quoted(int parent, Properties&& properties) {
    const std::size_t begin = at_++;
    buffer_.clear();
    while (!is_end(at_)) {
        if (is_space(at_)) {
            if (!fold_quoted(parent, false)) return false;
        } else if (peek(at_) == '\'') {
            ++at_;
            if (peek(at_) != '\'')
                return give_scalar(Style::SingleQuoted, buffer_, begin, at_, properties);
            buffer_ += '\'';
            ++at_;
        } else {
            const std::size_t end = std::min(text_.find_first_of("' \t\r\n", at_), text_.size());
            buffer_.append(text_.substr(at_, end - at_));
            at_ = end;
        }
    }
    return fail_at(begin, "a quoted text without its closing quote");
}

bool Syntax::double_quoted(int parent, Properties&& properties) {
    const std::size_t begin = at_++;
    buffer_.clear();
    while (!is_end(at_)) {
        if (is_space(at_)) {
            if (!fold_quoted(parent, false)) return false;
        } else if (peek(at_) == '"') {
            ++at_;
            return give_scalar(Style::DoubleQuoted, buffer_, begin, at_, properties);
        } else if (peek(at_) == '\\') {
            ++at_;
            if (is_end(at_)) break;
            if (is_break(at_) ? !fold_quoted(parent, true) : !escape()) return false;
        } else {
            const std::size_t end = std::min(text_.find_first_of("\"\\ \t\r\n", at_), text_.size());
            buffer_.append(text_.substr(at_, end - at_));
            at_ = end;
        }
    }
    return fail_at(begin, "a quoted text without its closing quote");
}

// Behind the backslash.
bool Syntax::escape() {
    constexpr std::string_view kNames = "0abt\tnvfre \"/\\N_LP";
    constexpr char32_t kMeant[] = {0,    7,   8,   9,   9,    10,   11,   12,     13,
                                   0x1B, ' ', '"', '/', '\\', 0x85, 0xA0, 0x2028, 0x2029};
    const std::size_t begin = at_ - 1;
    const char c = peek(at_++);
    if (const std::size_t found = kNames.find(c); found != kNames.npos) {
        base::append_utf8(buffer_, kMeant[found]);
        return true;
    }
    const int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    const auto read_hex = [&](int count) -> std::optional<std::uint32_t> {
        std::uint32_t value = 0;
        for (int at = 0; at < count; ++at) {
            const char digit = peek(at_++);
            const bool is_digit = digit >= '0' && digit <= '9';
            const char lower = static_cast<char>(digit | 0x20);
            if (!is_digit && (lower < 'a' || lower > 'f')) return std::nullopt;
            value =
                value * 16 + static_cast<std::uint32_t>(is_digit ? digit - '0' : lower - 'a' + 10);
        }
        return value;
    };
    std::optional<std::uint32_t> code = digits > 0 ? read_hex(digits) : std::nullopt;
    // JSON writes what lies beyond 16 bits as two halves.
    if (code && *code >= 0xD800 && *code <= 0xDBFF && text_.substr(at_, 2) == "\\u") {
        at_ += 2;
        const auto low = read_hex(4);
        if (!low || *low < 0xDC00 || *low > 0xDFFF)
            return fail_at(begin, "half of a surrogate pair");
        code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
    }
    if (!code)
        return fail_at(begin, "an escape that YAML does not know", "write \\\\ for a backslash");
    if (*code > 0x10FFFF || (*code >= 0xD800 && *code <= 0xDFFF))
        return fail_at(begin, "an escape that is not a character");
    base::append_utf8(buffer_, *code);
    return true;
}

}  // namespace understudy::yaml
