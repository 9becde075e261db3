#include "pack/routes.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "base/text.hpp"
#include "pack/pack.hpp"
#include "pack/route_testing.hpp"

namespace understudy::pack {
namespace {

using Captured = std::vector<std::pair<std::string, std::string>>;

struct Table {
    Pack pack;
    std::vector<Routes::Clash> clashes;

    Table(std::vector<std::pair<std::string, std::string>> hosts, std::vector<std::string> routes) {
        for (auto& [host, base] : hosts) pack.serve.hosts.push_back(host_for_test(host, base));
        for (const std::string& route : routes) {
            Operation operation;
            operation.name = route;
            operation.routes.push_back(route_for_test(route));
            pack.operations.push_back(std::move(operation));
        }
        clashes = pack.routes.build(pack);
    }

    Routes::Answer ask(std::string_view method, std::string_view path, std::string_view host = "x",
                       bool own = true) const {
        return pack.routes.find(method, path, host, own);
    }
    std::string name(std::string_view method, std::string_view path, std::string_view host = "x",
                     bool own = true) const {
        const auto answer = ask(method, path, host, own);
        return answer.match.operation == kNone ? "" : pack.operations[answer.match.operation].name;
    }
};

TEST(Routes, FindsTheMostLiteralRouteThatTakesTheMethod) {
    const Table table({{"*", "/v1"}},
                      {"GET /charges", "POST /charges", "GET /charges/{id}", "GET /charges/search",
                       "POST /charges/{id}", "GET /charges/{id}.json", "GET /files/{path+}",
                       "GET /files/{path+}/raw", "GET /", "PUT /a/{x}/b", "PUT /a/literal/c",
                       "GET /media/img-{name}.png", "GET /media/{name}.png"});
    const struct {
        const char *method, *path, *expected;
    } cases[] = {
        {"GET", "/v1/charges", "GET /charges"},
        {"POST", "/v1/charges", "POST /charges"},
        {"GET", "/v1/charges/ch_1", "GET /charges/{id}"},
        {"GET", "/v1/charges/search", "GET /charges/search"},
        {"POST", "/v1/charges/search", "POST /charges/{id}"},  // the literal has no POST
        {"GET", "/v1/charges/SM1.json", "GET /charges/{id}.json"},
        {"GET", "/v1/charges/.json", "GET /charges/{id}"},  // a parameter is never empty
        {"GET", "/v1/files/a", "GET /files/{path+}"},
        {"GET", "/v1/files/a/b/c", "GET /files/{path+}"},
        {"GET", "/v1/files/a/b/raw", "GET /files/{path+}/raw"},
        {"GET", "/v1/files/raw", "GET /files/{path+}"},
        {"GET", "/v1/files", ""},
        {"GET", "/v1/files/", ""},
        {"GET", "/v1", "GET /"},
        {"GET", "/v1/", "GET /"},
        {"GET", "/v1//", ""},
        {"GET", "/v1/charges/", ""},
        {"PUT", "/v1/a/literal/b", "PUT /a/{x}/b"},  // goes back from the literal
        {"PUT", "/v1/a/literal/c", "PUT /a/literal/c"},
        {"GET", "/v1/media/img-1.png", "GET /media/img-{name}.png"},
        {"GET", "/v1/media/im-1.png", "GET /media/{name}.png"},
        {"HEAD", "/v1/charges", "GET /charges"},
        {"get", "/v1/charges", ""},
        {"GET", "/charges", ""},
        {"GET", "", ""},
        {"GET", "/v2/charges", ""},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(table.name(c.method, c.path), c.expected) << c.method << " " << c.path;
    }
}

TEST(Routes, CapturesUnescapedAndCutsAtSlashesFirst) {
    const Table table({{"*", "/2010/Accounts/{account_sid}"}},
                      {"GET /Messages/{sid}.json", "GET /refs/{ref}", "GET /tree/{path+}"});
    EXPECT_EQ(table.ask("GET", "/2010/Accounts/AC1/Messages/SM%2e2.json").match.captured,
              (Captured{{"account_sid", "AC1"}, {"sid", "SM.2"}}));
    EXPECT_EQ(table.ask("GET", "/2010/Accounts/AC1/refs/heads%2Fmain").match.captured,
              (Captured{{"account_sid", "AC1"}, {"ref", "heads/main"}}));
    EXPECT_EQ(table.ask("GET", "/2010/Accounts/AC1/tree/a/b%20c/d").match.captured,
              (Captured{{"account_sid", "AC1"}, {"path", "a/b c/d"}}));
    EXPECT_EQ(table.ask("GET", "/2010/Accounts/AC1/refs/heads/main").match.operation, kNone);
    EXPECT_EQ(table.ask("GET", "/2010/Accounts//refs/x").match.operation, kNone);
}

TEST(Routes, NamesTheParametersOfTheRouteItFound) {
    const Table table({{"*", ""}}, {"GET /a/{id}", "GET /a/{thing}/b"});
    EXPECT_EQ(table.ask("GET", "/a/1").match.captured, (Captured{{"id", "1"}}));
    EXPECT_EQ(table.ask("GET", "/a/1/b").match.captured, (Captured{{"thing", "1"}}));
}

TEST(Routes, TriesThePrefixesLongestFirst) {
    const Table table({{"api.example.test", "/"}, {"*", "/api/v3"}},
                      {"GET /users", "GET /api/{version}/users", "GET /api/v3/only"});
    EXPECT_EQ(table.name("GET", "/users"), "GET /users");
    EXPECT_EQ(table.name("GET", "/api/v3/users"), "GET /users");
    EXPECT_EQ(table.name("GET", "/api/v2/users"), "GET /api/{version}/users");
    EXPECT_EQ(table.name("GET", "/api/v3/only"), "GET /api/v3/only");
}

TEST(Routes, NarrowsByHostUnlessTheListenerIsThePacksOwn) {
    const Table table({{"api.example.test", "/"}, {"*", "/api/v3"}}, {"GET /users"});
    EXPECT_EQ(table.name("GET", "/users", "API.example.TEST", false), "GET /users");
    EXPECT_EQ(table.name("GET", "/users", "localhost", false), "");
    EXPECT_EQ(table.name("GET", "/users", "localhost", true), "GET /users");
    EXPECT_EQ(table.name("GET", "/api/v3/users", "localhost", false), "GET /users");
}

TEST(Routes, TellsAWrongMethodFromAWrongPath) {
    const Table table({{"*", "/v1"}, {"*", "/"}},
                      {"GET /a", "POST /a", "DELETE /{x}", "PUT /v1/{x}"});
    auto answer = table.ask("PATCH", "/v1/a");
    EXPECT_EQ(answer.match.operation, kNone);
    EXPECT_EQ(answer.why, NoRoute::Method);
    EXPECT_EQ(answer.allowed, (std::vector<std::string>{"DELETE", "GET", "POST"}));
    answer = table.ask("GET", "/b/c");
    EXPECT_EQ(answer.why, NoRoute::Path);
    EXPECT_TRUE(answer.allowed.empty());
    answer = table.ask("HEAD", "/v1/b");
    EXPECT_EQ(answer.why, NoRoute::Method);
    EXPECT_EQ(answer.allowed, (std::vector<std::string>{"DELETE"}));
    EXPECT_EQ(table.ask("PUT", "/v1/a").match.captured, (Captured{{"x", "a"}}));
}

TEST(Routes, PrefersADeclaredHeadToGet) {
    const Table table({{"*", ""}}, {"GET /a", "HEAD /a", "GET /b"});
    EXPECT_EQ(table.name("HEAD", "/a"), "HEAD /a");
    EXPECT_EQ(table.name("HEAD", "/b"), "GET /b");
}

TEST(Routes, ReportsRoutesThatNoRequestCanTellApart) {
    const Table table({{"*", ""}}, {"GET /a/{id}", "GET /a/{name}", "POST /a/{id}", "GET /a/{x}.js",
                                    "GET /a/{y}.js", "GET /b/{p+}", "GET /b/{q+}", "GET /b/{q}"});
    const std::vector<Routes::Clash> expected = {
        {{0, 0}, {1, 0}}, {{3, 0}, {4, 0}}, {{5, 0}, {6, 0}}};
    EXPECT_EQ(table.clashes, expected);
    EXPECT_EQ(table.name("GET", "/a/1"), "GET /a/{id}");
}

TEST(Routes, SuggestsTheNearestDeclaredPath) {
    const Table table({{"*", "/v1"}},
                      {"GET /charges", "GET /charges/{id}", "GET /charges/{id}/refunds",
                       "GET /customers/{id}", "GET /Messages/{sid}.json"});
    const std::pair<const char*, const char*> cases[] = {
        {"/v1/chargse", "/v1/charges"},
        {"/v1/charge/ch_1234567890abcdefghijklmnop", "/v1/charges/{id}"},
        {"/v1/charges/ch_1/refund", "/v1/charges/{id}/refunds"},
        {"/charges", "/v1/charges"},
        {"/customers/cus_9", "/v1/customers/{id}"},
        {"/v1/charges/", "/v1/charges"},
        {"/v1/Mesages/SM1.json", "/v1/Messages/{sid}.json"},
        {"/totally/else/where", ""},
        {"/", ""},
    };
    for (const auto& [path, expected] : cases) EXPECT_EQ(table.pack.routes.nearest(path), expected);
}

TEST(Routes, AnswersNothingBeforeItIsBuilt) {
    const Routes routes;
    EXPECT_EQ(routes.find("GET", "/", "x", true).match.operation, kNone);
    EXPECT_EQ(routes.nearest("/a"), "");
}

TEST(Routes, StaysBoundedOnHostileTables) {
    std::vector<std::string> routes;
    std::string path;
    for (int depth = 0; depth < 12; ++depth) {
        path += "/{a" + std::to_string(depth) + "+}/x";
        routes.push_back("GET " + path + "/end");
    }
    const Table table({{"*", ""}}, routes);
    std::string hostile;
    for (int i = 0; i < 5'000; ++i) hostile += "/x";
    EXPECT_EQ(table.name("GET", hostile), "");
}

TEST(Routes, FindsAmongThousandsAboutAsFastAsAmongAFew) {
    std::vector<std::string> routes;
    for (int i = 0; i < 1'100; ++i) {
        routes.push_back("GET /repos/{owner}/{repo}/thing" + std::to_string(i) + "/{id}");
    }
    const Table table({{"*", "/api/v3"}, {"*", ""}}, routes);
    const std::clock_t begin = std::clock();
    std::size_t found = 0;
    for (int i = 0; i < 2'000; ++i) {
        found += table.ask("GET", "/repos/octo/hello/thing777/42").match.captured.size();
    }
    const std::clock_t took = std::clock() - begin;
    EXPECT_EQ(found, 6'000U);
    // Far above what it takes, so that a busy machine does not fail it: a scan would take seconds.
    EXPECT_LT(took, CLOCKS_PER_SEC * 6 / 10);
}

}  // namespace
}  // namespace understudy::pack
