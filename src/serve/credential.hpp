// Where a request carries its API key: the places the pack declares, in order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/message.hpp"
#include "pack/pack.hpp"

namespace understudy::serve {

// What stands at this place, bytes as they came; empty if there is nothing.
std::string credential_at(const pack::AuthPlace& place, const http::RequestHead& request);
// Those that are there and not empty, in the order of the places.
std::vector<std::string> credentials_of(const pack::Auth& auth, const http::RequestHead& request);

// The control plane's: `Authorization: Bearer KEY`; empty if there is none.
std::string_view bearer_of(const http::RequestHead& request);

}  // namespace understudy::serve
