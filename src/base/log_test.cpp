// The log: silent until started, one line per line whatever is in it.
#include "base/log.hpp"

#include <gtest/gtest.h>

#include "base/regex.hpp"

namespace understudy::base {
namespace {

class Log : public testing::Test {
protected:
    void TearDown() override { start_log(LogLevel::Off, false); }
};

std::string written(auto&& action) {
    testing::internal::CaptureStderr();
    action();
    return testing::internal::GetCapturedStderr();
}

TEST_F(Log, SaysNothingBelowItsLevel) {
    start_log(LogLevel::Warning, false);
    EXPECT_TRUE(logs(LogLevel::Error));
    EXPECT_TRUE(logs(LogLevel::Warning));
    EXPECT_FALSE(logs(LogLevel::Info));
    EXPECT_FALSE(logs(LogLevel::Off));
    EXPECT_EQ(written([] { log(LogLevel::Info, "quiet"); }), "");
    start_log(LogLevel::Off, false);
    EXPECT_EQ(written([] { log(LogLevel::Error, "quiet"); }), "");
}

TEST_F(Log, WritesTimeLevelAndLine) {
    start_log(LogLevel::Info, false);
    const std::string line = written([] { log(LogLevel::Warning, "disk is {} full"); });
    const Regex shape = *Regex::compile(
        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z warning disk is \\{\\} full\\n");
    EXPECT_TRUE(shape.matches_whole(line)) << line;
}

TEST_F(Log, CannotBeMadeToForgeALine) {
    start_log(LogLevel::Info, false);
    const std::string line =
        written([] { log(LogLevel::Warning, "path /a\n2026 error gone\x1b[2J"); });
    EXPECT_TRUE(line.ends_with("path /a\\x0a2026 error gone\\x1b[2J\n")) << line;
}

TEST_F(Log, ColoursTheLevelWhenAsked) {
    start_log(LogLevel::Info, true);
    EXPECT_NE(written([] { log(LogLevel::Error, "x"); }).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace understudy::base
