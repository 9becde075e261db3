// Commands of a plan, run for real: bytes, ends, limits, logins.
#include "app/command_target.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "app/login.hpp"
#include "base/text.hpp"
#include "plan/code.hpp"

namespace understudy::app {
namespace {

using plan::CommandAnswer;
using plan::CommandCall;

CommandCall shell(std::string script, base::Duration timeout = {30, 0}) {
    CommandCall call;
    call.step = "a";
    call.words = {"sh", "-c", std::move(script)};
    call.timeout = timeout;
    return call;
}

class Commands : public ::testing::Test {
protected:
    CommandAnswer run(const CommandCall& call) {
        auto answer = target_.run(call);
        EXPECT_TRUE(answer) << base::render(answer.error());
        return answer ? *answer : CommandAnswer{};
    }

    CleanRoom room_ = *CleanRoom::make({});
    std::vector<plan::Credential> credentials_;
    bool is_stopped_ = false;
    CommandTarget target_{room_, credentials_, {.is_stopped = [this] { return is_stopped_; }}};
};

TEST_F(Commands, BytesOfBothStreamsAndTheEndAreKept) {
    const CommandAnswer answer = run(shell(R"(printf 'a\000b\r\n'; printf '\377' >&2; exit 7)"));
    EXPECT_EQ(answer.output(), std::string("a\0b\r\n", 5));
    EXPECT_EQ(answer.errors(), "\xFF");
    EXPECT_EQ(answer.end_text(), "exit 7");
    EXPECT_EQ(run(shell("kill -9 $$")).end_text(), "signal 9");
}

TEST_F(Commands, WhatIsNotThereIsNotStarted) {
    CommandCall call = shell("");
    call.words = {"no-such-program-anywhere"};
    const CommandAnswer answer = run(call);
    EXPECT_EQ(answer.end, CommandAnswer::End::NotStarted);
    EXPECT_NE(answer.why.find("no-such-program-anywhere"), std::string::npos);
    call = shell("true");
    call.folder = "nowhere";
    EXPECT_EQ(run(call).end, CommandAnswer::End::NotStarted);
}

// P52: a tool that asks gets the end of its input, not ours.
TEST_F(Commands, P52StandardInputIsClosedUnlessTheStepHasSome) {
    EXPECT_EQ(run(shell("cat; echo end")).output(), "end\n");
    CommandCall call = shell("cat");
    call.input = std::string("a\0\xFF", 3);
    EXPECT_EQ(run(call).output(), *call.input);
}

// P49, P50: at the limit everything it started is gone.
TEST_F(Commands, P49P50TheWholeTreeIsEndedAtTheLimit) {
    const CommandAnswer answer =
        run(shell("sleep 600 & echo $!; exec sleep 600", base::Duration{0, 300'000'000}));
    EXPECT_EQ(answer.end, CommandAnswer::End::TimedOut);
    const auto child = base::parse_int64(base::trim(answer.output()));
    ASSERT_TRUE(child) << answer.output();
    EXPECT_EQ(::kill(static_cast<pid_t>(*child), 0), -1);
    EXPECT_EQ(errno, ESRCH);
}

TEST_F(Commands, AnInterruptEndsACommandButNoTearDown) {
    is_stopped_ = true;
    const auto stopped = target_.run(shell("sleep 600"));
    ASSERT_FALSE(stopped);
    EXPECT_EQ(base::name_of(stopped.error().code), "plan.stopped");
    ASSERT_FALSE(target_.pause(base::Duration{600, 0}));
    target_.begin_teardown();
    EXPECT_EQ(run(shell("echo cleaned")).output(), "cleaned\n");
}

TEST_F(Commands, AnInterruptInTheMiddleEndsWhatRuns) {
    int looks = 0;
    CommandTarget target(room_, credentials_, {.is_stopped = [&] { return ++looks > 2; }});
    const auto stopped = target.run(shell("sleep 600"));
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, plan::code::Stopped);
}

TEST_F(Commands, ProgramsThatPrintWithoutEndAreStopped) {
    const auto answer = target_.run(shell("exec cat /dev/zero"));
    ASSERT_FALSE(answer);
    EXPECT_EQ(base::name_of(answer.error().code), "plan.too_much_output");
}

TEST_F(Commands, FilesThatChangeAreListedWhereTheStepAsks) {
    run(shell("echo 1 > kept.txt; echo 1 > changed.txt; echo 1 > gone.txt; echo 1 > other.log"));
    CommandCall call =
        shell("echo 2 > changed.txt; rm gone.txt; echo new > new.txt; echo 2 > other.log");
    call.files = {"*.txt"};
    std::string seen;
    for (const CommandAnswer::File& file : run(call).files) {
        seen +=
            file.path + (file.digest.empty() ? " removed" : " " + std::to_string(file.size)) + "; ";
        EXPECT_TRUE(file.digest.empty() || file.digest.starts_with("sha256:"));
    }
    EXPECT_EQ(seen, "changed.txt 2; gone.txt removed; new.txt 4; ");
}

TEST_F(Commands, LoginsReachTheToolOnlyAsThePlanSays) {
    plan::Credential token;
    token.name = "token";
    token.variable = "TOOL_TOKEN";
    token.from = "UNDERSTUDY_TEST_TOKEN";
    plan::Credential file;
    file.name = "file";
    file.file = ".tool/login";
    credentials_ = {token, file};
    ::unsetenv("UNDERSTUDY_TEST_TOKEN");
    const auto missing = target_.log_in(token);
    ASSERT_FALSE(missing);
    EXPECT_EQ(base::message(missing.error()),
              "there is no login \"token\": the variable UNDERSTUDY_TEST_TOKEN is not set");
    EXPECT_EQ(base::name_of(missing.error().code), "plan.no_login");

    const auto home = PrivateFolder::make("test");
    const std::string before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
    ::setenv("HOME", home->path().c_str(), 1);
    EXPECT_FALSE(target_.log_in(file));
    std::filesystem::create_directories(home->path() / ".tool");
    std::ofstream(home->path() / ".tool/login")
        << "protocol_of_the_tool: https\npassword: w0rd-of-the-file\n";
    ::setenv("UNDERSTUDY_TEST_TOKEN", "s3cret", 1);
    EXPECT_TRUE(target_.log_in(token));
    EXPECT_TRUE(target_.log_in(file));
    const auto secrets = secrets_of(credentials_);
    ::setenv("HOME", before.c_str(), 1);
    ::unsetenv("UNDERSTUDY_TEST_TOKEN");
    ASSERT_EQ(secrets.size(), 2U);
    EXPECT_EQ(secrets[0].value, "s3cret");
    EXPECT_EQ(secrets[1].value, "w0rd-of-the-file");

    CommandCall call = shell("echo \"$TOOL_TOKEN\"; cat \"$HOME/.tool/login\" 2>&1 | head -c 8");
    EXPECT_EQ(run(call).output(), "s3cret\nprotocol");
    call.wrong = {"token", "file"};
    EXPECT_EQ(run(call).output(), "wrong-login-of-a-plan\nwrong-lo");
    call.wrong.clear();
    call.without = {"token", "file"};
    EXPECT_EQ(run(call).output().substr(0, 4), "\ncat");
    call.without.clear();
    EXPECT_EQ(run(call).output(), "s3cret\nprotocol");
}

TEST_F(Commands, RequestsWithoutAnAddressAreNotSent) {
    const auto answer = target_.call({});
    ASSERT_FALSE(answer);
    EXPECT_EQ(base::name_of(answer.error().code), "plan.no_address");
    EXPECT_FALSE(target_.control({}));
}

}  // namespace
}  // namespace understudy::app
