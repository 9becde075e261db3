#include "secret/scrub.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "http/encoding.hpp"
#include "json/parse.hpp"
#include "secret/code.hpp"
#include "secret/impl/checksum.hpp"
#include "secret/policy_testing.hpp"

namespace understudy::secret {

namespace {

std::string scrubbed(const std::string& text, const std::string& name = "a.txt") {
    Scrubber scrubber(policy_for_tests());
    auto done = scrubber.redact({{name, text, Class::None}});
    return done ? done->carriers()[0].bytes : base::render(done.error());
}

std::string error_of(std::vector<Carrier> carriers,
                     std::shared_ptr<Policy> policy = policy_for_tests()) {
    Scrubber scrubber(std::move(policy));
    const auto done = scrubber.redact(std::move(carriers));
    return done ? "" : std::string(base::name_of(done.error().code));
}

TEST(Scrub, KeepsShapeLengthAndPrefix) {
    EXPECT_EQ(scrubbed("use " + acme_token() + "\n"), "use acme_xxxxxxxxxxxxxxxx0001\n");
}

TEST(Scrub, EqualSecretsGetEqualPseudonymsAcrossTheBundle) {
    const std::string one = acme_token(1), two = acme_token(2);
    Scrubber scrubber(policy_for_tests());
    const auto done = scrubber.redact({{"a", one + " " + two, Class::None},
                                       {"b", "Bearer " + two, Class::None},
                                       {"c", base::to_base64("it is " + one), Class::None},
                                       {"d", "nothing", Class::None}});
    ASSERT_TRUE(done);
    const auto& carriers = done->carriers();
    const std::string first = "acme_xxxxxxxxxxxxxxxx0001", second = "acme_xxxxxxxxxxxxxxxx0002";
    EXPECT_EQ(carriers[0].bytes, first + " " + second);
    EXPECT_EQ(carriers[1].bytes, "Bearer " + second);
    EXPECT_EQ(carriers[2].bytes, base::to_base64("it is " + first));
    EXPECT_EQ(done->changed(), (std::vector<bool>{true, true, true, false}));
    EXPECT_EQ(done->counts().replaced, 4U);
    EXPECT_EQ(done->counts().pseudonyms.at("acme.token"), 2U);
    EXPECT_EQ(done->counts().by_layer.at("base64"), 1U);
}

TEST(Scrub, WhatOnePlaceGivesAwayIsReplacedEverywhere) {
    const std::string password = "Tr0ub4dor&3xyz";
    Scrubber scrubber(policy_for_tests());
    const auto done =
        scrubber.redact({{"a.json", R"({"password": ")" + password + R"("})", Class::None},
                         {"b.log", "signed in with " + password + " today", Class::None}});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->carriers()[0].bytes, R"({"password": "xxxxxxxxxx0001"})");
    EXPECT_EQ(done->carriers()[1].bytes, "signed in with xxxxxxxxxx0001 today");
}

TEST(Scrub, ThroughWrappingsInPlace) {
    const std::string secret = acme_token(), clean = "acme_xxxxxxxxxxxxxxxx0001";
    EXPECT_EQ(scrubbed(R"({"a": "\u00e9\n)" + secret + R"(\t\/"})"),
              R"({"a": "\u00e9\n)" + clean + R"(\t\/"})");
    EXPECT_EQ(scrubbed("q=%20" + secret + "%0A&b=%2F"), "q=%20" + clean + "%0A&b=%2F");
    EXPECT_EQ(scrubbed("\x1b[1m" + secret.substr(0, 9) + "\x1b[0m" + secret.substr(9) + "\n"),
              "\x1b[1m" + clean.substr(0, 9) + "\x1b[0m" + clean.substr(9) + "\n");
    EXPECT_EQ(scrubbed("data: {\"d\": \"so " + secret.substr(0, 8) + "\"}\n\ndata: {\"d\": \"" +
                       secret.substr(8) + "\"}\n\n"),
              "data: {\"d\": \"so " + clean.substr(0, 8) + "\"}\n\ndata: {\"d\": \"" +
                  clean.substr(8) + "\"}\n\n");
    const std::string gzip = http::encode(http::Encoding::Gzip, "a " + secret);
    EXPECT_EQ(scrubbed(gzip), http::encode(http::Encoding::Gzip, "a " + clean));
    EXPECT_EQ(
        scrubbed(R"({"b": ")" + base::to_base64(gzip) + R"("})"),
        R"({"b": ")" + base::to_base64(http::encode(http::Encoding::Gzip, "a " + clean)) + R"("})");
}

TEST(Scrub, TokensOfThreePartsStayReadable) {
    const std::string token = base::to_base64url(R"({"alg":"HS256","typ":"JWT"})") + "." +
                              base::to_base64url(R"({"sub":"user-4711","admin":true})") + "." +
                              random_text(43, 9, kBase62ForTests);
    const std::string clean = scrubbed("t: " + token).substr(3);
    ASSERT_EQ(clean.size(), token.size());
    const std::size_t dot = clean.find('.');
    EXPECT_TRUE(json::parse(base::from_base64(clean.substr(0, dot), base::Base64::Loose).value()));
    const std::size_t second = clean.find('.', dot + 1);
    EXPECT_EQ(base::from_base64(clean.substr(dot + 1, second - dot - 1), base::Base64::Loose)
                  ->find("4711"),
              std::string::npos);
    EXPECT_EQ(clean.substr(second + 1), std::string(39, 'x') + "0001");
}

TEST(Scrub, PrivateKeysKeepTheirLines) {
    const std::string begin = "-----BEGIN RSA " + std::string("PRIVATE KEY-----"),
                      end = "-----END RSA " + std::string("PRIVATE KEY-----");
    const std::string key = begin + "\n" + random_text(64, 1, kBase62ForTests) + "\n" +
                            random_text(30, 2, kBase62ForTests) + "==\n" + end + "\n";
    EXPECT_EQ(scrubbed(key), begin + "\n" + std::string(64, 'x') + "\n" + std::string(26, 'x') +
                                 "0001==\n" + end + "\n");
}

TEST(Scrub, ChecksumsInsideSecretsAreRightAgain) {
    const std::string random = random_text(30, 7, kBase62ForTests);
    const std::string clean = scrubbed("gha_" + random + github_checksum(random));
    EXPECT_EQ(clean.substr(0, 34), "gha_" + std::string(26, 'x') + "0001");
    EXPECT_TRUE(passes(Checksum::Github, clean));
    std::string card = "453201511283036";
    card += luhn_digit(card);
    const std::string card_clean = scrubbed("card " + card).substr(5);
    EXPECT_TRUE(passes(Checksum::Luhn, card_clean)) << card_clean;
    EXPECT_EQ(card_clean.substr(0, 5), "40000");
}

TEST(Scrub, ASecondTimeChangesNothing) {
    const std::string random = random_text(30, 7, kBase62ForTests);
    for (const std::string& text :
         {"use " + acme_token() + " or " + acme_token(2),
          R"({"password": "hunter22"})" + std::string("\n"),
          R"({"pwd": "a1!"})" + std::string("\n"), "gha_" + random + github_checksum(random),
          base::to_base64("x " + acme_token()),
          std::string("acme_client_secret=4f2c9b0e8d7a6153c0ffb18e29d3a7f6"),
          R"({"thing": ")" + random_text(60, 5, kBase62ForTests) + R"("})"}) {
        const std::string once = scrubbed(text);
        EXPECT_EQ(scrubbed(once), once);
        Finder finder(policy_for_tests(), "salt");
        EXPECT_TRUE(finder.find({"a", once, Class::None}).hits.empty()) << once;
    }
}

TEST(Scrub, ACarrierOfClassSecretGoesWhateverItLooksLike) {
    Scrubber scrubber(policy_for_tests());
    const auto done = scrubber.redact({{"env.PIN", "swordfish", Class::Secret}});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->carriers()[0].bytes, "xxxxx0001");
}

TEST(Scrub, TheKindOfALoginIsNoPartOfIt) {
    Scrubber scrubber(policy_for_tests());
    const auto done = scrubber.redact(
        {{"a", "Bearer of-no-shape", Class::Secret}, {"b", "bearer ", Class::Secret}});
    ASSERT_TRUE(done);
    EXPECT_EQ(done->carriers()[0].bytes, "Bearer xxxxxxx0001");
    EXPECT_EQ(done->carriers()[1].bytes.size(), 7U);
}

// What the second part of a packed text gives away is replaced in its first part too, which is
// wrapped once more.
TEST(Scrub, WhatIsGivenAwayLaterIsReplacedInAllLayers) {
    const std::string password = "Tr0ub4dor-3xyz";
    const std::string id = base::to_base64url("payment method of " + password);
    const std::string text = R"({"id": ")" + id + R"(", "password": ")" + password + R"("})";
    const std::string plain = scrubbed(text);
    const auto packed = http::decode("gzip", scrubbed(http::encode(http::Encoding::Gzip, text)));
    ASSERT_TRUE(packed);
    EXPECT_EQ(*packed, plain);
    EXPECT_EQ(plain.find(password), std::string::npos);
    EXPECT_EQ(plain.find(id), std::string::npos);
}

TEST(Scrub, RefusesWhatWouldDoDamage) {
    const auto policy = policy_for_tests();
    policy->classes = Classes::from_json(json::Value::object({{"/pin", "secret"}})).value();
    EXPECT_EQ(error_of({{"a.json", R"({"pin": "ok"})", Class::None}}, policy),
              "fixture.secret.over_redacted");
    EXPECT_EQ(error_of({{"a.json", R"({"pin": "name", "name": 1})", Class::None}}, policy),
              "fixture.secret.over_redacted");
}

// A rule whose secrets have no part that could be another: whatever stands there is found again.
TEST(Scrub, RefusesWhatItWouldStillFind) {
    const auto policy = policy_for_tests();
    const auto list = json::parse(
        R"([{"id": "acme.word", "about": "a word", "finds": "sesame", "edges": "none", "words": ["sesame"]}])");
    RuleSet set;
    set.rules = rules_of(*list, "test").value();
    policy->rules = Rules::make({set});
    policy->matcher = matcher_of(make_database(*policy->rules, Keys::With).value()).value();
    Scrubber scrubber(policy);
    const auto done = scrubber.redact({{"a", "open sesame", Class::None}});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, code::StillThere);
    EXPECT_EQ(base::message(done.error()),
              "refused: a secret of acme.word would still be found after 6 rounds");
}

TEST(Scrub, RefusesWhatItCannotSeeThrough) {
    std::string text = acme_token();
    for (int i = 0; i < 10; ++i) text = base::to_base64("again: " + text);
    EXPECT_EQ(error_of({{"a", text, Class::None}}), "fixture.secret.too_deep");
}

}  // namespace

}  // namespace understudy::secret
