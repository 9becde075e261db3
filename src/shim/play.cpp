#include "shim/impl/play.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <string_view>

#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

using Clock = std::chrono::steady_clock;

class Player {
public:
    explicit Player(const PlayOptions& options)
        : pace_(options.pace), drains_(options.drains_input), began_(Clock::now()) {}

    bool give(const cassette::Piece& piece) {
        wait_until(piece.at);
        const int fd = piece.from == cassette::From::Stderr ? STDERR_FILENO : STDOUT_FILENO;
        std::string_view rest = piece.bytes;
        if (!drains_) return write_all(fd, rest);
        // Ready means that so many bytes are taken at once: writing does not wait, and reading goes
        // on meanwhile.
        while (!rest.empty()) {
            if (!drains_) return write_all(fd, rest);
            pollfd ready[] = {{fd, POLLOUT, 0}, {STDIN_FILENO, POLLIN, 0}};
            if (::poll(ready, 2, -1) < 0 && errno != EINTR) return false;
            if (ready[1].revents != 0) drain_some();
            if (ready[0].revents == 0) continue;
            const std::string_view part = rest.substr(0, PIPE_BUF);
            if (!write_all(fd, part)) return false;
            rest.remove_prefix(part.size());
        }
        return true;
    }

    void wait_until(std::int64_t at) {
        if (pace_ == 0) return;
        const auto due = began_ + std::chrono::microseconds(at * pace_);
        while (Clock::now() < due) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now()).count();
            pollfd ready{drains_ ? STDIN_FILENO : -1, POLLIN, 0};
            const int most = 60'000;
            ::poll(&ready, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, most)));
            if (ready.revents != 0) drain_some();
        }
    }

    void drain_to_end() {
        while (drains_) drain_some();
    }

private:
    void drain_some() {
        std::array<char, 65536> chunk{};
        const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) return;
        if (got <= 0) drains_ = false;
    }

    std::int64_t pace_;
    bool drains_;
    Clock::time_point began_;
};

}  // namespace

bool stall() {
    constexpr auto kLongest = std::chrono::minutes(10);
    constexpr int kGlance = 500;  // milliseconds
    const auto end = Clock::now() + kLongest;
    const pid_t starter = ::getppid();
    while (Clock::now() < end && ::getppid() == starter) {
        pollfd reader{STDOUT_FILENO, 0, 0};  // only its errors: the other end is closed
        if (::poll(&reader, 1, kGlance) > 0) return true;
    }
    return false;
}

bool play(const cassette::Output& output, const PlayOptions& options) {
    Player player(options);
    for (const cassette::Piece& piece : output.pieces) {
        const bool is_ours =
            piece.from == cassette::From::Stdout || piece.from == cassette::From::Stderr;
        if (is_ours && !player.give(piece)) return false;
    }
    player.wait_until(output.duration);
    player.drain_to_end();
    return true;
}

}  // namespace understudy::shim
