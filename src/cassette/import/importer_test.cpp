// Many files at once, and the one way from a foreign file to a written one.
#include "cassette/import/importer.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cassette/import/against.hpp"
#include "cassette/import/hydraflow.hpp"
#include "cassette/import/import_summary.hpp"
#include "cassette/read.hpp"
#include "cassette/write.hpp"
#include "secret/policy_testing.hpp"

namespace understudy::cassette {
namespace {

std::string old_file(std::string_view adapter, std::string_view command,
                     std::string_view output_lines) {
    return "adapter: " + std::string(adapter) + "\nfixture_repo: box\nrecorded_at: " +
           "'2026-07-01T10:20:30Z'\nrecorder_sha: 12ab\ninput: {command: " + std::string(command) +
           ", args: [one]}\noutput:\n" + std::string(output_lines);
}

ImportResult import(std::vector<base::Source> sources) {
    std::vector<ForeignFile> files;
    for (base::Source& source : sources) files.push_back({std::move(source)});
    return import_all(hydraflow_importer(), std::move(files));
}

TEST(Importers, AreFoundByName) {
    EXPECT_EQ(importer_named("hydraflow"), &hydraflow_importer());
    EXPECT_EQ(importer_named("tape"), nullptr);
    EXPECT_EQ(hydraflow_importer().program_of("github"), "gh");
    EXPECT_EQ(hydraflow_importer().program_of("anything"), "anything");  // P67: no closed list
}

TEST(ImportAll, SortsAndRefusesASecondOfTheSameName) {
    const std::string text = old_file("git", "git", "  {exit_code: 0, stdout: a}\n");
    const ImportResult result = import({{"z/push.yaml", text},
                                        {"a/push.yaml", text},
                                        {"a/fetch.yml", text},
                                        {"a/compose.yaml", "x: 1"},
                                        {"a/bad.yaml", "adapter: git"}});
    ASSERT_EQ(result.cassettes.size(), 2U);
    EXPECT_EQ(result.cassettes[0].cassette.name, "fetch");
    EXPECT_EQ(result.not_imported, 2U);
    EXPECT_EQ(result.other_formats, 1U);
    ASSERT_FALSE(result.findings.empty());
    EXPECT_EQ(result.findings.back().code, "cassette.import.same_name");
    EXPECT_EQ(result.findings.back().message, "\"z/push.yaml\" is imported as git/push already");
}

Imported imported(std::string name, std::string_view text) {
    const ImportedFile file =
        hydraflow_importer().read({{std::move(name), std::string(text)}}, nullptr);
    EXPECT_EQ(file.cassettes.size(), 1U);
    return file.cassettes.empty() ? Imported{} : file.cassettes.front();
}

std::string written(const Imported& each) {
    secret::Scrubber scrubber(secret::policy_for_tests());
    const auto sealed = seal_imported(each, scrubber, {"/home/tester", "tester", "box"});
    EXPECT_TRUE(sealed) << (sealed ? "" : base::render(sealed.error()));
    return sealed ? write(*sealed, Form::Auto).text : "";
}

TEST(SealImported, TwiceGivesTheSameBytesAndTheyLoad) {
    for (const std::string_view command : {"git", "push"}) {
        const std::string text =
            "# Why.\n" + old_file("git", command, "  {exit_code: 3, stdout: a, stderr: b}\n");
        const std::string bytes = written(imported("git/push.yaml", text));
        EXPECT_EQ(written(imported("other/git/push.yaml", text)), bytes);
        const auto loaded = read({"push.yaml", bytes}, {});
        ASSERT_TRUE(loaded) << base::render(loaded.error()) << bytes;
        EXPECT_NE(loaded->cassette.origin, Origin::Recorded);
        EXPECT_EQ(loaded->cassette.source.has_value(), command == "git");
    }
    const std::string stream = "{\"type\":\"init\"}\nnot json\n{\"type\":\"res";
    const auto loaded = read({"ping.yaml", written(imported("claude/ping.jsonl", stream))}, {});
    ASSERT_TRUE(loaded) << base::render(loaded.error());
    EXPECT_EQ(bytes_of(loaded->cassette.exchanges.front().output, From::Stdout), stream);
}

// P61, P62: one scrubber over everything, notes and comments included; the maker's home goes too.
TEST(SealImported, P62SecretsOfTheFileAreReplacedEverywhere) {
    const std::string token = secret::acme_token();
    const std::string text =
        "# called with " + token + "\n" +
        old_file("git", "git", "  {exit_code: 0, stdout: '" + token + " in /Users/maria/x'}\n") +
        "extra: " + token + "\n";
    std::string with_args = base::replace_all(text, "[one]", "[--token, " + token + "]");
    with_args = base::replace_all(with_args, "fixture_repo: box", "fixture_repo: " + token);
    const std::string bytes = written(imported("git/push.yaml", with_args));
    EXPECT_EQ(bytes.find(token), std::string::npos);
    EXPECT_EQ(bytes.find("maria"), std::string::npos) << bytes;
    EXPECT_NE(bytes.find("acme.token"), std::string::npos);  // the receipt says so
}

ImportSummary summary_of(std::vector<base::Source> sources) {
    return summarize(import(std::move(sources)).cassettes, Normalizers::shipped());
}

using Names = std::vector<std::string>;

// P5, P6: what proves nothing is counted, not taken for coverage.
TEST(ImportSummaries, P6VacuousAndSuccessOnlyFilesAreNamed) {
    const ImportSummary summary = summary_of({
        {"git/a.yaml", old_file("git", "git", "  {exit_code: 0, stdout: said}\n")},
        {"git/silent.yaml", old_file("git", "push", "  {exit_code: 0, stdout: ''}\n")},
        {"gh/none.yaml", old_file("github", "list", "  {exit_code: 0, stdout: \"[]\\n\"}\n")},
        {"gh/sha.yaml", old_file("github", "sha",
                                 "  {exit_code: 0, stdout: "
                                 "'0123456789abcdef0123456789abcdef01234567'}\n") +
                            "normalizers: ['sha:long']\n"},
        {"gh/fails.yaml", old_file("github", "list", "  {exit_code: 4, stdout: ''}\n")},
    });
    EXPECT_EQ(summary.vacuous, (Names{"git/silent", "github/none", "github/sha"}));
    EXPECT_EQ(summary.success_only, (Names{"git/a", "git/silent", "github/sha"}));
    EXPECT_EQ(summary.not_runnable,
              (Names{"git/silent", "github/fails", "github/none", "github/sha"}));
    EXPECT_EQ(summary.hand_written, summary.not_runnable);
    ASSERT_EQ(summary.plans.size(), 2U);
    EXPECT_EQ(summary.plans.front().service, "github");  // most cassettes wait for it
    EXPECT_EQ(summary.plans.front().target, "box");
    EXPECT_EQ(summary.plans.front().cassettes, 3U);
    EXPECT_EQ(summary.findings[0].code, "cassette.import.vacuous");
    EXPECT_EQ(summary.findings[0].message,
              "no change of the service could show here: empty output");
    EXPECT_EQ(summary.findings[1].code, "cassette.import.not_runnable");
    EXPECT_EQ(summary.findings[1].message,
              "this call cannot be made again: \"push\" names a method of git, not a program");
    EXPECT_EQ(summary.findings[2].code, "cassette.import.hand_written");
    EXPECT_EQ(summary.findings[2].message,
              "this was written by hand and is no evidence: no tool is called so");
}

TEST(DraftPlans, HoldTheCallsAndNoEffect) {
    const ImportResult result = import({
        {"gh/close.yaml", old_file("github", "close_issue", "  {exit_code: 0, stdout: ''}\n")},
        {"gh/list.yaml", old_file("github", "gh", "  {exit_code: 1, stdout: ''}\n")},
    });
    std::vector<Cassette> cassettes;
    for (const Imported& each : result.cassettes) cassettes.push_back(each.cassette);
    const std::string text = draft_plan(hydraflow_importer(), {"github", "a/b", 2}, cassettes);
    EXPECT_EQ(text.substr(text.find("version")),
              "version: 1\n"
              "service: \"github\"\n"
              "target: \"a/b\"\n"
              "steps:\n"
              "  - id: \"close\"\n"
              "    # say the call behind [\"close_issue\",\"one\"]\n"
              "    run: [\"gh\"]\n"
              "    record: \"close\"\n"
              "    expect: {\"exit\":0}\n"
              "  - id: \"list\"\n"
              "    run: [\"gh\",\"one\"]\n"
              "    record: \"list\"\n"
              "    expect: {\"exit\":1}\n");
}

Cassette recorded(std::vector<Piece> pieces, int exit) {
    Cassette real;
    real.service = "git";
    real.name = "push";
    Exchange call;
    call.id = "call";
    call.input = CommandInput{"git", {"push", "origin", "main"}, "root", {}, {}, false};
    call.output.pieces = std::move(pieces);
    call.output.ended = Ended{Ended::How::Exit, exit, {}};
    real.exchanges.push_back(std::move(call));
    return real;
}

// P7: a push that is shown as silent, and one that says what the tool says.
TEST(CompareWithReal, P7AContradictionIsNamed) {
    const Normalizers known = Normalizers::shipped();
    const Imported silent =
        imported("git/push.yaml", old_file("git", "push", "  {exit_code: 0, stdout: ''}\n"));
    const Cassette real = recorded({{0, From::Stderr, "To ../bare\n"}}, 0);
    const AgainstReal differs = compare_with_real(silent, real, "real/push.yaml", known);
    EXPECT_EQ(differs.verdict, report::Verdict::Differed);
    ASSERT_TRUE(differs.finding);
    EXPECT_EQ(differs.finding->code, "cassette.import.contradicts");
    EXPECT_TRUE(differs.finding->message.starts_with("the real tool says otherwise: stderr"))
        << differs.finding->message;
    EXPECT_EQ(differs.finding->related.front().mark.file, "real/push.yaml");

    EXPECT_EQ(compare_with_real(silent, recorded({}, 0), "", known).verdict,
              report::Verdict::Agreed);
    Cassette authored = real;
    authored.origin = Origin::Authored;
    const AgainstReal unknown = compare_with_real(silent, authored, "", known);
    EXPECT_EQ(unknown.verdict, report::Verdict::Unknown);
    EXPECT_EQ(unknown.why, "the other side is authored, not recorded");
}

}  // namespace
}  // namespace understudy::cassette
