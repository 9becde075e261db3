// The error codes of HTTP/2 by name (RFC 9113, section 7).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace understudy::http {

inline constexpr std::uint32_t kH2NoError = 0;
inline constexpr std::uint32_t kH2ProtocolError = 1;
inline constexpr std::uint32_t kH2InternalError = 2;

std::span<const std::string_view> h2_code_names();  // the code is the index
std::optional<std::uint32_t> h2_code_named(std::string_view name);

}  // namespace understudy::http
