// Every kind of wire fault against the exact steps it must give.
#include "http/fault.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "json/parse.hpp"

namespace understudy::http {
namespace {

// Steps in one line: Head(5; Content-Type: text/plain) Body(hello) End
std::string shown(const Step& step) {
    std::string text(name_of(step.kind));
    std::string inside;
    switch (step.kind) {
        case StepKind::Head:
            inside = step.length ? std::to_string(*step.length) : "?";
            for (const Field field : step.head.headers) {
                inside += "; " + std::string(field.name) + ": " + std::string(field.value);
            }
            break;
        case StepKind::Body:
        case StepKind::Raw:
            inside = base::replace_all(base::replace_all(step.bytes, "\n", "\\n"), "\r", "\\r");
            break;
        case StepKind::End:
            for (const Field field : step.trailers) inside += field.name;
            break;
        case StepKind::Wait: inside = std::to_string(step.wait.count()) + "us"; break;
        case StepKind::ResetStream: inside = std::to_string(step.code); break;
        case StepKind::GoAway:
            inside = std::to_string(step.code) +
                     (step.last_stream == LastStream::This ? ", this" : ", before");
            break;
        case StepKind::Hang:
        case StepKind::Close:
        case StepKind::Reset: break;
    }
    return inside.empty() ? text : text + "(" + inside + ")";
}

std::string shown(const Steps& steps) {
    std::string text;
    for (const Step& step : steps) text += (text.empty() ? "" : " ") + shown(step);
    return text;
}

struct Answer {
    Headers headers;
    bool knows_length = true;
    std::vector<std::string> pieces = {"hello", " world"};
};

struct Outcome {
    std::string steps;
    std::string remark;
};

FaultContext context_of(Version version) {
    FaultContext context;
    context.version = version;
    return context;
}

Outcome run(std::string_view spec, const Answer& answer, const FaultContext& context) {
    auto fault = make_fault(json::parse(spec).value(), context);
    if (!fault) return {"error: " + base::message(fault.error()), ""};
    Steps steps;
    AnswerHead head;
    head.head.headers = answer.headers;
    if (answer.knows_length) {
        std::uint64_t length = 0;
        for (const std::string& piece : answer.pieces) length += piece.size();
        head.length = length;
    }
    (*fault)->pass(head, steps);
    for (const std::string& piece : answer.pieces) (*fault)->pass(AnswerPiece{piece}, steps);
    (*fault)->pass(AnswerEnd{Headers{{"t", "1"}}}, steps);
    return {shown(steps), std::string((*fault)->remark())};
}

struct Case {
    std::string_view spec;
    std::string_view steps;
    std::string_view remark = {};
    Answer answer = {};
    Version version = Version::Http11;
};

void check(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        SCOPED_TRACE(one.spec);
        const Outcome got = run(one.spec, one.answer, context_of(one.version));
        EXPECT_EQ(got.steps, one.steps);
        EXPECT_EQ(got.remark, one.remark);
    }
}

constexpr std::string_view kUnharmed =
    "the answer ended before the place of the fault, and was sent unharmed";
constexpr std::string_view kEncoded =
    "the body is encoded, so its events cannot be counted; it was sent unharmed";

Answer unknown_length(std::vector<std::string> pieces = {"hello", " world"}) {
    return {{}, false, std::move(pieces)};
}
Answer events(std::vector<std::string> pieces) {
    return {{{"Content-Type", "text/event-stream; charset=utf-8"}}, false, std::move(pieces)};
}

TEST(Fault, Latency) {
    check({
        {R"({"kind":"latency","delay":"250ms"})",
         "Wait(250000us) Head(11) Body(hello) Body( world) End(t)"},
        {R"({"kind":"latency","delay":"0s"})", "Head(11) Body(hello) Body( world) End(t)"},
        {R"({"kind":"latency","delay":"PT2S","hang":false})",
         "Wait(2000000us) Head(11) Body(hello) Body( world) End(t)"},
        {R"({"kind":"latency","hang":true})", "Hang"},
    });
}

TEST(Fault, LatencyJitterIsDrawnFromSeedFaultAndCall) {
    const auto spec = json::parse(R"({"kind":"latency","delay":"1s","jitter":"500ms"})").value();
    const auto wait = [&](std::uint64_t seed, std::string id, std::uint64_t match) {
        FaultContext context;
        context.seed = seed;
        context.fault_id = std::move(id);
        context.match = match;
        Steps steps;
        make_fault(spec, context).value()->pass(AnswerEnd{}, steps);
        return steps.at(0).wait.count();
    };
    const auto first = wait(7, "flt_1", 0);
    EXPECT_EQ(first, wait(7, "flt_1", 0));
    EXPECT_NE(first, wait(8, "flt_1", 0));
    EXPECT_NE(first, wait(7, "flt_2", 0));
    EXPECT_NE(first, wait(7, "flt_1", 1));
    for (std::uint64_t match = 0; match < 200; ++match) {
        EXPECT_GE(wait(7, "flt_1", match), 1'000'000);
        EXPECT_LE(wait(7, "flt_1", match), 1'500'000);
    }
}

TEST(Fault, Reset) {
    check({
        {R"({"kind":"reset","at":"request"})", "Reset"},
        {R"({"kind":"reset","at":"headers"})", "Head(11) Reset"},
        {R"({"kind":"reset","at":"body"})", "Head(11) Body(h) Reset"},
        {R"({"kind":"reset","at":"body","after_bytes":0})", "Head(11) Reset"},
        {R"({"kind":"reset","at":"body","after_bytes":5})", "Head(11) Body(hello) Reset"},
        {R"({"kind":"reset","at":"body","after_bytes":7})", "Head(11) Body(hello) Body( w) Reset"},
        {R"({"kind":"reset","at":"body","after_bytes":99})",
         "Head(11) Body(hello) Body( world) Reset"},
        {R"({"kind":"reset","at":"body"})", "Head(0) Reset", "", {{}, true, {}}},
        {R"({"kind":"reset","at":"body","after_bytes":2})",
         "Head(11) Body(he) ResetStream(2)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"reset","at":"request"})", "ResetStream(2)", "", {}, Version::Http2},
    });
}

TEST(Fault, Truncate) {
    const std::string_view longer = "the answer is longer than 8 bytes, so no length was announced";
    check({
        {R"({"kind":"truncate","after_bytes":7})",
         "Head(11; Content-Length: 11) Body(hello) Body( w) Close"},
        {R"({"kind":"truncate","after_bytes":0})", "Head(11; Content-Length: 11) Close"},
        {R"({"kind":"truncate","after_bytes":11})",
         "Head(11; Content-Length: 11) Body(hello) Body( world) End(t)", kUnharmed},
        {R"({"kind":"truncate","fraction":0.5})", "Head(11; Content-Length: 11) Body(hello) Close"},
        {R"({"kind":"truncate","fraction":0.5})",
         "Head(0; Content-Length: 0) End(t)",
         kUnharmed,
         {{}, true, {}}},
        {R"({"kind":"truncate","fraction":0.6})", "Head(11; Content-Length: 11) Body(hello ) Close",
         "", unknown_length()},
        {R"({"kind":"truncate","after_bytes":2})",
         "Head(11; content-length: 11) Body(he) Close",
         "",
         {{{"content-length", "11"}, {"Transfer-Encoding", "chunked"}}, false, {"hello", " world"}},
         Version::Http2},
    });
    FaultContext small;
    small.limits.held_bytes = 8;
    const Outcome bytes = run(R"({"kind":"truncate","after_bytes":7})", unknown_length(), small);
    EXPECT_EQ(bytes.steps, "Head(?) Body(hello w) Close");
    EXPECT_EQ(bytes.remark, longer);
    const Outcome half = run(R"({"kind":"truncate","fraction":0.5})",
                             unknown_length({"hello", " world", " and more"}), small);
    EXPECT_EQ(half.steps, "Head(?) Body(hello) Close");
    const Outcome none = run(R"({"kind":"truncate","fraction":0})", unknown_length(), small);
    EXPECT_EQ(none.steps, "Head(?) Close");
    const Outcome later = run(R"({"kind":"truncate","after_bytes":14})",
                              unknown_length({"hello", " world", " and more"}), small);
    EXPECT_EQ(later.steps, "Head(?) Body(hello world) Body( an) Close");
}

TEST(Fault, MalformedChunk) {
    const std::string_view chunked = "Head(?; Transfer-Encoding: chunked) ";
    const std::string head(chunked);
    const std::string first = head + R"(Raw(not-a-size\r\nhello\r\n) Close)";
    const std::string second = head + R"(Body(hello) Raw(not-a-size\r\n world\r\n) Close)";
    const std::string last = head + R"(Body(hello) Body( world) Raw(not-a-size\r\n\r\n) Close)";
    check({
        {R"({"kind":"malformed_chunk","at_chunk":1})",
         first,
         "",
         {{{"Content-Length", "11"}}, true, {"hello", " world"}}},
        {R"({"kind":"malformed_chunk","at_chunk":2})", second, "",
         unknown_length({"hello", "", " world"})},
        {R"({"kind":"malformed_chunk","at_chunk":3})", last},
        {R"({"kind":"malformed_chunk","at_chunk":100})", last},
        {R"({"kind":"malformed_chunk","at_chunk":2})",
         "Head(11) Body(hello) ResetStream(1)",
         "HTTP/2 has no chunks: the stream was reset",
         {},
         Version::Http2},
        {R"({"kind":"malformed_chunk","at_chunk":2})",
         "Head(11) Body(hello) Close",
         "HTTP/1.0 has no chunks: the connection was closed",
         {},
         Version::Http10},
    });
}

TEST(Fault, Drip) {
    check({
        {R"({"kind":"drip","bytes":4,"every":"10ms"})",
         "Head(11) Body(hell) Wait(10000us) Body(o) Body( wo) Wait(10000us) Body(rld) End(t)"},
        {R"({"kind":"drip","bytes":5,"every":"1s"})",
         "Head(10) Body(hello) Wait(1000000us) Body(world) End(t)",
         "",
         {{}, true, {"helloworld"}}},
        {R"({"kind":"drip","bytes":100,"every":"1s"})", "Head(11) Body(hello) Body( world) End(t)"},
        {R"({"kind":"drip","bytes":5,"every":"0s"})",
         "Head(10) Body(hello) Body(world) End(t)",
         "",
         {{}, true, {"helloworld"}}},
    });
}

TEST(Fault, Stall) {
    const Answer stream = events({"data: 1\n\nda", "ta: 2\n", "\n: c\n\ndata: 3\n\n"});
    const std::string head = "Head(?; Content-Type: text/event-stream; charset=utf-8) ";
    check({
        {R"({"kind":"stall","after_bytes":7})", "Head(11) Body(hello) Body( w) Hang"},
        {R"({"kind":"stall","after_bytes":0})", "Head(11) Hang"},
        {R"({"kind":"stall","after_bytes":11})", "Head(11) Body(hello) Body( world) Hang"},
        {R"({"kind":"stall","after_bytes":12})", "Head(11) Body(hello) Body( world) End(t)",
         kUnharmed},
        {R"({"kind":"stall","after_bytes":3,"for":"2s"})",
         "Head(11) Body(hel) Wait(2000000us) Body(lo) Body( world) End(t)"},
        {R"({"kind":"stall","after_bytes":5,"for":"2s"})",
         "Head(11) Body(hello) Wait(2000000us) Body( world) End(t)"},
        {R"({"kind":"stall","after_events":2})",
         head + R"(Body(data: 1\n\nda) Body(ta: 2\n) Body(\n) Hang)", "", stream},
        {R"({"kind":"stall","after_events":0})", head + "Hang", "", stream},
        {R"({"kind":"stall","after_events":1})", "Head(?) Body(1\\n) Hang", "",
         unknown_length({"1\n2\n"})},
        {R"({"kind":"stall","after_events":2})",
         "Head(4; Content-Encoding: gzip) Body(1\\n2\\n) End(t)",
         kEncoded,
         {{{"Content-Encoding", "gzip"}}, true, {"1\n2\n"}}},
        {R"({"kind":"stall","after_events":1,"for":"1ms"})",
         head + R"(Body(data: 1\r\r) Wait(1000us) End(t))", "", events({"data: 1\r\r"})},
    });
}

TEST(Fault, WrongLength) {
    check({
        {R"({"kind":"wrong_length","delta":5})",
         "Head(16; Content-Length: 16) Body(hello) Body( world) Close"},
        {R"({"kind":"wrong_length","delta":-5})",
         "Head(6; content-length: 6) Body(hello) Body( world) Close",
         "",
         {{{"content-length", "6"}}, true, {"hello", " world"}}},
        {R"({"kind":"wrong_length","delta":-50})",
         "Head(0; Content-Length: 0) Body(hello) Body( world) Close"},
        {R"({"kind":"wrong_length","delta":-1})",
         "Head(0; Content-Length: 0) End(t)",
         "the body is empty and its length cannot be less; it was sent unharmed",
         {{}, true, {}}},
        {R"({"kind":"wrong_length","delta":1})",
         "Head(12; Content-Length: 12) Body(hello world) Close", "", unknown_length()},
        {R"({"kind":"wrong_length","delta":1})",
         "Head(12; Content-Length: 12) Body(hello) Body( world) End(t)",
         "",
         {},
         Version::Http2},
    });
    FaultContext small;
    small.limits.held_bytes = 8;
    const Outcome got = run(R"({"kind":"wrong_length","delta":-1})",
                            unknown_length({"hello", " world", "!"}), small);
    EXPECT_EQ(got.steps, "Head(10; Content-Length: 10) Body(hello world) Body(!) Close");
    EXPECT_EQ(got.remark,
              "the answer is longer than 8 bytes, so the length was counted from what had come");
}

TEST(Fault, StreamCut) {
    const Answer stream = events({"data: 1\n\nda", "ta: 2\n", "\ndata: 3\n\n"});
    const std::string head = "Head(?; Content-Type: text/event-stream; charset=utf-8) ";
    const std::string all = head + R"(Body(data: 1\n\nda) Body(ta: 2\n) Body(\ndata: 3\n\n) )";
    check({
        // Between two events.
        {R"({"kind":"stream_cut","after_events":1,"clean":true})",
         head + R"(Body(data: 1\n\n) Close)", "", stream},
        {R"({"kind":"stream_cut","after_events":3,"clean":true})", all + "Close", "", stream},
        {R"({"kind":"stream_cut","after_events":4,"clean":true})", all + "End(t)", kUnharmed,
         stream},
        {R"({"kind":"stream_cut","after_events":0,"clean":true})", head + "Close", "", stream},
        {R"({"kind":"stream_cut","after_bytes":3,"clean":true})",
         head + R"(Body(data: 1\n\n) Close)", "", stream},
        {R"({"kind":"stream_cut","after_bytes":9,"clean":true})",
         head + R"(Body(data: 1\n\n) Close)", "", stream},
        {R"({"kind":"stream_cut","after_bytes":10,"clean":true})",
         head + R"(Body(data: 1\n\nda) Body(ta: 2\n) Body(\n) Close)", "", stream},
        {R"({"kind":"stream_cut","after_events":1,"clean":true})",
         head + R"(Body(data: 1\r\r) Close)", "", events({"data: 1\r\r"})},
        {R"({"kind":"stream_cut","after_events":1,"clean":true})",
         "Head(3; Content-Encoding: br) Body(1\\n2) End(t)",
         kEncoded,
         {{{"Content-Encoding", "br"}}, true, {"1\n2"}}},
        // In the middle of one.
        {R"({"kind":"stream_cut","after_events":1})",
         head + R"(Body(data: 1\n\n) Body(data:) Close)", "", stream},
        {R"({"kind":"stream_cut","after_events":0,"clean":false})", head + R"(Body(data:) Close)",
         "", stream},
        {R"({"kind":"stream_cut","after_events":3})", all + "End(t)", kUnharmed, stream},
        {R"({"kind":"stream_cut","after_bytes":12})", head + R"(Body(data: 1\n\nda) Body(t) Close)",
         "", stream},
        {R"({"kind":"stream_cut","after_bytes":0})", head + "Close", "", stream},
        {R"({"kind":"stream_cut","after_bytes":99})", all + "End(t)", kUnharmed, stream},
        // The event to be torn never ends.
        {R"({"kind":"stream_cut","after_events":1})",
         "Head(5) Body(1\\n) Body(\"a) Close",
         "",
         {{}, true, {"1\n\"", "ab"}}},
        {R"({"kind":"stream_cut","after_events":0})",
         "Head(3; Content-Encoding: br) Body(1\\n2) End(t)",
         kEncoded,
         {{{"Content-Encoding", "br"}}, true, {"1\n2"}}},
        {R"({"kind":"stream_cut","after_events":1})",
         head + R"(Body(data: 1\n\n) Body(data:) ResetStream(2))", "", stream, Version::Http2},
    });
    FaultContext small;
    small.limits.held_bytes = 4;
    EXPECT_EQ(run(R"({"kind":"stream_cut","after_events":0})",
                  unknown_length({"abc", "def", "ghi\n"}), small)
                  .steps,
              "Head(?) Body(abc) Close");
}

TEST(Fault, MalformedEvent) {
    const Answer stream = events({"data: {1}\n\nda", "ta: [\"2\"", "]\n\ndata: {3}\n\n"});
    const std::string head = "Head(?; Content-Type: text/event-stream; charset=utf-8) ";
    check({
        {R"({"kind":"malformed_event","at_event":1})",
         head +
             R"(Body(data: (1}\n\n) Body(da) Body(ta: ["2") Body(]\n\n) Body(data: {3}\n\n) End(t))",
         "", stream},
        {R"({"kind":"malformed_event","at_event":2})",
         head +
             R"(Body(data: {1}\n\n) Body(da) Body(ta: ('2') Body(]\n\n) Body(data: {3}\n\n) End(t))",
         "", stream},
        {R"({"kind":"malformed_event","at_event":4})",
         head +
             R"(Body(data: {1}\n\n) Body(da) Body(ta: ["2") Body(]\n\n) Body(data: {3}\n\n) End(t))",
         kUnharmed, stream},
        {R"({"kind":"malformed_event","at_event":1})",
         "Head(3; Content-Encoding: br) Body({\\n2) End(t)",
         kEncoded,
         {{{"Content-Encoding", "br"}}, true, {"{\n2"}}},
        {R"({"kind":"malformed_event","at_event":2})",
         R"(Head(?) Body({"a":1}\n) Body(('b':2}\n) End(t))", "",
         unknown_length({"{\"a\":1}\n{\"b\":2}\n"})},
    });
}

constexpr std::string_view kNoPlace =
    "the event has no such place, and the answer was sent unharmed";

// One event of a stream is left out, sent again or changed; how the stream was cut into pieces
// means nothing.
TEST(Fault, EventsThatAreNotWhatTheyWere) {
    const Answer stream =
        events({": hi\n\ndata: {\"i\":[1]}\n\nda", "ta: {\"i\":[2]}\n\n", "data: end\n\n"});
    const Answer lines = unknown_length({"{\"a\":1}\n{\"b\":{", "\"c\":2}}\n"});
    const std::string head = "Head(?; Content-Type: text/event-stream; charset=utf-8) ";
    const std::string first = R"(: hi\n\ndata: {"i":[1]}\n\n)";
    check({
        {R"({"kind":"missing_event","at_event":1})",
         head + R"(Body(da) Body(ta: {"i":[2]}\n\n) Body(data: end\n\n) End(t))", "", stream},
        {R"({"kind":"missing_event","at_event":2})",
         head + "Body(" + first + R"() Body(data: end\n\n) End(t))", "", stream},
        {R"({"kind":"missing_event","last":true})",
         head + "Body(" + first + R"() Body(data: {"i":[2]}\n\n) End(t))", "", stream},
        {R"({"kind":"missing_event","last":true})", R"(Head(?) Body({"a":1}\n) End(t))", "", lines},
        {R"({"kind":"missing_event","at_event":4})",
         head + "Body(" + first +
             R"() Body(da) Body(ta: {"i":[2]}\n\n) Body(data: end\n\n) End(t))",
         kUnharmed, stream},
        {R"({"kind":"duplicate_event","at_event":2})",
         head + "Body(" + first +
             R"() Body(data: {"i":[2]}\n\ndata: {"i":[2]}\n\n) Body(data: end\n\n) End(t))",
         "", stream},
        {R"({"kind":"duplicate_event","last":true})",
         R"(Head(?) Body({"a":1}\n) Body({"b":{"c":2}}\n{"b":{"c":2}}\n) End(t))", "", lines},
        {R"({"kind":"changed_event","at_event":2,"field":"/i/0","value":"x"})",
         head + "Body(" + first + R"() Body(data: {"i":["x"]}\n\n) Body(data: end\n\n) End(t))", "",
         stream},
        {R"({"kind":"changed_event","last":true,"field":"/b/d","value":null})",
         R"(Head(?) Body({"a":1}\n) Body({"b":{"c":2,"d":null}}\n) End(t))", "", lines},
        {R"({"kind":"changed_event","at_event":2,"field":"/i/1","value":0})",
         head + "Body(" + first + R"() Body(data: {"i":[2]}\n\n) Body(data: end\n\n) End(t))",
         kNoPlace, stream},
        {R"({"kind":"changed_event","last":true,"field":"/i","value":0})",
         head + "Body(" + first + R"() Body(data: {"i":[2]}\n\n) Body(data: end\n\n) End(t))",
         kNoPlace, stream},
        {R"({"kind":"missing_event","at_event":1})",
         "Head(3; Content-Encoding: br) Body({\\n2) End(t)",
         kEncoded,
         {{{"Content-Encoding", "br"}}, true, {"{\n2"}}},
        {R"({"kind":"missing_event","at_event":1})",
         "Head(?) Body(b\\n) End(t)",
         "",
         {{{"Content-Length", "4"}}, true, {"a\nb\n"}}},
    });
    FaultContext small;
    small.limits.held_bytes = 4;
    const auto large =
        run(R"({"kind":"missing_event","last":true})", unknown_length({"abcdef\n", "g\n"}), small);
    EXPECT_EQ(large.steps, "Head(?) Body(abcdef\\n) Body(g\\n) End(t)");
    EXPECT_EQ(large.remark,
              "the event is too large to be held back, and the answer was sent unharmed");
}

TEST(Fault, ErrorEvent) {
    const Answer stream = events({"data: 1\n\nda", "ta: 2\n\n", "data: 3\n\n"});
    const std::string head = "Head(?; Content-Type: text/event-stream; charset=utf-8) ";
    check({
        {R"({"kind":"error_event","after_events":0,"data":{"a":1}})",
         head + R"(Body(data: {"a":1}\n\n) End)", "", stream},
        {R"({"kind":"error_event","after_events":2,"event":"error","data":"gone"})",
         head + R"(Body(data: 1\n\nda) Body(ta: 2\n\n) Body(event: error\ndata: gone\n\n) End)", "",
         stream},
        {R"({"kind":"error_event","after_events":3,"data":7})",
         head + R"(Body(data: 1\n\nda) Body(ta: 2\n\n) Body(data: 3\n\n) Body(data: 7\n\n) End)",
         "", stream},
        {R"({"kind":"error_event","after_events":4,"data":7})",
         head + R"(Body(data: 1\n\nda) Body(ta: 2\n\n) Body(data: 3\n\n) End(t))", kUnharmed,
         stream},
        {R"({"kind":"error_event","after_events":1,"data":[]})",
         "Head(?) Body({}\\n) Body([]\\n) End",
         "",
         {{{"Content-Length", "6"}}, true, {"{}\n{}\n"}}},
        {R"({"kind":"error_event","after_events":0,"data":[]})",
         "Head(3; Content-Encoding: br) Body({\\n2) End(t)",
         kEncoded,
         {{{"Content-Encoding", "br"}}, true, {"{\n2"}}},
    });
}

TEST(Fault, Empty) {
    check({{R"({"kind":"empty"})", "Close"},
           {R"({"kind":"empty"})", "Close", "", {}, Version::Http2}});
}

TEST(Fault, GarbageIsTheSameForTheSameSeedFaultAndCall) {
    const auto garbage = [](std::uint64_t seed, std::string id, std::uint64_t match) {
        FaultContext context;
        context.seed = seed;
        context.fault_id = std::move(id);
        context.match = match;
        Steps steps;
        const auto spec = json::parse(R"({"kind":"garbage","bytes":64})").value();
        auto fault = make_fault(spec, context).value();
        fault->pass(AnswerHead{}, steps);
        fault->pass(AnswerEnd{}, steps);
        EXPECT_EQ(steps.size(), 2U);
        EXPECT_EQ(steps.at(0).kind, StepKind::Raw);
        EXPECT_EQ(steps.at(1).kind, StepKind::Close);
        EXPECT_EQ(steps.at(0).bytes.size(), 64U);
        return steps.at(0).bytes;
    };
    const std::string bytes = garbage(1, "flt_1", 0);
    EXPECT_EQ(bytes, garbage(1, "flt_1", 0));
    EXPECT_NE(bytes, garbage(2, "flt_1", 0));
    EXPECT_NE(bytes, garbage(1, "flt_2", 0));
    EXPECT_NE(bytes, garbage(1, "flt_1", 1));
    EXPECT_FALSE(base::is_utf8(bytes));
}

TEST(Fault, GoAway) {
    check({
        {R"({"kind":"goaway"})",
         "GoAway(0, this) Head(11) Body(hello) Body( world) End(t)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"goaway","error_code":"ENHANCE_YOUR_CALM","last_stream":"before"})",
         "GoAway(11, before)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"goaway","error_code":77,"last_stream":"this"})",
         "GoAway(77, this) Head(11) Body(hello) Body( world) End(t)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"goaway","last_stream":"before"})",
         "Head(11; Connection: close) Body(hello) Body( world) End(t)",
         "HTTP/1.1 has no GOAWAY: the answer says Connection: close",
         {{{"connection", "keep-alive"}}, true, {"hello", " world"}}},
    });
}

TEST(Fault, RstStream) {
    check({
        {R"({"kind":"rst_stream"})", "ResetStream(2)", "", {}, Version::Http2},
        {R"({"kind":"rst_stream","error_code":"REFUSED_STREAM"})",
         "ResetStream(7)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"rst_stream","error_code":4294967295,"after_bytes":6})",
         "Head(11) Body(hello) Body( ) ResetStream(4294967295)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"rst_stream","after_bytes":0})",
         "Head(11) ResetStream(2)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"rst_stream","after_bytes":100})",
         "Head(11) Body(hello) Body( world) ResetStream(2)",
         "",
         {},
         Version::Http2},
        {R"({"kind":"rst_stream","after_bytes":3})", "Head(11) Body(hel) Reset",
         "HTTP/1.1 has no RST_STREAM: the connection was reset"},
    });
}

// Before the call has an answer: an End says that the call goes on, and its answer then passes
// through the same fault.
TEST(Fault, WithoutAnAnswerTheCallEndsOrGoesOn) {
    struct Early {
        std::string_view spec;
        Version version;
        std::string_view before;
        std::string_view after;
    };
    const std::vector<Early> cases = {
        {R"({"kind":"latency","delay":"1s"})", Version::Http11, "Wait(1000000us) End",
         "Head(?) End"},
        {R"({"kind":"latency","hang":true})", Version::Http11, "Hang", ""},
        {R"({"kind":"reset","at":"body","after_bytes":9})", Version::Http11, "Reset", ""},
        {R"({"kind":"reset","at":"headers"})", Version::Http2, "ResetStream(2)", ""},
        {R"({"kind":"empty"})", Version::Http11, "Close", ""},
        {R"({"kind":"goaway"})", Version::Http2, "GoAway(0, this) End", "Head(?) End"},
        {R"({"kind":"goaway","last_stream":"before"})", Version::Http2, "GoAway(0, before)", ""},
        {R"({"kind":"goaway"})", Version::Http11, "End", "Head(?; Connection: close) End"},
        {R"({"kind":"rst_stream"})", Version::Http2, "ResetStream(2)", ""},
        {R"({"kind":"truncate","after_bytes":0})", Version::Http11, "End",
         "Head(0; Content-Length: 0) End"},
        {R"({"kind":"stall","after_bytes":0})", Version::Http11, "End", "Head(?) Hang"},
        {R"({"kind":"wrong_length","delta":1})", Version::Http11, "End", ""},
        {R"({"kind":"stream_cut","after_events":0})", Version::Http11, "End", "Head(?) End"},
    };
    for (const Early& one : cases) {
        SCOPED_TRACE(one.spec);
        auto fault = make_fault(json::parse(one.spec).value(), context_of(one.version)).value();
        Steps steps;
        fault->pass(AnswerEnd{}, steps);
        EXPECT_EQ(shown(steps), one.before);
        if (one.after.empty()) continue;
        steps.clear();
        fault->pass(AnswerHead{}, steps);
        fault->pass(AnswerEnd{}, steps);
        EXPECT_EQ(shown(steps), one.after);
    }
}

TEST(Fault, SomeKindsNeedAnAnswer) {
    std::string damaging;
    for (const std::string_view kind : fault_kinds()) {
        if (damages_answer(kind)) damaging += std::string(kind) + " ";
    }
    EXPECT_EQ(damaging,
              "truncate malformed_chunk drip stall wrong_length stream_cut malformed_event "
              "missing_event duplicate_event changed_event error_event ");
    EXPECT_FALSE(damages_answer("no such kind"));
    EXPECT_EQ(fault_kinds().size(), 17U);
}

// --- the documentation ---

std::string documentation() {
    std::ifstream file(UNDERSTUDY_ROOT "/docs/reference/wire-faults.md");
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(FaultDocumentation, NamesEveryKindAndParameter) {
    const std::string page = documentation();
    for (const std::string_view kind : fault_kinds()) {
        const std::size_t row = page.find("\n| `" + std::string(kind) + "` |");
        ASSERT_NE(row, std::string::npos) << kind;
        const std::string line = page.substr(row + 1, page.find('\n', row + 1) - row - 1);
        for (const std::string_view parameter : fault_parameters(kind)) {
            EXPECT_NE(line.find("`" + std::string(parameter)), std::string::npos)
                << kind << ' ' << parameter;
        }
    }
}

TEST(FaultDocumentation, ExamplesAreGood) {
    const std::string page = documentation();
    std::size_t examples = 0;
    for (std::size_t at = page.find("```json\n"); at != std::string::npos;
         at = page.find("```json\n", at + 1)) {
        const std::size_t start = at + 8;
        for (const std::string_view line : base::split_lines(
                 std::string_view(page).substr(start, page.find("```", start) - start))) {
            const auto spec = json::parse(line);
            ASSERT_TRUE(spec) << line;
            EXPECT_TRUE(make_fault(*spec, {})) << line;
            ++examples;
        }
    }
    EXPECT_GE(examples, fault_kinds().size());
}

}  // namespace
}  // namespace understudy::http
