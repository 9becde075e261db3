// Plans of commands: what they can say, and what is refused.
#include <gtest/gtest.h>

#include "plan/impl/testing.hpp"

namespace understudy::plan {
namespace {

using testing::problems_of;

constexpr std::string_view kHead = "version: 1\nservice: git\n";

Plan good(std::string_view text, const LoadOptions& options = {}) {
    auto plan = load(base::Source{"plan.yaml", std::string(text)}, options);
    EXPECT_TRUE(plan) << base::render(plan.error());
    return plan ? std::move(*plan) : Plan{};
}

TEST(LoadCommands, ThePlanOfTheSpecificationLoadsAsItStands) {
    LoadOptions options;
    options.environment = true;
    const Plan plan = good(R"yaml(version: 1
service: github
target: "${GITHUB_SANDBOX}"
credentials: [{name: token, env: GH_TOKEN, probe: [gh, api, user, --jq, .login]}]
budget: {time: 5m, calls: 60, money: {amount: 0, currency: USD}}
setup:
  - id: create
    run: [gh, issue, create, --repo, "${target}", --title, "${run}", --body, ""]
    effect: write
    record: issue/create
    capture: {issue: {from: stdout, pattern: "/issues/([0-9]+)", type: integer}}
    expect: {exit: 0, stdout: {lines: 1}}
steps:
  - {id: close, run: [gh, issue, close, "${issue}", --repo, "${target}"], effect: write, record: issue/close, expect: {exit: 0}}
variations:
  - {of: close, record: issue/close-missing, with: {issue: 999999999}, expect: {exit: nonzero}}
  - {of: close, record: issue/close-no-login, without: [token], expect: {exit: nonzero}}
teardown:
  - {run: [gh, issue, close, "${issue}", --repo, "${target}"], effect: write}
)yaml",
                           options);
    EXPECT_EQ(plan.environment, std::vector<std::string>{"GITHUB_SANDBOX"});
    ASSERT_EQ(plan.credentials.size(), 1U);
    EXPECT_EQ(plan.credentials[0].variable, "GH_TOKEN");
    EXPECT_EQ(plan.credentials[0].probe.command->words.size(), 5U);
    EXPECT_EQ(plan.credentials[0].probe.effect, Effect::Read);
    EXPECT_EQ(plan.budget.money->currency, "USD");
    EXPECT_FALSE(plan.is_paid());
    EXPECT_EQ(plan.recordings(), 2U);
    const Step& create = plan.setup.at(0);
    EXPECT_EQ(create.command->words.back(), "");
    EXPECT_EQ(create.captures[0].from, Capture::From::Stdout);
    EXPECT_EQ(create.captures[0].type, Capture::Type::Integer);
    EXPECT_EQ(create.expect.exit[0].number, 0);
    EXPECT_EQ(create.expect.standard_output->lines, 1U);
    ASSERT_EQ(plan.variations.size(), 2U);
    EXPECT_EQ(plan.variations[0].expect.exit[0].kind, Expect::Exit::Kind::Nonzero);
    EXPECT_EQ(plan.variations[1].without, std::vector<std::string>{"token"});
    EXPECT_EQ(plan.variations[1].command->words, plan.steps[0].command->words);
    EXPECT_TRUE(plan.teardown[0].command);
}

TEST(LoadCommands, ReadsEveryKey) {
    const Plan plan = good(R"yaml(version: 1
service: git
target: scratch
fixture: repo
env: { GIT_AUTHOR_NAME: U, WHERE: "${scratch}" }
version_from: [git, --version]
transient: { patterns: ["rate limit"], tries: 5, every: 2s }
versions:
  - { label: "2.39", path: /opt/git/bin }
  - { label: boxed, prefix: [box, run] }
credentials:
  - { name: netrc, file: .netrc, probe: [git, ls-remote] }
  - { name: key, env: KEY, from: MY_KEY, probe: [git, ls-remote] }
budget: { money: { amount: 2.5, currency: USD }, cost_from: { from: stdout, path: /cost } }
steps:
  - id: commit
    run: [git, commit, -F, "-"]
    stdin: "message of ${run}"
    cwd: scratch/w
    env: { GIT_DIR: x }
    files: ["*.txt"]
    stream: lines
    effect: write
    expect:
      exit: [0, 1, nonzero, timed_out]
      signal: 9
      stdout: { text: a, matches: [b, c], json: { d: 1 }, empty: false }
      stderr: { empty: true }
    capture: { code: { from: exit }, message: { from: stderr, pattern: x }, id: /id }
  - { id: bytes, run: [cat], stdin: { base64: "JHt4fQD/" }, effect: read, needs: [commit] }
variations:
  - { of: commit, run: [git, commit, --nonsense], stdin: none, wrong: [key], expect: { exit: 129 }, effect: read }
)yaml",
                           {std::nullopt, {"scratch"}});
    EXPECT_EQ(plan.fixture, "repo");
    ASSERT_EQ(plan.variables.size(), 2U);
    EXPECT_EQ(plan.version_from, (std::vector<std::string>{"git", "--version"}));
    EXPECT_EQ(plan.transient.tries, 5U);
    EXPECT_EQ(plan.transient.every, (base::Duration{2, 0}));
    EXPECT_EQ(plan.versions[0].path, std::vector<std::string>{"/opt/git/bin"});
    EXPECT_EQ(plan.versions[1].prefix, (std::vector<std::string>{"box", "run"}));
    EXPECT_EQ(plan.credentials[0].file, ".netrc");
    EXPECT_EQ(plan.credentials[1].from, "MY_KEY");
    EXPECT_EQ(plan.budget.money->amount, 2.5);
    EXPECT_TRUE(plan.is_paid());
    EXPECT_EQ(plan.recordings(), 1U);  // what costs money is recorded once
    EXPECT_EQ(plan.budget.cost_from->place->text, "/cost");
    const Step& commit = plan.steps.at(0);
    EXPECT_EQ(commit.command->input, "message of ${run}");
    EXPECT_EQ(commit.command->folder, "w");
    EXPECT_EQ(commit.command->environment[0].second, "x");
    EXPECT_EQ(commit.command->files, std::vector<std::string>{"*.txt"});
    EXPECT_EQ(commit.stream, "lines");
    EXPECT_EQ(commit.expect.exit.size(), 5U);
    EXPECT_EQ(commit.expect.exit[4].kind, Expect::Exit::Kind::Signal);
    EXPECT_EQ(commit.expect.standard_output->matches.size(), 2U);
    EXPECT_EQ(commit.expect.standard_error->empty, true);
    EXPECT_EQ(commit.captures[0].from, Capture::From::Exit);
    EXPECT_EQ(commit.captures[1].from, Capture::From::Stderr);
    EXPECT_EQ(commit.captures[2].from, Capture::From::Stdout);
    // Bytes have no holes, whatever they look like.
    EXPECT_EQ(plan.steps[1].command->input, std::string("$${x}\0\xFF", 7));
    EXPECT_EQ(plan.steps[1].needs, std::vector<std::string>{"commit"});
    EXPECT_EQ(plan.variations[0].command->words[2], "--nonsense");
    EXPECT_FALSE(plan.variations[0].command->input);
    EXPECT_EQ(plan.variations[0].wrong, std::vector<std::string>{"key"});
    EXPECT_EQ(plan.variations[0].effect, Effect::Read);
}

// P33: no table of verbs guesses what a command does; what is not said is unsafe.
TEST(LoadCommands, P33AnEffectThatIsNotSaidIsRefused) {
    EXPECT_EQ(problems_of(std::string(kHead) + "steps: [ { id: a, run: [gh, api, -f, x=1, /y] } ]"),
              "3:10 step 1 does not say what it does to the service [plan.no_effect] effect: read, "
              "write or destructive; what is not known counts as unsafe\n");
}

TEST(LoadCommands, SaysWhatIsWrongWithACommand) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"run: git",
         "3:38 run must be a list of texts, the program first, not text "
         "[plan.wrong_kind]\n"},
        {"run: []",
         "3:38 run must be a list of texts, the program first, not a list "
         "[plan.wrong_kind]\n"},
        {"run: [git, 5]", "3:44 a word of run must be text, not a number [plan.wrong_kind]\n"},
        {"run: ['']",
         "3:39 the program must be text that is not empty, not text "
         "[plan.wrong_kind]\n"},
        {"run: [a, '${b}']",
         "3:42 nothing before this place gives ${b} a value [plan.unknown_variable]\n"},
        {"run: [a], request: { get: /x }",
         "3:43 step 1 has `run` and `request`; one of both [plan.exclusive]\n"},
        {"run: [a], control: { get: x }",
         "3:43 step 1 has `run` and `control`; one of both [plan.exclusive]\n"},
        {"run: [a], cwd: ../x",
         "3:48 \"../x\" is no path: a command runs in the scratch folder or below it "
         "[plan.bad_path] cwd: scratch, or scratch/FOLDER\n"},
        {"run: [a], cwd: scratch/../..",
         "3:48 \"scratch/../..\" is no path: a command runs in the scratch folder or below it "
         "[plan.bad_path] cwd: scratch, or scratch/FOLDER\n"},
        {"run: [a], stdin: { base64: '*' }",
         "3:60 base64 must be bytes in base64, not text [plan.wrong_kind]\n"},
        {"run: [a], stdin: {}", "3:50 stdin needs `text` or `base64` [plan.missing_key]\n"},
        {"run: [a], stdin: { text: a, base64: YQ== }",
         "3:61 stdin has `text` and `base64`; one of both [plan.exclusive]\n"},
        {"run: [a], env: { 'A-B': c }",
         "3:50 \"A-B\" is no name of a variable [plan.bad_name] letters, digits and _\n"},
        {"run: [a], stream: xml",
         "3:51 stream cannot be \"xml\" [plan.wrong_word] one of: jsonl, sse, lines\n"},
        {"run: [a], needs: [later]",
         "3:51 no step before this one has the id \"later\" [plan.no_such_need]\n"},
        {"run: [a], record: ../up",
         "3:51 \"../up\" is no name of a cassette [plan.bad_name] words with / between them, as in "
         "issue/close\n"},
        {"run: [a], expect: { exit: 256 }",
         "3:59 exit cannot be \"256\" [plan.wrong_word] one of: a code from 0 to 255, nonzero, "
         "timed_out\n"},
        {"run: [a], expect: { exit: [] }",
         "3:59 exit must be a code from 0 to 255, nonzero, timed_out, not a list "
         "[plan.wrong_kind]\n"},
        {"run: [a], expect: { exit: true }",
         "3:59 exit must be a code from 0 to 255, nonzero, timed_out, not true or false "
         "[plan.wrong_kind]\n"},
        {"run: [a], expect: { stdout: { empty: 1 } }",
         "3:70 empty must be true or false, not a number [plan.wrong_kind]\n"},
        {"run: [a], capture: { x: { from: exit, path: /a } }",
         "3:71 the capture x has `from` and `path`; one of both [plan.exclusive]\n"},
    };
    for (const auto& [step, wanted] : cases) {
        const std::string text =
            std::string(kHead) + "steps: [ { id: a, effect: read, " + std::string(step) + " } ]";
        EXPECT_EQ(problems_of(text), wanted) << step;
    }
}

TEST(LoadCommands, SaysWhatIsWrongWithTheHead) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"credentials: [{ name: a, env: B }]",
         "3:15 a credential needs `probe` [plan.missing_key]\n"},
        {"credentials: [{ name: a, probe: [b] }]",
         "3:15 a credential needs `env`, `file` or `header` [plan.missing_key] how it is handed "
         "over: in a variable, a file of the home folder or a header of requests\n"},
        {"credentials: [{ name: a, file: c, header: d, from: E, probe: [b] }]",
         "3:35 a credential has `file` and `header`; one of both [plan.exclusive]\n"},
        {"credentials: [{ name: a, header: \"a b\", from: E, probe: [b] }]",
         "3:34 a header's name must be letters, digits and hyphens, not text [plan.wrong_kind]\n"},
        {"credentials: [{ name: a, header: d, probe: [b] }]",
         "3:15 a credential needs `from` [plan.missing_key] the variable of the environment that "
         "holds it\n"},
        {"url: hub.test",
         "3:6 \"hub.test\" is no path: it is no absolute URL [plan.bad_path] begin with http:// or "
         "https://\n"},
        {"network: some", "3:10 network cannot be \"some\" [plan.wrong_word] one of: host, none\n"},
        {"credentials: [{ name: a, env: B, file: c, probe: [b] }]",
         "3:34 a credential has `env` and `file`; one of both [plan.exclusive]\n"},
        {"credentials: [{ name: a, file: /etc/passwd, probe: [b] }]",
         "3:32 \"/etc/passwd\" is no path: it is no path below the home folder [plan.bad_path] as "
         "in .config/gh/hosts.yml\n"},
        {"credentials: [{ name: a, env: B, probe: [b] }, { name: a, env: C, probe: [b] }]",
         "3:48 \"a\" is no name of a second credential [plan.bad_name] another one has it\n"},
        {"versions: [{ label: a/b, path: x }]",
         "3:21 \"a/b\" is no name of a version [plan.bad_name] letters, digits, dots, hyphens and "
         "_; each once\n"},
        {"versions: [{ label: a }]",
         "3:12 a version needs `path` or `prefix` [plan.missing_key] where this version of the "
         "tool is\n"},
        {"budget: { money: { amount: -1, currency: USD } }",
         "3:28 amount must be a number that is not negative, not a number [plan.wrong_kind]\n"},
        {"transient: ['(']", "3:13 \"(\" cannot be used as a pattern [plan.bad_pattern]\n"},
        {"target: '${HOME}'",
         "3:9 nothing before this place gives ${HOME} a value [plan.unknown_variable]\n"},
    };
    for (const auto& [head, wanted] : cases) {
        const std::string text = std::string(kHead) + std::string(head) +
                                 "\nsteps: [ { id: a, effect: read, run: [a] } ]";
        EXPECT_EQ(problems_of(text), wanted) << head;
    }
}

TEST(LoadCommands, VariationsNameCredentialsOfThePlanAndCassettesOnce) {
    EXPECT_EQ(
        problems_of(std::string(kHead) + R"yaml(credentials: [{ name: token, env: T, probe: [a] }]
steps:
  - { id: a, run: [a], effect: read, record: x }
variations:
  - { of: a, without: [tokn], record: x, expect: { exit: 1 } }
)yaml"),
        "7:39 two steps record the cassette \"x\" [plan.repeated_record] one step, one "
        "cassette\n"
        "7:24 the plan has no credential \"tokn\" [plan.unknown_credential] did you mean "
        "\"token\"?\n");
}

}  // namespace
}  // namespace understudy::plan
