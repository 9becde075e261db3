#include "cassette/stream_fault.hpp"

#include <gtest/gtest.h>

namespace understudy::cassette {
namespace {

Output printed(std::vector<std::string> pieces) {
    Output output;
    for (std::string& bytes : pieces) {
        const auto at = static_cast<std::int64_t>(output.pieces.size() * 10);
        output.pieces.push_back({at, From::Stdout, std::move(bytes)});
    }
    output.duration = 100;
    output.ended = Ended{Ended::How::Exit, 0, {}};
    return output;
}

Struck struck(Output output, std::string_view fault, Framing framing = Framing::Jsonl) {
    return laid_over(std::move(output), *stream_fault_named(fault), framing);
}

std::string stdout_of(const Struck& struck) {
    return bytes_of(struck.output, From::Stdout);
}

TEST(StreamFault, IsNamedByKindAndNumber) {
    EXPECT_EQ(name_of(*stream_fault_named("cut:3")), "cut:3");
    EXPECT_EQ(name_of(*stream_fault_named("stall:0")), "stall:0");
    EXPECT_EQ(name_of(*stream_fault_named("malformed:1")), "malformed:1");
    for (const auto* wrong : {"", "cut", "cut:", "cut:x", "cut:-1", "cut:1:2", "malformed:0",
                              "fall:1", "cut:1000001", "stall: 1"}) {
        EXPECT_FALSE(stream_fault_named(wrong)) << wrong;
    }
}

TEST(StreamFault, CutsInTheMiddleOfTheNextEvent) {
    const Struck cut = struck(printed({"{\"a\":1}\n{\"b\"", ":2}\n{\"c\":3}\n"}), "cut:1");
    EXPECT_TRUE(cut.is_struck);
    EXPECT_FALSE(cut.stalls);
    EXPECT_EQ(stdout_of(cut), "{\"a\":1}\n{\"b");
    EXPECT_EQ(cut.output.pieces.size(), 1U);
    EXPECT_EQ(cut.output.ended, (Ended{Ended::How::Exit, 1, {}}));
    EXPECT_EQ(stdout_of(struck(printed({"abcd\n"}), "cut:0")), "ab");
}

TEST(StreamFault, StallsAfterWholeEvents) {
    const Struck stalled = struck(printed({"one\ntw", "o\n", "three\n"}), "stall:2");
    EXPECT_TRUE(stalled.stalls);
    EXPECT_EQ(stdout_of(stalled), "one\ntwo\n");
    EXPECT_EQ(stalled.output.ended->how, Ended::How::TimedOut);
    EXPECT_EQ(stdout_of(struck(printed({"one\n"}), "stall:0")), "");
    EXPECT_TRUE(struck(printed({"one\n"}), "stall:1").stalls);  // it said all, and does not end
}

TEST(StreamFault, BreaksOneEventAndKeepsTheOthers) {
    const Struck broken = struck(printed({"{\"a\":1}\n{\"b", "\":2}\n{\"c\":3}\n"}), "malformed:2");
    EXPECT_EQ(stdout_of(broken), "{\"a\":1}\n{\"b\n{\"c\":3}\n");
    EXPECT_EQ(broken.output.ended, (Ended{Ended::How::Exit, 0, {}}));
    EXPECT_EQ(broken.output.duration, 100);
}

TEST(StreamFault, CountsBlocksOfServerSentEvents) {
    const std::string events = "event: a\ndata: 1\n\nevent: b\r\ndata: 2\r\n\r\ndata: 3\n\n";
    EXPECT_EQ(stdout_of(struck(printed({events}), "stall:2", Framing::Sse)),
              "event: a\ndata: 1\n\nevent: b\r\ndata: 2\r\n\r\n");
    EXPECT_EQ(stdout_of(struck(printed({events}), "malformed:1", Framing::Sse)),
              "event: a\n\nevent: b\r\ndata: 2\r\n\r\ndata: 3\n\n");
}

TEST(StreamFault, PassesOverEmptyLinesAndCutsNoCharacter) {
    EXPECT_EQ(stdout_of(struck(printed({"\n\none\n\ntwo\n"}), "stall:1")), "\n\none\n");
    EXPECT_EQ(stdout_of(struck(printed({"\xC3\xA4\xC3\xA4\xC3\xA4\n"}), "cut:0")), "\xC3\xA4");
}

TEST(StreamFault, LeavesOutWhatCameLaterOnTheOtherStream) {
    Output output = printed({"one\n"});
    output.pieces.push_back({20, From::Stderr, "between\n"});
    output.pieces.push_back({30, From::Stdout, "two\n"});
    output.pieces.push_back({40, From::Stderr, "later\n"});
    const Struck cut = struck(output, "cut:1");
    EXPECT_EQ(bytes_of(cut.output, From::Stderr), "between\n");
    EXPECT_EQ(cut.output.duration, 30);
}

TEST(StreamFault, BehindTheEndStrikesNothing) {
    for (const auto* fault : {"cut:2", "stall:3", "malformed:3"}) {
        const Struck whole = struck(printed({"one\ntwo\n"}), fault);
        EXPECT_FALSE(whole.is_struck) << fault;
        EXPECT_EQ(stdout_of(whole), "one\ntwo\n");
        EXPECT_EQ(whole.output.ended, (Ended{Ended::How::Exit, 0, {}}));
    }
}

}  // namespace
}  // namespace understudy::cassette
