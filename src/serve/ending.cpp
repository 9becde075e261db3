#include "serve/impl/ending.hpp"

namespace understudy::serve {

namespace {

constexpr std::uint32_t kH2InternalError = 2;  // RFC 9113, section 7

class Ending final : public http::WireFault {
public:
    Ending(cassette::StreamEnd end, http::Version version, std::unique_ptr<http::WireFault> inner)
        : end_(end), version_(version), inner_(std::move(inner)) {}

    void pass(const http::Part& part, http::Steps& out) override {
        http::Steps steps;
        if (inner_) {
            inner_->pass(part, steps);
        } else {
            steps.push_back(step_of(part));
        }
        for (http::Step& step : steps) {
            out.push_back(step.kind == http::StepKind::End ? last_step() : std::move(step));
        }
    }

private:
    static http::Step step_of(const http::Part& part) {
        http::Step step;
        if (const auto* head = std::get_if<http::AnswerHead>(&part)) {
            step.kind = http::StepKind::Head;
            step.head = head->head;
            step.length = head->length;
        } else if (const auto* piece = std::get_if<http::AnswerPiece>(&part)) {
            step.kind = http::StepKind::Body;
            step.bytes = piece->bytes;
        }
        return step;
    }

    http::Step last_step() const {
        http::Step step;
        if (end_ == cassette::StreamEnd::Stalled) {
            step.kind = http::StepKind::Hang;
        } else if (version_ == http::Version::Http2) {
            step.kind = http::StepKind::ResetStream;
            step.code = kH2InternalError;
        } else {
            step.kind =
                end_ == cassette::StreamEnd::Reset ? http::StepKind::Reset : http::StepKind::Close;
        }
        return step;
    }

    cassette::StreamEnd end_;
    http::Version version_;
    std::unique_ptr<http::WireFault> inner_;
};

}  // namespace

std::unique_ptr<http::WireFault> ending_with(cassette::StreamEnd end, http::Version version,
                                             std::unique_ptr<http::WireFault> inner) {
    return std::make_unique<Ending>(end, version, std::move(inner));
}

}  // namespace understudy::serve
