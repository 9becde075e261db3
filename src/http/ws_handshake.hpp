// How an HTTP/1.1 connection becomes a WebSocket (RFC 6455, section 4). Heads in, heads out; the
// bytes are the HTTP codec's, and after the 101 they are ws.hpp's.
//
//     auto answer = accept_handshake(request, "chat");
//     codec.upgrade(stream, answer ? *answer : ...)     // refuse_handshake(answer.error())
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "http/message.hpp"

namespace understudy::http {

// The value of Sec-WebSocket-Accept that proves the key was read.
std::string accept_key(std::string_view key);

// Does the request ask for a WebSocket, well or badly? What a router wants to know.
bool asks_for_websocket(const RequestHead& request);

// The subprotocols a client offers, best first; views into the request.
std::vector<std::string_view> offered_subprotocols(const RequestHead& request);

// The 101 to a good request. `subprotocol` is one of those offered, or empty for none. Extensions
// are never accepted.
base::Result<ResponseHead> accept_handshake(const RequestHead& request,
                                            std::string_view subprotocol = {});

// The answer to a bad one: 426 naming version 13 if that is what is wrong, else 400.
ResponseHead refuse_handshake(const base::Error& error);

// What a client sends: `request` with the headers of the handshake added. `key` is 16 random bytes
// in base64.
RequestHead make_handshake(RequestHead request, std::string_view key);

// Is this the answer to make_handshake with that key? `offered` are the subprotocols asked for.
base::Result<void> check_handshake(const ResponseHead& answer, std::string_view key,
                                   std::span<const std::string_view> offered = {});

// What client and server have agreed on beyond the protocol itself, as the answer says: for those
// who listen to others. RFC 7692 is the only extension we know.
struct WsAgreed {
    bool deflates = false;
    bool client_keeps_context = true;
    bool server_keeps_context = true;
    bool is_known = true;  // false: what the frames mean nobody here can tell
};
WsAgreed agreed_extensions(const ResponseHead& answer);

}  // namespace understudy::http
