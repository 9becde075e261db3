// Webhooks that were recorded, sent again to the receiver under test: at their place in the order,
// signed anew where a secret is given, and what the receiver answers held against what it answered
// then.
//
//     auto callbacks = TRY(Callbacks::make(*replayer, {.url = "http://127.0.0.1:3000"}));
//     callbacks->begin();           // those that no call precedes
//     callbacks->after(number);     // those that follow this call; from any thread
//
// These are the only connections that replaying makes, and they go to this machine unless a host
// was allowed.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "serve/replayer.hpp"

namespace understudy::serve {

struct CallbackOptions {
    std::string url;  // with a path: all go there; without: each to its recorded path
    std::vector<std::string> allowed_hosts;  // beside this machine
    std::string secret;                      // empty: signatures stay as they were recorded
    std::uint32_t pace = 0;                  // thousandths of the recorded times
    std::chrono::milliseconds longest{std::chrono::seconds(10)};  // of one
    std::function<void(const base::Error& error)> told;           // from a thread of its own
};

class Callbacks {
public:
    // replay.bad_callback. The replayer outlives it.
    static base::Result<std::unique_ptr<Callbacks>> make(const Replayer& replayer,
                                                         CallbackOptions options);
    ~Callbacks();
    Callbacks(const Callbacks&) = delete;
    Callbacks& operator=(const Callbacks&) = delete;

    void begin();
    void after(std::uint32_t number);
    // Waits for the one that is under way; what is not due yet is not sent.
    void stop();

    struct Counts {
        std::size_t recorded = 0;
        std::size_t sent = 0;
        std::size_t differed = 0;  // or could not be delivered
    };
    Counts counts() const;

private:
    struct State;
    explicit Callbacks(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// How many webhooks the recordings hold.
std::size_t count_webhooks(const Replayer& replayer);

}  // namespace understudy::serve
