// Snapshots: taken and restored in constant time, because the state is a value whose copies share
// everything.
#include "world/snapshot.hpp"

#include "world/impl/clock_settings.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/snapshot.hpp"
#include "world/refused.hpp"

namespace understudy::world {

base::Instant Snapshot::at() const {
    return inside_->state().now();
}

const pack::Pack& Snapshot::pack() const {
    return *inside_->pack;
}

std::uint64_t Snapshot::objects() const {
    std::uint64_t sum = 0;
    const State state = inside_->state();
    for (pack::Index i = 0; i < inside_->pack->resources.size(); ++i) sum += state.count(i);
    return sum;
}

std::string Snapshot::digest() const {
    return inside_->state().digest();
}

Snapshot World::snapshot() const {
    return Snapshot(
        std::make_shared<Snapshot::Inside>(engine_->pack, engine_->state, engine_->ledger));
}

std::variant<Outcome, Refused> World::Engine::restore(const Restore& restore) {
    const Snapshot::Inside& held = restore.snapshot->inside();
    const pack::Pack& theirs = *held.pack;
    if (held.pack != pack && (theirs.name != pack->name || theirs.version != pack->version)) {
        return refused(409, "snapshot_pack_mismatch",
                       "the snapshot is of " + theirs.name + '@' + theirs.version +
                           ", and the world runs " + pack->name + '@' + pack->version,
                       "/snapshot");
    }
    state = held.state();
    state.record(recording);
    mode = mode_in(state, definition.clock);
    SharedLedger earlier = held.ledger ? held.ledger
                                       : SharedLedger(Ledger(pack, definition.journal_entries,
                                                             definition.body_bytes, definition.id));
    earlier.own(definition.id).go_on_telling(ledger->feed());
    ledger = std::move(earlier);
    state.record(false);
    cancel_in_flight();
    end_advances();
    state.record(recording);
    if (recording) {
        resets = {State::forget_all()};
        state.each_entry([this](Change change) { resets.push_back(std::move(change)); });
    }
    Outcome outcome;
    outcome.result = json::Value::object({{"now", base::to_rfc3339(state.now())}});
    return outcome;
}

}  // namespace understudy::world
