#include "app/control_client.hpp"

#include <gtest/gtest.h>

#include "app/code.hpp"
#include "app/control_testing.hpp"

namespace understudy::app {
namespace {

io::Environment environment(std::map<std::string, std::string> values) {
    return [values = std::move(values)](std::string_view name) -> std::optional<std::string> {
        const auto found = values.find(std::string(name));
        if (found == values.end()) return std::nullopt;
        return found->second;
    };
}

Server server_of(const std::vector<std::string>& words, std::map<std::string, std::string> values) {
    const auto server =
        find_server(parsed("clock show", words).arguments, environment(std::move(values)));
    EXPECT_TRUE(server.has_value());
    return server ? *server : Server();
}

}  // namespace

TEST(ControlClient, OptionsGoBeforeTheEnvironmentAndNewNamesBeforeOld) {
    const std::map<std::string, std::string> both = {{"UNDERSTUDY_URL", "http://new/"},
                                                     {"UNDERSTUDY_KEY", "new"},
                                                     {"PRODBREAK_URL", "http://old"},
                                                     {"PRODBREAK_KEY", "old"}};
    EXPECT_EQ(server_of({"--url", "http://given//", "--key", "given"}, both).url, "http://given");
    EXPECT_EQ(server_of({"--url", "http://given", "--key", "given"}, both).key.text, "given");
    EXPECT_EQ(server_of({}, both).url, "http://new");
    EXPECT_EQ(server_of({}, both).key.text, "new");
    const std::map<std::string, std::string> old = {
        {"UNDERSTUDY_URL", ""}, {"PRODBREAK_URL", "http://old"}, {"PRODBREAK_KEY", "old"}};
    EXPECT_EQ(server_of({}, old).url, "http://old");
    EXPECT_EQ(server_of({}, old).key.text, "old");
    EXPECT_EQ(server_of({}, {}).url, "");
    EXPECT_EQ(server_of({"--world", "w_2"}, {}).world, "w_2");
    EXPECT_EQ(server_of({}, {{"UNDERSTUDY_ADMIN_KEY", "admin"}}).admin_key.text, "admin");
}

TEST(ControlClient, AnAddressThatIsNoneIsMisuse) {
    const auto server =
        find_server(parsed("clock show", {"--url", "127.0.0.1:8801"}).arguments, environment({}));
    ASSERT_FALSE(server.has_value());
    EXPECT_EQ(server.error().code, code::BadServer);
    EXPECT_EQ(base::message(server.error()), "\"127.0.0.1:8801\" is no address of a server");
    EXPECT_EQ(base::hint(server.error()), "as `understudy serve` prints it: http://127.0.0.1:8801");
    EXPECT_EQ(exit_code_of(server.error()), ExitCode::Misuse);
}

TEST(ControlClient, TheKeyThatFitsIsSent) {
    const Server::Key none, key{"key", false}, admin{"admin", false};
    const Server::Key said_key{"key", true}, said_admin{"admin", true};
    struct Case {
        Server server;
        Whose whose;
        std::string_view sent;
    };
    const Case cases[] = {
        {{"u", key, admin, ""}, Whose::Nobody, ""},
        {{"u", key, admin, ""}, Whose::World, "key"},
        {{"u", key, admin, "w_2"}, Whose::World, "admin"},
        {{"u", key, none, "w_2"}, Whose::World, "key"},  // of a world it stems from
        {{"u", none, admin, ""}, Whose::World, "admin"},
        {{"u", key, admin, ""}, Whose::Operator, "admin"},
        {{"u", key, none, ""}, Whose::Operator, "key"},
        {{"u", said_key, admin, ""}, Whose::Operator, "key"},
        {{"u", key, said_admin, ""}, Whose::World, "admin"},
        {{"u", said_key, said_admin, "w_2"}, Whose::World, "admin"},
        {{"u", key, admin, ""}, Whose::Family, "admin"},
        {{"u", key, admin, ""}, Whose::Anybody, "key"},
        {{"u", none, none, ""}, Whose::World, ""},
    };
    for (const Case& one : cases) EXPECT_EQ(choose_key(one.server, one.whose), one.sent);
}

TEST(ControlClient, TheHeadNamesKeyWorldAndContract) {
    const Server server{"http://there", {"key", false}, {}, "w_2"};
    const auto head = head_of(server, {"POST", "/__admin__/reset", {}, "{}"}, Whose::World);
    ASSERT_TRUE(head.has_value());
    const http::Headers expected{{"Authorization", "Bearer key"},
                                 {"X-Understudy-World", "w_2"},
                                 {"X-Understudy-Contract", "1"},
                                 {"Content-Type", "application/json"}};
    EXPECT_EQ(head->headers, expected);
    EXPECT_EQ(head->method, "POST");
}

TEST(ControlClient, WithoutAKeyNothingIsAsked) {
    const Server server{"http://there", {}, {}, {}};
    const auto world = head_of(server, {"GET", "/__admin__/world", {}, {}}, Whose::World);
    ASSERT_FALSE(world.has_value());
    EXPECT_EQ(base::render(world.error()),
              "error: there is no key to ask with [app.no_key]\n"
              "  hint: say --key KEY or set UNDERSTUDY_KEY; `understudy serve` prints it\n");
    EXPECT_EQ(exit_code_of(world.error()), ExitCode::Unknown);
    const auto worlds = head_of(server, {"GET", "/__admin__/worlds", {}, {}}, Whose::Operator);
    ASSERT_FALSE(worlds.has_value());
    EXPECT_EQ(base::render(worlds.error()),
              "error: there is no operator's key to ask with [app.no_admin_key]\n"
              "  hint: say --admin-key KEY or set UNDERSTUDY_ADMIN_KEY; `understudy serve` prints "
              "it\n");
    EXPECT_EQ(exit_code_of(worlds.error()), ExitCode::Unknown);
    EXPECT_TRUE(head_of(server, {"GET", "/__admin__/health", {}, {}}, Whose::Nobody).has_value());
}

TEST(ControlClient, ARefusalSpeaksInTheServersWords) {
    const base::Error full = refusal_of(
        422, "http://there/x",
        R"({"error":{"code":"unknown_duration","message":"no duration 'x'","field":"/x","hint":"did you mean 'y'?"}})");
    EXPECT_EQ(base::render(full),
              "error: no duration 'x' (422 unknown_duration at /x) [app.refused]\n"
              "  hint: did you mean 'y'?\n");
    EXPECT_EQ(exit_code_of(full), ExitCode::Differed);
    const base::Error bare = refusal_of(
        401, "http://there/x", R"({"error":{"code":"unauthorized","message":"no \u001b[2J"}})");
    EXPECT_EQ(base::render(bare), "error: no \\x1b[2J (401 unauthorized) [app.refused]\n");
}

TEST(ControlClient, WhoeverAnswersOtherwiseIsNoServerOfOurs) {
    for (const std::string_view body :
         {"<html>", "{}", R"({"error":"no"})", R"({"error":{"code":1}})"}) {
        const base::Error error = refusal_of(404, "http://there/x", body);
        EXPECT_EQ(base::render(error),
                  "error: \"http://there/x\" does not answer like a server of ours: status 404 "
                  "[app.odd_answer]\n"
                  "  hint: is it the URL that `understudy serve` printed?\n");
        EXPECT_EQ(exit_code_of(error), ExitCode::Unknown);
    }
}

TEST(ControlClient, NoConnectionIsUnknown) {
    const auto caller = make_control_caller();
    ASSERT_TRUE(caller.has_value());
    // Port 1 of this machine: nobody listens there.
    ControlClient client({"http://127.0.0.1:1", {"key", false}, {}, {}}, **caller);
    const auto answer = client.exchange({"GET", "/__admin__/world", {}, {}}, Whose::World);
    ASSERT_FALSE(answer.has_value());
    EXPECT_EQ(base::render(answer.error()),
              "error: cannot connect to 127.0.0.1:1: Connection refused [io.cannot_connect]\n"
              "  hint: is the server running?\n");
    EXPECT_EQ(exit_code_of(answer.error()), ExitCode::Unknown);
}

}  // namespace understudy::app
