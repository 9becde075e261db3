// ASSERT(condition, "why it must hold"): for our own mistakes, in every build, never for user
// input. A failed assertion prints a bug-report line and exits with 70.
#pragma once

namespace understudy::base {

[[noreturn]] void assertion_failed(const char* condition, const char* why, const char* file,
                                   int line);

}  // namespace understudy::base

#define ASSERT(condition, why)                                                              \
    do {                                                                                    \
        if (!(condition)) [[unlikely]]                                                      \
            ::understudy::base::assertion_failed(#condition, why, __FILE_NAME__, __LINE__); \
    } while (false)
