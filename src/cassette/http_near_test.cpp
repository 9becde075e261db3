#include <gtest/gtest.h>

#include "cassette/http_match.hpp"
#include "cassette/target.hpp"

namespace understudy::cassette {
namespace {

HttpInput call(std::string method, std::string_view target, std::string body = "") {
    HttpInput input;
    input.method = std::move(method);
    set_target(input, target);
    if (!body.empty()) input.body = Body{std::move(body), {}};
    return input;
}

std::vector<NearMiss> near(const HttpInput& mine, const std::vector<HttpInput>& recorded,
                           const Match& policy = {}) {
    const Rules rules;
    std::vector<Recorded> all;
    for (const HttpInput& each : recorded) all.push_back({&each, &policy, &rules});
    return nearest(mine, all, false, 3);
}

using Texts = std::vector<std::string>;

TEST(HttpNear, NamesTheSegmentTheQueryAndThePlaceInTheBody) {
    const std::vector<HttpInput> recorded = {
        call("GET", "/v1/customers/7?limit=3"),
        call("POST", "/v1/charges", R"({"amount":2000,"card":{"brand":"visa"}})"),
        call("DELETE", "/v1/other/long/path"),
    };
    const auto by_query = near(call("GET", "/v1/customers/7?limit=5"), recorded);
    ASSERT_EQ(by_query.size(), 3U);
    EXPECT_EQ(by_query[0].which, 0U);
    EXPECT_EQ(by_query[0].differences, Texts{R"(query limit: "5", not "3")"});

    const auto by_path = near(call("GET", "/v1/customers/8?limit=3"), recorded);
    EXPECT_EQ(by_path[0].differences, Texts{R"(path segment 3: "8", not "7")"});

    const auto by_body = near(
        call("POST", "/v1/charges", R"({"amount":2000,"card":{"brand":"amex"},"x":1})"), recorded);
    EXPECT_EQ(by_body[0].which, 1U);
    EXPECT_EQ(by_body[0].differences,
              (Texts{R"(body /card/brand: "amex", not "visa")", "body /x: 1 is not in it"}));

    const auto by_method = near(call("PUT", "/v1/customers/7?limit=3"), recorded);
    EXPECT_EQ(by_method[0].differences, Texts{R"(method: "PUT", not "GET")"});
}

TEST(HttpNear, SaysWhatIsMissingAndWhatIsTooMuch) {
    const std::vector<HttpInput> recorded = {call("GET", "/x?page=2&t=1&t=2")};
    EXPECT_EQ(near(call("GET", "/x?t=1&z=0"), recorded)[0].differences,
              (Texts{R"(query page: it has "2")", R"(query t: it has "2")",
                     R"(query z: "0" is not in it)"}));
    EXPECT_EQ(near(call("GET", "/x/y/z?page=2&t=1&t=2"), recorded)[0].differences,
              Texts{R"(path: "/x/y/z", not "/x")"});
    EXPECT_EQ(near(call("POST", "/x?page=2&t=1&t=2", "{}"), recorded)[0].differences,
              (Texts{R"(method: "POST", not "GET")", "body: JSON, not none"}));
}

TEST(HttpNear, OneRecordingOfManyEqualOnesIsTold) {
    std::vector<HttpInput> recorded(10, call("GET", "/a"));
    recorded.push_back(call("GET", "/b"));
    const auto found = near(call("GET", "/c"), recorded);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].which, 0U);
    EXPECT_EQ(found[1].which, 10U);
}

TEST(HttpNear, ACallThatIsUsedUpHasNoDifferences) {
    EXPECT_TRUE(near(call("GET", "/a"), {call("GET", "/a")})[0].differences.empty());
}

TEST(HttpNear, HeadersCountWhereThePolicySaysSo) {
    HttpInput mine = call("GET", "/a"), theirs = call("GET", "/a");
    mine.headers = {{"Accept", "x"}};
    theirs.headers = {{"accept", "y"}};
    Match policy;
    policy.headers = {"Accept"};
    EXPECT_EQ(near(mine, {theirs}, policy)[0].differences, Texts{R"(header accept: "x", not "y")"});
    EXPECT_TRUE(near(mine, {theirs})[0].differences.empty());
}

TEST(HttpNear, EachRecordingIsComparedInItsOwnWay) {
    const HttpInput mine = call("POST", "/a", R"({"model":"m","seed":1})");
    const HttpInput strict = call("POST", "/a", R"({"model":"m","seed":2})");
    const HttpInput lax = call("POST", "/a", R"({"model":"n","seed":2})");
    Match all, some;
    some.body = {"model"};
    const Rules rules;
    const Recorded recorded[] = {{&strict, &all, &rules}, {&lax, &some, &rules}};
    const auto found = nearest(mine, recorded, false, 3);
    EXPECT_EQ(found[0].differences, Texts{"body /seed: 1, not 2"});
    EXPECT_EQ(found[1].differences, Texts{R"(body /model: "m", not "n")"});
}

TEST(HttpNear, AThousandDifferencesAreCutShort) {
    std::string mine = "[", theirs = "[";
    for (int i = 0; i < 1000; ++i) {
        mine += (i > 0 ? ",1" : "1");
        theirs += (i > 0 ? ",2" : "2");
    }
    const auto found = near(call("POST", "/a", mine + "]"), {call("POST", "/a", theirs + "]")});
    EXPECT_EQ(found[0].differences.size(), 7U);
    EXPECT_EQ(found[0].differences.back(), "and more");
}

}  // namespace
}  // namespace understudy::cassette
