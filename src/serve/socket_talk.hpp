// A WebSocket of the vendor plane. Each message is a call of the operation that the pack names for
// its type, and the stream that answers it comes back as messages: faults, pins and traces are
// those of any call.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "http/ws.hpp"
#include "io/exchange.hpp"
#include "pack/pack.hpp"
#include "serve/vendor.hpp"

namespace understudy::serve {

class SocketTalk : public std::enable_shared_from_this<SocketTalk> {
public:
    // The pack and its operation outlive the hub's worlds. `arrival` is how the handshake came.
    SocketTalk(std::shared_ptr<io::Exchange> exchange, Hub& hub, Arrival arrival,
               std::shared_ptr<const pack::Pack> pack, pack::Index operation);

    void start();  // answers the handshake, well or badly
    void feed(std::string_view bytes);
    void feed_end();
    void stop() { is_over_ = true; }

private:
    void take(http::WsEvents& events);
    void hear(const http::WsMessage& message);
    void call(const pack::MessageRule& rule, json::Value message);
    void tell(const VendorAnswer& answer);
    void tell_error(const VendorAnswer& answer);
    void close(std::uint16_t code, std::string_view reason);
    void flush();

    std::shared_ptr<io::Exchange> exchange_;
    Hub& hub_;
    Arrival arrival_;
    std::shared_ptr<const pack::Pack> pack_;
    const pack::Operation& operation_;
    http::WebSocket socket_;
    bool is_over_ = false;
};

}  // namespace understudy::serve
