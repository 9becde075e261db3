// `missing_event`: one event of a stream does not come; those around it do. With `last` it is the
// one that says that the stream is over.
#include <array>

#include "http/impl/event_fault.hpp"

namespace understudy::http {

namespace {

class MissingEvent final : public EventFault {
public:
    using EventFault::EventFault;

private:
    std::optional<std::string> instead_of(std::string_view) const override { return ""; }
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    return std::make_unique<MissingEvent>(TRY(event_at(parameters)), context.limits.held_bytes);
}

constexpr std::array<std::string_view, 2> kParameters = {kAtEvent, kLast};

}  // namespace

const FaultKind kMissingEventFault = {"missing_event", kParameters, true, make};

}  // namespace understudy::http
