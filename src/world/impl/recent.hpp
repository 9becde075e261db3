// The objects of a table that were looked at or written last, unpacked and as they are now: whoever
// writes to the table says so here. By number and by key, so that the trees need not be asked. An
// object that needs the place of another takes it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/hash.hpp"
#include "world/impl/object.hpp"

namespace understudy::world {

class Recent {
public:
    Recent() = default;
    // A copy begins without: copying a table takes constant time.
    Recent(const Recent&) {}
    Recent(Recent&&) noexcept = default;
    Recent& operator=(const Recent&) {
        places_.reset();
        return *this;
    }
    Recent& operator=(Recent&&) noexcept = default;

    // Null: it is not here.
    ObjectPtr find(std::uint64_t sequence) const {
        if (!places_) return nullptr;
        const ObjectPtr& object = places_->by_number[sequence % kPlaces];
        return object && object->sequence == sequence ? object : nullptr;
    }
    ObjectPtr find(std::string_view key) const {
        if (!places_) return nullptr;
        const ObjectPtr& object = places_->by_key[place_of(key)];
        return object && has_key(*object, key) ? object : nullptr;
    }
    void keep(ObjectPtr object) {
        if (!places_) places_ = std::make_unique<Places>();
        places_->by_key[place_of(text_of(*object))] = object;
        ObjectPtr& place = places_->by_number[object->sequence % kPlaces];
        place = std::move(object);
    }
    void forget(const Object& object) {
        if (!places_) return;
        for (ObjectPtr* place : {&places_->by_key[place_of(text_of(object))],
                                 &places_->by_number[object.sequence % kPlaces]}) {
            if (*place && (*place)->sequence == object.sequence) place->reset();
        }
    }

    std::size_t bytes() const {
        if (!places_) return 0;
        std::size_t sum = sizeof(Places);
        for (const ObjectPtr& object : places_->by_number) {
            if (object) sum += bytes_of(*object);
        }
        return sum;
    }

private:
    static constexpr std::size_t kPlaces = 64;
    struct Places {
        std::array<ObjectPtr, kPlaces> by_number, by_key;
    };

    static std::string_view text_of(const Object& object) {
        if (object.id.is_string()) return object.id.as_string();
        return object.id.is_number() ? object.id.number_text() : std::string_view();
    }
    static bool has_key(const Object& object, std::string_view key) {
        return text_of(object) == key;
    }
    static std::size_t place_of(std::string_view key) { return base::fast_hash(key) % kPlaces; }

    std::unique_ptr<Places> places_;  // made when the first is kept
};

}  // namespace understudy::world
