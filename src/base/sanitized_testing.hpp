// Is this one of the builds that look for other things than wrong answers, and are several times
// slower? Compilers say so in their own ways. Property tests then try fewer cases; the plain builds
// try them all.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDERSTUDY_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDERSTUDY_IS_SANITIZED 1
#endif
#endif

namespace understudy::base {

#ifdef UNDERSTUDY_IS_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace understudy::base
