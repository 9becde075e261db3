#include "http/headers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "http/message.hpp"

namespace understudy::http {
namespace {

using Words = std::vector<std::string_view>;

TEST(Headers, OrderCaseAndRepetitionAreKept) {
    const Headers headers{{"Set-Cookie", "a=1"}, {"HOST", "x"}, {"set-cookie", "b=2"}};
    ASSERT_EQ(headers.size(), 3U);
    EXPECT_EQ(headers[0], (Field{"Set-Cookie", "a=1"}));
    EXPECT_EQ(headers[1], (Field{"HOST", "x"}));
    EXPECT_EQ(headers[2], (Field{"set-cookie", "b=2"}));
    std::string walked;
    for (const Field field : headers) walked += std::string(field.name) + ' ';
    EXPECT_EQ(walked, "Set-Cookie HOST set-cookie ");
}

TEST(Headers, NamesAreFoundWithoutRegardToCase) {
    const Headers headers{{"Set-Cookie", "a=1"}, {"HOST", "x"}, {"set-cookie", "b=2"}};
    EXPECT_EQ(headers.find("host"), "x");
    EXPECT_EQ(headers.get("SET-cookie"), "a=1");
    EXPECT_EQ(headers.all("Set-COOKIE"), (Words{"a=1", "b=2"}));
    EXPECT_EQ(headers.count("set-cookie"), 2U);
    EXPECT_TRUE(headers.has("Host"));
    EXPECT_FALSE(headers.has("Hos"));
    EXPECT_EQ(headers.find("cookie"), std::nullopt);
    EXPECT_EQ(headers.get("cookie"), "");
    EXPECT_TRUE(headers.all("cookie").empty());
}

TEST(Headers, SetReplacesAtTheFirstPlaceAndDropsTheOthers) {
    Headers headers{{"a", "1"}, {"B", "2"}, {"c", "3"}, {"b", "4"}};
    headers.set("b", "5");
    EXPECT_EQ(headers, (Headers{{"a", "1"}, {"b", "5"}, {"c", "3"}}));
    headers.set("d", "6");
    EXPECT_EQ(headers, (Headers{{"a", "1"}, {"b", "5"}, {"c", "3"}, {"d", "6"}}));
    headers.set("a", headers.get("d"));  // a view of its own
    EXPECT_EQ(headers.get("a"), "6");
}

TEST(Headers, RemoveTakesAllOfThatName) {
    Headers headers{{"a", "1"}, {"B", "2"}, {"b", "4"}};
    headers.remove("b");
    EXPECT_EQ(headers, (Headers{{"a", "1"}}));
    headers.remove("nothing");
    EXPECT_EQ(headers.size(), 1U);
    headers.clear();
    EXPECT_TRUE(headers.empty());
}

TEST(Headers, EqualityIsExact) {
    const Headers headers{{"a", "1"}, {"b", "2"}};
    EXPECT_EQ(headers, (Headers{{"a", "1"}, {"b", "2"}}));
    EXPECT_NE(headers, (Headers{{"b", "2"}, {"a", "1"}}));
    EXPECT_NE(headers, (Headers{{"A", "1"}, {"b", "2"}}));
    EXPECT_NE(headers, (Headers{{"a", "1"}}));
    EXPECT_NE((Headers{{"ab", "c"}}), (Headers{{"a", "bc"}}));
}

TEST(Headers, WordsAreFoundInEveryRepetition) {
    const Headers headers{{"Connection", "keep-alive, Upgrade"}, {"connection", " x ,,\tclose "}};
    EXPECT_TRUE(headers.has_word("connection", "upgrade"));
    EXPECT_TRUE(headers.has_word("connection", "CLOSE"));
    EXPECT_TRUE(headers.has_word("connection", "keep-alive"));
    EXPECT_FALSE(headers.has_word("connection", "keep"));
    EXPECT_FALSE(headers.has_word("connection", ""));
    EXPECT_FALSE(headers.has_word("te", "close"));
}

TEST(Headers, WordsOfAListKeepQuotedStringsWhole) {
    EXPECT_EQ(words_of("a, b ,c"), (Words{"a", "b", "c"}));
    EXPECT_EQ(words_of(R"(a="x, y", b)"), (Words{R"(a="x, y")", "b"}));
    EXPECT_EQ(words_of(R"(a="x\", y", b)"), (Words{R"(a="x\", y")", "b"}));
    EXPECT_EQ(words_of(R"(a="x, y)"), (Words{R"(a="x, y)"}));
    EXPECT_EQ(words_of(" , ,"), Words{});
    EXPECT_EQ(words_of(""), Words{});
}

RC_GTEST_PROP(Headers, WhatIsAddedIsThere,
              (const std::vector<std::pair<std::string, std::string>>& fields)) {
    Headers headers;
    for (const auto& [name, value] : fields) headers.add(name, value);
    RC_ASSERT(headers.size() == fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        RC_ASSERT(headers[i] == (Field{fields[i].first, fields[i].second}));
        const auto all = headers.all(fields[i].first);
        RC_ASSERT(headers.find(fields[i].first) == all.front());
        RC_ASSERT(headers.count(fields[i].first) == all.size());
    }
    Headers copy = headers;
    RC_ASSERT(copy == headers);
    copy.add("x", "y");
    RC_ASSERT(!(copy == headers));
}

TEST(Message, ThePathOfEveryFormOfTarget) {
    const std::pair<std::string, std::string_view> cases[] = {
        {"/v1/charges?limit=3", "/v1/charges?limit=3"},
        {"/go?to=http://a/b", "/go?to=http://a/b"},
        {"http://host/path?q", "/path?q"},
        {"http://host:80", "/"},
        {"http://host?q", "?q"},
        {"http://host#/x", "/"},
        {"*", "*"},
        {"host:443", "host:443"},
    };
    for (const auto& [target, path] : cases) {
        RequestHead head;
        head.target = target;
        EXPECT_EQ(head.path_and_query(), path) << target;
    }
}

TEST(Message, EveryStatusHasAReason) {
    EXPECT_EQ(usual_reason(200), "OK");
    EXPECT_EQ(usual_reason(431), "Request Header Fields Too Large");
    EXPECT_EQ(usual_reason(100), "Continue");
    EXPECT_EQ(usual_reason(511), "Network Authentication Required");
    EXPECT_EQ(usual_reason(299), "Unknown");
    EXPECT_EQ(usual_reason(999), "Unknown");
    EXPECT_EQ(usual_reason(0), "Unknown");
}

TEST(Message, WhichAnswersHaveNoBody) {
    for (const int status : {100, 101, 103, 199, 204, 304}) EXPECT_FALSE(allows_body(status));
    for (const int status : {200, 205, 301, 404, 500}) EXPECT_TRUE(allows_body(status));
    EXPECT_TRUE(is_informational(199));
    EXPECT_FALSE(is_informational(200));
}

TEST(Message, ABodyIsItsPiecesJoined) {
    Response response;
    EXPECT_EQ(response.body(), "");
    response.pieces = {{"a", {}}, {"", {}}, {"bc", {}}};
    EXPECT_EQ(response.body(), "abc");
}

}  // namespace
}  // namespace understudy::http
