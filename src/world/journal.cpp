// How changes look to a store.
#include "world/journal.hpp"

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

void each_change(const Snapshot& snapshot, const std::function<void(Change)>& visit) {
    visit(State::forget_all());
    snapshot.inside().state().each_entry(visit);
}

}  // namespace understudy::world
