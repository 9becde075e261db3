#include "app/today.hpp"

#include <chrono>
#include <string_view>

#include "base/time.hpp"

namespace understudy::app {

std::string today() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    const base::Instant now{std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
    return base::to_rfc3339(now).substr(0, std::string_view("2026-11-16").size());
}

}  // namespace understudy::app
