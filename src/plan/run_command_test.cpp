// Runs of commands: verdicts, probes, accidents, budgets, tear-down.
#include <gtest/gtest.h>

#include "plan/impl/testing.hpp"

namespace understudy::plan {
namespace {

using testing::lines_of;
using testing::loaded;
using testing::ScriptedCommands;
using End = CommandAnswer::End;
using Asked = std::vector<std::string>;

constexpr std::string_view kHead = "version: 1\nservice: gh\ntarget: acme/sandbox\n";

Plan with(std::string_view rest) {
    return loaded(std::string(kHead) + std::string(rest));
}

TEST(RunCommands, FillsHolesAndCapturesFromOutputs) {
    const Plan plan = with(R"yaml(setup:
  - id: create
    run: [gh, issue, create, --repo, "${target}", --title, "${run}"]
    capture: { issue: { from: stdout, pattern: "/issues/([0-9]+)", type: integer } }
steps:
  - id: close
    run: [gh, issue, close, "${issue}"]
    stdin: "why: ${run}"
    env: { WHO: "${target}" }
    cwd: scratch/w
    capture: { code: { from: exit }, word: { from: stderr, pattern: "[a-z]+" }, all: { from: stdout } }
teardown:
  - { run: [gh, issue, delete, "${issue}", "${code}", "${word}", "${all}"] }
  - { run: [gh, never, "${nothing}"] }
)yaml");
    // The last entry names what nothing captured: the loader refuses it.
    EXPECT_NE(plan.name, "plan.yaml");
    const Plan good = with(R"yaml(setup:
  - id: create
    run: [gh, issue, create, --repo, "${target}", --title, "${run}"]
    capture: { issue: { from: stdout, pattern: "/issues/([0-9]+)", type: integer } }
steps:
  - id: close
    run: [gh, issue, close, "${issue}"]
    stdin: "why: ${run}"
    env: { WHO: "${target}" }
    cwd: scratch/w
    capture: { code: { from: exit }, word: { from: stderr, pattern: "[a-z]+" }, all: { from: stdout } }
teardown:
  - { run: [gh, issue, delete, "${issue}", "${code}", "${word}", "${all}"] }
)yaml");
    ScriptedCommands target(
        {{End::Exit, 0, "https://x/issues/41\n", ""}, {End::Exit, 0, "done", "! closed"}, {}});
    std::vector<std::string> bound;
    RunOptions options;
    options.run = "us-1";
    options.on_bound = [&](std::string_view name, const json::Value& value) {
        bound.push_back(std::string(name) + "=" + json::write(value));
    };
    const Report report = run(good, target, options);
    EXPECT_EQ(lines_of(report), "create agreed 1\nclose agreed 1\nteardown-1 agreed 1\n");
    EXPECT_EQ(target.asked, (Asked{"gh issue create --repo acme/sandbox --title us-1",
                                   "WHO=acme/sandbox gh issue close 41 in w <why: us-1",
                                   "teardown gh issue delete 41 0 closed done"}));
    EXPECT_EQ(bound, (Asked{"run=\"us-1\"", "target=\"acme/sandbox\"", "issue=41", "code=0",
                            "word=\"closed\"", "all=\"done\""}));
    EXPECT_EQ(report.steps[1].answer->errors(), "! closed");
}

TEST(RunCommands, EveryExpectationIsHeldAgainstTheAnswer) {
    struct Case {
        std::string_view expect;
        ScriptedCommands::Scripted answer;
        std::string_view wanted;
    };
    const Case cases[] = {
        {"{}", {End::Exit, 0, "", ""}, "a agreed 1\n"},
        {"{}",
         {End::Exit, 3, "", "no such thing\n"},
         "a differed 1\n  5:32 expected exit 0, got exit 3 [plan.exit] standard error begins \"no "
         "such thing\\n\"\n"},
        {"{ exit: [0, 3] }", {End::Exit, 3, "", ""}, "a agreed 1\n"},
        {"{ exit: nonzero }", {End::Exit, 3, "", ""}, "a agreed 1\n"},
        {"{ exit: nonzero }",
         {End::Exit, 0, "fine", ""},
         "a differed 1\n  5:40 expected exit nonzero, got exit 0 [plan.exit] standard output "
         "begins \"fine\"\n"},
        {"{ exit: 1 }",
         {End::Signal, 9, "", ""},
         "a differed 1\n  5:40 expected exit 1, got signal 9 [plan.exit] it printed nothing\n"},
        {"{ signal: 9 }", {End::Signal, 9, "", ""}, "a agreed 1\n"},
        {"{ exit: timed_out }", {End::TimedOut, 0, "", ""}, "a agreed 1\n"},
        {"{ stdout: { lines: 2 } }", {End::Exit, 0, "a\nb", ""}, "a agreed 1\n"},
        {"{ stdout: { lines: 1 } }",
         {End::Exit, 0, "", ""},
         "a differed 1\n  5:42 expected 1 line on standard output, got 0 [plan.lines]\n"},
        {"{ stderr: { empty: true } }",
         {End::Exit, 0, "", "oh"},
         "a differed 1\n  5:42 standard error: expected nothing, got \"oh\" [plan.differs]\n"},
        {"{ stdout: { empty: false } }",
         {End::Exit, 0, "", ""},
         "a differed 1\n  5:42 standard output: expected something, got \"\" [plan.differs]\n"},
        {"{ stdout: { text: 'for ${run}' } }", {End::Exit, 0, "for us-0", ""}, "a agreed 1\n"},
        {"{ stdout: { text: b } }",
         {End::Exit, 0, "b\n", ""},
         "a differed 1\n  5:42 standard output: expected \"b\", got \"b\\n\" [plan.differs]\n"},
        {"{ stdout: { matches: '^b' } }",
         {End::Exit, 0, "ab", ""},
         "a differed 1\n  5:42 standard output: \"ab\" does not match \"^b\" [plan.no_match]\n"},
        {"{ stdout: { json: { n: 1 } } }", {End::Exit, 0, R"({"n":1,"m":2})", ""}, "a agreed 1\n"},
        {"{ stdout: { json: { n: 1 } } }",
         {End::Exit, 0, R"({"n":"1"})", ""},
         "a differed 1\n  5:42 /n: expected 1, got \"1\" [plan.differs]\n"},
        {"{ exists: [/a, '$.b[*]'] }", {End::Exit, 0, R"({"a":null,"b":[1]})", ""}, "a agreed 1\n"},
        {"{ exists: /a }",
         {End::Exit, 0, R"([])", ""},
         "a differed 1\n  5:42 there is nothing at /a [plan.nothing_there]\n"},
        {"{ format: json }", {End::Exit, 0, "{}", ""}, "a agreed 1\n"},
        {"{ format: json }",
         {End::Exit, 0, "{", ""},
         "a differed 1\n  5:42 expected a body that is json, got \"{\" [plan.format]\n"},
        // What never ran, or was cut off by us, is unknown and never a difference.
        {"{}",
         {End::NotStarted, 0, "", "it is not on the PATH"},
         "a unknown 1\n  5:19 \"a\" could not be started: it is not on the PATH "
         "[plan.not_started]\n"},
        {"{ stdout: { empty: false } }",
         {End::TimedOut, 0, "", ""},
         "a unknown 1\n  5:19 \"a\" was stopped: it did not end within 1s [plan.timed_out] "
         "`timeout` of the step, or `step` of the budget, gives it longer\n"},
    };
    for (const Case& one : cases) {
        const Plan plan =
            with("steps:\n  - { id: a, run: [a], expect: " + std::string(one.expect) + " }\n");
        ScriptedCommands target({one.answer});
        EXPECT_EQ(lines_of(run(plan, target)), one.wanted) << one.expect << plan.name;
    }
}

constexpr std::string_view kWithLogin = R"yaml(credentials:
  - { name: token, env: GH_TOKEN, probe: [gh, api, user] }
steps:
  - { id: list, run: [gh, list] }
teardown:
  - { run: [gh, clean] }
)yaml";

// P30, P52 of a missing login: it is unknown, and nothing is run or changed.
TEST(RunCommands, WithoutALoginNothingRunsAndAllIsUnknown) {
    ScriptedCommands target({});
    target.has_login = false;
    const Report report = run(with(kWithLogin), target);
    EXPECT_EQ(report.verdict, Verdict::Unknown);
    EXPECT_EQ(target.asked, Asked{});
    EXPECT_EQ(report.steps.size(), 2U);
    EXPECT_EQ(report.steps[0].findings[0].because.size(), 1U);
}

TEST(RunCommands, AProbeThatFailsFirstMeansUnknown) {
    ScriptedCommands target({{End::Exit, 1, "", "no network"}});
    EXPECT_EQ(lines_of(run(with(kWithLogin), target)),
              "list unknown 0\n"
              "  7:5 not run: the probe failed [plan.not_run]\n"
              "    5:42 the probe of \"token\" failed: whether the service can be reached is not "
              "known [plan.probe_failed] it was `gh api user`\n"
              "teardown-1 unknown 0\n"
              "  9:5 not run: the probe failed [plan.not_run]\n");
    EXPECT_EQ(target.asked, Asked{"gh api user"});
}

// A failing step is differed only if the probe succeeds before and after it.
TEST(RunCommands, AFailureWithAFailingProbeBehindItIsUnknown) {
    ScriptedCommands down({{}, {End::Exit, 1, "", "x"}, {End::Exit, 1, "", "down"}});
    EXPECT_EQ(run(with(kWithLogin), down).steps[0].verdict, Verdict::Unknown);
    EXPECT_EQ(down.asked, (Asked{"gh api user", "gh list", "gh api user", "teardown gh clean"}));
    ScriptedCommands up({{}, {End::Exit, 1, "", "x"}, {}});
    EXPECT_EQ(run(with(kWithLogin), up).steps[0].verdict, Verdict::Differed);
}

TEST(RunCommands, TransientAnswersAreTriedAgainThenUnknown) {
    const Plan plan = with(
        "transient: { patterns: [rate limit], tries: 3, every: 2s }\n"
        "steps: [ { id: a, run: [a] } ]\n");
    const ScriptedCommands::Scripted limited{End::Exit, 1, "", "API rate limit exceeded"};
    RunOptions options;
    options.retries = true;
    ScriptedCommands once({limited, {}});
    EXPECT_EQ(lines_of(run(plan, once, options)), "a agreed 2\n");
    EXPECT_EQ(once.asked, (Asked{"a", "pause 2s", "a"}));
    ScriptedCommands always({limited, limited, limited, limited});
    const Report report = run(plan, always, options);
    EXPECT_EQ(report.verdict, Verdict::Unknown);
    EXPECT_EQ(base::message(report.steps[0].findings[0]),
              "the answer was an accident of the moment in 3 calls");
    EXPECT_EQ(base::name_of(report.steps[0].findings[0].code), "plan.transient");
    EXPECT_EQ(always.asked, (Asked{"a", "pause 2s", "a", "pause 2s", "a"}));
    // Who does not ask for it gets the first answer, as tests of packs do.
    ScriptedCommands plain({limited});
    EXPECT_EQ(run(plan, plain).verdict, Verdict::Differed);
}

TEST(RunCommands, MoneyIsCountedAndStopsStepsButNotTearDown) {
    const Plan plan =
        with(R"yaml(budget: { money: { amount: 0.3, currency: USD }, cost_from: /cost }
steps:
  - { id: a, run: [llm, a] }
  - { id: b, run: [llm, b] }
  - { id: c, run: [llm, c] }
teardown:
  - { run: [llm, end] }
)yaml");
    const ScriptedCommands::Scripted dear{End::Exit, 0, R"({"cost": 0.15})", ""};
    ScriptedCommands target({dear, dear});
    const Report report = run(plan, target);
    EXPECT_EQ(lines_of(report),
              "a agreed 1\nb agreed 1\nc unknown 0\n"
              "  8:5 the plan's budget of 0.3 USD is used up [plan.over_budget]\n"
              "teardown-1 agreed 1\n");
    EXPECT_DOUBLE_EQ(report.cost, 0.3);
}

// P57: whatever happened, tear-down runs, and what it could not remove is named.
TEST(RunCommands, P57TearDownRunsAfterFailureAndInterruptAndTellsWhatIsLeft) {
    const Plan plan = with(R"yaml(setup:
  - { id: make, run: [gh, make], capture: { issue: { pattern: "[0-9]+" } } }
steps:
  - { id: use, run: [gh, use] }
teardown:
  - { run: [gh, close, "${issue}"] }
)yaml");
    ScriptedCommands target(
        {{End::Exit, 0, "41\n", ""}, {End::Exit, 1, "", ""}, {End::Exit, 4, "", "no"}});
    const Report failed = run(plan, target);
    EXPECT_EQ(lines_of(failed),
              "make agreed 1\n"
              "use differed 1\n"
              "  7:21 expected exit 0, got exit 1 [plan.exit] it printed nothing\n"
              "teardown-1 differed 1\n"
              "  9:5 tear-down failed; what \"teardown-1\" should have removed may still be there "
              "[plan.teardown_failed] by hand: `gh close 41`; or `--sweep` later\n"
              "    9:12 expected exit 0, got exit 4 [plan.exit] standard error begins \"no\"\n");
    ScriptedCommands stopped({{End::Exit, 0, "41\n", ""}});
    RunOptions options;
    options.is_stopped = [&] { return stopped.asked.size() == 1; };
    EXPECT_EQ(lines_of(run(plan, stopped, options)),
              "make agreed 1\nuse unknown 0\n  7:5 not run: the run was stopped [plan.not_run]\n"
              "teardown-1 agreed 1\n");
    EXPECT_EQ(stopped.asked, (Asked{"gh make", "teardown gh close 41"}));
}

TEST(RunCommands, ASweepRunsOnlyTearDownWithTheNamesOfTheRun) {
    const Plan plan = with(R"yaml(steps:
  - { id: make, run: [gh, make], capture: { issue: { pattern: "[0-9]+" } } }
teardown:
  - { run: [gh, close, "${issue}"] }
  - { run: [gh, forget, "${run}"] }
)yaml");
    RunOptions options;
    options.only_teardown = true;
    options.run = "us-7f3a09c1";
    options.variables = {{"issue", json::Value(41)}};
    ScriptedCommands target({});
    EXPECT_EQ(run(plan, target, options).verdict, Verdict::Agreed);
    EXPECT_EQ(target.asked, (Asked{"teardown gh close 41", "teardown gh forget us-7f3a09c1"}));
    // Without the name there is nothing to close.
    options.variables.clear();
    ScriptedCommands bare({});
    static_cast<void>(run(plan, bare, options));
    EXPECT_EQ(bare.asked, (Asked{"teardown gh forget us-7f3a09c1"}));
}

TEST(RunCommands, VariationsChangeLoginsAndWords) {
    const Plan plan = with(R"yaml(credentials: [{ name: token, env: T, probe: [p] }]
steps:
  - { id: a, run: [gh, view, "1"] }
variations:
  - { of: a, without: [token], expect: { exit: 4 } }
  - { of: a, wrong: [token], expect: { exit: 1 } }
  - { of: a, run: [gh, view, --nonsense], expect: { exit: nonzero } }
)yaml");
    ScriptedCommands target(
        {{}, {}, {End::Exit, 4, "", ""}, {End::Exit, 1, "", ""}, {End::Exit, 2, "", ""}});
    EXPECT_EQ(run(plan, target).verdict, Verdict::Agreed);
    EXPECT_EQ(target.asked, (Asked{"p", "gh view 1", "without token gh view 1",
                                   "wrong token gh view 1", "gh view --nonsense"}));
}

TEST(RunCommands, ATargetWithoutProgramsSaysSo) {
    testing::ScriptedTarget target({});
    EXPECT_EQ(
        lines_of(run(with("steps: [ { id: a, run: [a, 'b c'] } ]"), target)),
        "a unknown 1\n  4:24 a \"b c\" got no answer [plan.no_answer]\n"
        "    the target runs no commands [plan.no_commands] `understudy record --plan` does\n");
}

}  // namespace
}  // namespace understudy::plan
