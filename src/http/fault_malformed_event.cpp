// `malformed_event`: one event of a stream is no JSON: its brackets and quotes are others. It is as
// long as before and still one event, so that whoever reads the stream trips over the event and not
// over the connection.
#include <array>

#include "http/impl/boundaries.hpp"
#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

char spoilt(char c) {
    switch (c) {
        case '{':
        case '[': return '(';
        case '"': return '\'';
        default: return c;
    }
}

class MalformedEvent : public WireFault {
public:
    explicit MalformedEvent(std::uint64_t at) : left_(at) {}

    void pass(const Part& part, Steps& out) override {
        if (const auto* head = std::get_if<AnswerHead>(&part)) {
            boundaries_ = Boundaries(framing_of(head->head));
            has_head_ = true;
            return forward(part, out);
        }
        if (const auto* piece = std::get_if<AnswerPiece>(&part)) return take(piece->bytes, out);
        if (has_head_ && !has_struck_) {
            remark_ = boundaries_.can_count() ? kNotReached : kCannotCount;
        }
        forward(part, out);
    }

private:
    void take(std::string_view bytes, Steps& out) {
        while (!bytes.empty()) {
            const Boundaries::Taken one = boundaries_.take(bytes);
            const std::string_view some = bytes.substr(0, one.bytes);
            if (left_ == 1 && boundaries_.can_count()) {
                std::string other(some);
                for (char& c : other) c = spoilt(c);
                has_struck_ = has_struck_ || one.ended || other != some;
                add_body(out, other);
            } else {
                add_body(out, some);
            }
            if (one.ended && left_ > 0) --left_;
            bytes.remove_prefix(one.bytes);
        }
    }

    std::uint64_t left_;  // events up to and with the bad one
    Boundaries boundaries_{EventFraming::Lines};
    bool has_head_ = false;
    bool has_struck_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext&) {
    TRY_VOID(parameters.need("at_event"));
    return std::make_unique<MalformedEvent>(*TRY(parameters.count("at_event", 1)));
}

constexpr std::array<std::string_view, 1> kParameters = {"at_event"};

}  // namespace

const FaultKind kMalformedEventFault = {"malformed_event", kParameters, true, make};

}  // namespace understudy::http
