#include "report/shown.hpp"

#include <gtest/gtest.h>

#include "report/impl/excerpt.hpp"

namespace understudy::report {
namespace {

TEST(Shown, WhatATerminalWouldActOnBecomesVisible) {
    struct Case {
        std::string_view text;
        std::string_view shown;
    };
    using namespace std::string_view_literals;
    constexpr Case kCases[] = {
        {"plain ünïcode 漢字", "plain ünïcode 漢字"},
        {"a\x1b[2Jb", "a\\x1b[2Jb"},
        {"bell\a nul\0 del\x7f"sv, "bell\\x07 nul\\x00 del\\x7f"},
        {"c1 \xc2\x9b", "c1 \\u{9b}"},
        {"bidi \xe2\x80\xae", "bidi \\u{202e}"},
        {"bom \xef\xbb\xbf", "bom \\u{feff}"},
        {"not XML \xef\xbf\xbf", "not XML \\u{ffff}"},
        {"bad \xff byte", "bad \xef\xbf\xbd byte"},
        {"a\r\n\tb", "a\\r\\n\\tb"},
    };
    for (const Case& c : kCases) EXPECT_EQ(shown(c.text), c.shown);
}

TEST(Shown, BreaksStayWhereAsked) {
    EXPECT_EQ(shown("a\n\tb\r", Breaks::Keep), "a\n\tb\\r");
}

TEST(Shown, LongValuesAreCutBetweenCharacters) {
    std::string text(198, 'x');  // with the opening quote, byte 200 falls inside the next character
    text += "漢字漢字";
    const std::string out = shown_value(json::Value(text));
    EXPECT_EQ(out, "\"" + std::string(198, 'x') + "...");
}

TEST(Shown, ValuesSpeakTheirWords) {
    Values values;
    EXPECT_EQ(shown_values(values), "");
    values.second = json::Value::number("10.50");
    EXPECT_EQ(shown_values(values), "expected nothing, actual 10.50");
    values.words = Values::Words::BeforeAfter;
    values.first = json::Value();
    EXPECT_EQ(shown_values(values), "null -> 10.50");
}

TEST(Shown, ValuesAreNotSaidTwice) {
    Finding finding;
    finding.values = {Values::Words::BeforeAfter, json::Value(1), json::Value(2)};
    finding.message = "changed /amount";
    EXPECT_EQ(values_beside_message(finding), "1 -> 2");
    finding.message = "changed /amount: 1 -> 2";
    EXPECT_EQ(values_beside_message(finding), "");
}

TEST(Excerpt, CaretStandsUnderThePlace) {
    struct Case {
        base::Mark mark;
        std::string_view excerpt;
    };
    const Case kCases[] = {
        {{"f", 1, 3, 2, "abcdef", 1}, "    abcdef\n      ^~\n"},
        {{"f", 1, 3, 0, "abcdef", 1}, "    abcdef\n      ^\n"},
        {{"f", 1, 7, 1, "abcdef", 1}, "    abcdef\n          ^\n"},       // end of the line
        {{"f", 1, 5, 9, "abcdef", 1}, "    abcdef\n        ^~\n"},        // longer than the line
        {{"f", 1, 102, 1, "bcd", 101}, "    bcd\n     ^\n"},              // cut line
        {{"f", 1, 3, 1, "\x1b\txy", 1}, "    \\x1b xy\n         ^\n"},    // escapes are wider
        {{"f", 1, 2, 1, "ü漢y", 1}, "    ü漢y\n     ^\n"},                // characters, not bytes
        {{"f", 1, 4294967295U, 4294967295U, "a", 1}, "    a\n     ^\n"},  // absurd numbers
        {{"f", 0, 0, 0, "abc", 1}, ""},
        {{"f", 1, 1, 1, "", 1}, ""},
    };
    for (const Case& c : kCases) EXPECT_EQ(excerpt_of(c.mark), c.excerpt);
}

}  // namespace
}  // namespace understudy::report
