#include "app/witness_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "app/open_watch.hpp"
#include "base/text.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using fixture::Fate;

constexpr std::size_t kOutput = std::size_t{64} << 20U;  // of one run; it is not shown
constexpr std::size_t kWitnessLines = std::size_t{1} << 20U;
constexpr std::string_view kWitnessFile = "opened";

struct Ran {
    std::optional<int> status;  // none: it had to be stopped, or a signal ended it
    std::int64_t milliseconds = 0;
};

class Runner {
public:
    Runner(ScratchTree& scratch, const WitnessPlan& plan)
        : scratch_(scratch), plan_(plan), watch_(files()) {}

    base::Result<Ran> run() {
        io::Program program;
        program.program = plan_.command.front();
        program.arguments.assign(plan_.command.begin() + 1, plan_.command.end());
        for (char** each = ::environ; *each != nullptr; ++each) {
            const std::string_view variable = *each;
            if (variable.starts_with("PWD=") || variable.starts_with("OLDPWD=")) continue;
            program.environment.emplace_back(variable);
        }
        program.environment.push_back(std::string(kWitnessVariable) + "=" +
                                      scratch_.beside(kWitnessFile).string());
        program.folder = (scratch_.root() / plan_.folder).lexically_normal().string();
        program.environment.push_back("PWD=" + program.folder);
        program.limit = plan_.limit;
        const auto finished = TRY(io::run_program(program, kOutput));
        Ran ran;
        ran.milliseconds = finished.exit.took.count() / 1000;
        const bool ended = finished.exit.code && !finished.exit.timed_out && !finished.output_cut;
        if (ended) ran.status = finished.exit.code;
        return ran;
    }

    // Since the last time it was asked: by the operating system, or by a loader that says so.
    bool was_opened() {
        const bool is_seen = watch_.was_opened();
        return has_line() || is_seen;
    }

private:
    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        const auto add = [&](const fixture::Fixture& fixture, const auto& self) -> void {
            for (const auto& file : fixture.files) all.push_back(scratch_.root() / file.name);
            for (const auto& part : fixture.parts) self(part, self);
        };
        add(*plan_.fixture, add);
        return all;
    }

    bool has_line() const {
        const fs::path path = scratch_.beside(kWitnessFile);
        std::ifstream in(path, std::ios::binary);
        std::string text(kWitnessLines, '\0');
        in.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(in.gcount()));
        std::error_code problem;
        fs::remove(path, problem);
        const std::string& own = plan_.fixture->claim.path;
        const std::string id = plan_.fixture->metadata.text("id");
        const std::string whole = (scratch_.root() / own).string();
        for (const std::string_view line : base::split_lines(text)) {
            const std::string_view word = base::trim(line);
            if (word.empty()) continue;
            const bool is_path = word == own || word == whole ||
                                 (own.size() > word.size() && own.ends_with(word) &&
                                  own[own.size() - word.size() - 1] == '/') ||
                                 word.starts_with(whole + "/");
            if (is_path || word == id) return true;
        }
        return false;
    }

    ScratchTree& scratch_;
    const WitnessPlan& plan_;
    OpenWatch watch_;
};

Fate fate_of(const std::optional<int>& status) {
    if (!status) return Fate::Inconclusive;
    return *status == 0 ? Fate::Survived : Fate::Killed;
}

}  // namespace

base::Result<fixture::Witness> run_witness(ScratchTree& scratch, const WitnessPlan& plan) {
    fixture::Witness witness;
    Runner runner(scratch, plan);
    runner.was_opened();  // what happened before does not count
    const std::size_t all = plan.mutants.size() + 2;
    for (int i = 0; i < 2; ++i) {
        const Ran ran = TRY(runner.run());
        witness.baseline.push_back(ran.status);
        witness.milliseconds += ran.milliseconds;
        // Opened by both runs, or it is chance.
        const bool is_opened = runner.was_opened();
        witness.was_opened = is_opened && (i == 0 || witness.was_opened);
        if (plan.on_run) plan.on_run(static_cast<std::size_t>(i) + 1, all);
    }
    if (!fixture::is_baseline_green(witness)) return witness;
    for (const fixture::Mutant& mutant : plan.mutants) {
        TRY_VOID(scratch.apply(mutant.bytes));
        auto ran = runner.run();
        TRY_VOID(scratch.restore());
        if (!ran) return base::fail(std::move(ran).error());
        witness.milliseconds += ran->milliseconds;
        witness.runs.push_back({mutant.id, mutant.about, mutant.expected, ran->status,
                                fate_of(ran->status), ran->milliseconds});
        if (plan.on_run) plan.on_run(witness.runs.size() + 2, all);
    }
    return witness;
}

}  // namespace understudy::app
