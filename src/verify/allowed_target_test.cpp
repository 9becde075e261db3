#include "verify/allowed_target.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"

namespace understudy::verify {

namespace {

TEST(AllowedTarget, ThisMachineAlways) {
    EXPECT_TRUE(allow_target("http://127.0.0.1:8080/v1", {}));
    EXPECT_TRUE(allow_target("http://[::1]:8080", {}));
    EXPECT_TRUE(allow_target("https://deck.localhost", {}));
}

TEST(AllowedTarget, OthersOnlyIfNamed) {
    const std::vector<std::string> hosts = {"*.Sandbox.test", "api.example.test:8443"};
    EXPECT_TRUE(allow_target("https://eu.sandbox.test/v1", hosts));
    EXPECT_TRUE(allow_target("https://api.example.test:8443", hosts));
    EXPECT_FALSE(allow_target("https://api.example.test", hosts));
    const auto refused = allow_target("https://api.other.test", hosts);
    ASSERT_FALSE(refused);
    EXPECT_EQ(base::name_of(refused.error().code), "explore.host_not_allowed");
    EXPECT_EQ(base::message(refused.error()),
              "api.other.test is not among the hosts that may be explored");
    EXPECT_FALSE(allow_target("https://127.0.0.1.other.test", hosts));
}

TEST(AllowedTarget, WhatIsNoUrlIsRefused) {
    EXPECT_FALSE(allow_target("api.example.test", {}));
}

}  // namespace

}  // namespace understudy::verify
