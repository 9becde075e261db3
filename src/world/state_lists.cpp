// Pages of a list. All three ways to ask give objects in list order.
#include <algorithm>

#include "world/impl/candidates.hpp"
#include "world/impl/parts.hpp"

namespace understudy::world {

namespace {

// Candidates with what the index could not tell.
class Listed {
public:
    Listed(const Where& where, const Table& table)
        : where_(where), table_(table), candidates_(where, table) {}

    std::size_t size() const { return candidates_.size(); }
    std::optional<std::size_t> total() const { return candidates_.total(); }
    bool is_exact() const { return candidates_.is_exact(); }
    std::size_t before(const Object& object) const { return candidates_.before(object); }
    // Null: it is not shown.
    ObjectPtr operator[](std::size_t index) {
        const ObjectPtr& object = candidates_[index];
        if (!candidates_.is_exact() && !matches(where_, *object, table_.resource())) return nullptr;
        return object;
    }
    bool any(std::size_t begin, std::size_t end) {
        if (candidates_.is_exact()) return begin < end;
        for (std::size_t i = begin; i < end; ++i) {
            if ((*this)[i]) return true;
        }
        return false;
    }
    bool any_backwards(std::size_t end) {
        if (candidates_.is_exact()) return end > 0;
        while (end > 0) {
            if ((*this)[--end]) return true;
        }
        return false;
    }

private:
    const Where& where_;
    const Table& table_;
    Candidates candidates_;
};

// Collects up to `limit` from `place` on; gives the place after the last one looked at.
std::size_t collect(Listed& listed, std::size_t place, std::size_t limit,
                    std::vector<ObjectPtr>& items) {
    for (; place < listed.size() && items.size() < limit; ++place) {
        if (ObjectPtr object = listed[place]) items.push_back(std::move(object));
    }
    return place;
}

}  // namespace

State::Slice State::after(const Where& where, std::string_view key, std::size_t limit) const {
    const Table& table = parts_->tables[where.resource];
    Slice slice;
    std::size_t begin = 0;
    Listed listed(where, table);
    slice.total = listed.total();
    if (!key.empty()) {
        const ObjectPtr object = table.find(key);
        if (!object) return slice;
        begin = listed.before(*object);
        const bool is_there = begin < listed.size() && listed[begin] == object;
        if (is_there) ++begin;
        slice.more_before = is_there || listed.any_backwards(begin);
    }
    const std::size_t end = collect(listed, begin, limit, slice.items);
    slice.more_after = listed.any(end, listed.size());
    return slice;
}

State::Slice State::before(const Where& where, std::string_view key, std::size_t limit) const {
    const Table& table = parts_->tables[where.resource];
    Slice slice;
    Listed listed(where, table);
    slice.total = listed.total();
    std::size_t end = listed.size();
    if (!key.empty()) {
        const ObjectPtr object = table.find(key);
        if (!object) return slice;
        end = listed.before(*object);
        slice.more_after = listed.any(end, listed.size());
    }
    std::size_t place = end;
    while (place > 0 && slice.items.size() < limit) {
        if (ObjectPtr object = listed[--place]) slice.items.push_back(std::move(object));
    }
    std::reverse(slice.items.begin(), slice.items.end());
    slice.more_before = listed.any_backwards(place);
    return slice;
}

State::Slice State::at(const Where& where, std::size_t offset, std::size_t limit) const {
    Slice slice;
    Listed listed(where, parts_->tables[where.resource]);
    slice.total = listed.total();
    std::size_t begin = 0;
    if (listed.is_exact()) {
        begin = std::min(offset, listed.size());
        slice.more_before = begin > 0;
    } else {
        std::size_t skipped = 0;
        for (; begin < listed.size() && skipped < offset; ++begin) {
            if (listed[begin]) ++skipped;
        }
        slice.more_before = skipped > 0;
    }
    const std::size_t end = collect(listed, begin, limit, slice.items);
    slice.more_after = listed.any(end, listed.size());
    return slice;
}

bool State::is_listed(const Where& where, std::string_view key) const {
    const Table& table = parts_->tables[where.resource];
    const ObjectPtr object = table.find(key);
    return object && !object->deleted && matches(where, *object, table.resource());
}

}  // namespace understudy::world
