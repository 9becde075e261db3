#include "http/url.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "http/impl/host.hpp"
#include "http/query.hpp"

namespace understudy::http {
namespace {

using base::Code;
using Strings = std::vector<std::string>;

TEST(Url, PartsStayAsWritten) {
    const Url url =
        parse_url("HTTPS://us%40er:pa:ss@API.Example.test:8443/v1/a%2Fb//?x=%zz&y#f?").value();
    EXPECT_EQ(url.scheme, "https");
    EXPECT_EQ(url.userinfo, "us%40er:pa:ss");
    EXPECT_EQ(url.host, "api.example.test");
    EXPECT_EQ(url.port, 8443);
    EXPECT_EQ(url.path, "/v1/a%2Fb//");
    EXPECT_EQ(url.query, "x=%zz&y");
    EXPECT_EQ(url.fragment, "f?");
    EXPECT_EQ(to_text(url), "https://us%40er:pa:ss@api.example.test:8443/v1/a%2Fb//?x=%zz&y#f?");
    EXPECT_EQ(target(url), "/v1/a%2Fb//?x=%zz&y");
}

struct Reading {
    std::string_view text;
    std::string_view written;
    std::string_view origin;
    std::string_view authority;
};

TEST(Url, OriginAndAuthority) {
    const Reading cases[] = {
        {"http://h", "http://h/", "http://h:80", "h"},
        {"http://h:", "http://h/", "http://h:80", "h"},
        {"http://h:80/", "http://h:80/", "http://h:80", "h"},
        {"https://h:80/", "https://h:80/", "https://h:80", "h:80"},
        {"https://h:443?", "https://h:443/?", "https://h:443", "h"},
        {"ws://h#x", "ws://h/#x", "ws://h:80", "h"},
        {"wss://h/x", "wss://h/x", "wss://h:443", "h"},
        {"http://[::1]:8080/", "http://[::1]:8080/", "http://[::1]:8080", "[::1]:8080"},
        {"http://[2001:DB8::1]", "http://[2001:db8::1]/", "http://[2001:db8::1]:80",
         "[2001:db8::1]"},
        {"http://127.0.0.1:00080", "http://127.0.0.1:80/", "http://127.0.0.1:80", "127.0.0.1"},
        {"http://a_b-c.~x.test.", "http://a_b-c.~x.test./", "http://a_b-c.~x.test.:80",
         "a_b-c.~x.test."},
        {"http://ex%61mple", "http://example/", "http://example:80", "example"},
        {"http://h/?q={a|b}", "http://h/?q={a|b}", "http://h:80", "h"},
        {"http://@h/", "http://@h/", "http://h:80", "h"},
    };
    for (const Reading& reading : cases) {
        const auto url = parse_url(reading.text);
        ASSERT_TRUE(url) << reading.text << base::render(url.error());
        EXPECT_EQ(to_text(*url), reading.written);
        EXPECT_EQ(origin(*url), reading.origin);
        EXPECT_EQ(authority(*url), reading.authority);
        EXPECT_EQ(parse_url(to_text(*url)).value(), *url);
    }
    EXPECT_TRUE(is_secure(parse_url("wss://h").value()));
    EXPECT_FALSE(is_secure(parse_url("ws://h").value()));
    EXPECT_FALSE(parse_url("http://h/").value().query.has_value());
    EXPECT_EQ(parse_url("http://h/?").value().query, "");
}

struct Refusal {
    std::string_view text;
    std::string_view why;
};

TEST(Url, DoubtfulOnesAreRefused) {
    using namespace std::string_view_literals;
    const Refusal cases[] = {
        {"", "it does not begin with a scheme such as https://"},
        {"/v1/x", "it does not begin with a scheme such as https://"},
        {"h:80/x", "it does not begin with a scheme such as https://"},
        {"ftp://h/", "its scheme is not http, https, ws or wss"},
        {"unix:///x", "its scheme is not http, https, ws or wss"},
        {"http://h/a b", "it holds a space; write %20"},
        {"http://h/a\tb", "it holds a control character"},
        {"http://h/\r\nHost: x", "it holds a control character"},
        {"http://h/a\0b"sv, "it holds a control character"},
        {"http://h\\@evil/", "it holds a backslash"},
        {"http://h/caf\xC3\xA9", "it holds a character outside ASCII; write it percent-encoded"},
        {"http://", "there is no host"},
        {"http:///x", "there is no host"},
        {"http://:80/", "there is no host"},
        {"http://..", "the host is only dots"},
        {"http://h%zz/", "an escape in the host is broken"},
        {"http://h%2/", "an escape in the host is broken"},
        {"http://h%20x/", "a character of the host has no place there"},
        {"http://h%2Fx/", "a character of the host has no place there"},
        {"http://h%00/", "a character of the host has no place there"},
        {"http://a<b/", "a character of the host has no place there"},
        {"http://%C3%A9/", "the host is not ASCII; write it as xn--..."},
        {"http://h:x/", "the port is not a number"},
        {"http://h:-1/", "the port is not a number"},
        {"http://h:0/", "the port is not a number from 1 to 65535"},
        {"http://h:65536/", "the port is not a number from 1 to 65535"},
        {"http://h:4294967376/", "the port is not a number from 1 to 65535"},
        {"http://h:000080/", "the port is not a number from 1 to 65535"},
        {"http://::1/", "an IPv6 address stands in brackets"},
        {"http://[::1/", "an IPv6 address stands in brackets"},
        {"http://[::1]x/", "only a port may follow an IPv6 address"},
        {"http://[1::2::3]/", "what stands in brackets is not an IPv6 address"},
        {"http://[fe80::1%25eth0]/", "what stands in brackets is not an IPv6 address"},
        {"http://1.2.3/", "the host looks like an IPv4 address but is not four numbers up to 255"},
        {"http://0177.0.0.1/",
         "the host looks like an IPv4 address but is not four numbers up to 255"},
        {"http://2130706433/",
         "the host looks like an IPv4 address but is not four numbers up to 255"},
        {"http://a.0x7f/", "the host looks like an IPv4 address but is not four numbers up to 255"},
        {"http://a@b@h/", "what stands before @ has a character that must be escaped"},
        {"http://a%@h/", "what stands before @ has a character that must be escaped"},
    };
    for (const Refusal& refusal : cases) {
        const auto url = parse_url(refusal.text);
        ASSERT_FALSE(url) << refusal.text;
        EXPECT_EQ(url.error().code, Code::HttpBadUrl);
        EXPECT_EQ(url.error().arg("why"), refusal.why) << refusal.text;
    }
    const auto longer = parse_url("http://h/" + std::string(kMaxUrlBytes, 'x'));
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().arg("why"), "it is longer than 65,536 bytes");
}

TEST(Url, ErrorsDoNotShowThePassword) {
    EXPECT_EQ(base::render(parse_url("http://user:secret@h:x/").error()),
              "error: \"http://***@h:x/\" is not a URL: the port is not a number [http.bad_url]\n"
              "  hint: as in https://api.example.test/v1/charges?limit=3\n");
    EXPECT_EQ(parse_url("http://secret\\@h/").error().arg("url"), "\"http://***@h/\"");
}

TEST(Url, Ipv6Addresses) {
    for (const std::string_view good :
         {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
          "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "fe80::a:B"}) {
        EXPECT_TRUE(is_ipv6(good)) << good;
    }
    for (const std::string_view bad :
         {"", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
          "1:2:3:4:5:6:7:8::", "12345::", "1::2::3", "1:", ":1", "::1:", "g::", "1.2.3.4",
          "::1.2.3", "::1.2.3.4:5", "::256.1.1.1", "1:2:3:4:5:6:7:1.2.3.4"}) {
        EXPECT_FALSE(is_ipv6(bad)) << bad;
    }
}

TEST(Url, AuthorityOfConnect) {
    EXPECT_EQ(parse_authority("API.test:443").value(), (Authority{"api.test", 443}));
    EXPECT_EQ(parse_authority("api.test").value(), (Authority{"api.test", std::nullopt}));
    EXPECT_EQ(parse_authority("[::1]:8080").value(), (Authority{"::1", 8080}));
    EXPECT_EQ(to_text(parse_authority("[::1]:8080").value()), "[::1]:8080");
    for (const std::string_view bad :
         {"", "a:b:1", "user@h:1", "h:1/x", "h:99999", "[::1", "a b", "h\r\n", "[::1]1"}) {
        const auto read = parse_authority(bad);
        ASSERT_FALSE(read) << bad;
        EXPECT_EQ(read.error().code, Code::HttpBadHost);
        EXPECT_NE(read.error().arg("why"), "");
    }
    EXPECT_EQ(base::message(parse_authority("h:99999").error()), "\"h:99999\" is not a host");
}

TEST(Path, CutFirstAndUnescapedAfterwards) {
    EXPECT_EQ(path_segments("/repos/o/r/git/refs/heads%2Ff%2Fx"),
              (Strings{"repos", "o", "r", "git", "refs", "heads/f/x"}));
    EXPECT_EQ(path_segments("/repos/o/r/git/refs/heads/f/x"),
              (Strings{"repos", "o", "r", "git", "refs", "heads", "f", "x"}));
    EXPECT_EQ(path_segments(""), Strings{});
    EXPECT_EQ(path_segments("/"), Strings{""});
    EXPECT_EQ(path_segments("/a//b/"), (Strings{"a", "", "b", ""}));
    EXPECT_EQ(path_segments("//a"), (Strings{"", "a"}));
    EXPECT_EQ(path_segments("a/b"), (Strings{"a", "b"}));
    EXPECT_EQ(path_segments("/100%/%zz/%4/a+b/%c3%A9"),
              (Strings{"100%", "%zz", "%4", "a+b", "\xC3\xA9"}));
}

TEST(Query, OrderRepetitionAndMissingEquals) {
    const std::vector<QueryPair> pairs =
        parse_query("a=1&b&a=&c=x+y%20z&&=v&%=%zz&d=e=f&created[gte]=1");
    const std::vector<QueryPair> expected = {
        {"a", "1"}, {"b", std::nullopt}, {"a", ""},    {"c", "x y z"},
        {"", "v"},  {"%", "%zz"},        {"d", "e=f"}, {"created[gte]", "1"}};
    EXPECT_EQ(pairs, expected);
    EXPECT_TRUE(parse_query("").empty());
    EXPECT_TRUE(parse_query("&&").empty());
}

TEST(Query, SpacesAsAsked) {
    const std::vector<QueryPair> pairs = {{"a b", "x y+\xC3\xA9"}, {"c", std::nullopt}, {"d", ""}};
    EXPECT_EQ(to_query(pairs), "a%20b=x%20y%2B%C3%A9&c&d=");
    EXPECT_EQ(to_query(pairs, SpaceStyle::Plus), "a+b=x+y%2B%C3%A9&c&d=");
}

RC_GTEST_PROP(Query, ReadsBackWhatItWrote,
              (const std::vector<std::pair<std::string, std::string>>& drawn, bool plus)) {
    std::vector<QueryPair> pairs;
    for (const auto& [name, value] : drawn) pairs.push_back({name, value});
    RC_ASSERT(parse_query(to_query(pairs, plus ? SpaceStyle::Plus : SpaceStyle::Percent)) == pairs);
}

}  // namespace
}  // namespace understudy::http
