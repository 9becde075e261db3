#include "shim/recorded_call.hpp"

#include <gtest/gtest.h>

namespace understudy::shim {
namespace {

using cassette::Ended;
using cassette::From;

RecordedCall sample() {
    RecordedCall call;
    call.input.program = "gh";
    call.input.args = {"pr", "", std::string("\0\xff", 2)};
    call.input.env = {{"A", "1"}};
    call.input.stdin_body = cassette::Body{};
    call.input.tty = true;
    call.output.pieces = {{1, From::Stdout, "out"}, {2, From::Stderr, std::string("\0", 1)}};
    call.output.duration = 3;
    call.output.ended = Ended{Ended::How::Signal, 9, {}};
    call.at = 42;
    call.tool_path = "/usr/bin/gh";
    call.answer = 5;
    return call;
}

TEST(RecordedCall, ArrivesAsItWasSent) {
    const RecordedCall sent = sample();
    const auto got = from_message(to_message(sent));
    ASSERT_TRUE(got);
    EXPECT_EQ(got->input, sent.input);
    EXPECT_EQ(got->output, sent.output);
    EXPECT_EQ(got->at, 42);
    EXPECT_EQ(got->tool_path, "/usr/bin/gh");
    EXPECT_EQ(got->answer, 5U);
}

TEST(RecordedCall, NoStdinIsNotEmptyStdin) {
    RecordedCall sent = sample();
    sent.input.stdin_body.reset();
    sent.answer.reset();
    const auto got = from_message(to_message(sent));
    ASSERT_TRUE(got);
    EXPECT_FALSE(got->input.stdin_body);
    EXPECT_FALSE(got->answer);
}

TEST(RecordedCall, WhatIsCutOrLongerIsRefused) {
    const std::string message = to_message(sample());
    for (std::size_t size = 0; size < message.size(); ++size) {
        EXPECT_FALSE(from_message(std::string_view(message).substr(0, size))) << size;
    }
    EXPECT_FALSE(from_message(message + 'x'));
}

}  // namespace
}  // namespace understudy::shim
