#include "verify/author.hpp"

#include <algorithm>

#include "base/seed.hpp"
#include "verify/impl/authoring.hpp"

namespace understudy::verify {

using json::Value;
using pack::Index;
using pack::kNone;

std::vector<const Recipe*> Authoring::states_of(Index index) const {
    std::vector<const Recipe*> found;
    for (const std::size_t number : reach.of[index]) {
        const Recipe& recipe = reach.recipes[number];
        const bool is_there = std::any_of(found.begin(), found.end(), [&](const Recipe* each) {
            return each->state == recipe.state && each->operation == recipe.operation;
        });
        if (!is_there && (options.control || !recipe.needs_control())) found.push_back(&recipe);
    }
    return found;
}

const Recipe* Authoring::plainest(Index index) const {
    return reach.of[index].empty() ? nullptr : &reach.recipes[reach.of[index].front()];
}

const Recipe* Authoring::fullest(Index index) const {
    return reach.full[index] == kNoRecipe ? plainest(index) : &reach.recipes[reach.full[index]];
}

std::vector<Taking> takings_of(const pack::Pack& pack, const pack::Operation& operation) {
    std::vector<Taking> all;
    const auto add_params = [&](const std::vector<pack::Param>& params) {
        for (const pack::Param& param : params) {
            if (param.in == pack::Param::In::Path || param.in == pack::Param::In::Header) continue;
            all.push_back({param.spelled.empty() ? param.name : param.spelled, &param.schema,
                           param.ref, param.required, true, nullptr});
        }
    };
    if (operation.resource != kNone) {
        const pack::Resource& resource = pack.resources[operation.resource];
        for (const Index each : operation.writes) {
            const pack::Field& field = resource.fields[each];
            all.push_back({spelled(field), &field.schema, field.ref,
                           field.required && operation.does == pack::Does::Create, false, &field});
        }
        if (operation.move != kNone && resource.lifecycle) {
            add_params(resource.lifecycle->moves[operation.move].params);
        }
    }
    add_params(operation.params);
    return all;
}

std::vector<Walk> write_walks(const pack::Pack& pack, const Reach& reach,
                              const AuthorOptions& options) {
    Authoring author{pack, reach, options};
    write_lives(author);
    write_manners(author);
    write_inputs(author);
    write_lists(author);
    return std::move(author.walks);
}

Walk random_walk(const pack::Pack& pack, const Reach& reach, const AuthorOptions& options,
                 std::uint64_t number) {
    Authoring author{pack, reach, options};
    base::Stream stream(options.seed, {"explore", "walk"}, number);
    Draft draft = author.draft("drawn walk " + std::to_string(number));
    std::vector<Index> makeable;
    for (Index i = 0; i < pack.resources.size(); ++i) {
        if (!reach.of[i].empty()) makeable.push_back(i);
    }
    if (makeable.empty()) return draft.done();
    const auto make = [&] {
        const Index resource = makeable[stream.below(makeable.size())];
        const auto states = author.states_of(resource);
        if (states.empty()) return;
        const Recipe& recipe = *states[stream.below(states.size())];
        Value input = Value::object();
        for (const Taking& taking : takings_of(pack, pack.operations[recipe.operation])) {
            if (taking.ref != kNone || stream.below(3) != 0) continue;
            const auto tried =
                candidates(*taking.schema, mentioned_values(pack, taking.name, *taking.schema));
            if (!tried.good.empty()) {
                put_input(input, taking.name, tried.good[stream.below(tried.good.size())]);
            }
        }
        draft.make(recipe, input);
    };
    make();
    for (int i = 0; i < 8; ++i) {
        if (stream.below(4) == 0) make();
        const auto& objects = draft.objects();
        if (objects.empty()) break;
        const Object& object = objects[stream.below(objects.size())];
        std::vector<Action> actions;
        const auto& lifecycle = pack.resources[object.resource].lifecycle;
        const std::size_t states = lifecycle ? lifecycle->states.size() : 1;
        const std::string state = lifecycle ? lifecycle->states[stream.below(states)] : "";
        actions = actions_in(pack, object.resource, state, {options.control, options.longest, 0});
        if (actions.empty()) continue;
        const Action& action = actions[stream.below(actions.size())];
        draft.act(action, object);
        draft.read(object);
    }
    draft.observe();
    return draft.done();
}

}  // namespace understudy::verify
