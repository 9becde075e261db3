// Every key of a gitleaks file, what becomes of it, and every problem and note with its words.
#include "secret/gitleaks.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "secret/code.hpp"
#include "secret/impl/go_regex.hpp"
#include "secret/impl/problem_lines.hpp"

namespace understudy::secret {
namespace {

struct Reading {
    RuleSet set;
    std::string notes;     // a line each
    std::string problems;  // a line each
};

Reading read(std::string text) {
    std::vector<std::string> notes;
    auto set = read_gitleaks({"gitleaks.toml", std::move(text)}, notes);
    Reading reading;
    for (const std::string& note : notes) reading.notes += note + "\n";
    if (set) {
        reading.set = std::move(*set);
    } else {
        reading.problems = testing::lines_of(set.error());
    }
    return reading;
}

RuleSet good(std::string text) {
    Reading reading = read(std::move(text));
    EXPECT_EQ(reading.problems, "");
    EXPECT_EQ(reading.notes, "");
    return std::move(reading.set);
}

TEST(Gitleaks, ReadsEveryKeyOfARule) {
    const RuleSet set = good(R"toml(
title = "ours"
description = "a file"
minVersion = "v8.25.0"

[[rules]]
id = "acme-token"
description = "A token of Acme"
regex = '''(?i)acme[=:]"([a-z0-9]{20})"'''
path = '''(?i)\.php$'''
entropy = 3.5
keywords = ["ACME", "aCMe_"]
tags = ["one"]
    [[rules.allowlists]]
    description = "of the tests"
    condition = "AND"
    regexTarget = "line"
    regexes = ['''example''']
    paths = ['''_test\.go$''', '''testdata/''']
    stopwords = ["Sample"]
    [[rules.allowlists]]
    regexTarget = "match"
    regexes = ['''x{20}''']

[[rules]]
id = "plain"
regex = '''[a-f0-9]{64}'''
)toml");
    ASSERT_EQ(set.rules.size(), 2U);
    const Rule& rule = set.rules[0];
    EXPECT_EQ(rule.id, "acme-token");
    EXPECT_EQ(rule.about, "A token of Acme");
    EXPECT_EQ(rule.finds.text(), R"re((?i)acme[=:]"([a-z0-9]{20})")re");
    EXPECT_EQ(rule.group, 1U);
    EXPECT_FALSE(rule.on_edges);
    EXPECT_EQ(rule.words, (std::vector<std::string>{"acme", "acme_"}));
    EXPECT_FALSE(rule.words_are_exact);
    EXPECT_TRUE(rule.near.empty());
    EXPECT_EQ(rule.entropy, 3.5);
    EXPECT_EQ(rule.checksum, Checksum::None);
    EXPECT_TRUE(rule.is_breaking);
    ASSERT_TRUE(rule.path);
    EXPECT_TRUE(rule.path->is_found_in("a/B.PHP"));
    ASSERT_EQ(rule.allowed.size(), 2U);
    EXPECT_TRUE(rule.allowed[0].needs_all);
    EXPECT_EQ(rule.allowed[0].of, Allowed::Of::Line);
    EXPECT_EQ(rule.allowed[0].patterns.size(), 1U);
    EXPECT_EQ(rule.allowed[0].paths.size(), 2U);
    EXPECT_EQ(rule.allowed[0].stop_words, std::vector<std::string>{"sample"});
    EXPECT_FALSE(rule.allowed[1].needs_all);
    EXPECT_EQ(rule.allowed[1].of, Allowed::Of::Match);

    const Rule& plain = set.rules[1];
    EXPECT_EQ(plain.about, "plain");
    EXPECT_EQ(plain.group, 0U);
    EXPECT_TRUE(plain.words.empty());
    EXPECT_EQ(plain.entropy, 0);
    EXPECT_FALSE(plain.path);
    EXPECT_TRUE(plain.allowed.empty());
}

TEST(Gitleaks, KeysAreReadWhateverTheirCase) {
    const RuleSet set = good(R"toml(
[[Rules]]
ID = "a"
Regex = '(b)(c)'
secretgroup = 2
KeyWords = ["b"]
[Rules.AllowList]
StopWords = ["d"]
)toml");
    ASSERT_EQ(set.rules.size(), 1U);
    EXPECT_EQ(set.rules[0].group, 2U);
    EXPECT_EQ(set.rules[0].words, std::vector<std::string>{"b"});
    EXPECT_EQ(set.rules[0].allowed.size(), 1U);
}

TEST(Gitleaks, ARuleWithAPathAndNoRegexIsANameRule) {
    const Reading reading = read(R"toml(
[[rules]]
id = "key-store"
description = "a key store"
path = '''\.p12$'''
[[rules]]
id = "more"
path = '''\.pfx$'''
keywords = ["x"]
)toml");
    EXPECT_EQ(reading.problems, "");
    ASSERT_EQ(reading.set.names.size(), 2U);
    EXPECT_TRUE(reading.set.rules.empty());
    EXPECT_EQ(reading.set.names[0].id, "key-store");
    EXPECT_EQ(reading.set.names[0].about, "a key store");
    EXPECT_TRUE(reading.set.names[0].path.is_found_in("a/b.p12"));
    EXPECT_EQ(reading.notes,
              "the rule \"more\" looks at names of files only: its `keywords` is not used\n");
}

TEST(Gitleaks, TheSecretIsTheFirstGroupUnlessTheRuleSaysWhich) {
    struct Case {
        const char* rest;
        std::size_t group;
    };
    const Case cases[] = {
        {"regex = 'abc'", 0},
        {"regex = 'a(?:b)c'", 0},
        {"regex = 'a(b)c'", 1},
        {"regex = 'a(b)c'\nsecretGroup = 0", 1},
        {"regex = 'a(b)(c)'\nsecretGroup = 2", 2},
        {"regex = 'a(?P<n>b)c'", 1},
        {"regex = 'a(?<n>b)c'", 1},
        {"regex = 'a(b)(c)'", 1},
        {R"(regex = '[(]\(\Q(\Ea')", 0},
    };
    for (const Case& one : cases) {
        const Reading reading = read("[[rules]]\nid = 'a'\n" + std::string(one.rest));
        EXPECT_EQ(reading.problems, "") << one.rest;
        ASSERT_EQ(reading.set.rules.size(), 1U) << one.rest;
        EXPECT_EQ(reading.set.rules[0].group, one.group) << one.rest;
        EXPECT_EQ(reading.notes, "") << one.rest;
    }
}

TEST(Gitleaks, AnEmptyKeywordMeansThatTheRuleIsAlwaysTried) {
    const RuleSet set = good("[[rules]]\nid = 'a'\nregex = 'b'\nkeywords = ['c', '']");
    EXPECT_TRUE(set.rules[0].words.empty());
}

TEST(Gitleaks, ReadsTheGlobalAllowListsOfEitherForm) {
    const RuleSet old = good("[allowlist]\npaths = ['a$']\nregexes = ['b']\nstopwords = ['C']");
    ASSERT_EQ(old.allowed.size(), 1U);
    EXPECT_EQ(old.allowed[0].paths.size(), 1U);
    EXPECT_EQ(old.allowed[0].patterns.size(), 1U);
    EXPECT_EQ(old.allowed[0].stop_words, std::vector<std::string>{"c"});
    EXPECT_EQ(good("[[allowlists]]\npaths = ['a']\n[[allowlists]]\npaths = ['b']").allowed.size(),
              2U);
}

TEST(Gitleaks, AnAllowListForSomeRulesBelongsToThem) {
    const Reading reading = read(R"toml(
[[rules]]
id = "a"
regex = 'a'
[[rules]]
id = "b"
regex = 'b'
[[allowlists]]
targetRules = ["b", "c"]
paths = ['x']
)toml");
    EXPECT_EQ(reading.problems, "");
    EXPECT_TRUE(reading.set.allowed.empty());
    EXPECT_TRUE(reading.set.rules[0].allowed.empty());
    EXPECT_EQ(reading.set.rules[1].allowed.size(), 1U);
    EXPECT_EQ(reading.notes,
              "the allow list is for the rule \"c\", which is not one of the file's expressions\n");
}

TEST(Gitleaks, ReadsWhichRulesAreDisabled) {
    const RuleSet set = good("[extend]\ndisabledRules = ['a', 'b']");
    EXPECT_EQ(set.disabled, (std::vector<std::string>{"a", "b"}));
}

TEST(Gitleaks, NotesWhatIsLeftOut) {
    struct Case {
        const char* text;
        const char* notes;
    };
    const Case cases[] = {
        {"[extend]\nuseDefault = true",
         "`extend.useDefault` is not followed: the shipped rules are there anyway\n"},
        {"[extend]\nuseDefault = false", ""},
        {"[extend]\npath = 'other.toml'",
         "`extend.path` is not followed: name that file yourself\n"},
        {"[extend]\nurl = 'other.toml'", "`extend.url` is not followed: name that file yourself\n"},
        {"[extend]\npath = 'other.toml'\n[[rules]]\nid = 'a'\nentropy = 3",
         "`extend.path` is not followed: name that file yourself\n"
         "the rule \"a\" is left out: it changes a rule of a file that is not read\n"},
        {"[[rules]]\nid = 'a'\nregex = 'b'\nskipReport = true",
         "the rule \"a\" is left out: its own findings are not to be reported\n"},
        {"[[rules]]\nid = 'a'\nregex = 'b'\n[[rules.required]]\nid = 'c'",
         "the rule \"a\" is used without its `required` rules: it finds more\n"},
        {"[[rules]]\nid = 'a'\nregex = 'b'\n[[rules]]\nid = 'a'\nregex = 'c'",
         "the rule \"a\" is there twice: the later one counts\n"},
        {"[allowlist]\ncommits = ['abc']\npaths = ['d']",
         "`commits` of the allow list are not used\n"},
        {"[allowlist]\ncommits = ['abc']",
         "the allow list is left out: it needs its `commits`, which are not used\n"},
        {"[allowlist]\ncondition = 'AND'\ncommits = ['abc']\npaths = ['d']",
         "the allow list is left out: it needs its `commits`, which are not used\n"},
        {"[allowlist]\ndescription = 'nothing'", "the allow list is left out: it allows nothing\n"},
        {"[[rules]]\nid = 'a'\nregex = 'b'\n[[rules.allowlists]]\n[[rules.allowlists]]",
         "the allow list 1 of the rule \"a\" is left out: it allows nothing\n"
         "the allow list 2 of the rule \"a\" is left out: it allows nothing\n"},
        {"titel = 'x'",
         "the top level has a key \"titel\" that is not known and not used; did you mean "
         "\"title\"?\n"},
        {"[[rules]]\nid = 'a'\nregex = 'b'\nverify = true",
         "the rule \"a\" has a key \"verify\" that is not known and not used\n"},
    };
    for (const Case& one : cases) {
        const Reading reading = read(one.text);
        EXPECT_EQ(reading.problems, "") << one.text;
        EXPECT_EQ(reading.notes, one.notes) << one.text;
    }
}

TEST(Gitleaks, AnAllowListThatNeedsItsCommitsAllowsNothing) {
    EXPECT_TRUE(
        read("[allowlist]\ncommits = ['a']\ncondition = 'and'\npaths = ['b']").set.allowed.empty());
    EXPECT_EQ(read("[allowlist]\ncommits = ['a']\npaths = ['b']").set.allowed.size(), 1U);
}

TEST(Gitleaks, OfTwoRulesWithOneIdTheLaterCounts) {
    const Reading reading =
        read("[[rules]]\nid = 'a'\nregex = 'b'\n[[rules]]\nid = 'a'\nregex = 'c'");
    ASSERT_EQ(reading.set.rules.size(), 1U);
    EXPECT_EQ(reading.set.rules[0].finds.text(), "c");
}

TEST(Gitleaks, ReportsAllProblemsAtOnce) {
    std::vector<std::string> notes;
    const auto set = read_gitleaks({"gitleaks.toml", R"toml(
[[rules]]
regex = 'a'
[[rules]]
id = "b"
[[rules]]
id = "c"
regex = '(c'
)toml"},
                                   notes);
    ASSERT_FALSE(set);
    EXPECT_EQ(
        base::render(set.error()),
        "gitleaks.toml: error: 3 problems in the rules of \"gitleaks.toml\" [secret.bad_rules]\n"
        "  error: rule 1 of a gitleaks file cannot be used: it has no `id` "
        "[secret.bad_gitleaks]\n"
        "  error: the rule \"b\" of a gitleaks file cannot be used: it has neither `regex` "
        "nor `path` [secret.bad_gitleaks]\n"
        "  error: the rule \"c\" of a gitleaks file cannot be used: `regex`: the pattern "
        "\"(c\" cannot be read: missing ): (c [secret.bad_gitleaks]\n");
}

TEST(Gitleaks, SaysWhatIsNoToml) {
    EXPECT_EQ(read("[[rules]\n").problems,
              "1:8 this is no TOML: `]]` must stand here [secret.bad_toml]\n");
}

TEST(Gitleaks, SaysWhatIsWrongWithARule) {
    const std::pair<const char*, const char*> cases[] = {
        {"regex = 'a*'", "`regex`: it matches the empty text"},
        {"regex = 5", "`regex` must be text, not a number"},
        {"regex = 'a(?=b)'",
         "`regex`: the pattern \"a(?=b)\" cannot be read: invalid perl operator: (?="},
        {"regex = 'a(?<=b)'",
         "`regex`: the pattern \"a(?<=b)\" cannot be read: invalid perl operator: (?<"},
        {R"(regex = '(a)\1')",
         "`regex`: the pattern \"(a)\\\\1\" cannot be read: invalid escape sequence: \\1"},
        {R"(regex = '\C')", "`regex`: the pattern \"\\\\C\" cannot be read: Go has no \\C"},
        {R"(regex = '[\C]')", "`regex`: the pattern \"[\\\\C]\" cannot be read: Go has no \\C"},
        {"regex = 'a{1001}'",
         "`regex`: the pattern \"a{1001}\" cannot be checked in linear time: \"{1001}\" repeats "
         "too "
         "often"},
        {"regex = 'a'\npath = '['", "`path`: the pattern \"[\" cannot be read: missing ]: ["},
        {"regex = 'a'\nsecretGroup = 1", "`secretGroup` is 1, and its expression has 0 groups"},
        {"regex = 'a'\nsecretGroup = -1", "`secretGroup` must be a whole number from 0"},
        {"regex = 'a'\nsecretGroup = 'one'", "`secretGroup` must be a whole number from 0"},
        {"regex = 'a'\nentropy = 'high'",
         "`entropy` must be a number from 0 to 8, bits per character"},
        {"regex = 'a'\nentropy = 9.5",
         "`entropy` must be a number from 0 to 8, bits per character"},
        {"regex = 'a'\nkeywords = 'b'", "`keywords` must be a list of texts, not text"},
        {"regex = 'a'\nkeywords = ['b', 1]", "`keywords` must be a list of texts, not a number"},
        {"regex = 'a'\nallowlists = true",
         "`allowlists` must be a list of tables, not true or false"},
        {"regex = 'a'\nallowlists = [[]]", "`allowlists` must be a list of tables, not a list"},
        {"regex = 'a'\nskipReport = 1", "`skipReport` must be true or false, not a number"},
        {"regex = 'a'\ndescription = {}", "`description` must be text, not a table"},
    };
    for (const auto& [rest, why] : cases) {
        EXPECT_EQ(read("[[rules]]\nid = 'x'\n" + std::string(rest)).problems,
                  "the rule \"x\" of a gitleaks file cannot be used: " + std::string(why) +
                      " [secret.bad_gitleaks]\n")
            << rest;
    }
}

TEST(Gitleaks, SaysWhatIsWrongWithAnAllowList) {
    const std::pair<const char*, const char*> cases[] = {
        {"regexTarget = 'file'", "`regexTarget` must be secret, match or line, not \"file\""},
        {"condition = 'XOR'", "`condition` must be OR or AND, not \"xor\""},
        {"regexes = ['(']", "`regexes`: the pattern \"(\" cannot be read: missing ): ("},
        {"paths = ['(']", "`paths`: the pattern \"(\" cannot be read: missing ): ("},
        {"stopwords = [1]", "`stopwords` must be a list of texts, not a number"},
    };
    for (const auto& [text, why] : cases) {
        const std::string list = "stopWords = ['a']\n";
        const std::string rest = std::string(text).starts_with("stop") ? "" : list;
        EXPECT_EQ(read("[allowlist]\n" + rest + text).problems,
                  "the allow list of a gitleaks file cannot be used: " + std::string(why) +
                      " [secret.bad_gitleaks]\n")
            << text;
        EXPECT_EQ(
            read("[[rules]]\nid = 'x'\nregex = 'y'\n[rules.allowlist]\n" + rest + text).problems,
            "the allow list of the rule \"x\" of a gitleaks file cannot be used: " +
                std::string(why) + " [secret.bad_gitleaks]\n")
            << text;
    }
}

TEST(Gitleaks, SaysWhatIsWrongWithTheFile) {
    const std::pair<const char*, const char*> cases[] = {
        {"extend = 1",
         "the top level of a gitleaks file cannot be used: `extend` must be a table, not a "
         "number [secret.bad_gitleaks]\n"},
        {"rules = ['a']",
         "the top level of a gitleaks file cannot be used: `rules` must be a list of "
         "tables, not text [secret.bad_gitleaks]\n"},
        {"[extend]\ndisabledRules = 'a'",
         "`extend` of a gitleaks file cannot be used: `disabledRules` must be a list of texts, not "
         "text [secret.bad_gitleaks]\n"},
    };
    for (const auto& [text, problems] : cases) EXPECT_EQ(read(text).problems, problems) << text;
}

TEST(Gitleaks, BoundsTheNumberOfExpressions) {
    std::string text = "[allowlist]\npaths = [";
    for (int i = 0; i < 20'001; ++i) text += "'a',";
    EXPECT_EQ(
        read(text + "]").problems,
        "the rest of a gitleaks file cannot be used: the file has more than 20,000 expressions "
        "[secret.bad_gitleaks]\n");
}

TEST(GoRegex, MeansTheSameAsInGo) {
    struct Case {
        const char* pattern;
        const char* text;
        bool is_found;
        std::size_t groups;
    };
    const Case cases[] = {
        {R"(a\z)", "a\n", false, 0},
        {R"(a$)", "a\n", false, 0},
        {R"((?m)a$)", "a\nb", true, 0},
        {R"(\Qa.(b\E(c))", "a.(bc", true, 1},
        {R"(\Qa.b)", "a.b", true, 0},
        {R"((?P<x>a)(?<y>b)(?:c)(d))", "abcd", true, 3},
        {R"([]()[:alpha:]\](]x)", "](x", true, 0},
        {R"([^](]x)", "ax", true, 0},
        {R"([[:(]x)", "(x", true, 0},
        {R"(\x60\x{60}\(\[\_)", "``([_", true, 0},
        {R"((?i:A)(?-i)b)", "ab", true, 0},
        {R"(x{,2})", "x{,2}", true, 0},
        {R"(a{1000})", "a", false, 0},
    };
    for (const Case& one : cases) {
        const auto compiled = compile_go(one.pattern);
        ASSERT_TRUE(compiled) << base::render(compiled.error());
        EXPECT_EQ(compiled->regex.is_found_in(one.text), one.is_found) << one.pattern;
        EXPECT_EQ(compiled->groups, one.groups) << one.pattern;
    }
}

TEST(GoRegex, WhatIsCutOffIsRefused) {
    for (const char* pattern : {"[a", "[", "[^", "[]", "(", "(?", "(?<", "\\", "[\\", "(?<n"}) {
        EXPECT_FALSE(compile_go(pattern)) << pattern;
    }
}

TEST(GitleaksIgnore, ReadsEntriesWithAndWithoutCommit) {
    const auto list = read_gitleaksignore(
        "# a comment\n\n"
        "src/a.env:generic-api-key:3\r\n"
        "  0123456789abcdef0123456789ABCDEF01234567:src/b.env:acme:17  \n"
        "dir:with:colon.txt:acme:2\n"
        "win\\c.txt:acme:1");
    ASSERT_EQ(list.size(), 4U);
    EXPECT_EQ(list[0].commit, "");
    EXPECT_EQ(list[0].file, "src/a.env");
    EXPECT_EQ(list[0].rule, "generic-api-key");
    EXPECT_EQ(list[0].line, 3U);
    EXPECT_EQ(list[1].commit, "0123456789abcdef0123456789abcdef01234567");
    EXPECT_EQ(list[1].file, "src/b.env");
    EXPECT_EQ(list[1].line, 17U);
    EXPECT_EQ(list[2].file, "dir:with:colon.txt");
    EXPECT_EQ(list[3].file, "win/c.txt");
}

TEST(GitleaksIgnore, LeavesOutWhatIsNoEntry) {
    for (const char* line : {"a", "a:b", ":", "::", ":::", "a:b:", "a:b:0", "a:b:x", "a:b:-1",
                             "a::1", ":b:1", "a:b:99999999999"}) {
        EXPECT_TRUE(read_gitleaksignore(line).empty()) << line;
    }
}

TEST(GitleaksOutside, EveryExpressionOfTheRuleFileCompiles) {
    const auto path = std::filesystem::path(UNDERSTUDY_ROOT).parent_path() / "shared" / "data" /
                      "secret-rules" / "gitleaks-subset.toml";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no outside rule file at " << path;
    std::ifstream in(path, std::ios::binary);
    const Reading reading = read(std::string(std::istreambuf_iterator<char>(in), {}));
    EXPECT_EQ(reading.problems, "");
    EXPECT_EQ(reading.set.rules.size(), 128U);
    EXPECT_EQ(reading.set.names.size(), 1U);
    ASSERT_EQ(reading.set.allowed.size(), 1U);
    EXPECT_EQ(reading.set.allowed[0].paths.size(), 25U);
    EXPECT_EQ(reading.notes, "");
    for (const Rule& rule : reading.set.rules) EXPECT_FALSE(rule.words.empty()) << rule.id;
}

}  // namespace
}  // namespace understudy::secret
