// Runs a consumer with captured bytes on its standard input and keeps what it prints. Bounded in
// time and output.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "fixture/replay.hpp"

namespace understudy::app {

inline constexpr std::size_t kConsumerOutput = std::size_t{64} << 20U;
inline constexpr std::size_t kMostRuns = 10'000;

struct ConsumerCall {
    std::vector<std::string> command;
    bool runs_for_each = false;               // once for each record, instead of once for all
    std::chrono::milliseconds limit{60'000};  // of all runs together
};

fixture::Played play_consumer(const ConsumerCall& call, const fixture::ReplayFeed& feed);

}  // namespace understudy::app
