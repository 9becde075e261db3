// Any cut of the same bytes must give the same events and the same answers, in both roles.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/ws.hpp"

using namespace understudy;

namespace {

struct Heard {
    http::WsEvents events;
    std::string sent;
    bool wants_close = false;
};

Heard hear(std::string_view bytes, std::size_t step, bool is_server, bool inflates) {
    const http::WsLimits limits{.message_bytes = 1000, .backlog_bytes = 4096};
    http::WebSocket socket = is_server
                                 ? http::WebSocket::as_server(limits)
                                 : http::WebSocket::as_client([] { return 0x01020304U; }, limits);
    if (inflates) socket.inflate_messages(true);
    Heard heard;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        socket.feed(bytes.substr(at, step), heard.events);
    }
    heard.wants_close = socket.wants_close();
    socket.feed_end(heard.events);
    socket.drain(heard.sent);
    return heard;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const bool is_server = (data[0] & 0x80U) != 0;
    const bool inflates = (data[0] & 0x40U) != 0;
    const std::size_t step = data[0] % 17U + 1U;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Heard whole = hear(bytes, bytes.size() + 1, is_server, inflates);
    const Heard pieces = hear(bytes, step, is_server, inflates);
    if (whole.events != pieces.events || whole.sent != pieces.sent) std::abort();
    if (whole.wants_close != pieces.wants_close) std::abort();
    // One end at most, and nothing after it.
    for (std::size_t i = 0; i < whole.events.size(); ++i) {
        const bool ends = std::holds_alternative<http::WsClosed>(whole.events[i]) ||
                          std::holds_alternative<http::WsRefused>(whole.events[i]);
        if (ends != (i + 1 == whole.events.size())) std::abort();
    }
    return 0;
}
