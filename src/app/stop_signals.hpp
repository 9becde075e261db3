// SIGINT, SIGTERM and SIGHUP noted instead of obeyed, while this lives: for work that must clean up
// before it ends.
//
//     const StopSignals stop;
//     ... while (!StopSignals::were_sent()) ...
#pragma once

#include <signal.h>

#include <array>

namespace understudy::app {

class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    // Since the last StopSignals was made.
    static bool were_sent();

private:
    std::array<struct sigaction, 3> before_{};
};

}  // namespace understudy::app
