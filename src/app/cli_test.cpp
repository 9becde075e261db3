#include "app/cli.hpp"
#include "app/terminal_testing.hpp"
#include "app/verbs.hpp"
#include "json/parse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace understudy::app {
namespace {

struct Ran {
    ExitCode code;
    std::string output;
    std::string errors;
};

Ran ran(std::vector<std::string> words) {
    RecordingTerminal terminal;
    const ExitCode code = run(words, terminal);
    return {code, terminal.output, terminal.errors};
}

TEST(Cli, MisuseIsToldWithTheNearestName) {
    const std::tuple<std::vector<std::string>, std::string_view> cases[] = {
        {{"dif", "a", "b"},
         "error: there is no verb \"dif\" [app.unknown_verb]\n"
         "  hint: did you mean \"diff\"? `understudy --help` lists the verbs\n"},
        {{"schema", "chek"},
         "error: there is no verb \"schema chek\" [app.unknown_verb]\n"
         "  hint: did you mean \"schema check\"? `understudy --help` lists the verbs\n"},
        {{"schema"}, "error: schema needs one more word: check [app.missing_verb]\n"},
        {{"--versoin"},
         "error: understudy has no option --versoin [app.unknown_option]\n"
         "  hint: did you mean \"--version\"? `understudy --help` lists the options\n"},
        {{"diff", "a", "b", "--fromat", "json"},
         "error: diff has no option --fromat [app.unknown_option]\n"
         "  hint: did you mean \"--format\"? `understudy diff --help` lists the options\n"},
        {{"diff", "a", "b", "c"},
         "error: diff takes no further argument: \"c\" [app.surplus_argument]\n"
         "  hint: `understudy diff --help` shows how it is called\n"},
        {{"diff", "a"},
         "error: diff needs B (the second file) [app.missing_argument]\n"
         "  hint: `understudy diff --help` shows how it is called\n"},
        {{"diff", "a", "b", "--format"},
         "error: the option --format needs a value [app.missing_value]\n"
         "  hint: `understudy diff --help` shows how it is called\n"},
        {{"schema", "check", "a", "b", "--assert-formats=maybe"},
         "error: a switch takes no value: --assert-formats=maybe [app.bad_arguments]\n"
         "  hint: `understudy schema check --help` shows how it is called\n"},
        {{"diff", "a", "b", "--format", "jsn"},
         "error: --format cannot be \"jsn\"; it is one of: text, json, junit, sarif, markdown, "
         "github "
         "[app.bad_value]\n"
         "  hint: did you mean \"json\"?\n"},
    };
    for (const auto& [words, expected] : cases) {
        const Ran result = ran(words);
        EXPECT_EQ(result.errors, expected);
        EXPECT_EQ(result.output, "");
        EXPECT_EQ(result.code, ExitCode::Misuse);
    }
}

TEST(Cli, NoWordsShowTheHelpAndAreMisuse) {
    const Ran result = ran({});
    EXPECT_EQ(result.output, general_help());
    EXPECT_EQ(result.code, ExitCode::Misuse);
}

TEST(Cli, EveryVerbHasHelpWithAnExample) {
    for (const Verb* verb : all_verbs()) {
        std::vector<std::string> words;
        const std::string name(verb->name);
        for (std::size_t at = 0; at <= name.size();) {
            const std::size_t end = std::min(name.find(' ', at), name.size());
            words.push_back(name.substr(at, end - at));
            at = end + 1;
        }
        words.push_back("--help");
        const Ran result = ran(words);
        EXPECT_EQ(result.code, ExitCode::Done);
        EXPECT_NE(result.output.find("example"), std::string::npos) << name;
        EXPECT_NE(general_help().find(name), std::string::npos);
        ASSERT_FALSE(verb->examples.empty()) << name;
        for (const Example& example : verb->examples) {
            EXPECT_TRUE(example.command.starts_with("understudy " + name)) << example.command;
        }
        words.pop_back();
        words.insert(words.begin(), "help");
        EXPECT_EQ(ran(words).output, result.output);
    }
}

// As a shell would cut it: at spaces, quotes keep together.
std::vector<std::string> words_of_example(std::string_view command) {
    std::vector<std::string> words;
    std::string word;
    bool quoted = false;
    const std::size_t end = std::min(command.find(" <"), command.find(" | "));
    for (const char c : command.substr(0, end)) {
        if (c == '\'') {
            quoted = !quoted;
        } else if (c == ' ' && !quoted) {
            words.push_back(std::exchange(word, {}));
        } else {
            word += c;
        }
    }
    words.push_back(word);
    return words;
}

TEST(Cli, EveryExampleIsACallTheVerbTakes) {
    for (const Verb* verb : all_verbs()) {
        const std::string name(verb->name);
        const auto skipped = 2 + std::count(name.begin(), name.end(), ' ');
        for (const Example& example : verb->examples) {
            std::vector<std::string> words = words_of_example(example.command);
            words.erase(words.begin(), words.begin() + skipped);
            const auto arguments = parse_arguments(*verb, words);
            EXPECT_TRUE(arguments.has_value())
                << example.command << '\n'
                << (arguments ? "" : base::render(arguments.error()));
        }
    }
}

TEST(Cli, HelpAsJsonHasEveryVerb) {
    const Ran result = ran({"help", "--json"});
    EXPECT_EQ(result.code, ExitCode::Done);
    const auto help = json::parse(result.output);
    ASSERT_TRUE(help.has_value());
    std::vector<std::string> names;
    for (const json::Value& group : help->find("groups")->items()) {
        for (const json::Value& verb : group.find("verbs")->items()) {
            names.emplace_back(verb.find("name")->as_string());
        }
    }
    ASSERT_EQ(names.size(), all_verbs().size());
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], all_verbs()[i]->name);
    EXPECT_EQ(help->find("control_options")->size(), 5U);
}

TEST(Cli, HelpFitsTheScreen) {
    std::string all = general_help();
    for (const Verb* verb : all_verbs()) all += help_of(*verb);
    std::size_t from = 0;
    for (std::size_t to = all.find('\n'); to != std::string::npos; to = all.find('\n', from)) {
        EXPECT_LE(to - from, 100U) << all.substr(from, to - from);
        from = to + 1;
    }
}

TEST(Cli, TheLastOfARepeatedOptionWinsAndEqualsSignsWork) {
    const Verb& diff = kDiffVerb;
    const std::vector<std::string> words{"--format=json", "a", "--format", "sarif", "b"};
    const auto arguments = parse_arguments(diff, words);
    ASSERT_TRUE(arguments);
    EXPECT_EQ(arguments->value("--format"), "sarif");
    EXPECT_EQ(arguments->value("A"), "a");
    EXPECT_EQ(arguments->value("B"), "b");
    EXPECT_FALSE(arguments->has("--as"));
}

TEST(Cli, ADashIsAFileAndADoubleDashEndsTheOptions) {
    const Verb& diff = kDiffVerb;
    const std::vector<std::string> words{"-", "--", "--format"};
    const auto arguments = parse_arguments(diff, words);
    ASSERT_TRUE(arguments) << base::render(arguments.error());
    EXPECT_EQ(arguments->value("A"), "-");
    EXPECT_EQ(arguments->value("B"), "--format");
}

TEST(Cli, AWordInBracketsIsOneWord) {
    const Verb& diff = kDiffVerb;
    const std::vector<std::string> words{"[1,2]", "[]", "--as", "[x]"};
    const auto arguments = parse_arguments(diff, words);
    ASSERT_FALSE(arguments);
    EXPECT_EQ(base::message(arguments.error()),
              "--as cannot be \"[x]\"; it is one of: json, jsonl, yaml, text");
    const std::vector<std::string> files{"[1,2]", "[]"};
    const auto both = parse_arguments(diff, files);
    ASSERT_TRUE(both);
    EXPECT_EQ(both->value("A"), "[1,2]");
    EXPECT_EQ(both->value("B"), "[]");
    const std::vector<std::string> three{"a", "b", "[c]"};
    EXPECT_EQ(base::message(parse_arguments(diff, three).error()),
              "diff takes no further argument: \"[c]\"");
}

}  // namespace
}  // namespace understudy::app
