// The objects of one resource with everything that follows from them: the order of its lists, its
// indexes, the aggregates over it. One way in (set), so that nothing can fall out of step.
//
// An object is kept once, packed, by its sequence number; the tables by the hash of its key, by
// list order and by indexed value hold that number and nothing else. So a change that moves an
// object nowhere writes one place. Copying a Table copies the roots of its trees. Whoever looks at
// an object gets it unpacked.
//
// Objects that have just been made wait until there are some, or until somebody asks for more than
// one of them by its number or key; then they enter the trees together, which costs far less than
// one by one. So looking changes what is kept as recent and what waits: one thread at a time may
// look at a Table. Several may copy one that is itself a copy and was not written to: nothing waits
// in it.
#pragma once

#include <cstdint>
#include <optional>
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
    Table(const Table& other);
    Table(Table&&) noexcept = default;
    Table& operator=(const Table&) = delete;
    Table& operator=(Table&&) noexcept = default;
    ~Table() = default;

    ObjectPtr find(std::string_view key) const;    // tombstones too
    ObjectPtr newest(const Object& object) const;  // the same object as it is now
    ObjectPtr find_by(std::span<const pack::Index> fields,
                      std::span<const json::Value> values) const;
    // Null: gone. Gives what was there.
    ObjectPtr set(std::string_view key, ObjectPtr object);

    // May there be an object whose id somebody gave it? Else a long id that is drawn is a new one.
    bool has_given_ids() const { return has_given_ids_; }

    std::size_t count() const { return settled().list.size(); }  // alive
    const Tree<Packed>& by_sequence() const { return settled().by_sequence; }
    ObjectPtr unpacked(std::uint64_t sequence, const Packed& packed) const;
    std::string key_at(const Tree<Packed>::Cursor& cursor) const;
    const Folds& folds() const { return settled().folds; }
    const pack::Resource& resource() const { return *resource_; }

    // Set of the list keys of all objects alive. A list key ends with the sequence number.
    const Tree<Nothing>& list() const { return settled().list; }
    // Set of (value, list key) for an indexed field; null: there is no index.
    const Tree<Nothing>* index(pack::Index field) const;
    std::string list_key(const Object& object) const;
    ObjectPtr object_at(std::string_view list_key) const;

    std::size_t bytes() const;

private:
    static constexpr std::size_t kMostWaiting = 32;

    struct Trees {
        Trees(const pack::Pack& pack, const pack::Resource& resource);

        HashTree places;
        Tree<Packed> by_sequence;
        Tree<Nothing> list;
        std::vector<Tree<Nothing>> indexes;  // as Resource::indexes
        Folds folds;
    };
    const Trees& settled() const {
        if (!waiting_.empty()) settle();
        return trees_;
    }
    Trees& settled() {
        if (!waiting_.empty()) settle();
        return trees_;
    }
    void settle() const;
    // Puts the object among those that wait, or in the place of its earlier form there, which is
    // what it gives. Nothing: the trees have to be asked.
    std::optional<ObjectPtr> let_wait(const ObjectPtr& object);
    std::optional<ObjectPtr> leave_waiting(std::string_view key);
    std::vector<ObjectPtr>::iterator waiting_at(std::uint64_t sequence) const;

    ObjectPtr numbered(std::uint64_t sequence) const;
    const pack::Words& words() const;
    HashTree::Place place_of(std::string_view key) const;
    std::string key_at(std::uint64_t sequence) const;
    void place(const Object& object, const Object* other, bool leaves);
    void take_out(const Object& object);

    const pack::Pack* pack_;
    const pack::Resource* resource_;
    bool has_given_ids_ = false;
    std::uint64_t newest_ = 0;  // of the sequence numbers
    mutable Trees trees_;
    mutable std::vector<ObjectPtr> waiting_;  // in order of sequence numbers
    mutable Recent recent_;
};

}  // namespace understudy::world
