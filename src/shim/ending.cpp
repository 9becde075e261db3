// The last lines of a stand-in: it ends as the tool did.
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

constexpr int kBySignal = 128;
constexpr int kNotFound = 127;
constexpr int kNotExecutable = 126;

[[noreturn]] void die_by(int number) {
    // Whose memory it would be is not worth a file.
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    std::signal(number, SIG_DFL);
    sigset_t only;
    ::sigemptyset(&only);
    ::sigaddset(&only, number);
    ::sigprocmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(number);
    ::_exit(kBySignal + number);  // a signal that does not end a process
}

}  // namespace

int exit_code_of(const cassette::Ended& ended) {
    using How = cassette::Ended::How;
    switch (ended.how) {
        case How::Exit: return ended.number;
        case How::Signal: return kBySignal + ended.number;
        case How::TimedOut: return kBySignal + SIGTERM;
        case How::NotStarted: break;
    }
    const bool is_there = ended.why.find("Permission denied") != std::string::npos;
    return is_there ? kNotExecutable : kNotFound;
}

void end_like(const cassette::Ended& ended) {
    using How = cassette::Ended::How;
    if (ended.how == How::Signal) die_by(ended.number);
    if (ended.how == How::TimedOut) die_by(SIGTERM);
    ::_exit(exit_code_of(ended));
}

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace understudy::shim
