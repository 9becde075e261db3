#include "io/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "io/fd.hpp"
#include "io/impl/programs_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

std::size_t count_open_files() {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

class Folder {
public:
    Folder() {
        std::string name = std::filesystem::temp_directory_path() / "understudy-process-XXXXXX";
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string file(const std::string& name, const std::string& text, mode_t mode) const {
        const std::string path = path_ + '/' + name;
        std::ofstream(path) << text;
        ::chmod(path.c_str(), mode);
        return path;
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

TEST(Process, OutputErrorsAndExitCodeAreTold) {
    const Finished done = finished(script_of("echo out; echo err >&2; exit 7"));
    EXPECT_EQ(done.output(), "out\n");
    EXPECT_EQ(done.errors(), "err\n");
    EXPECT_EQ(done.exit.code, 7);
    EXPECT_EQ(done.exit.signal, 0);
    EXPECT_FALSE(done.exit.succeeded());
    EXPECT_FALSE(done.exit.timed_out);
    EXPECT_FALSE(done.exit.stopped);
    EXPECT_FALSE(done.output_cut);
    EXPECT_EQ(done.exit.survivors, 0U);
    EXPECT_GT(done.exit.took, 0us);
    EXPECT_TRUE(finished(program_of("true")).exit.succeeded());
}

TEST(Process, ASignalIsToldAsOne) {
    const Finished done = finished(script_of("kill -SEGV $$"));
    EXPECT_EQ(done.exit.code, std::nullopt);
    EXPECT_EQ(done.exit.signal, SIGSEGV);
    EXPECT_FALSE(done.exit.stopped);
}

TEST(Process, PiecesOfBothStreamsComeInTheOrderTheyWereWritten) {
    Program program = script_of("echo 1; read x; echo 2 >&2; read x; echo 3; read x; echo 4 >&2");
    program.input_kind = Program::Input::Open;
    Loop loop;
    Recorder recorder;
    auto process = Process::start(loop, program, recorder);
    ASSERT_TRUE(process);
    recorder.when_output = [&] { EXPECT_TRUE((*process)->feed("go\n")); };
    recorder.when_ended = [&] { loop.stop(); };
    loop.run();
    ASSERT_EQ(recorder.record.pieces.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const Piece& piece = recorder.record.pieces[i];
        EXPECT_EQ(piece.bytes, std::to_string(i + 1) + '\n');
        EXPECT_EQ(piece.stream, i % 2 == 0 ? Stream::Output : Stream::Error);
        EXPECT_GE(piece.at, recorder.record.pieces[i == 0 ? 0 : i - 1].at);
    }
    EXPECT_LE(recorder.record.pieces.back().at, recorder.record.exit.took + 1s);
}

TEST(Process, MoreInputAndOutputThanThePipesHoldDoNotBlockEachOther) {
    Program program = program_of("cat");
    program.input_kind = Program::Input::Bytes;
    for (int i = 0; program.input.size() < (std::size_t{8} << 20); ++i) {
        program.input += std::to_string(i) + '\n';
    }
    const Finished done = finished(program);
    EXPECT_TRUE(done.output() == program.input);
    EXPECT_TRUE(done.exit.succeeded());
}

TEST(Process, AProgramThatClosesItsInputEarlyHarmsNobody) {
    // Not ignored here, as it is in the program: an unguarded write would end this process.
    const auto before = std::signal(SIGPIPE, SIG_DFL);
    for (const char* script : {"head -c 3", "exec <&-; echo abc | head -c 3", "printf abc"}) {
        Program program = script_of(script);
        program.input_kind = Program::Input::Bytes;
        program.input = "abc" + std::string(std::size_t{4} << 20, 'x');
        const Finished done = finished(program);
        EXPECT_EQ(done.output(), "abc") << script;
        EXPECT_TRUE(done.exit.succeeded()) << script;
    }
    std::signal(SIGPIPE, before);
}

TEST(Process, FeedingTellsWhenToWaitAndWhenToGoOn) {
    Program program = program_of("wc", {"-c"});
    program.input_kind = Program::Input::Open;
    program.input = "first ";
    Loop loop;
    Recorder recorder;
    auto started = Process::start(loop, program, recorder);
    ASSERT_TRUE(started);
    Process& process = **started;
    const std::string block(std::size_t{1} << 20, 'x');
    int fed = 0;
    const auto feed_on = [&] {
        while (fed < 5) {
            ++fed;
            if (!process.feed(block)) return;
        }
        process.close_input();
        EXPECT_TRUE(process.feed("ignored after the end"));
    };
    recorder.when_taken = feed_on;
    recorder.when_ended = [&] { loop.stop(); };
    feed_on();
    loop.run();
    EXPECT_EQ(recorder.record.output(), std::to_string(5 * block.size() + 6) + '\n');
    EXPECT_GE(recorder.times_taken, 1);
    EXPECT_TRUE(process.feed("ignored after its death"));
}

TEST(Process, WithoutInputItReadsTheEndAtOnce) {
    EXPECT_EQ(finished(script_of("cat; readlink /proc/self/fd/0")).output(), "/dev/null\n");
}

TEST(Process, TheEnvironmentIsExactlyAsGiven) {
    Program program = program_of("/usr/bin/env");
    program.environment = {"B=two words", "A=", "C=a=b"};
    EXPECT_EQ(finished(program).output(), "B=two words\nA=\nC=a=b\n");
    program.environment = {};
    EXPECT_EQ(finished(program).output(), "");
}

TEST(Process, ArgumentsAreHandedOverUnread) {
    const Finished done = finished(program_of("printf", {"%s|", "a b", "", "$HOME", "*", "'"}));
    EXPECT_EQ(done.output(), "a b||$HOME|*|'|");
}

TEST(Process, ItRunsWhereItIsTold) {
    const Folder folder;
    folder.file("here.sh", "#!/bin/sh\npwd\n", 0755);
    Program program = program_of("./here.sh");
    program.folder = folder.path();
    EXPECT_EQ(finished(program).output(), folder.path() + '\n');
    // A relative entry of the PATH is seen from there, too.
    program.program = "here.sh";
    program.environment = {"PATH=:/usr/bin"};
    EXPECT_EQ(finished(program).output(), folder.path() + '\n');
}

// A set of signals of a program that was started just now; 32 and 33 are libc's own business.
std::uint64_t signals_of(const std::string& name) {
    const std::string line = finished(program_of("grep", {name, "/proc/self/status"})).output();
    const std::size_t digits = line.find_first_of("0123456789");
    if (digits == std::string::npos) ADD_FAILURE() << line;
    return std::stoull(line.substr(std::min(digits, line.size())), nullptr, 16) &
           ~std::uint64_t{0x180000000};
}

TEST(Process, NoDescriptorAndNoSignalSettingOfOursReachesIt) {
    const Fd leaky(::dup(STDOUT_FILENO));  // not closed on exec
    const auto before = std::signal(SIGHUP, SIG_IGN);
    sigset_t usr1;
    sigset_t mask;
    ::sigemptyset(&usr1);
    ::sigaddset(&usr1, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &usr1, &mask);
    // The fourth is the folder that ls reads.
    EXPECT_EQ(finished(program_of("ls", {"/proc/self/fd"})).output(), "0\n1\n2\n3\n");
    EXPECT_EQ(signals_of("SigBlk"), 0U);
    EXPECT_EQ(signals_of("SigIgn"), 0U);
    ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    std::signal(SIGHUP, before);
}

TEST(Process, NothingOfItStaysOpenHere) {
    const std::size_t before = count_open_files();
    finished(script_of("echo x"));
    Program program = script_of("echo x");
    program.terminal = Program::Terminal{};
    finished(program);
    program.program = "/nonexistent";
    EXPECT_FALSE(run_program(program));
    EXPECT_EQ(count_open_files(), before);
}

TEST(Process, ItsExitCodeIsKnownEvenIfOurParentMadeUsIgnoreChildren) {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    EXPECT_EQ(finished(script_of("exit 7")).exit.code, 7);
    std::signal(SIGCHLD, before);
}

TEST(Process, ATerminalIsOneOnAllThreeAndHasItsSize) {
    Program program =
        script_of("test -t 0 && test -t 1 && test -t 2 && stty size && echo x >/dev/tty");
    program.terminal = Program::Terminal{30, 100};
    const Finished done = finished(program);
    EXPECT_EQ(done.output(), "30 100\r\nx\r\n");
    EXPECT_TRUE(done.exit.succeeded());
    EXPECT_FALSE(finished(script_of("test -t 0 || test -t 1 || test -t 2")).exit.succeeded());
}

TEST(Process, InputOfATerminalIsEchoedAndEnds) {
    Program program = script_of("stty -echo; echo ready; cat");
    program.terminal = Program::Terminal{};
    for (const auto& [input, output] :
         {std::pair("a\n", "ready\r\na\r\n"), std::pair("a\nb", "ready\r\na\r\nb")}) {
        program.input_kind = Program::Input::Open;
        Loop loop;
        Recorder recorder;
        auto process = Process::start(loop, program, recorder);
        ASSERT_TRUE(process);
        recorder.when_output = [&, text = std::string_view(input)] {
            if (recorder.record.output() != "ready\r\n") return;
            (*process)->feed(text);
            (*process)->close_input();
        };
        recorder.when_ended = [&] { loop.stop(); };
        loop.run();
        EXPECT_EQ(recorder.record.output(), output);
        EXPECT_TRUE(recorder.record.exit.succeeded());
    }
    program.input_kind = Program::Input::None;
    EXPECT_EQ(finished(program).output(), "ready\r\n");
    program = program_of("cat");
    program.terminal = Program::Terminal{};
    program.input_kind = Program::Input::Bytes;
    program.input = "x\n";
    EXPECT_EQ(finished(program).output(), "x\r\nx\r\n");  // the echo, then the program
}

TEST(Process, OutputPastTheLimitStopsTheProgram) {
    const Finished done = finished(program_of("yes"), std::size_t{1} << 20);
    EXPECT_TRUE(done.output_cut);
    EXPECT_TRUE(done.exit.stopped);
    EXPECT_EQ(done.exit.signal, SIGTERM);
    EXPECT_LE(done.output().size(), std::size_t{1} << 20);
    EXPECT_FALSE(done.output().empty());
}

TEST(Process, SeveralRunAtOnceOnOneLoopAndOnSeveral) {
    std::vector<std::thread> threads;
    std::vector<int> wrong(3, 0);
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&wrong, t] {
            for (int i = 0; i < 5; ++i) {
                const int code = static_cast<int>(t) * 10 + i;
                const auto done = run_program(script_of("exit " + std::to_string(code)));
                if (!done || done->exit.code != code) ++wrong[t];
            }
        });
    }
    Loop loop;
    std::array<Recorder, 4> recorders;
    std::vector<std::unique_ptr<Process>> processes;
    int running = 0;
    for (std::size_t i = 0; i < recorders.size(); ++i) {
        recorders[i].when_ended = [&] {
            if (--running == 0) loop.stop();
        };
        auto process =
            Process::start(loop, script_of("echo $((" + std::to_string(i) + "+1))"), recorders[i]);
        if (!process) ADD_FAILURE() << base::render(process.error());
        if (process) processes.push_back(std::move(*process));
        ++running;
    }
    loop.run();
    for (std::size_t i = 0; i < recorders.size(); ++i) {
        EXPECT_EQ(recorders[i].record.output(), std::to_string(i + 1) + '\n');
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(3, 0));
}

TEST(Process, ItMayBeDestroyedWhenItHasEnded) {
    Loop loop;
    Recorder recorder;
    auto started = Process::start(loop, script_of("echo x"), recorder);
    ASSERT_TRUE(started);
    std::unique_ptr<Process> process = std::move(*started);
    recorder.when_ended = [&] {
        process.reset();
        loop.stop();
    };
    loop.run();
    EXPECT_TRUE(recorder.has_ended);
    EXPECT_EQ(process, nullptr);
}

std::string why_not(const Program& program) {
    const auto result = run_program(program);
    return result ? "it started" : base::render(result.error());
}

TEST(Process, WhatCannotBeStartedIsSaidWithItsReason) {
    const Folder folder;
    const std::string plain = folder.file("plain", "echo x\n", 0644);
    const std::string headless = folder.file("headless", "echo x\n", 0755);
    const std::string orphaned = folder.file("orphaned", "#!/nonexistent/sh\n", 0755);
    const auto expect = [](const Program& program, const std::string& text) {
        EXPECT_EQ(why_not(program), text + '\n');
    };
    expect(program_of("no-such-program"),
           "error: there is no program \"no-such-program\" on the PATH [io.program_not_found]");
    expect(program_of(""), "error: there is no program \"\" on the PATH [io.program_not_found]");
    expect(program_of("/nonexistent"),
           "error: \"/nonexistent\" cannot be started: No such file or directory "
           "[io.cannot_start]");
    expect(program_of(plain),
           "error: \"" + plain + "\" cannot be started: Permission denied [io.cannot_start]");
    expect(program_of(headless),
           "error: \"" + headless + "\" cannot be started: Exec format error [io.cannot_start]");
    expect(program_of(orphaned), "error: \"" + orphaned +
                                     "\" cannot be started: its interpreter does not exist "
                                     "[io.cannot_start]");
    expect(program_of("/tmp"),
           "error: \"/tmp\" cannot be started: Is a directory [io.cannot_start]");
    Program program = program_of("plain");
    program.environment = {"PATH=" + folder.path() + ":/usr/bin"};
    expect(program, "error: \"plain\" cannot be started: Permission denied [io.cannot_start]");
    program = program_of("true");
    program.folder = folder.path() + "/missing";
    expect(program, "error: \"true\" cannot be started: its folder \"" + program.folder +
                        "\": No such file or directory [io.cannot_start]");
    program.folder = plain;
    expect(program, "error: \"true\" cannot be started: its folder \"" + plain +
                        "\" is not a folder [io.cannot_start]");
    expect(program_of("true", {std::string("a\0b", 3)}),
           "error: \"true\" cannot be started: a NUL byte cannot be handed to a program "
           "[io.cannot_start]");
}

TEST(Process, OutOfDescriptorsIsAnErrorAndNotAnEnd) {
    // Each time one more descriptor is free, until it works: every place that opens one fails once.
    Loop loop;
    Recorder recorder;
    recorder.when_ended = [&] { loop.stop(); };
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit few = before;
    few.rlim_cur = 100;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    std::vector<Fd> taken;
    while (true) {
        Fd more(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0));
        if (!more) break;
        taken.push_back(std::move(more));
    }
    int refused = 0;
    std::unique_ptr<Process> process;
    while (process == nullptr && !taken.empty()) {
        auto started = Process::start(loop, script_of("echo x"), recorder);
        if (started) {
            process = std::move(*started);
            continue;
        }
        if (refused++ == 0) {
            EXPECT_EQ(base::render(started.error()),
                      "error: pipe2 failed: Too many open files [io.system]\n");
        }
        EXPECT_EQ(started.error().code, base::Code::IoSystem) << base::render(started.error());
        taken.pop_back();
    }
    ::setrlimit(RLIMIT_NOFILE, &before);
    ASSERT_NE(process, nullptr);
    EXPECT_EQ(refused, 5);  // two for each pipe, one to watch the end
    loop.run();
    EXPECT_EQ(recorder.record.output(), "x\n");
}

}  // namespace
}  // namespace understudy::io
