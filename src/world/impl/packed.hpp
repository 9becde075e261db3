// An object at rest: everything it is, in one block of bytes. A table may hold a million of them,
// and hardly any is looked at; what is looked at is unpacked into an Object, and the last few of
// those are kept (recent.hpp).
//
//     Packed packed = Packed::of(charge, words);
//     Object same = packed.unpack(charge.resource, words);
//
// Nothing is lost on the way: texts of numbers, order and repetition of keys, origins, everything.
#pragma once

#include <cstddef>
#include <utility>

#include "pack/words.hpp"
#include "world/impl/byte_block.hpp"
#include "world/impl/object.hpp"

namespace understudy::world {

// Counted; copies share the block, which never changes.
class Packed {
public:
    Packed() = default;
    explicit Packed(ByteBlock block) : block_(std::move(block)) {}
    static Packed of(const Object& object, const pack::Words& words);

    Object unpack(pack::Index resource, const pack::Words& words) const;
    // The same to be looked at only: it knows this as its form at rest.
    ObjectPtr show(pack::Index resource, const pack::Words& words) const;
    json::Value id(const pack::Words& words) const;  // without the rest

    const ByteBlock& block() const { return block_; }
    explicit operator bool() const { return static_cast<bool>(block_); }
    // The same block, not only the same bytes.
    friend bool operator==(const Packed& a, const Packed& b) = default;
    std::size_t heap_bytes() const { return block_.heap_bytes(); }

private:
    ByteBlock block_;
};

}  // namespace understudy::world
