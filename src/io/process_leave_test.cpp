// Children that may go on after their program, as they would without us.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>

#include "io/impl/programs_testing.hpp"
#include "io/process.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kLeavesOne = "sleep 1000 >/dev/null 2>&1 </dev/null & echo $!\n";

TEST(ProcessLeave, ChildrenGoOnIfThatIsAskedFor) {
    Program program = script_of(std::string(kLeavesOne));
    program.leaves_children = true;
    const Finished run = finished(program);
    EXPECT_EQ(run.exit.code, 0);
    const std::vector<pid_t> children = numbers_in(run.output());
    ASSERT_EQ(children.size(), 1U);
    EXPECT_TRUE(is_alive(children[0]));
    ::kill(children[0], SIGKILL);
    ::waitpid(children[0], nullptr, 0);  // it was adopted by us while the program ran
}

TEST(ProcessLeave, OneThatIsStoppedTakesThemAlong) {
    Program program = script_of(std::string(kLeavesOne) + "exec sleep 1000");
    program.leaves_children = true;
    program.limit = 200ms;
    const Finished run = finished(program);
    EXPECT_TRUE(run.exit.timed_out);
    const std::vector<pid_t> children = numbers_in(run.output());
    ASSERT_EQ(children.size(), 1U);
    EXPECT_FALSE(is_alive(children[0]));
}

}  // namespace
}  // namespace understudy::io
