// Any journal against a state: what cannot be is refused and changes nothing, and what was applied
// can be written out and applied again. The input is a JSON array of {part, key, value}.
#include <cstdint>
#include <string_view>

#include "base/assert.hpp"
#include "json/parse.hpp"
#include "world/impl/state.hpp"
#include "world/parcels_testing.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto pack = world::parcels::make_pack();
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    json::ParseOptions options;
    options.limits.bytes = 65'536;
    options.limits.depth = 64;
    const auto journal = json::parse(input, options);
    if (!journal || !journal->is_array()) return 0;

    world::State state(pack, {});
    state.record(true);
    for (const json::Value& entry : journal->items()) {
        const json::Value* part = entry.find("part");
        const json::Value* key = entry.find("key");
        const json::Value* value = entry.find("value");
        if (part == nullptr || !part->is_string() || key == nullptr || !key->is_string()) continue;
        static_cast<void>(
            state.apply({std::string(part->as_string()), std::string(key->as_string()),
                         value != nullptr ? *value : json::Value()}));
    }
    world::State replica(pack, {});
    for (const world::Change& change : state.take_changes()) {
        ASSERT(replica.apply(change), "what a state tells can be applied");
    }
    ASSERT(replica.digest() == state.digest(), "the journal tells everything");
    state.after({.resource = world::parcels::kParcels}, "", 10);
    state.fold(world::parcels::kDepots, world::parcels::kByColour, "d1");
    return 0;
}
