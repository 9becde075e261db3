// Worlds and snapshots.
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"

namespace understudy::app {

namespace {

// --- world create
constexpr Positional kPack[] = {{"PACK", "a pack that is served; - reads the body"}};
constexpr Option kCreateOptions[] = {
    {"--id", "ID", "its id (made up)", "", ""},
    {"--new-key", "KEY", "its key, at least 16 characters (made up)", "", ""},
    {"--t0", "INSTANT", "where its time begins; `now` with a ticking clock", "", ""},
    {"--rng-seed", "N", "seed of ids and other drawn values", "", ""},
    {"--clock", "MODE", "frozen or ticking", "", ""},
    {"--pacing", "PACE", "virtual: streams wait for the world's clock", "", ""},
    {"--config", "JSON", "members of the pack's config", "", ""},
    {"--seed", "JSON", "what it begins with, as in a seed file", "", ""},
    {"--port", "PORT", "a listener of its own; 0 takes any free port", "", ""},
    {"--socket", "PATH", "a Unix socket of its own", "", ""},
    {"--host", "NAME", "a host name that stands for it", "", ""},
    {"--accept-keys", "WHICH", "`any`: whatever key a client sends", "", ""},
    {"--coherence", "MODE", "off or warn", "", ""},
    {"--ttl", "DURATION", "without a call for that long it is dropped", "", ""},
};
constexpr Slot kCreateSlots[] = {
    {"PACK", "/pack"},
    {"--id", "/id"},
    {"--new-key", "/key"},
    {"--t0", "/t0"},
    {"--rng-seed", "/rng_seed", As::Number},
    {"--clock", "/clock"},
    {"--pacing", "/pacing"},
    {"--config", "/config", As::Json},
    {"--seed", "/seed", As::Json},
    {"--port", "/port", As::Number},
    {"--socket", "/socket"},
    {"--host", "/host"},
    {"--accept-keys", "/accept_keys"},
    {"--coherence", "/coherence"},
    {"--ttl", "/ttl"},
};
constexpr ControlRoute kCreate[] = {
    {"POST", "/worlds", kCreateSlots, {.text = shown_world}, Whose::Operator},
};
constexpr Example kCreateExamples[] = {
    {"understudy world create parcel", "a world more; its key is shown now and never again"},
    {"understudy world create parcel --port 0 --accept-keys any",
     "one with a listener of its own, for a client whose key cannot be changed"},
};

// --- world list, show, fork, delete, diff
constexpr Column kWorldColumns[] = {
    {"WORLD", "id"},    {"KEY", "key"}, {"PACK", "packs.0.name"}, {"VERSION", "packs.0.version"},
    {"CLOCK", "clock"}, {"NOW", "now"}, {"FORK OF", "parent"},    {"URL", "packs.0.url"},
};
constexpr ControlRoute kList[] = {
    {"GET", "/worlds", {}, {kWorldColumns, "no worlds"}, Whose::Operator, true},
};
constexpr Example kListExamples[] = {{"understudy world list", "every world of the process"}};

constexpr Positional kWorldId[] = {{"ID", "another world than that of the key", false, true}};
constexpr Slot kIdSlot[] = {{"ID", "{id}"}};
constexpr ControlRoute kShow[] = {
    {"GET", "/worlds/{id}", kIdSlot, {.text = shown_world}, Whose::Family, false, {"ID"}},
    {"GET", "/world", {}, {.text = shown_world}},
};
constexpr Example kShowExamples[] = {
    {"understudy world show", "the world of UNDERSTUDY_KEY"},
    {"understudy world show w_2", "another one"},
};

constexpr Option kForkOptions[] = {
    {"--new-key", "KEY", "the fork's key, at least 16 characters (made up)", "", ""},
    {"--endpoints", "WHICH", "`drop` leaves the webhook endpoints out", "", ""},
    {"--ttl", "DURATION", "without a call for that long it is dropped", "", ""},
};
constexpr Slot kForkSlots[] = {
    {"--new-key", "/key"}, {"--endpoints", "/endpoints"}, {"--ttl", "/ttl"}};
constexpr ControlRoute kFork[] = {{"POST", "/fork", kForkSlots, {.text = shown_world}}};
constexpr Example kForkExamples[] = {
    {"understudy world fork --ttl 10m", "a copy for one test, which ends by itself"},
};

constexpr Positional kDeleteId[] = {{"ID", "the world to end"}};
constexpr ControlRoute kDelete[] = {
    {"DELETE", "/worlds/{id}", kIdSlot, {.text = shown_cleared}, Whose::Family},
};
constexpr Example kDeleteExamples[] = {
    {"understudy world delete w_2", "worlds forked from it live on"}};

constexpr Positional kDiffSides[] = {{"FROM", "a world or a snapshot, by id"},
                                     {"TO", "another (the world of the key)", false, true}};
constexpr Slot kDiffSlots[] = {{"FROM", "?from"}, {"TO", "?to"}};
constexpr ControlRoute kDiff[] = {{"GET", "/diff", kDiffSlots, {.text = shown_diff}}};
constexpr Example kDiffExamples[] = {{"understudy world diff snp_1", "what has happened since"}};

// --- snapshots
constexpr Positional kName[] = {{"NAME", "a name for it", false, true}};
constexpr Slot kNameSlot[] = {{"NAME", "/name"}};
constexpr ControlRoute kTake[] = {{"POST", "/snapshots", kNameSlot, {.text = shown_record}}};
constexpr Example kTakeExamples[] = {{"understudy snapshot take before", "to come back to"}};

constexpr Column kSnapshotColumns[] = {
    {"SNAPSHOT", "id"}, {"NAME", "name"}, {"AT", "at"}, {"OBJECTS", "objects"}};
constexpr ControlRoute kSnapshots[] = {
    {"GET", "/snapshots", {}, {kSnapshotColumns, "no snapshots"}, Whose::World, true},
};
constexpr Example kSnapshotsExamples[] = {{"understudy snapshot list", "oldest first"}};

constexpr Positional kSnapshotId[] = {{"ID", "the snapshot"}};
constexpr ControlRoute kSnapshot[] = {
    {"GET", "/snapshots/{id}", kIdSlot, {.text = shown_record}},
};
constexpr Example kSnapshotExamples[] = {{"understudy snapshot show snp_1", "with its digest"}};

constexpr Positional kExportTo[] = {{"ID", "the snapshot"},
                                    {"FILE", "where to write it (standard output)", false, true}};
constexpr ControlRoute kExport[] = {
    {"GET", "/snapshots/{id}/export", kIdSlot, {}, Whose::World, false, {}, export_snapshot},
};
constexpr Example kExportExamples[] = {
    {"understudy snapshot export snp_1 before.snapshot", "to load it elsewhere"},
};

constexpr Positional kImportFrom[] = {{"FILE", "an exported snapshot, or - for standard input"}};
constexpr Slot kImportSlots[] = {{"FILE", "", As::Body}};
constexpr ControlRoute kImport[] = {
    {"POST", "/snapshots/import", kImportSlots, {.text = shown_record}},
};
constexpr Example kImportExamples[] = {{"understudy snapshot import before.snapshot",
                                        "then `understudy restore` with the id it prints"}};

constexpr Positional kForgetId[] = {{"ID", "the snapshot", false, true}};
constexpr Option kForgetOptions[] = {{"--all", "", "all snapshots of the world", "", ""}};
constexpr ControlRoute kForget[] = {
    {"DELETE", "/snapshots/{id}", kIdSlot, {.text = shown_cleared}, Whose::World, false, {"ID"}},
    {"DELETE", "/snapshots", {}, {.text = shown_cleared}, Whose::World, false, {"--all"}},
};
constexpr Example kForgetExamples[] = {{"understudy snapshot delete snp_1", "one of them"},
                                       {"understudy snapshot delete --all", "all of them"}};

constexpr Positional kRestoreFrom[] = {{"SNAPSHOT", "a snapshot, by id or name; - reads the body"}};
constexpr Slot kRestoreSlots[] = {{"SNAPSHOT", "/snapshot"}};
constexpr ControlRoute kRestore[] = {{"POST", "/restore", kRestoreSlots, {.text = shown_world}}};
constexpr Example kRestoreExamples[] = {
    {"understudy restore before", "the same calls give the same answers again"},
    {"understudy restore boot", "as the seed file left it"},
};

constexpr Verb kVerbs[] = {
    {"world create", "a new world",
     "Makes a world of a pack that is served. Its key is shown now and never again. Needs the "
     "operator's key.",
     kPack, kCreateOptions, kCreateExamples, nullptr, kCreate},
    {"world list",
     "all worlds",
     "Lists the worlds of the process. Needs the operator's key.",
     {},
     {},
     kListExamples,
     nullptr,
     kList},
    {"world show",
     "a world's pack, clock and objects",
     "Shows the world of the key, or another one: the operator's key reads all, a world's key its "
     "own and those forked from it.",
     kWorldId,
     {},
     kShowExamples,
     nullptr,
     kShow},
    {"world fork",
     "a new world with the same state",
     "Makes a world with the state of this one and a key of its own, in no time whatever its size. "
     "Nothing that happens later in one of them is seen in the other.",
     {},
     kForkOptions,
     kForkExamples,
     nullptr,
     kFork},
    {"world delete",
     "ends a world",
     "Ends a world. Worlds forked from it live on.",
     kDeleteId,
     {},
     kDeleteExamples,
     nullptr,
     kDelete},
    {"world diff",
     "what differs between two worlds or snapshots",
     "Compares two worlds, two snapshots, or one of each: objects added, removed and changed, "
     "field "
     "by field, then clock, timers, events and what is armed.",
     kDiffSides,
     {},
     kDiffExamples,
     nullptr,
     kDiff},
    {"snapshot take",
     "keeps the world as it is now",
     "Keeps the whole state of the world, in no time whatever its size. A reset does not touch it.",
     kName,
     {},
     kTakeExamples,
     nullptr,
     kTake},
    {"snapshot list",
     "the snapshots that are kept",
     "Lists the snapshots of the world.",
     {},
     {},
     kSnapshotsExamples,
     nullptr,
     kSnapshots},
    {"snapshot show",
     "one snapshot, with its digest",
     "Shows a snapshot. Its digest is computed now; equal digests mean equal states.",
     kSnapshotId,
     {},
     kSnapshotExamples,
     nullptr,
     kSnapshot},
    {"snapshot export",
     "a snapshot as a file",
     "Writes a snapshot as one file.",
     kExportTo,
     {},
     kExportExamples,
     nullptr,
     kExport},
    {"snapshot import",
     "a snapshot from a file",
     "Loads a snapshot that was exported, here or elsewhere. The server checks all of it.",
     kImportFrom,
     {},
     kImportExamples,
     nullptr,
     kImport},
    {"snapshot delete", "forgets snapshots", "Forgets one snapshot, or all of them.", kForgetId,
     kForgetOptions, kForgetExamples, nullptr, kForget},
    {"restore",
     "the world becomes what a snapshot holds",
     "The world becomes what the snapshot holds, and keeps its id and key. Counters of faults and "
     "positions of tapes come back too.",
     kRestoreFrom,
     {},
     kRestoreExamples,
     nullptr,
     kRestore},
};

}  // namespace

std::span<const Verb> world_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
