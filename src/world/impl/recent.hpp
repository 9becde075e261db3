// The objects of a table that were looked at or written last, unpacked. An object that needs the
// place of another takes it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "world/impl/packed.hpp"

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
    ObjectPtr find(std::uint64_t sequence, const Packed& packed) const {
        if (!places_) return nullptr;
        const Place& place = (*places_)[sequence % kPlaces];
        return place.packed == packed ? place.object : nullptr;
    }
    void keep(std::uint64_t sequence, const Packed& packed, ObjectPtr object) {
        if (!places_) places_ = std::make_unique<Places>();
        (*places_)[sequence % kPlaces] = {packed, std::move(object)};
    }
    void forget(std::uint64_t sequence) {
        if (places_) (*places_)[sequence % kPlaces] = {};
    }

    std::size_t bytes() const {
        if (!places_) return 0;
        std::size_t sum = sizeof(Places);
        for (const Place& place : *places_) {
            if (place.object) sum += bytes_of(*place.object);
        }
        return sum;
    }

private:
    struct Place {
        Packed
            packed;  // what it was unpacked from: its address stays its own as long as it is here
        ObjectPtr object;
    };
    static constexpr std::size_t kPlaces = 64;
    using Places = std::array<Place, kPlaces>;

    std::unique_ptr<Places> places_;  // made when the first is kept
};

}  // namespace understudy::world
