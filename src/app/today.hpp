// The day this run happens on, for what expires.
#pragma once

#include <string>

namespace understudy::app {

std::string today();  // "2026-11-16", in UTC

}  // namespace understudy::app
