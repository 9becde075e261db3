#include "shim/tool.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>

#include "io/fd.hpp"
#include "io/loop.hpp"
#include "io/process.hpp"
#include "shim/impl/standard_input.hpp"

namespace understudy::shim {

namespace {

using namespace std::chrono_literals;

constexpr auto kLinger = 10s;  // for children that hold the output after the end of the tool
constexpr std::size_t kChunk = 65536;
constexpr int kChunksPerTurn = 16;
constexpr int kForwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH};

sigset_t forwarded_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int number : kForwarded) ::sigaddset(&set, number);
    return set;
}

// Keys reach the tool as they are pressed, while it lives.
class RawTerminal {
public:
    explicit RawTerminal(bool is_wanted) {
        is_set_ = is_wanted && ::tcgetattr(STDIN_FILENO, &before_) == 0;
        if (!is_set_) return;
        termios raw = before_;
        ::cfmakeraw(&raw);
        ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    }
    ~RawTerminal() {
        if (is_set_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    }
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;

private:
    termios before_{};
    bool is_set_ = false;
};

io::Program::Terminal terminal_size() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return {};
    return {size.ws_row, size.ws_col};
}

// Hears the tool, feeds it, and passes its output through.
class Watch final : public io::Process::Listener {
public:
    explicit Watch(io::Loop& loop) : loop_(loop) {}

    base::Result<void> start(const ToolCall& call, const io::Program& program) {
        process_ = TRY(io::Process::start(loop_, program, *this));
        watch_signals();
        if (call.input) {
            keep_input(*call.input);
        } else if (program.input_kind == io::Program::Input::Open) {
            feed_.owner = this;
            // A file cannot be waited for; it is always ready.
            feed_.is_watched = loop_.watch(STDIN_FILENO, feed_);
            pump();
        }
        return {};
    }

    void on_output(io::Stream stream, std::string_view bytes,
                   std::chrono::microseconds since_start) override {
        const bool is_error = stream == io::Stream::Error;
        bool& is_closed = is_error ? is_error_closed_ : is_output_closed_;
        if (!is_closed && !write_all(is_error ? STDERR_FILENO : STDOUT_FILENO, bytes)) {
            is_closed = true;
            send(SIGPIPE);  // what the kernel would have done to the tool
        }
        keep(is_error ? cassette::From::Stderr : cassette::From::Stdout, bytes,
             std::chrono::duration_cast<std::chrono::milliseconds>(since_start).count());
    }
    void on_input_taken() override { pump(); }
    void on_exit(const io::Exit& exit) override {
        run.output.duration =
            std::chrono::duration_cast<std::chrono::milliseconds>(exit.took).count();
        run.output.ended = ended_of(exit);
        if (is_fed_ && (has_input_ended_ || !input_.empty())) {
            run.stdin_body = cassette::Body{std::move(input_), {}};
        }
        if (feed_.is_watched) loop_.forget(STDIN_FILENO, feed_);
        if (signals_.fd) loop_.forget(signals_.fd.get(), signals_);
        loop_.stop();
    }

    ToolRun run;

private:
    struct Feed final : io::Watcher {
        Watch* owner = nullptr;
        bool is_watched = false;
        void on_ready(io::Ready) override { owner->pump(); }
    };
    struct Signals final : io::Watcher {
        Watch* owner = nullptr;
        io::Fd fd;
        void on_ready(io::Ready) override { owner->forward(); }
    };

    static cassette::Ended ended_of(const io::Exit& exit) {
        using How = cassette::Ended::How;
        if (exit.timed_out) return {How::TimedOut, 0, {}};
        if (exit.code) return {How::Exit, *exit.code, {}};
        return {How::Signal, exit.signal, {}};
    }

    void keep(cassette::From from, std::string_view bytes, std::int64_t at) {
        const std::size_t cost = bytes.size() + sizeof(cassette::Piece);
        if (run.is_cut || cost > left_) {
            run.is_cut = true;
            return;
        }
        left_ -= cost;
        auto& pieces = run.output.pieces;
        if (!pieces.empty() && pieces.back().from == from && pieces.back().at == at) {
            pieces.back().bytes += bytes;
        } else {
            pieces.push_back({at, from, std::string(bytes)});
        }
    }

    void keep_input(std::string_view bytes) {
        is_fed_ = true;
        has_input_ended_ = true;
        input_ = bytes;
    }

    // Hands on what there is, while the tool takes it. Our standard input may belong to others as
    // well, so it stays blocking: it is read only when there is something.
    void pump() {
        if (feed_.owner == nullptr || has_input_ended_) return;
        is_fed_ = true;
        for (int i = 0; i < kChunksPerTurn; ++i) {
            pollfd wait{STDIN_FILENO, POLLIN, 0};
            if (feed_.is_watched && ::poll(&wait, 1, 0) != 1) return;
            std::array<char, kChunk> chunk{};
            const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) {
                has_input_ended_ = true;
                process_->close_input();
                return;
            }
            const std::string_view bytes(chunk.data(), static_cast<std::size_t>(got));
            if (bytes.size() > left_) {
                run.is_cut = true;
            } else {
                left_ -= bytes.size();
                input_ += bytes;
            }
            if (!process_->feed(bytes)) return;  // on_input_taken comes
        }
        loop_.after(0ns, [this] { pump(); });
    }

    void watch_signals() {
        const sigset_t set = forwarded_signals();
        signals_.owner = this;
        signals_.fd = io::Fd(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
        if (signals_.fd && !loop_.watch(signals_.fd.get(), signals_)) signals_.fd.reset();
    }
    void forward() {
        signalfd_siginfo info{};
        while (::read(signals_.fd.get(), &info, sizeof info) == sizeof info) {
            send(static_cast<int>(info.ssi_signo));
        }
    }
    // To the whole group, as a terminal would.
    void send(int number) {
        if (process_) ::kill(number == SIGPIPE ? process_->id() : -process_->id(), number);
    }

    io::Loop& loop_;
    std::unique_ptr<io::Process> process_;
    Feed feed_;
    Signals signals_;
    std::string input_;
    bool is_fed_ = false;
    bool has_input_ended_ = false;
    bool is_output_closed_ = false, is_error_closed_ = false;
    std::size_t left_ = kMostKept;
};

io::Program program_of(const ToolCall& call, InputKind input) {
    io::Program program;
    program.program = call.name;
    program.arguments = call.arguments;
    program.environment = call.environment;
    program.limit = call.limit;
    program.linger = kLinger;
    program.leaves_children = true;
    const bool is_by_hand = input == InputKind::Terminal && call.allows_terminal;
    // Through a terminal, piped input would be echoed and its control characters obeyed.
    const bool is_piped = input == InputKind::Piped || input == InputKind::File;
    if (::isatty(STDOUT_FILENO) == 1 && !is_piped) program.terminal = terminal_size();
    if (call.input) {
        program.input_kind = io::Program::Input::Bytes;
        program.input = *call.input;
    } else if (is_piped || (is_by_hand && program.terminal)) {
        program.input_kind = io::Program::Input::Open;
    }
    return program;
}

bool is_about_the_tool(const base::Error& error) {
    return error.code == base::Code::IoCannotStart || error.code == base::Code::IoProgramNotFound;
}

}  // namespace

base::Result<ToolRun> run_tool(const ToolCall& call) {
    const sigset_t set = forwarded_signals();
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &set, &before);
    std::signal(SIGPIPE, SIG_IGN);
    const InputKind input = kind_of_input();
    const io::Program program = program_of(call, input);
    io::Loop loop;
    Watch watch(loop);
    const RawTerminal raw(program.terminal && input == InputKind::Terminal && call.allows_terminal);
    const auto started = watch.start(call, program);
    if (!started && !is_about_the_tool(started.error())) return base::fail(started.error());
    if (started) {
        loop.run();
    } else {
        watch.run.output.ended =
            cassette::Ended{cassette::Ended::How::NotStarted, 0, base::message(started.error())};
    }
    watch.run.tty = started && program.terminal.has_value();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return std::move(watch.run);
}

}  // namespace understudy::shim
