// The command of a session: started where we stand, with our descriptors and in our group, so that
// for it nothing is different but the PATH. What is recorded meanwhile is taken in.
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "io/loop.hpp"
#include "report/shown.hpp"
#include "shim/code.hpp"
#include "shim/collector.hpp"
#include "shim/place.hpp"
#include "shim/session.hpp"

namespace understudy::shim {

namespace {

using namespace std::chrono_literals;

// For calls that are being recorded when the command has ended.
constexpr auto kPatience = 5s;
constexpr int kForwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};

sigset_t watched_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int number : kForwarded) ::sigaddset(&set, number);
    return set;
}

base::Result<pid_t> start(const std::vector<std::string>& command, const sigset_t& mask) {
    std::vector<std::string> words = command;
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setsigmask(&attributes, &mask);
    sigset_t ours;  // what this program ignores for itself
    ::sigemptyset(&ours);
    ::sigaddset(&ours, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &ours);
    pid_t id = 0;
    const int trouble =
        ::posix_spawnp(&id, pointers.front(), nullptr, &attributes, pointers.data(), ::environ);
    ::posix_spawnattr_destroy(&attributes);
    if (trouble == 0) return id;
    return base::fail(code::CannotStart, {{"program", report::shown(command.front())},
                                          {"why", std::strerror(trouble)}});
}

// The child, and the signals that are for it.
class Child final : public io::Watcher {
public:
    Child(io::Loop& loop, pid_t id) : loop_(loop), id_(id) {
        const sigset_t set = watched_signals();
        signals_ = io::Fd(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
        is_watched_ = signals_ && loop_.watch(signals_.get(), *this);
    }
    ~Child() {
        if (is_watched_) loop_.forget(signals_.get(), *this);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    bool is_watched() const { return is_watched_; }
    void look() { on_ready({}); }  // it may have ended before we watched
    bool has_ended() const { return has_ended_; }
    const cassette::Ended& ended() const { return ended_; }
    std::function<void()> when_ended;

    void on_ready(io::Ready) override {
        signalfd_siginfo info{};
        while (::read(signals_.get(), &info, sizeof info) == sizeof info) {
            const int number = static_cast<int>(info.ssi_signo);
            // What a terminal sends, it sends to the child as well.
            if (number != SIGCHLD && info.ssi_code == SI_USER && !has_ended_) ::kill(id_, number);
        }
        reap();
    }

private:
    void reap() {
        int status = 0;
        if (has_ended_ || ::waitpid(id_, &status, WNOHANG) != id_) return;
        using How = cassette::Ended::How;
        has_ended_ = true;
        ended_ = WIFEXITED(status) ? cassette::Ended{How::Exit, WEXITSTATUS(status), {}}
                                   : cassette::Ended{How::Signal, WTERMSIG(status), {}};
        when_ended();
    }

    io::Loop& loop_;
    pid_t id_;
    io::Fd signals_;
    bool is_watched_ = false;
    bool has_ended_ = false;
    cassette::Ended ended_;
};

// PATH and the session's variable, as the child is to have them; afterwards as they were.
class Environment {
public:
    explicit Environment(const std::string& folder) {
        const std::string bin = folder + '/' + kShimFolder;
        set("PATH", bin + ':' + value_of("PATH").value_or("/usr/bin:/bin"));
        set(kSessionVariable, folder);
    }
    ~Environment() {
        // NOLINTBEGIN(concurrency-mt-unsafe): one thread
        for (const auto& [name, value] : before_) {
            if (value)
                ::setenv(name, value->c_str(), 1);
            else
                ::unsetenv(name);
        }
        // NOLINTEND(concurrency-mt-unsafe)
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    static std::optional<std::string> value_of(const char* name) {
        const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    }
    void set(const char* name, const std::string& value) {
        before_.emplace_back(name, value_of(name));
        ::setenv(name, value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    }
    std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

}  // namespace

base::Result<SessionEnd> Session::run(const std::vector<std::string>& command) {
    io::Loop loop;
    Collector collector(loop);
    TRY_VOID(collector.listen(folder_));
    const Environment environment(folder_);
    const sigset_t set = watched_signals();
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &set, &before);
    Child child(loop, TRY(start(command, before)));
    child.when_ended = [&] {
        // What was handed over while it ended is heard first; then what has begun is waited for.
        loop.after(0ns, [&] {
            if (collector.open() == 0) loop.stop();
            loop.after(kPatience, [&] { loop.stop(); });
        });
    };
    collector.when_idle([&] {
        if (child.has_ended()) loop.stop();
    });
    if (!child.is_watched()) {
        return base::fail(code::NoCollector, {{"why", std::strerror(errno)}});
    }
    loop.after(0ns, [&] { child.look(); });
    loop.run();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    SessionEnd end;
    end.child = child.ended();
    end.unfinished = collector.open();
    end.recorded = collector.take();
    TRY_VOID(read_back(end));
    return end;
}

}  // namespace understudy::shim
