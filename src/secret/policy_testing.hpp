// A policy with a handful of rules, for tests. Secrets are put together here, so that no file holds
// a text that looks like one.
#pragma once

#include <memory>
#include <string>

#include "base/assert.hpp"
#include "json/parse.hpp"
#include "secret/matcher.hpp"
#include "secret/policy.hpp"

namespace understudy::secret {

inline RuleSet rules_for_tests() {
    const auto list = json::parse(R"JSON([
      {"id": "acme.token", "about": "Acme token", "finds": "acme_[0-9A-Za-z]{20}", "words": ["acme_"],
       "edges": "word", "makes": "acme_{base62:20}", "severity": "breaking"},
      {"id": "acme.hosted", "about": "Acme hosted token", "finds": "gha_[0-9A-Za-z]{36}",
       "words": ["gha_"], "edges": "word", "check": "github_crc32", "severity": "breaking"},
      {"id": "acme.secret", "about": "Acme client secret", "finds": "[0-9a-f]{32}",
       "near": ["acme_client_secret"], "edges": "word", "entropy": 3.0, "severity": "breaking"},
      {"id": "acme.login", "about": "Acme login", "finds": "Acme[ ]+([0-9A-Za-z]{16,})",
       "words": ["acme"], "near": ["x-acme-auth"], "edges": "none", "severity": "breaking"},
      {"id": "acme.setting", "about": "Acme setting", "finds": "<acme +key=\"([0-9A-Za-z]{12,})\"",
       "words": ["<acme"], "edges": "none", "severity": "breaking"},
      {"id": "generic.bearer", "about": "Bearer value",
       "finds": "(?i:bearer)[ ]+([0-9A-Za-z._~+/-]{16,}=*)", "edges": "none", "words": ["bearer"]},
      {"id": "generic.jwt", "about": "JSON Web Token",
       "finds": "eyJ[0-9A-Za-z_-]{10,}[.]eyJ[0-9A-Za-z_-]{2,}[.][0-9A-Za-z_-]{8,}", "edges": "word",
       "words": ["eyj"], "check": "jwt"},
      {"id": "pem.private_key", "about": "private key",
       "finds": "-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[0-9A-Za-z+/=\\s\\\\]{16,1000}-----END [A-Z ]{0,20}PRIVATE KEY-----",
       "edges": "none", "words": ["-----begin"], "check": "pem"},
      {"id": "payment.card", "about": "card number", "finds": "4[0-9]{15}", "near": ["card"],
       "edges": "word", "check": "luhn", "severity": "warning"}
    ])JSON");
    const auto fakes = json::parse(
        R"([{"pattern": "acme_Exa[m]pleExampleExampl", "kind": "published", "reason": "Of the manual."}])");
    ASSERT(list && fakes, "the rules of the tests are JSON");
    RuleSet set;
    set.rules = rules_of(*list, "test").value();
    set.fakes = fakes_of(*fakes, "test").value();
    return set;
}

inline std::shared_ptr<Policy> policy_for_tests() {
    static const auto rules = Rules::make({rules_for_tests()});
    static const auto matcher = matcher_of(make_database(*rules, Keys::With).value()).value();
    auto policy = std::make_shared<Policy>();
    policy->rules = rules;
    policy->matcher = matcher;
    return policy;
}

// Different for each number, always the same for one.
inline std::string random_text(std::size_t length, unsigned number, std::string_view alphabet) {
    std::string text;
    std::uint64_t state = 0x9E3779B97F4A7C15ULL * (number + 1);
    for (std::size_t i = 0; i < length; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        text += alphabet[static_cast<std::size_t>(state >> 33U) % alphabet.size()];
    }
    return text;
}
inline constexpr std::string_view kBase62ForTests =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

inline std::string acme_token(unsigned number = 1) {
    return "acme_" + random_text(20, number, kBase62ForTests);
}

}  // namespace understudy::secret
