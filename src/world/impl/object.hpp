// One object as everybody sees it: a row of values by field index, each with its origin. Immutable
// once stored, and shared by everything that looks at it; a change makes a new one. At rest it is
// packed (packed.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/time.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"
#include "world/impl/byte_block.hpp"
#include "world/impl/compact_list.hpp"
#include "world/impl/shared_text.hpp"

namespace understudy::world {

// How a stored value first came about.
enum class Origin : std::uint8_t {
    Absent,  // there is no value: the field is left out
    Input,
    Clock,
    Id,
    Lifecycle,  // set by moves, or the state itself
    Constant,   // a bulk default
    Seed,
    Pinned,
    Tape,
    Synth,
    Before,  // exogenous and not bound yet: shows what the pack says for "not yet"
};

// Where an exogenous value came from.
struct Bound {
    pack::Index field = pack::kNone;
    SharedText by;        // of the whole field: pin or tape; empty: synth
    SharedText bound_by;  // trace or timer whose transition bound it: "trc_2", "tmr_4"
    // By path, where there is anything to say: {"output.balance": {"by": "pin_3", "lost": [...]}}.
    // Null for most.
    json::Value parts = {};
};

// The block of bytes that says all there is of an object (packed.hpp), once somebody has made it. A
// copy has none: it is made to be changed.
class AtRest {
public:
    AtRest() = default;
    AtRest(const AtRest&) {}
    AtRest& operator=(const AtRest&) {
        block_ = ByteBlock();
        return *this;
    }
    void keep(ByteBlock block) const { block_ = std::move(block); }
    const ByteBlock& block() const { return block_; }

private:
    mutable ByteBlock block_;  // nothing that can be seen of the object
};

struct Object {
    pack::Index resource = pack::kNone;
    json::Value id;              // text, or a number where the id is a bare {seq}
    std::uint64_t sequence = 0;  // of creation, per resource, from 1
    std::uint64_t version = 0;   // of the world's writes: a new one at each change
    pack::State state = pack::kNothing;
    bool deleted = false;               // a tombstone
    bool is_drawn = false;              // just made, with an id that nobody can have but it
    CompactList<json::Value> values;    // by field of the resource; null where nothing is stored
    CompactList<Origin> origins;        // by field
    CompactList<std::uint64_t> set_at;  // by field: trace number of the call that last set it;
                                        // empty: all of them by `set_by`
    std::uint64_t set_by = 0;
    CompactList<Bound> bound;
    json::Value started_by;  // operation, input, credential and source of the creating call:
                             // what pins are matched against when something binds later; where
                             // nothing can, credential and source alone, or null
    AtRest at_rest;

    bool has(pack::Index field) const { return origins[field] != Origin::Absent; }
};
using ObjectPtr = std::shared_ptr<const Object>;

// The key of an object in its table: the id as text. Empty for anything but a text or a number.
std::string key_of(const json::Value& id);

// What the object itself has for a field: the stored value; of the id and the state fields the id
// and the state's name as the pack has it; of a constant its value. Null for all others.
json::Value own_value(const Object& object, pack::Index field, const pack::Resource& resource);

// All of these by their paths, nested: what `it` is in the `where` of an aggregate.
json::Value own_fields(const Object& object, const pack::Pack& pack);

// What an object takes in memory while it is looked at, everything it points to included.
std::size_t bytes_of(const Object& object);
// What the allocator takes for a block of this size.
std::size_t block_bytes(std::size_t bytes);

std::string_view name_of(Origin origin);  // "input"

// As the journal writes it, and back. Fields are named by their paths.
json::Value to_json(const Object& object, const pack::Pack& pack);
base::Result<Object> object_from_json(const json::Value& value, const pack::Pack& pack);

}  // namespace understudy::world
