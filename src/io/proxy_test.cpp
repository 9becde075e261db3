#include "io/proxy.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace understudy::io {
namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

Environment of(const Variables& variables) {
    return [&variables](std::string_view name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
    };
}

// Where a call goes: the proxy's host:port, or "directly".
std::string way(const Variables& variables, std::string_view url) {
    const auto proxies = read_proxies(of(variables));
    if (!proxies) return base::message(proxies.error());
    const http::Url parsed = http::parse_url(url).value();
    const http::Url* proxy = proxies->for_url(parsed);
    return proxy == nullptr ? "directly" : http::authority(*proxy);
}

TEST(Proxy, TheVariablesSayWhichWayACallGoes) {
    struct Case {
        Variables variables;
        std::string url;
        std::string way;
    };
    const std::vector<Case> cases = {
        {{}, "http://a.test/", "directly"},
        {{{"HTTP_PROXY", "http://p:1"}}, "http://a.test/", "p:1"},
        {{{"http_proxy", "http://p:1"}}, "http://a.test/", "p:1"},
        {{{"HTTP_PROXY", "http://p:1"}}, "https://a.test/", "directly"},
        {{{"HTTPS_PROXY", "http://p:1"}}, "https://a.test/", "p:1"},
        {{{"HTTPS_PROXY", "http://p:1"}}, "http://a.test/", "directly"},
        {{{"https_proxy", "http://p:1"}}, "wss://a.test/", "p:1"},
        {{{"http_proxy", "http://p:1"}}, "ws://a.test/", "p:1"},
        // small letters win
        {{{"HTTP_PROXY", "http://big:1"}, {"http_proxy", "http://small:1"}},
         "http://a.test/",
         "small:1"},
        // for everything that has none of its own
        {{{"ALL_PROXY", "http://p:1"}}, "http://a.test/", "p:1"},
        {{{"ALL_PROXY", "http://p:1"}}, "https://a.test/", "p:1"},
        {{{"all_proxy", "http://p:1"}, {"HTTPS_PROXY", "http://q:1"}}, "https://a.test/", "q:1"},
        {{{"ALL_PROXY", "http://big:1"}, {"all_proxy", "http://small:1"}},
         "http://a.test/",
         "small:1"},
        // empty is unset
        {{{"http_proxy", ""}}, "http://a.test/", "directly"},
        {{{"http_proxy", ""}, {"HTTP_PROXY", "http://p:1"}}, "http://a.test/", "p:1"},
        // without a scheme
        {{{"http_proxy", "127.0.0.1:3128"}}, "http://a.test/", "127.0.0.1:3128"},
        {{{"http_proxy", "proxy"}}, "http://a.test/", "proxy"},
        {{{"http_proxy", "user:word@p:1"}}, "http://a.test/", "p:1"},
        {{{"http_proxy", "http://[::1]:3128/"}}, "http://a.test/", "[::1]:3128"},
        // under CGI the capital one may be a client's header
        {{{"HTTP_PROXY", "http://p:1"}, {"REQUEST_METHOD", "GET"}}, "http://a.test/", "directly"},
        {{{"http_proxy", "http://p:1"}, {"REQUEST_METHOD", "GET"}}, "http://a.test/", "p:1"},
        {{{"HTTPS_PROXY", "http://p:1"}, {"REQUEST_METHOD", "GET"}}, "https://a.test/", "p:1"},
    };
    for (const Case& one : cases) {
        std::string shown;
        for (const auto& [name, value] : one.variables) shown.append(name + '=' + value + ' ');
        EXPECT_EQ(way(one.variables, one.url), one.way) << shown << one.url;
    }
}

TEST(Proxy, TheExemptAreReachedDirectly) {
    struct Case {
        std::string rules;
        std::string url;
        bool direct;
    };
    const std::vector<Case> cases = {
        {"", "http://a.test/", false},
        {"*", "http://a.test/", true},
        {"a.test", "http://a.test/", true},
        {"a.test", "http://A.TEST/", true},
        {"A.Test", "http://a.test/", true},
        {"a.test", "http://b.a.test/", true},
        {".a.test", "http://b.a.test/", true},
        {".a.test", "http://a.test/", true},
        {"*.a.test", "http://b.a.test/", true},
        {"a.test", "http://aa.test/", false},
        {"a.test", "http://a.test.evil/", false},
        {"test", "http://a.test/", true},
        {"b.test, a.test ,c.test", "http://a.test/", true},
        {" , ,", "http://a.test/", false},
        {"a.test:8080", "http://a.test:8080/", true},
        {"a.test:8080", "http://a.test/", false},
        {"a.test:80", "http://a.test/", true},
        {"127.0.0.1", "http://127.0.0.1:9/", true},
        {"0.0.1", "http://127.0.0.1/", false},
        {"27.0.0.1", "http://127.0.0.1/", false},
        {"127.0.0.1:9", "http://127.0.0.1:9/", true},
        {"::1", "http://[::1]/", true},
        {"[::1]", "http://[::1]/", true},
        {"[::1]:9", "http://[::1]:9/", true},
        {"[::1]:9", "http://[::1]:8/", false},
        {"localhost", "http://localhost:1/", true},
    };
    for (const Case& one : cases) {
        const Variables variables = {{"http_proxy", "http://p:1"}, {"no_proxy", one.rules}};
        EXPECT_EQ(way(variables, one.url), one.direct ? "directly" : "p:1")
            << one.rules << ' ' << one.url;
    }
    EXPECT_EQ(way({{"http_proxy", "p:1"}, {"NO_PROXY", "a.test"}}, "http://a.test/"), "directly");
    EXPECT_EQ(way({{"http_proxy", "p:1"}, {"NO_PROXY", "a.test"}, {"no_proxy", "b.test"}},
                  "http://a.test/"),
              "p:1");
}

TEST(Proxy, WhatCannotBeOneIsRefusedWithoutShowingCredentials) {
    const std::vector<std::pair<Variables, std::string>> cases = {
        {{{"HTTPS_PROXY", "https://p:1"}},
         "HTTPS_PROXY holds \"https://p:1\", which is no proxy: only http:// proxies are spoken "
         "to"},
        {{{"all_proxy", "socks5://p:1"}},
         "all_proxy holds \"socks5://p:1\", which is no proxy: only http:// proxies are spoken to"},
        {{{"http_proxy", "http://p:port"}},
         "http_proxy holds \"http://p:port\", which is no proxy: it is no URL"},
        {{{"http_proxy", "not a host"}},
         "http_proxy holds \"not a host\", which is no proxy: it is no URL"},
        {{{"http_proxy", "https://ann:sesame@p:1"}},
         "http_proxy holds \"(credentials)@p:1\", which is no proxy: only http:// proxies are "
         "spoken to"},
        {{{"http_proxy", "ann:open@sesame@p:port"}},
         "http_proxy holds \"(credentials)@p:port\", which is no proxy: it is no URL"},
    };
    for (const auto& [variables, message] : cases) {
        const auto proxies = read_proxies(of(variables));
        ASSERT_FALSE(proxies) << message;
        EXPECT_EQ(proxies.error().code, base::Code::IoBadProxy);
        EXPECT_EQ(base::message(proxies.error()), message);
        EXPECT_EQ(base::render(proxies.error()).find("sesame"), std::string::npos);
        EXPECT_EQ(base::hint(proxies.error()), "as in http://127.0.0.1:3128");
    }
}

TEST(Proxy, TheProcesssOwnVariablesAreRead) {
    ::setenv("https_proxy", "http://from-the-environment:3128", 1);
    const auto proxies = proxies_of_process();
    ::unsetenv("https_proxy");
    ASSERT_TRUE(proxies) << base::message(proxies.error());
    ASSERT_TRUE(proxies->https);
    EXPECT_EQ(http::authority(*proxies->https), "from-the-environment:3128");
}

}  // namespace
}  // namespace understudy::io
