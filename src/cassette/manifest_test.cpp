#include "cassette/manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "yaml/read.hpp"

namespace understudy::cassette {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

base::Result<Manifest> manifest_of(std::string text) {
    const auto document = yaml::read({"understudy.yaml", std::move(text)});
    if (!document) return base::fail(document.error());
    return read_manifest(*document);
}

std::string errors_of(std::string text) {
    const auto manifest = manifest_of(std::move(text));
    return manifest ? "no error" : base::render(manifest.error());
}

// P67: there is no closed list of services anywhere; what the file names exists.
TEST(Manifest, P67AnyNameIsAService) {
    const auto manifest = manifest_of("services: {git: , fifth-tool: {programs: [tool5, t5]}}\n");
    ASSERT_TRUE(manifest);
    ASSERT_EQ(manifest->services.size(), 2U);
    const Service* git = manifest->find("git");
    ASSERT_NE(git, nullptr);
    EXPECT_THAT(git->programs, ElementsAre("git"));
    EXPECT_EQ(git->cassettes, "cassettes/git");
    EXPECT_EQ(git->fake.how, Fake::How::None);
    EXPECT_EQ(manifest->of_program("t5"), manifest->find("fifth-tool"));
    EXPECT_EQ(manifest->of_program("fifth-tool"), nullptr);
    EXPECT_EQ(manifest->find("github"), nullptr);
}

TEST(Manifest, AHostBelongsToTheServiceThatNamesIt) {
    const auto manifest = manifest_of(
        "services:\n"
        "  one: {hosts: [API.one.test, \"*.one.example\", \"localhost:8080\"]}\n"
        "  two: {hosts: [\"[::1]\"], expires: 30d}\n");
    ASSERT_TRUE(manifest);
    for (const char* host :
         {"api.one.test", "api.one.test:8443", "a.ONE.example", "localhost:8080"})
        EXPECT_EQ(manifest->of_host(host), manifest->find("one")) << host;
    EXPECT_EQ(manifest->of_host("[::1]:80"), manifest->find("two"));
    for (const char* host : {"one.test", "localhost", "localhost:80", "", "one"})
        EXPECT_EQ(manifest->of_host(host), nullptr) << host;
    EXPECT_EQ(manifest->find("two")->expires, (base::Duration{30 * 86'400, 0}));
    EXPECT_FALSE(manifest->find("one")->expires);
}

TEST(Manifest, AnEmptyFileDeclaresNothing) {
    for (const char* text : {"", "# nothing\n", "fixtures: {families: [x]}\n"}) {
        const auto manifest = manifest_of(text);
        ASSERT_TRUE(manifest) << text;
        EXPECT_THAT(manifest->services, IsEmpty());
        EXPECT_EQ(manifest->cassettes, "cassettes");
        EXPECT_EQ(manifest->pending, ".understudy/pending");
        EXPECT_EQ(manifest->calls, ".understudy/calls.jsonl");
        EXPECT_EQ(manifest->miss_exit, 97);
    }
}

constexpr const char* kWhole = R"(
cassettes: tests/cassettes/
pending: ./tests/pending
coverage: {ratchet: tests/ratchet.yaml, calls: tests/calls.jsonl}
miss_exit: 99
most_replaced: 0.25
services:
  github:
    programs: [gh]
    cassettes: tests/hub
    plans: plans/github
    env: [GH_HOST, "GITHUB_*"]
    sandbox: ["acme/*"]
    live: {url: "${HUB_URL}", key: HUB_KEY}
    fake: {protocol: [python3, fake.py], limit: 1500ms}
    serves: [gh issue list]
    untested: [{operation: gh pr merge, reason: it needs two people}]
    quiet: [{program: gh, args: [auth, status], stdout: "", exit_code: 1, reason: probed at start}]
    match: {stdin: true, cwd: true, env: [GH_HOST], used_up: repeat_last}
    terminal: true
    compare: {exact: true, interleaving: exact, headers: false, unordered: ["$.labels"], grammar: init result}
    severity: {field_added: error}
  weather: {lane: live}
  oracle: {strategy: {name: property-based, document: docs/oracle.md}}
  files: {fake: {command: ./fake.sh}}
  parcel:
    fake: {pack: parcel}
    severity: [{class: value_changed, is: notice}, {class: value_changed, at: body/total, is: error}]
)";

TEST(Manifest, ReadsEveryKey) {
    const auto manifest = manifest_of(kWhole);
    ASSERT_TRUE(manifest) << base::render(manifest.error());
    EXPECT_EQ(manifest->cassettes, "tests/cassettes");
    EXPECT_EQ(manifest->pending, "tests/pending");
    EXPECT_EQ(manifest->ratchet, "tests/ratchet.yaml");
    EXPECT_EQ(manifest->calls, "tests/calls.jsonl");
    EXPECT_EQ(manifest->miss_exit, 99);
    EXPECT_DOUBLE_EQ(manifest->most_replaced, 0.25);
    const Service& hub = *manifest->find("github");
    EXPECT_EQ(hub.cassettes, "tests/hub");
    EXPECT_EQ(hub.plans, "plans/github");
    EXPECT_THAT(hub.env, ElementsAre("GH_HOST", "GITHUB_*"));
    EXPECT_THAT(hub.sandbox, ElementsAre("acme/*"));
    EXPECT_EQ(hub.live.url, "${HUB_URL}");
    EXPECT_EQ(hub.live.key, "HUB_KEY");
    EXPECT_THAT(hub.serves, ElementsAre("gh issue list"));
    EXPECT_EQ(hub.fake.how, Fake::How::Protocol);
    EXPECT_THAT(hub.fake.command, ElementsAre("python3", "fake.py"));
    EXPECT_EQ(hub.fake.limit, (base::Duration{1, 500'000'000}));
    ASSERT_EQ(hub.untested.size(), 1U);
    EXPECT_EQ(hub.untested[0].reason, "it needs two people");
    ASSERT_EQ(hub.quiet.size(), 1U);
    EXPECT_EQ(hub.quiet[0].exit_code, 1);
    EXPECT_THAT(hub.quiet[0].args, ElementsAre("auth", "status"));
    EXPECT_TRUE(hub.match.stdin_body && hub.match.cwd);
    EXPECT_EQ(hub.match.used_up, WhenUsedUp::RepeatLast);
    EXPECT_TRUE(hub.allows_terminal);
    EXPECT_TRUE(hub.comparing.exact && hub.comparing.interleaving && !hub.comparing.headers);
    EXPECT_THAT(hub.comparing.unordered, ElementsAre("$.labels"));
    EXPECT_EQ(hub.comparing.grammar, "init result");
    EXPECT_TRUE(manifest->find("weather")->is_live_only);
    EXPECT_EQ(manifest->find("oracle")->strategy->document, "docs/oracle.md");
    EXPECT_EQ(manifest->find("weather")->cassettes, "tests/cassettes/weather");
    EXPECT_EQ(manifest->find("files")->fake.how, Fake::How::Command);
    EXPECT_EQ(manifest->find("parcel")->fake.pack, "parcel");
}

TEST(Manifest, SeverityIsPolicyPerServiceAndPlace) {
    const auto manifest = manifest_of(kWhole);
    ASSERT_TRUE(manifest);
    const Service& parcel = *manifest->find("parcel");
    Difference difference;
    difference.drift = Drift::ValueChanged;
    difference.part = "body";
    difference.path = "/name";
    EXPECT_EQ(severity_for(parcel, difference), report::Severity::Info);
    difference.path = "/total/net";
    EXPECT_EQ(severity_for(parcel, difference), report::Severity::Error);
    difference.drift = Drift::FieldAdded;
    EXPECT_EQ(severity_for(*manifest->find("github"), difference), report::Severity::Error);
    EXPECT_EQ(severity_for(parcel, difference), severity_of(Drift::FieldAdded));
}

TEST(Manifest, RulesOfTheProjectComeFirstThenTheServicesThenItsOwn) {
    const auto manifest =
        manifest_of("rules: [{use: uuid}]\nservices: {git: {rules: [{use: 'sha:long'}]}, gh: }\n");
    ASSERT_TRUE(manifest) << base::render(manifest.error());
    Cassette cassette;
    cassette.service = "git";
    RuleSpec own;
    own.use = "port";
    cassette.rules = {own};
    std::vector<std::string> names;
    for (const RuleSpec& rule : rules_for(*manifest, cassette)) names.push_back(rule.use);
    EXPECT_THAT(names, ElementsAre("uuid", "sha:long", "port"));
    cassette.service = "nobody's";
    EXPECT_EQ(rules_for(*manifest, cassette).size(), 2U);
}

// Unknown keys are refused at every level, with what was meant; all problems at once.
TEST(Manifest, RefusesWhatItDoesNotKnow) {
    const std::string errors = errors_of(
        "servises: {}\n"
        "coverage: {ratched: x}\n"
        "services:\n"
        "  git: {programms: [git], fake: {comand: [x]}, match: {stdinn: true}}\n");
    EXPECT_THAT(errors, HasSubstr("understudy.yaml has 6 problems [cassette.bad_manifest]"));
    EXPECT_THAT(errors, HasSubstr("[cassette.manifest_problem]"));
    EXPECT_THAT(errors, HasSubstr(R"(the file: has no key "servises")"));
    EXPECT_THAT(errors, HasSubstr(R"(did you mean "services"?)"));
    EXPECT_THAT(errors, HasSubstr(R"(did you mean "ratchet"?)"));
    EXPECT_THAT(errors, HasSubstr(R"(did you mean "programs"?)"));
    EXPECT_THAT(errors, HasSubstr(R"(did you mean "command"?)"));
    EXPECT_THAT(errors, HasSubstr(R"(did you mean "stdin"?)"));
    EXPECT_THAT(errors, HasSubstr("needs exactly one of `pack`, `command` and `protocol`"));
}

TEST(Manifest, RefusesWhatCannotBeMeant) {
    const struct {
        const char* text;
        const char* why;
    } kCases[] = {
        {"cassettes: /etc", "must be below the folder of the project"},
        {"pending: ../x", "must be below the folder of the project"},
        {"miss_exit: 0", "must be a whole number from 1 to 125"},
        {"most_replaced: 1.5", "must be a number from 0 to 1"},
        {"services: [git]", "must be a map, not array"},
        {"services: {.git: }", "a name has letters, digits"},
        {"services: {a: {programs: [x]}, b: {programs: [x]}}", "belongs to the service \"a\""},
        {"services: {a: {cassettes: c}, b: {cassettes: c}}", "is the folder of the service \"a\""},
        {"services: {a: {fake: {command: []}}}", "must name a program"},
        {"services: {a: {fake: {command: [x], limit: 2h}}}", "a time up to one hour"},
        {"services: {a: {lane: fast}}", "one of: checked, live"},
        {"services: {a: {expires: soon}}", "must be a time, as in 30d"},
        {"services: {a: {expires: -1d}}", "must be a time, as in 30d"},
        {"services: {a: {untested: [{operation: x}]}}", "needs `reason`"},
        {"services: {a: {quiet: [{program: x}]}}", "needs `reason`"},
        {"services: {a: {strategy: {name: x}}}", "needs `document`"},
        {"services: {a: {severity: {field_aded: error}}}", "is no class of difference"},
        {"services: {a: {severity: {field_added: bad}}}", "one of: error, warning, notice"},
        {"services: {a: {severity: [{class: field_added}]}}", "needs `is`"},
        {"- a", "the file: must be a map, not array"},
    };
    for (const auto& [text, why] : kCases) EXPECT_THAT(errors_of(text), HasSubstr(why)) << text;
}

TEST(Manifest, KnowsTheModesAndTheWordsOfVcr) {
    EXPECT_EQ(name_of(Mode::RecordMissing), "record-missing");
    for (const Mode mode : {Mode::Record, Mode::Replay, Mode::PassThrough, Mode::RecordMissing,
                            Mode::Forbid, Mode::Shadow}) {
        EXPECT_EQ(mode_named(name_of(mode), false), mode);
    }
    EXPECT_EQ(mode_named("none", true), Mode::Replay);
    EXPECT_EQ(mode_named("all", true), Mode::Record);
    EXPECT_EQ(mode_named("new", true), Mode::RecordMissing);
    EXPECT_EQ(mode_named("spy", false), Mode::RecordMissing);
    EXPECT_EQ(mode_named("once", true), Mode::Replay);
    EXPECT_EQ(mode_named("once", false), Mode::Record);
    EXPECT_EQ(mode_named("Replay", true), std::nullopt);
}

}  // namespace

}  // namespace understudy::cassette
