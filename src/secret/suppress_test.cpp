// What a suppression, an ignore file and a baseline silence, and what they do not.
#include "secret/suppress.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "secret/code.hpp"
#include "secret/impl/problem_lines.hpp"

namespace understudy::secret {
namespace {

using report::Finding;

Finding found(std::string file, std::string rule, std::uint32_t line, std::string pointer = {}) {
    Finding finding;
    finding.code = base::name_of(code::Value);
    finding.message = "a token; 40 characters, digest " + std::to_string(line);
    finding.mark.file = std::move(file);
    finding.mark.line = line;
    finding.mark.column = 1;
    finding.constraint = std::move(rule);
    finding.pointer = std::move(pointer);
    return finding;
}

Suppression of(std::string file, std::string rule) {
    return {.file = std::move(file),
            .rule = std::move(rule),
            .pointer = {},
            .reason = "of a test server",
            .owner = "core",
            .expires = "2027-01-31"};
}

// `a.env:3 key.token`, a line each; what is wrong with suppressions with its words.
std::string shown(const Silenced& silenced) {
    std::string out;
    for (const Finding& finding : silenced.findings) {
        const bool is_search = finding.code.starts_with("fixture.");
        out += finding.mark.file + ":" + std::to_string(finding.mark.line) + " ";
        out += is_search ? finding.constraint
                         : std::string(name_of(finding.severity)) + " " + finding.code + ": " +
                               finding.message + "; " + finding.hint;
        out += "\n";
    }
    return out + std::to_string(silenced.suppressed) + " suppressed\n";
}

constexpr std::string_view kToday = "2026-11-16";

TEST(Suppress, SilencesOneRuleInOneFile) {
    EXPECT_EQ(shown(suppress({found("a.env", "key.token", 3), found("b.env", "key.token", 3),
                              found("a.env", "key.password", 4), found("./a.env", "key.token", 9)},
                             {of("a.env", "key.token")}, kToday, {"a.env", "b.env"})),
              "b.env:3 key.token\na.env:4 key.password\n2 suppressed\n");
}

TEST(Suppress, APointerOrALineNarrowsIt) {
    Suppression by_pointer = of("./a.json", "key.token");
    by_pointer.pointer = "/a/b";
    EXPECT_EQ(shown(suppress(
                  {found("a.json", "key.token", 1, "/a/b"), found("a.json", "key.token", 1, "/a/c"),
                   found("a.json", "key.token", 1, "/a/b/c")},
                  {by_pointer}, kToday, {"a.json"})),
              "a.json:1 key.token\na.json:1 key.token\n1 suppressed\n");
    Suppression by_line = of("a.env", "key.token");
    by_line.line = 3;
    EXPECT_EQ(shown(suppress({found("a.env", "key.token", 3), found("a.env", "key.token", 4)},
                             {by_line}, kToday, {"a.env"})),
              "a.env:4 key.token\n1 suppressed\n");
}

TEST(Suppress, AnExpiredOneSilencesNothingAndIsAFinding) {
    Suppression old = of("a.env", "key.token");
    old.expires = kToday;
    const Silenced silenced = suppress({found("a.env", "key.token", 3)}, {old}, kToday, {"a.env"});
    EXPECT_EQ(
        shown(silenced),
        "a.env:3 key.token\n"
        "a.env:0 error secret.suppression_expired: the suppression of key.token in a.env has "
        "expired on 2026-11-16; renew it with a reason that still holds, or remove the secret\n"
        "0 suppressed\n");
    EXPECT_EQ(silenced.findings[1].constraint, "key.token");
    old.expires = "2026-11-17";
    EXPECT_EQ(shown(suppress({found("a.env", "key.token", 3)}, {old}, kToday, {"a.env"})),
              "1 suppressed\n");
}

TEST(Suppress, AnExpiredOneIsToldWhateverWasLookedAt) {
    Suppression old = of("a.env", "key.token");
    old.expires = "2020-01-01";
    EXPECT_EQ(suppress({}, {old}, kToday, {}).findings.size(), 1U);
}

TEST(Suppress, AnUnusedOneIsAWarningIfItsFileWasLookedAt) {
    Suppression narrow = of("a.env", "key.token");
    narrow.line = 7;
    const std::vector<Suppression> list = {narrow, of("other.env", "key.token")};
    const Silenced silenced =
        suppress({found("a.env", "key.token", 3)}, list, kToday, {"./a.env", "b.env"});
    EXPECT_EQ(shown(silenced),
              "a.env:3 key.token\n"
              "a.env:7 warning secret.suppression_unused: the suppression of key.token in a.env "
              "silences nothing; delete it\n"
              "0 suppressed\n");
}

TEST(Suppress, FindingsAboutSuppressionsHaveIdsOfTheirOwn) {
    Suppression first = of("a.json", "key.token");
    first.pointer = "/a";
    Suppression second = first;
    second.pointer = "/b";
    const Silenced silenced = suppress({}, {first, second}, kToday, {"a.json"});
    ASSERT_EQ(silenced.findings.size(), 2U);
    EXPECT_EQ(silenced.findings[0].pointer, "/a");
    EXPECT_NE(report::id_of(silenced.findings[0]), report::id_of(silenced.findings[1]));
}

TEST(Suppress, OfTwoThatFitBothAreUsed) {
    Suppression narrow = of("a.env", "key.token");
    narrow.line = 3;
    EXPECT_EQ(shown(suppress({found("a.env", "key.token", 3)}, {of("a.env", "key.token"), narrow},
                             kToday, {"a.env"})),
              "1 suppressed\n");
}

TEST(SuppressByIgnoreFile, SilencesALineOfARuleInAFile) {
    const auto list = read_gitleaksignore("./src/a.env:acme:3\nsrc/b.env:acme:1");
    EXPECT_EQ(shown(suppress({found("src/a.env", "acme", 3), found("src/a.env", "acme", 4),
                              found("src/a.env", "other", 3), found("./src/b.env", "acme", 1)},
                             list)),
              "src/a.env:4 acme\nsrc/a.env:3 other\n2 suppressed\n");
}

TEST(SuppressByIgnoreFile, ACommitIsComparedWithTheOneOfTheFinding) {
    const auto list = read_gitleaksignore("0123456789abcdef0123456789abcdef01234567:a.env:acme:3");
    const auto in_commit = [](std::string subject) {
        Finding finding = found("a.env", "acme", 3);
        finding.subject = std::move(subject);
        return finding;
    };
    EXPECT_EQ(suppress({in_commit("0123456789ab")}, list).suppressed, 1U);
    EXPECT_EQ(
        suppress({in_commit("commit 0123456789abcdef0123456789abcdef01234567")}, list).suppressed,
        1U);
    for (const char* subject : {"", "0123", "fedcba987654", "x0123456789ab"}) {
        EXPECT_EQ(suppress({in_commit(subject)}, list).suppressed, 0U) << subject;
    }
}

TEST(Baseline, WhatWasThereIsNotReportedAgain) {
    const std::vector<Finding> before = {found("a.env", "key.token", 3),
                                         found("b.json", "key.token", 1, "/a")};
    const json::Value baseline = to_baseline(before);
    const auto left = leave_out({before[0], before[1], found("c.env", "key.token", 1)}, baseline);
    ASSERT_TRUE(left);
    EXPECT_EQ(shown(*left), "c.env:1 key.token\n2 suppressed\n");
}

TEST(Baseline, HasIdRuleFileAndLine) {
    const Finding finding = found("a.env", "key.token", 3);
    const json::Value baseline = to_baseline({finding});
    EXPECT_EQ(baseline.find("version")->to_int64(), 1);
    const json::Value& entry = (*baseline.find("findings"))[0];
    EXPECT_EQ(entry.find("id")->as_string(), report::id_of(finding));
    EXPECT_EQ(entry.find("rule")->as_string(), "key.token");
    EXPECT_EQ(entry.find("file")->as_string(), "a.env");
    EXPECT_EQ(entry.find("line")->to_int64(), 3);
    EXPECT_EQ(json::write(baseline).find("characters"), std::string::npos);
    EXPECT_EQ(json::write(to_baseline({})), R"({"version":1,"findings":[]})");
}

TEST(Baseline, OneMoreOfTheSameRuleInTheSameFileIsReported) {
    const json::Value baseline =
        to_baseline({found("a.env", "key.token", 3), found("a.env", "key.token", 5)});
    // By the message, though every line has moved.
    std::vector<Finding> moved = {found("a.env", "key.token", 1), found("a.env", "key.token", 3),
                                  found("a.env", "key.token", 5)};
    for (Finding& finding : moved) finding.mark.line += 2;
    const auto by_message = leave_out(moved, baseline);
    ASSERT_TRUE(by_message);
    EXPECT_EQ(shown(*by_message), "a.env:3 key.token\n2 suppressed\n");
    // By the line, where digests are keyed differently.
    std::vector<Finding> keyed = {found("a.env", "key.token", 3), found("a.env", "key.token", 4),
                                  found("a.env", "key.token", 5)};
    for (Finding& finding : keyed) finding.message += " keyed differently";
    const auto by_line = leave_out(keyed, baseline);
    ASSERT_TRUE(by_line);
    EXPECT_EQ(shown(*by_line), "a.env:4 key.token\n2 suppressed\n");
    // By neither: as many as there were.
    for (Finding& finding : keyed) finding.mark.line += 100;
    const auto by_count = leave_out(keyed, baseline);
    ASSERT_TRUE(by_count);
    EXPECT_EQ(by_count->suppressed, 2U);
}

TEST(Baseline, SilencesNothingButWhatASearchFound) {
    Finding expired = found("a.env", "key.token", 3);
    expired.code = base::name_of(code::SuppressionExpired);
    const json::Value baseline = to_baseline({expired});
    EXPECT_EQ(baseline.find("findings")->size(), 0U);
    const auto left = leave_out({expired}, baseline);
    ASSERT_TRUE(left);
    EXPECT_EQ(left->findings.size(), 1U);
}

TEST(Baseline, ALargeOneTakesNoLongTime) {
    std::vector<Finding> findings;
    for (std::uint32_t i = 1; i <= 20'000; ++i) findings.push_back(found("a.env", "key.token", i));
    const json::Value baseline = to_baseline(findings);
    for (Finding& finding : findings) {
        finding.message += "!";
        finding.mark.line += 100'000;
    }
    const auto left = leave_out(std::move(findings), baseline);
    ASSERT_TRUE(left);
    EXPECT_EQ(left->suppressed, 20'000U);
}

TEST(Baseline, SaysWhatIsNone) {
    const std::string hint = " [secret.bad_policy] docs/reference/secrets.md describes the file\n";
    const std::pair<const char*, std::string> cases[] = {
        {"[]", "the baseline: it must be a map, not a list" + hint},
        {"{}",
         "the baseline: it needs `version`" + hint + "the baseline: it needs `findings`" + hint},
        {R"({"version":2,"findings":[]})",
         "the baseline: `version` must be 1, the only one this understudy reads" + hint},
        {R"({"version":1,"findings":{}})",
         "the baseline: `findings` must be a list, not a map" + hint},
        {R"({"version":1,"findings":[1,{},{"id":"a","line":0,"told":1}]})",
         "finding 1: it must be a map, not a number" + hint + "finding 2: it needs `id`" + hint +
             "finding 3: `told` must be text, not a number" + hint +
             "finding 3: `line` must be a whole number from 1 to 4294967295" + hint},
    };
    for (const auto& [text, wanted] : cases) {
        const auto left = leave_out({}, *json::parse(text));
        ASSERT_FALSE(left) << text;
        EXPECT_EQ(left.error().code, code::BadPolicy);
        EXPECT_EQ(testing::lines_of(left.error()), wanted) << text;
    }
}

}  // namespace
}  // namespace understudy::secret
