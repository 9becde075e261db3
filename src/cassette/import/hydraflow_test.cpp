// The importer of the ADR-0047 layout: nothing is lost, nothing is believed.
#include "cassette/import/hydraflow.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {
namespace {

constexpr std::string_view kPush = R"(adapter: git
interaction: push
recorded_at: "2026-04-22T14:00:00Z"
recorder_sha: "729304f1"
fixture_repo: sandbox
input:
  command: push
  args: [origin, main]
  stdin: null
  env: {}
output:
  exit_code: 0
  stdout: ""
  stderr: ""
normalizers: []
)";

std::string replaced(std::string_view what, std::string_view with, std::string_view text = kPush) {
    return base::replace_all(text, what, with);
}

ImportedFile read(std::string_view text, std::string name = "git/push.yaml") {
    return hydraflow_importer().read({{std::move(name), std::string(text)}}, nullptr);
}

Cassette one(std::string_view text, std::string name = "git/push.yaml") {
    const ImportedFile file = read(text, std::move(name));
    EXPECT_EQ(file.cassettes.size(), 1U);
    return file.cassettes.empty() ? Cassette{} : file.cassettes.front().cassette;
}

// `severity code place: message`, a line each; related places after it.
std::string told(const ImportedFile& file) {
    std::string text;
    for (const report::Finding& finding : file.findings) {
        text += std::string(report::name_of(finding.severity)) + " " + finding.code + " " +
                report::shown_mark(finding.mark) + ": " + finding.message + "\n";
        for (const report::Place& place : finding.related) {
            text += "  " + report::shown_mark(place.mark) + " " + place.note + "\n";
        }
    }
    return text;
}

TEST(ImportHydraflow, TakesTheCallAndItsAnswerOver) {
    const Cassette cassette =
        one(replaced("stdout: \"\"", "stdout: \"ok\\n\"", replaced("stdin: null", "stdin: ''")));
    EXPECT_EQ(cassette.service, "git");
    EXPECT_EQ(cassette.name, "push");
    ASSERT_EQ(cassette.exchanges.size(), 1U);
    const Exchange& call = cassette.exchanges.front();
    ASSERT_NE(call.command(), nullptr);
    EXPECT_EQ(call.command()->program, "push");
    EXPECT_EQ(call.command()->args, (std::vector<std::string>{"origin", "main"}));
    ASSERT_TRUE(call.command()->stdin_body);  // P19: empty is not absent
    EXPECT_EQ(call.command()->stdin_body->bytes, "");
    EXPECT_EQ(call.output.pieces, (std::vector<Piece>{{0, From::Stdout, "ok\n"}}));
    EXPECT_EQ(call.output.ended, (Ended{Ended::How::Exit, 0, ""}));
    EXPECT_FALSE(one(kPush).exchanges.front().command()->stdin_body);
}

TEST(ImportHydraflow, StampsAreTakenOverUnverified) {
    const Cassette cassette = one(kPush);
    ASSERT_TRUE(cassette.provenance);
    EXPECT_TRUE(cassette.provenance->unverified);
    EXPECT_EQ(cassette.provenance->recorded_at, "2026-04-22T14:00:00Z");
    EXPECT_EQ(cassette.provenance->recorder.commit, "729304f1");
    const ImportedFile odd = read(replaced("\"2026-04-22T14:00:00Z\"", "soon"));
    EXPECT_EQ(told(odd),
              "warning cassette.import.left_out git/push.yaml:3:14: recorded_at: \"soon\" is no "
              "time; it is kept in the notes\n");
    EXPECT_FALSE(odd.cassettes.front().cassette.provenance);
    EXPECT_NE(odd.cassettes.front().cassette.notes.find("recorded_at: soon"), std::string::npos);
}

// P1, P3, P8: nothing imported is ever recorded.
TEST(ImportHydraflow, P1NothingImportedIsEverRecorded) {
    const struct {
        std::string_view what, with;
        Origin origin;
        std::string_view hand_written, not_runnable;
    } cases[] = {
        {"", "", Origin::Authored, "no tool is called so, recorded_at is a full hour",
         "\"push\" names a method of git, not a program"},
        {"command: push", "command: git", Origin::Derived, "", ""},
        {"command: push", "command: /usr/bin/git", Origin::Derived, "", ""},
        {"adapter: git", "adapter: subprocess", Origin::Derived, "", ""},
        {"normalizers: []", "baseline_only: true", Origin::Authored,
         "it says baseline_only, no tool is called so, recorded_at is a full hour",
         "\"push\" names a method of git, not a program"},
        {"command: push", "command: git\nbaseline_only: false", Origin::Derived, "", ""},
    };
    for (const auto& each : cases) {
        std::string text = each.what.empty() ? std::string(kPush) : replaced(each.what, each.with);
        text = base::replace_all(text, "git\nbaseline_only: false", "git");
        const ImportedFile file = read(text);
        ASSERT_EQ(file.cassettes.size(), 1U) << text << told(file);
        const Imported& imported = file.cassettes.front();
        EXPECT_EQ(imported.cassette.origin, each.origin) << text;
        EXPECT_EQ(imported.hand_written, each.hand_written);
        EXPECT_EQ(imported.not_runnable, each.not_runnable);
        EXPECT_EQ(imported.cassette.source.has_value(), each.origin == Origin::Derived);
    }
    const ImportedFile zeros =
        read(replaced("729304f1", "00000000", replaced("command: push", "command: git")));
    EXPECT_EQ(zeros.cassettes.front().cassette.origin, Origin::Authored);
    EXPECT_EQ(zeros.cassettes.front().hand_written,
              "its recorder_sha is zeros, recorded_at is a full hour");
}

TEST(ImportHydraflow, ARepeatedKeyIsToldWithBothLines) {
    const std::string same = std::string(kPush) + "baseline_only: true\nbaseline_only: true\n";
    EXPECT_EQ(told(read(same)),
              "warning cassette.import.repeated_key git/push.yaml:17:1: the key \"baseline_only\" "
              "is given twice, in the lines 16 and 17: both say the same\n"
              "  git/push.yaml:16:1 here for the first time\n");
    const std::string other = std::string(kPush) + "baseline_only: true\nbaseline_only: false\n";
    const ImportedFile file = read(other);
    EXPECT_NE(told(file).find("16 and 17: the last one counts, false"), std::string::npos);
    EXPECT_EQ(file.cassettes.front().hand_written.find("baseline_only"), std::string::npos);
    const ImportedFile inner = read(replaced("exit_code: 0", "exit_code: 0\n  exit_code: 1"));
    EXPECT_NE(told(inner).find("given twice, in the lines 12 and 13: the last one counts, 1"),
              std::string::npos);
    EXPECT_EQ(inner.cassettes.front().cassette.exchanges.front().output.ended->number, 1);
}

TEST(ImportHydraflow, WhatHasNoPlaceIsKeptInTheNotes) {
    const std::string text = "# Why this is here.\n" + std::string(kPush) +
                             "colour: {dark: 1}  # and this\nnormalizers: [pr_number, moon]\n";
    const ImportedFile file = read(replaced("normalizers: []\n", "", text), "git/push_it.yaml");
    EXPECT_EQ(file.cassettes.front().cassette.notes,
              "Why this is here.\n"
              "and this\n"
              "Imported from the ADR-0047 layout.\n"
              "Not runnable: \"push\" names a method of git, not a program.\n"
              "interaction: push\n"
              "fixture_repo: sandbox\n"
              "colour: {\"dark\":1}\n"
              "normalizer: moon");
    EXPECT_EQ(told(file),
              "warning cassette.import.other_name git/push_it.yaml:3:14: the file is called "
              "\"push_it\" and its interaction \"push\"; the name of the file is taken, the other "
              "kept in the notes\n"
              "warning cassette.import.unknown_key git/push_it.yaml:16:9: the format has no key "
              "\"colour\"; it is kept in the notes\n"
              "warning cassette.import.left_out git/push_it.yaml:17:26: normalizers: \"moon\" is "
              "no known normalizer; it is kept in the notes\n");
    ASSERT_EQ(file.cassettes.front().cassette.rules.size(), 1U);
    EXPECT_EQ(file.cassettes.front().cassette.rules.front().use, "pr_number");
}

TEST(ImportHydraflow, AHashInATextIsNoComment) {
    const std::string text = replaced(
        "stdout: \"\"", "stdout: 'Fixes #4: a # b\n\n    # c'\n  colour: |\n    # no\n  ", kPush);
    const std::string notes = one(text).notes;
    EXPECT_EQ(notes.find("# b"), std::string::npos);
    EXPECT_TRUE(notes.starts_with("Imported from")) << notes;
}

TEST(ImportHydraflow, ANumberInQuotesIsConvertedAndTold) {
    const ImportedFile file = read(replaced("exit_code: 0", "exit_code: '7'"));
    EXPECT_EQ(told(file),
              "warning cassette.import.converted git/push.yaml:12:14: output.exit_code is the text "
              "\"7\"; the number 7 is taken\n");
    EXPECT_EQ(file.cassettes.front().cassette.exchanges.front().output.ended->number, 7);
    const ImportedFile words = read(replaced("[origin, main]", "[42, '${run}', true]"));
    EXPECT_EQ(words.cassettes.front().cassette.exchanges.front().command()->args,
              (std::vector<std::string>{"42", "$${run}", "true"}));
    EXPECT_NE(told(words).find("argument 1 is the number 42; the text \"42\" is taken"),
              std::string::npos);
}

// P21: bytes that are no text.
TEST(ImportHydraflow, P21BinaryOutputIsKept) {
    const Cassette cassette = one(replaced("stdout: \"\"", "stdout: !!binary /wAN"));
    EXPECT_EQ(bytes_of(cassette.exchanges.front().output, From::Stdout),
              std::string("\xff\x00\x0d", 3));
}

TEST(ImportHydraflow, AllProblemsOfAFileAreToldAtOnce) {
    const ImportedFile file = read("adapter: ../up\ninput: {args: x}\noutput: []\n");
    EXPECT_TRUE(file.cassettes.empty());
    EXPECT_EQ(told(file),
              "error cassette.import.problem git/push.yaml:1:10: adapter: must be letters, digits, "
              "`.`, `_`, `+` and `-`, the first a letter or digit\n"
              "error cassette.import.problem git/push.yaml:2:8: input.command: it is missing\n"
              "error cassette.import.problem git/push.yaml:2:15: input.args: a list of texts is "
              "expected\n"
              "error cassette.import.problem git/push.yaml:3:9: output: a map is expected\n");
    const struct {
        std::string_view what, with, told;
    } cases[] = {
        {"env: {}", "env: [a]", "input.env: a map of texts is expected"},
        {"normalizers: []", "normalizers: x", "normalizers: a list of names is expected"},
        {"normalizers: []", "baseline_only: 1", "baseline_only: true or false is expected"},
        {"exit_code: 0", "exit_code: 256", "output.exit_code: a number from 0 to 255"},
        {"exit_code: 0", "more: 0", "output.exit_code: it is missing"},
        {"args: [origin, main]", "args: [[a]]", "argument 1: a text is expected, not array"},
        {"output:", "outputs:", "output: it is missing"},
    };
    for (const auto& each : cases) {
        const ImportedFile odd = read(replaced(each.what, each.with));
        EXPECT_TRUE(odd.cassettes.empty()) << each.with;
        EXPECT_NE(told(odd).find(each.told), std::string::npos) << told(odd);
    }
}

TEST(ImportHydraflow, AFileFullOfOddKeysIsToldAboutTheFirstOnes) {
    std::string text(kPush);
    for (int i = 0; i < 6'000; ++i) text += "k" + std::to_string(i % 5'000) + ": 1\n";
    const ImportedFile file = read(text);
    EXPECT_EQ(file.findings.size(), 200U);
    ASSERT_EQ(file.cassettes.size(), 1U);
    EXPECT_NE(file.cassettes.front().cassette.notes.find("k4999: 1"), std::string::npos);
}

TEST(ImportHydraflow, OtherFilesAreLeftOut) {
    const ImportedFile file = read("services: {}\n", "compose.yaml");
    EXPECT_TRUE(file.is_other_format);
    EXPECT_EQ(told(file),
              "info cassette.import.other_format compose.yaml: this is no cassette of the format "
              "hydraflow\n");
    EXPECT_NE(told(read("a: [", "bad.yaml")).find("error yaml.syntax bad.yaml:1"),
              std::string::npos);
    EXPECT_TRUE(hydraflow_importer().takes("a/b.yml"));
    EXPECT_FALSE(hydraflow_importer().takes("a/README.md"));
}

// P25, P29: every line of a stream stays, good or not.
TEST(ImportHydraflow, P29AStreamKeepsEveryLine) {
    const std::string text = "{\"type\":\"init\"}\r\n\nnot json\n[1]\n{\"type\":\"res";
    const ImportedFile file = read(text, "x/claude_streams/ping.jsonl");
    ASSERT_EQ(file.cassettes.size(), 1U);
    const Cassette& cassette = file.cassettes.front().cassette;
    EXPECT_EQ(cassette.service, "claude");
    EXPECT_EQ(cassette.name, "ping");
    EXPECT_EQ(cassette.origin, Origin::Authored);
    const Exchange& stream = cassette.exchanges.front();
    EXPECT_EQ(stream.kind, Kind::Stream);
    EXPECT_EQ(stream.framing, Framing::Jsonl);
    EXPECT_EQ(bytes_of(stream.output, From::Stdout), text);
    EXPECT_EQ(stream.output.pieces.size(), 5U);
    EXPECT_EQ(stream.output.end, StreamEnd::Cut);
    EXPECT_EQ(told(file),
              "warning cassette.import.malformed_line x/claude_streams/ping.jsonl:3:1: this line "
              "is no JSON object; it is kept as it is\n"
              "warning cassette.import.malformed_line x/claude_streams/ping.jsonl:4:1: this line "
              "is no JSON object; it is kept as it is\n"
              "warning cassette.import.malformed_line x/claude_streams/ping.jsonl:5:1: this line "
              "is no JSON object; it is kept as it is\n");
}

TEST(ImportHydraflow, TheServiceOfAStreamIsInItsPlace) {
    const std::string line = "{}\n";
    EXPECT_EQ(one(line, "samples/claude_implement.jsonl").service, "claude");
    EXPECT_EQ(one(line, "aider/ping.jsonl").service, "aider");
    EXPECT_EQ(told(read(line, "ping.jsonl")),
              "error cassette.import.problem ping.jsonl: the name of the file: neither it nor its "
              "folder says which service it is of\n");
    EXPECT_NE(told(read("", "aider/ping.jsonl")).find("the stream: it is empty"),
              std::string::npos);
}

// P61: the machine a stream was made on is not the one it is imported on.
TEST(ImportHydraflow, P61TheHomeOfItsMakerIsFound) {
    const struct {
        std::string_view line, home, user;
    } cases[] = {
        {R"({"cwd": "/Users/maria/work"})", "/Users/maria", "maria"},
        {R"({"cwd": "/home/runner/work"})", "/home/runner", ""},
    };
    for (const auto& each : cases) {
        const ImportedFile file = read(each.line, "claude/ping.jsonl");
        ASSERT_TRUE(file.cassettes.front().identity);
        EXPECT_EQ(file.cassettes.front().identity->home, each.home);
        EXPECT_EQ(file.cassettes.front().identity->user, each.user);
    }
    EXPECT_FALSE(read("{\"at\": \"/home/\"}", "claude/ping.jsonl").cassettes.front().identity);
}

}  // namespace
}  // namespace understudy::cassette
