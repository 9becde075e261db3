// One pass over the pattern's code points, no recursion. Every literal that is not a letter or
// digit goes out as \x{...}, so nothing RE2 might read as its own syntax can slip through.
//
// Stricter than a browser where that catches mistakes (`\a`, `\Z` and stray octals are errors), as
// lenient as a browser where real schemas lean on it (`\-`, `\@`, a lone `{` or `]`, `[\w-.]`).
// What RE2 cannot say is only noted, and the pass goes on: bad syntax further on is the better
// news.
#include "base/impl/ecma.hpp"

#include <optional>
#include <vector>

#include "base/impl/char_set.hpp"
#include "base/text.hpp"

namespace understudy::base {

namespace {

constexpr std::size_t kMaxNesting = 200;
constexpr unsigned kMaxRepeat = 1000;  // RE2's own

// One character or one set of them.
struct Atom {
    std::optional<char32_t> point;
    CharSet set;
};

bool is_ascii_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}
bool is_ascii_letter(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}
bool is_surrogate(char32_t c) {
    return c >= 0xD800 && c <= 0xDFFF;
}

std::optional<unsigned> hex_value(char32_t c) {
    if (is_ascii_digit(c)) return c - U'0';
    if (c >= U'a' && c <= U'f') return c - U'a' + 10;
    if (c >= U'A' && c <= U'F') return c - U'A' + 10;
    return std::nullopt;
}

void append_literal(std::string& out, char32_t c) {
    if (is_ascii_digit(c) || is_ascii_letter(c) || (c >= 0x80 && !is_surrogate(c))) {
        append_utf8(out, c);
        return;
    }
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string digits;
    for (char32_t rest = c; digits.empty() || rest != 0; rest /= 16) digits += kHex[rest % 16];
    out += "\\x{";
    out.append(digits.rbegin(), digits.rend());
    out += '}';
}

class Translator {
public:
    Translator(std::string_view pattern, Dot dot)
        : given_(pattern), pattern_(to_code_points(pattern)), dot_(dot) {}

    Result<std::string> run();

private:
    bool at_end() const { return at_ >= pattern_.size(); }
    char32_t peek(std::size_t ahead = 0) const {
        return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : U'\0';
    }
    bool take(char32_t c) {
        if (at_end() || pattern_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string text(std::size_t begin) const {
        return to_utf8(std::u32string_view(pattern_).substr(begin, at_ - begin));
    }

    Failure bad(std::string_view what, std::size_t begin) const;
    void note_unsupported(std::string_view what, std::size_t begin);

    Result<void> step();
    Result<void> open_group();
    Result<void> close_group();
    Result<std::string> group_name(std::size_t begin);
    Result<void> repeat();
    bool is_count() const;
    unsigned count();
    Result<void> escape();
    Result<void> back_reference(std::size_t begin);
    Result<Atom> atom_escape(std::size_t begin);
    Result<char32_t> character_escape(std::size_t begin);
    Result<char32_t> hex_escape(std::size_t begin, int digits);
    Result<char32_t> unicode_escape(std::size_t begin);
    Result<CharSet> property_escape(std::size_t begin, bool negated);
    Result<void> char_class();
    Result<Atom> class_atom(std::size_t begin);
    void append_atom(std::string& items, const Atom& atom);

    std::string_view given_;
    std::u32string pattern_;
    Dot dot_;
    std::size_t at_ = 0;
    std::string out_;
    std::vector<std::size_t> open_;  // where each group that is still open began
    bool can_repeat_ = false;        // does something stand here for * to repeat?
    std::string unsupported_;        // the first such reason
};

Result<std::string> Translator::run() {
    while (!at_end()) TRY_VOID(step());
    if (!open_.empty()) {
        at_ = open_.back() + 1;
        return bad("is a group that is never closed", open_.back());
    }
    if (!unsupported_.empty()) {
        return fail(regex_error(Code::RegexUnsupported, given_, unsupported_));
    }
    return std::move(out_);
}

Failure Translator::bad(std::string_view what, std::size_t begin) const {
    std::string reason = at_ > begin ? quoted(text(begin)) : std::string("the end");
    reason.append(" at character ").append(std::to_string(begin + 1)).append(" ").append(what);
    return fail(regex_error(Code::RegexBadSyntax, given_, reason));
}

void Translator::note_unsupported(std::string_view what, std::size_t begin) {
    if (!unsupported_.empty()) return;
    unsupported_ = quoted(text(begin));
    unsupported_.append(" at character ")
        .append(std::to_string(begin + 1))
        .append(" ")
        .append(what);
}

Result<void> Translator::step() {
    const char32_t c = peek();
    switch (c) {
        case U'\\': return escape();
        case U'[': return char_class();
        case U'(': return open_group();
        case U')': return close_group();
        case U'*':
        case U'+':
        case U'?': return repeat();
        case U'{':
            if (is_count()) return repeat();
            break;
        default: break;
    }
    ++at_;
    can_repeat_ = c != U'|' && c != U'^' && c != U'$';
    switch (c) {
        case U'|':
        case U'^': out_ += static_cast<char>(c); break;
        case U'$': out_ += "\\z"; break;
        case U'.': out_ += dot_ == Dot::Ecma ? R"([^\n\r\x{2028}\x{2029}])" : R"([^\n\r])"; break;
        default: append_literal(out_, c);
    }
    return {};
}

Result<void> Translator::open_group() {
    const std::size_t begin = at_++;
    open_.push_back(begin);
    can_repeat_ = false;
    if (open_.size() == kMaxNesting) note_unsupported("is nested too deeply", begin);
    if (!take(U'?')) {
        out_ += '(';
        return {};
    }
    if (take(U':')) {
        out_ += "(?:";
        return {};
    }
    if (take(U'=') || take(U'!')) {
        note_unsupported("looks ahead", begin);
        return {};
    }
    if (!take(U'<')) {
        ++at_;
        return bad("starts no ECMA-262 group", begin);
    }
    if (take(U'=') || take(U'!')) {
        note_unsupported("looks behind", begin);
        return {};
    }
    const std::string name = TRY(group_name(begin));
    // RE2 names are ASCII; a group under another name is reached by its number.
    const bool plain = name.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                           "0123456789_") == std::string::npos;
    out_ += plain ? "(?P<" + name + ">" : "(";
    return {};
}

Result<std::string> Translator::group_name(std::size_t begin) {
    const std::size_t start = at_;
    while (!at_end() && (is_ascii_letter(peek()) || is_ascii_digit(peek()) || peek() == U'_' ||
                         peek() == U'$' || peek() >= 0x80)) {
        ++at_;
    }
    const std::string name = text(start);
    if (name.empty() || is_ascii_digit(pattern_[start]) || !take(U'>')) {
        return bad("has no proper group name", begin);
    }
    return name;
}

Result<void> Translator::close_group() {
    const std::size_t begin = at_++;
    if (open_.empty()) return bad("closes no group", begin);
    open_.pop_back();
    out_ += ')';
    can_repeat_ = true;
    return {};
}

// {3}, {3,} or {3,5} stands here; any other { is just a character.
bool Translator::is_count() const {
    std::size_t ahead = 1;
    while (is_ascii_digit(peek(ahead))) ++ahead;
    if (ahead == 1) return false;
    if (peek(ahead) == U',') ++ahead;
    while (is_ascii_digit(peek(ahead))) ++ahead;
    return peek(ahead) == U'}';
}

unsigned Translator::count() {
    unsigned value = 0;
    for (; is_ascii_digit(peek()); ++at_) {
        if (value <= kMaxRepeat) value = value * 10 + (peek() - U'0');
    }
    return value;
}

Result<void> Translator::repeat() {
    const std::size_t begin = at_;
    const char32_t sign = pattern_[at_++];
    std::string counts;
    if (sign == U'{') {
        const unsigned least = count();
        unsigned most = least;
        counts = std::to_string(least);
        if (take(U',')) {
            counts += ',';
            if (peek() != U'}') {
                most = count();
                counts += std::to_string(most);
            }
        }
        take(U'}');
        if (most < least && most <= kMaxRepeat) return bad("counts downwards", begin);
        if (least > kMaxRepeat || most > kMaxRepeat) note_unsupported("repeats too often", begin);
    }
    const bool lazy = take(U'?');
    if (!can_repeat_) return bad("has nothing to repeat", begin);
    out_ += sign == U'{' ? "{" + counts + "}" : std::string(1, static_cast<char>(sign));
    if (lazy) out_ += '?';
    can_repeat_ = false;
    return {};
}

Result<void> Translator::escape() {
    const std::size_t begin = at_++;
    const char32_t c = peek();
    if (c == U'b' || c == U'B') {
        ++at_;
        out_ += c == U'b' ? "\\b" : "\\B";
        can_repeat_ = false;
        return {};
    }
    can_repeat_ = true;
    if ((c >= U'1' && c <= U'9') || c == U'k') return back_reference(begin);
    const Atom atom = TRY(atom_escape(begin));
    if (atom.point) {
        append_literal(out_, *atom.point);
    } else {
        out_ += bracketed(atom.set, false);
    }
    return {};
}

Result<void> Translator::back_reference(std::size_t begin) {
    if (take(U'k')) {
        if (!take(U'<')) return bad("is not an ECMA-262 escape", begin);
        TRY_VOID(group_name(begin));
    } else {
        while (is_ascii_digit(peek())) ++at_;
    }
    note_unsupported("refers back to a group", begin);
    return {};
}

Result<Atom> Translator::atom_escape(std::size_t begin) {
    const char32_t c = peek();
    const auto set = [this](std::string_view items) {
        ++at_;
        return Atom{std::nullopt, CharSet{std::string(items)}};
    };
    switch (c) {
        case U'd': return set("\\d");
        case U'D': return set("\\D");
        case U'w': return set("\\w");
        case U'W': return set("\\W");
        case U's':
        case U'S': ++at_; return Atom{std::nullopt, white_space(c == U'S')};
        case U'p':
        case U'P': ++at_; return Atom{std::nullopt, TRY(property_escape(begin, c == U'P'))};
        default: return Atom{TRY(character_escape(begin)), {}};
    }
}

Result<char32_t> Translator::character_escape(std::size_t begin) {
    if (at_end()) return bad("escapes nothing", begin);
    const char32_t c = pattern_[at_++];
    switch (c) {
        case U't': return U'\t';
        case U'n': return U'\n';
        case U'v': return U'\v';
        case U'f': return U'\f';
        case U'r': return U'\r';
        case U'x': return hex_escape(begin, 2);
        case U'u': return unicode_escape(begin);
        case U'c':
            if (!is_ascii_letter(peek())) return bad("needs a letter after it", begin);
            return static_cast<char32_t>(pattern_[at_++] % 32);
        case U'0':
            if (is_ascii_digit(peek())) return bad("is not an ECMA-262 escape", begin);
            return U'\0';
        default: break;
    }
    if (is_ascii_letter(c) || is_ascii_digit(c)) return bad("is not an ECMA-262 escape", begin);
    return c;
}

Result<char32_t> Translator::hex_escape(std::size_t begin, int digits) {
    char32_t value = 0;
    for (int i = 0; i < digits; ++i) {
        const std::optional<unsigned> digit = hex_value(peek());
        if (!digit) return bad("needs more hexadecimal digits", begin);
        value = value * 16 + *digit;
        ++at_;
    }
    return value;
}

// \u0041, \uD83D\uDE00 (one character), \u{1F600}
Result<char32_t> Translator::unicode_escape(std::size_t begin) {
    if (take(U'{')) {
        char32_t value = 0;
        const std::size_t start = at_;
        for (std::optional<unsigned> digit; (digit = hex_value(peek())); ++at_) {
            value = value * 16 + *digit;
            if (value > 0x10FFFF) return bad("is past U+10FFFF", begin);
        }
        if (at_ == start || !take(U'}')) return bad("needs hexadecimal digits in braces", begin);
        return value;
    }
    const char32_t first = TRY(hex_escape(begin, 4));
    if (first < 0xD800 || first > 0xDBFF || peek() != U'\\' || peek(1) != U'u') return first;
    const std::size_t second_begin = at_;
    at_ += 2;
    const Result<char32_t> second = hex_escape(second_begin, 4);
    if (!second || *second < 0xDC00 || *second > 0xDFFF) {
        at_ = second_begin;
        return first;
    }
    return 0x10000 + (first - 0xD800) * 0x400 + (*second - 0xDC00);
}

Result<CharSet> Translator::property_escape(std::size_t begin, bool negated) {
    if (!take(U'{')) return bad("needs a property name in braces", begin);
    const std::size_t start = at_;
    while (is_ascii_letter(peek()) || is_ascii_digit(peek()) || peek() == U'_' || peek() == U'=') {
        ++at_;
    }
    const std::string name = text(start);
    if (name.empty() || !take(U'}')) return bad("needs a property name in braces", begin);
    std::optional<CharSet> set = named_set(name, negated);
    if (!set) {
        note_unsupported("is a property this program has no table for", begin);
        set = any_character();
    }
    return std::move(*set);
}

Result<void> Translator::char_class() {
    const std::size_t begin = at_++;
    const bool negated = take(U'^');
    CharSet set;
    while (!take(U']')) {
        if (at_end()) {
            at_ = begin + 1;
            return bad("is a class that is never closed", begin);
        }
        const std::size_t first_begin = at_;
        const Atom first = TRY(class_atom(first_begin));
        if (peek() != U'-' || at_ + 1 >= pattern_.size() || peek(1) == U']') {
            append_atom(set.items, first);
            continue;
        }
        ++at_;
        const Atom second = TRY(class_atom(at_));
        if (first.point && second.point && *first.point > *second.point) {
            return bad("is a range that runs backwards", first_begin);
        }
        append_atom(set.items, first);
        if (first.point && second.point) {
            set.items += '-';
        } else {
            append_literal(set.items, U'-');
        }
        append_atom(set.items, second);
    }
    if (set.items.empty()) set = CharSet{any_character().items, true};
    out_ += bracketed(set, negated);
    can_repeat_ = true;
    return {};
}

Result<Atom> Translator::class_atom(std::size_t begin) {
    const char32_t c = pattern_[at_++];
    if (c != U'\\') return Atom{c, {}};
    if (take(U'b')) return Atom{U'\b', {}};
    Atom atom = TRY(atom_escape(begin));
    if (atom.set.negated) note_unsupported("has no exact form inside a class", begin);
    return atom;
}

void Translator::append_atom(std::string& items, const Atom& atom) {
    if (atom.point) {
        append_literal(items, *atom.point);
    } else {
        items += atom.set.items;
    }
}

}  // namespace

Result<std::string> translate_ecma(std::string_view pattern, Dot dot) {
    return Translator(pattern, dot).run();
}

Error regex_error(Code code, std::string_view pattern, std::string_view reason) {
    return Error{code, {{"pattern", quoted(pattern)}, {"reason", std::string(reason)}}, {}, {}};
}

}  // namespace understudy::base
