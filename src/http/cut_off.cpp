#include "http/impl/cut_off.hpp"

#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

class CutOff : public WireFault {
public:
    CutOff(std::optional<Place> place, StepKind last, std::uint32_t code, std::string remark)
        : sends_head_(place.has_value()), finder_(place.value_or(Place{})) {
        last_.kind = last;
        last_.code = code;
        remark_ = std::move(remark);
    }

    void pass(const Part& part, Steps& out) override {
        if (is_over_) return;
        if (const auto* piece = std::get_if<AnswerPiece>(&part)) {
            add_body(out, piece->bytes.substr(0, finder_.take(piece->bytes)));
        } else if (std::holds_alternative<AnswerHead>(part) && sends_head_) {
            forward(part, out);
        }
        if (finder_.is_reached() || std::holds_alternative<AnswerEnd>(part)) {
            out.push_back(last_);
            is_over_ = true;
        }
    }

private:
    bool sends_head_;
    PlaceFinder finder_;
    Step last_;
    bool is_over_ = false;
};

}  // namespace

std::unique_ptr<WireFault> make_cut_off(std::optional<Place> place, StepKind last,
                                        std::uint32_t code, std::string remark) {
    return std::make_unique<CutOff>(place, last, code, std::move(remark));
}

}  // namespace understudy::http
