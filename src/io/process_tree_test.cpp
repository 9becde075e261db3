// Ends of programs that do not want to end, and of what they leave behind. Scripts print the
// numbers of the processes they start; a test acts once it has read them.
#include "io/impl/process_tree.hpp"

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "io/impl/programs_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

// Each prints its own number, once it is what it will be: a shell that has just forked still
// swallows signals its parent traps.
constexpr std::string_view kChild = "sh -c 'echo $$; exec sleep 1000' &\n";
constexpr std::string_view kOtherSession = "setsid sh -c 'echo $$; exec sleep 1000' &\n";
constexpr std::string_view kDaemon =
    "(setsid sh -c '(setsid sh -c \"echo \\$\\$; exec sleep 1000 >/dev/null 2>&1\" &)' &)\n";
constexpr std::string_view kStubborn =
    "env --ignore-signal=TERM setsid sh -c 'echo $$; exec sleep 1000' &\n";

// Runs it until it has printed so many lines, then does something to it.
class Ending {
public:
    explicit Ending(Program program, std::size_t lines) {
        recorder.when_ended = [this] { loop.stop(); };
        recorder.when_output = [this, lines] {
            if (recorder.lines() == lines && recorder.record.output().ends_with('\n')) loop.stop();
        };
        auto started = Process::start(loop, program, recorder);
        if (!started) {
            ADD_FAILURE() << base::render(started.error());
            return;
        }
        process = std::move(*started);
        loop.run();
        family = numbers_in(recorder.record.output());
        for (const pid_t id : family) EXPECT_TRUE(is_alive(id)) << id;
        family.push_back(process->id());
    }
    void expect_gone() const {
        for (const pid_t id : family) EXPECT_FALSE(is_alive(id)) << id;
    }

    Loop loop;
    Recorder recorder;
    std::unique_ptr<Process> process;
    std::vector<pid_t> family;
};

std::string all_kinds() {
    return std::string(kChild) + std::string(kOtherSession) + std::string(kDaemon);
}

TEST(ProcessTree, StoppingEndsChildrenOtherSessionsAndDaemons) {
    Ending ending(script_of(all_kinds() + "sleep 1000"), 3);
    ending.process->stop();
    ending.loop.run();
    EXPECT_TRUE(ending.recorder.has_ended);
    EXPECT_TRUE(ending.recorder.record.exit.stopped);
    EXPECT_EQ(ending.recorder.record.exit.signal, SIGTERM);
    EXPECT_EQ(ending.recorder.record.exit.survivors, 0U);
    ending.expect_gone();
}

TEST(ProcessTree, DestroyingAProcessEndsThemToo) {
    Ending ending(script_of(all_kinds() + "sleep 1000"), 3);
    ending.process.reset();
    ending.expect_gone();
    EXPECT_FALSE(ending.recorder.has_ended);
}

TEST(ProcessTree, WhatIgnoresTheRequestIsKilledAfterTheGrace) {
    Program program = script_of("trap '' TERM\n" + all_kinds() + std::string(kStubborn) +
                                "while :; do sleep 1000; done");
    program.grace = 50ms;
    Ending ending(program, 4);
    ending.process->stop();
    ending.process->stop();  // asking twice changes nothing
    ending.loop.run();
    EXPECT_EQ(ending.recorder.record.exit.signal, SIGKILL);
    ending.expect_gone();
}

TEST(ProcessTree, WhatObeysTheRequestMaySayMoreAndEndAsItLikes) {
    Program program = script_of("trap 'echo bye; exit 3' TERM\n" + std::string(kChild) +
                                "while :; do wait; done");
    program.grace = 60s;
    Ending ending(program, 1);
    ending.process->stop();
    ending.loop.run();
    EXPECT_TRUE(ending.recorder.record.output().ends_with("\nbye\n"));
    EXPECT_EQ(ending.recorder.record.exit.code, 3);
    EXPECT_TRUE(ending.recorder.record.exit.stopped);
    EXPECT_FALSE(is_alive(ending.family.front()));
}

TEST(ProcessTree, ALimitEndsEverything) {
    Program program = program_of("sleep", {"1000"});
    program.limit = 50ms;
    Finished done = finished(program);
    EXPECT_TRUE(done.exit.timed_out);
    EXPECT_FALSE(done.exit.stopped);
    EXPECT_EQ(done.exit.signal, SIGTERM);
    EXPECT_GE(done.exit.took, 50ms);

    program = program_of("env", {"--ignore-signal=TERM", "sleep", "1000"});
    program.limit = 1s;
    program.grace = 50ms;
    done = finished(program);
    EXPECT_TRUE(done.exit.timed_out);
    EXPECT_EQ(done.exit.signal, SIGKILL);
}

TEST(ProcessTree, ALimitIsKeptWhileOutputFloodsIn) {
    Program program = program_of("yes");
    program.limit = 50ms;
    Loop loop;
    Recorder recorder;
    std::size_t bytes = 0;
    recorder.when_output = [&] {
        bytes += recorder.record.pieces.back().bytes.size();
        recorder.record.pieces.clear();
    };
    recorder.when_ended = [&] { loop.stop(); };
    const auto process = Process::start(loop, program, recorder);
    ASSERT_TRUE(process);
    loop.run();
    EXPECT_TRUE(recorder.record.exit.timed_out);
    EXPECT_GT(bytes, 0U);
}

TEST(ProcessTree, AChildThatHoldsTheOutputDelaysTheEndOnlySoLong) {
    Program program = script_of(std::string(kChild));
    program.linger = 50ms;
    const Finished done = finished(program);
    EXPECT_EQ(done.exit.code, 0);
    EXPECT_TRUE(done.exit.succeeded());
    for (const pid_t id : numbers_in(done.output())) EXPECT_FALSE(is_alive(id));
}

TEST(ProcessTree, OutputOfAChildThatEndsInTimeIsTaken) {
    // The child speaks when the pipe that only its parent writes to has come to its end.
    Program program = script_of(
        "f=$(mktemp -u) && mkfifo $f\n"
        "(exec 4<$f; rm $f; cat <&4; echo late) &\n"
        "exec 5>$f\n"
        "exit 4");
    program.linger = 60s;
    const Finished done = finished(program);
    EXPECT_EQ(done.output(), "late\n");
    EXPECT_EQ(done.exit.code, 4);
}

TEST(ProcessTree, ADaemonThatLetGoOfTheOutputEndsWithItsProgram) {
    const Finished done = finished(script_of(std::string(kDaemon)));
    const auto daemons = numbers_in(done.output());
    ASSERT_EQ(daemons.size(), 1U);
    EXPECT_FALSE(is_alive(daemons.front()));
    EXPECT_EQ(done.exit.code, 0);
}

TEST(ProcessTree, ATerminalsFamilyEndsToo) {
    Program program = script_of(std::string(kOtherSession) + "exec cat");
    program.terminal = Program::Terminal{};
    program.input_kind = Program::Input::Open;
    Ending ending(program, 1);
    ending.process->stop();
    ending.loop.run();
    EXPECT_TRUE(ending.recorder.has_ended);
    ending.expect_gone();
}

// A race by its nature: it is won as long as we get our share of the machine.
TEST(ProcessTree, AForestThatKeepsGrowingIsCutDown) {
    if (std::getenv("UNDERSTUDY_SLOW") == nullptr) GTEST_SKIP() << "runs in ./dev test slow";
    // Each generation leaves the session, starts the next and ends. (The last one is far away, but
    // there is one: a machine must survive our failing here.)
    Program program = script_of(
        "n=3000; f='n=$((n-1)); export n; [ $n -gt 0 ] && (setsid sh -c \"$f\" &)'; export f\n"
        "(eval \"$f\"); echo $$; exec sleep 1000");
    program.grace = 20ms;
    Ending ending(program, 1);
    ending.process->stop();
    ending.loop.run();
    EXPECT_TRUE(ending.recorder.has_ended);
    for (const ProcessRow& row : read_process_table()) {
        EXPECT_NE(row.parent, ::getpid()) << row.id;
    }
}

TEST(ProcessTree, ADaemonOfOneIsNotKilledWhileItsProgramRuns) {
    Ending first(script_of(std::string(kDaemon) + "exec sleep 1000"), 1);
    Ending second(script_of(std::string(kDaemon) + "exec sleep 1000"), 1);
    first.process->stop();
    first.loop.run();
    EXPECT_TRUE(first.recorder.has_ended);
    EXPECT_FALSE(is_alive(first.family.back()));
    for (const pid_t id : second.family) EXPECT_TRUE(is_alive(id)) << id;
    // Whosever the daemons were, nothing runs any more that could have started them.
    second.process.reset();
    second.expect_gone();
    first.expect_gone();
}

TEST(ProcessTree, ChildrenThatOthersStartedHereAreLeftAlone) {
    pid_t other = 0;
    std::string name = "sleep";
    std::string time = "1000";
    char* words[] = {name.data(), time.data(), nullptr};
    const auto start_other = [&] {
        ASSERT_EQ(::posix_spawnp(&other, "sleep", nullptr, nullptr, words, environ), 0);
    };
    start_other();
    const pid_t before = other;
    Loop loop;
    Recorder recorder;
    recorder.when_ended = [&] { loop.stop(); };
    auto process = Process::start(loop, script_of("exec sleep 1000"), recorder);
    ASSERT_TRUE(process);
    start_other();
    process->reset();
    for (const pid_t id : {before, other}) {
        EXPECT_TRUE(is_alive(id));
        ::kill(id, SIGKILL);
        EXPECT_EQ(::waitpid(id, nullptr, 0), id);
    }
}

TEST(ProcessTree, OrphansAreAdoptedOnlyWhileProgramsRun) {
    const auto adopts = [] {
        int answer = -1;
        ::prctl(PR_GET_CHILD_SUBREAPER, &answer, 0, 0, 0);
        return answer;
    };
    EXPECT_EQ(adopts(), 0);
    {
        Ending ending(script_of("echo $$; exec sleep 1000"), 1);
        EXPECT_EQ(adopts(), 1);
    }
    EXPECT_EQ(adopts(), 0);
    EXPECT_FALSE(run_program(program_of("/nonexistent")));
    EXPECT_EQ(adopts(), 0);
    // No zombie is left of all these tests.
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace understudy::io
