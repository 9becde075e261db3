#include "secret/find.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "http/encoding.hpp"
#include "json/value.hpp"
#include "json/write.hpp"
#include "secret/code.hpp"
#include "secret/impl/checksum.hpp"
#include "secret/policy_testing.hpp"

namespace understudy::secret {

namespace {

std::vector<Hit> hits_in(std::string_view text, std::string_view name = "a.txt",
                         const std::shared_ptr<Policy>& policy = policy_for_tests()) {
    return Finder(policy, "salt").find({name, text, Class::None}).hits;
}

std::vector<std::string> rules_in(std::string_view text) {
    std::vector<std::string> rules;
    for (const Hit& hit : hits_in(text)) rules.push_back(hit.rule);
    return rules;
}

using Rules = std::vector<std::string>;

TEST(Find, ASecretAnywhereInALineWithItsPlaceAndNothingOfIt) {
    const std::string text = "first\nuse " + acme_token() + " here\n";
    const auto hits = hits_in(text);
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(hits[0].rule, "acme.token");
    EXPECT_EQ(hits[0].code, code::Value);
    EXPECT_EQ(hits[0].begin, 10U);
    EXPECT_EQ(hits[0].length, 25U);
    const auto findings = to_findings({hits}, {"a.txt", text, Class::None});
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].message, "Acme token; 25 characters, digest " + hits[0].digest);
    EXPECT_EQ(findings[0].constraint, "acme.token");
    EXPECT_EQ(findings[0].mark.line, 2U);
    EXPECT_EQ(findings[0].mark.column, 5U);
    EXPECT_EQ(findings[0].mark.excerpt, "");
}

TEST(Find, TheDigestIsKeyedAndTellsSecretsApart) {
    const auto policy = policy_for_tests();
    const std::string one = acme_token(1), two = acme_token(2);
    const auto hits = hits_in(one + " " + two + " " + one);
    ASSERT_EQ(hits.size(), 3U);
    EXPECT_EQ(hits[0].digest, hits[2].digest);
    EXPECT_NE(hits[0].digest, hits[1].digest);
    EXPECT_NE(Finder(policy, "pepper").find({"", one, Class::None}).hits[0].digest, hits[0].digest);
}

struct Wrapping {
    const char* name;
    std::string (*wrap)(const std::string& secret);
    const char* inside;  // what the message says of it
};

std::string gzip(const std::string& text) {
    return http::encode(http::Encoding::Gzip, text);
}

const Wrapping kWrappings[] = {
    {"JSON", [](const std::string& s) { return R"({"a": ["b", ")" + s + R"("]})"; }, ""},
    {"escapes", [](const std::string& s) { return R"({"a": "line\n)" + s + R"(\n"})"; }, ""},
    {"unicode escape", [](const std::string& s) { return R"("\u0061)" + s.substr(1) + "\""; }, ""},
    {"JSON in a string",
     [](const std::string& s) {
         const json::Value inner = json::Value::object({{"note", "x\n" + s}});
         return json::write(json::Value::object({{"body", json::write(inner)}}));
     },
     ""},
    {"percent", [](const std::string& s) { return "/?q=%20" + base::to_percent(s) + "%0A"; },
     ", inside percent"},
    {"percent, twice",
     [](const std::string& s) { return "q=" + base::to_percent(base::to_percent("a b " + s)); },
     ", inside percent in percent"},
    {"base64", [](const std::string& s) { return "x: " + base::to_base64("key " + s); },
     ", inside base64"},
    {"base64url",
     [](const std::string& s) { return "x=" + base::to_base64url("k\xc3\xbf?? " + s); },
     ", inside base64"},
    {"base64 in lines",
     [](const std::string& s) {
         const std::string text =
             base::to_base64(std::string(90, 'a') + " " + s + " " + std::string(30, 'b'));
         return text.substr(0, 76) + "\n" + text.substr(76, 76) + "\n" + text.substr(152);
     },
     ", inside base64"},
    {"gzip", [](const std::string& s) { return gzip("a " + s); }, ", inside gzip"},
    {"zstd", [](const std::string& s) { return http::encode(http::Encoding::Zstd, "a " + s); },
     ", inside zstd"},
    {"deflate",
     [](const std::string& s) { return http::encode(http::Encoding::Deflate, "a " + s); },
     ", inside deflate"},
    {"gzip in base64 in JSON",
     [](const std::string& s) {
         return R"({"body": ")" + base::to_base64(gzip("a " + s)) + R"("})";
     },
     ", inside gzip in base64"},
    {"a part of multipart",
     [](const std::string& s) {
         return "--b\r\nContent-Encoding: gzip\r\n\r\n" + gzip("a " + s) + "\r\n--b--\r\n";
     },
     ", inside gzip"},
    {"colours around", [](const std::string& s) { return "\x1b[1;31m" + s + "\x1b[0m\n"; }, ""},
    {"colours inside",
     [](const std::string& s) { return "a " + s.substr(0, 9) + "\x1b[0m" + s.substr(9) + "\n"; },
     ", inside colours"},
    {"frames of an event stream",
     [](const std::string& s) {
         return "event: d\ndata: {\"delta\": {\"text\": \"so " + s.substr(0, 8) +
                "\"}}\n\nevent: d\ndata: {\"delta\": {\"text\": \"" + s.substr(8) + " \"}}\n\n";
     },
     ", inside frames"},
    {"plain frames",
     [](const std::string& s) {
         return "data: so " + s.substr(0, 8) + "\n\ndata: " + s.substr(8) + "\n\n";
     },
     ", inside frames"},
    {"lines of JSON",
     [](const std::string& s) {
         return "{\"t\":1,\"out\":\"a " + s.substr(0, 8) + "\"}\n{\"t\":2,\"out\":\"" +
                s.substr(8) + " b\"}\n";
     },
     ", inside lines"},
};

TEST(Find, LooksThroughEveryWrapping) {
    for (const Wrapping& wrapping : kWrappings) {
        const std::string secret = acme_token();
        const std::string text = wrapping.wrap(secret);
        const auto hits = hits_in(text);
        ASSERT_EQ(hits.size(), 1U) << wrapping.name;
        EXPECT_EQ(hits[0].rule, "acme.token") << wrapping.name;
        EXPECT_EQ(hits[0].length, secret.size()) << wrapping.name;
        const auto findings = to_findings({hits}, {"a", text, Class::None});
        EXPECT_EQ(findings[0].message,
                  "Acme token; 25 characters, digest " + hits[0].digest + wrapping.inside)
            << wrapping.name;
        EXPECT_EQ(hits[0].digest, hits_in(secret)[0].digest) << wrapping.name;
    }
}

TEST(Find, BrotliByTheNameOfTheFile) {
    const std::string text = http::encode(http::Encoding::Brotli, "a " + acme_token());
    EXPECT_EQ(hits_in(text, "a.json.br").size(), 1U);
}

TEST(Find, Utf16) {
    const std::string text = "key " + acme_token() + "\n";
    std::string little = "\xff\xfe", big = "\xfe\xff";
    for (const char c : text) {
        little += std::string{c, '\0'};
        big += std::string{'\0', c};
    }
    for (const std::string& bytes : {little, big}) {
        const auto hits = hits_in(bytes);
        ASSERT_EQ(hits.size(), 1U);
        EXPECT_EQ(hits[0].begin, 10U);
        EXPECT_EQ(hits[0].end, 60U);
    }
}

TEST(Find, GivesThePointerInJsonAndInLinesOfJson) {
    const std::string secret = acme_token();
    const std::string text = R"({"a": [1, {"b/c": ")" + secret + R"("}]})";
    EXPECT_EQ(to_findings({hits_in(text)}, {"a.json", text, Class::None})[0].pointer, "/a/1/b~1c");
    const std::string lines = "{\"a\": 1}\n{\"x\": \"" + secret + "\"}\n";
    EXPECT_EQ(to_findings({hits_in(lines)}, {"a.jsonl", lines, Class::None})[0].pointer, "/1/x");
}

TEST(Find, NeedsItsNeighbours) {
    const std::string hex = "4f2c9b0e8d7a6153c0ffb18e29d3a7f6";
    EXPECT_EQ(rules_in("acme_client_secret: " + hex), Rules{"acme.secret"});
    EXPECT_EQ(rules_in("etag: " + hex), Rules{});
    EXPECT_EQ(rules_in("acme_client_secret:\n" + hex), Rules{});
}

TEST(Find, NeitherPlaceholdersNorKnownFakesNorParts) {
    for (const std::string& text :
         {std::string("acme_xxxxxxxxxxxxxxxxxxxx"), std::string("acme_xxxxxxxxxxxxxxxx0012"),
          std::string("acme_ExampleExampleExampl"), std::string("acme_00000000000000000000"),
          std::string("acme_0123456789abcdefghij"), acme_token() + "A", "my" + acme_token()}) {
        EXPECT_EQ(rules_in(text), Rules{}) << text;
    }
}

TEST(Find, ATokenWithAWrongChecksumIsAWarning) {
    const std::string random = random_text(30, 7, kBase62ForTests);
    const auto right = hits_in("gha_" + random + github_checksum(random));
    ASSERT_EQ(right.size(), 1U);
    EXPECT_TRUE(right[0].is_breaking);
    const auto wrong = hits_in("gha_" + random + "000000");
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_FALSE(wrong[0].is_breaking);
}

TEST(Find, ValuesByTheNameOfTheirField) {
    const std::string secret = random_text(18, 3, kBase62ForTests) + "7z";
    EXPECT_EQ(rules_in(R"({"clientSecret": ")" + secret + R"("})"), Rules{"key.secret"});
    EXPECT_EQ(rules_in("DB_PASSWORD=" + secret + "\n"), Rules{"key.password"});
    EXPECT_EQ(rules_in("api_key: " + secret + "\n"), Rules{"key.api_key"});
    EXPECT_EQ(rules_in(R"(password = "hunter2")"), Rules{"key.password"});
    EXPECT_EQ(rules_in(R"({"body": "{\"access_token\": \")" + secret + R"(\"}"})"),
              Rules{"key.token"});
    for (const std::string_view harmless :
         {R"({"author": "a1b2c3d4e5f6"})", R"({"inputTokens": 1234567890})",
          R"({"invocationKey": "run:01:a1b2c3d4e5"})", R"({"tokenizer": "cl100k_base"})",
          R"({"nextPageToken": "CAEQAQ1234abcd"})", R"({"password": "${DB_PASSWORD}"})",
          R"({"token": "<TOKEN>"})", R"({"secret": "[REDACTED]"})", "def f(password: str) -> None:",
          "token = os.environ[\"TOKEN2\"]", R"({"password": "Your password"})",
          R"({"secretName": "db-credentials-2"})", R"({"token_type": "bearer"})",
          R"({"api_key": "process.env.API_KEY1"})", "enum class Secret : std::uint8_t {",
          R"(secret: "^whsec_[0-9A-Za-z]{32}$")", R"({"secret_url": "https://a.example/1"})"}) {
        EXPECT_EQ(rules_in(harmless), Rules{}) << harmless;
    }
}

TEST(Find, ARandomRunIsAWarningUnlessItsNameExcusesIt) {
    const std::string run = random_text(60, 5, kBase62ForTests);
    EXPECT_EQ(rules_in(R"({"thing": ")" + run + R"("})"), Rules{"entropy.base64"});
    EXPECT_FALSE(hits_in(R"({"thing": ")" + run + R"("})")[0].is_breaking);
    EXPECT_EQ(rules_in(R"({"signature": ")" + run + R"("})"), Rules{});
    EXPECT_EQ(rules_in(R"({"thing": ")" + random_text(64, 6, "0123456789abcdef") + R"("})"),
              Rules{});
}

TEST(Find, ValuesThatAreKnownToBeSecretEvenWithoutAForm) {
    const auto policy = policy_for_tests();
    policy->known.push_back({"PIN", "open sesame!"});
    const auto hits = hits_in("say " + base::to_base64("now: open sesame! please"), "a", policy);
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(hits[0].rule, "known.value");
}

TEST(Find, ClassesOfFieldsExcuseAndAccuse) {
    const auto policy = policy_for_tests();
    policy->classes = Classes::from_json(json::Value::object({{"/sum", "hash"},
                                                              {"/seal", "opaque"},
                                                              {"/usage", "usage"},
                                                              {"/pin", "secret"},
                                                              {"/note", "text"}}))
                          .value();
    const auto rules = [&](const std::string& text) {
        std::vector<std::string> found;
        for (const Hit& hit : hits_in(text, "a.json", policy)) found.push_back(hit.rule);
        return found;
    };
    const std::string token = acme_token();
    const std::string run = random_text(60, 5, kBase62ForTests);
    EXPECT_EQ(rules(R"({"sum": "sha256:)" + run + R"("})"), Rules{});
    EXPECT_EQ(rules(R"({"sum": ")" + token + R"("})"), Rules{"acme.token"});
    EXPECT_EQ(rules(R"({"seal": ")" + token + R"("})"), Rules{});
    EXPECT_EQ(rules(R"({"seal": "see )" + token + R"("})"), Rules{"acme.token"});
    EXPECT_EQ(rules(R"({"usage": {"token": ")" + token + R"("}})"), Rules{});
    EXPECT_EQ(rules(R"({"pin": "4711"})"), Rules{"class.secret"});
    EXPECT_EQ(rules(R"({"pin": "<PIN>"})"), Rules{});
    EXPECT_EQ(rules(R"({"note": ")" + random_text(64, 6, "0123456789abcdef") + R"("})"),
              Rules{"entropy.hex"});
    EXPECT_EQ(rules(R"({"note": ")" + std::string(2500, 'a') + R"("})"), Rules{"text.unbounded"});
}

TEST(Find, DumpsOfAnEnvironmentAndRequestsToAModel) {
    EXPECT_EQ(rules_in(R"({"env": {"HOME": "/home/u", "LANG": "C"}})"), Rules{"env.dump"});
    EXPECT_EQ(rules_in(R"({"env": {"LANG": "C"}})"), Rules{});
    EXPECT_EQ(rules_in("PATH=/bin\nHOME=/home/u\nLANG=C\nTERM=xterm\n"), Rules{"env.dump"});
    EXPECT_EQ(rules_in(R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})"),
              Rules{"payload.model_request"});
    EXPECT_EQ(rules_in(R"({"messages": [{"role": "user", "content": "hi"}]})"), Rules{});
}

TEST(Find, FilesOfCredentials) {
    const std::string text = R"({"type": "authorized_user", "client_secret": ")" + acme_token() +
                             R"(", "refresh_token": "r"})";
    EXPECT_EQ(rules_in(text), (Rules{"auth_file.gcloud_user", "acme.token"}));
}

TEST(Find, SaysWhereABoundWasReached) {
    const auto policy = policy_for_tests();
    policy->bounds.depth = 2;
    std::string text = acme_token();
    for (int i = 0; i < 4; ++i) text = base::to_base64("again: " + text);
    const auto deep = hits_in(text, "a", policy);
    ASSERT_EQ(deep.size(), 1U);
    EXPECT_EQ(deep[0].code, code::TooDeep);
    EXPECT_EQ(to_findings({deep}, {"a", text, Class::None})[0].message,
              "what lies deeper here was not looked at: it is wrapped more than 2 times");

    const std::string bomb = gzip(std::string(std::size_t{30} << 20U, 'a'));
    const auto large = hits_in(bomb);
    ASSERT_EQ(large.size(), 1U);
    EXPECT_EQ(large[0].code, code::TooDeep);

    const std::string cut = gzip("a " + acme_token()).substr(0, 30);
    const auto damaged = hits_in(cut);
    ASSERT_GE(damaged.size(), 1U);
    EXPECT_EQ(damaged.back().code, code::TooDeep);
    EXPECT_EQ(damaged.back().about, "gzip is damaged or cut short");
}

// A line of base64 goes on in the next one, but not in a key of YAML.
TEST(Find, Base64EndsBeforeAKeyOfYaml) {
    std::string bytes = gzip("nothing that is secret stands in here, in some more words of no use");
    while (bytes.size() % 3 != 0) bytes = gzip("more " + bytes);
    const std::string text = "  base64: " + base::to_base64(bytes) + "\n  status: 201\n";
    EXPECT_TRUE(hits_in(text).empty());
}

// What a person reads, for every kind of finding.
TEST(Find, SaysWhatItFound) {
    struct Case {
        std::string text;
        base::Code code;
        std::string message;  // `#` stands for the digest
    };
    const auto policy = policy_for_tests();
    policy->classes = Classes::from_json(json::Value::object({{"/note", "text"}})).value();
    RuleSet more = rules_for_tests();
    const auto extra = json::parse(R"JSON([
      {"id": "path.credential", "about": "Path of credentials", "finds": "(~)/\\.netrc", "edges": "none",
       "words": [".netrc"], "severity": "warning"},
      {"id": "partial.token", "about": "Part of a token", "finds": "acme_[0-9A-Za-z]{4}[.]{3}",
       "edges": "none", "words": ["acme_"], "severity": "warning"}])JSON");
    std::vector<Rule> added = rules_of(*extra, "test").value();
    std::move(added.begin(), added.end(), std::back_inserter(more.rules));
    policy->rules = secret::Rules::make({more});
    policy->matcher = matcher_of(make_database(*policy->rules, Keys::With).value()).value();
    const std::string run = random_text(60, 5, kBase62ForTests);
    const Case cases[] = {
        {R"({"password": "hunter22"})", code::Key,
         "value of a field named as a password; 8 characters, digest #"},
        {R"({"thing": ")" + run + R"("})", code::Entropy,
         "a long run of random characters; 60 characters, digest #"},
        {"see ~/.netrc", code::Path, "Path of credentials"},
        {"acme_Ab3d... is short", code::Partial,
         "a placeholder still carries characters of what it stands for; 12 characters, digest #"},
        {R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})", code::Payload,
         "this is a whole request to a model"},
        {R"({"env": {"HOME": "/home/u"}})", code::EnvDump,
         "this is a dump of a process's environment: 1 variable"},
        {R"({"note": ")" + std::string(2500, 'a') + R"("})", code::UnboundedText,
         "a text of 2500 bytes is longer than its budget of 2000"},
    };
    for (const Case& one : cases) {
        const auto hits = hits_in(one.text, "a.json", policy);
        ASSERT_EQ(hits.size(), 1U) << one.text;
        EXPECT_EQ(hits[0].code, one.code) << one.text;
        std::string message = one.message;
        if (const auto at = message.find('#'); at != std::string::npos) {
            message.replace(at, 1, hits[0].digest);
        }
        EXPECT_EQ(to_findings({hits}, {"a.json", one.text, Class::None})[0].message, message);
    }
    const std::string keys = R"({"type": "authorized_user", "client_secret": ")" + acme_token() +
                             R"(", "refresh_token": "r"})";
    const auto hits = hits_in(keys);
    EXPECT_EQ(hits[0].code, code::AuthFile);
    EXPECT_EQ(to_findings({hits}, {"a.json", keys, Class::None})[0].message,
              "this is a file of Google Cloud user credentials");
}

TEST(Matcher, ADatabaseOfAnotherMachineIsRefused) {
    const auto matcher = matcher_of("no database");
    ASSERT_FALSE(matcher);
    EXPECT_EQ(matcher.error().code, code::BadDatabase);
    EXPECT_EQ(base::message(matcher.error()),
              "the search for secrets cannot be set up: it was not made for this kind of machine");
}

TEST(Find, NamesAreShownWithoutTheirSecrets) {
    Finder finder(policy_for_tests(), "salt");
    EXPECT_EQ(shown_name(finder, "data/" + acme_token() + ".json"), "data/<secret>.json");
    EXPECT_EQ(shown_name(finder, "data/a.json"), "data/a.json");
}

}  // namespace

}  // namespace understudy::secret
