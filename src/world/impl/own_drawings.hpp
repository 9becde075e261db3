// Objects as they were shown last, for views that depend on the object alone (pack::View::is_own):
// a price that stands in every line of an invoice, the objects of a list that is read again. An
// object never changes, so what was drawn of it stays right; that it is drawn of the very same one
// its pointer says, which is held here. Bounded: an object that needs the place of another takes
// it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "world/impl/object.hpp"

namespace understudy::world {

class OwnDrawings {
public:
    struct Drawn {
        ObjectPtr object;
        pack::Index view = pack::kNone;  // View::same_as
        std::uint64_t steps = 0;         // what working it out took from the allowance
        json::Value body;
    };

    OwnDrawings() = default;
    // A copy of a world starts without: what is kept here may not be shared between threads.
    OwnDrawings(const OwnDrawings&) {}
    OwnDrawings& operator=(const OwnDrawings&) = delete;

    // Null: it has to be drawn.
    const Drawn* find(const Object& object, pack::Index view) const {
        if (!slots_) return nullptr;
        const Drawn& drawn = (*slots_)[slot_of(object)];
        return drawn.object.get() == &object && drawn.view == view ? &drawn : nullptr;
    }
    void keep(Drawn drawn) {
        if (!slots_) slots_ = std::make_unique<Slots>();
        Drawn& slot = (*slots_)[slot_of(*drawn.object)];
        slot = std::move(drawn);
    }

private:
    static constexpr std::size_t kSlots = 128;
    using Slots = std::array<Drawn, kSlots>;
    static std::size_t slot_of(const Object& object) {
        return (object.sequence + std::size_t{object.resource} * 37) % kSlots;
    }

    std::unique_ptr<Slots> slots_;  // made when the first is kept
};

}  // namespace understudy::world
