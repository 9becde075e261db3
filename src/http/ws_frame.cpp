// The parts of ws.hpp that have no state: frames as bytes, masking, close codes.
#include "http/impl/ws_frame.hpp"

#include <cstring>

#include "http/ws.hpp"

namespace understudy::http {

bool is_wire_close_code(std::uint16_t code) {
    if (code >= 1000 && code <= 1014) return code < 1004 || code > 1006;
    return code >= 3000 && code <= 4999;
}

std::array<unsigned char, 4> mask_bytes(std::uint32_t mask) {
    return {static_cast<unsigned char>(mask >> 24U), static_cast<unsigned char>(mask >> 16U),
            static_cast<unsigned char>(mask >> 8U), static_cast<unsigned char>(mask)};
}

void append_masked(std::string& out, std::string_view bytes,
                   const std::array<unsigned char, 4>& mask, std::uint64_t offset) {
    std::array<unsigned char, 8> turned{};
    for (std::size_t i = 0; i < turned.size(); ++i) turned[i] = mask[(offset + i) % 4];
    std::uint64_t word_mask = 0;
    std::memcpy(&word_mask, turned.data(), 8);
    const std::size_t start = out.size();
    out.append(bytes);
    char* at = out.data() + start;
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        word ^= word_mask;
        std::memcpy(at, &word, 8);
    }
    for (std::size_t i = 0; i < left; ++i) {
        at[i] = static_cast<char>(static_cast<unsigned char>(at[i]) ^ turned[i]);
    }
}

void append_frame(std::string& out, const WsFrame& frame) {
    const auto put = [&out](std::uint64_t byte) { out += static_cast<char>(byte & 0xFFU); };
    const std::uint64_t length = frame.payload.size();
    const unsigned masked = frame.mask ? 0x80U : 0U;
    put((frame.is_final ? 0x80U : 0U) | ((frame.reserved & 7U) << 4U) | (frame.opcode & 0x0FU));
    if (length < 126) {
        put(masked | length);
    } else {
        const unsigned width = length < 65'536 ? 2 : 8;
        put(masked | (width == 2 ? 126U : 127U));
        for (unsigned i = width; i > 0; --i) put(length >> (8U * (i - 1)));
    }
    if (!frame.mask) {
        out += frame.payload;
        return;
    }
    const std::array<unsigned char, 4> mask = mask_bytes(*frame.mask);
    for (const unsigned char byte : mask) put(byte);
    append_masked(out, frame.payload, mask, 0);
}

}  // namespace understudy::http
