// What testers have scripted, as statements of coherence see it: faults, pins, tapes, branches and
// seeds, each a list of maps with `id`, `operation` (the full name of the one meant), `operations`
// and what belongs to its kind.
#pragma once

#include <string>
#include <vector>

#include "expr/evaluate.hpp"
#include "pack/names.hpp"
#include "pack/pack.hpp"
#include "world/impl/state.hpp"

namespace understudy::world {

struct ScriptPart {
    pack::Name list = pack::Name::Pins;  // under which it stands: `pins`
    std::string kind = {};               // "fault", "pin", "tape", "branch", "seed"
    std::string id = {};
    json::Value seen = {};  // what statements see of it
};

// Everything, oldest first. Seeds are looked for only if asked for: that looks at every object.
std::vector<ScriptPart> script_of(const pack::Pack& pack, const State& state, bool seeds);

// Puts the parts under their names.
void set_script(expr::Env& env, const std::vector<const ScriptPart*>& parts);

}  // namespace understudy::world
