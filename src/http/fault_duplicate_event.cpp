// `duplicate_event`: one event of a stream comes twice, as if it had been sent again after a doubt.
#include <array>

#include "http/impl/event_fault.hpp"

namespace understudy::http {

namespace {

class DuplicateEvent final : public EventFault {
public:
    using EventFault::EventFault;

private:
    std::optional<std::string> instead_of(std::string_view event) const override {
        return std::string(event) + std::string(event);
    }
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    return std::make_unique<DuplicateEvent>(TRY(event_at(parameters)), context.limits.held_bytes);
}

constexpr std::array<std::string_view, 2> kParameters = {kAtEvent, kLast};

}  // namespace

const FaultKind kDuplicateEventFault = {"duplicate_event", kParameters, true, make};

}  // namespace understudy::http
