// One kind of wire fault: its row in the table of fault.cpp. Each kind is a file of its own that
// defines one of the constants below and nothing else that others see.
#pragma once

#include "http/fault.hpp"
#include "http/impl/fault_parameters.hpp"

namespace understudy::http {

using MadeFault = base::Result<std::unique_ptr<WireFault>>;

struct FaultKind {
    std::string_view name;
    std::span<const std::string_view> parameters;
    bool damages_answer = false;
    MadeFault (*make)(const FaultParameters&, const FaultContext&) = nullptr;
};

extern const FaultKind kLatencyFault;
extern const FaultKind kResetFault;
extern const FaultKind kTruncateFault;
extern const FaultKind kMalformedChunkFault;
extern const FaultKind kMalformedEventFault;
extern const FaultKind kDripFault;
extern const FaultKind kStallFault;
extern const FaultKind kWrongLengthFault;
extern const FaultKind kStreamCutFault;
extern const FaultKind kMissingEventFault;
extern const FaultKind kDuplicateEventFault;
extern const FaultKind kChangedEventFault;
extern const FaultKind kErrorEventFault;
extern const FaultKind kEmptyFault;
extern const FaultKind kGarbageFault;
extern const FaultKind kGoAwayFault;
extern const FaultKind kRstStreamFault;

}  // namespace understudy::http
