#include "cassette/read.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cassette/cassette_testing.hpp"
#include "cassette/code.hpp"

namespace understudy::cassette {
namespace {

// The example of the specification, its digests written out.
std::string example() {
    const std::string text = R"yaml(version: 1
service: github
name: issue/close
origin: recorded
plan: {file: plans/github/issues.yaml, digest: "sha256:PLAN", steps: [create, close]}
provenance:
  recorded_at: "2026-04-30T06:12:09Z"
  recorder: {name: understudy, version: "0.3.0", commit: "4be1c07"}
  tool: {name: gh, version: "2.62.0", path_digest: "sha256:PATH", file_digest: "sha256:FILE"}
  host: {os: debian, release: "12", arch: x86_64}
  pinned: {LC_ALL: C.UTF-8, TZ: UTC, COLUMNS: "80", git_config: empty}
redactions: [{rule: token.github, at: "exchanges[*].input.env.GH_TOKEN", count: 2}]
content_digest: "sha256:CONTENT"
notes: The confirmation goes to stderr; consumers may rely on the exit code only.
vars: {target: {type: string, value: acme/sandbox}, run: {type: string, value: us-7f3a}, issue: {type: integer, value: 41}}
rules: [{use: issue_number, at: {stream: [stdout, stderr]}}]
exchanges:
  - {id: create, kind: command, at: 0, phase: setup, effect: write, capture: {issue: {from: stdout, pattern: "/issues/([0-9]+)"}},
     input: {program: gh, args: [issue, create, --repo, "${target}", --title, "${run}", --body, ""], cwd: scratch, env: {GH_TOKEN: "<secret:1>"}, stdin: none},
     output: {pieces: [{at: 1490, from: stdout, text: "https://github.com/acme/sandbox/issues/41\n"}], exit_code: 0, duration: 1502}}
  - {id: close, kind: command, at: 1504, phase: step, effect: write,
     input: {program: gh, args: [issue, close, "${issue}", --repo, "${target}"], cwd: scratch, env: {GH_TOKEN: "<secret:1>"}, stdin: none},
     output: {pieces: [{at: 901, from: stderr, text: "✓ Closed issue acme/sandbox#41 (us-7f3a)\n"}], exit_code: 0, duration: 934}}
  - {id: closed-hook, kind: webhook, at: 2710, caused_by: close,
     input: {method: POST, path: /hooks/github, headers: [[X-GitHub-Event, issues]], body: {file: "sha256:BODY", size: 9120}},
     output: {status: 202, duration: 3}}
)yaml";
    std::string out =
        base::replace_all(text, "BODY", digest_text(std::string(9120, 'b')).substr(7));
    for (const char* name : {"PLAN", "PATH", "FILE"}) {
        out = base::replace_all(out, std::string("sha256:") + name, digest_text(name));
    }
    return out;
}

base::Result<Loaded> read_example(std::string text, ReadOptions options = {}) {
    BodiesInMemory bodies;
    const std::string body(9120, 'b');
    bodies.all.emplace(digest_text(body).substr(7), body);
    options.bodies = &bodies;
    return read({"issue/close.yaml", std::move(text)}, options);
}

std::string with_its_digest(const std::string& text) {
    const auto loose = read_example(base::replace_all(text, "sha256:CONTENT", digest_text("")),
                                    {.check_digest = false});
    if (!loose) return base::render(loose.error());
    return base::replace_all(text, "sha256:CONTENT", digest_of(loose->cassette));
}

TEST(CassetteRead, TheExampleOfTheSpecificationLoads) {
    const auto loaded =
        read_example(with_its_digest(example()),
                     {.service = "github", .name = "issue/close", .services = {"git", "github"}});
    ASSERT_TRUE(loaded) << base::render(loaded.error());
    const Cassette& cassette = loaded->cassette;
    EXPECT_EQ(cassette.origin, Origin::Recorded);
    EXPECT_EQ(cassette.plan->steps, (std::vector<std::string>{"create", "close"}));
    EXPECT_EQ(cassette.provenance->tool->version, "2.62.0");
    EXPECT_EQ(cassette.redactions[0].count, 2U);
    EXPECT_EQ(cassette.vars[2].value, json::Value(41));
    EXPECT_EQ(cassette.rules[0].use, "issue_number");
    ASSERT_EQ(cassette.exchanges.size(), 3U);
    EXPECT_EQ(cassette.exchanges[0].captures[0].from, plan::Capture::From::Stdout);
    EXPECT_EQ(cassette.exchanges[0].command()->args[7], "");
    EXPECT_FALSE(cassette.exchanges[0].command()->stdin_body);
    EXPECT_EQ(bytes_of(cassette.exchanges[1].output, From::Stderr),
              "✓ Closed issue acme/sandbox#41 (us-7f3a)\n");
    EXPECT_EQ(cassette.exchanges[2].webhook()->body->bytes, std::string(9120, 'b'));
    EXPECT_EQ(cassette.exchanges[2].output.answer->status, 202);
    EXPECT_EQ(loaded->bodies.size(), 1U);
    const base::Mark mark =
        loaded->mark(json::Pointer({"exchanges", "1", "output", "pieces", "0", "text"}));
    EXPECT_EQ(mark.line, 23U);
}

// P8: a stamp or a byte changed by hand is seen.
TEST(CassetteRead, P8_AChangeByHandBreaksTheDigest) {
    const std::string good = with_its_digest(example());
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"06:12:09Z", "06:00:00Z"},
             {"4be1c07", "4be1c08"},
             {"exit_code: 0, duration: 934", "exit_code: 1, duration: 934"},
             {"origin: recorded", "origin: authored"},
             {"count: 2", "count: 1"},
             {"value: 41", "value: 42"}}) {
        const auto loaded = read_example(base::replace_all(good, from, to));
        ASSERT_FALSE(loaded) << to;
        EXPECT_EQ(
            base::render(loaded.error()).find("[cassette.digest_mismatch]") != std::string::npos,
            true)
            << base::render(loaded.error());
    }
    // Notes, rules and the policy of matching belong to people.
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"notes: The", "notes: Once more, the"},
             {"stream: [stdout, stderr]", "stream: [stdout]"},
             {"exchanges:\n", "order: strict\nmatch: {stdin: true, env: [LANG]}\nexchanges:\n"}}) {
        EXPECT_TRUE(read_example(base::replace_all(good, from, to))) << to;
    }
}

struct Refused {
    std::string from, to, says;
};

// P74: strict everywhere, all problems at once, each with its place.
TEST(CassetteRead, P74_WhatDoesNotFitIsRefusedWithItsReason) {
    const std::string good = with_its_digest(example());
    const std::vector<Refused> cases = {
        {"service: github\n", "", "the cassette: needs `service`"},
        {"origin: recorded", "orgin: recorded", "has no key \"orgin\""},
        {"origin: recorded", "origin: real", "cannot be \"real\"; one of: recorded, edited"},
        {"origin: recorded", "origin: edited", "a cassette that is edited needs `source`"},
        {"name: issue/close", "name: ../close", "must be a path without"},
        {"service: github", "service: \"../x\"", "must be letters, digits"},
        {"06:12:09Z", "06:12:09+02:00", "must be a time in UTC"},
        {"version: \"2.62.0\"", "version: 2.62", "must be a text, not number"},
        {"count: 2", "count: \"2\"", "must be a whole number"},
        {"exit_code: 0, duration: 934", "exit_code: \"0\", duration: 934",
         "`exit_code` of `output` of exchange 2: must be a whole number from 0 to 255"},
        {"exit_code: 0, duration: 934", "exit_code: 0, signal: 9, duration: 934",
         "must have exactly one of `exit_code`, `signal`, `timed_out` and `not_started`"},
        {"exit_code: 0, duration: 934", "duration: 934",
         "must have exactly one of `exit_code`, `signal`, `timed_out` and `not_started`"},
        {"exit_code: 0, duration: 934", "timed_out: false, duration: 934",
         "must be true, or left out"},
        {"status: 202", "status: 99", "must be a whole number from 100 to 999"},
        {"status: 202", "status: 202, error: tls", "must have exactly one of `status` and `error`"},
        {"from: stderr", "from: stdrr", "cannot be \"stdrr\"; one of: stdout, stderr"},
        {"from: stderr", "from: body", "cannot be body in an exchange of kind command"},
        {"kind: webhook", "kind: webhok", "cannot be \"webhok\""},
        {"cwd: scratch, env", "cwd: scratch/../../etc, env", "without `..`"},
        {"stdin: none", "stdin: null", "must be `none` or a map with the bytes"},
        {"stdin: none", "stdin: \"\"", "must be `none` or a map with the bytes"},
        {"stdin: none", "stdin: {text: a, base64: YQ==}",
         "must have exactly one of `text`, `base64` and `file`"},
        {"stdin: none", "stdin: {base64: \"a b\"}", "is no base64"},
        {"stdin: none", "stdin: {text: \"\\x1b[1m\"}", "only `base64` may"},
        {"caused_by: close", "caused_by: clse", "no exchange has the id \"clse\""},
        {"id: close,", "id: create,", "another exchange has this id"},
        {"size: 9120", "size: 9121", "the file has 9120 bytes"},
        {"size: 9120", "sise: 9120", "has no key \"sise\""},
        {"pattern: \"/issues/([0-9]+)\"", "pattern: \"(\"", "it does not load"},
        {"type: integer, value: 41", "type: integer, value: \"41\"", "must be of the type integer"},
        {"use: issue_number", "using: issue_number", "has no key \"using\""},
        {"headers: [[X-GitHub-Event, issues]]", "headers: [[X-GitHub-Event]]",
         "must be a list of pairs"},
        {"plan: {file", "plan: {files", "needs `file`"},
    };
    for (const Refused& each : cases) {
        ASSERT_NE(good.find(each.from), std::string::npos) << each.from;
        const auto loaded = read_example(base::replace_all(good, each.from, each.to));
        ASSERT_FALSE(loaded) << each.to;
        const std::string said = base::render(loaded.error());
        EXPECT_NE(said.find(each.says), std::string::npos) << each.to << "\n" << said;
        EXPECT_NE(said.find("[cassette.problem]"), std::string::npos) << said;
        EXPECT_NE(said.find("issue/close.yaml:"), std::string::npos) << said;
    }
}

TEST(CassetteRead, AllProblemsAreToldAtOnce) {
    std::string text = with_its_digest(example());
    text = base::replace_all(text, "origin: recorded", "origin: real");
    text = base::replace_all(text, "kind: webhook", "kind: hook");
    text = base::replace_all(text, "at: 901", "at: -1");
    const auto loaded = read_example(text);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, code::BadCassette);
    EXPECT_EQ(loaded.error().because.size(), 3U) << base::render(loaded.error());
    EXPECT_NE(base::render(loaded.error()).find("[cassette.bad_file]"), std::string::npos);
}

TEST(CassetteRead, AnotherVersionIsRefusedBeforeAnythingElse) {
    const auto loaded = read({"a.yaml", "version: 2\nwhatever: 1\n"}, {});
    ASSERT_FALSE(loaded);
    const std::string said = base::render(loaded.error());
    EXPECT_NE(said.find("version 2"), std::string::npos) << said;
    EXPECT_NE(said.find("`understudy cassette migrate a.yaml`"), std::string::npos) << said;
    EXPECT_NE(said.find("[cassette.wrong_version]"), std::string::npos) << said;
}

TEST(CassetteRead, NamesMustBeThoseOfThePlace) {
    const std::string good = with_its_digest(example());
    const std::vector<std::pair<ReadOptions, std::string>> cases = {
        {{.service = "git"}, "the file lies in the folder \"git\""},
        {{.name = "issue/open"}, "the file is called \"issue/open\""},
        {{.services = {"git"}}, "cannot be \"github\"; one of: git"},
    };
    for (const auto& [options, says] : cases) {
        const auto loaded = read_example(good, options);
        ASSERT_FALSE(loaded);
        EXPECT_NE(base::render(loaded.error()).find(says), std::string::npos)
            << base::render(loaded.error());
    }
    const std::string variant = with_its_digest(
        base::replace_all(example(), "origin:", "variant: {label: \"2.62\"}\norigin:"));
    EXPECT_TRUE(read_example(variant, {.name = "issue/close@2.62"}));
    EXPECT_FALSE(read_example(variant, {.name = "issue/close"}));
}

TEST(CassetteRead, ABodyOutsideMustBeThereAndUnchanged) {
    const std::string good = with_its_digest(example());
    BodiesInMemory none;
    EXPECT_FALSE(read({"a.yaml", good}, {.bodies = &none}));
    EXPECT_FALSE(read({"a.yaml", good}, {}));
    BodiesInMemory other;
    other.all.emplace(digest_text(std::string(9120, 'b')).substr(7), std::string(9120, 'c'));
    const auto changed = read({"a.yaml", good}, {.bodies = &other});
    ASSERT_FALSE(changed);
    EXPECT_NE(base::render(changed.error()).find("was changed"), std::string::npos);
    // A path cannot be said at all.
    for (const char* path : {"../../etc/passwd", "/etc/passwd", "sha256:../../etc/passwd"}) {
        const std::string text = base::replace_all(good, digest_text(std::string(9120, 'b')), path);
        const auto loaded = read_example(text);
        ASSERT_FALSE(loaded);
        EXPECT_NE(base::render(loaded.error()).find("64 hexadecimal digits"), std::string::npos);
    }
}

TEST(CassetteRead, WhatIsNoYamlKeepsItsOwnError) {
    EXPECT_FALSE(read({"a.yaml", "version: 1\nversion: 1\n"}, {}));
    EXPECT_FALSE(read({"a.yaml", "version: [1\n"}, {}));
    EXPECT_FALSE(read({"a.yaml", ""}, {}));
    EXPECT_FALSE(read({"a.yaml", "- 1\n"}, {}));
    EXPECT_FALSE(read({"a.jsonl", ""}, {}));
    EXPECT_FALSE(read({"a.jsonl", "{\"version\":1,\"version\":1}\n"}, {}));
}

}  // namespace
}  // namespace understudy::cassette
