// Changing how long things take, and whether time passes by itself. Neither fires anything: what
// has become due fires with the next advance, call or event.
#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "json/pointer.hpp"
#include "world/duration_text.hpp"
#include "world/impl/clock_settings.hpp"
#include "world/impl/engine.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;

namespace {

// Pending timers of this name: due when they would be had the duration always been that long, but
// not in the past. Their numbers, and with them the order of scheduling, stay.
void retime(State& state, Index duration, base::Duration value) {
    for (Timer& timer : state.timers()) {
        if (timer.duration != duration) continue;
        const base::Instant due = base::add(timer.start, value).value_or(base::kLastInstant);
        timer.due = std::max(due, state.now());
        state.schedule(std::move(timer));
    }
}

// The same for what waits to be sent for the first time.
void retime_deliveries(State& state, base::Duration value) {
    for (const DeliveryPtr& waiting : state.waiting_deliveries()) {
        if (!waiting->is_first()) continue;
        Delivery delivery = *waiting;
        const base::Instant due = base::add(delivery.created, value).value_or(base::kLastInstant);
        delivery.due = std::max(due, state.now());
        state.put_delivery(std::move(delivery));
    }
}

}  // namespace

std::variant<Outcome, Refused> World::Engine::set_durations(const SetDurations& set) {
    if (!set.body.is_object()) {
        return refused(422, "invalid_request", "durations are a map from names to durations");
    }
    std::vector<std::pair<Index, base::Duration>> values;
    for (const json::Member& member : set.body.members()) {
        const std::string name(member.key());
        const std::string field = json::Pointer({name}).to_text();
        const Index duration = pack->find_duration(name);
        if (duration == kNone) {
            std::vector<std::string> known;
            for (const pack::NamedDuration& one : pack->durations) known.push_back(one.name);
            return refused(422, "unknown_duration",
                           "no duration '" + name + "' in pack " + pack->name + '@' + pack->version,
                           field, nearest_hint(name, known));
        }
        const std::string text =
            member.value.is_string() ? std::string(member.value.as_string()) : std::string();
        const auto value = read_duration(text);
        if (!value || *value < base::Duration{}) {
            return refused(422, "invalid_duration", base::quoted(text) + " is no duration", field,
                           value ? "it cannot be negative" : "write 500ms, 5s, 1h30m or 7d");
        }
        values.emplace_back(duration, *value);
    }
    for (const auto& [duration, value] : values) {
        const bool same = duration_in(state, *pack, duration) == value;
        set_duration(state, *pack, duration, value);
        if (same) continue;
        retime(state, duration, value);
        if (pack->durations[duration].name == pack::kWebhookDelay) retime_deliveries(state, value);
    }
    Outcome outcome;
    outcome.result = durations();
    return outcome;
}

json::Value World::Engine::durations() const {
    json::Value all = json::Value::object();
    for (Index i = 0; i < pack->durations.size(); ++i) {
        all.set(pack->durations[i].name, base::to_text(duration_in(state, *pack, i)));
    }
    return all;
}

Outcome World::Engine::set_clock(const SetClock& set) {
    set_mode(state, definition.clock, set.mode);
    mode = set.mode;
    return {};
}

}  // namespace understudy::world
