// For tests: the pack parcel and what a tester does to its worlds, as control bodies.
#pragma once

#include "pack/folder_testing.hpp"
#include "world/world_testing.hpp"

namespace understudy::world {

inline std::shared_ptr<const pack::Pack> parcel() {
    static const std::shared_ptr<const pack::Pack> kPack = [] {
        pack::Loaded loaded = pack::load(pack::read_folder("packs/parcel"));
        if (!loaded.pack) ADD_FAILURE() << base::render(loaded.as_error());
        return loaded.pack;
    }();
    return kPack;
}

// What a control command came to: its result, or the refusal as one line
// "422 unknown_error_code /code: message (hint)".
struct Commanded {
    json::Value result;
    std::string no;

    json::Value at(const std::string& path) const {
        const json::Value* found = json::Pointer::parse("/" + path)->resolve(result);
        return found == nullptr ? json::Value("(nothing)") : *found;
    }
};

inline Commanded tell(World& world, const Command& command) {
    std::variant<Outcome, Refused> done = world.apply(command);
    if (const auto* refused = std::get_if<Refused>(&done)) {
        std::string text = std::to_string(refused->status) + " " + refused->code;
        if (!refused->field.empty()) text += " " + refused->field;
        text += ": " + refused->message;
        if (!refused->hint.empty()) text += " (" + refused->hint + ")";
        return {{}, text};
    }
    return {std::get<Outcome>(done).result, {}};
}

inline Commanded arm(World& world, std::string_view body) {
    return tell(world, ArmFault{*json::parse(body)});
}
inline Commanded stub(World& world, std::string_view body) {
    return tell(world, ArmStub{*json::parse(body)});
}

inline json::Value trace_of(const World& world, const Reply& reply) {
    return world.trace("trc_" + std::to_string(reply.outcome.trace), {}).value_or(json::Value());
}

}  // namespace understudy::world
