// WebSocket (RFC 6455) as a byte codec, for both roles. It knows nothing of sockets, time or
// chance: the handshake is ws_handshake.hpp's, the keys a client masks with are handed in.
//
//     WebSocket socket = WebSocket::as_server({});
//     socket.feed(bytes, events);     // WsMessage, WsPing, WsPong, WsClosed, WsRefused
//     socket.send_text("hello");
//     socket.drain(out);              // the frames' bytes
//
// Every rule of the protocol is checked, and the same bytes give the same events however they are
// cut. Pings and the peer's close are answered by the codec. No extension is ever negotiated, so a
// reserved bit is an error; a witness to what two others say can have their messages inflated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "http/encoding.hpp"

namespace understudy::http {

enum class WsOpcode : std::uint8_t {
    Continuation = 0,
    Text = 1,
    Binary = 2,
    Close = 8,
    Ping = 9,
    Pong = 10,
};

// Close codes that the codec itself uses.
inline constexpr std::uint16_t kWsNormal = 1000;
inline constexpr std::uint16_t kWsProtocolError = 1002;
inline constexpr std::uint16_t kWsNoCode = 1005;   // never on the wire: a close without a code
inline constexpr std::uint16_t kWsNoClose = 1006;  // never on the wire: the connection just ended
inline constexpr std::uint16_t kWsNotText = 1007;
inline constexpr std::uint16_t kWsTooLarge = 1009;

// May this code stand in a close frame? 1000-1003, 1007-1014 and 3000-4999 may.
bool is_wire_close_code(std::uint16_t code);

struct WsLimits {
    std::size_t message_bytes = std::size_t{16} * 1024 * 1024;  // close 1009
    // Unsent bytes past which only the newest ping is answered, once they have left (5.5.3).
    std::size_t backlog_bytes = std::size_t{64} * 1024;
};

struct WsMessage {  // whole: its fragments joined
    bool is_text = true;
    std::string bytes;
    friend bool operator==(const WsMessage&, const WsMessage&) = default;
};
struct WsPing {  // answered already
    std::string bytes;
    friend bool operator==(const WsPing&, const WsPing&) = default;
};
struct WsPong {
    std::string bytes;
    friend bool operator==(const WsPong&, const WsPong&) = default;
};
struct WsClosed {  // nothing more will come
    std::uint16_t code = kWsNoCode;
    std::string reason;
    friend bool operator==(const WsClosed&, const WsClosed&) = default;
};
// The peer broke the protocol or a limit. A close frame with this code is ready to drain; what is
// fed from here on is dropped.
struct WsRefused {
    std::uint16_t code = kWsProtocolError;
    base::Error error;
    friend bool operator==(const WsRefused&, const WsRefused&) = default;
};
using WsEvent = std::variant<WsMessage, WsPing, WsPong, WsClosed, WsRefused>;
using WsEvents = std::vector<WsEvent>;

// One frame as it is to stand on the wire, right or wrong.
struct WsFrame {
    bool is_final = true;
    std::uint8_t reserved = 0;  // three bits
    std::uint8_t opcode = static_cast<std::uint8_t>(WsOpcode::Text);
    std::optional<std::uint32_t> mask;
    std::string_view payload;
};
void append_frame(std::string& out, const WsFrame& frame);

// The key of the next frame a client sends. To outsiders it must not be guessable, so a program
// that talks to strangers draws it from the system.
using WsMaskKeys = std::function<std::uint32_t()>;

class WebSocket {
public:
    static WebSocket as_server(const WsLimits& limits);
    static WebSocket as_client(WsMaskKeys keys, const WsLimits& limits);

    // The peer may compress its messages (RFC 7692); ours stay as they are. Before the first feed.
    void inflate_messages(bool keeps_context) { inflater_.emplace(keeps_context); }

    // Takes the peer's next bytes and appends what they mean.
    void feed(std::string_view bytes, WsEvents& events);
    void feed_end(WsEvents& events);  // the connection ended; WsClosed 1006 if nobody closed it

    // False, and nothing is sent, after a close was sent, or if the text is not UTF-8.
    bool send_text(std::string_view text);
    bool send_binary(std::string_view bytes);
    bool send_ping(std::string_view bytes);  // at most 125 bytes
    bool send_pong(std::string_view bytes);
    // kWsNoCode sends an empty close. A reason past 123 bytes is cut. False for a code that may not
    // stand on the wire.
    bool send_close(std::uint16_t code, std::string_view reason);
    // One frame with no questions asked, masked as the role demands: to send in fragments, or to
    // misbehave. A close counts as one.
    void send_frame(bool is_final, WsOpcode opcode, std::string_view payload);
    void send_raw(std::string_view bytes);  // see append_frame

    void drain(std::string& out);  // appends everything that is ready to be sent
    std::size_t backlog() const { return out_.size(); }
    // Both sides have closed, or the peer was refused: end the connection once all is drained. Of
    // two well-behaved peers the server does so first.
    bool wants_close() const { return is_over_; }

private:
    WebSocket(bool is_server, WsMaskKeys keys, const WsLimits& limits);

    // What is known of the frame being read.
    struct Head {
        std::array<unsigned char, 14> bytes{};
        std::size_t size = 0;  // read so far
        std::size_t need = 2;  // to know more
        bool is_final = false;
        std::uint8_t opcode = 0;
        std::uint64_t length = 0;
        std::array<unsigned char, 4> mask{};
    };
    // Takes UTF-8 byte by byte; what may come next depends on the last byte that began a character.
    struct Utf8 {
        unsigned char needed = 0;  // bytes that the character still lacks
        unsigned char low = 0x80;  // bounds of the next one
        unsigned char high = 0xBF;
        bool take(std::string_view bytes);  // false: this is no UTF-8, whatever follows
    };

    bool take_head(std::string_view& bytes, WsEvents& events);
    bool check_first_byte(WsEvents& events);
    bool check_second_byte(WsEvents& events);
    bool check_length(WsEvents& events);
    bool take_payload(std::string_view& bytes, WsEvents& events);
    void end_frame(WsEvents& events);
    void end_message(WsEvents& events);
    void end_close(WsEvents& events);
    void refuse(std::uint16_t code, base::Error error, WsEvents& events);
    bool broken(std::string why, WsEvents& events);
    void append(bool is_final, std::uint8_t opcode, std::string_view payload);

    bool is_server_;
    WsMaskKeys keys_;
    WsLimits limits_;

    Head head_;
    std::uint64_t taken_ = 0;  // of the payload
    bool in_payload_ = false;
    bool in_message_ = false;  // a fragment came that was not the last
    bool is_text_ = false;
    bool is_deflated_ = false;
    std::optional<MessageInflater> inflater_;
    std::string message_;
    std::string control_;  // payload of the control frame being read
    Utf8 utf8_;

    bool has_sent_close_ = false;
    bool is_over_ = false;  // a close came, the connection ended, or the peer was refused
    std::string out_;
    std::optional<std::string> owed_pong_;
};

}  // namespace understudy::http
