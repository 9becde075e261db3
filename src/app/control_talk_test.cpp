// A verb against answers from a list: pages, JSON, refusals, exit codes.
#include "app/control_talk.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/control_testing.hpp"

namespace understudy::app {
namespace {

std::string page(std::string_view ids, std::string_view next, std::string_view evicted = "0") {
    std::string data;
    for (const char id : ids) {
        data += (data.empty() ? "" : ",") + std::string(R"({"key":")") + id + R"("})";
    }
    return R"({"data":[)" + data + R"(],"next":)" + std::string(next) + R"(,"evicted":)" +
           std::string(evicted) + "}\n";
}

}  // namespace

TEST(ControlTalk, ListsAreReadToTheirEnd) {
    ListedCaller caller;
    caller.answers = {{200, page("ab", R"("2")")}, {200, page("c", "null")}};
    const Said list = said(caller, "idempotency list", {});
    EXPECT_EQ(list.code, ExitCode::Done);
    EXPECT_EQ(list.output,
              "KEY  OPERATION  STATUS  STORED  TRACE\n"
              "a    -          -       -       -\n"
              "b    -          -       -       -\n"
              "c    -          -       -       -\n");
    EXPECT_EQ(caller.asked, (std::vector<std::string>{
                                "GET http://there/__admin__/idempotency?limit=1000",
                                "GET http://there/__admin__/idempotency?limit=1000&cursor=2"}));
}

TEST(ControlTalk, ALimitEndsTheListAndSaysThatThereIsMore) {
    ListedCaller caller;
    caller.answers = {{200, page("ab", R"("2")", "7")}, {200, page("c", R"("3")", "7")}};
    const Said list = said(caller, "idempotency list", {"--limit", "3"});
    EXPECT_EQ(list.output,
              "KEY  OPERATION  STATUS  STORED  TRACE\n"
              "a    -          -       -       -\n"
              "b    -          -       -       -\n"
              "c    -          -       -       -\n"
              "7 older are no longer kept\n"
              "there are more: --limit says how many are shown\n");
    EXPECT_EQ(caller.asked[0], "GET http://there/__admin__/idempotency?limit=3");
    EXPECT_EQ(caller.asked[1], "GET http://there/__admin__/idempotency?limit=1&cursor=2");
    const Said none = said(caller, "idempotency list", {"--limit", "0"});
    EXPECT_EQ(none.code, ExitCode::Misuse);
    EXPECT_EQ(none.errors,
              "error: --limit is a number from 1 on, not \"0\" [app.bad_arguments]\n"
              "  hint: `understudy idempotency list --help` shows how it is called\n");
}

TEST(ControlTalk, AnEmptyListSaysSo) {
    ListedCaller caller;
    caller.answers = {{200, page("", "null")}};
    EXPECT_EQ(said(caller, "idempotency list", {}).output, "no idempotency keys\n");
}

TEST(ControlTalk, JsonLeavesAsItCame) {
    ListedCaller caller;
    const std::string odd = "{\"now\" : \"x\",\n \"b\":1.0}";
    caller.answers = {{200, odd}, {200, page("a", R"("1")")}, {200, page("b", "null")}};
    EXPECT_EQ(said(caller, "clock show", {"--json"}).output, odd);
    EXPECT_EQ(said(caller, "idempotency list", {"--json"}).output,
              page("a", R"("1")") + page("b", "null"));
}

TEST(ControlTalk, WhatIsNoRecordIsShownAsItIs) {
    ListedCaller caller;
    caller.answers = {{200, "# HELP x y\nx 1\n"}};
    const Said metrics = said(caller, "metrics", {});
    EXPECT_EQ(metrics.output, "# HELP x y\nx 1\n");
    EXPECT_EQ(caller.heads[0].headers.get("Authorization"), "Bearer key-of-the-operator");
}

TEST(ControlTalk, ARefusalIsExitCodeOne) {
    ListedCaller caller;
    caller.answers = {{409, R"({"error":{"code":"precondition_failed","message":"no"}})"}};
    const Said refused = said(caller, "trigger", {"bank.closes"});
    EXPECT_EQ(refused.code, ExitCode::Differed);
    EXPECT_EQ(refused.output, "");
    EXPECT_EQ(refused.errors, "error: no (409 precondition_failed) [app.refused]\n");
}

TEST(ControlTalk, OddAnswersAreExitCodeThree) {
    ListedCaller caller;
    caller.answers = {{200, "<html>"}, {200, "{}"}, {404, "{}", false}, {200, "{}", false}};
    const Said no_json = said(caller, "clock show", {});
    EXPECT_EQ(no_json.code, ExitCode::Unknown);
    EXPECT_EQ(no_json.errors,
              "error: \"http://there\" does not answer like a server of ours: that is no JSON "
              "[app.odd_answer]\n"
              "  hint: is it the URL that `understudy serve` printed?\n");
    const Said no_list = said(caller, "trace list", {});
    EXPECT_EQ(no_list.code, ExitCode::Unknown);
    EXPECT_EQ(no_list.errors,
              "error: \"http://there\" does not answer like a server of ours: that is no list "
              "[app.odd_answer]\n"
              "  hint: is it the URL that `understudy serve` printed?\n");
    for (const std::string_view status : {"404", "200"}) {
        const Said somebody = said(caller, "health", {});
        EXPECT_EQ(somebody.code, ExitCode::Unknown);
        EXPECT_EQ(somebody.errors,
                  "error: \"http://there/__admin__/health\" does not answer like a server of ours: "
                  "status " +
                      std::string(status) +
                      " [app.odd_answer]\n"
                      "  hint: is it the URL that `understudy serve` printed?\n");
    }
}

TEST(ControlTalk, ACallThatFailsIsExitCodeThree) {
    ListedCaller caller;
    EXPECT_EQ(said(caller, "clock show", {}).code, ExitCode::Unknown);
}

TEST(ControlTalk, WrongJsonIsMisuseAndNothingIsAsked) {
    ListedCaller caller;
    EXPECT_EQ(said(caller, "trigger", {"bank.closes", "{"}).code, ExitCode::Misuse);
    EXPECT_TRUE(caller.asked.empty());
}

TEST(ControlTalk, TheLastTraceIsFoundPageByPage) {
    const std::string first = R"({"data":[{"id":"trc_1"},{"id":"trc_2"}],"next":"2","evicted":0})";
    const std::string second = R"({"data":[{"id":"trc_3"}],"next":null,"evicted":0})";
    for (const std::string_view verb : {"trace last", "trace show"}) {
        ListedCaller caller;
        caller.answers = {{200, first}, {200, second}, {200, "{\"id\":\"trc_3\"}\n"}};
        std::vector<std::string> words = {"--json", "--class", "exogenous"};
        if (verb == "trace show") words.emplace_back("last");
        EXPECT_EQ(said(caller, verb, words).output, "{\"id\":\"trc_3\"}\n");
        EXPECT_EQ(caller.asked, (std::vector<std::string>{
                                    "GET http://there/__admin__/traces?limit=1000",
                                    "GET http://there/__admin__/traces?limit=1000&cursor=2",
                                    "GET http://there/__admin__/trace/trc_3?class=exogenous"}));
    }
    ListedCaller caller;
    caller.answers = {{200, R"({"data":[],"next":null,"evicted":0})"}};
    const Said none = said(caller, "trace last", {});
    EXPECT_EQ(none.code, ExitCode::Differed);
    EXPECT_EQ(none.errors,
              "error: the world has answered no call yet, so there is no trace [app.no_trace]\n");
}

TEST(ControlTalk, AnExportIsWrittenToItsFile) {
    ListedCaller caller;
    caller.answers = {{200, "a snapshot"}, {200, "a snapshot"}};
    EXPECT_EQ(said(caller, "snapshot export", {"snp_1"}).output, "a snapshot");
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / "control_talk_test.snapshot";
    const Said written = said(caller, "snapshot export", {"snp_1", file.string()});
    EXPECT_EQ(written.code, ExitCode::Done);
    EXPECT_EQ(written.output, "");
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    EXPECT_EQ(text.str(), "a snapshot");
    std::filesystem::remove(file);
}

}  // namespace understudy::app
