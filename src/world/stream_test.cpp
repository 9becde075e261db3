// Streams of results: scripts with loops and groups, both framings, and what they read.
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
    EXPECT_EQ(reply.text,
              "event: start\ndata: {\"id\":\"" + reply.text.substr(id, 12) +
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
