// Gives a recorded answer: its pieces in their order to both streams, in no time or in the recorded
// one, while standard input is drained, so that whoever writes to it does not break.
#pragma once

#include <cstdint>

#include "cassette/model.hpp"

namespace understudy::shim {

struct PlayOptions {
    std::uint32_t pace = 0;     // thousandths of the recorded times
    bool drains_input = false;  // to its end
};

// Waits until nobody reads our output any more, until who started us is gone, or for ten minutes:
// what hangs because it was told to must not hang for ever. Who ends it by a signal is obeyed.
// True: nobody reads.
bool stall();

// False: nobody reads any more.
bool play(const cassette::Output& output, const PlayOptions& options);

}  // namespace understudy::shim
