#include "base/error.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/assert.hpp"
#include "base/result.hpp"

namespace understudy::base {
namespace {

Error sample() {
    const Source source{"pack.yaml", "fields:\n  amuont: 3\n"};
    return Error{
        Code::Internal, {{"what", "a sample"}, {"nearest", "amount"}}, source.mark(10, 16), {}};
}

TEST(Error, RenderedForPeople) {
    EXPECT_EQ(
        render(sample()),
        "pack.yaml:2:3: error: internal error: a sample [base.internal]\n"
        "      amuont: 3\n"
        "      ^~~~~~\n"
        "  hint: did you mean \"amount\"? this is a bug in understudy; please report it with the "
        "line above\n");
}

TEST(Error, AGroupShowsEveryReason) {
    Error group{
        Code::Internal, {{"what", "group"}}, Mark{"f", 0, 0, 0, {}, 0}, {sample(), sample()}};
    const std::string text = render(group);
    std::size_t reasons = 0;
    for (std::size_t at = text.find("pack.yaml:2:3"); at != std::string::npos;
         at = text.find("pack.yaml:2:3", at + 1)) {
        ++reasons;
    }
    EXPECT_EQ(reasons, 2U);
    EXPECT_EQ(text.substr(0, 9), "f: error:");
}

TEST(Error, ColourOnlyWhenAskedFor) {
    EXPECT_EQ(render(sample()).find('\x1b'), std::string::npos);
    EXPECT_NE(render(sample(), {.colour = true}).find("\x1b[1;31m"), std::string::npos);
}

TEST(Error, TabsAndControlCharactersDoNotMoveTheCaret) {
    const Source source{"f", "\tx: \x1b[31m\n"};
    const std::string text = render(Error{Code::Internal, {}, source.mark(1, 2), {}});
    EXPECT_NE(text.find("     x:  [31m\n     ^\n"), std::string::npos) << text;
}

TEST(Code, NamesAreUniqueAndFoundAgain) {
    std::set<std::string_view> names;
    for (const Code code : all_codes()) {
        EXPECT_TRUE(names.insert(name_of(code)).second) << name_of(code);
        EXPECT_FALSE(sentence_of(code).empty()) << name_of(code);
        EXPECT_EQ(code_named(name_of(code)), code);
    }
    EXPECT_FALSE(code_named("no.such_code"));
}

Result<int> half(int number) {
    if (number % 2 != 0) return fail(Code::Internal, {{"what", "odd"}});
    return number / 2;
}

Result<int> quarter(int number) {
    return TRY(half(TRY(half(number))));
}

TEST(Result, TryReturnsTheFirstError) {
    EXPECT_EQ(quarter(12).value(), 3);
    EXPECT_EQ(quarter(6).error().arg("what"), "odd");
}

TEST(AssertDeathTest, AFailedAssertionSaysWhyAndExitsWith70) {
    EXPECT_EXIT(ASSERT(1 == 2, "numbers must agree"), testing::ExitedWithCode(70),
                "bug: numbers must agree \\(1 == 2\\) at error_test.cpp");
}

}  // namespace
}  // namespace understudy::base
