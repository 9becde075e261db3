// What a WebSocket sends: see ws.hpp. Only here is anything added to its outgoing bytes.
#include <algorithm>

#include "base/text.hpp"
#include "http/ws.hpp"

namespace understudy::http {

namespace {

constexpr std::size_t kControlBytes = 125;

}  // namespace

bool WebSocket::send_text(std::string_view text) {
    if (has_sent_close_ || !base::is_utf8(text)) return false;
    append(true, static_cast<std::uint8_t>(WsOpcode::Text), text);
    return true;
}

bool WebSocket::send_binary(std::string_view bytes) {
    if (has_sent_close_) return false;
    append(true, static_cast<std::uint8_t>(WsOpcode::Binary), bytes);
    return true;
}

bool WebSocket::send_ping(std::string_view bytes) {
    if (has_sent_close_ || bytes.size() > kControlBytes) return false;
    append(true, static_cast<std::uint8_t>(WsOpcode::Ping), bytes);
    return true;
}

bool WebSocket::send_pong(std::string_view bytes) {
    if (has_sent_close_ || bytes.size() > kControlBytes) return false;
    append(true, static_cast<std::uint8_t>(WsOpcode::Pong), bytes);
    return true;
}

bool WebSocket::send_close(std::uint16_t code, std::string_view reason) {
    if (has_sent_close_) return false;
    std::string payload;
    if (code != kWsNoCode) {
        if (!is_wire_close_code(code) || !base::is_utf8(reason)) return false;
        payload += static_cast<char>(code >> 8U);
        payload += static_cast<char>(code & 0xFFU);
        std::size_t size = std::min(reason.size(), kControlBytes - payload.size());
        // Not in the middle of a character.
        while (size < reason.size() && (static_cast<unsigned char>(reason[size]) & 0xC0U) == 0x80U)
            --size;
        payload += reason.substr(0, size);
    }
    send_frame(true, WsOpcode::Close, payload);
    return true;
}

void WebSocket::send_frame(bool is_final, WsOpcode opcode, std::string_view payload) {
    append(is_final, static_cast<std::uint8_t>(opcode), payload);
    if (opcode == WsOpcode::Close) has_sent_close_ = true;
}

void WebSocket::send_raw(std::string_view bytes) {
    out_ += bytes;
}

void WebSocket::drain(std::string& out) {
    if (owed_pong_ && !has_sent_close_) {
        append(true, static_cast<std::uint8_t>(WsOpcode::Pong), *owed_pong_);
    }
    owed_pong_.reset();
    if (out.empty()) {
        out.swap(out_);
    } else {
        out += out_;
    }
    out_.clear();
}

void WebSocket::append(bool is_final, std::uint8_t opcode, std::string_view payload) {
    WsFrame frame{.is_final = is_final, .opcode = opcode, .mask = {}, .payload = payload};
    if (!is_server_) frame.mask = keys_();
    append_frame(out_, frame);
}

}  // namespace understudy::http
