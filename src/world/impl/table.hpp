// The objects of one resource with everything that follows from them: the order of its lists, its
// indexes, the aggregates over it. One way in (set), so that nothing can fall out of step.
//
// An object is kept once, by its sequence number; the tables by key, by list order and by indexed
// value hold that number and nothing else. So a change that moves an object nowhere writes one
// place. Copying a Table copies the roots of its trees.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "world/impl/folds.hpp"
#include "world/impl/object.hpp"
#include "world/impl/tree.hpp"

namespace understudy::world {

class Table {
public:
    Table(const pack::Pack& pack, pack::Index resource);

    ObjectPtr find(std::string_view key) const;  // tombstones too
    ObjectPtr find_by(std::span<const pack::Index> fields,
                      std::span<const json::Value> values) const;
    // Null: gone. Gives what was there.
    ObjectPtr set(std::string_view key, ObjectPtr object);

    std::size_t count() const { return list_.size(); }  // alive
    const Tree<ObjectPtr>& by_sequence() const { return by_sequence_; }
    const Tree<std::uint64_t>& by_key() const { return by_key_; }
    const Folds& folds() const { return folds_; }
    const pack::Resource& resource() const { return *resource_; }

    // Set of the list keys of all objects alive. A list key ends with the sequence number.
    const Tree<Nothing>& list() const { return list_; }
    // Set of (value, list key) for an indexed field; null: there is no index.
    const Tree<Nothing>* index(pack::Index field) const;
    std::string list_key(const Object& object) const;
    const ObjectPtr& object_at(std::string_view list_key) const;

    std::size_t bytes() const;

private:
    void place(const Object& object, const Object* other, bool take_out);

    const pack::Resource* resource_;
    Tree<std::uint64_t> by_key_;
    Tree<ObjectPtr> by_sequence_;
    Tree<Nothing> list_;
    std::vector<Tree<Nothing>> indexes_;  // as Resource::indexes
    Folds folds_;
};

}  // namespace understudy::world
