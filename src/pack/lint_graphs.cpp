// Errors of the pack as a whole: states nobody reaches, moves that go round for ever, routes that
// cannot be told apart or find no single object, events the service does not have.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/lint.hpp"
#include "pack/impl/lint_warnings.hpp"
#include "pack/impl/walk.hpp"

namespace understudy::pack {

namespace {

void report(std::vector<Problem>& problems, base::Code code, std::vector<base::Arg> args,
            const base::Mark& mark) {
    problems.push_back({Level::Error, base::Error{code, std::move(args), mark, {}}});
}

// --- states and moves

std::vector<bool> reached_states(const Pack& pack, Index resource) {
    const Lifecycle& life = *pack.resources[resource].lifecycle;
    std::vector<bool> reached(life.states.size(), false);
    reached[kNothing] = true;
    // A pack with other errors may name states that are not there.
    const auto reach = [&](State state) {
        if (state >= reached.size() || reached[state]) return false;
        reached[state] = true;
        return true;
    };
    for (const auto& start : life.start) reach(start.what.state);
    for (const State state : life.start_states) reach(state);
    each_steps(pack, [&](const Resource&, const Move&, const Arm*, const Steps& steps) {
        const auto look = [&](const CreateStep& step) {
            if (step.resource == resource) reach(step.state);
        };
        for (const CreateStep& step : steps.create) look(step);
        for (const EachStep& each : steps.each) {
            for (const CreateStep& step : each.create) look(step);
        }
    });
    for (bool changed = true; changed;) {
        changed = false;
        for (const Move& move : life.moves) {
            bool starts = false;
            for (std::size_t state = 0; state < move.from.size() && state < reached.size();
                 ++state) {
                starts = starts || (move.from[state] && reached[state]);
            }
            if (!starts) continue;
            const auto go = [&](const Steps& steps) {
                for (const Choice<State>& to : steps.to) changed = reach(to.what) || changed;
            };
            go(move.steps);
            for (const Arm& arm : move.arms) go(arm.steps);
        }
    }
    return reached;
}

void check_states(const Pack& pack, std::vector<Problem>& problems) {
    for (std::size_t r = 0; r < pack.resources.size(); ++r) {
        const Resource& resource = pack.resources[r];
        if (!resource.lifecycle) continue;
        const std::vector<bool> reached = reached_states(pack, static_cast<Index>(r));
        for (std::size_t state = 1; state < reached.size(); ++state) {
            if (reached[state]) continue;
            report(problems, code::StateUnreached,
                   {{"state", resource.name + "." + resource.lifecycle->states[state]}},
                   resource.mark);
        }
        for (const Move& move : resource.lifecycle->moves) {
            if (std::find(move.from.begin(), move.from.end(), true) != move.from.end()) continue;
            report(problems, code::MoveNotAllowed, {{"move", resource.name + "." + move.name}},
                   move.mark);
        }
    }
}

// --- moves that set each other off

using MoveId = std::pair<Index, Index>;  // resource, move

class MoveGraph {
public:
    explicit MoveGraph(const Pack& pack) : pack_(pack) {
        for (std::size_t r = 0; r < pack.resources.size(); ++r) {
            const Resource& resource = pack.resources[r];
            if (!resource.lifecycle) continue;
            for (std::size_t m = 0; m < resource.lifecycle->moves.size(); ++m) {
                const Move& move = resource.lifecycle->moves[m];
                const MoveId from{static_cast<Index>(r), static_cast<Index>(m)};
                add_steps(from, move.steps);
                // An arm with a condition is one that can end the round.
                for (const Arm& arm : move.arms) {
                    if (!arm.when) add_steps(from, arm.steps);
                }
                for (const Reaction& reaction : move.cause_of) add_reaction(from, reaction);
            }
        }
    }

    void find_cycles(std::vector<Problem>& problems) {
        for (const auto& [from, to] : edges_) visit(from, problems);
    }

private:
    void add(const MoveId& from, Index resource, Index move) {
        if (find(resource, move) != nullptr) edges_[from].insert({resource, move});
    }

    const Move* find(Index resource, Index move) const {
        if (resource >= pack_.resources.size() || !pack_.resources[resource].lifecycle) {
            return nullptr;
        }
        const auto& moves = pack_.resources[resource].lifecycle->moves;
        return move < moves.size() ? &moves[move] : nullptr;
    }

    void add_operation(const MoveId& from, Index index) {
        if (index >= pack_.operations.size()) return;
        const Operation& operation = pack_.operations[index];
        if (operation.does == Does::Move) add(from, operation.resource, operation.move);
        for (const ThenStep& then : operation.then) {
            if (!then.when) add(from, operation.resource, then.move);
        }
    }

    void add_steps(const MoveId& from, const Steps& steps) {
        for (const CallStep& call : steps.call) add_operation(from, call.operation);
        for (const MoveStep& move : steps.move) add(from, move.resource, move.move);
        for (const EachStep& each : steps.each) {
            for (const CallStep& call : each.call) add_operation(from, call.operation);
            for (const MoveStep& move : each.move) add(from, move.resource, move.move);
        }
        for (const ThenStep& then : steps.then) {
            if (!then.when) add(from, from.first, then.move);
        }
    }

    void add_reaction(const MoveId& to, const Reaction& reaction) {
        const Move* cause = find(reaction.resource, reaction.move);
        if (reaction.when || cause == nullptr) return;
        if (reaction.arm < cause->arms.size() && cause->arms[reaction.arm].when) return;
        add({reaction.resource, reaction.move}, to.first, to.second);
    }

    std::string name_of(const MoveId& id) const {
        const Resource& resource = pack_.resources[id.first];
        return resource.name + "." + resource.lifecycle->moves[id.second].name;
    }

    void visit(const MoveId& at, std::vector<Problem>& problems) {
        if (done_.contains(at)) return;
        const auto on_way = std::find(way_.begin(), way_.end(), at);
        if (on_way != way_.end()) {
            std::string path;
            for (auto each = on_way; each != way_.end(); ++each) path += name_of(*each) + " -> ";
            report(problems, code::Cycle,
                   {{"what", "moves"},
                    {"path", path + name_of(at)},
                    {"help", "a `when` or a timer must be able to end it"}},
                   pack_.resources[at.first].lifecycle->moves[at.second].mark);
            return;
        }
        way_.push_back(at);
        if (const auto next = edges_.find(at); next != edges_.end()) {
            for (const MoveId& to : next->second) visit(to, problems);
        }
        way_.pop_back();
        done_.insert(at);
    }

    const Pack& pack_;
    std::map<MoveId, std::set<MoveId>> edges_;
    std::vector<MoveId> way_;
    std::set<MoveId> done_;
};

void check_workflows(const Pack& pack, std::vector<Problem>& problems) {
    std::set<std::string> names;
    for (const Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const Move& move : resource.lifecycle->moves) {
            if (move.workflow.empty() || names.insert(move.workflow).second) continue;
            report(problems, code::TwoWorkflows, {{"name", base::quoted(move.workflow)}},
                   move.mark);
        }
    }
}

// --- aggregates

// An aggregate that folds one which, further on, folds it: neither could ever be known. A derived
// field in between counts as what it reads.
class AggregateGraph {
public:
    AggregateGraph(const Pack& pack, std::vector<Problem>& problems)
        : pack_(pack), problems_(problems) {}

    void find_cycles() {
        for (std::size_t r = 0; r < pack_.resources.size(); ++r) {
            for (std::size_t f = 0; f < pack_.resources[r].fields.size(); ++f) {
                if (pack_.resources[r].fields[f].aggregate) {
                    visit({static_cast<Index>(r), static_cast<Index>(f)});
                }
            }
        }
    }

private:
    using FieldId = std::pair<Index, Index>;

    std::vector<FieldId> next(const FieldId& id) const {
        std::vector<FieldId> found;
        const Field& field = pack_.resources[id.first].fields[id.second];
        const auto add_reads = [&](const Expression& expression, Index resource,
                                   std::string_view name) {
            if (resource == kNone) return;
            for (const std::string& path : expression.paths_read()) {
                if (!path.starts_with(name)) continue;
                std::string_view rest = std::string_view(path).substr(name.size());
                if (!rest.starts_with('.')) continue;
                rest.remove_prefix(1);
                const Index read = pack_.resources[resource].find_field(rest);
                if (read != kNone) found.emplace_back(resource, read);
            }
        };
        if (field.aggregate && field.aggregate->over != kNone) {
            if (field.aggregate->field != kNone) {
                found.emplace_back(field.aggregate->over, field.aggregate->field);
            }
            if (field.aggregate->where) {
                add_reads(*field.aggregate->where, field.aggregate->over, "it");
            }
        }
        if (field.is) add_reads(*field.is, id.first, "self");
        return found;
    }

    void visit(const FieldId& at) {
        if (done_.contains(at)) return;
        const auto on_way = std::find(way_.begin(), way_.end(), at);
        const auto name = [&](const FieldId& id) {
            return pack_.resources[id.first].name + "." +
                   pack_.resources[id.first].fields[id.second].path;
        };
        if (on_way != way_.end()) {
            std::string path;
            bool has_aggregate = false;
            for (auto each = on_way; each != way_.end(); ++each) {
                path += name(*each) + " -> ";
                has_aggregate =
                    has_aggregate || pack_.resources[each->first].fields[each->second].aggregate;
            }
            if (has_aggregate) {
                report(problems_, code::Cycle,
                       {{"what", "aggregates"}, {"path", path + name(at)}, {"help", ""}},
                       pack_.resources[at.first].fields[at.second].mark);
            }
            return;
        }
        way_.push_back(at);
        for (const FieldId& to : next(at)) visit(to);
        way_.pop_back();
        done_.insert(at);
    }

    const Pack& pack_;
    std::vector<Problem>& problems_;
    std::vector<FieldId> way_;
    std::set<FieldId> done_;
};

// --- routes

std::string text_of(const Route& route) {
    return route.method + " " + route.path;
}

void check_clashes(const Pack& pack, std::vector<Problem>& problems) {
    Routes routes;
    for (const auto& [first, second] : routes.build(pack)) {
        const Route& a = pack.operations[first.first].routes[first.second];
        const Route& b = pack.operations[second.first].routes[second.second];
        report(problems, code::RoutesClash, {{"first", text_of(a)}, {"second", text_of(b)}},
               b.mark);
    }
}

std::set<std::string> parameters_of(const Route& route) {
    std::set<std::string> names;
    for (const RouteSegment& segment : route.segments) {
        if (!segment.parameter.empty()) names.insert(segment.parameter);
    }
    return names;
}

// Do the parameters name one object of the resource (within its parent, where it has one)?
bool finds_one(const Resource& resource, const std::set<std::string>& parameters) {
    std::set<Index> fields;
    for (const Find& find : resource.find) {
        if (!parameters.contains(find.parameter)) continue;
        if (find.through.empty() && find.field == resource.id_field) return true;
        fields.insert(find.through.empty() ? find.field : find.through.front());
    }
    if (fields.empty()) return false;
    if (resource.parent_field != kNone) fields.insert(resource.parent_field);
    return std::any_of(resource.unique.begin(), resource.unique.end(), [&](const Unique& unique) {
        return std::all_of(unique.fields.begin(), unique.fields.end(),
                           [&](Index field) { return fields.contains(field); });
    });
}

bool names_any(const Resource& resource, const std::set<std::string>& parameters) {
    return std::any_of(resource.find.begin(), resource.find.end(),
                       [&](const Find& find) { return parameters.contains(find.parameter); });
}

bool addresses_object(const Pack& pack, const Operation& operation) {
    switch (operation.does) {
        case Does::Get:
        case Does::Update:
        case Does::Delete: return true;
        case Does::Move: {
            if (operation.move == kNone) return false;
            const Resource& resource = pack.resources[operation.resource];
            if (!resource.lifecycle || operation.move >= resource.lifecycle->moves.size()) {
                return false;
            }
            const Move& move = resource.lifecycle->moves[operation.move];
            return move.from.empty() || !move.from[kNothing];
        }
        default: return false;
    }
}

void check_lookup(const Pack& pack, const Operation& operation, const Route& route,
                  std::vector<Problem>& problems) {
    std::set<std::string> parameters = parameters_of(route);
    const auto forget = [&](const Resource& resource) {
        for (const Find& find : resource.find) parameters.erase(find.parameter);
    };
    Index at = operation.resource;
    if (at != kNone) {
        const Resource& own = pack.resources[at];
        if (addresses_object(pack, operation)) {
            if (!own.one && !finds_one(own, parameters)) {
                report(problems, code::FindsMany,
                       {{"route", text_of(route)}, {"resource", own.name}}, route.mark);
            }
            forget(own);
        }
        at = own.parent;
    }
    for (std::size_t depth = 0; at != kNone && depth < 8; ++depth) {
        const Resource& above = pack.resources[at];
        if (names_any(above, parameters)) {
            if (!above.one && !finds_one(above, parameters)) {
                report(problems, code::FindsMany,
                       {{"route", text_of(route)}, {"resource", above.name}}, route.mark);
            }
            forget(above);
        }
        at = above.parent;
    }
    // What is left must be known as a parameter.
    const auto forget_params = [&](const std::vector<Param>& params) {
        for (const Param& param : params) {
            parameters.erase(param.name);
            parameters.erase(param.spelled);
        }
    };
    forget_params(operation.params);
    forget_params(pack.serve.params);
    if (operation.resource != kNone) {
        const Resource& own = pack.resources[operation.resource];
        if (operation.does == Does::Move && own.lifecycle &&
            operation.move < own.lifecycle->moves.size()) {
            forget_params(own.lifecycle->moves[operation.move].params);
        }
        for (const Index field : operation.writes) {
            if (field >= own.fields.size()) continue;
            parameters.erase(own.fields[field].param);
            parameters.erase(own.fields[field].path);
        }
        for (const Filter& filter : operation.filters) parameters.erase(filter.name);
    }
    for (const std::string& left : parameters) {
        report(problems, code::UnknownParameter,
               {{"route", text_of(route)}, {"parameter", base::quoted(left)}}, route.mark);
    }
}

// --- events

bool could_be(const Pattern& pattern, std::string_view type) {
    std::string_view rest = type;
    bool after_hole = false;
    for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
        const PatternPart& part = pattern.parts[i];
        if (part.hole) {
            after_hole = true;
            continue;
        }
        const bool is_last = i + 1 == pattern.parts.size();
        const std::size_t at = is_last && after_hole
                                   ? (rest.ends_with(part.text) ? rest.size() - part.text.size()
                                                                : std::string_view::npos)
                                   : rest.find(part.text);
        if (at == std::string_view::npos || (!after_hole && at != 0)) return false;
        rest.remove_prefix(at + part.text.size());
        after_hole = false;
    }
    return after_hole || rest.empty();
}

void check_events(const Pack& pack, std::vector<Problem>& problems) {
    if (!pack.events) return;
    const std::vector<std::string>& types = pack.events->types;
    each_emit(pack, [&](const Emit& emit, const Move* move) {
        const std::vector<std::string> names = names_of(emit, move);
        if (names.empty() && std::none_of(types.begin(), types.end(), [&](const std::string& type) {
                return could_be(emit.name, type);
            })) {
            report(problems, code::EventNotListed,
                   {{"event", base::quoted(emit.name.text)}, {"help", ""}, {"nearest", ""}},
                   emit.mark);
        }
        for (const std::string& name : names) {
            if (std::find(types.begin(), types.end(), name) != types.end()) continue;
            report(problems, code::EventNotListed,
                   {{"event", base::quoted(name)},
                    {"help", ""},
                    {"nearest", base::nearest(name, types)}},
                   emit.mark);
        }
    });
}

}  // namespace

// One, or one for each arm where that is the only hole.
std::vector<std::string> names_of(const Emit& emit, const Move* move) {
    if (emit.name.is_literal()) {
        std::string text;
        for (const PatternPart& part : emit.name.parts) text += part.text;
        return {text};
    }
    if (move == nullptr) return {};
    std::vector<std::string> names;
    for (const Arm& arm : move->arms) {
        std::string text;
        for (const PatternPart& part : emit.name.parts) {
            if (!part.hole) {
                text += part.text;
            } else if (part.hole->expression && part.hole->expression->text() == "arm") {
                text += arm.name;
            } else {
                return {};
            }
        }
        names.push_back(std::move(text));
    }
    return names;
}

void check_graphs(const Pack& pack, std::vector<Problem>& problems) {
    check_states(pack, problems);
    MoveGraph(pack).find_cycles(problems);
    AggregateGraph(pack, problems).find_cycles();
    check_clocks(pack, problems);
    check_workflows(pack, problems);
    check_clashes(pack, problems);
    for (const Operation& operation : pack.operations) {
        if (operation.does == Does::Shape) continue;
        for (const Route& route : operation.routes) check_lookup(pack, operation, route, problems);
    }
    check_events(pack, problems);
}

}  // namespace understudy::pack
