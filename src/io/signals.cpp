#include "io/signals.hpp"

#include <pthread.h>
#include <csignal>

namespace understudy::io {

namespace {

sigset_t stop_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

void hold_stop_signals() {
    std::signal(SIGPIPE, SIG_IGN);
    const sigset_t set = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

int wait_for_stop_signal() {
    const sigset_t set = stop_signals();
    int caught = 0;
    while (::sigwait(&set, &caught) != 0) {
    }
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    return caught;
}

}  // namespace understudy::io
