// A key in a request, in the place where the service looks for it first.
#pragma once

#include <string_view>

#include "http/message.hpp"
#include "pack/pack.hpp"

namespace understudy::app {

void present_key(http::RequestHead& head, const pack::Auth& auth, std::string_view key);

}  // namespace understudy::app
