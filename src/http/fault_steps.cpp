#include "http/impl/fault_steps.hpp"

namespace understudy::http {

void add_head(Steps& out, ResponseHead head, Length length) {
    Step& step = out.emplace_back();
    step.kind = StepKind::Head;
    step.head = std::move(head);
    step.length = length;
}

void add_body(Steps& out, std::string_view bytes) {
    if (bytes.empty()) return;
    Step& step = out.emplace_back();
    step.kind = StepKind::Body;
    step.bytes = bytes;
}

void add_raw(Steps& out, std::string bytes) {
    Step& step = out.emplace_back();
    step.kind = StepKind::Raw;
    step.bytes = std::move(bytes);
}

void add_wait(Steps& out, std::chrono::microseconds wait) {
    if (wait.count() == 0) return;
    Step& step = out.emplace_back();
    step.kind = StepKind::Wait;
    step.wait = wait;
}

void add_reset_stream(Steps& out, std::uint32_t code) {
    Step& step = out.emplace_back();
    step.kind = StepKind::ResetStream;
    step.code = code;
}

void add_plain(Steps& out, StepKind kind) {
    out.emplace_back().kind = kind;
}

void forward(const Part& part, Steps& out) {
    if (const auto* head = std::get_if<AnswerHead>(&part)) {
        add_head(out, head->head, head->length);
    } else if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
        add_body(out, piece->bytes);
    } else {
        out.emplace_back().trailers = std::get<AnswerEnd>(part).trailers;
    }
}

ResponseHead announcing(ResponseHead head, std::uint64_t length) {
    head.headers.remove("Transfer-Encoding");
    const std::string text = std::to_string(length);
    if (head.headers.count("Content-Length") != 1 || head.headers.get("Content-Length") != text) {
        head.headers.set("Content-Length", text);
    }
    return head;
}

}  // namespace understudy::http
