// What can only be said of a pack as a whole: errors of its graphs (states, moves, routes, events),
// and warnings about what is unused, scanned, dropped or untested.
#pragma once

#include <vector>

#include "pack/load.hpp"

namespace understudy::pack {

// Errors. The pack is complete but for its route table, which is built here for the purpose.
void check_graphs(const Pack& pack, std::vector<Problem>& problems);

// Errors. Moves that let time pass and are set off by time passing.
void check_clocks(const Pack& pack, std::vector<Problem>& problems);

// Warnings. `folder` gives the plans, and the texts in which names are looked for.
void warn(const Pack& pack, const Folder& folder, std::vector<Problem>& problems);

}  // namespace understudy::pack
