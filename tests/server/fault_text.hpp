// A wire fault from its text, for tests whose room does not read JSON.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/fault.hpp"
#include "json/parse.hpp"

namespace understudy::tests {

inline base::Result<std::unique_ptr<http::WireFault>> fault_from(
    std::string_view text, const http::FaultContext& context) {
    return http::make_fault(TRY(json::parse(std::string(text))), context);
}

}  // namespace understudy::tests
