// How long something was waited for, as errors say it: 1.5s, 10s.
#pragma once

#include <chrono>
#include <string>

#include "base/time.hpp"

namespace understudy::io {

inline std::string limit_text(std::chrono::milliseconds limit) {
    return base::to_text(base::Duration{
        limit.count() / 1000, static_cast<std::int32_t>(limit.count() % 1000 * 1'000'000)});
}

}  // namespace understudy::io
