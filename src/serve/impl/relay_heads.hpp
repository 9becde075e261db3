// Heads on their way through a relay: what belongs to one connection stays there, everything else
// goes on as it came, in its order and spelling.
#pragma once

#include <string_view>

#include "http/message.hpp"

namespace understudy::serve {

// Does the request ask to go on in another protocol?
bool asks_to_upgrade(const http::RequestHead& request);

// The head for the upstream. `host`: the value of Host; empty: as it came.
http::RequestHead head_for_upstream(const http::RequestHead& request, std::string_view host);

// The head for the program. Of a 101 everything goes on.
http::ResponseHead head_for_program(const http::ResponseHead& answer);

}  // namespace understudy::serve
