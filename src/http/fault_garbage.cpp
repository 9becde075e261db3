// `garbage`: random-looking bytes instead of an answer, then the connection is closed. The same
// seed, fault and call give the same bytes.
#include <array>

#include "base/seed.hpp"
#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

constexpr std::uint64_t kMostBytes = 1024 * 1024;

class Garbage : public WireFault {
public:
    Garbage(std::uint64_t bytes, base::Stream stream) : bytes_(bytes), stream_(stream) {}

    void pass(const Part&, Steps& out) override {
        if (is_over_) return;
        std::string garbage;
        garbage.reserve(bytes_);
        for (std::uint64_t i = 0; i < bytes_; ++i) garbage += static_cast<char>(stream_.below(256));
        add_raw(out, std::move(garbage));
        add_plain(out, StepKind::Close);
        is_over_ = true;
    }

private:
    std::uint64_t bytes_;
    base::Stream stream_;
    bool is_over_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    TRY_VOID(parameters.need("bytes"));
    const std::uint64_t bytes = *TRY(parameters.count("bytes", 1, kMostBytes));
    return std::make_unique<Garbage>(
        bytes, base::Stream{context.seed, {"fault", context.fault_id, "garbage"}, context.match});
}

constexpr std::array<std::string_view, 1> kParameters = {"bytes"};

}  // namespace

const FaultKind kGarbageFault = {"garbage", kParameters, false, make};

}  // namespace understudy::http
