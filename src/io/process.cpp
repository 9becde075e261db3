// One running program on a loop: bytes in, pieces out, and the ways in which it comes to its end.
//
//     runs -- limit, stop() --> asked to end -- grace --+
//       |                          |                    v
//       +---------- ends ----------+--> all output? --> finish: kill what is left, on_exit
//                                       or linger
#include "io/process.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "io/impl/spawn.hpp"

namespace understudy::io {

namespace {

constexpr std::size_t kChunk = 65536;
constexpr int kChunksPerTurn = 16;    // then timers and others have their turn
constexpr int kChunksAtTheEnd = 256;  // of what the pipes hold when all writers are dead
constexpr std::string_view kTerminalEnd = "\x04";

// write() to a pipe whose reader is gone raises SIGPIPE, which ends a process that does not ignore
// it. Held back for this thread, and taken if it was ours.
ssize_t write_quietly(int fd, std::string_view bytes) {
    sigset_t pipe;
    sigset_t before;
    sigset_t pending;
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::sigpending(&pending);
    ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    const int trouble = errno;
    if (written < 0 && trouble == EPIPE && ::sigismember(&pending, SIGPIPE) == 0) {
        const timespec at_once{0, 0};
        ::sigtimedwait(&pipe, nullptr, &at_once);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = trouble;
    return written;
}

}  // namespace

struct Process::State {
    // A descriptor with its own watcher, because a watcher is not told which one is ready.
    struct Port final : Watcher {
        State* owner = nullptr;
        void (State::*deal)(Port&) = nullptr;
        Fd fd;
        Stream stream = Stream::Output;
        Loop::Timer again = Loop::Timer::None;
        void on_ready(Ready) override { (owner->*deal)(*this); }
    };

    State(Loop& its_loop, Listener& its_listener) : loop(its_loop), listener(its_listener) {}
    ~State() { let_go(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    base::Result<void> begin(const Program& program);
    bool watch(Port& port, Fd fd, void (State::*deal)(Port&));
    void close(Port& port);
    void let_go();
    void deal_again(Port& port);

    void read(Port& port);
    void drain(Port& port);
    void write(Port& port);
    bool pump();
    void end_input();
    void notice_end(Port& port);
    void ask_to_end();
    void finish();
    std::chrono::microseconds since_start() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - started);
    }
    bool has_output() const { return output.fd || error.fd; }

    Loop& loop;
    Listener& listener;
    std::unique_ptr<ProcessTree> tree;
    Port output, error, input, end;
    std::array<char, kChunk> chunk{};

    std::string waiting;  // input not yet taken, from `taken` on
    std::size_t taken = 0;
    bool input_ends = false;
    bool is_terminal = false;
    bool leaves_children = false;
    bool at_line_start = true;  // of the input

    SteadyTime started;
    std::chrono::milliseconds grace{0};
    std::chrono::milliseconds linger{0};
    Loop::Timer limit_timer = Loop::Timer::None;
    Loop::Timer end_timer = Loop::Timer::None;  // of grace or linger
    bool has_ended = false;
    bool is_asked = false;
    bool is_finished = false;
    Exit exit;
};

base::Result<void> Process::State::begin(const Program& program) {
    started = std::chrono::steady_clock::now();
    Spawned spawned = TRY(spawn(program));
    tree = std::move(spawned.tree);
    grace = program.grace;
    linger = program.linger;
    is_terminal = program.terminal.has_value();
    leaves_children = program.leaves_children;
    input_ends = program.input_kind != Program::Input::Open;
    error.stream = Stream::Error;
    const bool is_watched = watch(output, std::move(spawned.output), &State::read) &&
                            watch(error, std::move(spawned.error), &State::read) &&
                            watch(input, std::move(spawned.input), &State::write) &&
                            watch(end, std::move(spawned.watch), &State::notice_end);
    if (!is_watched) {
        return base::fail(base::Code::IoSystem,
                          {{"call", "epoll_ctl"}, {"why", std::strerror(errno)}});
    }
    if (program.limit) {
        limit_timer = loop.after(*program.limit, [this] {
            exit.timed_out = true;
            ask_to_end();
        });
    }
    if (program.input_kind != Program::Input::None) waiting = program.input;
    if (!waiting.empty()) at_line_start = waiting.ends_with('\n');
    if (input_ends) end_input();
    return {};
}

bool Process::State::watch(Port& port, Fd fd, void (State::*deal)(Port&)) {
    port.owner = this;
    port.deal = deal;
    port.fd = std::move(fd);
    return !port.fd || loop.watch(port.fd.get(), port);
}

void Process::State::close(Port& port) {
    loop.cancel(std::exchange(port.again, Loop::Timer::None));
    if (!port.fd) return;
    loop.forget(port.fd.get(), port);
    port.fd.reset();
}

void Process::State::let_go() {
    for (Port* port : {&output, &error, &input, &end}) close(*port);
    loop.cancel(std::exchange(limit_timer, Loop::Timer::None));
    loop.cancel(std::exchange(end_timer, Loop::Timer::None));
}

void Process::State::deal_again(Port& port) {
    loop.cancel(port.again);
    port.again = loop.after(std::chrono::nanoseconds(0), [&port] {
        port.again = Loop::Timer::None;
        port.on_ready({});
    });
}

void Process::State::read(Port& port) {
    for (int i = 0; i < kChunksPerTurn; ++i) {
        const ssize_t got = ::read(port.fd.get(), chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) {  // EIO: the last one closed the terminal
            close(port);
            if (has_ended && !has_output()) finish();
            return;
        }
        listener.on_output(port.stream, {chunk.data(), static_cast<std::size_t>(got)},
                           since_start());
    }
    deal_again(port);
}

// What the dead left in the pipe.
void Process::State::drain(Port& port) {
    for (int i = 0; port.fd && i < kChunksAtTheEnd; ++i) {
        const ssize_t got = ::read(port.fd.get(), chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        listener.on_output(port.stream, {chunk.data(), static_cast<std::size_t>(got)},
                           since_start());
    }
}

void Process::State::write(Port&) {
    const bool was_waiting = taken < waiting.size();
    if (pump() && was_waiting && !input_ends) listener.on_input_taken();
}

// Writes what waits; true if nothing does any more.
bool Process::State::pump() {
    for (int i = 0; input.fd && taken < waiting.size(); ++i) {
        if (i == kChunksPerTurn) {
            deal_again(input);
            return false;
        }
        const auto piece = std::string_view(waiting).substr(taken, kChunk);
        const ssize_t written = write_quietly(input.fd.get(), piece);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) return false;
        if (written < 0) {  // it closed its input: what is left is not wanted
            close(input);
            break;
        }
        taken += static_cast<std::size_t>(written);
    }
    waiting.clear();
    taken = 0;
    if (input_ends) close(input);
    return true;
}

// A terminal has no end; a line that begins with ^D is taken for one, and a ^D after a part of a
// line only sends that part off.
void Process::State::end_input() {
    input_ends = true;
    if (is_terminal) {
        if (!at_line_start) waiting += kTerminalEnd;
        waiting += kTerminalEnd;
    }
    pump();
}

void Process::State::notice_end(Port& port) {
    exit.took = since_start();
    has_ended = true;
    close(port);
    loop.cancel(std::exchange(limit_timer, Loop::Timer::None));
    if (!has_output()) {
        finish();
    } else if (!is_asked) {
        end_timer = loop.after(linger, [this] { finish(); });
    }
}

void Process::State::ask_to_end() {
    if (is_asked || is_finished) return;
    is_asked = true;
    tree->signal(SIGTERM);
    loop.cancel(std::exchange(limit_timer, Loop::Timer::None));
    loop.cancel(end_timer);  // of linger
    end_timer = loop.after(has_ended ? std::min(linger, grace) : grace, [this] { finish(); });
}

void Process::State::finish() {
    const bool is_left = leaves_children && has_ended && !is_asked;
    const ProcessTree::Ended ended = is_left ? tree->leave() : tree->end();
    if (!has_ended) exit.took = since_start();
    exit.code = ended.code;
    exit.signal = ended.signal;
    exit.survivors = ended.survivors;
    is_finished = true;
    drain(output);
    drain(error);
    let_go();
    const Exit told = exit;
    listener.on_exit(told);  // may destroy this
}

Process::Process(std::unique_ptr<State> state) : state_(std::move(state)) {}
Process::~Process() = default;

base::Result<std::unique_ptr<Process>> Process::start(Loop& loop, const Program& program,
                                                      Listener& listener) {
    auto state = std::make_unique<State>(loop, listener);
    TRY_VOID(state->begin(program));
    return std::unique_ptr<Process>(new Process(std::move(state)));
}

bool Process::feed(std::string_view bytes) {
    State& state = *state_;
    if (!state.input.fd || state.input_ends || bytes.empty()) return true;
    state.at_line_start = bytes.back() == '\n';
    state.waiting.erase(0, std::exchange(state.taken, 0));
    state.waiting += bytes;
    return state.pump();
}

void Process::close_input() {
    if (!state_->input_ends) state_->end_input();
}

void Process::stop() {
    if (state_->is_finished) return;
    state_->exit.stopped = true;
    state_->ask_to_end();
}

int Process::id() const {
    return state_->tree->leader();
}

}  // namespace understudy::io
