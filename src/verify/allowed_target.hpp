// Which services may be called by a machine that makes up its own calls: this machine, and the
// hosts that somebody has named.
//
//     TRY_VOID(allow_target("https://sandbox.example.test", {"*.example.test"}));
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace understudy::verify {

// `*` in a host stands for any text; a host without a port allows all ports.
// explore.host_not_allowed; Code::HttpBadUrl.
base::Result<void> allow_target(std::string_view url, std::span<const std::string> hosts);

}  // namespace understudy::verify
