#include "app/inline_allow.hpp"

#include <gtest/gtest.h>

#include <string>

namespace understudy::app {

namespace {

// What is said of the text's character `@`.
Allow judge(std::string_view text, std::string_view rule = "key.token") {
    return InlineAllows(text).judge(text.find('@'), rule);
}

}  // namespace

TEST(InlineAllow, HoldsForItsLineAndTheLineBelow) {
    EXPECT_EQ(judge("t = @ # understudy:allow key.token a test value\n"), Allow::Yes);
    EXPECT_EQ(judge("# understudy:allow key.token a test value\nt = @\n"), Allow::Yes);
    EXPECT_EQ(judge("# understudy:allow key.token a test value\r\nt = @"), Allow::Yes);
    EXPECT_EQ(judge("x\n/* understudy:allow key.token why */ @"), Allow::Yes);
    EXPECT_EQ(judge("# understudy:allow key.token a test value\n\nt = @\n"), Allow::No);
    EXPECT_EQ(judge("t = @\n# understudy:allow key.token a test value\n"), Allow::No);
    EXPECT_EQ(judge("@"), Allow::No);
}

TEST(InlineAllow, NamesTheRuleExactly) {
    EXPECT_EQ(judge("@ understudy:allow key.password why"), Allow::No);
    EXPECT_EQ(judge("@ understudy:allow key.token2 why"), Allow::No);
    EXPECT_EQ(judge("@ understudy:allow key why"), Allow::No);
    EXPECT_EQ(judge("@ understudy:allowed key.token why"), Allow::No);
    EXPECT_EQ(judge("@ understudy:allow key.password why understudy:allow key.token why"),
              Allow::Yes);
}

TEST(InlineAllow, NeedsAReason) {
    EXPECT_EQ(judge("@ understudy:allow key.token"), Allow::WithoutReason);
    EXPECT_EQ(judge("@ /* understudy:allow key.token */"), Allow::WithoutReason);
    EXPECT_EQ(judge("@ <!-- understudy:allow key.token -->"), Allow::WithoutReason);
    EXPECT_EQ(judge("{\"a\": \"@\", \"c\": \"understudy:allow key.token\"}"), Allow::WithoutReason);
    EXPECT_EQ(judge("@ understudy:allow"), Allow::WithoutReason);
    EXPECT_EQ(judge("@ understudy:allow *"), Allow::WithoutReason);
    EXPECT_EQ(judge("@ understudy:allow key.token understudy:allow key.password why"),
              Allow::WithoutReason);
    EXPECT_EQ(judge("@ understudy:allow key.token\n"), Allow::WithoutReason);
}

TEST(InlineAllow, AnyNumberOfThemIsReadInOnePass) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "understudy:allow x ";
    text += "@\n";
    EXPECT_EQ(judge(text), Allow::No);
    EXPECT_EQ(judge("understudy:allow key.token why " + text), Allow::Yes);
}

}  // namespace understudy::app
