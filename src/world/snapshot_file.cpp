// A snapshot as one JSON document, and back. What is read may come from anybody: every entry is
// checked as the journal's are, numbers that the state counts on must agree with each other, and
// the digest is worked out anew.
#include <algorithm>

#include "base/time.hpp"
#include "json/pointer.hpp"
#include "world/impl/order_key.hpp"
#include "world/impl/parts.hpp"
#include "world/impl/record_reader.hpp"
#include "world/impl/snapshot.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using json::Value;

namespace {

using Problem = std::optional<Refused>;

constexpr std::string_view kFormat = "understudy_snapshot";
// Sequences far above anything a world can reach would leave no room for the next number.
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 53U;

Refused invalid(std::string why, std::string field, std::string hint = {}) {
    return refused(422, "invalid_snapshot", std::move(why), std::move(field), std::move(hint));
}

std::string text_in(const Value& value, std::string_view name) {
    const Value* found = value.find(name);
    return found != nullptr && found->is_string() ? std::string(found->as_string()) : "";
}

Problem check_head(const Value& file) {
    if (!file.is_object()) return invalid("a snapshot is an object", "");
    const Value* format = file.find(kFormat);
    if (format == nullptr) {
        return invalid("this is no snapshot: it has no 'understudy_snapshot'", "");
    }
    if (!format->is_number() || format->to_int64() != kSnapshotFormat) {
        return invalid("snapshots of this format cannot be read", "/" + std::string(kFormat),
                       "the format is " + std::to_string(kSnapshotFormat));
    }
    const std::vector<std::string> known = {
        std::string(kFormat), "pack", "name", "at", "digest", "entries"};
    for (const json::Member& member : file.members()) {
        if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
        return invalid("a snapshot has no '" + std::string(member.key()) + "'",
                       json::Pointer({std::string(member.key())}).to_text(),
                       nearest_hint(member.key(), known));
    }
    const Value* pack = file.find("pack");
    if (pack == nullptr || text_in(*pack, "name").empty() || text_in(*pack, "version").empty()) {
        return invalid("a snapshot names its pack and the pack's version", "/pack");
    }
    if (text_in(file, "digest").empty()) return invalid("a snapshot has a digest", "/digest");
    const Value* entries = file.find("entries");
    if (entries == nullptr || !entries->is_array()) {
        return invalid("a snapshot has a list of entries", "/entries");
    }
    return std::nullopt;
}

std::string why(const base::Error& error) {
    const std::string_view said = error.arg("why");
    return said.empty() ? base::message(error) : std::string(said);
}

Problem add_entry(State& state, const Value& entry, const std::string& place) {
    if (!entry.is_array() || entry.size() != 3 || !entry[0].is_string() || entry[2].is_null()) {
        return invalid("an entry is [part, key, value]", place);
    }
    auto key = to_bytes(entry[1], "the key");
    if (!key) return invalid(why(key.error()), place + "/1");
    Change change{std::string(entry[0].as_string()), std::move(*key), entry[2]};
    const bool is_timer = change.part == name_of(Part::Timer);
    if (is_timer && (!entry[2].has("resource") || !entry[2].has("move"))) {
        return invalid("a timer has a resource and a move", place + "/2");
    }
    if (const auto applied = state.apply(change); !applied) {
        return invalid(why(applied.error()), place);
    }
    return std::nullopt;
}

// Numbers that were given must not be given again.
Problem check_sequences(const State& state) {
    const State::Parts& parts = state.parts();
    for (const Sequences::Entry& sequence : parts.sequences.entries()) {
        if (sequence.last <= kMostCounted) continue;
        return invalid("the sequence '" + sequence.name + "' is too large", "/entries");
    }
    const auto falls_short = [&](std::string_view sequence, std::uint64_t used) {
        return state.last(sequence) < used;
    };
    const auto refuse = [](std::string_view sequence) {
        return invalid("the sequence '" + std::string(sequence) + "' is behind numbers in use",
                       "/entries");
    };
    for (const Table& table : parts.tables) {
        const std::string& name = table.resource().name;
        const std::size_t count = table.by_sequence().size();
        if (count == 0) continue;
        // The key of the tree is the number.
        const std::uint64_t last = read_number(table.by_sequence().at(count - 1)->key);
        if (falls_short(name, last)) return refuse(name);
    }
    for (const Timer& timer : state.timers()) {
        if (falls_short("$timer", timer.number)) return refuse("$timer");
    }
    Problem behind;
    state.each_delivery(0, [&](const DeliveryPtr& delivery) {
        if (falls_short("$delivery", delivery->number)) behind = refuse("$delivery");
        if (falls_short("$place", delivery->place)) behind = refuse("$place");
        return !behind;
    });
    if (behind) return behind;
    constexpr std::string_view kSequences[] = {"$fault", "$stub", "$pin", "$tape"};
    for (auto cursor = parts.levers.begin(); cursor.is_valid(); cursor.next()) {
        const Lever& lever = *cursor.value();
        const std::string_view sequence = kSequences[static_cast<std::size_t>(lever.kind)];
        if (falls_short(sequence, lever.number)) return refuse(sequence);
        if (falls_short("$lever", lever.created)) return refuse("$lever");
    }
    return std::nullopt;
}

Problem fill(State& state, const Value& file) {
    const Value& entries = *file.find("entries");
    bool has_clock = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (auto problem = add_entry(state, entries[i], "/entries/" + std::to_string(i))) {
            return problem;
        }
        has_clock |= entries[i][0].as_string() == name_of(Part::Clock);
    }
    if (!has_clock) return invalid("a snapshot has an entry of the clock", "/entries");
    if (auto problem = check_sequences(state)) return problem;
    const std::string digest = state.digest();
    if (digest == text_in(file, "digest")) return std::nullopt;
    return invalid("the entries give another digest: " + digest, "/digest",
                   "the file was changed after it was written");
}

}  // namespace

Value to_file(const Snapshot& snapshot) {
    Value entries = Value::array();
    snapshot.inside().state().each_entry([&](Change change) {
        entries.push_back(
            Value::array({change.part, bytes_json(change.key), std::move(change.value)}));
    });
    return Value::object({{kFormat, kSnapshotFormat},
                          {"pack", Value::object({{"name", snapshot.pack().name},
                                                  {"version", snapshot.pack().version}})},
                          {"at", base::to_rfc3339(snapshot.at())},
                          {"digest", snapshot.digest()},
                          {"entries", std::move(entries)}});
}

std::variant<Snapshot, Refused> from_file(const Value& file,
                                          std::shared_ptr<const pack::Pack> pack) {
    if (auto problem = check_head(file)) return std::move(*problem);
    const std::string name = text_in(*file.find("pack"), "name");
    const std::string version = text_in(*file.find("pack"), "version");
    const auto mismatch = [&](std::string hint) {
        return refused(409, "snapshot_pack_mismatch",
                       "the snapshot is of " + name + '@' + version + ", and the world runs " +
                           pack->name + '@' + pack->version,
                       "/pack", std::move(hint));
    };
    if (name != pack->name) return mismatch("");
    State state(pack, {});
    if (auto problem = fill(state, file)) {
        // Another version of the pack may well read it; where it does not, that is the reason.
        if (version != pack->version) return mismatch(problem->field + ": " + problem->message);
        return std::move(*problem);
    }
    state.settle();
    return Snapshot(
        std::make_shared<Snapshot::Inside>(std::move(pack), std::move(state), SharedLedger()));
}

}  // namespace understudy::world
