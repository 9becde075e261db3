// World events: causes outside the service, named in the words of the domain. Only causes can be
// triggered; data and precondition are checked before anything happens.
#include <algorithm>

#include "base/text.hpp"
#include "world/impl/cause.hpp"
#include "world/impl/engine.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

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
    }
    for (const MoveAt at : all_moves(pack)) {
        const pack::Move& move = move_at(pack, at);
        derived |= emits(move, event);
        if (!move.cause) continue;
        causes.push_back(move.cause->event);
        const std::vector<std::string> follows = course_of(pack, at).events;
        if (std::find(follows.begin(), follows.end(), event) != follows.end()) {
            leading.push_back(move.cause->event);
        }
    }
    if (derived) {
        std::string hint = "the pack declares no world event";
        if (!causes.empty()) {
            hint = leading.empty()
                       ? "no world event leads to it; there is " + base::join(causes, ", ")
                       : "what can lead to it is " + base::join(leading, ", ");
        }
        return refused(422, "not_a_cause",
                       "'" + event + "' is derived by the pack and cannot be triggered", "/event",
                       std::move(hint));
    }
    return refused(404, "unknown_event",
                   "no world event '" + event + "' in pack " + pack.name + "@" + pack.version,
                   "/event",
                   causes.empty() ? "the pack declares none" : nearest_hint(event, causes));
}

Refused to_refused(const std::string& event, const NotReady& no) {
    const bool blocked = no.code == "precondition_failed";
    return refused(no.status, no.code,
                   (blocked ? "'" + event + "' cannot happen now: " : "") + no.why, no.field,
                   no.hint);
}

json::Value result_of(const Outcome& outcome, base::Instant now, const std::string& trace) {
    json::Value transitions = json::Value::array();
    for (const Transition& move : outcome.transitions) {
        transitions.push_back(json::Value::object({{"resource", move.resource},
                                                   {"id", move.id},
                                                   {"from", move.from},
                                                   {"to", move.to},
                                                   {"cause", move.cause}}));
    }
    json::Value emitted = json::Value::array();
    for (const Emitted& event : outcome.events) {
        emitted.push_back(json::Value::object({{"event", event.event}, {"id", event.id}}));
    }
    return json::Value::object({{"now", base::to_rfc3339(now)},
                                {"transitions", std::move(transitions)},
                                {"emitted", std::move(emitted)},
                                {"trace", trace}});
}

}  // namespace

std::variant<Outcome, Refused> World::Engine::trigger(const Trigger& trigger) {
    const std::vector<MoveAt> found = moves_of_event(*pack, trigger.event);
    if (found.empty()) return no_cause(*pack, trigger.event);
    const json::Value given = trigger.data.is_null() ? json::Value::object() : trigger.data;
    // Several moves may wait for one event; the first whose conditions hold is made.
    std::optional<Refused> first_no;
    for (const MoveAt at : found) {
        const std::uint64_t number = state.last("$trace") + 1;
        const std::string name = "trc_" + std::to_string(number);
        Ground ground(*this, "event " + trigger.event, name, number);
        auto readied = ready(ground.turn(), at, given);
        std::optional<NotReady> no;
        if (auto* why = std::get_if<NotReady>(&readied)) {
            no = std::move(*why);
        } else {
            no = make_happen(ground.turn(), at, std::get<Readied>(readied));
        }
        if (no) {
            ground.undo();
            state.settle();
            if (!first_no) first_no = to_refused(trigger.event, *no);
            continue;
        }
        state.next("$trace");
        Entry entry;
        entry.number = number;
        entry.at = state.now();
        entry.event = trigger.event;
        entry.transitions = ground.turn().transitions;
        entry.emitted = ground.turn().emitted;
        entry.scheduled = ground.turn().scheduled;
        entry.warnings = ground.turn().warnings;
        if (const ObjectPtr& object = std::get<Readied>(readied).object) {
            entry.object_id = object->id;
        }
        Outcome outcome;
        outcome.trace = number;
        ground.commit(outcome);
        let_time_pass(ground.turn(), outcome, entry.warnings);
        warn_in(entry);
        own_ledger().add(std::move(entry));
        outcome.result = result_of(outcome, state.now(), name);
        return outcome;
    }
    return std::move(*first_no);
}

}  // namespace understudy::world
