// The control plane, under /__admin__/: worlds are made, looked at and reset here. The generic JSON
// of docs/reference/control-api.md, the same for every pack.
//
//     Control control(hub, {.product = "understudy 0.1.0"});
//     control.answer(request, scope);           // an http::Response, never a vendor's
//
// All routes stand in one table (control_routes.cpp). The OpenAPI document is made from the table
// that dispatches, so the two cannot differ.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/message.hpp"
#include "json/value.hpp"
#include "serve/hub.hpp"

namespace understudy::serve {

inline constexpr std::string_view kControlPrefix = "/__admin__";
inline constexpr int kContract = 1;
inline constexpr std::size_t kControlBodyBytes = std::size_t{16} << 20;

bool is_control_path(std::string_view path_and_query);

struct ControlOptions {
    std::string version;  // of the product: "0.1.0"
    // Opens a listener for one world, and closes it again. None: worlds share what there is.
    std::function<base::Result<Reach>(const std::string& address, const Door& door)> open;
    std::function<void(std::uint64_t world)> close;
    std::string host = "127.0.0.1";  // where such listeners are opened
};

// An answer that does not end: frames of the world's journal, after this position.
struct FeedOrder {
    std::shared_ptr<RunningWorld> world;
    std::uint64_t after = 0;
};

struct ControlAnswer {
    http::ResponseHead head;
    std::string body;
    std::optional<FeedOrder> feed;  // instead of the body
    // Instead of everything: calls its argument once with the answer, now or from another thread.
    std::function<void(std::function<void(ControlAnswer)>)> later;
    // Deliveries are due in this world, and begin once the answer has left.
    std::shared_ptr<RunningWorld> owing;
};

class Control {
public:
    Control(Hub& hub, ControlOptions options);
    ~Control();
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;

    // From any thread. `body` is at most kControlBodyBytes + 1 long: one more byte says that there
    // was too much.
    ControlAnswer answer(const http::RequestHead& request, std::string_view body,
                         const Scope& scope) const;
    // What is answered instead, if what was done cannot be kept.
    static ControlAnswer failure(const base::Error& error);

    const json::Value& document() const;  // OpenAPI 3.1

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace understudy::serve
