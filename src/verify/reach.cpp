#include "verify/reach.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "verify/draft.hpp"
#include "verify/values.hpp"

namespace understudy::verify {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

constexpr std::size_t kMostActions = 5;    // done to one object on the way to a state
constexpr std::size_t kMostVariants = 24;  // of the input an object is made with

struct Outcome {
    bool made = false;   // the call that makes it went well
    bool acted = false;  // so did everything after it
    std::string state;
    std::vector<std::pair<Index, std::string>> others;  // field, state of what it refers to
};

// What is due at once is told before the call that set it off, so changes are put in a row: each
// begins where another ended.
std::string last_state(std::vector<Happened> all, const std::string& resource,
                       const std::string& id) {
    std::string state = "nothing";
    while (true) {
        const auto next = std::find_if(all.begin(), all.end(), [&](const Happened& each) {
            return each.id == id && each.resource == resource && each.from == state;
        });
        if (next == all.end()) break;
        state = next->to;
        all.erase(next);
    }
    return state;
}

class Finder {
public:
    Finder(const pack::Pack& pack, Rehearsal& rehearsal, const ReachOptions& options)
        : pack_(pack), rehearsal_(rehearsal), options_(options) {
        reach_.of.resize(pack.resources.size());
        reach_.full.resize(pack.resources.size(), kNoRecipe);
    }

    base::Result<Reach> run() {
        for (const Index resource : in_order()) TRY_VOID(explore(resource));
        return std::move(reach_);
    }

private:
    // What is referred to comes before what refers to it.
    std::vector<Index> in_order() const {
        std::vector<Index> order;
        std::set<Index> begun;
        const std::function<void(Index)> put = [&](Index resource) {
            if (!begun.insert(resource).second) return;
            for (const pack::Field& field : pack_.resources[resource].fields) {
                if (field.from == pack::From::Input && field.ref != kNone) put(field.ref);
            }
            order.push_back(resource);
        };
        for (Index i = 0; i < pack_.resources.size(); ++i) put(i);
        return order;
    }

    base::Result<Outcome> rehearse(const Recipe& recipe) {
        ++rehearsals_;
        Draft draft(pack_, reach_.recipes, "");
        std::size_t before = 0;
        Recipe own = recipe;
        own.through = kNone;
        const Object& object = draft.make(own);
        const Walk walk = draft.done();
        const Rehearsed done = TRY(rehearsal_.rehearse(walk));
        Outcome outcome;
        std::map<std::string, std::string> ids;  // name -> id
        outcome.acted = true;
        for (std::size_t i = 0; i < walk.legs.size(); ++i) {
            const Taken& taken = done.taken[i];
            const bool went_well =
                taken.kind == Taken::Kind::Answer && (taken.response.head.status < 400);
            for (const auto& [name, value] : taken.captured) {
                if (value.is_string()) ids[name] = value.as_string();
                if (value.is_number()) ids[name] = value.number_text();
            }
            const auto& captures = walk.legs[i].step.captures;
            const bool makes = std::any_of(captures.begin(), captures.end(), [&](const auto& each) {
                return each.name == object.name;
            });
            if (makes) outcome.made = went_well;
            if (makes) before = i;
            if (!went_well && i > before) outcome.acted = false;
        }
        const auto state_of = [&](const Object& of) {
            if (!pack_.resources[of.resource].lifecycle) return std::string();
            return last_state(done.happened, pack_.resources[of.resource].name, ids[of.name]);
        };
        outcome.state = state_of(object);
        for (const auto& [field, of] : object.refs)
            outcome.others.emplace_back(field, state_of(*of));
        return outcome;
    }

    std::size_t keep(Recipe recipe) {
        const Index resource = recipe.through == kNone
                                   ? recipe.resource
                                   : pack_.resources[recipe.resource].fields[recipe.through].ref;
        reach_.recipes.push_back(std::move(recipe));
        reach_.of[resource].push_back(reach_.recipes.size() - 1);
        return reach_.recipes.size() - 1;
    }

    bool is_known(Index resource, const std::string& state) const {
        return std::any_of(reach_.of[resource].begin(), reach_.of[resource].end(),
                           [&](std::size_t i) { return reach_.recipes[i].state == state; });
    }

    // The first way to make one: what it refers to may have to be in a certain state.
    base::Result<std::optional<Recipe>> first_way(Index resource, Index operation) {
        const pack::Operation& of = pack_.operations[operation];
        const Value wanted = of.example.is_object() ? of.example : Value::object();
        std::vector<Index> needed;
        for (const Index each : of.writes) {
            const pack::Field& field = pack_.resources[resource].fields[each];
            if (field.ref == kNone || field.ref == resource) continue;
            if ((field.required || wanted.has(spelled(field))) && !reach_.of[field.ref].empty()) {
                needed.push_back(each);
            }
        }
        Recipe recipe;
        recipe.resource = resource;
        recipe.operation = operation;
        for (const Index each : needed) {
            recipe.refs[each] = reach_.of[pack_.resources[resource].fields[each].ref].front();
        }
        Outcome outcome = TRY(rehearse(recipe));
        for (const Index each : needed) {
            if (outcome.made) break;
            for (const std::size_t other : reach_.of[pack_.resources[resource].fields[each].ref]) {
                Recipe tried = recipe;
                tried.refs[each] = other;
                outcome = TRY(rehearse(tried));
                if (!outcome.made) continue;
                recipe = tried;
                break;
            }
        }
        if (!outcome.made) return std::optional<Recipe>();
        recipe.state = outcome.state;
        return std::optional(recipe);
    }

    base::Result<void> explore(Index resource) {
        std::vector<std::size_t> queue;
        for (const Index operation : pack_.resources[resource].operations) {
            if (pack_.operations[operation].does != pack::Does::Create) continue;
            auto found = TRY(first_way(resource, operation));
            if (!found) continue;
            queue.push_back(keep(*found));
            TRY_VOID(vary(*found, queue));
        }
        if (queue.empty()) {
            reach_.closed.push_back(pack_.resources[resource].name);
            return {};
        }
        for (std::size_t at = 0; at < queue.size(); ++at) {
            const Recipe from = reach_.recipes[queue[at]];
            if (from.actions.size() >= kMostActions) continue;
            for (const Action& action : actions_in(pack_, resource, from.state, options_)) {
                if (rehearsals_ >= options_.rehearsals) return {};
                TRY_VOID(step(from, action, queue));
            }
        }
        return {};
    }

    // Every reference it may have; every value that may decide where it begins or ends.
    base::Result<void> vary(const Recipe& base, std::vector<std::size_t>& queue) {
        const pack::Operation& operation = pack_.operations[base.operation];
        const pack::Resource& resource = pack_.resources[base.resource];
        Recipe full = base;
        for (const Index each : operation.writes) {
            const pack::Field& field = resource.fields[each];
            if (field.ref == kNone || field.ref == base.resource || full.refs.contains(each) ||
                reach_.of[field.ref].empty()) {
                continue;
            }
            Recipe tried = full;
            tried.refs[each] = reach_.full[field.ref] != kNoRecipe ? reach_.full[field.ref]
                                                                   : reach_.of[field.ref].front();
            const Outcome outcome = TRY(rehearse(tried));
            if (!outcome.made) continue;
            tried.state = outcome.state;
            full = tried;
        }
        if (full.refs.size() != base.refs.size()) {
            const std::size_t number = keep(full);
            if (reach_.full[base.resource] == kNoRecipe) reach_.full[base.resource] = number;
            queue.push_back(number);
        }
        std::size_t count = 0;
        for (const Index each : operation.writes) {
            const pack::Field& field = resource.fields[each];
            if (field.ref != kNone) continue;
            const Value& schema = field.schema.written;
            const bool decides =
                schema.has("enum") || schema.has("pattern") ||
                (schema.find("type") != nullptr && schema.find("type")->is_string() &&
                 schema.find("type")->as_string() == "boolean");
            if (!decides) continue;
            const Candidates tried =
                candidates(field.schema, mentioned_values(pack_, spelled(field), field.schema));
            for (const Value& value : tried.good) {
                if (++count > kMostVariants) return {};
                Recipe varied = base;
                put_input(varied.input, spelled(field), value);
                const Outcome outcome = TRY(rehearse(varied));
                if (!outcome.made) continue;
                varied.state = outcome.state;
                const bool is_new = !is_known(base.resource, outcome.state);
                reach_.recipes.push_back(varied);
                if (is_new) reach_.of[base.resource].push_back(reach_.recipes.size() - 1);
                queue.push_back(reach_.recipes.size() - 1);
            }
        }
        return {};
    }

    base::Result<void> step(const Recipe& from, const Action& action,
                            std::vector<std::size_t>& queue) {
        Recipe next = from;
        if (action.kind == Action::Kind::Choose) {
            // The choice, then what leads to it.
            next.actions.push_back(action);
            const pack::Move& move = pack_.resources[action.resource].lifecycle->moves[action.move];
            if (move.after != kNone) {
                Action wait;
                wait.kind = Action::Kind::Advance;
                wait.by = pack_.durations[move.after].value;
                next.actions.push_back(wait);
            } else {
                for (const Index each : pack_.resources[action.resource].operations) {
                    if (pack_.operations[each].move != action.move) continue;
                    Action call;
                    call.operation = each;
                    next.actions.push_back(call);
                    break;
                }
            }
        } else {
            next.actions.push_back(action);
        }
        const Outcome outcome = TRY(rehearse(next));
        if (!outcome.made) return {};
        // An object that refers to others may take them along, so it goes its whole way, too.
        const bool is_full =
            !reach_.of[from.resource].empty() &&
            from.refs.size() > reach_.recipes[reach_.of[from.resource].front()].refs.size();
        if (!outcome.state.empty() && outcome.state != from.state) {
            next.state = outcome.state;
            const bool is_new = !is_known(from.resource, outcome.state);
            if (is_new) {
                queue.push_back(keep(next));
            } else if (is_full && taken_along_.insert({from.resource, outcome.state}).second) {
                reach_.recipes.push_back(next);
                queue.push_back(reach_.recipes.size() - 1);
            }
        }
        for (const auto& [field, state] : outcome.others) {
            const Index of = pack_.resources[from.resource].fields[field].ref;
            if (state.empty() || is_known(of, state)) continue;
            Recipe other = next;
            other.through = field;
            other.state = state;
            keep(other);
        }
        return {};
    }

    const pack::Pack& pack_;
    Rehearsal& rehearsal_;
    const ReachOptions& options_;
    Reach reach_;
    std::size_t rehearsals_ = 0;
    std::set<std::pair<Index, std::string>> taken_along_;  // states reached with references
};

}  // namespace

std::vector<Action> actions_in(const pack::Pack& pack, Index resource, const std::string& state,
                               const ReachOptions& options) {
    std::vector<Action> all;
    const pack::Resource& of = pack.resources[resource];
    for (const Index each : of.operations) {
        const pack::Operation& operation = pack.operations[each];
        if (operation.does != pack::Does::Move && operation.does != pack::Does::Update &&
            operation.does != pack::Does::Delete) {
            continue;
        }
        Action action;
        action.operation = each;
        all.push_back(action);
    }
    if (!of.lifecycle) return all;
    const Index at = of.lifecycle->find_state(state);
    for (Index i = 0; i < of.lifecycle->moves.size(); ++i) {
        const pack::Move& move = of.lifecycle->moves[i];
        // The world may try in every state; most will be refused.
        if (options.control && move.cause) {
            Action action;
            action.kind = Action::Kind::Event;
            action.resource = resource;
            action.move = i;
            all.push_back(action);
        }
        if (at == kNone || !move.from[at]) continue;
        if (options.control) {
            for (const pack::Arm& arm : move.arms) {
                if (arm.is_default) continue;
                Action action;
                action.kind = Action::Kind::Choose;
                action.resource = resource;
                action.move = i;
                action.arm = arm.name;
                all.push_back(action);
            }
        }
        if (move.after != kNone && pack.durations[move.after].value <= options.longest) {
            Action action;
            action.kind = Action::Kind::Advance;
            action.by = pack.durations[move.after].value;
            all.push_back(action);
        }
    }
    return all;
}

base::Result<Reach> find_reach(const pack::Pack& pack, Rehearsal& rehearsal,
                               const ReachOptions& options) {
    return Finder(pack, rehearsal, options).run();
}

}  // namespace understudy::verify
