// `latency`: the answer is held back for a while, or for ever.
#include <array>

#include "base/seed.hpp"
#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

class Latency : public WireFault {
public:
    explicit Latency(std::optional<std::chrono::microseconds> wait) : wait_(wait) {}

    void pass(const Part& part, Steps& out) override {
        if (!has_begun_) {
            has_begun_ = true;
            if (wait_) {
                add_wait(out, *wait_);
            } else {
                add_plain(out, StepKind::Hang);
            }
        }
        if (wait_) forward(part, out);
    }

private:
    std::optional<std::chrono::microseconds> wait_;  // none: for ever
    bool has_begun_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    const bool hangs = TRY(parameters.flag("hang")).value_or(false);
    if (hangs) {
        TRY_VOID(parameters.exclude("hang", "delay"));
        TRY_VOID(parameters.exclude("hang", "jitter"));
        return std::make_unique<Latency>(std::nullopt);
    }
    if (!parameters.has("delay")) {
        if (parameters.has("hang")) TRY_VOID(parameters.need("delay"));
        TRY_VOID(parameters.need_one_of("delay", "hang"));
    }
    std::chrono::microseconds wait = *TRY(parameters.duration("delay"));
    const std::chrono::microseconds jitter =
        TRY(parameters.duration("jitter")).value_or(std::chrono::microseconds(0));
    base::Stream stream{context.seed, {"fault", context.fault_id, "jitter"}, context.match};
    wait += std::chrono::microseconds(stream.below(static_cast<std::uint64_t>(jitter.count()) + 1));
    return std::make_unique<Latency>(wait);
}

constexpr std::array<std::string_view, 3> kParameters = {"delay", "jitter", "hang"};

}  // namespace

const FaultKind kLatencyFault = {"latency", kParameters, false, make};

}  // namespace understudy::http
