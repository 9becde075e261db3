// Answers every request with the same bytes.
#pragma once

#include <string>

#include "io/server.hpp"

namespace understudy::serve {

io::Accept fixed_answer(http::ResponseHead head, std::string body);

}  // namespace understudy::serve
