// Bodies of answers that have been shown before and would come out the same again: reading an
// object that nobody has written to is the commonest call of all.
//
// A body is good as long as the object is the same one (objects are immutable), nothing else in the
// state was written that it might depend on (State::revision), and the clock stands where it stood,
// if anything in it was worked out. Bounded: an object that needs the place of another takes it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "base/time.hpp"
#include "world/impl/object.hpp"

namespace understudy::world {

class ShownBodies {
public:
    struct Shown {
        ObjectPtr object;
        pack::Index operation = pack::kNone;
        pack::Index view = pack::kNone;
        std::uint64_t revision = 0;
        base::Instant now = {};
        bool is_timeless = false;  // holds at any time
        std::uint64_t steps = 0;   // what working it out took from the allowance
        std::shared_ptr<const std::string> body;
    };

    ShownBodies() = default;
    // A copy of a world starts without: what is kept here may not be shared between threads.
    ShownBodies(const ShownBodies&) {}
    ShownBodies& operator=(const ShownBodies&) = delete;

    // Null: it has to be made.
    const Shown* find(const Object& object, pack::Index operation, std::uint64_t revision,
                      base::Instant now) const {
        if (!slots_) return nullptr;
        const Shown& shown = (*slots_)[slot_of(object)];
        const bool is_same = shown.object.get() == &object && shown.operation == operation &&
                             shown.revision == revision && (shown.is_timeless || shown.now == now);
        return is_same ? &shown : nullptr;
    }
    void keep(Shown shown) {
        if (!slots_) slots_ = std::make_unique<Slots>();
        Shown& slot = (*slots_)[slot_of(*shown.object)];
        slot = std::move(shown);
    }

private:
    static constexpr std::size_t kSlots = 64;
    using Slots = std::array<Shown, kSlots>;
    static std::size_t slot_of(const Object& object) { return object.sequence % kSlots; }

    std::unique_ptr<Slots> slots_;  // made when the first is kept
};

}  // namespace understudy::world
