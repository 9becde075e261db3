// The sets ECMA-262 names and RE2 does not, spelled out.
#include "base/impl/char_set.hpp"

#include "base/impl/unicode_names.hpp"

namespace understudy::base {

namespace {

constexpr std::string_view kAny = R"(\x{0}-\x{10FFFF})";
constexpr std::string_view kSpace =
    R"(\t\n\v\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF})";
constexpr std::string_view kNotSpace =
    R"(\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027})"
    R"(\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF})";
// Every assigned code point by category; RE2's C leaves the unassigned ones out.
constexpr std::string_view kVisible = R"(\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z})";
constexpr std::string_view kAssigned = R"(\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{C})";

std::string property(std::string_view name, bool negated) {
    std::string text = negated ? "\\P{" : "\\p{";
    return text.append(name).append("}");
}

}  // namespace

std::string bracketed(const CharSet& set, bool negated) {
    return (set.negated != negated ? "[^" : "[") + set.items + "]";
}

CharSet any_character() {
    return CharSet{std::string(kAny)};
}

CharSet white_space(bool negated) {
    return CharSet{std::string(negated ? kNotSpace : kSpace)};
}

std::optional<CharSet> named_set(std::string_view name, bool negated) {
    const std::size_t equals = name.find('=');
    std::string_view category;
    if (equals != std::string_view::npos) {
        const std::string_view key = name.substr(0, equals);
        const std::string_view value = name.substr(equals + 1);
        if (key == "Script" || key == "sc") {
            const std::string_view script = script_named(value);
            if (script.empty()) return std::nullopt;
            return CharSet{property(script, negated)};
        }
        if (key != "General_Category" && key != "gc") return std::nullopt;
        category = category_named(value);
    } else {
        if (name == "Any") return CharSet{std::string(kAny), negated};
        if (name == "ASCII") return CharSet{negated ? R"(\x{80}-\x{10FFFF})" : R"(\x{0}-\x{7F})"};
        if (name == "Assigned") return CharSet{std::string(kAssigned), negated};
        category = category_named(name);
    }
    if (category.empty()) return std::nullopt;
    if (category == "C") return CharSet{std::string(kVisible), !negated};
    if (category == "Cn") return CharSet{std::string(kAssigned), !negated};
    if (category == "LC") return CharSet{R"(\p{Lu}\p{Ll}\p{Lt})", negated};
    return CharSet{property(category, negated)};
}

}  // namespace understudy::base
