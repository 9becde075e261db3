// Fixtures that live in source files, printed by the export commands of their families. Commands
// run only where the user asked for them.
#pragma once

#include <vector>

#include "app/lint_ground.hpp"
#include "fixture/lint.hpp"
#include "fixture/renew.hpp"

namespace understudy::app {

// The tree of the project with what was printed in place of the source files. Which were printed,
// and why others were not, goes to `rules`. Each command has a minute, and bounded output.
fixture::ChangedTree export_fixtures(const std::vector<fixture::Claim>& claims,
                                     const LintGround& ground, fixture::LintGround& rules);

}  // namespace understudy::app
