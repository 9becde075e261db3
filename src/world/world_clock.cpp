// The clock of a world: timers fire in the order of their instants, each a change of its own, and
// `now` is its instant while it does.
#include <algorithm>

#include "base/assert.hpp"
#include "base/time.hpp"
#include "world/impl/clock_settings.hpp"
#include "world/impl/engine.hpp"

namespace understudy::world {

namespace {

json::Value detail_of(const pack::Pack& pack, const Timer& timer, base::Instant at,
                      const Turn& turn) {
    const pack::Resource& resource = pack.resources[timer.resource];
    json::Value events = json::Value::array();
    for (const Emitted& event : turn.emitted) events.push_back(event.event);
    json::Value transitions = json::Value::array();
    for (const Transition& transition : turn.transitions) {
        transitions.push_back(json::Value::object({{"resource", transition.resource},
                                                   {"id", transition.id},
                                                   {"from", transition.from},
                                                   {"to", transition.to}}));
    }
    return json::Value::object({{"timer", "tmr_" + std::to_string(timer.number)},
                                {"at", base::to_rfc3339(at)},
                                {"resource", resource.name},
                                {"object", timer.key},
                                {"move", resource.lifecycle->moves[timer.move].name},
                                {"transitions", std::move(transitions)},
                                {"events", std::move(events)}});
}

}  // namespace

void World::Engine::fire_timer(const Timer& timer, Outcome& outcome, std::vector<Warning>& warnings,
                               json::Value* detail) {
    state.set_now(std::max(state.now(), timer.due));
    // The timer is spent whatever comes of it.
    state.take(timer);
    const std::string name = "tmr_" + std::to_string(timer.number);
    Ground ground(*this, "timer " + name, name, 0);
    const Trouble trouble = fire(ground.turn(), timer);
    if (is_trouble(trouble)) {
        ground.undo();
        const pack::Resource& resource = pack->resources[timer.resource];
        const std::string move = resource.name + "." + resource.lifecycle->moves[timer.move].name;
        if (const auto* error = std::get_if<base::Error>(&trouble)) {
            Warning warning = warning_of(*error);
            warning.message = name + " (" + move + "): " + warning.message;
            warnings.push_back(std::move(warning));
        } else {
            const pack::Index code = std::get<Refusal>(trouble).use.code;
            warnings.push_back(
                {"move_refused",
                 name + ": " + move + " of " + timer.key + " was refused" +
                     (code == pack::kNone ? "" : ": " + pack->errors.codes[code].name)});
        }
    }
    if (detail != nullptr) {
        *detail = detail_of(*pack, timer, state.now(), ground.turn());
    } else {
        // Nobody asks for more than their names.
        for (Emitted& event : ground.turn().emitted) event.payload = json::Value();
    }
    const std::size_t moved = outcome.transitions.size(), emitted = outcome.events.size();
    ground.commit(outcome);
    tell_since(outcome, moved, emitted);
}

void World::Engine::tell_since(const Outcome& outcome, std::size_t moved, std::size_t emitted) {
    for (std::size_t i = moved; i < outcome.transitions.size(); ++i) {
        own_ledger().tell(Feed::Kind::Transition, state.now(), to_record(outcome.transitions[i]));
    }
    for (std::size_t i = emitted; i < outcome.events.size(); ++i) {
        own_ledger().tell(Feed::Kind::Event, state.now(), to_record(outcome.events[i]));
    }
}

bool World::Engine::run_until(base::Instant until, Outcome& outcome,
                              std::vector<Warning>& warnings) {
    for (std::size_t fired = 0;; ++fired) {
        const std::optional<Timer> timer = state.next_due(until);
        if (!timer) return true;
        if (fired == definition.most_timers) return false;
        json::Value detail;
        fire_timer(*timer, outcome, warnings, &detail);
    }
}

void World::Engine::tick(base::Duration elapsed, Outcome& outcome) {
    if (elapsed <= base::Duration{}) return;
    const auto target = base::add(state.now(), elapsed);
    if (!target) return;
    std::vector<Warning> warnings;
    run_until(*target, outcome, warnings);
    state.set_now(std::max(state.now(), *target));
    state.settle();
}

Outcome World::Engine::reset(const Reset& reset) {
    const base::Instant start = reset.t0.value_or(definition.t0);
    state = State(pack, start);
    state.record(recording);
    set_start(state, definition.t0, start);
    mode = definition.clock;
    const std::uint64_t told = ledger->feed().last();
    ledger = SharedLedger(
        Ledger(pack, definition.journal_entries, definition.body_bytes, definition.id, told));
    if (recording) resets = {Change{"reset", "", json::Value(base::to_rfc3339(start))}};
    // It has succeeded when the world was made, from the same pack and configuration.
    ASSERT(begin().has_value(), "a world that could begin once can begin again");
    Outcome outcome;
    outcome.result = json::Value::object({{"now", base::to_rfc3339(start)}});
    return outcome;
}

}  // namespace understudy::world
