// The vendor plane: a request of the vendor's own API is led to its world, and the world's answer
// back to the client.
//
//     Choice choice = choose_world(hub, scope, request);
//     choice.world->apply(...)
//
// Nobody who does not hold a world's key learns anything of it: a wrong key is refused in the
// vendor's words by the pack's lobby, or by the world that listener or host have named.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.hpp"
#include "serve/hub.hpp"
#include "serve/paced.hpp"
#include "world/command.hpp"
#include "world/outcome.hpp"

namespace understudy::serve {

struct Choice {
    std::shared_ptr<RunningWorld> world;  // null: no pack could be told from the request
    world::Call::Key key = world::Call::Key::Accepted;
    std::string credential;
    bool is_lobby = false;  // the answer is a refusal, and nobody's
};

Choice choose_world(const Hub& hub, const Scope& scope, const http::RequestHead& request);

// How the request arrived, as far as the world must know.
struct Arrival {
    Scope scope;
    std::string host;    // without port, in lower case
    std::string origin;  // "http://127.0.0.1:8801"
};

struct VendorAnswer {
    http::ResponseHead head;
    std::shared_ptr<const std::string> body;  // never null
    std::shared_ptr<PacedStream> stream;      // null: the body leaves at once
    std::optional<world::Wire> wire;          // trouble to be made of it on the way out
    // Where the connection is to become a WebSocket: the pack, and its operation.
    std::shared_ptr<const pack::Pack> pack;
    pack::Index socket = pack::kNone;
    // To be called once an answer that was held back has left, or nobody waits for it any more.
    std::function<void()> release;
    // Deliveries are due in this world, and begin once the answer has left.
    std::shared_ptr<RunningWorld> owing;
};

VendorAnswer answer_vendor(Hub& hub, Arrival arrival, http::Request request);
// What is answered instead, if what was done cannot be kept.
VendorAnswer vendor_failure(const base::Error& error);

}  // namespace understudy::serve
