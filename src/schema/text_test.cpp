// Recognises the simple patterns; everything else goes to base::Regex.
#include "schema/impl/text_test.hpp"

namespace understudy::schema {
namespace {

constexpr std::string_view kSpecial = "\\^$.|?*+()[]{}";

bool is_plain(std::string_view text) {
    for (const char c : text) {
        if (kSpecial.find(c) != std::string_view::npos) return false;
    }
    return true;
}

}  // namespace

TextTest TextTest::compile(std::string_view pattern) {
    TextTest test;
    test.pattern_ = std::string(pattern);
    if (test.take_literal() || test.take_class()) return test;
    base::Result<base::Regex> engine = base::Regex::compile(pattern, base::Regex::Dialect::Ecma);
    if (engine) {
        test.engine_ = std::move(*engine);
        test.way_ = Way::Engine;
    } else {
        test.refused_ = std::move(engine).error();
    }
    return test;
}

bool TextTest::is_broken() const {
    return refused_ && refused_->code == base::Code::RegexBadSyntax;
}

bool TextTest::take_literal() {
    std::string_view rest = pattern_;
    const bool from_start = rest.starts_with('^');
    if (from_start) rest.remove_prefix(1);
    const bool to_end = rest.ends_with('$') && !rest.ends_with("\\$");
    if (to_end) rest.remove_suffix(1);
    if (!is_plain(rest) || (to_end && !from_start)) return false;
    literal_ = std::string(rest);
    way_ = !from_start ? Way::Anywhere : to_end ? Way::Whole : Way::Prefix;
    return true;
}

// ^[a-zA-Z0-9._-]+$ and the like: ranges of plain ASCII characters, `+` or `*`, both ends tied.
bool TextTest::take_class() {
    std::string_view rest = pattern_;
    if (!rest.starts_with("^[") || rest.size() < 6 || !rest.ends_with('$')) return false;
    const char repeat = rest[rest.size() - 2];
    if ((repeat != '+' && repeat != '*') || rest[rest.size() - 3] != ']') return false;
    const std::string_view inside = rest.substr(2, rest.size() - 5);
    if (inside.empty() || inside.front() == '^') return false;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const char c = inside[i];
        if (c < ' ' || c == '\\' || c == '[' || c == ']' || c == '\x7F') return false;
        const bool range = i + 2 < inside.size() && inside[i + 1] == '-';
        const char last = range ? inside[i + 2] : c;
        if (last < c || last == '\\' || last == '[' || last == '\x7F') return false;
        for (int each = c; each <= last; ++each) class_.set(static_cast<std::size_t>(each));
        if (range) i += 2;
    }
    least_ = repeat == '+' ? 1 : 0;
    way_ = Way::Class;
    return true;
}

bool TextTest::is_of_class(std::string_view text) const {
    if (text.size() < least_) return false;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 128 || !class_[byte]) return false;
    }
    return true;
}

}  // namespace understudy::schema
