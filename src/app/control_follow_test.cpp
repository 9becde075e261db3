// The feed over a real connection: a server that sends the same frames to everybody.
#include <gtest/gtest.h>

#include "app/control_testing.hpp"
#include "io/server.hpp"
#include "serve/fixed.hpp"

namespace understudy::app {
namespace {

constexpr std::string_view kFrames =
    ": hello\n\n"
    "event: request\nid: 7\n"
    "data: "
    "{\"at\":\"2025-01-01T00:00:00Z\",\"method\":\"GET\",\"path\":\"/v1/x\",\"query\":\"a=1\","
    "\"status\":200,\"resolved_by\":\"stateful\",\"trace\":\"trc_1\"}\n\n"
    "event: event\nid: 8\ndata: "
    "{\"at\":\"2025-01-01T00:00:02Z\",\"event\":\"charge.created\",\"id\":\"evt_1\"}\n\n"
    "id: 9\ndata: no JSON\n\n";

Said followed(http::ResponseHead head, std::string body, const std::vector<std::string>& words) {
    head.headers.add("X-Understudy-Contract", "1");
    auto server = io::Server::start({}, serve::fixed_answer(std::move(head), std::move(body)));
    EXPECT_TRUE(server.has_value());
    RecordingTerminal terminal;
    ListedCaller unused;
    ControlClient client({(*server)->addresses()[0].url(), {"key", false}, {}, {}}, unused);
    const ParsedWords given = parsed("request follow", words);
    const ExitCode code = talk(*given.verb, given.arguments, client, terminal);
    const std::string port = ':' + std::to_string((*server)->addresses()[0].port) + '/';
    (*server)->shut_down();
    return {code, terminal.output, base::replace_all(terminal.errors, port, ":PORT/")};
}

}  // namespace

TEST(ControlFollow, EachFrameIsALine) {
    const Said feed = followed({}, std::string(kFrames), {"--limit", "3"});
    EXPECT_EQ(feed.errors, "");
    EXPECT_EQ(feed.code, ExitCode::Done);
    EXPECT_EQ(feed.output,
              "7       2025-01-01T00:00:00Z  request  GET /v1/x?a=1 200 stateful trc_1\n"
              "8       2025-01-01T00:00:02Z  event  charge.created evt_1\n"
              "9       entry  no JSON\n");
}

TEST(ControlFollow, CutOffItGoesOn) {
    const Said feed = followed({}, std::string(kFrames), {"--limit", "5", "--json"});
    EXPECT_EQ(feed.code, ExitCode::Done);
    const std::string first =
        "{\"at\":\"2025-01-01T00:00:00Z\",\"method\":\"GET\",\"path\":\"/v1/x\",\"query\":\"a=1\","
        "\"status\":200,\"resolved_by\":\"stateful\",\"trace\":\"trc_1\"}\n"
        "{\"at\":\"2025-01-01T00:00:02Z\",\"event\":\"charge.created\",\"id\":\"evt_1\"}\n";
    EXPECT_EQ(feed.output, first + "no JSON\n" + first);
}

TEST(ControlFollow, AFeedThatIsSilentAndEndsIsGivenUp) {
    const Said feed = followed({}, ": nothing\n\n", {});
    EXPECT_EQ(feed.code, ExitCode::Unknown);
    EXPECT_EQ(feed.errors,
              "error: \"http://127.0.0.1:PORT/__admin__/feed\" has ended the feed "
              "[app.feed_ended]\n"
              "  hint: the server may have stopped, or the world may have ended\n");
}

TEST(ControlFollow, ARefusalIsToldAsAnyOther) {
    http::ResponseHead head;
    head.status = 401;
    const Said feed =
        followed(head, R"({"error":{"code":"unauthorized","message":"no"}})", {"--from", "3"});
    EXPECT_EQ(feed.code, ExitCode::Differed);
    EXPECT_EQ(feed.errors, "error: no (401 unauthorized) [app.refused]\n");
}

TEST(ControlFollow, NoConnectionIsToldAsAnyOther) {
    RecordingTerminal terminal;
    ListedCaller unused;
    ControlClient client({"http://127.0.0.1:1", {"key", false}, {}, {}}, unused);
    const ParsedWords given = parsed("request follow", {});
    EXPECT_EQ(talk(*given.verb, given.arguments, client, terminal), ExitCode::Unknown);
    EXPECT_EQ(terminal.errors,
              "error: cannot connect to 127.0.0.1:1: Connection refused [io.cannot_connect]\n"
              "  hint: is the server running?\n");
}

}  // namespace understudy::app
