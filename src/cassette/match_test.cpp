#include "cassette/match.hpp"

#include <gtest/gtest.h>

namespace understudy::cassette {
namespace {

CommandInput call(std::vector<std::string> args) {
    CommandInput input;
    input.program = "gh";
    input.args = std::move(args);
    return input;
}

Match matching(bool stdin_body, bool cwd) {
    Match policy;
    policy.stdin_body = stdin_body;
    policy.cwd = cwd;
    return policy;
}

std::string key(const CommandInput& input, const Match& policy = {}) {
    return key_text(input, policy, {});
}

TEST(Match, ArgumentsAreHashedWithTheirLengthsP65) {
    EXPECT_NE(key(call({"a\nb"})), key(call({"a", "b"})));
    EXPECT_NE(key(call({"a", ""})), key(call({"a"})));
    EXPECT_NE(key(call({"1:a"})), key(call({"a"})));
    EXPECT_NE(key(call({"ab", "c"})), key(call({"a", "bc"})));
    EXPECT_EQ(key(call({"a", "b"})), key(call({"a", "b"})));
    EXPECT_EQ(key_of(call({"a"}), {}, {}).size(), 32U);
}

TEST(Match, OnlyWhatThePolicyNamesCounts) {
    CommandInput one = call({"x"});
    CommandInput other = one;
    other.cwd = "root/sub";
    other.env = {{"A", "1"}};
    other.stdin_body = Body{"in", {}};
    EXPECT_EQ(key(one), key(other));
    EXPECT_NE(key(one, matching(true, false)), key(other, matching(true, false)));
    EXPECT_NE(key(one, matching(false, true)), key(other, matching(false, true)));
    Match env;
    env.env = {"A"};
    EXPECT_NE(key(one, env), key(other, env));
    env.env = {"B"};
    EXPECT_EQ(key(one, env), key(other, env));
}

TEST(Match, NoStdinIsNotEmptyStdin) {
    CommandInput none = call({});
    CommandInput empty = none;
    empty.stdin_body = Body{};
    EXPECT_NE(key(none, matching(true, false)), key(empty, matching(true, false)));
}

TEST(Match, VariablesAreFilledAndLiteralsStay) {
    const std::vector<Variable> vars = {{"issue", plan::Capture::Type::Integer, 41},
                                        {"repo", plan::Capture::Type::String, "acme/x"}};
    EXPECT_EQ(filled("${repo}/issues/${issue}", vars), "acme/x/issues/41");
    EXPECT_EQ(filled("$${issue}", vars), "${issue}");
    EXPECT_EQ(filled("${other} ${", vars), "${other} ${");
    for (const std::string_view text : {"${a}", "$${a}", "$", "${", "a${b}c${", "$$", ""}) {
        EXPECT_EQ(filled(unfilled(text), vars), text);
    }
}

TEST(Match, Wildcards) {
    EXPECT_TRUE(fits_wildcard("GH_*", "GH_TOKEN"));
    EXPECT_TRUE(fits_wildcard("*", ""));
    EXPECT_TRUE(fits_wildcard("a?c*e", "abcdde"));
    EXPECT_FALSE(fits_wildcard("GH_*", "XGH_A"));
    EXPECT_FALSE(fits_wildcard("", "a"));
    using Texts = std::vector<std::string>;
    EXPECT_TRUE(fits_wildcards(Texts{"auth", "**"}, Texts{"auth", "status", "-h"}));
    EXPECT_TRUE(fits_wildcards(Texts{"auth", "**"}, Texts{"auth"}));
    EXPECT_FALSE(fits_wildcards(Texts{"auth", "*"}, Texts{"auth"}));
    EXPECT_FALSE(fits_wildcards(Texts{"auth"}, Texts{"auth", "status"}));
}

TEST(Match, SealedCallsDifferInNumbersOfPseudonymsOnly) {
    const CommandInput live = call({"--token", "ghp_abcdef", "--limit", "5"});
    const CommandInput sealed = call({"--token", "ghp_xx0001", "--limit", "5"});
    EXPECT_TRUE(fits_sealed(live, sealed, call({"--token", "ghp_xx0003", "--limit", "5"}), {}));
    EXPECT_FALSE(fits_sealed(live, sealed, call({"--token", "ghp_xx0003", "--limit", "9"}), {}));
    EXPECT_FALSE(fits_sealed(live, sealed, call({"--token", "sk_xx0003", "--limit", "5"}), {}));
}

struct NearCase {
    std::vector<std::string> call, recorded;
    std::vector<std::string> differences;
};

TEST(Near, SaysWhichPartDiffered) {
    const NearCase cases[] = {
        {{"pr", "list", "--limit", "5"},
         {"pr", "list", "--limit", "10"},
         {"argument 4: \"5\", not \"10\""}},
        {{"pr", "list", "--web"}, {"pr", "list"}, {"argument 3: \"--web\" is not in it"}},
        {{"pr", "list"},
         {"pr", "-R", "x", "list"},
         {"argument 2: it has \"-R\" here", "argument 2: it has \"x\" here"}},
        {{"a"}, {"a"}, {}},
    };
    for (const NearCase& each : cases) {
        const CommandInput recorded[] = {call(each.recorded)};
        const auto near = nearest(call(each.call), recorded, {}, 3);
        ASSERT_EQ(near.size(), 1U);
        EXPECT_EQ(near[0].differences, each.differences);
    }
}

TEST(Near, NearestComeFirstAndEachOnceP17) {
    const CommandInput recorded[] = {
        call({"issue", "list"}),   call({"pr", "list", "--limit", "10"}),
        call({"pr", "list"}),      call({"pr", "list"}),
        call({"pr", "view", "1"}),
    };
    const auto near = nearest(call({"pr", "list", "--limit", "5"}), recorded, {}, 3);
    ASSERT_EQ(near.size(), 3U);
    EXPECT_EQ(near[0].which, 1U);
    EXPECT_EQ(near[1].which, 2U);
    EXPECT_EQ(near[2].which, 4U);
}

TEST(Near, AnotherProgramOnlyIfThereIsNoOther) {
    CommandInput git = call({"pr", "list"});
    git.program = "git";
    const CommandInput both[] = {git, call({"issue"})};
    EXPECT_EQ(nearest(call({"pr", "list"}), both, {}, 3).size(), 1U);
    const CommandInput only_git[] = {git};
    const auto near = nearest(call({"pr", "list"}), only_git, {}, 3);
    ASSERT_EQ(near.size(), 1U);
    EXPECT_EQ(near[0].differences.front(), "program: \"gh\", not \"git\"");
}

TEST(Near, OtherPartsCountWhereThePolicySaysSo) {
    CommandInput mine = call({"x"});
    mine.stdin_body = Body{"abc", {}};
    mine.cwd = "root/a";
    mine.env = {{"A", "1"}};
    const CommandInput recorded[] = {call({"x"})};
    Match policy = matching(true, true);
    policy.env = {"A"};
    const auto near = nearest(mine, recorded, policy, 1);
    ASSERT_EQ(near.size(), 1U);
    EXPECT_EQ(near[0].differences, (std::vector<std::string>{"stdin: 3 bytes, not none",
                                                             "folder: \"root/a\", not \"root\"",
                                                             "variable A: \"1\", not not set"}));
    EXPECT_TRUE(nearest(mine, recorded, {}, 1).front().differences.empty());
}

}  // namespace
}  // namespace understudy::cassette
