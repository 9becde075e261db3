#include "cassette/play.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "cassette/code.hpp"

namespace understudy::cassette {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Output said(std::string text, int exit_code = 0) {
    Output output;
    if (!text.empty()) output.pieces = {{0, From::Stdout, std::move(text)}};
    output.ended = Ended{Ended::How::Exit, exit_code, {}};
    return output;
}

Exchange call(std::string id, std::vector<std::string> args, Output output = said("")) {
    Exchange exchange;
    exchange.id = std::move(id);
    CommandInput input;
    input.program = "gh";
    input.args = std::move(args);
    exchange.input = std::move(input);
    exchange.output = std::move(output);
    return exchange;
}

plan::Capture capture(std::string name, std::string pattern) {
    plan::Capture capture;
    capture.name = std::move(name);
    capture.from = plan::Capture::From::Stdout;
    capture.pattern = base::Regex::compile(pattern).value();
    capture.type = plan::Capture::Type::Integer;
    return capture;
}

// A fake made of a function of the arguments.
class Fake final : public Player {
public:
    using Answer = std::function<base::Result<Answered>(const std::vector<std::string>&)>;
    explicit Fake(Answer answer) : answer_(std::move(answer)) {}

    base::Result<void> reset(std::string_view given) override {
        starts.emplace_back(given);
        return {};
    }
    base::Result<Answered> play(const Exchange& call, const std::vector<Variable>&) override {
        calls.push_back(call.command()->args);
        return answer_(calls.back());
    }

    std::vector<std::string> starts;
    std::vector<std::vector<std::string>> calls;

private:
    Answer answer_;
};

Cassette cassette_of(std::vector<Exchange> exchanges) {
    Cassette cassette;
    cassette.exchanges = std::move(exchanges);
    return cassette;
}

// P4, P16: the recorded argv goes to the fake as it is; an id that the fake invents flows on.
TEST(Play, P16CapturedValuesAreTheFakesOwn) {
    Exchange create = call("create", {"create"}, said("/issues/41\n"));
    create.phase = plan::Phase::Setup;
    create.captures = {capture("issue", "/issues/([0-9]+)")};
    Cassette cassette = cassette_of({create, call("close", {"close", "${issue}"}, said("closed"))});
    cassette.vars = {{"issue", plan::Capture::Type::Integer, json::Value(41)}};
    cassette.given = "empty";
    Fake fake([](const std::vector<std::string>& args) {
        return Answered{said(args[0] == "create" ? "/issues/7\n" : "closed"), false};
    });
    const Played played = play(cassette, fake);
    EXPECT_FALSE(played.trouble);
    EXPECT_THAT(fake.starts, ElementsAre("empty"));
    EXPECT_THAT(fake.calls, ElementsAre(ElementsAre("create"), ElementsAre("close", "7")));
    ASSERT_THAT(played.actual, SizeIs(2));
    EXPECT_EQ(bytes_of(played.actual[0].output, From::Stdout), "/issues/7\n");
    EXPECT_EQ(bytes_of(played.expected[0].output, From::Stdout), "/issues/41\n");
}

TEST(Play, TearDownAndWebhooksAreNotPlayed) {
    Exchange clean = call("clean", {"delete"});
    clean.phase = plan::Phase::Teardown;
    Exchange hook;
    hook.id = "hook";
    hook.kind = Kind::Webhook;
    hook.input = WebhookInput{};
    Fake fake([](const auto&) { return Answered{said("x"), false}; });
    const Played played = play(cassette_of({call("a", {"a"}), hook, clean}), fake);
    EXPECT_THAT(fake.calls, SizeIs(1));
    EXPECT_THAT(played.not_played, ElementsAre("hook"));
}

TEST(Play, TroubleEndsItAndSaysWhere) {
    Fake fake([](const std::vector<std::string>& args) -> base::Result<Answered> {
        if (args[0] == "a") return Answered{said("x"), false};
        return base::fail(code::FakeEnded, {{"how", "exit 1"}, {"last_words", ""}});
    });
    const Played played =
        play(cassette_of({call("a", {"a"}), call("b", {"b"}), call("c", {"c"})}), fake);
    EXPECT_THAT(played.actual, SizeIs(1));
    ASSERT_TRUE(played.trouble);
    EXPECT_EQ(played.trouble_at, 1U);
    EXPECT_FALSE(is_unobserved(*played.trouble));
    EXPECT_THAT(fake.calls, SizeIs(2));
    EXPECT_EQ(base::render(*played.trouble),
              "error: the fake ended before it answered (exit 1) [cassette.fake_ended]\n");
}

// Nothing was observed, so nothing differed: the verdict is unknown.
TEST(Play, AFakeThatCannotBeAskedIsUnobserved) {
    EXPECT_TRUE(is_unobserved(base::Error{code::FakeNotStarted, {}, {}, {}}));
    EXPECT_TRUE(is_unobserved(base::Error{code::FakeCannotPlay, {}, {}, {}}));
    EXPECT_FALSE(is_unobserved(base::Error{code::FakeLate, {}, {}, {}}));
    EXPECT_EQ(base::name_of(code::FakeNotStarted), "cassette.fake_not_started");
    EXPECT_EQ(base::name_of(code::FakeCannotPlay), "cassette.fake_cannot_play");
}

TEST(Play, FilesAreComparedOnlyIfTheFakeTellsThem) {
    Exchange made = call("a", {"a"});
    made.output.files = {{"f", "sha256:00", 1}};
    for (const bool tells : {false, true}) {
        Fake fake([&](const auto&) { return Answered{said(""), tells}; });
        const Played played = play(cassette_of({made}), fake);
        EXPECT_EQ(played.expected[0].output.files.empty(), !tells);
    }
}

TEST(Capture, SaysWhyThereIsNothing) {
    plan::Capture number = capture("issue", "/issues/([0-9]+)");
    EXPECT_EQ(captured(number, said("/issues/7\n")).value(), json::Value(7));
    const auto missing = captured(number, said("no url"));
    ASSERT_FALSE(missing);
    EXPECT_THAT(base::render(missing.error()),
                HasSubstr(R"(the fake's answer does not hold issue: "no url" does not match)"));
    EXPECT_THAT(base::render(missing.error()), HasSubstr("[cassette.nothing_captured]"));
    number.pattern = base::Regex::compile("url").value();
    EXPECT_THAT(base::render(captured(number, said("no url")).error()),
                HasSubstr("is not an integer"));

    plan::Capture field;
    field.name = "id";
    field.from = plan::Capture::From::Stdout;
    field.place = plan::Place::parse("/data/id").value();
    EXPECT_EQ(captured(field, said(R"({"data":{"id":"x"}})")).value(), json::Value("x"));
    EXPECT_THAT(base::render(captured(field, said("{}")).error()),
                HasSubstr("there is nothing at /data/id"));
    EXPECT_THAT(base::render(captured(field, said("x")).error()), HasSubstr("it is no JSON"));

    plan::Capture exit;
    exit.name = "code";
    exit.from = plan::Capture::From::Exit;
    EXPECT_EQ(captured(exit, said("", 3)).value(), json::Value(3));
    exit.from = plan::Capture::From::Status;
    EXPECT_THAT(base::render(captured(exit, said("")).error()), HasSubstr("there is no status"));
    exit.from = plan::Capture::From::Header;
    exit.header = "ETag";
    Output response;
    response.answer = Answer{200, {{"etag", "v1"}}, {}};
    EXPECT_EQ(captured(exit, response).value(), json::Value("v1"));
}

// P17: `[]` to anything hides every gap.
TEST(EmptySuccess, P17IsWhatNobodyShouldAnswerToAnUnknownCall) {
    for (const char* text : {"", "\n", "[]", " {}\n", "null\n", "[ ]"}) {
        EXPECT_TRUE(is_empty_success(said(text))) << text;
        EXPECT_FALSE(is_empty_success(said(text, 1))) << text;
    }
    for (const char* text : {"usage: gh", "[1]", "{\"a\":1}", "0", "[", "\"\""}) {
        EXPECT_FALSE(is_empty_success(said(text))) << text;
    }
    Output loud = said("");
    loud.pieces.push_back({0, From::Stderr, "unknown command\n"});
    EXPECT_FALSE(is_empty_success(loud));
    Output response;
    response.answer = Answer{200, {}, {}};
    EXPECT_TRUE(is_empty_success(response));
    response.answer->status = 404;
    EXPECT_FALSE(is_empty_success(response));
    Output killed;
    killed.ended = Ended{Ended::How::Signal, 9, {}};
    EXPECT_FALSE(is_empty_success(killed));
}

TEST(UnknownCall, IsOfTheSameProgramAndOfNobodysWords) {
    const Exchange unknown = unknown_call(call("a", {"issue", "list"}));
    EXPECT_EQ(unknown.command()->program, "gh");
    EXPECT_THAT(unknown.command()->args,
                ElementsAre("understudy-no-such-operation", "--understudy-no-such-operation"));
    Exchange http;
    http.kind = Kind::Http;
    HttpInput input;
    input.method = "POST";
    input.host = "api";
    input.headers = {{"Authorization", "x"}};
    http.input = input;
    EXPECT_EQ(unknown_call(http).http()->path, "/understudy-no-such-operation");
    EXPECT_EQ(unknown_call(http).http()->method, "GET");
    EXPECT_THAT(unknown_call(http).http()->headers, SizeIs(1));
    EXPECT_THAT(unknown_call(http).output.pieces, IsEmpty());
}

}  // namespace

}  // namespace understudy::cassette
