// Masking, shared by the sender and the reader of WebSocket frames.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace understudy::http {

std::array<unsigned char, 4> mask_bytes(std::uint32_t mask);  // in wire order

// Masking undoes itself. `offset` is the place of `bytes` in the payload.
void append_masked(std::string& out, std::string_view bytes,
                   const std::array<unsigned char, 4>& mask, std::uint64_t offset);

}  // namespace understudy::http
