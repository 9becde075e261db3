// `drip`: the body in small helpings with a pause between two of them. Nothing is lost and nothing
// held back: what is there of a helping is sent, and the pause comes before the next begins.
#include <array>

#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

class Drip : public WireFault {
public:
    Drip(std::uint64_t bytes, std::chrono::microseconds every) : bytes_(bytes), every_(every) {}

    void pass(const Part& part, Steps& out) override {
        const auto* piece = std::get_if<AnswerPiece>(&part);
        if (piece == nullptr) return forward(part, out);
        std::string_view rest = piece->bytes;
        while (!rest.empty()) {
            if (sent_ == bytes_) {
                add_wait(out, every_);
                sent_ = 0;
            }
            const auto size =
                static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), bytes_ - sent_));
            add_body(out, rest.substr(0, size));
            rest.remove_prefix(size);
            sent_ += size;
        }
    }

private:
    std::uint64_t bytes_;
    std::chrono::microseconds every_;
    std::uint64_t sent_ = 0;  // of this helping
};

MadeFault make(const FaultParameters& parameters, const FaultContext&) {
    TRY_VOID(parameters.need("bytes"));
    TRY_VOID(parameters.need("every"));
    const std::uint64_t bytes = *TRY(parameters.count("bytes", 1));
    return std::make_unique<Drip>(bytes, *TRY(parameters.duration("every")));
}

constexpr std::array<std::string_view, 2> kParameters = {"bytes", "every"};

}  // namespace

const FaultKind kDripFault = {"drip", kParameters, true, make};

}  // namespace understudy::http
