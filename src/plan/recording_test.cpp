// Which calls a recording takes along, and how their inputs are written.
#include <gtest/gtest.h>

#include "plan/impl/testing.hpp"
#include "plan/recording.hpp"

namespace understudy::plan {
namespace {

using testing::ScriptedCommands;
using End = CommandAnswer::End;

// `issue/close: create close [issue=41 run="us-0"]`
std::string shown(const std::vector<Recording>& recordings) {
    std::string text;
    for (const Recording& each : recordings) {
        text += each.name + ":";
        for (const RecordedCall& call : each.calls) text += " " + call.step->id;
        text += " [";
        for (const auto& [name, value] : each.names) {
            text += (text.back() == '[' ? "" : " ") + name + "=" + json::write(value);
        }
        text += std::string("]") + (each.agreed() ? "" : " not agreed") + "\n";
    }
    return text;
}

constexpr std::string_view kPlan = R"yaml(version: 1
service: gh
target: acme/sandbox
setup:
  - id: login
    run: [gh, login]
  - id: create
    run: [gh, create, "${target}", "${run}"]
    record: issue/create
    capture: { issue: { pattern: "[0-9]+", type: integer } }
steps:
  - { id: other, run: [gh, other], record: other }
  - { id: close, run: [gh, close, "${issue}", "a $${b}"], stdin: "of ${issue}", record: issue/close }
  - { id: look, run: [gh, look], needs: [close], record: look }
variations:
  - { of: close, id: missing, with: { issue: 999 }, record: issue/missing, expect: { exit: 1 } }
  - { of: close, id: strange, with: { issue: "${run}-x" }, record: issue/strange, expect: { exit: 1 } }
)yaml";

TEST(Recordings, TakeAlongTheCallsWhoseCapturesTheyUseAndThoseTheyNeed) {
    const Plan plan = testing::loaded(kPlan);
    ScriptedCommands target(
        {{}, {End::Exit, 0, "41", ""}, {}, {}, {}, {End::Exit, 1, "", ""}, {End::Exit, 1, "", ""}});
    const Report report = run(plan, target);
    const std::vector<Recording> recordings = recordings_of(plan, report);
    EXPECT_EQ(shown(recordings),
              "issue/create: create [issue=41 run=\"us-0\" target=\"acme/sandbox\"]\n"
              "other: other []\n"
              "issue/close: create close [issue=41 run=\"us-0\" target=\"acme/sandbox\"]\n"
              "look: create close look [issue=41 run=\"us-0\" target=\"acme/sandbox\"]\n"
              "issue/missing: missing []\n"
              "issue/strange: strange [run=\"us-0\"]\n");
    // P24: inputs keep their holes; what a variation binds otherwise stands there as it was.
    EXPECT_EQ(recordings[2].calls[1].words,
              (std::vector<std::string>{"gh", "close", "${issue}", "a $${b}"}));
    EXPECT_EQ(recordings[2].calls[1].input, "of ${issue}");
    EXPECT_EQ(recordings[4].calls[0].words[2], "999");
    EXPECT_EQ(recordings[4].calls[0].input, "of 999");
    EXPECT_EQ(recordings[5].calls[0].words[2], "${run}-x");
}

constexpr std::string_view kRequests = R"yaml(version: 1
service: hub
url: "http://hub.test/api"
setup:
  - id: create
    request: { post: /issues, json: { title: "t ${run}", size: 3, odd: "$${x}" } }
    capture: { issue: /number, node: /node }
steps:
  - id: close
    request: { patch: "/issues/${issue}?by=${node}", headers: { X-Run: "${run}" }, json: { number: "${issue}", node: "${node}", why: "of ${issue}" } }
    record: issue/close
  - { id: form, request: { post: /find, form: { q: "${node}", deep: { n: "${issue}" } }, query: { page: "${issue}" } }, record: find }
variations:
  - { of: close, id: missing, with: { issue: 999, node: "no ${run}" }, record: issue/missing, expect: { status: 404 } }
)yaml";

// P24: a request keeps its holes wherever they stand, as what they are there.
TEST(Recordings, RequestsKeepTheirHoles) {
    const Plan plan = testing::loaded(kRequests);
    testing::ScriptedTarget target(
        {{201, R"({"number":41,"node":"MDU/x y"})"}, {200, "{}"}, {200, "[]"}, {404, "{}"}});
    const Report report = run(plan, target);
    const std::vector<Recording> recordings = recordings_of(plan, report);
    EXPECT_EQ(shown(recordings),
              "issue/close: create close [issue=41 node=\"MDU/x y\" run=\"us-0\"]\n"
              "find: create form [issue=41 node=\"MDU/x y\" run=\"us-0\"]\n"
              "issue/missing: missing [run=\"us-0\"]\n");
    const std::vector<std::string> texts = {"node", "run"};
    const auto target_of = [&](std::size_t recording, std::size_t call) {
        return with_holes(recordings[recording].calls[call].request->request.head.target, texts);
    };
    const auto body_of = [&](std::size_t recording, std::size_t call) {
        return with_holes(recordings[recording].calls[call].request->request.body, texts);
    };
    EXPECT_EQ(body_of(0, 0), R"({"title":"t ${run}","size":3,"odd":"${x}"})");
    EXPECT_EQ(target_of(0, 1), "/issues/${issue}?by=${node}");
    EXPECT_EQ(body_of(0, 1), R"({"number":${issue},"node":"${node}","why":"of ${issue}"})");
    EXPECT_EQ(with_holes(recordings[0].calls[1].request->request.head.headers.get("X-Run"), texts),
              "${run}");
    EXPECT_EQ(target_of(1, 1), "/find?page=${issue}");
    EXPECT_EQ(body_of(1, 1), "q=${node}&deep[n]=${issue}");
    EXPECT_EQ(target_of(2, 0), "/issues/999?by=no%20${run}");
    EXPECT_EQ(body_of(2, 0), R"({"number":999,"node":"no ${run}","why":"of 999"})");
}

TEST(Recordings, OfWhatWasNotRunDidNotAgree) {
    const Plan plan = testing::loaded(kPlan);
    ScriptedCommands target({{}, {End::Exit, 2, "41", ""}});
    EXPECT_EQ(
        shown(recordings_of(plan, run(plan, target))),
        "issue/create: create [issue=41 run=\"us-0\" target=\"acme/sandbox\"] not agreed\n"
        "other: other [] not agreed\n"
        "issue/close: create close [issue=41 run=\"us-0\" target=\"acme/sandbox\"] not agreed\n"
        "look: create close look [issue=41 run=\"us-0\" target=\"acme/sandbox\"] not agreed\n"
        "issue/missing: missing [] not agreed\n"
        "issue/strange: strange [run=\"us-0\"] not agreed\n");
}

}  // namespace
}  // namespace understudy::plan
