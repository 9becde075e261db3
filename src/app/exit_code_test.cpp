#include "app/exit_code.hpp"

#include <gtest/gtest.h>

namespace understudy::app {
namespace {

TEST(ExitCode, TheMoreSeriousWins) {
    EXPECT_EQ(worse(ExitCode::Done, ExitCode::Unknown), ExitCode::Unknown);
    EXPECT_EQ(worse(ExitCode::Differed, ExitCode::Unknown), ExitCode::Differed);
    EXPECT_EQ(worse(ExitCode::Differed, ExitCode::SecretFound), ExitCode::SecretFound);
    EXPECT_EQ(worse(ExitCode::Misuse, ExitCode::SecretFound), ExitCode::Misuse);
    EXPECT_EQ(worse(ExitCode::Misuse, ExitCode::Bug), ExitCode::Bug);
}

}  // namespace
}  // namespace understudy::app
