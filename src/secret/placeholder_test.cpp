#include "secret/impl/placeholder.hpp"

#include <gtest/gtest.h>

#include "secret/policy_testing.hpp"

namespace understudy::secret {

namespace {

TEST(Placeholder, WhatStandsForASecretIsNone) {
    for (const std::string_view text : {"<TOKEN>",
                                        "${TOKEN}",
                                        "$TOKEN",
                                        "{{ token }}",
                                        "[REDACTED]",
                                        "[REDACTED:key]",
                                        "%TOKEN%",
                                        "xxxxxxxx",
                                        "XXXXXXXX0012",
                                        "00000000000000000001",
                                        "********",
                                        "changeme",
                                        "your-api-key-here",
                                        "EXAMPLEKEY123",
                                        "process.env.TOKEN",
                                        "os.environ['T']",
                                        "1234567890",
                                        "abcdefghijkl",
                                        "0123456789abcdef",
                                        "op://vault/item",
                                        "__TOKEN__",
                                        "00000000-0000-4000-8000-000000000001",
                                        "token <ACCESS_TOKEN>",
                                        "Bearer <<JWT>>",
                                        "abababababab"}) {
        EXPECT_TRUE(is_placeholder(text, nullptr)) << text;
    }
}

TEST(Placeholder, ARandomTextIsASecret) {
    const RuleSet set = rules_for_tests();
    for (unsigned i = 0; i < 2000; ++i) {
        const std::string text = random_text(20, i, kBase62ForTests);
        ASSERT_FALSE(is_placeholder(text, nullptr)) << text;
        ASSERT_FALSE(is_placeholder("acme_" + text, &set.rules[0])) << text;
    }
}

TEST(Placeholder, WordsAreNotRandom) {
    EXPECT_TRUE(reads_like_words("my-secret-name-1"));
    EXPECT_TRUE(reads_like_words("clientCredentials"));
    EXPECT_TRUE(reads_like_words("Bearer"));
    EXPECT_TRUE(reads_like_words("guide-key-0123456789"));
    EXPECT_TRUE(reads_like_words("travis-ci-access-token"));
    EXPECT_TRUE(reads_like_words("API_KEY_2026"));
    EXPECT_FALSE(reads_like_words("hunter2"));
    EXPECT_FALSE(reads_like_words("aBXcdEfQGhKLmnOPrs"));
    EXPECT_FALSE(reads_like_words("e2ekanbanfixture00030000"));
}

}  // namespace

}  // namespace understudy::secret
