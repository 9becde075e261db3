// The marker of a run, and a note of what the run may have left: `.understudy/runs/MARKER.json`
// holds the names that its tear-down needs. Gone when tear-down went well; what is still there is
// swept later.
//
//     RunNote note = TRY(RunNote::open(root, plan_reference, marker));
//     note.bind("issue", 41);              // on disk at once
//     note.done();
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/plan_file.hpp"
#include "base/result.hpp"

namespace understudy::app {

std::string new_marker();  // "us-7f3a09c1"
bool is_marker(std::string_view text);

class RunNote {
public:
    // Whether a value may be kept: a captured secret never is.
    using IsHarmless = std::function<bool(std::string_view text)>;

    RunNote(std::filesystem::path root, std::string plan, std::string run, IsHarmless is_harmless);

    base::Result<void> bind(std::string_view name, const json::Value& value);
    void done();  // nothing is left
    std::string path() const;

private:
    base::Result<void> write() const;

    std::filesystem::path root_;
    std::string plan_, run_;
    IsHarmless is_harmless_;
    Bindings names_;
};

struct LeftRun {
    std::string run;
    Bindings names;
    std::filesystem::path file;
};
// The runs of a plan that left a note, by marker. plan.bad_marker
base::Result<std::vector<LeftRun>> runs_left(const std::filesystem::path& root,
                                             std::string_view plan);

}  // namespace understudy::app
