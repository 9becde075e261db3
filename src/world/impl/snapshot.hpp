// The inside of a Snapshot.
#pragma once

#include <memory>
#include <utility>

#include "world/impl/shared_ledger.hpp"
#include "world/impl/state.hpp"
#include "world/snapshot.hpp"

namespace understudy::world {

struct Snapshot::Inside {
    Inside(std::shared_ptr<const pack::Pack> of, State held, SharedLedger requests)
        : pack(std::move(of)), ledger(std::move(requests)), state_(std::move(held)) {}

    const std::shared_ptr<const pack::Pack> pack;
    // The journal of requests as it was: a restore goes back to it. None: it came from a file.
    const SharedLedger ledger;

    // A copy for whoever looks: several worlds share a snapshot, and a State is looked at by one
    // thread at a time.
    State state() const { return state_; }

private:
    const State state_;
};

}  // namespace understudy::world
