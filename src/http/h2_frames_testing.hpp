// Frames of HTTP/2 written by hand, for tests in which a peer misbehaves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace understudy::http {

// Kinds of frames, and the flags that are used here.
inline constexpr std::uint8_t kData = 0;
inline constexpr std::uint8_t kHeaders = 1;
inline constexpr std::uint8_t kRstStream = 3;
inline constexpr std::uint8_t kSettings = 4;
inline constexpr std::uint8_t kPushPromise = 5;
inline constexpr std::uint8_t kPing = 6;
inline constexpr std::uint8_t kGoaway = 7;
inline constexpr std::uint8_t kWindowUpdate = 8;
inline constexpr std::uint8_t kContinuation = 9;
inline constexpr std::uint8_t kEndStream = 1;
inline constexpr std::uint8_t kAck = 1;
inline constexpr std::uint8_t kEndHeaders = 4;

inline std::string frame(std::uint8_t kind, std::uint8_t flags, std::uint32_t stream,
                         std::string_view payload) {
    const auto byte = [](std::size_t number, unsigned shift) {
        return static_cast<char>((number >> shift) & 0xffU);
    };
    std::string out;
    for (const unsigned shift : {16U, 8U, 0U}) out += byte(payload.size(), shift);
    out += static_cast<char>(kind);
    out += static_cast<char>(flags);
    for (const unsigned shift : {24U, 16U, 8U, 0U}) out += byte(stream, shift);
    out += payload;
    return out;
}

// The kinds of the frames these bytes are made of.
inline std::vector<std::uint8_t> kinds_of(std::string_view bytes) {
    constexpr std::size_t kHead = 9;
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
    };
    std::vector<std::uint8_t> kinds;
    while (bytes.size() >= kHead) {
        kinds.push_back(static_cast<std::uint8_t>(byte(3)));
        const std::size_t length = (byte(0) << 16U) + (byte(1) << 8U) + byte(2);
        bytes.remove_prefix(std::min(bytes.size(), kHead + length));
    }
    return kinds;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

// HPACK in its plainest form: every field a literal that is not remembered. Texts below 127 bytes.
inline std::string header_block(const Pairs& fields) {
    std::string out;
    for (const auto& [name, value] : fields) {
        out += '\0';
        out += static_cast<char>(name.size());
        out += name;
        out += static_cast<char>(value.size());
        out += value;
    }
    return out;
}

inline std::string headers_frame(std::uint32_t stream, std::uint8_t flags, const Pairs& fields) {
    return frame(kHeaders, flags, stream, header_block(fields));
}

inline Pairs get_fields() {
    return {{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {":authority", "x"}};
}

}  // namespace understudy::http
