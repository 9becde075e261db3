// A fault's specification is foreign, and so is the answer it damages: reading the one and passing
// the other must never crash, and never send what is not the beginning of the answer.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/fault.hpp"
#include "json/parse.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t step = data[0] % 17U + 1U;
    const unsigned flags = data[1];
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::size_t split = text.find('\n');  // the specification, then the body
    const auto spec = json::parse(text.substr(0, split));
    if (!spec) return 0;
    const std::string_view body =
        split == std::string_view::npos ? std::string_view() : text.substr(split + 1);

    http::FaultContext context;
    context.limits.held_bytes = 100;
    context.version = (flags & 1U) != 0 ? http::Version::Http2 : http::Version::Http11;
    auto fault = http::make_fault(*spec, context);
    if (!fault) return 0;
    http::AnswerHead head;
    if ((flags & 2U) != 0) head.length = body.size();
    if ((flags & 4U) != 0) head.head.headers.add("Content-Type", "text/event-stream");
    http::Steps steps;
    (*fault)->pass(head, steps);
    for (std::size_t at = 0; at < body.size(); at += step) {
        (*fault)->pass(http::AnswerPiece{body.substr(at, step)}, steps);
    }
    (*fault)->pass(http::AnswerEnd{}, steps);
    // Those kinds whose very point it is that something else arrives.
    const std::string_view kind = spec->find("kind")->as_string();
    if (kind.ends_with("_event")) return 0;
    std::string sent;
    for (const http::Step& one : steps) {
        if (one.kind == http::StepKind::Body) sent += one.bytes;
        if (one.kind == http::StepKind::End && sent != body) std::abort();
    }
    if (!body.starts_with(sent)) std::abort();
    return 0;
}
