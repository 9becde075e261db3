// The objects of one resource with everything that follows from them: the order of its lists, its
// indexes, the aggregates over it. One way in (set), so that nothing can fall out of step.
//
// An object is kept once, packed, by its sequence number; the tables by the hash of its key, by
// list order and by indexed value hold that number and nothing else. So a change that moves an
// object nowhere writes one place. Copying a Table copies the roots of its trees. Whoever looks at
// an object gets it unpacked; looking changes what is kept as recent, so one thread at a time may
// look at a Table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "world/impl/folds.hpp"
#include "world/impl/hash_tree.hpp"
#include "world/impl/object.hpp"
#include "world/impl/packed.hpp"
#include "world/impl/recent.hpp"
#include "world/impl/tree.hpp"

namespace understudy::world {

class Table {
public:
    Table(const pack::Pack& pack, pack::Index resource);

    ObjectPtr find(std::string_view key) const;    // tombstones too
    ObjectPtr newest(const Object& object) const;  // the same object as it is now
    ObjectPtr find_by(std::span<const pack::Index> fields,
                      std::span<const json::Value> values) const;
    // Null: gone. Gives what was there.
    ObjectPtr set(std::string_view key, ObjectPtr object);

    std::size_t count() const { return list_.size(); }  // alive
    const Tree<Packed>& by_sequence() const { return by_sequence_; }
    ObjectPtr unpacked(std::uint64_t sequence, const Packed& packed) const;
    std::string key_at(const Tree<Packed>::Cursor& cursor) const;
    const Folds& folds() const { return folds_; }
    const pack::Resource& resource() const { return *resource_; }

    // Set of the list keys of all objects alive. A list key ends with the sequence number.
    const Tree<Nothing>& list() const { return list_; }
    // Set of (value, list key) for an indexed field; null: there is no index.
    const Tree<Nothing>* index(pack::Index field) const;
    std::string list_key(const Object& object) const;
    ObjectPtr object_at(std::string_view list_key) const;

    std::size_t bytes() const;

private:
    ObjectPtr numbered(std::uint64_t sequence) const;
    const pack::Words& words() const;
    HashTree::Place place_of(std::string_view key) const;
    std::string key_at(std::uint64_t sequence) const;
    void place(const Object& object, const Object* other, bool leaves);
    void take_out(const Object& object);

    const pack::Resource* resource_;
    HashTree places_;
    Tree<Packed> by_sequence_;
    mutable Recent recent_;
    Tree<Nothing> list_;
    std::vector<Tree<Nothing>> indexes_;  // as Resource::indexes
    Folds folds_;
};

}  // namespace understudy::world
