#include "app/tool_version.hpp"

#include <chrono>

#include "app/fake_player.hpp"
#include "base/regex.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

constexpr std::chrono::seconds kLimit{20};
constexpr std::size_t kMostOutput = std::size_t{64} * 1024;

// Its own environment is ours; a tool that asks back finds no input.
std::string asked(const std::string& path, const std::vector<std::string>& arguments) {
    io::Program program;
    program.program = path;
    program.arguments = arguments;
    program.environment = own_environment();
    program.limit = kLimit;
    const auto finished = io::run_program(program, kMostOutput);
    if (!finished || finished->exit.code != 0) return {};
    std::string text;
    for (const io::Piece& piece : finished->pieces) text += piece.bytes;
    return version_in(text);
}

}  // namespace

std::string version_in(std::string_view text) {
    const auto pattern = base::Regex::compile(R"(v?([0-9]+(?:\.[0-9A-Za-z+-]+)+))");
    if (!pattern) return {};
    const auto match = pattern->find(text);
    if (!match || match->groups.empty()) return {};
    return std::string(match->groups.front().value_or(""));
}

std::string ToolVersions::of(std::string_view program, const std::string& path) {
    const cassette::Service* service = manifest_.of_program(program);
    if (service == nullptr || service->version.empty() || path.empty()) return {};
    const auto [known, is_new] = known_.emplace(path, std::string());
    if (is_new) known->second = asked(path, service->version);
    return known->second;
}

}  // namespace understudy::app
