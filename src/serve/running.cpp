#include "serve/running.hpp"

#include <algorithm>

#include "world/snapshot.hpp"

namespace understudy::serve {

namespace {

using SteadyClock = std::chrono::steady_clock;

std::int64_t to_milliseconds(SteadyClock::time_point time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

base::Duration to_duration(SteadyClock::duration span) {
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(span).count();
    constexpr std::int64_t kSecond = 1'000'000'000;
    return {nanoseconds / kSecond, static_cast<std::int32_t>(nanoseconds % kSecond)};
}

json::Value member_of(const json::Value& body, std::string_view name) {
    const json::Value* found = body.find(name);
    return found == nullptr ? json::Value() : *found;
}

// What was asked, for the journal. Headers and bodies stay out: they may hold secrets, and the
// changes are what recovery applies.
struct Describe {
    json::Value operator()(const world::Call& call) const {
        return json::Value::object(
            {{"call", call.request.head.method},
             {"path", call.request.head.target.substr(0, call.request.head.target.find('?'))}});
    }
    json::Value operator()(const world::Advance& advance) const {
        json::Value value = json::Value::object({{"advance", advance.step ? "step" : "clock"}});
        if (advance.by) value.set("by", base::to_text(*advance.by));
        if (advance.to) value.set("to", base::to_rfc3339(*advance.to));
        return value;
    }
    json::Value operator()(const world::Trigger& trigger) const {
        return json::Value::object({{"trigger", trigger.event}});
    }
    json::Value operator()(const world::SetPin& pin) const {
        return json::Value::object({{"pin", member_of(pin.body, "field")}});
    }
    json::Value operator()(const world::SetTape& tape) const {
        return json::Value::object({{"tape", member_of(tape.body, "field")}});
    }
    json::Value operator()(const world::SetCoherence& set) const {
        return json::Value::object({{"coherence", set.warns ? "warn" : "off"}});
    }
    json::Value operator()(const world::SetDurations& set) const {
        return json::Value::object({{"durations", set.body}});
    }
    json::Value operator()(const world::SetClock& set) const {
        return json::Value::object({{"clock", name_of(set.mode)}});
    }
    json::Value operator()(const world::Seed& seed) const {
        return json::Value::object({{"seed", member_of(seed.body, "resource")}});
    }
    json::Value operator()(const world::History& history) const {
        const json::Value steps = member_of(history.body, "steps");
        return json::Value::object({{"history", static_cast<std::uint64_t>(steps.size())}});
    }
    json::Value operator()(const world::Restore& restore) const {
        return json::Value::object({{"restore", base::to_rfc3339(restore.snapshot->at())}});
    }
    json::Value operator()(const world::Reset& reset) const {
        json::Value value = json::Value::object({{"reset", true}});
        if (reset.t0) value.set("t0", base::to_rfc3339(*reset.t0));
        return value;
    }
    json::Value operator()(const world::ArmFault&) const { return named("arm fault"); }
    json::Value operator()(const world::ArmStub&) const { return named("arm stub"); }
    json::Value operator()(const world::Clear& clear) const {
        json::Value value = named("clear");
        if (!clear.id.empty()) value.set("id", clear.id);
        return value;
    }
    json::Value operator()(const world::Release& release) const {
        return json::Value::object({{"release", release.trace}});
    }

private:
    static json::Value named(std::string_view command) {
        return json::Value::object({{"command", command}});
    }
};

}  // namespace

bool Identity::is_in_family_of(std::uint64_t other) const {
    return serial == other ||
           std::find(ancestors.begin(), ancestors.end(), other) != ancestors.end();
}

void CallCounts::add(const world::Outcome& outcome) {
    ++by_status[outcome.answer.status];
    ++by_resolution[static_cast<std::size_t>(outcome.by)];
    if (outcome.struck) ++struck;
}

void CallCounts::add(const CallCounts& other) {
    for (const auto& [status, count] : other.by_status) by_status[status] += count;
    for (std::size_t i = 0; i < by_resolution.size(); ++i) {
        by_resolution[i] += other.by_resolution[i];
    }
    struck += other.struck;
}

RunningWorld::RunningWorld(Identity own, world::World world, world::Journal& journal, Kept kept)
    : identity(std::move(own)),
      world_(std::move(world)),
      journal_(journal),
      last_command_(SteadyClock::now()),
      position_(kept.position),
      next_snapshot_(journal.rows_between_snapshots()),
      last_used_(to_milliseconds(last_command_)) {
    if (journal_.keeps_rows()) world_.record_changes(true);
    if (next_snapshot_ != 0) {
        const std::uint64_t left = next_snapshot_ - std::min(next_snapshot_, kept.since_snapshot);
        next_snapshot_ = position_ + std::max<std::uint64_t>(left, 1);
    }
}

base::Duration RunningWorld::elapsed_since_last() {
    if (world_.clock_mode() == world::ClockMode::Frozen) return {};
    const auto now = SteadyClock::now();
    return to_duration(now - std::exchange(last_command_, now));
}

// Lets a ticking world's timers fire that have fallen due since anybody called.
void RunningWorld::catch_up() {
    if (world_.clock_mode() == world::ClockMode::Frozen) return;
    const world::Advance nothing{base::Duration{}, {}, false};
    static_cast<void>(world_.apply(nothing, elapsed_since_last()));
    // A store that fails is told of by the next command, which carries these changes too.
    if (journal_.keeps_rows()) static_cast<void>(journalise(nothing).has_value());
}

base::Result<std::variant<world::Outcome, world::Refused>> RunningWorld::apply(
    const world::Command& command) {
    const std::lock_guard lock(mutex_);
    const bool frozen = world_.clock_mode() == world::ClockMode::Frozen;
    auto outcome = world_.apply(command, elapsed_since_last());
    // Time begins to pass now, not when the world was last looked at.
    if (frozen && world_.clock_mode() != world::ClockMode::Frozen) {
        last_command_ = SteadyClock::now();
    }
    if (std::holds_alternative<world::Call>(command)) {
        if (const auto* done = std::get_if<world::Outcome>(&outcome)) calls_.add(*done);
    }
    if (!listening_.empty()) wake_listening();
    if (journal_.keeps_rows()) TRY_VOID(journalise(command));
    return outcome;
}

void RunningWorld::listen(std::weak_ptr<Listening> listening) {
    const std::lock_guard lock(mutex_);
    listening_.push_back(std::move(listening));
}

void RunningWorld::wake_listening() {
    std::erase_if(listening_, [](const auto& one) {
        const auto alive = one.lock();
        if (alive) alive->wake();
        return !alive;
    });
}

base::Result<void> RunningWorld::journalise(const world::Command& command) {
    world::Row row;
    row.position = ++position_;
    row.at = world_.now();
    row.command = std::visit(Describe{}, command);
    row.changes = world_.take_changes();
    TRY_VOID(journal_.append(identity.id, std::move(row)));
    if (position_ == next_snapshot_) hand_in_snapshot();
    return {};
}

// Not more often than the world is large: a snapshot costs no more than the rows before it.
void RunningWorld::hand_in_snapshot() {
    const world::Snapshot snapshot = world_.snapshot();
    journal_.keep_snapshot(identity.id, position_, snapshot);
    next_snapshot_ = position_ + std::max(journal_.rows_between_snapshots(), snapshot.objects());
}

world::World RunningWorld::fork(Identity& child) {
    const std::lock_guard lock(mutex_);
    catch_up();
    child.parent_position = position_;
    return world_.fork(child.id);
}

bool RunningWorld::is_expired(SteadyClock::time_point now) const {
    if (identity.ttl.count() == 0) return false;
    return to_milliseconds(now) - last_used_.load(std::memory_order_relaxed) > identity.ttl.count();
}

void RunningWorld::touch(SteadyClock::time_point now) {
    last_used_.store(to_milliseconds(now), std::memory_order_relaxed);
}

CallCounts RunningWorld::calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
}

}  // namespace understudy::serve
