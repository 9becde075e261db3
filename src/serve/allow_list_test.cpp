#include "serve/allow_list.hpp"

#include <gtest/gtest.h>

namespace understudy::serve {
namespace {

TEST(AllowList, NothingIsAllowedThatWasNotNamed) {
    const AllowList none({});
    EXPECT_FALSE(none.allows("api.example.test", 443));
    EXPECT_FALSE(none.allows("localhost", 80));
    const AllowList some({"API.example.test", "*.svc.test", "only.test:8443", "[::1]:9000"});
    EXPECT_TRUE(some.allows("api.example.test", 443));
    EXPECT_TRUE(some.allows("api.example.test", 1));
    EXPECT_FALSE(some.allows("api.example.test.evil.test", 443));
    EXPECT_FALSE(some.allows("xapi.example.test", 443));
    EXPECT_TRUE(some.allows("a.b.svc.test", 80));
    EXPECT_FALSE(some.allows("svc.test", 80));
    EXPECT_TRUE(some.allows("only.test", 8443));
    EXPECT_FALSE(some.allows("only.test", 443));
    EXPECT_TRUE(some.allows("::1", 9000));
    EXPECT_FALSE(some.allows("::1", 9001));
}

TEST(AllowList, AddressesOfMetadataAreKnownInAnySpelling) {
    for (const char* address :
         {"169.254.169.254", "169.254.0.1", "::ffff:169.254.169.254", "fe80::1", "febf::1",
          "fd00:ec2::254", "fd00:0ec2:0:0:0:0:0:254", "100.100.100.200", "fe80::1%eth0"}) {
        EXPECT_TRUE(is_metadata_address(address)) << address;
    }
    for (const char* address : {"127.0.0.1", "169.253.1.1", "169.255.1.1", "::1", "fd00::1",
                                "api.example.test", "", "fec0::1", "100.100.100.201"}) {
        EXPECT_FALSE(is_metadata_address(address)) << address;
    }
}

TEST(AllowList, AMetadataAddressMustBeNamedItself) {
    const AllowList all({"*"});
    EXPECT_TRUE(all.allows("api.example.test", 80));
    EXPECT_FALSE(all.allows("169.254.169.254", 80));
    EXPECT_FALSE(all.allows_address("169.254.169.254"));
    EXPECT_TRUE(all.allows_address("10.0.0.1"));
    const AllowList named({"169.254.169.254:80", "[fe80::1]"});
    EXPECT_TRUE(named.allows("169.254.169.254", 80));
    EXPECT_FALSE(named.allows("169.254.169.254", 81));
    EXPECT_TRUE(named.allows_address("fe80::1"));
    EXPECT_FALSE(named.allows_address("fe80::2"));
}

}  // namespace
}  // namespace understudy::serve
