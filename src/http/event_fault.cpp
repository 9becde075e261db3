#include "http/impl/event_fault.hpp"

#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

constexpr std::string_view kTooLarge =
    "the event is too large to be held back, and the answer was sent unharmed";
constexpr std::string_view kNotThisOne =
    "the event has no such place, and the answer was sent unharmed";

}  // namespace

base::Result<EventAt> event_at(const FaultParameters& parameters) {
    const bool is_last = TRY(parameters.flag(kLast)).value_or(false);
    if (is_last || !parameters.has(kLast)) {
        TRY_VOID(parameters.need_one_of(kAtEvent, kLast));
    } else {
        TRY_VOID(parameters.need(kAtEvent));
    }
    if (is_last) return EventAt{0};
    return EventAt{TRY(parameters.count(kAtEvent, 1)).value_or(1)};
}

ResponseHead without_length(ResponseHead head) {
    head.headers.remove("Content-Length");
    return head;
}

void EventFault::pass(const Part& part, Steps& out) {
    if (const auto* head = std::get_if<AnswerHead>(&part)) return begin(*head, out);
    if (const auto* piece = std::get_if<AnswerPiece>(&part)) return take(piece->bytes, out);
    finish(part, out);
}

void EventFault::begin(const AnswerHead& head, Steps& out) {
    has_head_ = true;
    framing_ = framing_of(head.head);
    boundaries_ = Boundaries(framing_);
    if (!boundaries_.can_count()) return add_head(out, head.head, head.length);
    add_head(out, without_length(head.head), std::nullopt);
}

void EventFault::take(std::string_view bytes, Steps& out) {
    while (!bytes.empty()) {
        if (is_done_ || !boundaries_.can_count()) return add_body(out, bytes);
        const Boundaries::Taken one = boundaries_.take(bytes);
        const std::string_view some = bytes.substr(0, one.bytes);
        bytes.remove_prefix(one.bytes);
        if (at_.number > seen_ + 1) {
            add_body(out, some);
            if (one.ended) ++seen_;
            continue;
        }
        event_ += some;
        if (one.ended) event_ended(out);
        if (event_.size() + last_.size() > held_most_) {
            is_done_ = true;
            remark_ = kTooLarge;
            add_body(out, last_ + event_);
            last_ = event_ = std::string();
        }
    }
}

void EventFault::event_ended(Steps& out) {
    ++seen_;
    if (at_.number != 0) return strike(event_, out);
    add_body(out, last_);
    last_ = std::exchange(event_, std::string());
}

void EventFault::strike(std::string& event, Steps& out) {
    is_done_ = true;
    const std::optional<std::string> other = instead_of(event);
    if (!other) remark_ = kNotThisOne;
    add_body(out, other ? *other : event);
    event = std::string();
}

void EventFault::finish(const Part& end, Steps& out) {
    if (!is_done_ && has_head_) {
        if (boundaries_.take_end()) event_ended(out);
        if (!is_done_ && at_.number == 0 && !last_.empty()) strike(last_, out);
        add_body(out, event_);
        event_ = std::string();
        if (!is_done_) remark_ = boundaries_.can_count() ? kNotReached : kCannotCount;
        is_done_ = true;
    }
    forward(end, out);
}

}  // namespace understudy::http
