#include "http/impl/h2_codes.hpp"

#include <algorithm>
#include <array>

namespace understudy::http {

namespace {

constexpr auto kNames = std::to_array<std::string_view>({
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED",
});

}  // namespace

std::span<const std::string_view> h2_code_names() {
    return kNames;
}

std::optional<std::uint32_t> h2_code_named(std::string_view name) {
    const auto* found = std::ranges::find(kNames, name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - kNames.begin());
}

}  // namespace understudy::http
