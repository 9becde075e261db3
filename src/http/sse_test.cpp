#include "http/sse.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "http/cut_testing.hpp"

namespace understudy::http {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

struct Seen {
    SseBlocks blocks;
    std::string error;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen see(const std::vector<std::string_view>& pieces, const SseOptions& options = {}) {
    SseReader reader(options);
    Seen seen;
    for (const std::string_view piece : pieces) {
        if (!reader.feed(piece, seen.blocks)) break;
    }
    if (const auto ended = reader.end(seen.blocks); !ended) {
        seen.error = base::message(ended.error());
    }
    return seen;
}

std::string events_in(std::string_view text) {
    std::string shown;
    for (const SseBlock& block : see({text}).blocks) {
        shown += "[" + block.event + "|" + block.data + "|" + block.last_id + "]";
    }
    return shown;
}

struct Reading {
    std::string text;
    std::string_view events;  // name, data and last id of each
};

TEST(Sse, EventsAsClientsSeeThem) {
    const Reading cases[] = {
        {"data: YHOO\ndata: +2\ndata: 10\n\n", "[|YHOO\n+2\n10|]"},
        {": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third\n\n",
         "[|first event|1][|second event|][| third|]"},
        {"data\n\ndata\ndata\n\ndata:", "[||][|\n|]"},
        {"data:test\n\ndata: test\n\n", "[|test|][|test|]"},
        {"event: add\ndata: 1\n\nevent: remove\ndata: 2\n\ndata: 3\n\n",
         "[add|1|][remove|2|][|3|]"},
        {"event: add\n\ndata: x\n\n", "[|x|]"},
        {"id: 7\n\ndata: x\n\n", "[|x|7]"},
        {"id: 7\ndata: x\n\ndata: y\n\nid:\ndata: z\n\n", "[|x|7][|y|7][|z|]"},
        {"id: 7\ndata: x\n\nid: 8\0\ndata: y\n\n"s, "[|x|7][|y|7]"},
        {"data: a\r\n\r\ndata: b\r\rdata: c\n\n", "[|a|][|b|][|c|]"},
        {"data: a\r\ndata: b\rdata: c\n\r\n", "[|a\nb\nc|]"},
        {"\xEF\xBB\xBF"
         "data: a\n\n\xEF\xBB\xBF"
         "data: b\n\n",
         "[|a|]"},
        {"\xEF\xBB\xBF\xEF\xBB\xBF"
         "data: a\n\n",
         ""},
        {"Data: x\n data: y\ndata : z\nfoo: bar\nfoo\n\n", ""},
        {"data: x: y:z\n\n", "[|x: y:z|]"},
        {"data: unfinished\n", ""},
        {"data: unfinished", ""},
        {"data: x\r", ""},
        {"data: x\r\r", "[|x|]"},
        {"\n\n\n", ""},
        {"event: a\nevent: b\ndata: x\n\n", "[b|x|]"},
        {"event:\ndata: x\n\n", "[|x|]"},
        {"data: [DONE]\n\n", "[|[DONE]|]"},
    };
    for (const Reading& reading : cases) {
        EXPECT_EQ(events_in(reading.text), reading.events) << reading.text;
        const SseOptions all{.all_blocks = true};
        const Seen whole = see({reading.text}, all);
        std::string raw;
        for (const SseBlock& block : whole.blocks) raw += block.raw;
        EXPECT_EQ(raw, reading.text);
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            EXPECT_EQ(see(cut(reading.text, seed, 2), all), whole) << reading.text;
        }
    }
}

TEST(Sse, RetryIsDigitsOnly) {
    const SseBlocks blocks = see({"retry: 1500\n\nretry: 1.5\n\nretry: -1\n\nretry:\n\nretry: "
                                  "9999999999999999\n\nretry: 007\n\n"},
                                 {.all_blocks = true})
                                 .blocks;
    ASSERT_EQ(blocks.size(), 6U);
    EXPECT_EQ(blocks[0].retry, 1500ms);
    for (std::size_t i = 1; i < 5; ++i) EXPECT_FALSE(blocks[i].retry);
    EXPECT_EQ(blocks[5].retry, 7ms);
}

TEST(Sse, BlocksCarryTheirBytes) {
    const std::string text =
        ": keep-alive\n\nevent: ping\r\ndata: {}\r\n\r\n\nid: 4\n\ndata: x\n\ndata: cut";
    const Seen seen = see({text}, {.all_blocks = true});
    ASSERT_EQ(seen.blocks.size(), 6U);
    EXPECT_EQ(seen.blocks[0].raw, ": keep-alive\n\n");
    EXPECT_FALSE(seen.blocks[0].is_event);
    EXPECT_EQ(seen.blocks[0].comments, std::vector<std::string>{" keep-alive"});
    EXPECT_EQ(seen.blocks[1].raw, "event: ping\r\ndata: {}\r\n\r\n");
    EXPECT_TRUE(seen.blocks[1].is_event);
    EXPECT_EQ(seen.blocks[1].event, "ping");
    EXPECT_EQ(seen.blocks[2].raw, "\n");
    EXPECT_EQ(seen.blocks[3].id, "4");
    EXPECT_FALSE(seen.blocks[4].id);
    EXPECT_EQ(seen.blocks[4].last_id, "4");
    EXPECT_EQ(seen.blocks[5].raw, "data: cut");
    EXPECT_FALSE(seen.blocks[5].is_whole);
    EXPECT_FALSE(seen.blocks[5].is_event);

    const SseBlocks events = see({text}).blocks;
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[1].raw, "data: x\n\n");
}

// The event must not wait for the next one, but for the LF of its own last line if that had CR.
TEST(Sse, EventsComeAsSoonAsTheyAreWhole) {
    SseReader reader;
    SseBlocks blocks;
    ASSERT_TRUE(reader.feed("data: a\n\n", blocks));
    EXPECT_EQ(blocks.size(), 1U);
    ASSERT_TRUE(reader.feed("data: b\r\n\r", blocks));
    EXPECT_EQ(blocks.size(), 1U);
    ASSERT_TRUE(reader.feed("\n", blocks));
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[1].raw, "data: b\r\n\r\n");
}

TEST(Sse, LinesAndBlocksAreBounded) {
    const SseOptions options{.line_bytes = 10, .block_bytes = 20};
    const Reading cases[] = {
        {"data: 1234\n\n", ""},
        {"data: 12345\n\n", "the message is larger than the limit of 10 bytes"},
        {"data: 12345", "the message is larger than the limit of 10 bytes"},
        {"data: 1\ndata: 2\n: 3\n", ""},
        {"data: 1\ndata: 2\n: 3\n\n", "the message is larger than the limit of 20 bytes"},
        {"data: 1\ndata: 2\n: 34567890\n\n", "the message is larger than the limit of 20 bytes"},
        {"data: 1\ndata: 2\r\n\r\n\r\n", ""},
        {"data: 1\r\ndata: 22\r\n\r\n", "the message is larger than the limit of 20 bytes"},
    };
    for (const Reading& reading : cases) {
        const Seen whole = see({reading.text}, options);
        EXPECT_EQ(whole.error, reading.events) << reading.text;
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            EXPECT_EQ(see(cut(reading.text, seed, 2), options), whole) << reading.text;
        }
    }
    SseReader reader(options);
    SseBlocks blocks;
    const auto fed = reader.feed("data: 12345\n\n", blocks);
    ASSERT_FALSE(fed);
    EXPECT_EQ(fed.error().code, base::Code::HttpMessageTooLarge);
    EXPECT_EQ(reader.feed("data: 1\n\n", blocks).error(), fed.error());
    EXPECT_TRUE(blocks.empty());
}

TEST(Sse, Written) {
    SseBlock block;
    block.is_event = true;
    block.event = "message_start\nevil: 1";
    block.data = "a\r\nb\rc\n";
    block.id = "4\r2";
    block.retry = 250ms;
    block.comments = {"x\ny"};
    EXPECT_EQ(write_sse(block),
              ":xy\nevent: message_startevil: 1\nid: 42\nretry: 250\ndata: a\ndata: b\ndata: "
              "c\ndata: \n\n");
    EXPECT_EQ(write_sse_comment("keep-alive"), ": keep-alive\n\n");
    SseBlock empty;
    empty.is_event = true;
    EXPECT_EQ(write_sse(empty), "data: \n\n");
}

RC_GTEST_PROP(Sse, AnyCutGivesTheSame, (std::uint64_t seed)) {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "\r", "\n", "\r\n", "\n\n", "data: x", "data", "data:", "id: 1", "event: e", ":c",
        "retry: 5", "\xEF\xBB\xBF", "\xEF\xBB", " ", ":"));
    const std::string text = base::join(words, "");
    for (const bool all : {false, true}) {
        const SseOptions options{.all_blocks = all, .line_bytes = 12, .block_bytes = 40};
        const Seen whole = see({text}, options);
        RC_ASSERT(see(cut(text, seed, 3), options) == whole);
        std::string raw;
        for (const SseBlock& block : whole.blocks) raw += block.raw;
        if (all && whole.error.empty()) RC_ASSERT(raw == text);
    }
}

RC_GTEST_PROP(Sse, ReadsBackWhatItWrote, (std::uint64_t seed)) {
    const auto word =
        rc::gen::container<std::string>(rc::gen::element(' ', ':', 'a', '\t', '\xC3'));
    SseBlock block;
    block.is_event = true;
    block.event = *word;
    block.data = base::join(*rc::gen::container<std::vector<std::string>>(word), "\n");
    if (*rc::gen::arbitrary<bool>()) block.id = *word;
    if (*rc::gen::arbitrary<bool>()) block.retry = std::chrono::milliseconds(seed % 100000);
    block.comments = *rc::gen::container<std::vector<std::string>>(word);
    block.raw = write_sse(block);
    block.last_id = block.id.value_or("");
    RC_ASSERT(see(cut(block.raw, seed)).blocks == SseBlocks{block});
}

}  // namespace
}  // namespace understudy::http
