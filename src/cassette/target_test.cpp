#include "cassette/target.hpp"

#include <gtest/gtest.h>

namespace understudy::cassette {
namespace {

TEST(Target, ComesBackAsItWasSent) {
    for (const char* target :
         {"/", "/v1/things", "/a?b=c", "/a?b=c&b=d&e=", "/a?b", "/a?b+c=d", "/a?b=%20", "/a?%62=c",
          "/a?", "/a?&&b=c", "/a?b=%zz", "/a%2Fb?c=d%2Fe", "*", "/a?b=c?d", "/a?b=\xff", "/a?="}) {
        HttpInput input;
        set_target(input, target);
        EXPECT_EQ(target_of(input), target);
    }
}

TEST(Target, KeepsTheTextOfAQueryOnlyWhereThePairsDoNotTellIt) {
    HttpInput input;
    set_target(input, "/a?b=c%20d&e=f");
    EXPECT_EQ(input.query_text, "");
    EXPECT_EQ(input.query, (Pairs{{"b", "c d"}, {"e", "f"}}));
    set_target(input, "/a?b=c+d");
    EXPECT_EQ(input.query_text, "b=c+d");
    EXPECT_EQ(input.query, (Pairs{{"b", "c d"}}));
    set_target(input, "/a");
    EXPECT_EQ(input.query_text, "");
    EXPECT_TRUE(input.query.empty());
}

TEST(Target, IsAUrlWhereTheHostIsKnown) {
    HttpInput input;
    set_target(input, "/a?b=c");
    EXPECT_EQ(url_of(input), "/a?b=c");
    input.host = "localhost:8080";
    EXPECT_EQ(url_of(input), "//localhost:8080/a?b=c");
    input.scheme = "https";
    EXPECT_EQ(url_of(input), "https://localhost:8080/a?b=c");
}

TEST(Target, AHostWithoutItsPort) {
    EXPECT_EQ(without_port("a.test:80"), "a.test");
    EXPECT_EQ(without_port("a.test"), "a.test");
    EXPECT_EQ(without_port("[::1]:80"), "[::1]");
    EXPECT_EQ(without_port("[::1]"), "[::1]");
    EXPECT_EQ(without_port("::1"), "::1");
}

}  // namespace
}  // namespace understudy::cassette
