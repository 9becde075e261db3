// Every key of a policy file, every mistake with its exact words, and which paths a pattern fits.
#include "secret/policy.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "secret/code.hpp"
#include "secret/impl/problem_lines.hpp"

namespace understudy::secret {
namespace {

json::Value parsed(std::string_view text) {
    auto value = json::parse(text);
    EXPECT_TRUE(value) << text;
    return value ? *value : json::Value();
}

PolicyFile good(std::string_view text) {
    auto file = read_policy(parsed(text), "secrets.yaml");
    EXPECT_TRUE(file) << base::render(file.error());
    return file ? std::move(*file) : PolicyFile{};
}

// Each without its code and without the hint that all have.
std::string problems_of(std::string_view text) {
    const auto file = read_policy(parsed(text), "secrets.yaml");
    if (file) return "";
    std::string lines = testing::lines_of(file.error());
    lines = base::replace_all(lines, " [secret.bad_policy]", "");
    return base::replace_all(lines, " docs/reference/secrets.md describes the file", "");
}

std::string with(std::string_view rest) {
    return R"({"version":1,)" + std::string(rest) + "}";
}

TEST(Policy, ReadsEveryKey) {
    const PolicyFile file = good(R"({
        "version": 1,
        "rules": [{"id": "acme.token", "about": "a token of Acme", "finds": "acme_[0-9a-z]{20}",
                   "edges": "word", "words": ["acme_"], "makes": "acme_{lower:20}",
                   "severity": "warning", "see": "our handbook"}],
        "fakes": [{"value": "acme_example", "kind": "test", "reason": "in the tests", "owner": "core"},
                  {"pattern": "acme_x+", "kind": "placeholder", "reason": "in the documents"}],
        "suppressions": [
            {"file": "a.json", "rule": "key.token", "pointer": "/a/b", "reason": "of a test server",
             "owner": "core", "expires": "2027-01-31"},
            {"file": "b.env", "rule": "key.password", "line": 3, "reason": "the same", "owner": "core",
             "expires": "2028-02-29"},
            {"file": "c.env", "rule": "key.password", "reason": "the same", "owner": "core",
             "expires": "2027-01-31"}],
        "allow_keys": ["invocationKey"],
        "skip": ["third_party/**", "*.lock"],
        "keep_env": ["AGENT_*"],
        "classes": {"/item/text": "text"},
        "derived": [{"field": "/checksum"}]})");
    ASSERT_EQ(file.set.rules.size(), 1U);
    EXPECT_EQ(file.set.rules[0].id, "acme.token");
    ASSERT_EQ(file.set.fakes.size(), 2U);
    EXPECT_TRUE(file.set.fakes[0].is.get().matches_whole("acme_example"));
    EXPECT_EQ(file.set.fakes[1].kind, "placeholder");
    ASSERT_EQ(file.suppressions.size(), 3U);
    const Suppression& first = file.suppressions[0];
    EXPECT_EQ(first.file, "a.json");
    EXPECT_EQ(first.rule, "key.token");
    EXPECT_EQ(first.pointer, "/a/b");
    EXPECT_EQ(first.line, 0U);
    EXPECT_EQ(first.reason, "of a test server");
    EXPECT_EQ(first.owner, "core");
    EXPECT_EQ(first.expires, "2027-01-31");
    EXPECT_EQ(file.suppressions[1].line, 3U);
    EXPECT_EQ(file.allow_keys, std::vector<std::string>{"invocationkey"});
    EXPECT_EQ(file.skip, (std::vector<std::string>{"third_party/**", "*.lock"}));
    EXPECT_EQ(file.classes.of(*json::Pointer::parse("/item/text")), Class::Text);
    EXPECT_EQ(file.keep_env, std::vector<std::string>{"AGENT_*"});
    EXPECT_EQ(file.derived, parsed(R"([{"field": "/checksum"}])"));
}

TEST(Policy, NothingButTheVersionIsNeeded) {
    const PolicyFile file = good(R"({"version":1})");
    EXPECT_TRUE(file.set.rules.empty());
    EXPECT_TRUE(file.suppressions.empty());
    EXPECT_TRUE(file.classes.is_empty());
}

TEST(Policy, ReportsAllProblemsAtOnceWithTheFile) {
    const auto file = read_policy(parsed(R"({
        "suppressions": [{"file": "a", "rule": "b", "raeson": "c"}], "skpi": []})"),
                                  ".understudy/secrets.yaml");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, code::BadPolicy);
    EXPECT_EQ(base::render(file.error()),
              ".understudy/secrets.yaml: error: the policy: 6 problems [secret.bad_policy]\n"
              "  hint: docs/reference/secrets.md describes the file\n"
              "  error: the policy: it needs `version` [secret.bad_policy]\n"
              "    hint: docs/reference/secrets.md describes the file\n"
              "  error: suppression 1: it needs `reason` [secret.bad_policy]\n"
              "    hint: docs/reference/secrets.md describes the file\n"
              "  error: suppression 1: it needs `owner` [secret.bad_policy]\n"
              "    hint: docs/reference/secrets.md describes the file\n"
              "  error: suppression 1: it needs `expires` [secret.bad_policy]\n"
              "    hint: docs/reference/secrets.md describes the file\n"
              "  error: suppression 1: it has no key \"raeson\" [secret.bad_policy]\n"
              "    hint: did you mean \"reason\"? docs/reference/secrets.md describes the file\n"
              "  error: the policy: it has no key \"skpi\" [secret.bad_policy]\n"
              "    hint: did you mean \"skip\"? docs/reference/secrets.md describes the file\n");
}

TEST(Policy, SaysWhatIsWrongWithTheFile) {
    const std::pair<std::string, std::string> cases[] = {
        {"[]", "the policy: it must be a map, not a list\n"},
        {"null", "the policy: it must be a map, not nothing\n"},
        {"\"a\"", "the policy: it must be a map, not text\n"},
        {"true", "the policy: it must be a map, not true or false\n"},
        {R"({"version":2,"nonsense":1})",
         "the policy: `version` must be 1, the only one this understudy reads\n"},
        {R"({"version":"1"})",
         "the policy: `version` must be 1, the only one this understudy reads\n"},
        {with(R"("rules":{})"), "the policy: `rules` must be a list, not a map\n"},
        {with(R"("fakes":1)"), "the policy: `fakes` must be a list, not a number\n"},
        {with(R"("suppressions":null)"),
         "the policy: `suppressions` must be a list, not nothing\n"},
        {with(R"("allow_keys":"a")"), "the policy: `allow_keys` must be a list, not text\n"},
        {with(R"("allow_keys":["a",1,""])"),
         "the policy: `allow_keys` must be a list of texts; entry 2 is a number\n"
         "the policy: `allow_keys` must be a list of texts; entry 3 is empty\n"},
        {with(R"("skip":[true])"),
         "the policy: `skip` must be a list of texts; entry 1 is true or false\n"},
        {with(R"("classes":[])"), "`classes`: it must be a map of places to classes, not a list\n"},
        {with(R"("other":1)"), "the policy: it has no key \"other\"\n"},
    };
    for (const auto& [text, wanted] : cases) EXPECT_EQ(problems_of(text), wanted) << text;
}

TEST(Policy, SaysWhatIsWrongWithARule) {
    const auto file = read_policy(parsed(with(R"("rules":[{"id":"a.b"},{"id":"c.d"}])")), "p");
    ASSERT_FALSE(file);
    ASSERT_EQ(file.error().because.size(), 2U);
    EXPECT_EQ(file.error().because[0].code, code::BadRule);
}

TEST(Policy, SaysWhatIsWrongWithAFake) {
    const std::pair<std::string_view, std::string> cases[] = {
        {R"(7)", "fake 1: it must be a map, not a number\n"},
        {R"({"value":"a","kind":"test"})", "fake 1: it needs `reason`\n"},
        {R"({"value":"a","kind":"test","reason":" "})", "fake 1: `reason` is empty\n"},
        {R"({"value":"a","reason":"b"})", "fake 1: it needs `kind`\n"},
        {R"({"value":"a","kind":"tset","reason":"b"})",
         "fake 1: \"tset\" is no kind; these are: published, test, stub, placeholder, sentinel "
         "did you mean \"test\"?\n"},
        {R"({"value":1,"kind":"test","reason":"b"})",
         "fake 1: `value` must be text, not a number\n"},
        {R"({"pattern":[],"kind":"test","reason":"b"})",
         "fake 1: `pattern` must be text, not a list\n"},
        {R"({"value":"a","kind":"test","reason":"b","owner":{}})",
         "fake 1: `owner` must be text, not a map\n"},
        {R"({"value":"a","kind":"test","reason":"b","ownr":"c"})",
         "fake 1: it has no key \"ownr\" did you mean \"owner\"?\n"},
    };
    for (const auto& [entry, wanted] : cases) {
        EXPECT_EQ(problems_of(with("\"fakes\":[" + std::string(entry) + "]")), wanted) << entry;
    }
    const auto both = read_policy(
        parsed(with(R"("fakes":[{"value":"a","pattern":"b","kind":"test","reason":"c"}])")), "p");
    ASSERT_FALSE(both);
    ASSERT_EQ(both.error().because.size(), 1U);
    EXPECT_EQ(both.error().because[0].code, code::BadFake);
}

TEST(Policy, SaysWhatIsWrongWithASuppression) {
    const std::string good_rest = R"("rule":"r","reason":"x","owner":"o","expires":"2027-01-31")";
    const auto dated = [](std::string_view day) {
        return R"("file":"f","rule":"r","reason":"x","owner":"o","expires":")" + std::string(day) +
               "\"";
    };
    const std::pair<std::string, std::string> cases[] = {
        {good_rest, "suppression 1: it needs `file`\n"},
        {R"("file":"",)" + good_rest, "suppression 1: `file` is empty\n"},
        {R"("file":3,)" + good_rest, "suppression 1: `file` must be text, not a number\n"},
        {R"("file":"f","line":0,)" + good_rest,
         "suppression 1: `line` must be a whole number from 1 to 4294967295\n"},
        {R"("file":"f","line":"3",)" + good_rest,
         "suppression 1: `line` must be a whole number from 1 to 4294967295\n"},
        {R"("file":"f","pointer":"/a","line":3,)" + good_rest,
         "suppression 1: it has `pointer` and `line`; one of both\n"},
        {R"("file":"f","pointer":"a/b",)" + good_rest,
         "suppression 1: \"a/b\" is no JSON Pointer such as /a/0/b\n"},
        {dated("soon"), "suppression 1: \"soon\" is no day such as 2027-01-31\n"},
        {dated("2027-02-29"), "suppression 1: \"2027-02-29\" is no day such as 2027-01-31\n"},
        {dated("2027-13-01"), "suppression 1: \"2027-13-01\" is no day such as 2027-01-31\n"},
        {dated("2027-1-1"), "suppression 1: \"2027-1-1\" is no day such as 2027-01-31\n"},
        {dated("2027-01-31T00:00:00Z"),
         "suppression 1: \"2027-01-31T00:00:00Z\" is no day such as 2027-01-31\n"},
        {dated(""), "suppression 1: `expires` is empty\n"},
        {R"("file":"f","expiers":"2027-01-31",)" + good_rest,
         "suppression 1: it has no key \"expiers\" did you mean \"expires\"?\n"},
    };
    for (const auto& [entry, wanted] : cases) {
        EXPECT_EQ(problems_of(with("\"suppressions\":[{" + entry + "}]")), wanted) << entry;
    }
    EXPECT_EQ(problems_of(with("\"suppressions\":[{\"file\":\"f\"," + good_rest + "},[]]")),
              "suppression 2: it must be a map, not a list\n");
}

TEST(Policy, TellsTheFirstProblemsOfMany) {
    std::string list;
    for (int i = 0; i < 300; ++i) list += list.empty() ? "1" : ",1";
    const auto file = read_policy(parsed(with("\"suppressions\":[" + list + "]")), "p");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().because.size(), 200U);
    EXPECT_EQ(base::message(file.error()), "the policy: 300 problems");
}

TEST(Glob, FitsPaths) {
    struct Case {
        std::string_view pattern, path;
        bool fits;
    };
    const Case cases[] = {
        {"*.lock", "a.lock", true},
        {"*.lock", "x/y/a.lock", true},
        {"*.lock", "a.lock/b", false},
        {"*.lock", "a.locks", false},
        {"node_modules", "web/node_modules", true},
        {"node_modules", "web/node_modules/a.js", false},
        {"third_party/**", "third_party/a", true},
        {"third_party/**", "third_party/a/b.c", true},
        {"third_party/**", "third_party", false},
        {"third_party/**", "x/third_party/a", false},
        {"third_party/", "third_party/a/b", true},
        {"**/third_party/**", "third_party/a", true},
        {"**/third_party/**", "x/y/third_party/a/b", true},
        {"**/third_party/**", "not_third_party/a", false},
        {"src/*.c", "src/a.c", true},
        {"src/*.c", "src/x/a.c", false},
        {"src/**/*.c", "src/a.c", true},
        {"src/**/*.c", "src/x/y/a.c", true},
        {"src/**/*.c", "srcs/a.c", false},
        {"src/**.c", "src/x/a.c", true},
        {"a/*/c", "a/b/c", true},
        {"a/*/c", "a/c", false},
        {"a/*/c", "a/b/b/c", false},
        {"a?.txt", "ab.txt", true},
        {"a?.txt", "a.txt", false},
        {"x/a?b", "x/a/b", false},
        {"**", "a", true},
        {"**", "a/b", true},
        {"./a/b", "a/b", true},
        {"a/b", "./a/b", true},
        {"a.c", "abc", false},
        {"[a].c", "[a].c", true},
        {"", "a", false},
        {"*", "", true},
        {"a/**/**/b", "a/b", true},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(fits_glob(one.pattern, one.path), one.fits) << one.pattern << " " << one.path;
    }
}

TEST(Glob, ManyStarsTakeNoLongTime) {
    std::string pattern = "x/";
    for (int i = 0; i < 100; ++i) pattern += "**a*";
    EXPECT_FALSE(fits_glob(pattern + "b", "x/" + std::string(4000, 'a')));
}

}  // namespace
}  // namespace understudy::secret
