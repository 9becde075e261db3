#include "app/export_fixtures.hpp"

#include <unistd.h>

#include <chrono>

#include "base/error.hpp"
#include "base/text.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

constexpr std::chrono::milliseconds kExportTime{60'000};
constexpr std::size_t kExportOutput = std::size_t{64} << 20U;
constexpr std::string_view kPath = "{path}";

std::string with_path(std::string word, const std::string& path) {
    for (std::size_t at = word.find(kPath); at != std::string::npos;
         at = word.find(kPath, at + path.size())) {
        word.replace(at, kPath.size(), path);
    }
    return word;
}

// What the command of a family prints for one file.
base::Result<io::Finished> run_export(const fixture::Claim& claim, const LintGround& ground) {
    const std::vector<std::string>& command = claim.family->export_command;
    io::Program program;
    program.program = with_path(command.front(), claim.path);
    for (std::size_t i = 1; i < command.size(); ++i) {
        program.arguments.push_back(with_path(command[i], claim.path));
    }
    for (char** each = ::environ; *each != nullptr; ++each) program.environment.emplace_back(*each);
    program.folder = ground.root.string();
    program.limit = kExportTime;
    return io::run_program(program, kExportOutput);
}

std::string failure_of(const io::Finished& finished) {
    if (finished.output_cut) {
        return "it printed more than " + base::with_thousands(kExportOutput) + " bytes";
    }
    if (finished.exit.timed_out) return "it took more than a minute";
    if (!finished.exit.code) return "signal " + std::to_string(finished.exit.signal) + " ended it";
    if (*finished.exit.code != 0) return "it ended with " + std::to_string(*finished.exit.code);
    return {};
}

}  // namespace

fixture::ChangedTree export_fixtures(const std::vector<fixture::Claim>& claims,
                                     const LintGround& ground, fixture::LintGround& rules) {
    fixture::ChangedTree tree(*ground.tree, {});
    for (const fixture::Claim& claim : claims) {
        if (claim.family->container != fixture::Container::Embedded) continue;
        const auto finished = run_export(claim, ground);
        const std::string why = finished ? failure_of(*finished) : base::message(finished.error());
        if (!why.empty()) {
            rules.not_exported[claim.path] = why;
            continue;
        }
        rules.exported.insert(claim.path);
        tree.put(claim.path, finished->output());
    }
    return tree;
}

}  // namespace understudy::app
