// What the process says when it ends; the same numbers for every verb. Where several apply, the
// first of 70, 2, 8, 5, 4, 7, 6, 1, 3, 0 is taken.
#pragma once

#include <cstdint>

namespace understudy::app {

enum class ExitCode : std::uint8_t {
    Done = 0,        // done, or the two sides agreed
    Differed = 1,    // differed, or findings
    Misuse = 2,      // a wrong call, or a file that does not load
    Unknown = 3,     // could not be determined
    Stopped = 4,     // by a kill switch or a lock
    NotAllowed = 5,  // effect, target or budget
    GateFailed = 6,  // the fake must change
    Escalated = 7,
    SecretFound = 8,  // nothing was written
    Bug = 70,
    NoRecording = 97,  // a replayed command had no matching recording
};

// The more serious of two.
ExitCode worse(ExitCode a, ExitCode b);

}  // namespace understudy::app
