// Where a secret ends: beside colour codes, percent escapes, the marks of an address, other lines.
#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "secret/policy_testing.hpp"
#include "secret/scrub.hpp"

namespace understudy::secret {

namespace {

// Rules without a mark of their own, of any character, and of texts that end anywhere.
std::shared_ptr<Policy> policy_of_places() {
    static const auto rules = [] {
        const auto list = json::parse(R"JSON([
          {"id": "acme.repo_token", "about": "Acme repository token", "finds": "[0-9A-Za-z]{32,37}",
           "near": ["acme_token"], "edges": "word", "severity": "breaking"},
          {"id": "acme.dashed", "about": "Acme dashed token", "finds": "adt-[0-9A-Za-z_-]{20}",
           "words": ["adt-"], "edges": "word", "severity": "breaking"},
          {"id": "acme.cookie", "about": "Acme cookie", "finds": "acmesid=([^\\s;]{16,})",
           "words": ["acmesid"], "edges": "none", "severity": "breaking"},
          {"id": "generic.url_password", "about": "password of an address",
           "finds": "[a-z]{2,9}://[^\\s:/?#@\"]{0,99}:([^\\s:/?#@\"]{3,200})@", "edges": "none",
           "words": ["://"], "severity": "breaking"},
          {"id": "partial.token", "about": "part of a token",
           "finds": "adt-[0-9A-Za-z]{3,16}[.]{3}[0-9A-Za-z]{0,8}", "words": ["adt-"], "edges": "none"},
          {"id": "pem.private_key", "about": "private key",
           "finds": "-----BEGIN PRIVATE KEY-----\\s[\\s\\S]{16,}?-----END PRIVATE KEY-----",
           "edges": "none", "words": ["-----begin"], "check": "pem", "severity": "breaking"},
          {"id": "path.credential", "about": "path of a credential",
           "finds": "(/home/[a-z]+)/[.]acme", "words": ["/home/"], "edges": "none"}
        ])JSON");
        ASSERT(list, "the rules of the test are JSON");
        RuleSet set;
        set.rules = rules_of(*list, "test").value();
        return Rules::make({set});
    }();
    static const auto matcher = matcher_of(make_database(*rules, Keys::With).value()).value();
    auto policy = std::make_shared<Policy>();
    policy->rules = rules;
    policy->matcher = matcher;
    return policy;
}

std::string scrubbed(const std::string& text, const std::string& name = "a.txt") {
    Scrubber scrubber(policy_of_places());
    auto done = scrubber.redact({{name, text, Class::None}});
    return done ? done->carriers()[0].bytes : base::render(done.error());
}

std::string letters(std::size_t length, unsigned number = 1) {
    return random_text(length, number, kBase62ForTests);
}

const std::string kThirtyThree(29, 'x');  // and a number of four digits

TEST(ScrubPlaces, ColourCodesAreNoLetters) {
    const std::string clean = kThirtyThree + "0001";
    for (const std::string code : {"\x1b[31m", "\x1b[1;38;5;208m", "\x1b[K", "\x1b[0m"}) {
        EXPECT_EQ(scrubbed("acme_token=" + code + letters(33) + "\n"),
                  "acme_token=" + code + clean + "\n");
        EXPECT_EQ(scrubbed("acme_token=" + letters(33) + code + "\n"),
                  "acme_token=" + clean + code + "\n");
    }
    EXPECT_EQ(scrubbed("acmesid=" + letters(20) + "\x1b[0m\n"),
              "acmesid=" + std::string(16, 'x') + "0001\x1b[0m\n");
    for (const std::string code : {"\\u001b[31m", "\\x1b[1;31m", "\\033[0m", "\\e[0m"}) {
        EXPECT_EQ(scrubbed("{\"out\": \"acme_token=" + code + letters(33) + "\"}"),
                  "{\"out\": \"acme_token=" + code + clean + "\"}");
    }
}

TEST(ScrubPlaces, NothingGoesFromOneColouredLineToAnotherFarOff) {
    const std::string label = "-----BEGIN PRIVATE KEY-----\n", end = "-----END PRIVATE KEY-----\n";
    const std::string text = "#1 \x1b[0m" + label + letters(64) + "\n" + end + "a line of words\n" +
                             "#2 \x1b[0m" + label + letters(64, 2) + "\n" + end;
    EXPECT_EQ(scrubbed(text), "#1 \x1b[0m" + label + std::string(60, 'x') + "0001\n" + end +
                                  "a line of words\n#2 \x1b[0m" + label + std::string(60, 'x') +
                                  "0002\n" + end);
}

TEST(ScrubPlaces, PercentEscapesAreNoLetters) {
    EXPECT_EQ(scrubbed("https://h.io/?to=a%26acme_token%3D" + letters(33) + "&n=1\n"),
              "https://h.io/?to=a%26acme_token%3D" + kThirtyThree + "0001&n=1\n");
    // Escapes among filler do not make it a secret again.
    EXPECT_EQ(scrubbed("api_key%3Dxxxxxxx%252Bxxx%252Bxx%252Bxxx0031%253D&n=1\n"),
              "api_key%3Dxxxxxxx%252Bxxx%252Bxx%252Bxxx0031%253D&n=1\n");
}

TEST(ScrubPlaces, APasswordOfAnAddressEndsThere) {
    const std::string host = "@h.io/items/7 there\n";
    EXPECT_EQ(scrubbed("see https://user:" + letters(24) + host),
              "see https://user:" + std::string(20, 'x') + "0001" + host);
    EXPECT_EQ(scrubbed("see https://user:acmesid%3D" + letters(20) + host),
              "see https://user:acmesid%3D" + std::string(16, 'x') + "0001" + host);
    EXPECT_EQ(scrubbed("see https://api_key:" + letters(24) + host),
              "see https://api_key:" + std::string(20, 'x') + "0001" + host);
    EXPECT_EQ(scrubbed("see https://user:acme_token=" + letters(33) + host),
              "see https://user:acme_token=" + kThirtyThree + "0001" + host);
}

TEST(ScrubPlaces, APseudonymOfOneRuleIsNoneOfAnother) {
    for (const std::string token : {"adt-Ab3defghi-Jk4mnopq7Zs", "adt-a_cd-fg3ijk-mnopq_stu"}) {
        const std::string once = scrubbed("https://user:" + token + "@h.io/\n");
        EXPECT_EQ(once.find(token), std::string::npos);
        EXPECT_EQ(scrubbed(once), once);
    }
}

TEST(ScrubPlaces, WhatIsWholeOnALineDoesNotGoOnInTheNext) {
    std::string text, clean;
    for (unsigned i = 0; i < 12; ++i) {
        text += R"({"item": "adt-)" + letters(8, i) + "..." + letters(4, i + 50) + "\"}\n";
    }
    const std::string once = scrubbed(text, "a.jsonl");
    EXPECT_EQ(once.substr(0, once.find('\n')), R"({"item": "adt-xxxx0001...xxxx"})");
    EXPECT_EQ(scrubbed(once, "a.jsonl"), once);
}

TEST(ScrubPlaces, Base64IsPaddedAsItWas) {
    const auto packed = [](const std::string& path) { return "a b c\n" + path + "/.acme\n"; };
    // Twenty-one bytes need no padding: nothing tells whether it would be left out.
    const std::string even = packed("/home/jo"), clean = packed("<HOME>");
    ASSERT_EQ(even.size() % 3, 0U);
    EXPECT_EQ(scrubbed("body " + base::to_base64(even) + "\n"),
              "body " + base::to_base64(clean) + "\n");
    const std::string odd = packed("/home/joe");
    EXPECT_EQ(scrubbed("body " + base::to_base64url(odd) + "\n"),
              "body " + base::to_base64url(clean) + "\n");
    EXPECT_EQ(scrubbed("body " + base::to_base64(odd) + "\n"),
              "body " + base::to_base64(clean) + "\n");
}

}  // namespace

}  // namespace understudy::secret
