#include "app/exit_code.hpp"

#include <algorithm>
#include <array>

namespace understudy::app {

namespace {

constexpr std::array kMostSeriousFirst = {
    ExitCode::Bug,     ExitCode::Misuse,    ExitCode::SecretFound, ExitCode::NotAllowed,
    ExitCode::Stopped, ExitCode::Escalated, ExitCode::GateFailed,  ExitCode::Differed,
    ExitCode::Unknown, ExitCode::Done,
};

auto rank(ExitCode code) {
    return std::find(kMostSeriousFirst.begin(), kMostSeriousFirst.end(), code);
}

}  // namespace

ExitCode worse(ExitCode a, ExitCode b) {
    return rank(a) <= rank(b) ? a : b;
}

}  // namespace understudy::app
