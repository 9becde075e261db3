// How changes look to a store.
#include "world/journal.hpp"

#include <utility>

#include "world/impl/entries.hpp"
#include "world/impl/record_reader.hpp"
#include "world/impl/snapshot.hpp"

namespace understudy::world {

json::Value to_json(const Change& change) {
    return json::Value::array({change.part, bytes_json(change.key), change.value});
}

base::Result<Change> change_from_json(const json::Value& value) {
    if (!value.is_array() || value.size() != 3 || !value[0].is_string()) {
        return bad_journal("a change is [part, key, value]");
    }
    std::string key = TRY(to_bytes(value[1], "the key"));
    return Change{std::string(value[0].as_string()), std::move(key), value[2]};
}

// With a copy of the state of its own, so that nobody else looks at it meanwhile.
struct SnapshotChanges::Walk {
    explicit Walk(const Snapshot& snapshot) : state(snapshot.inside().state()) {}

    const State state;
    State::Entries entries{state};
    bool is_begun = false;
};

SnapshotChanges::SnapshotChanges(const Snapshot& snapshot)
    : walk_(std::make_unique<Walk>(snapshot)) {}
SnapshotChanges::~SnapshotChanges() = default;
SnapshotChanges::SnapshotChanges(SnapshotChanges&&) noexcept = default;
SnapshotChanges& SnapshotChanges::operator=(SnapshotChanges&&) noexcept = default;

std::optional<Change> SnapshotChanges::next() {
    if (!std::exchange(walk_->is_begun, true)) return State::forget_all();
    return walk_->entries.next();
}

}  // namespace understudy::world
