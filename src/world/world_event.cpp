// World events: causes outside the service, named in the words of the domain. Only causes can be
// triggered; data and precondition are checked before anything happens.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "json/write.hpp"
#include "schema/check.hpp"
#include "world/impl/engine.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

struct Found {
    Index resource = kNone;
    Index move = kNone;
};

// Every move that this event sets off, in the pack's order.
std::vector<Found> moves_of(const pack::Pack& pack, std::string_view event) {
    std::vector<Found> found;
    for (Index r = 0; r < pack.resources.size(); ++r) {
        if (!pack.resources[r].lifecycle) continue;
        const std::vector<pack::Move>& moves = pack.resources[r].lifecycle->moves;
        for (Index m = 0; m < moves.size(); ++m) {
            if (moves[m].cause && moves[m].cause->event == event) found.push_back({r, m});
        }
    }
    return found;
}

void add_emits(std::set<std::string>& names, const pack::Steps& steps) {
    for (const pack::Emit& emit : steps.emits) names.insert(emit.name.text);
}

bool emits(const pack::Move& move, const std::string& event) {
    std::set<std::string> names;
    add_emits(names, move.steps);
    for (const pack::Arm& arm : move.arms) add_emits(names, arm.steps);
    return names.contains(event);
}

// A name that is no cause: an event the pack derives, or nothing at all.
Refused no_cause(const pack::Pack& pack, const std::string& event) {
    std::vector<std::string> causes, leading;
    bool derived = pack.events && std::find(pack.events->types.begin(), pack.events->types.end(),
                                            event) != pack.events->types.end();
    for (const pack::Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const auto& choice : resource.lifecycle->start) {
            for (const pack::Emit& emit : choice.what.emits) derived |= emit.name.text == event;
        }
        for (const pack::Move& move : resource.lifecycle->moves) {
            const bool emitted = emits(move, event);
            derived |= emitted;
            if (!move.cause) continue;
            causes.push_back(move.cause->event);
            if (emitted) leading.push_back(move.cause->event);
        }
    }
    if (derived) {
        const std::vector<std::string>& hint = leading.empty() ? causes : leading;
        return refused(422, "not_a_cause",
                       "'" + event + "' is derived by the pack and cannot be triggered", "/event",
                       hint.empty() ? "the pack declares no world event"
                                    : "causes are: " + base::join(hint, ", "));
    }
    const std::string nearest = base::nearest(event, causes);
    return refused(404, "unknown_event", "no world event '" + event + "' in pack " + pack.name,
                   "/event",
                   nearest.empty() ? "causes are: " + base::join(causes, ", ")
                                   : "did you mean '" + nearest + "'?");
}

std::optional<Refused> check_param(const State& state, const pack::Pack& pack,
                                   const pack::Param& param, const json::Value* value) {
    const std::string pointer = "/data/" + param.name;
    if (value == nullptr) {
        if (!param.required) return std::nullopt;
        return refused(422, "invalid_event_data", "data has no '" + param.name + "'", pointer,
                       "it is required");
    }
    if (param.schema.compiled) {
        const schema::Outcome outcome = schema::check(*param.schema.compiled, *value);
        if (outcome.verdict == schema::Verdict::Invalid && !outcome.violations.empty()) {
            const schema::Violation& violation = outcome.violations.front();
            return refused(422, "invalid_event_data",
                           param.name + ": " + base::message(schema::to_error(violation)),
                           pointer + violation.instance_path.to_text(),
                           violation.keyword + ": " + json::write(violation.demanded));
        }
    }
    if (param.ref != kNone && !value->is_null()) {
        const bool id = value->is_string() || value->is_number();
        const ObjectPtr object = id ? state.find(param.ref, key_of(*value)) : nullptr;
        if (!object || object->deleted) {
            return refused(
                422, "invalid_event_data",
                "there is no " + pack.resources[param.ref].singular + " " + json::write(*value),
                pointer);
        }
    }
    return std::nullopt;
}

std::optional<Refused> check_data(const State& state, const pack::Pack& pack,
                                  const pack::Cause& cause, const json::Value& data) {
    if (!data.is_object()) {
        return refused(422, "invalid_event_data", "data must be an object", "/data");
    }
    std::vector<std::string> known;
    for (const pack::Param& param : cause.data) known.push_back(param.name);
    for (const json::Member& member : data.members()) {
        if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
        const std::string nearest = base::nearest(member.key(), known);
        return refused(422, "invalid_event_data",
                       "'" + cause.event + "' takes no '" + std::string(member.key()) + "'",
                       "/data/" + std::string(member.key()),
                       nearest.empty() ? "" : "did you mean '" + nearest + "'?");
    }
    for (const pack::Param& param : cause.data) {
        if (auto wrong = check_param(state, pack, param, data.find(param.name))) return wrong;
    }
    return std::nullopt;
}

// What of the condition does not hold, with the values found.
std::string found_in(const expr::Program& condition, const expr::Env& env) {
    expr::Trace trace;
    (void)expr::evaluate_bool(condition, env, {}, &trace).has_value();
    std::string text;
    for (const expr::Read& read : trace.reads) {
        if (!text.empty()) text += ", ";
        text += read.path + " is " + (read.found ? json::write(read.value) : "not there");
    }
    return text;
}

// Data with its defaults.
base::Result<json::Value> complete(const Eyes& eyes, const pack::Cause& cause, json::Value data) {
    for (const pack::Param& param : cause.data) {
        if (data.has(param.name) || !param.standard) continue;
        expr::Env env = eyes.env();
        env.set(slot(Name::Data), expr::Given::own(data));
        if (auto value = TRY(eyes.build(*param.standard, env))) {
            data.set(param.name, std::move(*value));
        }
    }
    return data;
}

// The object that is moved: `of`, or the member of data with its singular name.
base::Result<ObjectPtr> object_of(const Eyes& eyes, const pack::Cause& cause, Index resource,
                                  const json::Value& data) {
    json::Value id;
    if (cause.of) {
        expr::Env env = eyes.env();
        env.set(slot(Name::Data), data);
        Eyes::Referred referred = TRY(eyes.refer(*cause.of, env));
        if (referred.object) return referred.object;
        if (referred.value) id = *referred.value;
    } else if (const json::Value* member = data.find(eyes.pack().resources[resource].singular)) {
        id = *member;
    }
    if (!id.is_string() && !id.is_number()) return ObjectPtr();
    return eyes.state().find(resource, key_of(id));
}

}  // namespace

std::variant<Outcome, Refused> World::Engine::trigger(const Trigger& trigger) {
    const std::vector<Found> found = moves_of(*pack, trigger.event);
    if (found.empty()) return no_cause(*pack, trigger.event);
    // Several moves may wait for one event; the first whose conditions hold is made.
    std::optional<Refused> first_no;
    for (const Found& one : found) {
        const pack::Resource& resource = pack->resources[one.resource];
        const pack::Move& move = resource.lifecycle->moves[one.move];
        const json::Value given = trigger.data.is_null() ? json::Value::object() : trigger.data;
        if (auto wrong = check_data(state, *pack, *move.cause, given)) {
            if (!first_no) first_no = std::move(wrong);
            continue;
        }
        const std::uint64_t last_trace = state.last("$trace");
        const std::string name = "trc_" + std::to_string(last_trace + 1);
        Ground ground(*this, "event " + trigger.event, name, last_trace + 1);
        const auto give_up = [&](Refused why) {
            ground.undo();
            state.settle();
            if (!first_no) first_no = std::move(why);
        };
        const auto blocked = [&](const std::string& why) {
            give_up(refused(409, "precondition_failed",
                            "'" + trigger.event + "' cannot happen now: " + why));
        };
        const auto broken = [&](const base::Error& error) {
            give_up(refused(409, "precondition_failed", base::message(error)));
        };
        const Eyes& eyes = ground.turn().eyes;
        auto data = complete(eyes, *move.cause, given);
        if (!data) {
            broken(data.error());
            continue;
        }
        auto object = object_of(eyes, *move.cause, one.resource, *data);
        if (!object) {
            broken(object.error());
            continue;
        }
        const bool brings_forth = move.from[pack::kNothing];
        if (!*object && resource.one && !brings_forth) {
            auto only = single(ground.turn(), one.resource);
            if (only) object = std::move(only);
        }
        if (brings_forth) object = ObjectPtr();
        if ((!*object && !brings_forth) || (*object && (*object)->deleted)) {
            give_up(refused(422, "invalid_event_data",
                            "data names no " + resource.singular + " that exists", "/data"));
            continue;
        }
        if (*object && !move.from[(*object)->state]) {
            blocked(resource.singular + " " + key_of((*object)->id) + " is " +
                    resource.lifecycle->states[(*object)->state]);
            continue;
        }
        if (move.cause->when) {
            expr::Env env = eyes.env();
            env.set(slot(Name::It), eyes.see(*object));
            env.set(slot(Name::Data), *data);
            const auto holds = eyes.holds(*move.cause->when, env);
            if (!holds) {
                broken(holds.error());
                continue;
            }
            if (!*holds) {
                blocked("`" + move.cause->when->text() + "` does not hold (" +
                        found_in(*move.cause->when, env) + ")");
                continue;
            }
        }
        const Trouble trouble =
            understudy::world::trigger(ground.turn(), move, one.resource, *object, *data);
        if (const auto* refusal = std::get_if<Refusal>(&trouble)) {
            const Index code = refusal->use.code;
            blocked(code == kNone ? "it was refused"
                                  : "it was refused: " + pack->errors.codes[code].name);
            continue;
        }
        if (const auto* error = std::get_if<base::Error>(&trouble)) {
            broken(*error);
            continue;
        }
        const std::uint64_t number = state.next("$trace");
        Entry entry;
        entry.number = number;
        entry.at = state.now();
        entry.event = trigger.event;
        entry.transitions = ground.turn().transitions;
        entry.emitted = ground.turn().emitted;
        entry.scheduled = ground.turn().scheduled;
        entry.warnings = ground.turn().warnings;
        if (*object) entry.object_id = (*object)->id;
        Outcome outcome;
        outcome.trace = number;
        ground.commit(outcome);
        run_until(state.now(), outcome, entry.warnings);
        own_ledger().add(std::move(entry));
        json::Value fired = json::Value::array();
        for (const Emitted& event : outcome.events) fired.push_back(json::Value(event.event));
        outcome.result = json::Value::object({{"now", base::to_rfc3339(state.now())},
                                              {"event", trigger.event},
                                              {"fired", std::move(fired)},
                                              {"trace", name}});
        return outcome;
    }
    return std::move(*first_no);
}

}  // namespace understudy::world
