// Snapshots on the control plane: taken, listed, shown, carried away and brought back; and what
// differs between two.
#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"
#include "serve/impl/control_values.hpp"
#include "world/snapshot.hpp"

namespace understudy::serve {

namespace {

using json::Value;
using world::Refused;

Value record_of(const Kept& kept) {
    Value record = Value::object({{"id", kept.id}});
    if (!kept.name.empty()) record.set("name", kept.name);
    const pack::Pack& pack = kept.snapshot.pack();
    record.set("at", base::to_rfc3339(kept.snapshot.at()));
    record.set("packs",
               Value::array({Value::object({{"name", pack.name}, {"version", pack.version}})}));
    record.set("objects", kept.snapshot.objects());
    return record;
}

Refused unknown(const ControlCall& call, std::string_view asked, std::string field = {}) {
    std::vector<std::string> known;
    for (const KeptPtr& one : call.world->snapshots.all()) {
        known.push_back(one->name.empty() ? one->id : one->name);
    }
    return refuse("unknown_snapshot", "there is no snapshot " + base::quoted(asked),
                  std::move(field), nearest_hint(asked, known));
}

ControlResult keep(ControlCall& call, const std::string& name, world::Snapshot snapshot) {
    if (name.starts_with("snp_")) {
        return refuse("invalid_request", base::quoted(name) + " looks like an id", "/name",
                      "names do not begin with snp_");
    }
    const KeptPtr kept = call.world->snapshots.add(name, std::move(snapshot));
    if (!kept) {
        return refuse("invalid_request",
                      "a world has at most " + base::with_thousands(kMostSnapshots) + " snapshots",
                      {}, "DELETE /__admin__/snapshots/{id} makes room");
    }
    return ControlDone{201, record_of(*kept), {}, {}};
}

ControlResult take_snapshot(ControlCall& call) {
    return keep(call, text_of(call.body, "name"),
                call.world->look([](const world::World& world) { return world.snapshot(); }));
}

ControlResult list_snapshots(ControlCall& call) {
    std::vector<Value> records;
    for (const KeptPtr& one : call.world->snapshots.all()) records.push_back(record_of(*one));
    return page_of(call, records);
}

ControlResult show_snapshot(ControlCall& call) {
    const KeptPtr kept = call.world->snapshots.find(call.parameters.front());
    if (!kept) return unknown(call, call.parameters.front());
    Value record = record_of(*kept);
    record.set("digest", kept->snapshot.digest());
    return ControlDone{200, std::move(record), {}, {}};
}

ControlResult delete_snapshots(ControlCall& call) {
    const std::uint64_t cleared = call.world->snapshots.clear();
    return ControlDone{200, Value::object({{"cleared", cleared}}), {}, {}};
}

ControlResult delete_snapshot(ControlCall& call) {
    if (!call.world->snapshots.remove(call.parameters.front())) {
        return unknown(call, call.parameters.front());
    }
    return ControlDone{200, Value::object({{"cleared", 1}}), {}, {}};
}

ControlResult export_snapshot(ControlCall& call) {
    const KeptPtr kept = call.world->snapshots.find(call.parameters.front());
    if (!kept) return unknown(call, call.parameters.front());
    Value file = world::to_file(kept->snapshot);
    if (!kept->name.empty()) file.set("name", kept->name);
    return ControlDone{200, std::move(file), {}, {}};
}

ControlResult import_snapshot(ControlCall& call) {
    auto read = world::from_file(call.body, call.hub.packs()[call.world->identity.pack].pack);
    if (auto* refused = std::get_if<Refused>(&read)) return std::move(*refused);
    return keep(call, text_of(call.body, "name"), std::get<world::Snapshot>(std::move(read)));
}

ControlResult restore_snapshot(ControlCall& call) {
    const std::string asked = text_of(call.body, "snapshot");
    const KeptPtr kept = call.world->snapshots.find(asked);
    if (!kept) return unknown(call, asked, "/snapshot");
    auto restored =
        apply(call, world::Restore{std::make_shared<const world::Snapshot>(kept->snapshot)});
    if (std::holds_alternative<Refused>(restored)) return restored;
    return ControlDone{200, world_record(call.hub, *call.world, Keys::Masked), {}, {}};
}

// One side of a diff: a snapshot of this world, or a world whose key this one is good for.
struct Side {
    Value record;
    world::Snapshot snapshot;
};

std::variant<Side, Refused> side_of(ControlCall& call, const std::string& asked) {
    if (const KeptPtr kept = call.world->snapshots.find(asked)) {
        return Side{record_of(*kept), kept->snapshot};
    }
    auto world = asked.empty() ? call.world : call.hub.find(asked);
    const bool allowed =
        world && (call.holder.is_operator ||
                  world->identity.is_in_family_of(call.holder.world->identity.serial));
    if (!allowed) {
        Refused no = unknown(call, asked);
        no.message = "there is no snapshot and no world " + base::quoted(asked);
        return no;
    }
    world::Snapshot snapshot =
        world->look([](const world::World& held) { return held.snapshot(); });
    const pack::Pack& pack = snapshot.pack();
    return Side{Value::object({{"id", world->identity.id},
                               {"at", base::to_rfc3339(snapshot.at())},
                               {"packs", Value::array({Value::object(
                                             {{"name", pack.name}, {"version", pack.version}})})},
                               {"objects", snapshot.objects()}}),
                snapshot};
}

ControlResult show_diff(ControlCall& call) {
    if (call.text("from").empty()) {
        return refuse("invalid_request", "a diff needs to know from what", {},
                      "?from= names a world or a snapshot; ?to= too, else it is this world");
    }
    auto from = side_of(call, call.text("from"));
    if (auto* refused = std::get_if<Refused>(&from)) return std::move(*refused);
    auto to = side_of(call, call.text("to"));
    if (auto* refused = std::get_if<Refused>(&to)) return std::move(*refused);
    const Side& before = std::get<Side>(from);
    const Side& after = std::get<Side>(to);
    if (before.snapshot.pack().name != after.snapshot.pack().name) {
        return refuse("invalid_request",
                      "the two run different packs: " + before.snapshot.pack().name + " and " +
                          after.snapshot.pack().name);
    }
    Value record = Value::object({{"from", before.record}, {"to", after.record}});
    const Value found = world::diff(before.snapshot, after.snapshot);
    for (const json::Member& member : found.members()) record.set(member.key(), member.value);
    return ControlDone{200, std::move(record), {}, {}};
}

constexpr std::string_view kPaging[] = {"limit", "cursor"};
constexpr std::string_view kDiffQuery[] = {"from", "to"};
constexpr std::string_view kUnknown[] = {"unknown_snapshot"};
constexpr std::string_view kImportRefusals[] = {"invalid_snapshot", "snapshot_pack_mismatch"};
constexpr std::string_view kRestoreRefusals[] = {"unknown_snapshot", "snapshot_pack_mismatch"};

constexpr Route kRoutes[] = {
    {"POST",
     "/snapshots",
     "takeSnapshot",
     "What the world holds now, for good.",
     Level::World,
     201,
     "SnapshotOrder",
     "Snapshot",
     false,
     kNoNames,
     kNoNames,
     take_snapshot,
     {},
     R"({"name": "prepared"})"},
    {"GET", "/snapshots", "listSnapshots", "The snapshots of this world, oldest first.",
     Level::World, 200, "", "Snapshot", true, kPaging, kNoNames, list_snapshots},
    {"DELETE", "/snapshots", "deleteSnapshots", "Drops them all.", Level::World, 200, "", "Cleared",
     false, kNoNames, kNoNames, delete_snapshots},
    {"POST", "/snapshots/import", "importSnapshot", "A snapshot from a file.", Level::World, 201,
     "SnapshotFile", "Snapshot", false, kNoNames, kImportRefusals, import_snapshot},
    {"GET", "/snapshots/{id}", "showSnapshot", "One snapshot, by id or name, with its digest.",
     Level::World, 200, "", "Snapshot", false, kNoNames, kUnknown, show_snapshot},
    {"DELETE", "/snapshots/{id}", "deleteSnapshot", "Drops one.", Level::World, 200, "", "Cleared",
     false, kNoNames, kUnknown, delete_snapshot},
    {"GET", "/snapshots/{id}/export", "exportSnapshot", "The snapshot as one file.", Level::World,
     200, "", "SnapshotFile", false, kNoNames, kUnknown, export_snapshot},
    {"POST",
     "/restore",
     "restore",
     "The world becomes what the snapshot holds.",
     Level::World,
     200,
     "Restore",
     "World",
     false,
     kNoNames,
     kRestoreRefusals,
     restore_snapshot,
     {},
     R"({"snapshot": "prepared"})"},
    {"GET", "/diff", "showDiff", "What differs between two snapshots or worlds.", Level::World, 200,
     "", "Diff", false, kDiffQuery, kUnknown, show_diff},
};

constexpr QueryParameter kParameters[] = {
    {"from", "a snapshot of this world, or a world"},
    {"to", "the same; this world, if it is left out"},
};

constexpr RefusalCode kRefusals[] = {
    {"unknown_snapshot", 404, "The world has no snapshot of that id or name."},
    {"snapshot_pack_mismatch", 409,
     "The snapshot is of another pack, or of a version unlike this."},
    {"invalid_snapshot", 422, "The file is no snapshot, or not as it was written."},
};

constexpr std::string_view kSchemas = R"json({
  "SnapshotOrder": {
    "type": "object", "additionalProperties": false,
    "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 200}}
  },
  "Snapshot": {
    "type": "object", "required": ["id", "at", "packs", "objects"], "additionalProperties": false,
    "properties": {
      "id": {"type": "string"}, "name": {"type": "string"},
      "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "worked out when one snapshot is read"},
      "at": {"type": "string", "format": "date-time"},
      "packs": {"type": "array", "items": {
        "type": "object", "required": ["name", "version"], "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "version": {"type": "string"}}}},
      "objects": {"type": "integer"}}
  },
  "SnapshotFile": {
    "type": "object",
    "properties": {
      "understudy_snapshot": {"description": "the version of the format"},
      "pack": {}, "name": {"type": "string", "minLength": 1, "maxLength": 200}, "at": {}, "digest": {}, "entries": {}}
  },
  "Restore": {
    "type": "object", "required": ["snapshot"], "additionalProperties": false,
    "properties": {"snapshot": {"type": "string", "description": "its id or name"}}
  },
  "Differences": {
    "type": "object", "required": ["added", "removed", "changed"], "additionalProperties": false,
    "properties": {"added": {"type": "array"}, "removed": {"type": "array"}, "changed": {"type": "array"}}
  },
  "Diff": {
    "type": "object", "additionalProperties": false,
    "required": ["from", "to", "added", "removed", "changed", "clock", "durations", "timers", "events", "faults",
                 "stubs", "pins", "tapes"],
    "properties": {
      "from": {"$ref": "#/components/schemas/Snapshot"}, "to": {"$ref": "#/components/schemas/Snapshot"},
      "added": {"type": "array", "items": {"$ref": "#/components/schemas/DiffObject"}},
      "removed": {"type": "array", "items": {"$ref": "#/components/schemas/DiffObject"}},
      "changed": {"type": "array", "items": {"$ref": "#/components/schemas/DiffObject"}},
      "clock": {"type": ["object", "null"]}, "durations": {"type": "object"},
      "timers": {"$ref": "#/components/schemas/Differences"}, "events": {"$ref": "#/components/schemas/Differences"},
      "faults": {"$ref": "#/components/schemas/Differences"}, "stubs": {"$ref": "#/components/schemas/Differences"},
      "pins": {"$ref": "#/components/schemas/Differences"}, "tapes": {"$ref": "#/components/schemas/Differences"}}
  },
  "DiffObject": {
    "type": "object", "required": ["resource", "id", "fields"], "additionalProperties": false,
    "properties": {
      "resource": {"type": "string"}, "id": {"type": ["string", "number"]},
      "fields": {"type": "object", "description": "as they are stored; of a changed object each with before and after"}}
  }
})json";

}  // namespace

const Area& snapshot_area() {
    static const Area area{kRoutes, kParameters, kRefusals, kSchemas};
    return area;
}

}  // namespace understudy::serve
