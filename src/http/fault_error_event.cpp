// `error_event`: after some events the stream tells of an error and is over, in good order: the
// head has long said that all is well, so the trouble can only come as an event.
#include <array>

#include "http/impl/event_fault.hpp"
#include "http/impl/fault_steps.hpp"
#include "http/sse.hpp"
#include "json/write.hpp"

namespace understudy::http {

namespace {

class ErrorEvent final : public WireFault {
public:
    ErrorEvent(std::uint64_t after, std::string event, std::string data)
        : finder_(Place{after, true}), event_(std::move(event)), data_(std::move(data)) {}

    void pass(const Part& part, Steps& out) override {
        if (is_over_) return;
        if (const auto* head = std::get_if<AnswerHead>(&part)) {
            framing_ = framing_of(head->head);
            has_head_ = true;
            finder_.begin(head->head);
            if (!finder_.can_count()) return forward(part, out);
            add_head(out, without_length(head->head), std::nullopt);
            if (finder_.is_reached()) tell(out);
        } else if (!has_head_ || !finder_.can_count()) {
            if (has_head_) remark_ = kCannotCount;
            forward(part, out);
        } else if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
            add_body(out, piece->bytes.substr(0, finder_.take(piece->bytes)));
            if (finder_.is_reached()) tell(out);
        } else {
            finder_.end();
            if (finder_.is_reached()) return tell(out);
            remark_ = kNotReached;
            forward(part, out);
        }
    }

private:
    void tell(Steps& out) {
        is_over_ = true;
        if (framing_ == EventFraming::Lines) {
            add_body(out, data_ + '\n');
        } else {
            SseBlock block;
            block.is_event = true;
            block.event = event_;
            block.data = data_;
            add_body(out, write_sse(block));
        }
        add_plain(out, StepKind::End);
    }

    PlaceFinder finder_;
    std::string event_;
    std::string data_;
    EventFraming framing_ = EventFraming::Lines;
    bool has_head_ = false;
    bool is_over_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext&) {
    TRY_VOID(parameters.need("after_events"));
    TRY_VOID(parameters.need("data"));
    const json::Value& data = *parameters.value("data");
    return std::make_unique<ErrorEvent>(
        *TRY(parameters.count("after_events", 0)), TRY(parameters.text("event")).value_or(""),
        data.is_string() ? std::string(data.as_string()) : json::write(data));
}

constexpr std::array<std::string_view, 3> kParameters = {"after_events", "event", "data"};

}  // namespace

const FaultKind kErrorEventFault = {"error_event", kParameters, true, make};

}  // namespace understudy::http
