// `truncate`: the correct length is announced and the connection closed before all of it was sent.
// An answer that does not know its length is held back until it does.
#include <array>

#include "base/text.hpp"
#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

class Truncate : public WireFault {
public:
    Truncate(std::optional<std::uint64_t> bytes, double fraction, std::size_t held_most)
        : bytes_(bytes), fraction_(fraction), held_most_(held_most) {}

    void pass(const Part& part, Steps& out) override {
        if (is_over_) return;
        if (const auto* head = std::get_if<AnswerHead>(&part)) {
            head_ = head->head;
            has_head_ = true;
            if (head->length) announce(*head->length, out);
        } else if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
            if (is_announced_) {
                send(piece->bytes, out);
            } else {
                hold(piece->bytes, out);
            }
        } else {
            if (has_head_ && !is_announced_) {
                const std::string held = std::move(held_);
                announce(held.size(), out);
                send(held, out);
            }
            if (!is_over_) end(part, out);
        }
    }

private:
    void announce(std::uint64_t length, Steps& out) {
        add_head(out, announcing(std::move(head_), length), length);
        is_announced_ = true;
        left_ = bytes_ ? *bytes_ : static_cast<std::uint64_t>(fraction_ * double(length));
        // All of it would be no damage, and leave the connection unfit for its next exchange.
        is_harmless_ = left_ >= length;
        if (!is_harmless_ && left_ == 0) close(out);
    }

    void send(std::string_view bytes, Steps& out) {
        if (is_over_) return;
        if (is_harmless_) return add_body(out, bytes);
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left_));
        add_body(out, bytes.substr(0, size));
        left_ -= size;
        if (left_ == 0) close(out);
    }

    void hold(std::string_view bytes, Steps& out) {
        held_ += bytes;
        if (held_.size() <= held_most_) return;
        // Longer than we can wait for: cut all the same, with no length.
        remark_ = "the answer is longer than " + base::with_thousands(held_most_) +
                  " bytes, so no length was announced";
        add_head(out, std::move(head_), std::nullopt);
        is_announced_ = true;
        left_ = bytes_ ? *bytes_ : static_cast<std::uint64_t>(fraction_ * double(held_.size()));
        const std::string held = std::move(held_);
        if (left_ == 0) return close(out);
        send(held, out);
    }

    void end(const Part& part, Steps& out) {
        if (has_head_) remark_ = kNotReached;
        forward(part, out);
    }

    void close(Steps& out) {
        add_plain(out, StepKind::Close);
        is_over_ = true;
    }

    std::optional<std::uint64_t> bytes_;
    double fraction_;
    std::size_t held_most_;
    ResponseHead head_;
    std::string held_;
    std::uint64_t left_ = 0;  // to be sent
    bool has_head_ = false;
    bool is_announced_ = false;
    bool is_harmless_ = false;
    bool is_over_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    TRY_VOID(parameters.need_one_of("after_bytes", "fraction"));
    const std::optional<std::uint64_t> bytes = TRY(parameters.count("after_bytes", 0));
    const double fraction = TRY(parameters.fraction("fraction")).value_or(0.0);
    return std::make_unique<Truncate>(bytes, fraction, context.limits.held_bytes);
}

constexpr std::array<std::string_view, 2> kParameters = {"after_bytes", "fraction"};

}  // namespace

const FaultKind kTruncateFault = {"truncate", kParameters, true, make};

}  // namespace understudy::http
