// Reading WebSocket frames: see ws.hpp. Each check is made at the first byte that decides it, so
// the moment at which the peer is refused does not depend on how the bytes were cut. No memory is
// set aside for what a frame merely announces.
#include "http/ws.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/impl/ws_frame.hpp"

namespace understudy::http {

namespace {

constexpr std::uint8_t kControlBit = 8;

bool is_control(std::uint8_t opcode) {
    return (opcode & kControlBit) != 0;
}

bool is_known(std::uint8_t opcode) {
    return opcode <= static_cast<std::uint8_t>(WsOpcode::Binary) ||
           (opcode >= static_cast<std::uint8_t>(WsOpcode::Close) &&
            opcode <= static_cast<std::uint8_t>(WsOpcode::Pong));
}

base::Error bad_frame(std::string why) {
    return {base::Code::HttpBadFrame, {{"why", std::move(why)}}, {}, {}};
}

}  // namespace

WebSocket::WebSocket(bool is_server, WsMaskKeys keys, const WsLimits& limits)
    : is_server_(is_server), keys_(std::move(keys)), limits_(limits) {}

WebSocket WebSocket::as_server(const WsLimits& limits) {
    return {true, {}, limits};
}

WebSocket WebSocket::as_client(WsMaskKeys keys, const WsLimits& limits) {
    ASSERT(keys, "a client masks what it sends");
    return {false, std::move(keys), limits};
}

void WebSocket::feed(std::string_view bytes, WsEvents& events) {
    while (!is_over_) {
        if (!in_payload_ && !take_head(bytes, events)) return;
        if (!take_payload(bytes, events)) return;
        end_frame(events);
    }
}

void WebSocket::feed_end(WsEvents& events) {
    if (is_over_) return;
    is_over_ = true;
    has_sent_close_ = true;  // there is nobody to send one to
    events.emplace_back(WsClosed{kWsNoClose, {}});
}

// True once the head is whole and good.
bool WebSocket::take_head(std::string_view& bytes, WsEvents& events) {
    while (head_.size < head_.need) {
        if (bytes.empty()) return false;
        head_.bytes[head_.size++] = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        if (head_.size == 1 && !check_first_byte(events)) return false;
        if (head_.size == 2 && !check_second_byte(events)) return false;
    }
    if (!check_length(events)) return false;
    if (is_server_) std::copy_n(head_.bytes.begin() + (head_.need - 4), 4, head_.mask.begin());
    in_payload_ = true;
    taken_ = 0;
    return true;
}

bool WebSocket::check_first_byte(WsEvents& events) {
    const unsigned first = head_.bytes[0];
    head_.is_final = (first & 0x80U) != 0;
    head_.opcode = static_cast<std::uint8_t>(first & 0x0FU);
    const bool is_message = head_.opcode == static_cast<std::uint8_t>(WsOpcode::Text) ||
                            head_.opcode == static_cast<std::uint8_t>(WsOpcode::Binary);
    const unsigned allowed = inflater_ && is_message ? 0x40U : 0U;
    if ((first & 0x70U & ~allowed) != 0) return broken("a reserved bit is set", events);
    if (!is_known(head_.opcode)) {
        return broken("the opcode " + std::to_string(head_.opcode) + " means nothing", events);
    }
    if (is_control(head_.opcode)) {
        return head_.is_final || broken("a control frame comes in fragments", events);
    }
    const bool continues = head_.opcode == static_cast<std::uint8_t>(WsOpcode::Continuation);
    if (continues && !in_message_) return broken("a continuation of nothing", events);
    if (!continues && in_message_) {
        return broken("a new message begins before the last one ended", events);
    }
    if (!continues) {
        is_text_ = head_.opcode == static_cast<std::uint8_t>(WsOpcode::Text);
        is_deflated_ = (first & 0x40U) != 0;
        in_message_ = true;
        utf8_ = {};
    }
    return true;
}

bool WebSocket::check_second_byte(WsEvents& events) {
    const unsigned second = head_.bytes[1];
    const bool is_masked = (second & 0x80U) != 0;
    const unsigned length = second & 0x7FU;
    if (is_masked != is_server_) {
        return broken(is_server_ ? "a client's frame is not masked" : "a server's frame is masked",
                      events);
    }
    if (is_control(head_.opcode) && length > 125) {
        return broken("a control frame is longer than 125 bytes", events);
    }
    head_.length = length;
    head_.need = 2U + (length == 126 ? 2U : length == 127 ? 8U : 0U) + (is_masked ? 4U : 0U);
    return true;
}

bool WebSocket::check_length(WsEvents& events) {
    const std::size_t width = head_.length == 126 ? 2 : head_.length == 127 ? 8 : 0;
    if (width != 0) {
        head_.length = 0;
        for (std::size_t i = 0; i < width; ++i) {
            head_.length = head_.length << 8U | head_.bytes[2 + i];
        }
        if ((head_.length >> 63U) != 0) return broken("a length has its top bit set", events);
        if (head_.length < (width == 2 ? 126U : 65'536U)) {
            return broken("a length is written in more bytes than it needs", events);
        }
    }
    const std::uint64_t room = limits_.message_bytes - message_.size();
    if (!is_control(head_.opcode) && head_.length > room) {
        refuse(kWsTooLarge,
               {base::Code::HttpMessageTooLarge,
                {{"limit", base::with_thousands(limits_.message_bytes)}},
                {},
                {}},
               events);
        return false;
    }
    return true;
}

// True once the payload is whole and good.
bool WebSocket::take_payload(std::string_view& bytes, WsEvents& events) {
    const auto size =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), head_.length - taken_));
    std::string& into = is_control(head_.opcode) ? control_ : message_;
    const std::size_t start = into.size();
    append_masked(into, bytes.substr(0, size), head_.mask, taken_);
    bytes.remove_prefix(size);
    taken_ += size;
    const bool is_whole = taken_ == head_.length;
    if (!is_control(head_.opcode) && is_text_ && !is_deflated_) {
        const bool good = utf8_.take(std::string_view(into).substr(start));
        const bool ends = is_whole && head_.is_final;
        if (!good || (ends && utf8_.needed != 0)) {
            refuse(kWsNotText, bad_frame("a text is not UTF-8"), events);
            return false;
        }
    }
    return is_whole;
}

void WebSocket::end_frame(WsEvents& events) {
    const auto opcode = static_cast<WsOpcode>(head_.opcode);
    const bool is_final = head_.is_final;
    head_ = {};
    in_payload_ = false;
    switch (opcode) {
        case WsOpcode::Close: return end_close(events);
        case WsOpcode::Ping:
            if (out_.size() > limits_.backlog_bytes) {
                owed_pong_ = control_;
            } else {
                send_pong(control_);
            }
            events.emplace_back(WsPing{std::move(control_)});
            control_.clear();
            return;
        case WsOpcode::Pong:
            events.emplace_back(WsPong{std::move(control_)});
            control_.clear();
            return;
        case WsOpcode::Continuation:
        case WsOpcode::Text:
        case WsOpcode::Binary: break;
    }
    if (is_final) end_message(events);
}

void WebSocket::end_message(WsEvents& events) {
    in_message_ = false;
    if (is_deflated_) {
        auto plain = inflater_->inflate(message_, limits_.message_bytes);
        if (!plain) {
            const bool is_large = plain.error().code == base::Code::HttpDecodedTooLarge;
            return refuse(is_large ? kWsTooLarge : kWsNotText, plain.error(), events);
        }
        if (is_text_ && !base::is_utf8(*plain)) {
            return refuse(kWsNotText, bad_frame("a text is not UTF-8"), events);
        }
        message_ = std::move(*plain);
    }
    events.emplace_back(WsMessage{is_text_, std::move(message_)});
    message_.clear();
}

void WebSocket::end_close(WsEvents& events) {
    WsClosed closed;
    if (!control_.empty()) {
        if (control_.size() == 1) {
            broken("a close frame has one byte, half a code", events);
            return;
        }
        closed.code = static_cast<std::uint16_t>(static_cast<unsigned char>(control_[0]) << 8U |
                                                 static_cast<unsigned char>(control_[1]));
        closed.reason = control_.substr(2);
        if (!is_wire_close_code(closed.code)) {
            broken("the close code " + std::to_string(closed.code) + " may not be sent", events);
            return;
        }
        if (!base::is_utf8(closed.reason)) {
            return refuse(kWsNotText, bad_frame("the reason of a close is not UTF-8"), events);
        }
    }
    is_over_ = true;
    send_close(closed.code, {});  // the answer, unless ours was first
    events.emplace_back(std::move(closed));
}

bool WebSocket::broken(std::string why, WsEvents& events) {
    refuse(kWsProtocolError, bad_frame(std::move(why)), events);
    return false;
}

void WebSocket::refuse(std::uint16_t code, base::Error error, WsEvents& events) {
    is_over_ = true;
    message_ = {};
    send_close(code, error.arg("why"));
    events.emplace_back(WsRefused{code, std::move(error)});
}

bool WebSocket::Utf8::take(std::string_view bytes) {
    for (const char byte : bytes) {
        const auto c = static_cast<unsigned char>(byte);
        if (needed != 0) {
            if (c < low || c > high) return false;
            --needed;
            low = 0x80;
            high = 0xBF;
        } else if (c >= 0x80) {
            if (c < 0xC2 || c > 0xF4) return false;
            needed = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
            if (c == 0xE0) low = 0xA0;   // no overlong forms
            if (c == 0xED) high = 0x9F;  // no surrogates
            if (c == 0xF0) low = 0x90;
            if (c == 0xF4) high = 0x8F;  // nothing above U+10FFFF
        }
    }
    return true;
}

}  // namespace understudy::http
