// `wrong_length`: Content-Length is not the length of the body. After that nobody can tell where
// the next answer of an HTTP/1.1 connection would begin, so it is closed; HTTP/2 frames its bodies
// itself, and its connection lives on.
#include <array>

#include "base/text.hpp"
#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

class WrongLength : public WireFault {
public:
    WrongLength(std::int64_t delta, const FaultContext& context)
        : delta_(delta), version_(context.version), held_most_(context.limits.held_bytes) {}

    void pass(const Part& part, Steps& out) override {
        if (const auto* head = std::get_if<AnswerHead>(&part)) {
            head_ = head->head;
            has_head_ = true;
            if (head->length) announce(*head->length, out);
        } else if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
            if (is_announced_) return add_body(out, piece->bytes);
            held_ += piece->bytes;
            if (held_.size() <= held_most_) return;
            remark_ = "the answer is longer than " + base::with_thousands(held_most_) +
                      " bytes, so the length was counted from what had come";
            announce_held(out);
        } else {
            if (has_head_ && !is_announced_) announce_held(out);
            if (!has_head_ || is_harmless_ || version_ == Version::Http2) return forward(part, out);
            add_plain(out, StepKind::Close);
        }
    }

private:
    void announce(std::uint64_t length, Steps& out) {
        const std::uint64_t size = static_cast<std::uint64_t>(delta_ < 0 ? -delta_ : delta_);
        const std::uint64_t wrong = delta_ > 0 ? length + size : length - std::min(length, size);
        if (wrong == length) {
            is_harmless_ = true;
            remark_ = "the body is empty and its length cannot be less; it was sent unharmed";
        }
        add_head(out, announcing(std::move(head_), wrong), wrong);
        is_announced_ = true;
    }

    void announce_held(Steps& out) {
        announce(held_.size(), out);
        add_body(out, held_);
        held_ = {};
    }

    std::int64_t delta_;
    Version version_;
    std::size_t held_most_;
    ResponseHead head_;
    std::string held_;
    bool has_head_ = false;
    bool is_announced_ = false;
    bool is_harmless_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    TRY_VOID(parameters.need("delta"));
    return std::make_unique<WrongLength>(*TRY(parameters.difference("delta")), context);
}

constexpr std::array<std::string_view, 1> kParameters = {"delta"};

}  // namespace

const FaultKind kWrongLengthFault = {"wrong_length", kParameters, true, make};

}  // namespace understudy::http
