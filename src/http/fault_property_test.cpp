// What every kind of wire fault promises, whatever the answer and its pieces.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seed.hpp"
#include "http/fault.hpp"
#include "json/parse.hpp"

namespace understudy::http {
namespace {

// All kinds but malformed_chunk, for which pieces are chunks, give the same steps for any split.
constexpr std::string_view kSpecs[] = {
    R"({"kind":"latency","delay":"1s","jitter":"1s"})",
    R"({"kind":"latency","hang":true})",
    R"({"kind":"reset","at":"request"})",
    R"({"kind":"reset","at":"headers"})",
    R"({"kind":"reset","at":"body","after_bytes":9})",
    R"({"kind":"truncate","after_bytes":7})",
    R"({"kind":"truncate","fraction":0.4})",
    R"({"kind":"drip","bytes":3,"every":"1ms"})",
    R"({"kind":"stall","after_bytes":6})",
    R"({"kind":"stall","after_bytes":6,"for":"1s"})",
    R"({"kind":"stall","after_events":2,"for":"1s"})",
    R"({"kind":"stall","after_events":1})",
    R"({"kind":"wrong_length","delta":3})",
    R"({"kind":"wrong_length","delta":-3})",
    R"({"kind":"stream_cut","after_events":1})",
    R"({"kind":"stream_cut","after_events":2,"clean":true})",
    R"({"kind":"stream_cut","after_bytes":8})",
    R"({"kind":"stream_cut","after_bytes":8,"clean":true})",
    R"({"kind":"malformed_event","at_event":2})",
    R"({"kind":"missing_event","at_event":2})",
    R"({"kind":"missing_event","last":true})",
    R"({"kind":"duplicate_event","at_event":1})",
    R"({"kind":"duplicate_event","last":true})",
    R"({"kind":"changed_event","at_event":1,"field":"","value":1})",
    R"({"kind":"error_event","after_events":1,"data":"x"})",
    R"({"kind":"empty"})",
    R"({"kind":"garbage","bytes":20})",
    R"({"kind":"goaway"})",
    R"({"kind":"goaway","last_stream":"before"})",
    R"({"kind":"rst_stream"})",
    R"({"kind":"rst_stream","after_bytes":5})",
};

struct Drawn {
    ResponseHead head;
    Length length;
    std::string body;
    FaultContext context;
};

Drawn draw(std::uint64_t seed) {
    base::Stream stream{seed, {"answer"}, 0};
    Drawn drawn;
    const std::string_view alphabet = "ab:\r\n\n";
    for (std::uint64_t i = stream.below(50); i > 0; --i) {
        drawn.body += alphabet[stream.below(alphabet.size())];
    }
    if (stream.below(2) == 0) drawn.head.headers.add("Content-Type", "text/event-stream");
    if (stream.below(8) == 0) drawn.head.headers.add("Content-Encoding", "gzip");
    if (stream.below(2) == 0) drawn.length = drawn.body.size();
    const Version versions[] = {Version::Http10, Version::Http11, Version::Http2};
    drawn.context.version = versions[stream.below(3)];
    drawn.context.seed = stream.next();
    drawn.context.fault_id = "flt_1";
    drawn.context.match = stream.below(100);
    return drawn;
}

struct Taken {
    Steps steps;
    std::string remark;
    friend bool operator==(const Taken&, const Taken&) = default;
};

// Neighbouring pieces of a body are one: how the bytes are cut means nothing.
Taken take(std::string_view spec, const Drawn& drawn, std::uint64_t cuts) {
    auto fault = make_fault(json::parse(spec).value(), drawn.context).value();
    base::Stream stream{cuts, {"cuts"}, 0};
    Steps steps;
    fault->pass(AnswerHead{drawn.head, drawn.length}, steps);
    for (std::size_t at = 0; at < drawn.body.size();) {
        const std::size_t size = cuts == 0 ? drawn.body.size() : stream.below(6);
        fault->pass(AnswerPiece{std::string_view(drawn.body).substr(at, size)}, steps);
        at += size;
    }
    fault->pass(AnswerEnd{}, steps);
    Taken taken;
    taken.remark = fault->remark();
    for (Step& step : steps) {
        if (step.kind == StepKind::Body && !taken.steps.empty() &&
            taken.steps.back().kind == StepKind::Body) {
            taken.steps.back().bytes += step.bytes;
        } else {
            taken.steps.push_back(std::move(step));
        }
    }
    return taken;
}

// Those kinds whose very point it is that something else arrives, and all seems well.
bool edits_events(std::string_view spec) {
    for (const std::string_view kind :
         {"missing_event", "duplicate_event", "changed_event", "error_event"}) {
        if (spec.find(kind) != std::string_view::npos) return true;
    }
    return false;
}

bool ends(StepKind kind) {
    return kind == StepKind::End || kind == StepKind::Hang || kind == StepKind::Close ||
           kind == StepKind::Reset || kind == StepKind::ResetStream;
}

RC_GTEST_PROP(FaultProperty, AnySplitOfTheAnswerGivesTheSameSteps,
              (std::uint64_t seed, std::uint64_t cuts)) {
    const Drawn drawn = draw(seed);
    for (const std::string_view spec : kSpecs) {
        const Taken whole = take(spec, drawn, 0);
        const Taken pieces = take(spec, drawn, cuts | 1U);
        if (!(whole == pieces)) RC_FAIL(std::string(spec));
    }
}

RC_GTEST_PROP(FaultProperty, StepsEndOnceAndKeepTheirOrder, (std::uint64_t seed)) {
    const Drawn drawn = draw(seed);
    for (const std::string_view spec : kSpecs) {
        const Taken taken = take(spec, drawn, seed);
        std::string sent;
        bool has_head = false;
        for (std::size_t i = 0; i < taken.steps.size(); ++i) {
            const Step& step = taken.steps[i];
            const bool last = i + 1 == taken.steps.size();
            const bool unprocessed =
                step.kind == StepKind::GoAway && step.last_stream == LastStream::Before;
            if ((ends(step.kind) || unprocessed) != last) RC_FAIL(std::string(spec));
            if (step.kind == StepKind::Head) {
                if (has_head) RC_FAIL("two heads: " + std::string(spec));
                has_head = true;
            }
            if (step.kind == StepKind::Body) {
                if (!has_head) RC_FAIL("body before head: " + std::string(spec));
                sent += step.bytes;
            }
            // An end means that nothing was lost.
            if (step.kind == StepKind::End && sent != drawn.body && !edits_events(spec)) {
                RC_FAIL(std::string(spec));
            }
        }
        if (edits_events(spec)) continue;
        // Whatever happens, what is sent is the beginning of the answer.
        if (!drawn.body.starts_with(sent)) RC_FAIL(std::string(spec));
    }
}

RC_GTEST_PROP(FaultProperty, TheSameContextGivesTheSameSteps, (std::uint64_t seed)) {
    const Drawn drawn = draw(seed);
    for (const std::string_view spec : kSpecs) {
        if (!(take(spec, drawn, seed) == take(spec, drawn, seed))) RC_FAIL(std::string(spec));
    }
}

}  // namespace
}  // namespace understudy::http
