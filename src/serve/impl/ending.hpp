// An answer that broke off when it was recorded, and breaks off again. Laid over another fault, if
// there is one.
#pragma once

#include <memory>

#include "cassette/model.hpp"
#include "http/fault.hpp"

namespace understudy::serve {

std::unique_ptr<http::WireFault> ending_with(cassette::StreamEnd end, http::Version version,
                                             std::unique_ptr<http::WireFault> inner);

}  // namespace understudy::serve
