#include "cassette/call_shape.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"

namespace understudy::cassette {
namespace {

CommandInput call(std::string program, std::vector<std::string> args) {
    CommandInput input;
    input.program = std::move(program);
    input.args = std::move(args);
    return input;
}

TEST(CallShape, WordsFlagsAndClasses) {
    struct Case {
        std::vector<std::string> args;
        std::string_view text;
    };
    const Case cases[] = {
        {{"pr", "list", "--limit", "5", "--json", "number,title"},
         "t pr list --json=list --limit=integer"},
        {{"run", "--rm", "alpine:3.19", "echo"}, "t run --rm=text"},
        {{"-C", "/srv/x", "push"}, "t -C=path"},
        {{"api", "--method=GET", "https://x.test/a"}, "t api --method=text"},
        {{"view", "--web", "--repo", ""}, "t view --repo=empty --web"},
        {{"a", "b", "c"}, "t a b"},
        {{"x", "--n", "1", "--n", "a"}, "t x --n=mixed"},
        {{"x", "--draft=true", "--ratio=1.5", "--field={\"a\":1}"},
         "t x --draft=boolean --field=json --ratio=number"},
        {{"log", "--", "--not-a-flag"}, "t log"},
        {{}, "t"},
    };
    for (const Case& each : cases) EXPECT_EQ(shape_of(call("t", each.args)).text(), each.text);
}

// A log of calls must never hold a secret, wherever it stood in the arguments.
TEST(CallShape, HoldsNoValues) {
    constexpr std::string_view kSecret = "hunter2Secret";
    const std::string secret(kSecret);
    const std::vector<std::vector<std::string>> calls = {
        {"login", secret},       {"login", "-p" + secret}, {"login", "--password=" + secret},
        {"login", "-p", secret}, {"--" + secret + "_x"},   {secret},
        {"a", "b", secret},      {"-u", "me:" + secret},   {"--x=" + secret},
    };
    for (const auto& args : calls) {
        const std::string line = log_line({shape_of(call("t", args)), "ran", {}, {}});
        EXPECT_EQ(line.find(kSecret), std::string::npos) << line;
    }
}

TEST(CallShape, LinesAreReadBack) {
    CommandInput input = call("gh", {"pr", "list", "--limit", "5"});
    input.stdin_body = Body{};
    const LoggedCall logged{shape_of(input), "replayed", "gh/pr.yaml", 3};
    const std::string line = log_line(logged);
    EXPECT_EQ(line,
              R"({"program":"gh","shape":{"words":["pr","list"],"flags":{"--limit":"integer"},)"
              R"("stdin":true},"outcome":"replayed","cassette":"gh/pr.yaml","exchange":3})");
    const auto read = logged_call(*json::parse(line));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->shape, logged.shape);
    EXPECT_EQ(read->cassette, "gh/pr.yaml");
    EXPECT_EQ(read->exchange, 3U);
}

TEST(CallShape, WhatIsNoLineIsRefused) {
    for (const std::string_view text :
         {"1", "{}", R"({"program":"a"})",
          R"({"program":"a","shape":{"words":[1],"flags":{},"stdin":false},"outcome":"ran"})",
          R"({"program":"a","shape":{"words":[],"flags":{"-a":1},"stdin":false},"outcome":"ran"})",
          R"({"program":"a","shape":{"words":[],"flags":{},"stdin":false},"outcome":"odd"})",
          R"({"program":"a","shape":{"words":[],"flags":{},"stdin":0},"outcome":"ran"})"}) {
        EXPECT_FALSE(logged_call(*json::parse(text))) << text;
    }
}

}  // namespace
}  // namespace understudy::cassette
