// Everything one program started, found and ended.
//
// A program begins as the leader of its own session, so most of its descendants carry its number
// in theirs. Those that leave the session are found by their parents, and those whose parents are
// gone too (daemons) come to us: while a program runs, this process adopts orphans (it is a
// "subreaper"). Of an orphan in a session of its own it is not written whose it was. With one
// program running it is that one's; with several it is the only one's that had started before it,
// and else nobody's until the others have ended. So an orphan may outlive its program for as long
// as another one runs, but never is a program's orphan killed while that program runs.
//
// Children that other code of this process started in our own session are left alone.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/result.hpp"

namespace understudy::io {

class ProcessTree {
public:
    // Calls `spawn`, which starts a session leader and returns its number. No orphan is judged
    // while it runs: the child would look like one.
    static base::Result<std::unique_ptr<ProcessTree>> start(
        const std::function<base::Result<pid_t>()>& spawn);
    ~ProcessTree();  // ends it
    ProcessTree(const ProcessTree&) = delete;
    ProcessTree& operator=(const ProcessTree&) = delete;

    pid_t leader() const { return leader_; }

    // Sends it to everything that is there now.
    void signal(int number) const;

    struct Ended {
        std::optional<int> code;
        int signal = 0;
        std::size_t survivors = 0;
    };
    // Kills what is left of it, again and again until nothing new appears, and takes the leader's
    // status, which it keeps until now: its number, and with it the session's, stays taken.
    Ended end();
    // For a leader that has ended by itself: takes its status and lets the others go on.
    Ended leave();

private:
    friend struct ProcessTrees;
    explicit ProcessTree(pid_t leader) : leader_(leader) {}

    pid_t leader_ = 0;
    std::uint64_t started_ = 0;
    std::optional<Ended> ended_;
    ProcessTree* next_ = nullptr;  // in the list of those that run
};

}  // namespace understudy::io
