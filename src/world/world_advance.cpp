// Letting time pass. Timers and attempts to deliver come in one order, each to its end before the
// next. An advance that needs to know what came of an attempt stops there, as part of the state;
// the report of the attempt lets it go on. Advances asked for meanwhile wait behind it.
#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "world/code.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/record_reader.hpp"

namespace understudy::world {

namespace {

using json::Value;

// An advance may fire a million timers; this many are told of one by one.
constexpr std::size_t kMostDetails = 1'000;
constexpr std::string_view kAdvances = "clock/advances";

Refused backwards(base::Instant now, const std::string& asked) {
    Refused refused;
    refused.code = "clock_backwards";
    refused.message = "the clock stands at " + base::to_rfc3339(now) +
                      " and never runs backwards; asked for " + asked;
    return refused;
}

// Where an advance leads from here.
std::variant<base::Instant, Refused> target_of(const Advance& advance, const State& state) {
    const base::Instant now = state.now();
    if (advance.step) {
        base::Instant next = base::kLastInstant;
        bool found = false;
        if (const auto timer = state.next_due(base::kLastInstant)) {
            next = timer->due;
            found = true;
        }
        if (const DeliveryPtr delivery = state.next_delivery(base::kLastInstant)) {
            next = std::min(next, delivery->due);
            found = true;
        }
        return found ? std::max(now, next) : now;
    }
    if (advance.to) {
        if (*advance.to < now) return backwards(now, base::to_rfc3339(*advance.to));
        return *advance.to;
    }
    if (!advance.by) return now;
    if (*advance.by < base::Duration{}) return backwards(now, base::to_text(*advance.by));
    if (const auto sum = base::add(now, *advance.by)) return *sum;
    Refused refused;
    refused.code = "invalid_duration";
    refused.message = "the clock ends with the year 9999";
    return refused;
}

// One that is under way, with what it has to tell so far; or one that waits for its turn.
struct Passage {
    std::uint64_t number = 1;
    std::optional<base::Instant> until;  // none: it has not begun
    Advance asked;
    std::size_t timers = 0;
    std::size_t told = 0;   // details so far
    std::size_t parts = 0;  // notes that hold what it had to tell before it waited
    // What it has to tell since.
    Value fired = Value::array();
    Value details = Value::array();
    Value warnings = Value::array();

    void take(const Outcome& outcome, std::size_t events, const std::vector<Warning>& more) {
        for (std::size_t i = events; i < outcome.events.size(); ++i) {
            fired.push_back(outcome.events[i].event);
        }
        for (const Warning& warning : more) {
            warnings.push_back(
                Value::object({{"code", warning.code}, {"message", warning.message}}));
        }
    }
    Value result() const {
        Value made = Value::object(
            {{"now", base::to_rfc3339(*until)}, {"fired", fired}, {"details", details}});
        if (warnings.size() > 0) made.set("warnings", warnings);
        return made;
    }
};

std::string part_note(const Passage& passage, std::size_t part) {
    return std::string(kAdvances) + "/" + std::to_string(passage.number) + "/" +
           std::to_string(part);
}

// What it has to tell so far goes into a note of its own: each stop costs what happened since the
// last one, not since the beginning.
void set_aside(State& state, Passage& passage) {
    const Value* const lists[] = {&passage.fired, &passage.details, &passage.warnings};
    if (std::all_of(std::begin(lists), std::end(lists),
                    [](const Value* list) { return list->size() == 0; })) {
        return;
    }
    state.set_note(part_note(passage, passage.parts++),
                   Value::array({passage.fired, passage.details, passage.warnings}));
    passage.fired = passage.details = passage.warnings = Value::array();
}

// And comes back, in order.
void gather(State& state, Passage& passage) {
    Value lists[] = {Value::array(), Value::array(), Value::array()};
    const auto add = [&](std::size_t i, const Value& from) {
        for (const Value& item : from.items()) lists[i].push_back(item);
    };
    for (std::size_t part = 0; part < passage.parts; ++part) {
        const std::string name = part_note(passage, part);
        const auto note = state.note(name);
        if (!note || !note->is_array() || note->size() != std::size(lists)) continue;
        for (std::size_t i = 0; i < std::size(lists); ++i) {
            if ((*note)[i].is_array()) add(i, (*note)[i]);
        }
        state.set_note(name, Value());
    }
    add(0, passage.fired);
    add(1, passage.details);
    add(2, passage.warnings);
    passage.fired = std::move(lists[0]);
    passage.details = std::move(lists[1]);
    passage.warnings = std::move(lists[2]);
    passage.parts = 0;
}

Value to_json(const Passage& passage) {
    Value out = Value::object({{"number", passage.number}});
    if (passage.until) out.append("until", base::to_rfc3339(*passage.until));
    if (passage.asked.by) out.append("by", base::to_text(*passage.asked.by));
    if (passage.asked.to) out.append("to", base::to_rfc3339(*passage.asked.to));
    if (passage.asked.step) out.append("step", true);
    out.append("timers", static_cast<std::uint64_t>(passage.timers));
    out.append("told", static_cast<std::uint64_t>(passage.told));
    out.append("parts", static_cast<std::uint64_t>(passage.parts));
    return out;
}

// Notes may come from a file somebody else made: what cannot be read is as good as not there.
std::optional<Passage> passage_from(const Value& value) {
    Passage passage;
    const RecordReader reader(value);
    const auto instant = [&](std::string_view name) -> std::optional<base::Instant> {
        auto read = reader.instant(name);
        return read ? std::optional(*read) : std::nullopt;
    };
    const auto number = reader.number("number");
    if (!number) return std::nullopt;
    passage.number = *number;
    passage.until = instant("until");
    passage.asked.to = instant("to");
    passage.asked.step = value.has("step");
    if (const auto by = reader.text("by")) passage.asked.by = base::parse_duration(*by);
    if (const auto timers = reader.number("timers")) passage.timers = *timers;
    if (const auto told = reader.number("told")) passage.told = *told;
    constexpr std::uint64_t kMostParts = 1'000'000;
    if (const auto parts = reader.number("parts")) passage.parts = std::min(*parts, kMostParts);
    return passage;
}

std::vector<Passage> passages_in(const State& state) {
    std::vector<Passage> passages;
    const auto note = state.note(kAdvances);
    if (!note || !note->is_array()) return passages;
    for (const Value& one : note->items()) {
        if (auto passage = passage_from(one)) passages.push_back(std::move(*passage));
    }
    return passages;
}

void keep_passages(State& state, std::vector<Passage> passages) {
    Value list = Value::array();
    for (Passage& passage : passages) {
        set_aside(state, passage);
        list.push_back(to_json(passage));
    }
    state.set_note(kAdvances, passages.empty() ? Value() : std::move(list));
    state.settle();
}

enum class Reached : std::uint8_t { Target, Attempt, Limit };

bool is_first(const Delivery& delivery, const std::optional<Timer>& timer) {
    if (!timer) return true;
    if (delivery.due != timer->due) return delivery.due < timer->due;
    return delivery.after_timer < timer->number;
}

using Attempts = World::Engine::Attempts;

Reached run(World::Engine& engine, Passage& passage, Attempts attempts, Outcome& outcome,
            std::vector<Warning>& warnings) {
    State& state = engine.state;
    const base::Instant until = *passage.until;
    const bool frozen = engine.mode == ClockMode::Frozen;
    while (true) {
        // Standing time waits for every attempt; passing time only in the end.
        if (frozen && state.has_deliveries_in(Delivery::State::InFlight)) return Reached::Attempt;
        const std::optional<Timer> timer = state.next_due(until);
        const DeliveryPtr delivery = engine.next_delivery(until);
        if (!timer && !delivery) break;
        const bool sends = delivery && is_first(*delivery, timer);
        if (sends && attempts == Attempts::Wait) return Reached::Attempt;
        if (passage.timers++ == engine.definition.most_timers) return Reached::Limit;
        if (sends) {
            state.set_now(std::max(state.now(), delivery->due));
            engine.begin(delivery, outcome);
            continue;
        }
        Value detail;
        const bool is_told = passage.told++ < kMostDetails;
        engine.fire_timer(*timer, outcome, warnings, is_told ? &detail : nullptr);
        if (is_told) passage.details.push_back(std::move(detail));
    }
    for (const DeliveryPtr& other : state.deliveries_in(Delivery::State::InFlight)) {
        if (other->due <= until) return Reached::Attempt;
    }
    return Reached::Target;
}

Refused runaway(const World::Engine& engine) {
    Refused refused;
    refused.status = 409;
    refused.code = "runaway_timers";
    refused.message =
        base::message({code::RunawayTimers,
                       {{"limit", base::with_thousands(engine.definition.most_timers)},
                        {"now", base::to_rfc3339(engine.state.now())}},
                       {},
                       {}});
    return refused;
}

// As far as it gets. Nothing: it waits for an attempt. The outcome's events from `events` on are
// its own.
std::optional<std::variant<Value, Refused>> proceed(World::Engine& engine, Passage& passage,
                                                    Attempts attempts, Outcome& outcome,
                                                    std::size_t events) {
    std::vector<Warning> warnings;
    const Reached reached = run(engine, passage, attempts, outcome, warnings);
    passage.take(outcome, events, warnings);
    if (reached == Reached::Attempt) return std::nullopt;
    if (reached == Reached::Limit) return runaway(engine);
    engine.state.set_now(std::max(engine.state.now(), *passage.until));
    gather(engine.state, passage);
    engine.state.settle();
    return passage.result();
}

// Nobody waits for an advance that a call has begun: what it warns of goes into the call's trace.
void tell_warnings(const std::variant<Value, Refused>& result, std::vector<Warning>& warnings) {
    if (const auto* no = std::get_if<Refused>(&result)) {
        warnings.push_back({no->code, no->message});
        return;
    }
    const Value* told = std::get<Value>(result).find("warnings");
    if (told == nullptr) return;
    for (const Value& one : told->items()) {
        warnings.push_back({std::string(one.find("code")->as_string()),
                            std::string(one.find("message")->as_string())});
    }
}

}  // namespace

bool World::Engine::is_advancing() const {
    return state.note(kAdvances).has_value();
}

void World::Engine::end_advances() {
    for (Passage& passage : passages_in(state)) gather(state, passage);
    keep_passages(state, {});
}

std::variant<Outcome, Refused> World::Engine::advance(const Advance& advance) {
    auto target = target_of(advance, state);
    if (auto* no = std::get_if<Refused>(&target)) return std::move(*no);
    std::vector<Passage> passages = passages_in(state);
    Passage passage;
    passage.asked = advance;
    Outcome outcome;
    if (passages.empty()) {
        passage.until = std::get<base::Instant>(target);
        if (auto done = proceed(*this, passage, Attempts::Begin, outcome, 0)) {
            if (auto* no = std::get_if<Refused>(&*done)) {
                if (outcome.begun.empty()) return std::move(*no);
                // Attempts have begun, and must be made: the refusal is how the advance ended.
                outcome.under_way = passage.number;
                outcome.ended.push_back({passage.number, std::move(*no)});
                return outcome;
            }
            outcome.result = std::get<Value>(std::move(*done));
            return outcome;
        }
    } else {
        passage.number = passages.back().number + 1;
    }
    outcome.under_way = passage.number;
    passages.push_back(std::move(passage));
    keep_passages(state, std::move(passages));
    if (has_stopped()) go_on(outcome);
    return outcome;
}

bool World::Engine::has_stopped() const {
    return is_advancing() && !state.has_deliveries_in(Delivery::State::InFlight);
}

bool World::Engine::let_time_pass(const Turn& turn, Outcome& outcome,
                                  std::vector<Warning>& warnings) {
    if (turn.clock) {
        std::vector<Passage> passages = passages_in(state);
        Passage passage;
        passage.asked.to = turn.clock;
        if (!passages.empty()) passage.number = passages.back().number + 1;
        passages.push_back(std::move(passage));
        const std::uint64_t number = passages.back().number;
        keep_passages(state, std::move(passages));
        go_on(outcome, Attempts::Wait);
        for (const Ended& ended : outcome.ended) {
            if (ended.advance == number) tell_warnings(ended.result, warnings);
        }
        return true;
    }
    // During an advance what is set off waits behind what is due already.
    return is_advancing() || run_until(state.now(), outcome, warnings);
}

void World::Engine::go_on(Outcome& outcome, Attempts attempts) {
    std::vector<Passage> passages = passages_in(state);
    // What an attempt itself led to belongs to the advance that waited for it; what a call did is
    // its own.
    std::size_t events = attempts == Attempts::Begin ? 0 : outcome.events.size();
    while (!passages.empty()) {
        Passage& passage = passages.front();
        if (!passage.until) {
            // What led forwards when it was asked for may have been passed since.
            auto target = target_of(passage.asked, state);
            const auto* found = std::get_if<base::Instant>(&target);
            passage.until = found != nullptr ? *found : state.now();
        }
        auto done = proceed(*this, passage, attempts, outcome, events);
        if (!done) break;
        events = outcome.events.size();
        outcome.ended.push_back({passage.number, std::move(*done)});
        passages.erase(passages.begin());
    }
    const bool is_over = passages.empty();
    keep_passages(state, std::move(passages));
    if (is_over && attempts == Attempts::Begin) begin_due(outcome);
}

}  // namespace understudy::world
