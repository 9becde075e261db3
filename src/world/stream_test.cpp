// Streams of results: scripts with loops and groups, both framings, and what they read.
#include <algorithm>
#include <set>

#include "world/tester_testing.hpp"

namespace understudy::world {

namespace {

constexpr const char* kHead = R"(
format: 1
pack: chat
version: 0.1.0
errors:
  envelope: { error: error }
  on: { no_route: bad, required: bad, type: bad, missing: bad }
  codes: { bad: { status: 400, message: "{issue.param} is bad" } }
)";

constexpr const char* kChat = R"(
resources:
  messages:
    operations:
      create:
        route: POST /v1/messages
        does: result
        fields:
          id: { from: id, pattern: "msg_{hex:8}" }
          text: { from: derived, is: 'reply.blocks.map(b, b.text).join("")' }
        reply: { schema: { type: object, required: [ blocks ], properties: { blocks: { type: array, maxItems: 4, items: { type: object, required: [ text ], properties: { text: { type: string, maxLength: 100 } } } } } } }
        facets: { said: input.said }
        stream:
          when: input.stream
          framing: FRAMING
          script:
            - { event: start, body: { id: self.id, at: position } }
            - each: { in: reply.blocks, as: block, at: i }
              script:
                - { event: open, body: { index: i, at: position } }
                - { each: { in: chunks(block.text), as: piece }, event: piece, body: { index: i, piece: piece, at: position } }
                - { when: i == 0, event: first, body: { index: i } }
            - { event: stop, body: { count: tokens(self.text), at: position } }
            - { text: '"[DONE]"' }
        params: { said: { schema: { type: string } }, stream: { schema: { type: boolean }, default: false } }
)";

std::string chat(const std::string& framing) {
    std::string text = std::string(kHead) + kChat;
    text.replace(text.find("FRAMING"), 7, framing);
    return text;
}

constexpr const char* kPin =
    R"({"match":{"operation":"createMessage","facets":{"said":{"equals":"hi"}}},"field":"reply",
        "value":{"blocks":[{"text":"a b"},{"text":"c"}]}})";

TEST(Stream, SendsTheFramesOfItsScript) {
    Tester tester(pack_of(chat("sse")));
    static_cast<void>(tester.does(SetPin{Tester::parsed(kPin)}));
    const Reply whole = tester.post_json("/v1/messages", R"({"said":"hi"})");
    EXPECT_EQ(whole.headers.find("Content-Type"), "application/json");
    EXPECT_EQ(whole.at("text"), json::Value("a bc"));

    const Reply reply = tester.post_json("/v1/messages", R"({"said":"hi","stream":true})");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.headers.find("Content-Type"), "text/event-stream; charset=utf-8");
    const std::size_t id = reply.text.find("msg_");
    ASSERT_NE(id, std::string::npos);
    EXPECT_EQ(reply.text, "event: start\ndata: {\"id\":\"" + reply.text.substr(id, 12) +
                              "\",\"at\":0}\n\n"
                              "event: open\ndata: {\"index\":0,\"at\":1}\n\n"
                              "event: piece\ndata: {\"index\":0,\"piece\":\"a\",\"at\":2}\n\n"
                              "event: piece\ndata: {\"index\":0,\"piece\":\" b\",\"at\":3}\n\n"
                              "event: first\ndata: {\"index\":0}\n\n"
                              "event: open\ndata: {\"index\":1,\"at\":5}\n\n"
                              "event: piece\ndata: {\"index\":1,\"piece\":\"c\",\"at\":6}\n\n"
                              "event: stop\ndata: {\"count\":2,\"at\":7}\n\n"
                              "data: [DONE]\n\n");
}

TEST(Stream, WritesALineForAFrame) {
    Tester tester(pack_of(chat("jsonl")));
    static_cast<void>(tester.does(SetPin{Tester::parsed(kPin)}));
    const Reply reply = tester.post_json("/v1/messages", R"({"said":"hi","stream":true})");
    EXPECT_EQ(reply.headers.find("Content-Type"), "application/jsonl");
    EXPECT_EQ(reply.text.substr(reply.text.find('\n') + 1),
              "{\"index\":0,\"at\":1}\n"
              "{\"index\":0,\"piece\":\"a\",\"at\":2}\n"
              "{\"index\":0,\"piece\":\" b\",\"at\":3}\n"
              "{\"index\":0}\n"
              "{\"index\":1,\"at\":5}\n"
              "{\"index\":1,\"piece\":\"c\",\"at\":6}\n"
              "{\"count\":2,\"at\":7}\n"
              "[DONE]\n");
}

TEST(Result, IsGuarded) {
    Tester tester(pack_of(std::string(kHead) + R"(
resources:
  sums:
    operations:
      add:
        route: POST /sums
        does: result
        params: { a: { schema: { type: integer } } }
        guard: { is: 'input.a != 3', else: bad }
        fields: { sum: { from: derived, is: input.a + 1 } }
)"));
    EXPECT_EQ(tester.post_json("/sums", R"({"a":2})").at("sum"), json::Value(3));
    EXPECT_EQ(tester.post_json("/sums", R"({"a":3})").status, 400);
}

TEST(Stream, OfAnObjectIsReadAgain) {
    Tester tester(pack_of(std::string(kHead) + R"(
resources:
  runs:
    id: "run_{hex:8}"
    fields: { text: { from: input, schema: { type: string } } }
    operations:
      create:
        route: POST /runs
        params: { stream: { schema: { type: boolean } } }
        stream: &told { when: input.stream, framing: sse, script: [ { body: { id: self.id } }, { each: { in: chunks(self.text), as: piece }, body: { piece: piece } } ] }
      get: { route: "GET /runs/{id}", params: { stream: { schema: { type: boolean } } }, stream: *told }
)"));
    const Reply made = tester.post_json("/runs", R"({"text":"a b","stream":true})");
    EXPECT_EQ(made.status, 200);
    EXPECT_EQ(made.headers.find("Content-Type"), "text/event-stream; charset=utf-8");
    const std::size_t id = made.text.find("run_");
    ASSERT_NE(id, std::string::npos) << made.text;
    const std::string path = "/runs/" + made.text.substr(id, 12);
    EXPECT_TRUE(made.text.ends_with("data: {\"piece\":\"a\"}\n\ndata: {\"piece\":\" b\"}\n\n"));
    EXPECT_EQ(tester.get(path).at("text"), json::Value("a b"));
    EXPECT_EQ(tester.get(path + "?stream=true").text, made.text);
    EXPECT_EQ(tester.get(path).headers.find("Content-Type"), "application/json");
}

constexpr std::string_view kFault =
    R"({"match":{"input":{"stream":true}},"resource":"messages","operation":"create",)";

// The error of a fault comes as an event; the pack says what it looks like there.
TEST(Stream, TellsAnErrorInItsMiddle) {
    for (const std::string form :
         {"", "\n          error: { event: oops, body: { code: error.code, at: position } }"}) {
        std::string text = chat("sse");
        text.insert(text.find("framing: sse") + 12, form);
        Tester tester(pack_of(text));
        static_cast<void>(tester.does(SetPin{Tester::parsed(kPin)}));
        static_cast<void>(tester.does(ArmFault{Tester::parsed(
            std::string(kFault) +
            R"("code":"bad","transport":{"kind":"error_event","after_events":2}})")}));
        const Reply reply = tester.post_json("/v1/messages", R"({"said":"hi","stream":true})");
        EXPECT_EQ(reply.status, 200);
        ASSERT_TRUE(reply.outcome.wire.has_value());
        EXPECT_FALSE(reply.outcome.wire->unanswered);
        const std::string told = json::write(reply.outcome.wire->transport);
        EXPECT_EQ(
            told,
            form.empty()
                ? R"({"kind":"error_event","after_events":2,"data":{"error":{"code":"bad","message":" is bad"}}})"
                : R"({"kind":"error_event","after_events":2,"event":"oops","data":{"code":"bad","at":2}})");
        // Whoever asks for the answer whole is not struck by this one.
        EXPECT_EQ(tester.post_json("/v1/messages", R"({"said":"hi"})").status, 200);
    }
}

TEST(Stream, AnErrorForAStreamIsTheAnswerWhereThereIsNone) {
    Tester tester(pack_of(chat("sse")));
    static_cast<void>(tester.does(ArmFault{Tester::parsed(
        R"({"resource":"messages","operation":"create","code":"bad","transport":{"kind":"error_event","after_events":2}})")}));
    const Reply reply = tester.post_json("/v1/messages", R"({"said":"hi"})");
    EXPECT_EQ(reply.status, 400);
    EXPECT_FALSE(reply.outcome.wire.has_value());
}

TEST(Stream, ErrorEventsAreCheckedWhenTheyAreArmed) {
    Tester tester(pack_of(chat("sse")));
    const auto refused = [&](const std::string& members) {
        return tester.does(ArmFault{Tester::parsed(std::string(kFault) + members + "}")});
    };
    EXPECT_EQ(refused(R"("transport":{"kind":"error_event","after_events":2})"),
              "422 invalid_request /transport: the wire fault error_event needs data");
    EXPECT_EQ(
        refused(
            R"("code":"bad","when":"before","transport":{"kind":"error_event","after_events":2})"),
        "422 invalid_request /when: \"error_event\" needs an answer to damage, and before "
        "execution there is none | leave it out, or give an error as well");
}

TEST(Stream, HasAPaceOfItsOwn) {
    std::string text = chat("sse");
    text.insert(text.find("framing: sse") + 12, "\n          pace: token");
    text += "durations: { token: 20ms }\n";
    Tester tester(pack_of(text));
    static_cast<void>(tester.does(SetPin{Tester::parsed(kPin)}));
    const char* body = R"({"said":"hi","stream":true})";
    const Reply reply = tester.post_json("/v1/messages", body);
    ASSERT_TRUE(reply.outcome.answer.frames);
    EXPECT_EQ(base::to_text(reply.outcome.answer.frames->pace), "20ms");
    EXPECT_EQ(reply.outcome.answer.frames->size(), 9U);
    EXPECT_EQ(reply.outcome.answer.frames->text(), reply.text);
    static_cast<void>(tester.set_durations(R"({"token":"5s"})"));
    EXPECT_EQ(base::to_text(tester.post_json("/v1/messages", body).outcome.answer.frames->pace),
              "5s");
}

TEST(Stream, FollowsTheProfileOfItsSeed) {
    std::string text = chat("sse");
    text.insert(
        text.find("framing: sse") + 12,
        "\n          pace: token\n          profile: { joins: piece, pieces: { least: 2, most: "
        "4 }, wait: { least: 10, most: 300 } }");
    text += "durations: { token: 1s }\n";
    struct Seen {
        std::vector<std::string> pieces;
        std::vector<std::string> waits;
    };
    const auto seen = [&](std::uint64_t seed) {
        Definition definition;
        definition.seed = seed;
        Tester tester(pack_of(text), definition);
        static_cast<void>(tester.does(SetPin{Tester::parsed(
            R"({"match":{"operation":"createMessage"},"field":"reply",
                "value":{"blocks":[{"text":"a b c d e f g h i j k"},{"text":"a b c d e f g h i j k"}]}})")}));
        const Reply reply = tester.post_json("/v1/messages", R"({"stream":true})");
        Seen out;
        FrameReader reader(reply.outcome.answer.frames);
        while (reader.next()) {
            out.waits.push_back(base::to_text(reader.wait()));
            const std::size_t at = reader.text().find("\"piece\":\"");
            if (at == std::string_view::npos) continue;
            const std::string_view rest = reader.text().substr(at + 9);
            out.pieces.emplace_back(rest.substr(0, rest.find('"')));
        }
        return out;
    };
    const Seen one = seen(1);
    // The same text is cut the same way, by the seed.
    const std::size_t half = one.pieces.size() / 2;
    EXPECT_EQ(std::vector(one.pieces.begin(), one.pieces.begin() + half),
              std::vector(one.pieces.begin() + half, one.pieces.end()));
    EXPECT_EQ(seen(1).pieces, one.pieces);
    EXPECT_EQ(seen(1).waits, one.waits);
    EXPECT_NE(seen(2).pieces, one.pieces);
    EXPECT_NE(seen(2).waits, one.waits);
    std::string joined;
    for (std::size_t i = 0; i < half; ++i) {
        joined += one.pieces[i];
        const auto letters = std::ranges::count_if(one.pieces[i], [](char c) { return c != ' '; });
        EXPECT_LE(letters, 4);
        EXPECT_TRUE(letters >= 2 || i + 1 == half) << one.pieces[i];
    }
    EXPECT_EQ(joined, "a b c d e f g h i j k");
    EXPECT_GT(std::set<std::string>(one.waits.begin(), one.waits.end()).size(), 5U);
}

TEST(Stream, IsBounded) {
    const std::string pad(16'000, 'x');
    Tester tester(pack_of(std::string(kHead) + R"(
resources:
  runs:
    operations:
      flood:
        route: POST /flood
        does: result
        fields: { id: { from: id, pattern: "f_{hex:4}" } }
        params: { list: { schema: { type: array, maxItems: 70, items: { type: integer } } } }
        stream:
          framing: sse
          script: { each: { in: input.list, as: a }, script: { each: { in: input.list, as: b }, body: { pad: '")" +
                          pad + R"("' } } }
)"));
    std::string list = "[0";
    for (int i = 1; i < 70; ++i) list += ",0";
    const Reply reply = tester.post_json("/flood", R"({"list":)" + list + "]}");
    EXPECT_EQ(reply.status, 500);
    EXPECT_EQ(reply.text_at("error/code"), "world.too_many_steps");
}

}  // namespace

}  // namespace understudy::world
