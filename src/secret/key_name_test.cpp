#include "secret/impl/key_name.hpp"

#include <gtest/gtest.h>

namespace understudy::secret {

namespace {

std::string kind_of(std::string_view name) {
    const KeyKind* kind = key_kind_of(name);
    return kind == nullptr ? "" : std::string(kind->id);
}

TEST(KeyName, IsSplitIntoWords) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(words_of_name("clientSecret"), (Words{"client", "secret"}));
    EXPECT_EQ(words_of_name("X-API-Key"), (Words{"x", "api", "key"}));
    EXPECT_EQ(words_of_name("HTTPToken2"), (Words{"http", "token", "2"}));
    EXPECT_EQ(words_of_name("aws.secret_access_key"), (Words{"aws", "secret", "access", "key"}));
    EXPECT_EQ(words_of_name("sha256"), (Words{"sha256"}));
    EXPECT_EQ(words_of_name(""), Words{});
}

TEST(KeyName, SaysWhatIsSecret) {
    EXPECT_EQ(kind_of("password"), "key.password");
    EXPECT_EQ(kind_of("DB_PASSWD"), "key.password");
    EXPECT_EQ(kind_of("oldPassword"), "key.password");
    EXPECT_EQ(kind_of("password_confirmation"), "key.password");
    EXPECT_EQ(kind_of("completionSecret"), "key.secret");
    EXPECT_EQ(kind_of("access_token"), "key.token");
    EXPECT_EQ(kind_of("TOKEN_PROD"), "key.token");
    EXPECT_EQ(kind_of("secret2"), "key.secret");
    EXPECT_EQ(kind_of("x-api-key"), "key.api_key");
    EXPECT_EQ(kind_of("secretAccessKey"), "key.api_key");
    EXPECT_EQ(kind_of("apikey"), "key.api_key");
    EXPECT_EQ(kind_of("private_key"), "key.private_key");
    EXPECT_EQ(kind_of("Authorization"), "key.authorization");
    EXPECT_EQ(kind_of("session.cookie"), "key.cookie");
    EXPECT_EQ(kind_of("awsCredentials"), "key.credential");
    EXPECT_EQ(kind_of("national_id"), "key.national_id");
    EXPECT_EQ(kind_of("cardNumber"), "key.card_number");
}

TEST(KeyName, LeavesTheRestAlone) {
    for (const std::string_view name :
         {"author", "inputTokens", "total_tokens", "invocationKey", "payloadKeys", "tokenizer",
          "nextPageToken", "page_token", "public_key", "key", "primaryKey", "secretName",
          "token_type", "tokenUrl", "password_reset_url", "keyboard", "passwordless", "id", ""}) {
        EXPECT_EQ(kind_of(name), "") << name;
    }
}

TEST(KeyName, SomeNamesAreOfRandomThings) {
    for (const std::string_view name : {"sha256", "contentHash", "ETag", "thinking_signature",
                                        "obfuscation", "next_cursor", "requestId", "commit"}) {
        EXPECT_TRUE(names_something_opaque(name)) << name;
    }
    EXPECT_FALSE(names_something_opaque("thing"));
}

}  // namespace

}  // namespace understudy::secret
