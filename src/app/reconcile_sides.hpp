// What `reconcile` compares: the family, the committed fixtures that claim it and where they lie,
// and the record that excuses a scenario.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lint_ground.hpp"
#include "app/verb.hpp"
#include "fixture/fixture.hpp"
#include "fixture/live_only.hpp"

namespace understudy::app {

// A path as a fixture of a family, with the families of its parts where it is a bundle.
base::Result<fixture::Claim> claim_of(LintGround& ground,
                                      const std::shared_ptr<const fixture::Family>& family,
                                      std::string path, bool is_folder);

struct CommittedSide {
    std::vector<fixture::Fixture> fixtures;
    bool is_on_disk = false;  // false: the examples that came with the family
};

// From --fixture; else all fixtures of the project that claim the family, but for `capture` itself;
// else the valid examples of the family.
base::Result<CommittedSide> committed_side(LintGround& ground,
                                           const std::shared_ptr<const fixture::Family>& family,
                                           const Arguments& arguments, std::string_view capture);

struct LiveOnlySide {
    fixture::LiveOnlyFile file;
    fixture::LiveOnlyChecked checked;
    const fixture::LiveOnlyRecord* record = nullptr;  // a valid one of the scenario
    std::vector<report::Finding> findings;            // about records of the scenario
};
// From --live-only, else from the file that the project names. nullptr: there is none.
base::Result<std::unique_ptr<LiveOnlySide>> live_only_side(const LintGround& ground,
                                                           const CommittedSide& committed,
                                                           const Arguments& arguments,
                                                           std::string_view scenario);

}  // namespace understudy::app
