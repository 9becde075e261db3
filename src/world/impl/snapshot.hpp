// The inside of a Snapshot.
#pragma once

#include <memory>

#include "world/impl/state.hpp"
#include "world/snapshot.hpp"

namespace understudy::world {

class Ledger;

struct Snapshot::Inside {
    std::shared_ptr<const pack::Pack> pack;
    State state;
    // The journal of requests as it was: a restore goes back to it. Null: it came from a file.
    std::shared_ptr<Ledger> ledger;
};

}  // namespace understudy::world
