// Reads segments, selectors and strings of a JSONPath query; see impl/path_parser.hpp.
#include "json/impl/path_parser.hpp"

#include "base/text.hpp"

namespace understudy::json {

using base::Code;
using base::Failure;
using base::Result;

namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 10;
constexpr std::int64_t kMaxInteger = (std::int64_t{1} << 53) - 1;  // what every double can count

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

Result<Path::Query> PathParser::run() {
    if (text_.size() > kMaxBytes) {
        return fail(Code::JsonPathTooLong, {{"limit", std::to_string(kMaxBytes)}});
    }
    if (const auto bad = base::find_invalid_utf8(text_)) {
        at_ = *bad;
        text_ = text_.substr(0, *bad);
        return expected("valid UTF-8");
    }
    Query query;
    if (!take("$")) return expected("\"$\"");
    TRY_VOID(segments(query));
    if (!is_at_end()) return expected("\".\", \"..\", \"[\" or the end");
    return query;
}

std::string PathParser::column(std::size_t at) const {
    return std::to_string(base::count_code_points(text_.substr(0, at)) + 1);
}

Failure PathParser::expected(std::string_view what) const {
    std::string found = "the end";
    if (!is_at_end()) {
        std::size_t end = at_;
        base::next_code_point(text_, end);
        found = base::quoted(text_.substr(at_, end - at_));
    }
    return base::fail(Code::JsonPathSyntax, {{"query", base::quoted(text_)},
                                             {"expected", std::string(what)},
                                             {"column", column(at_)},
                                             {"found", std::move(found)}});
}

Failure PathParser::misuse(std::string_view problem, std::size_t at) const {
    return base::fail(Code::JsonPathMisuse, {{"query", base::quoted(text_)},
                                             {"problem", std::string(problem)},
                                             {"column", column(at)}});
}

// One level deeper; the caller counts depth_ down again.
Result<void> PathParser::enter() {
    if (depth_ >= kMaxNesting) {
        return fail(Code::JsonPathTooDeep,
                    {{"query", base::quoted(text_)}, {"limit", std::to_string(kMaxNesting)}});
    }
    ++depth_;
    return {};
}

// --- segments and selectors

Result<void> PathParser::segments(Query& query) {
    while (true) {
        const std::size_t before = at_;
        skip_space();
        if (take("..")) {
            query.segments.push_back(TRY(peek() == '[' ? bracketed(true) : dotted(true)));
        } else if (take(".")) {
            query.segments.push_back(TRY(dotted(false)));
        } else if (peek() == '[') {
            query.segments.push_back(TRY(bracketed(false)));
        } else {
            at_ = before;
            return {};
        }
    }
}

Result<Path::Query::Segment> PathParser::dotted(bool descendant) {
    Query::Segment segment{descendant, {}};
    Selector& selector = segment.selectors.emplace_back();
    if (take("*")) return segment;
    if (is_at_end() || !starts_name(peek())) {
        return expected(descendant ? "a name, \"*\" or \"[\"" : "a name or \"*\"");
    }
    selector.kind = Selector::Kind::Name;
    selector.name = shorthand_name();
    return segment;
}

std::string PathParser::shorthand_name() {
    const std::size_t begin = at_;
    while (!is_at_end() && (starts_name(peek()) || is_digit(peek()))) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
}

Result<Path::Query::Segment> PathParser::bracketed(bool descendant) {
    Query::Segment segment{descendant, {}};
    take("[");
    do {
        skip_space();
        segment.selectors.push_back(TRY(selector()));
        skip_space();
    } while (take(","));
    if (!take("]")) return expected("\",\" or \"]\"");
    return segment;
}

Result<Path::Query::Selector> PathParser::selector() {
    Selector result;
    const char c = peek();
    if (c == '\'' || c == '"') {
        result.kind = Selector::Kind::Name;
        result.name = TRY(string_literal());
        return result;
    }
    if (take("*")) return result;
    if (take("?")) {
        skip_space();
        result.kind = Selector::Kind::Filter;
        result.filter = std::make_unique<Logical>(TRY(any_of()));
        return result;
    }
    if (c == '-' || c == ':' || is_digit(c)) return index_or_slice();
    return expected("a name in quotes, an index, a slice, \"*\" or \"?\"");
}

Result<Path::Query::Selector> PathParser::index_or_slice() {
    Selector result;
    result.start = TRY(optional_integer());
    const std::size_t before = at_;
    skip_space();
    if (!take(":")) {
        at_ = before;
        result.kind = Selector::Kind::Index;
        result.index = result.start.value_or(0);
        return result;
    }
    result.kind = Selector::Kind::Slice;
    skip_space();
    result.end = TRY(optional_integer());
    skip_space();
    if (take(":")) {
        skip_space();
        const auto step = TRY(optional_integer());
        result.step = step.value_or(1);
    }
    return result;
}

Result<std::optional<std::int64_t>> PathParser::optional_integer() {
    if (peek() != '-' && !is_digit(peek())) return std::optional<std::int64_t>();
    return std::optional<std::int64_t>(TRY(integer()));
}

Result<std::int64_t> PathParser::integer() {
    const std::size_t begin = at_;
    const bool negative = take("-");
    if (!is_digit(peek())) return expected("a digit");
    if (peek() == '0') {
        ++at_;
        if (negative || is_digit(peek())) {
            return misuse("an integer has no leading zero and zero has no sign", begin);
        }
        return 0;
    }
    std::int64_t value = 0;
    for (; is_digit(peek()); ++at_) {
        value = value * 10 + (peek() - '0');
        if (value > kMaxInteger) return misuse("an integer is past 9007199254740991", begin);
    }
    return negative ? -value : value;
}

// --- strings

Result<std::string> PathParser::string_literal() {
    std::string out;
    const char quote = text_[at_++];
    while (peek() != quote || is_at_end()) {
        if (is_at_end()) return expected(quote == '"' ? "a closing \"" : "a closing '");
        if (static_cast<unsigned char>(peek()) < 0x20) return expected("no control character");
        if (take("\\")) {
            TRY_VOID(string_escape(out, quote));
        } else {
            out += text_[at_++];
        }
    }
    ++at_;
    return out;
}

Result<void> PathParser::string_escape(std::string& out, char quote) {
    constexpr std::string_view kLetters = "bfnrt/\\";
    constexpr std::string_view kMeant = "\b\f\n\r\t/\\";
    if (take("u")) {
        base::append_utf8(out, TRY(unicode_escape()));
        return {};
    }
    const char c = peek();
    if (c == quote && !is_at_end()) {
        out += c;
    } else if (const std::size_t i = kLetters.find(c); i != std::string_view::npos) {
        out += kMeant[i];
    } else {
        return expected("an escape: b f n r t / \\ u or the string's own quote");
    }
    ++at_;
    return {};
}

Result<char32_t> PathParser::unicode_escape() {
    const std::size_t begin = at_ - 2;
    const char32_t first = TRY(four_hex_digits());
    if (first < 0xD800 || first > 0xDFFF) return first;
    if (first <= 0xDBFF && take("\\u")) {
        const char32_t second = TRY(four_hex_digits());
        if (second >= 0xDC00 && second <= 0xDFFF) {
            return 0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00);
        }
    }
    return misuse("an escape is half of a surrogate pair", begin);
}

Result<char32_t> PathParser::four_hex_digits() {
    char32_t value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
        const char c = peek();
        const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (!is_digit(c) && !letter) return expected("a hexadecimal digit");
        value = value * 16 + static_cast<char32_t>(is_digit(c) ? c - '0' : (c & 7) + 9);
    }
    return value;
}

bool Path::Query::is_singular() const {
    for (const Segment& segment : segments) {
        if (segment.descendant || segment.selectors.size() != 1) return false;
        const Selector::Kind kind = segment.selectors.front().kind;
        if (kind != Selector::Kind::Name && kind != Selector::Kind::Index) return false;
    }
    return true;
}

Result<Path::Query> parse_query(std::string_view text) {
    return PathParser(text).run();
}

}  // namespace understudy::json
