#include <gtest/gtest.h>

#include "base/error.hpp"
#include "io/impl/certificate.hpp"

namespace understudy::io {
namespace {

TEST(HostName, NamesAndAddressesAreTakenInTheirPlainForm) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"example.com", "example.com"},
        {"API.Example.COM", "api.example.com"},
        {"example.com.", "example.com"},
        {"localhost", "localhost"},
        {"*.example.com", "*.example.com"},
        {"*.localhost", "*.localhost"},
        {"my_service", "my_service"},
        {"xn--bcher-kva.example", "xn--bcher-kva.example"},
        {"1password.com", "1password.com"},
        {"4.example", "4.example"},
        {"127.0.0.1", "127.0.0.1"},
        {"::1", "::1"},
        {"[::1]", "::1"},
        {"2001:DB8:0:0:0:0:0:1", "2001:db8::1"},
        {"::ffff:10.0.0.1", "::ffff:10.0.0.1"},
    };
    for (const auto& [given, text] : cases) {
        const auto host = parse_host_name(given);
        ASSERT_TRUE(host) << given;
        EXPECT_EQ(host->text, text);
        const bool is_address = text.find(':') != std::string_view::npos || text == "127.0.0.1";
        EXPECT_EQ(host->kind == HostName::Kind::Address, is_address) << given;
        EXPECT_EQ(host->address.empty(), !is_address) << given;
    }
    EXPECT_EQ(parse_host_name("127.0.0.1")->address, std::string("\x7F\0\0\1", 4));
    EXPECT_EQ(parse_host_name("::1")->address.size(), 16U);
}

TEST(HostName, LongNamesAreTakenUpToTheLastCharacter) {
    const std::string label(63, 'a');
    const std::string longest = label + '.' + label + '.' + label + '.' + std::string(61, 'b');
    EXPECT_EQ(longest.size(), 253U);
    EXPECT_TRUE(parse_host_name(longest));
    EXPECT_TRUE(parse_host_name(longest + '.'));
    EXPECT_FALSE(parse_host_name(longest + 'b'));
    EXPECT_FALSE(parse_host_name(label + "a.example"));
}

TEST(HostName, AnythingElseIsRefusedWithTheReason) {
    constexpr std::string_view kLetters =
        "only letters, digits, '-', '_' and dots make a host name";
    const std::pair<std::string, std::string_view> cases[] = {
        {"", "it is empty"},
        {"a b", kLetters},
        {"example.com:443", kLetters},
        {"https://example.com", kLetters},
        {"a/b", kLetters},
        {"*", kLetters},
        {"a.*.com", kLetters},
        {"**.com", kLetters},
        {"a\nb", kLetters},
        {"a,DNS:evil.example", kLetters},
        {"[127.0.0.1]", kLetters},
        {"[::1", kLetters},
        {"fe80::1%eth0", kLetters},
        {std::string("a\0b", 3), "it is not text"},
        {"\xff", "it is not text"},
        {"b\xc3\xbc"
         "cher.example",
         "write it in its ASCII form (xn--...)"},
        {"a..b", "a part between two dots is empty"},
        {".a", "a part between two dots is empty"},
        {"*.", kLetters},
        {".", "a part between two dots is empty"},
        {"-a.com", "a part begins or ends with '-'"},
        {"a-.com", "a part begins or ends with '-'"},
        {"256.1.1.1", "it ends in a number and is no IP address"},
        {"127.1", "it ends in a number and is no IP address"},
        {"1234", "it ends in a number and is no IP address"},
    };
    for (const auto& [text, why] : cases) {
        const auto host = parse_host_name(text);
        ASSERT_FALSE(host) << text;
        EXPECT_EQ(host.error().code, base::Code::IoBadName);
        EXPECT_EQ(host.error().arg("why"), why) << text;
    }
    EXPECT_EQ(base::render(parse_host_name("a b").error()),
              "error: no certificate can be made for \"a b\": " + std::string(kLetters) +
                  " [io.bad_name]\n");
}

}  // namespace
}  // namespace understudy::io
