// Answers requests from recordings: heads, bodies, event streams, WebSockets and other upgrades, as
// they were recorded, over HTTP/1.1 and HTTP/2, directly and as a forward proxy for any host.
//
//     auto server = TRY(io::Server::start(options, replay(*replayer, {.pace = 0})));
//
// No connection is ever made from here. A call that no recording answers gets 501 with the nearest
// recordings in its body.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/server.hpp"
#include "serve/answers.hpp"
#include "serve/replay_fault.hpp"
#include "serve/replayer.hpp"

namespace understudy::serve {

// 501 and not another: it says that the stand-in lacks something, no service in its right mind
// sends it, and clients that would try it again are told not to.
inline constexpr int kMissStatus = 501;

struct ReplayOptions {
    std::uint32_t pace = 0;  // thousandths of the recorded times; 0: all at once
    std::vector<std::shared_ptr<ReplayFault>> faults;
    // Told from the loops' threads, several at once.
    std::function<void(const base::Error& error)> told;  // what went wrong with a call
    std::function<void(std::uint32_t number)> answered;  // for the first time
};

// The replayer must outlive the server.
io::Accept replay(Replayer& replayer, ReplayOptions options);

// For a relay, which looks for a recording first. An answer that `is_usable` refuses is none.
std::unique_ptr<Answers> recorded_answers(
    Replayer& replayer, ReplayOptions options,
    std::function<bool(const Replayer::Taken& taken)> is_usable);

// The answer to a call without a recording.
std::string miss_body(const Replayer::Miss& miss);

}  // namespace understudy::serve
