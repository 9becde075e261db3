// Regex: matching, and the ECMA-262 dialect translated, refused or called wrong.
#include "base/regex.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"

namespace understudy::base {
namespace {

using Dialect = Regex::Dialect;

std::string why(std::string_view pattern, Dialect dialect = Dialect::Ecma) {
    const Result<Regex> regex = Regex::compile(pattern, dialect);
    return regex ? "compiles" : std::string(regex.error().arg("reason"));
}

std::optional<Code> code_of(std::string_view pattern, Dialect dialect = Dialect::Ecma) {
    const Result<Regex> regex = Regex::compile(pattern, dialect);
    return regex ? std::nullopt : std::optional(regex.error().code);
}

struct Match {
    std::string_view pattern, text;
    bool found;
};

void expect_matches(std::span<const Match> cases, Dialect dialect) {
    for (const Match& c : cases) {
        const Result<Regex> regex = Regex::compile(c.pattern, dialect);
        ASSERT_TRUE(regex) << c.pattern << ": " << message(regex.error());
        EXPECT_EQ(regex->is_found_in(c.text), c.found) << c.pattern << " in " << quoted(c.text);
    }
}

TEST(Regex, FindsAnywhereOrMatchesWhole) {
    const Regex regex = *Regex::compile("b+");
    EXPECT_TRUE(regex.is_found_in("abbc"));
    EXPECT_FALSE(regex.matches_whole("abbc"));
    EXPECT_TRUE(regex.matches_whole("bb"));
    EXPECT_FALSE(regex.is_found_in(std::string_view()));
    EXPECT_EQ(regex.pattern(), "b+");
}

TEST(Regex, GivesPlacesAndGroups) {
    const Regex regex = *Regex::compile("(a)|(b)(x*)");
    const std::optional<Regex::Match> match = regex.find("--b--");
    ASSERT_TRUE(match);
    EXPECT_EQ(match->begin, 2U);
    EXPECT_EQ(match->end, 3U);
    ASSERT_EQ(match->groups.size(), 3U);
    EXPECT_FALSE(match->groups[0]);
    EXPECT_EQ(match->groups[1], "b");
    EXPECT_EQ(match->groups[2], "");
    EXPECT_FALSE(regex.find("--b--", 3));
    EXPECT_FALSE(regex.find("b", 2));
    EXPECT_FALSE(Regex::compile("^b")->find("ab", 1));
    EXPECT_TRUE(Regex::compile("")->find(std::string_view()));
}

TEST(Regex, ReplacesEveryMatchOnce) {
    struct Case {
        std::string_view pattern, text, with, expected;
    };
    const Case cases[] = {
        {"b", "abcb", "x", "axcx"},
        {"(\\w+)@(\\w+)", "me@home", "\\2 at \\1", "home at me"},
        {"(\\w+)@(\\w+)", "me@home", "<\\0>", "<me@home>"},
        {"a", "a", "\\\\ \\1 \\n", "\\  \\n"},
        {"x*", "abc", "-", "-a-b-c-"},
        {"x*", "axc", "-", "-a-c-"},
        {"", "\u00e4", "-", "-\u00e4-"},
        {"b", "none", "x", "none"},
        {"a", "", "x", ""},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(Regex::compile(c.pattern)->replace_all(c.text, c.with), c.expected) << c.pattern;
    }
}

TEST(Regex, CopiesShareOnePattern) {
    Regex a = *Regex::compile("a");
    Regex b = *Regex::compile("b");
    Regex copy = a;
    b = copy;
    Regex moved = std::move(copy);
    a = std::move(moved);
    EXPECT_TRUE(a.matches_whole("a"));
    EXPECT_TRUE(b.matches_whole("a"));
}

TEST(Ecma, MeansWhatTheStandardMeans) {
    const Match cases[] = {
        {"^abc$", "abc", true},
        {"^abc$", "abc\n", false},
        {"b$", "b\nc", false},
        {"^c", "b\nc", false},
        {"^.$", "\n", false},
        {"^.$", "\r", false},
        {"^.$", "\u2028", false},
        {"^.$", "\u2029", false},
        {"^.$", "\u0085", true},
        {"^.$", "\U0001F600", true},
        {"^\\d$", "5", true},
        {"^\\d$", "\u0665", false},
        {"^\\D$", "\u0665", true},
        {"^\\w$", "_", true},
        {"^\\w$", "\u00e9", false},
        {"^\\W$", "\u00e9", true},
        {"^\\s$", "\v", true},
        {"^\\s$", "\u00a0", true},
        {"^\\s$", "\ufeff", true},
        {"^\\s$", "\u2003", true},
        {"^\\s$", "\u200b", false},
        {"^\\S$", "\u2003", false},
        {"^\\S$", "\u200b", true},
        {"^[\\S]$", "\u3000", false},
        {"^[^\\S]$", "\u3000", true},
        {"^[\\s\\d]$", "\u3000", true},
        {"\\bfoo\\b", "a foo b", true},
        {"\\Bo", "foo", true},
        {"^\\cC$", "\x03", true},
        {"^\\cc$", "\x03", true},
        {"^\\t\\n\\v\\f\\r$", "\t\n\v\f\r", true},
        {"^[\\b]$", "\b", true},
        {"^\\0$", std::string_view("\0", 1), true},
        {"^\\x41\\u0042\\u{43}$", "ABC", true},
        {"^\\uD83D\\uDE00$", "\U0001F600", true},
        {"^[\\uD83D\\uDE00-\\u{1F64F}]$", "\U0001F601", true},
        {"^\\uD83D", "\U0001F600", false},
        {"^\\/\\-\\@\\ \\_\\#$", "/-@ _#", true},
        {"^[\\w-.]+$", "a-.", true},
        {"^[a\\-z]+$", "a-z", true},
        {"^[a\\-z]$", "b", false},
        {"^[-a]$", "-", true},
        {"^[a-]$", "-", true},
        {"^[[]$", "[", true},
        {"^[.*]$", "*", true},
        {"^[.]$", "x", false},
        {"^[&&~~]$", "&", true},
        {"^[:alpha:]$", "h", true},
        {"^[[:digit:]]$", ":]", true},
        {"^[^]$", "\n", true},
        {"[]", "", false},
        {"^a[]*b$", "ab", true},
        {"^a{2}$", "aa", true},
        {"^a{2,}$", "aaa", true},
        {"^a{1,2}?$", "aa", true},
        {"^{a}$", "{a}", true},
        {"^a{,2}$", "a{,2}", true},
        {"^]}$", "]}", true},
        {"^(?<year>\\d{4})$", "2026", true},
        {"^(?<jahr\u00e4>\\d{4})$", "2026", true},
        {"^(?:a|b)+?$", "ab", true},
        {"^(|a)$", "", true},
        {"a|", "", true},
        {"^#%$", "#%", true},
        {"^\\\\Q.\\\\E$", "\\Qx\\E", true},
        {"(?:)", "", true},
    };
    expect_matches(cases, Dialect::Ecma);
}

TEST(Ecma, KnowsUnicodePropertiesByAllTheirNames) {
    const Match cases[] = {
        {"^\\p{L}$", "\u00e9", true},
        {"^\\p{Letter}$", "\u00e9", true},
        {"^\\p{gc=Letter}$", "5", false},
        {"^\\p{General_Category=Uppercase_Letter}$", "\u00c9", true},
        {"^\\P{Lu}$", "\u00c9", false},
        {"^\\p{digit}$", "\u09ea", true},
        {"^\\p{punct}$", "!", true},
        {"^\\p{Script=Greek}$", "\u03b1", true},
        {"^\\p{sc=Grek}$", "\u03b1", true},
        {"^\\P{Script=Greek}$", "\u03b1", false},
        {"^\\p{Script=Han}+$", "\u6f22\u5b57", true},
        {"^\\p{Any}$", "\n", true},
        {"\\P{Any}", "x", false},
        {"^\\p{ASCII}$", "x", true},
        {"^\\P{ASCII}$", "\u00e9", true},
        {"^[\\P{ASCII}x]$", "x", true},
        {"^\\p{LC}$", "\u01c5", true},
        {"^\\p{Cased_Letter}$", "\u6f22", false},
        {"^\\P{LC}$", "\u6f22", true},
        {"^[\\p{LC}5]$", "5", true},
        {"^\\p{Cn}$", "\u0378", true},
        {"^\\p{C}$", "\u0378", true},
        {"^\\p{C}$", "\x01", true},
        {"^\\p{Other}$", "a", false},
        {"^\\P{Other}$", "a", true},
        {"^[\\P{C}]$", "a", true},
        {"^\\p{Assigned}$", "a", true},
        {"^\\P{Assigned}$", "\u0378", true},
        {"^[\\p{L}\\p{Nd}]+$", "a5", true},
    };
    expect_matches(cases, Dialect::Ecma);
}

TEST(Ecma, RefusesWhatTakesMoreThanLinearTime) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"a(?=b)", "\"(?=\" at character 2 looks ahead"},
        {"a(?!b)", "\"(?!\" at character 2 looks ahead"},
        {"(?<=a)b", "\"(?<=\" at character 1 looks behind"},
        {"(?<!a)b", "\"(?<!\" at character 1 looks behind"},
        {"(a)\\1", "\"\\\\1\" at character 4 refers back to a group"},
        {"(?<n>a)\\k<n>", "\"\\\\k<n>\" at character 8 refers back to a group"},
        {"a{1001}", "\"{1001}\" at character 2 repeats too often"},
        {"a{99999999999999999999,}",
         "\"{99999999999999999999,}\" at character 2 repeats too often"},
        {"(a{100}){100}", "\"{100}\" repeats too often"},
        {"\\p{Emoji}",
         "\"\\\\p{Emoji}\" at character 1 is a property this program has no table for"},
        {"\\p{Script=Klingon}",
         "\"\\\\p{Script=Klingon}\" at character 1 is a property this program has no table for"},
        {"\\p{scx=Greek}",
         "\"\\\\p{scx=Greek}\" at character 1 is a property this program has no table for"},
        {"[\\p{Cn}a]", "\"\\\\p{Cn}\" at character 2 has no exact form inside a class"},
    };
    for (const auto& [pattern, reason] : cases) {
        EXPECT_EQ(why(pattern), reason) << pattern;
        EXPECT_EQ(code_of(pattern), Code::RegexUnsupported) << pattern;
    }
    EXPECT_EQ(code_of(std::string(250, '(') + std::string(250, ')')), Code::RegexUnsupported);
    EXPECT_EQ(code_of(std::string(70'000, 'a')), Code::RegexUnsupported);
    EXPECT_EQ(
        code_of("((\\pL{500}\\pN{500}){1}|(\\pL{400}\\pM{600})|\\p{Han}{1000})", Dialect::Re2),
        Code::RegexUnsupported);
}

TEST(Ecma, SaysWhatIsWrongAndWhere) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"^(abc]", "\"(\" at character 2 is a group that is never closed"},
        {"abc)", "\")\" at character 4 closes no group"},
        {"[abc", "\"[\" at character 1 is a class that is never closed"},
        {"[z-a]", "\"z-a\" at character 2 is a range that runs backwards"},
        {"*a", "\"*\" at character 1 has nothing to repeat"},
        {"a**", "\"*\" at character 3 has nothing to repeat"},
        {"a|+", "\"+\" at character 3 has nothing to repeat"},
        {"a{2}{3}", "\"{3}\" at character 5 has nothing to repeat"},
        {"^*", "\"*\" at character 2 has nothing to repeat"},
        {"a{3,1}", "\"{3,1}\" at character 2 counts downwards"},
        {"\\a", "\"\\\\a\" at character 1 is not an ECMA-262 escape"},
        {"x\\Z", "\"\\\\Z\" at character 2 is not an ECMA-262 escape"},
        {"\\01", "\"\\\\0\" at character 1 is not an ECMA-262 escape"},
        {"[\\1]", "\"\\\\1\" at character 2 is not an ECMA-262 escape"},
        {"[\\B]", "\"\\\\B\" at character 2 is not an ECMA-262 escape"},
        {"\\k", "\"\\\\k\" at character 1 is not an ECMA-262 escape"},
        {"\\", "\"\\\\\" at character 1 escapes nothing"},
        {"\\x4", "\"\\\\x4\" at character 1 needs more hexadecimal digits"},
        {"\\u12", "\"\\\\u12\" at character 1 needs more hexadecimal digits"},
        {"\\u{}", "\"\\\\u{\" at character 1 needs hexadecimal digits in braces"},
        {"\\u{110000}", "\"\\\\u{11000\" at character 1 is past U+10FFFF"},
        {"\\c1", "\"\\\\c\" at character 1 needs a letter after it"},
        {"\\pL", "\"\\\\p\" at character 1 needs a property name in braces"},
        {"\\p{}", "\"\\\\p{\" at character 1 needs a property name in braces"},
        {"(?i)a", "\"(?i\" at character 1 starts no ECMA-262 group"},
        {"(?<1>a)", "\"(?<1\" at character 1 has no proper group name"},
        {"\u00e9(", "\"(\" at character 2 is a group that is never closed"},
        {"(?=a)(", "\"(\" at character 6 is a group that is never closed"},
        {"\xff", "it is not UTF-8"},
    };
    for (const auto& [pattern, reason] : cases) {
        EXPECT_EQ(code_of(pattern), Code::RegexBadSyntax) << pattern;
        EXPECT_EQ(why(pattern), reason) << pattern;
    }
    const Result<Regex> regex = Regex::compile("a**");
    ASSERT_FALSE(regex);
    EXPECT_EQ(message(regex.error()),
              "the pattern \"a**\" cannot be read: bad repetition operator: **");
}

TEST(IRegexp, DotStopsAtLineEndsOnly) {
    const Match cases[] = {
        {"^.$", "\u2028", true}, {"^.$", "\u2029", true},  {"^.$", "\n", false},
        {"^.$", "\r", false},    {"^\\p{Lu}$", "A", true},
    };
    expect_matches(cases, Dialect::IRegexp);
}

// Matching takes linear time: this pattern takes a backtracking engine longer than the universe
// has.
TEST(Regex, DoesNotBacktrack) {
    const Regex regex = *Regex::compile("^(a+)+$", Dialect::Ecma);
    EXPECT_FALSE(regex.is_found_in(std::string(50'000, 'a') + "b"));
}

RC_GTEST_PROP(EcmaLaws, AnEscapedTextFindsItself, (const std::u32string& raw)) {
    std::string text;
    std::string pattern = "^";
    for (const char32_t c : raw) {
        const char32_t point = c % 0x110000;
        if (point >= 0xD800 && point <= 0xDFFF) continue;
        append_utf8(text, point);
        const bool plain = point >= 0x80 || (point >= '0' && point <= '9') ||
                           (point >= 'A' && point <= 'Z') || (point >= 'a' && point <= 'z');
        if (!plain) pattern += '\\';
        append_utf8(pattern, point);
    }
    const Result<Regex> regex = Regex::compile(pattern + "$", Dialect::Ecma);
    RC_ASSERT(regex.has_value());
    RC_ASSERT(regex->is_found_in(text));
    RC_ASSERT(regex->matches_whole(text));
    RC_ASSERT(!regex->is_found_in(text + "\n"));
}

}  // namespace
}  // namespace understudy::base
