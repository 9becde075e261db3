// Carries webhooks to their receivers: attempts that worlds have begun are made as real requests,
// on a thread of their own, and what came of them goes back as a command. Also wakes worlds whose
// time passes by itself when something in them falls due.
//
//     Courier courier(journal, {});
//     hub.set_errands(&courier);
//
// The host sink.localhost is answered here, without a socket: 204, or the status that the path
// begins with (http://sink.localhost/500). Whoever only wants to see what would be sent uses it.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "serve/running.hpp"
#include "world/journal.hpp"

namespace understudy::serve {

inline constexpr std::string_view kSinkHost = "sink.localhost";

struct CourierOptions {
    std::chrono::milliseconds longest{std::chrono::seconds(30)};  // for any attempt
    std::string authorities;  // whom https receivers may be signed by; empty: the system's store
};

class Courier final : public Errands {
public:
    Courier(world::Journal& journal, CourierOptions options);
    ~Courier() override;
    Courier(const Courier&) = delete;
    Courier& operator=(const Courier&) = delete;

    // From any thread.
    void deliver(std::shared_ptr<RunningWorld> world, std::vector<world::Begun> begun,
                 std::uint64_t era) override;
    void abandon(std::uint64_t serial, std::uint64_t era) override;
    void wake(std::weak_ptr<RunningWorld> world, std::chrono::nanoseconds after) override;

    // Nothing is sent or reported from here on. Not from its own thread.
    void stop();

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace understudy::serve
