// A cassette with everything that a file can hold, for tests.
#pragma once

#include <string>

#include "base/regex.hpp"
#include "cassette/cassette_testing.hpp"

namespace understudy::cassette {

// Everything a file can hold, once.
inline Cassette everything() {
    Cassette cassette = cassette_for_tests();
    cassette.name = "all/of it";
    cassette.variant = Variant{"2.39", "2.39.5"};
    cassette.origin = Origin::Edited;
    cassette.source = Source{digest_text("before"), "a person", "the real tool cannot be asked"};
    cassette.provenance->pinned = json::Value::object({{"TZ", "UTC"}, {"COLUMNS", "80"}});
    cassette.provenance->unverified = true;
    cassette.redactions = {{"token.github", "exchanges[*].input.env.GH_TOKEN", 2}};
    cassette.notes = "Two lines,\nkept word for word.\n";
    cassette.plan = PlanReference{false, "plans/git.yaml", digest_text("plan"), {"a", "b"}};
    cassette.given = "empty";
    cassette.vars = {{"run", plan::Capture::Type::String, "us-7f3a"},
                     {"issue", plan::Capture::Type::Integer, 41},
                     {"rate", plan::Capture::Type::Number, json::Value::number("10.50")}};
    cassette.match.stdin_body = cassette.match.cwd = true;
    cassette.match.env = {"LANG"};
    cassette.match.headers = {"Accept"};
    cassette.match.body = {"*"};
    cassette.match.used_up = WhenUsedUp::RepeatLast;
    cassette.order = Order::Strict;
    cassette.compare = json::Value::object({{"unordered", json::Value::array({"$.items"})}});

    Exchange command = command_for_tests("c:1", {"a\nb", "", " ", "\xff\xfe", "-", "tab\there"});
    command.phase = plan::Phase::Setup;
    command.effect = plan::Effect::Destructive;
    plan::Capture capture;
    capture.name = "issue";
    capture.from = plan::Capture::From::Stdout;
    capture.pattern = base::Regex::compile("/issues/([0-9]+)").value();
    capture.type = plan::Capture::Type::Integer;
    command.captures.push_back(capture);
    command.recorded = provenance_for_tests("2026-05-01T00:00:00Z");
    auto& input = std::get<CommandInput>(command.input);
    input.cwd = "scratch/w";
    input.env = {{"LANG", "C"}, {"EMPTY", ""}, {"RAW", "\x01\x80"}};
    input.stdin_body = Body{"", ""};
    input.tty = true;
    command.output.pieces = {{0, From::Stderr, "no line end"},
                             {7, From::Stdout, std::string("\0\x1b[1m", 5)},
                             {7, From::Stdout, "\r\nfolded? no\r\n"},
                             {8, From::Stdout, std::string(kInlineBytes + 1, 'x')},
                             {9, From::Stdout, ""}};
    command.output.ended = Ended{Ended::How::Signal, 9, ""};
    command.output.files = {{"a.txt", digest_text("a"), 1}, {"gone\xff", "", 0}};
    cassette.exchanges.push_back(command);

    Exchange timed_out = command_for_tests("timed-out", {});
    timed_out.output.ended = Ended{Ended::How::TimedOut, 0, ""};
    cassette.exchanges.push_back(timed_out);
    Exchange absent = command_for_tests("absent", {});
    absent.output.ended = Ended{Ended::How::NotStarted, 0, "No such file or directory"};
    cassette.exchanges.push_back(absent);

    Exchange http;
    http.id = "h";
    http.kind = Kind::Http;
    http.at = 3;
    http.input = HttpInput{"POST",
                           "api",
                           "/v1/x",
                           {{"q", "1"}, {"q", ""}},
                           {{"A", "1"}, {"A", "2"}},
                           Body{"{\"a\": null}", "application/json"},
                           "http/1.1",
                           "https",
                           "q=1&q",
                           {{"Check", "1"}}};
    http.output.answer = Answer{
        201, {{"Set", "a"}, {"Set", "b"}}, {{"T", "1"}}, "Made", {{103, {{"Link", "</a>"}}}}};
    http.output.pieces = {{5, From::Body, "{}"}};
    http.output.end = StreamEnd::Cut;
    cassette.exchanges.push_back(http);
    http.id = "h-refused";
    http.caused_by = "h";
    http.output = {};
    http.output.error = "timeout";
    cassette.exchanges.push_back(http);

    Exchange stream;
    stream.id = "s";
    stream.kind = Kind::Stream;
    stream.carrier = Carrier::Websocket;
    stream.framing = Framing::Frames;
    stream.input = HttpInput{"GET", "", "/", {}, {}, std::nullopt, ""};
    stream.output.pieces = {{0, From::FrameOut, "ping"},
                            {1, From::FrameIn, "pong", Frame::Binary},
                            {2, From::FrameOut, "\x03\xe8", Frame::Close}};
    stream.output.end = StreamEnd::Cut;
    cassette.exchanges.push_back(stream);
    stream.id = "r";
    stream.carrier = Carrier::Http;
    stream.framing = Framing::Raw;
    stream.output.pieces = {{0, From::FrameIn, "\x01"}, {1, From::FrameOut, "\x02"}};
    cassette.exchanges.push_back(stream);

    Exchange hook;
    hook.id = "w";
    hook.kind = Kind::Webhook;
    hook.at = 1'000;
    hook.input = WebhookInput{"POST", "/hooks", {{"X", "1"}}, Body{"x", ""}, "hmac-sha256"};
    hook.output.answer = Answer{202, {}, {}};
    hook.output.attempts = 3;
    cassette.exchanges.push_back(hook);
    return cassette;
}

}  // namespace understudy::cassette
