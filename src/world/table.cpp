// One resource's objects and what follows from them.
#include "world/impl/table.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "world/impl/order_key.hpp"

namespace understudy::world {

namespace {

std::string sequence_key(std::uint64_t sequence) {
    std::string key;
    append_number(key, sequence);
    return key;
}

// Into `key`, whatever it held before.
void make_index_key(std::string& key, const Object& object, pack::Index field,
                    const pack::Resource& resource, std::string_view list_key) {
    key.clear();
    append_order(key, own_value(object, field, resource), resource.fields[field], kMostIndexed);
    key += list_key;
}

}  // namespace

Table::Trees::Trees(const pack::Pack& pack, const pack::Resource& resource)
    : indexes(resource.indexes.size()), folds(pack, resource) {}

Table::Table(const pack::Pack& pack, pack::Index resource)
    : pack_(&pack), resource_(&pack.resources[resource]), trees_(pack, pack.resources[resource]) {}

// What waits enters the trees once, not in each copy.
Table::Table(const Table& other)
    : pack_(other.pack_),
      resource_(other.resource_),
      has_given_ids_(other.has_given_ids_),
      newest_(other.newest_),
      trees_(other.settled()) {}

ObjectPtr Table::find(std::string_view key) const {
    if (ObjectPtr recent = recent_.find(key)) return recent;
    const HashTree::Place place = place_of(key);
    return place.number ? numbered(*place.number) : nullptr;
}

std::string Table::key_at(std::uint64_t sequence) const {
    if (const ObjectPtr recent = recent_.find(sequence)) return key_of(recent->id);
    return key_of(settled().by_sequence.find(sequence_key(sequence))->id(words()));
}

std::string Table::key_at(const Tree<Packed>::Cursor& cursor) const {
    return key_of(cursor.value().id(words()));
}

const pack::Words& Table::words() const {
    return words_of(*pack_);
}

HashTree::Place Table::place_of(std::string_view key) const {
    return settled().places.seek(base::fast_hash(key),
                                 [&](std::uint64_t number) { return key_at(number) == key; });
}

// Its number finds it sooner than its key does; but under the key there may be one made anew.
ObjectPtr Table::newest(const Object& object) const {
    if (ObjectPtr recent = recent_.find(object.sequence)) return recent;
    const Packed* packed = settled().by_sequence.find(sequence_key(object.sequence));
    return packed != nullptr ? unpacked(object.sequence, *packed) : find(key_of(object.id));
}

ObjectPtr Table::numbered(std::uint64_t sequence) const {
    if (ObjectPtr recent = recent_.find(sequence)) return recent;
    return unpacked(sequence, *settled().by_sequence.find(sequence_key(sequence)));
}

ObjectPtr Table::unpacked(std::uint64_t sequence, const Packed& packed) const {
    ObjectPtr object = recent_.find(sequence);
    if (!object) {
        const auto index = static_cast<pack::Index>(resource_ - pack_->resources.data());
        object = packed.show(index, words());
        recent_.keep(object);
    }
    return object;
}

const Tree<Nothing>* Table::index(pack::Index field) const {
    const std::vector<Tree<Nothing>>& indexes = settled().indexes;
    for (std::size_t i = 0; i < indexes.size(); ++i) {
        if (resource_->indexes[i].field == field) return &indexes[i];
    }
    return nullptr;
}

// With order fields ties go by creation; without, the newest comes first unless the pack says else.
std::string Table::list_key(const Object& object) const {
    std::string key;
    for (const pack::OrderKey& order : resource_->order) {
        const std::size_t begin = key.size();
        append_order(key, own_value(object, order.field, *resource_),
                     resource_->fields[order.field], kMostIndexed);
        if (order.descending) reverse_order(key, begin);
    }
    const bool oldest_first = resource_->oldest_first || !resource_->order.empty();
    append_number(key, oldest_first ? object.sequence : ~object.sequence);
    return key;
}

ObjectPtr Table::object_at(std::string_view list_key) const {
    const bool oldest_first = resource_->oldest_first || !resource_->order.empty();
    const std::uint64_t number = read_number(list_key.substr(list_key.size() - 8));
    return numbered(oldest_first ? number : ~number);
}

ObjectPtr Table::set(std::string_view key, ObjectPtr object) {
    if (!object) {
        if (auto waited = leave_waiting(key)) return *waited;
        ObjectPtr gone = find(key);
        if (gone) {
            settled().places.leave(place_of(key), [this](std::uint64_t number) {
                return base::fast_hash(key_at(number));
            });
            take_out(*gone);
        }
        return gone;
    }
    const std::uint64_t number = object->sequence;
    ASSERT(number != 0, "an object has a sequence number from 1 on");
    if (!object->at_rest.block()) object->at_rest.keep(Packed::of(*object, words()).block());
    if (auto earlier = let_wait(object)) {
        recent_.keep(std::move(object));
        return *earlier;
    }
    Trees& trees = settled();
    const HashTree::Place at = place_of(key);
    if (at.number != number) {
        trees.places.put(at.hash, number);
        has_given_ids_ = has_given_ids_ || !object->is_drawn;
        newest_ = std::max(newest_, number);
    }
    ObjectPtr old = at.number ? numbered(*at.number) : nullptr;
    const bool same = at.number == number;
    if (same) {
        place(*old, object.get(), true);
        trees.folds.change(*old, true);
    } else if (old) {
        take_out(*old);  // made anew
    }
    place(*object, same ? old.get() : nullptr, false);
    trees.folds.change(*object, false);
    Packed packed(object->at_rest.block());
    recent_.keep(std::move(object));
    const auto replaced = trees.by_sequence.put(sequence_key(number), std::move(packed));
    ASSERT(same == replaced.has_value(), "no two objects share a sequence number");
    return old;
}

// From everywhere but the table by key.
void Table::take_out(const Object& object) {
    Trees& trees = settled();
    place(object, nullptr, true);
    trees.folds.change(object, true);
    trees.by_sequence.erase(sequence_key(object.sequence));
    recent_.forget(object);
}

std::vector<ObjectPtr>::iterator Table::waiting_at(std::uint64_t sequence) const {
    return std::lower_bound(
        waiting_.begin(), waiting_.end(), sequence,
        [](const ObjectPtr& one, std::uint64_t number) { return one->sequence < number; });
}

std::optional<ObjectPtr> Table::let_wait(const ObjectPtr& object) {
    const std::uint64_t number = object->sequence;
    if (number > newest_) {
        if (!object->is_drawn) return std::nullopt;
        if (waiting_.size() == kMostWaiting) settle();
        waiting_.push_back(object);
        newest_ = number;
        return ObjectPtr();
    }
    const auto at = waiting_at(number);
    if (at == waiting_.end() || (*at)->sequence != number) return std::nullopt;
    return std::exchange(*at, object);
}

std::optional<ObjectPtr> Table::leave_waiting(std::string_view key) {
    const auto at = std::find_if(waiting_.begin(), waiting_.end(),
                                 [&](const ObjectPtr& one) { return key_of(one->id) == key; });
    if (at == waiting_.end()) return std::nullopt;
    ObjectPtr gone = std::move(*at);
    waiting_.erase(at);
    if (gone->sequence == newest_) --newest_;
    recent_.forget(*gone);
    return gone;
}

// Tree by tree, so that what one object needs of it is at hand for the next.
void Table::settle() const {
    std::array<std::pair<std::uint64_t, std::uint64_t>, kMostWaiting> places;
    std::array<std::string, kMostWaiting> list_keys;
    std::size_t count = 0;
    for (const ObjectPtr& object : waiting_) {
        list_keys[count] = list_key(*object);
        places[count++] = {base::fast_hash(key_of(object->id)), object->sequence};
    }
    const auto end = places.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(places.begin(), end);
    for (auto at = places.begin(); at != end; ++at) trees_.places.fetch(at->first);
    for (auto at = places.begin(); at != end; ++at) {
        const auto nobody = [](std::uint64_t) { return false; };
        trees_.places.put(trees_.places.seek(at->first, nobody).hash, at->second);
    }
    for (const ObjectPtr& object : waiting_) {
        const auto replaced =
            trees_.by_sequence.put(sequence_key(object->sequence), Packed(object->at_rest.block()));
        ASSERT(!replaced, "no two objects share a sequence number");
        trees_.folds.change(*object, false);
    }
    const auto each_alive = [&](const auto& visit) {
        for (std::size_t i = 0; i < count; ++i) {
            if (!waiting_[i]->deleted) visit(*waiting_[i], list_keys[i]);
        }
    };
    each_alive([&](const Object&, const std::string& own) { trees_.list.put(own, Nothing{}); });
    std::string key;
    for (std::size_t i = 0; i < trees_.indexes.size(); ++i) {
        each_alive([&](const Object& object, const std::string& own) {
            make_index_key(key, object, resource_->indexes[i].field, *resource_, own);
            trees_.indexes[i].put(key, Nothing{});
        });
    }
    waiting_.clear();
}

namespace {

// Has the field, as an index looks at it, the same value in both?
bool same_in_index(const Object& object, const Object& other, pack::Index field,
                   const pack::Resource& resource) {
    if (field == resource.id_field) return object.id == other.id;
    if (field == resource.state_field && resource.lifecycle) return object.state == other.state;
    if (resource.fields[field].from == pack::From::Constant) return true;
    return object.values[field] == other.values[field];
}

}  // namespace

// Enters the object in the list and the indexes, or takes it out; but not where `other`, its other
// version, has the same key.
void Table::place(const Object& object, const Object* other, bool leaves) {
    if (object.deleted) return;
    if (other != nullptr && other->deleted) other = nullptr;
    const std::string own = list_key(object);
    const bool moved = other == nullptr || own != list_key(*other);
    const auto change = [leaves](Tree<Nothing>& tree, const std::string& key) {
        if (leaves) {
            tree.erase(key);
        } else {
            tree.put(key, Nothing{});
        }
    };
    Trees& trees = settled();
    if (moved) change(trees.list, own);
    std::string key;
    for (std::size_t i = 0; i < trees.indexes.size(); ++i) {
        const pack::Index field = resource_->indexes[i].field;
        if (!moved && same_in_index(object, *other, field, *resource_)) continue;
        make_index_key(key, object, field, *resource_, own);
        if (!moved) {
            // Two values may be one to an index: 1 and 1.0, texts that differ far behind.
            std::string their_key;
            make_index_key(their_key, *other, field, *resource_, own);
            if (key == their_key) continue;
        }
        change(trees.indexes[i], key);
    }
}

ObjectPtr Table::find_by(std::span<const pack::Index> fields,
                         std::span<const json::Value> values) const {
    // The index with the fewest objects for its value is walked, the other fields are looked at.
    const Tree<Nothing>& list = settled().list;
    const Tree<Nothing>* best = &list;
    std::size_t begin = 0, end = list.size();
    for (std::size_t i = 0; i < fields.size() && i < values.size(); ++i) {
        if (fields[i] == resource_->id_field) {
            const ObjectPtr object = find(key_of(values[i]));
            if (!object || object->deleted) return nullptr;
            begin = list.rank(list_key(*object));
            end = begin + 1;
            best = &list;
            break;
        }
        const Tree<Nothing>* tree = index(fields[i]);
        if (tree == nullptr) continue;
        std::string prefix;
        append_order(prefix, values[i], resource_->fields[fields[i]], kMostIndexed);
        const std::size_t first = tree->rank(prefix);
        const std::size_t last = tree->rank(*after_prefix(prefix));
        if (last - first >= end - begin) continue;
        best = tree;
        begin = first;
        end = last;
    }
    auto cursor = best->cursor_at(begin);
    for (std::size_t at = begin; at < end; ++at, cursor.next()) {
        ObjectPtr object = object_at(cursor.key());
        bool same = true;
        for (std::size_t i = 0; same && i < fields.size() && i < values.size(); ++i) {
            same = json::equivalent(own_value(*object, fields[i], *resource_), values[i]);
        }
        if (same) return object;
    }
    return nullptr;
}

std::size_t Table::bytes() const {
    const Trees& trees = settled();
    std::size_t sum = trees.places.node_bytes() + trees.by_sequence.node_bytes();
    sum += trees.list.node_bytes() + recent_.bytes();
    for (const auto& tree : trees.indexes) sum += tree.node_bytes();
    for (auto cursor = trees.by_sequence.begin(); cursor.is_valid(); cursor.next()) {
        sum += cursor.value().heap_bytes();
    }
    return sum;
}

}  // namespace understudy::world
