// What a world held at one moment, for good: a value that is copied, kept and restored in constant
// time, and that can become a file and come back from one.
//
//     Snapshot snapshot = world.snapshot();
//     snapshot.digest();                                   // worked out now, not when it was taken
//     world.apply(Restore{std::make_shared<const Snapshot>(snapshot)});
//     json::write(to_file(snapshot));
//     auto same = from_file(file, pack);                   // believes nothing the file says
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "base/time.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"
#include "world/journal.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

inline constexpr int kSnapshotFormat = 1;

class Snapshot {
public:
    struct Inside;  // impl/snapshot.hpp
    explicit Snapshot(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

    base::Instant at() const;  // of the world's clock
    const pack::Pack& pack() const;
    std::uint64_t objects() const;
    std::string digest() const;  // Merkle root, hex; takes time by the number of objects
    const Inside& inside() const { return *inside_; }

private:
    std::shared_ptr<const Inside> inside_;
};

// One JSON document: {understudy_snapshot, pack{name, version}, at, digest, entries[[part, key,
// value]]}. Journal and traces stay behind.
json::Value to_file(const Snapshot& snapshot);
// Refused with invalid_snapshot and the place, or snapshot_pack_mismatch.
std::variant<Snapshot, Refused> from_file(const json::Value& file,
                                          std::shared_ptr<const pack::Pack> pack);

// What makes any world of the same pack hold this, one change after another: for stores, which
// write a large one in several goes.
class SnapshotChanges {
public:
    explicit SnapshotChanges(const Snapshot& snapshot);
    ~SnapshotChanges();
    SnapshotChanges(SnapshotChanges&&) noexcept;
    SnapshotChanges& operator=(SnapshotChanges&&) noexcept;

    std::optional<Change> next();  // nothing: that was all

private:
    struct Walk;
    std::unique_ptr<Walk> walk_;
};

// What differs: {same, added, removed, changed, clock, timers, events, faults, ...}, as of the
// control plane (docs/reference/control-api.md). Both are of the same pack.
json::Value diff(const Snapshot& before, const Snapshot& after);

}  // namespace understudy::world
