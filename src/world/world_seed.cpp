// Seeding: objects that have always been there. No lifecycle, no event, no timer; a batch is all or
// nothing.
#include "json/pointer.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/seeding.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;

std::variant<Outcome, Refused> World::Engine::seed(const Seed& seed) {
    const json::Value* name = seed.body.find("resource");
    const json::Value* objects = seed.body.find("objects");
    if (name == nullptr || !name->is_string() || objects == nullptr || !objects->is_array()) {
        return refused(422, "invalid_request", "a seed has a resource and objects", "");
    }
    const Index resource = pack->find_resource(name->as_string());
    const auto keeps_objects = [](const pack::Resource& one) {
        return one.id_field != kNone || one.one;
    };
    if (resource == kNone || !keeps_objects(pack->resources[resource])) {
        std::vector<std::string> known;
        for (const pack::Resource& one : pack->resources) {
            if (keeps_objects(one)) known.push_back(one.name);
        }
        return refused(404, "unknown_resource",
                       "no resource '" + std::string(name->as_string()) + "' in pack " +
                           pack->name + '@' + pack->version,
                       "/resource", nearest_hint(name->as_string(), known));
    }
    const json::Value* strict = seed.body.find("strict");
    const bool is_strict = strict != nullptr && strict->is_bool() && strict->as_bool();
    const auto changed = state.changed();
    const std::size_t mark = state.mark();
    const auto give_up = [&](Refused why) {
        state.roll_back(mark);
        state.settle();
        return why;
    };
    Seeding seeding(*pack, state, config, definition.seed, resource);
    for (std::size_t i = 0; i < objects->size(); ++i) {
        auto problem = seeding.insert((*objects)[i], json::Pointer({"objects"}) / i);
        if (problem) return give_up(std::move(*problem));
    }
    json::Value warnings = json::Value::array();
    for (const Seeding::Dangling& one : seeding.dangling()) {
        if (is_strict) {
            return give_up(refused(422, "invalid_seed_value", one.message, one.field,
                                   "without strict this is a warning"));
        }
        warnings.push_back(json::Value::object(
            {{"code", "dangling_reference"}, {"message", one.message}, {"field", one.field}}));
    }
    keep_secrets(resource, seeding.ids());
    // A seed is no transition: history may still be told before it.
    state.set_changed(changed);
    state.settle();
    json::Value inserted = json::Value::array();
    for (const json::Value& id : seeding.ids()) inserted.push_back(id);
    Outcome outcome;
    outcome.result =
        json::Value::object({{"inserted", std::move(inserted)}, {"warnings", std::move(warnings)}});
    return outcome;
}

}  // namespace understudy::world
