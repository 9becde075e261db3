// What `reset` and `rst_stream` share: the answer goes on for so many bytes of its body, then one
// last step ends it. Where the body is shorter the step takes the place of its end.
#pragma once

#include "http/fault.hpp"
#include "http/impl/place.hpp"

namespace understudy::http {

// No place: not even the head is sent.
// `last` is Reset or ResetStream, `code` is for the latter.
std::unique_ptr<WireFault> make_cut_off(std::optional<Place> place, StepKind last,
                                        std::uint32_t code, std::string remark);

}  // namespace understudy::http
