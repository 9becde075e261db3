// `stall`: part of the answer, then silence on an open connection, for a while or for ever.
#include <array>

#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

class Stall : public WireFault {
public:
    Stall(Place place, std::optional<std::chrono::microseconds> pause)
        : finder_(place), pause_(pause) {}

    void pass(const Part& part, Steps& out) override {
        if (is_over_) return;
        if (has_stalled_) return forward(part, out);
        if (const auto* head = std::get_if<AnswerHead>(&part)) {
            finder_.begin(head->head);
            has_head_ = true;
            forward(part, out);
            if (finder_.is_reached()) stall(out);
        } else if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
            const std::size_t size = finder_.take(piece->bytes);
            add_body(out, piece->bytes.substr(0, size));
            if (!finder_.is_reached()) return;
            stall(out);
            if (!is_over_) add_body(out, piece->bytes.substr(size));
        } else {
            finder_.end();
            if (has_head_ && finder_.is_reached()) {
                stall(out);
            } else if (has_head_) {
                remark_ = finder_.can_count() ? kNotReached : kCannotCount;
            }
            if (!is_over_) forward(part, out);
        }
    }

private:
    void stall(Steps& out) {
        has_stalled_ = true;
        if (pause_) return add_wait(out, *pause_);
        add_plain(out, StepKind::Hang);
        is_over_ = true;
    }

    PlaceFinder finder_;
    std::optional<std::chrono::microseconds> pause_;  // none: for ever
    bool has_head_ = false;
    bool has_stalled_ = false;
    bool is_over_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext&) {
    const Place place = TRY(parameters.place());
    return std::make_unique<Stall>(place, TRY(parameters.duration("for")));
}

constexpr std::array<std::string_view, 3> kParameters = {"after_bytes", "after_events", "for"};

}  // namespace

const FaultKind kStallFault = {"stall", kParameters, true, make};

}  // namespace understudy::http
