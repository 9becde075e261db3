// Processes by descriptor, which unlike a number never comes to mean another process. By system
// call: bookworm's <sys/pidfd.h> cannot be used from C++ (it does not say that its names are C).
#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "io/fd.hpp"

namespace understudy::io {

// Readable once the process has ended.
inline Fd open_process(pid_t id) {
    return Fd(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
}

inline bool send_signal(const Fd& process, int number) {
    return ::syscall(SYS_pidfd_send_signal, process.get(), number, nullptr, 0) == 0;
}

}  // namespace understudy::io
