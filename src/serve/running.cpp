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
    json::Value operator()(const world::AddEndpoint&) const { return named("add endpoint"); }
    json::Value operator()(const world::RemoveEndpoint& remove) const {
        return json::Value::object({{"remove_endpoint", remove.id}});
    }
    json::Value operator()(const world::Redeliver& order) const {
        return json::Value::object({{"redeliver", order.id}});
    }
    json::Value operator()(const world::LetGo& order) const {
        return json::Value::object({{"release_delivery", order.id}});
    }
    json::Value operator()(const world::Send&) const { return named("send"); }
    json::Value operator()(const world::Report& report) const {
        return json::Value::object(
            {{"report", report.delivery}, {"attempt", std::uint64_t{report.attempt}}});
    }
    json::Value operator()(const world::Resume&) const { return named("resume"); }
    json::Value operator()(const world::GoAlone&) const { return named("go alone"); }
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
    for (const auto& [outcome, count] : other.attempts) attempts[outcome] += count;
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
    const world::Release nothing;
    auto outcome = world_.apply(nothing, elapsed_since_last());
    if (auto* done = std::get_if<world::Outcome>(&outcome)) owes_ = done->owes;
    wake_when_due();
    // A store that fails is told of by the next command, which carries these changes too.
    if (journal_.keeps_rows()) static_cast<void>(journalise(nothing).has_value());
}

RunningWorld::Afterwards::~Afterwards() {
    for (auto& [later, result] : told) later(std::move(result));
}

RunningWorld::Applied RunningWorld::apply(const world::Command& command) {
    Afterwards afterwards;  // outlives the lock
    const std::lock_guard lock(mutex_);
    return apply(command, {}, afterwards);
}

RunningWorld::Applied RunningWorld::advance(const world::Advance& advance, Later later) {
    Afterwards afterwards;
    const std::lock_guard lock(mutex_);
    return apply(advance, std::move(later), afterwards);
}

RunningWorld::Applied RunningWorld::apply(const world::Command& command, Later later,
                                          Afterwards& afterwards) {
    const bool frozen = world_.clock_mode() == world::ClockMode::Frozen;
    auto outcome = world_.apply(command, elapsed_since_last());
    // Time begins to pass now, not when the world was last looked at.
    if (frozen && world_.clock_mode() != world::ClockMode::Frozen) {
        last_command_ = SteadyClock::now();
    }
    if (auto* done = std::get_if<world::Outcome>(&outcome)) {
        if (std::holds_alternative<world::Call>(command)) calls_.add(*done);
        see_to(command, *done, std::move(later), afterwards);
    }
    if (!listening_.empty()) wake_listening();
    if (journal_.keeps_rows()) TRY_VOID(journalise(command));
    // Only now: whoever delivers asks the journal whether this is kept.
    if (auto* done = std::get_if<world::Outcome>(&outcome);
        done != nullptr && errands_ != nullptr) {
        if (!done->begun.empty()) {
            errands_->deliver(shared_from_this(), std::move(done->begun), era_);
        }
        wake_when_due();
    }
    return outcome;
}

void RunningWorld::see_to(const world::Command& command, world::Outcome& outcome, Later later,
                          Afterwards& afterwards) {
    if (std::holds_alternative<world::Reset>(command) ||
        std::holds_alternative<world::Restore>(command)) {
        ++era_;
        waking_ = std::nullopt;
        give_up_waiting({409,
                         "advance_cancelled",
                         "the world was reset or restored before the advance came to its end",
                         {},
                         {}},
                        afterwards);
    }
    owes_.store(outcome.owes, std::memory_order_relaxed);
    if (!outcome.attempted.empty()) ++calls_.attempts[outcome.attempted];
    if (outcome.under_way != 0 && later) waiting_.emplace(outcome.under_way, std::move(later));
    for (world::Ended& ended : outcome.ended) {
        const auto found = waiting_.find(ended.advance);
        if (found == waiting_.end()) continue;  // of a client of an earlier process
        afterwards.told.emplace_back(std::move(found->second), std::move(ended.result));
        waiting_.erase(found);
    }
    waiting_count_.store(waiting_.size(), std::memory_order_relaxed);
    // Nobody would ever end it.
    if (errands_ == nullptr && !waiting_.empty()) give_up_waiting(why_ended_, afterwards);
}

// What was begun in an earlier one is nobody's any more.
void RunningWorld::begin_era() {
    ++era_;
    waking_ = std::nullopt;
    if (errands_ != nullptr) errands_->abandon(identity.serial, era_);
}

// A ticking world does what is due even if nobody looks.
void RunningWorld::wake_when_due() {
    if (errands_ == nullptr || world_.clock_mode() == world::ClockMode::Frozen) return;
    const auto due = world_.next_due();
    if (!due) return;
    const base::Instant now = world_.now();
    const std::int64_t seconds = std::max<std::int64_t>(0, due->seconds - now.seconds);
    constexpr std::int64_t kFar = 86'400;  // the clock may be moved: look again in a day
    const std::int64_t rest = due->seconds < now.seconds ? 0 : due->nanoseconds - now.nanoseconds;
    const std::chrono::nanoseconds after =
        seconds > kFar ? std::chrono::nanoseconds(std::chrono::seconds(kFar))
                       : std::chrono::seconds(seconds) + std::chrono::nanoseconds(rest);
    constexpr std::chrono::nanoseconds kSoonest = std::chrono::milliseconds(1);
    const auto at = SteadyClock::now() + std::max(after, kSoonest);
    if (waking_ && *waking_ <= at) return;  // sooner already; it looks again then
    waking_ = at;
    errands_->wake(weak_from_this(), std::max(after, kSoonest));
}

void RunningWorld::set_errands(Errands* errands) {
    const std::lock_guard lock(mutex_);
    errands_ = errands;
    waking_ = std::nullopt;
    wake_when_due();
}

void RunningWorld::send_due() {
    Afterwards afterwards;
    const std::lock_guard lock(mutex_);
    waking_ = std::nullopt;
    // Nobody is left to be told of a store that fails; the next command is.
    static_cast<void>(apply(world::Send{}, {}, afterwards).has_value());
}

std::optional<base::Result<world::Outgoing>> RunningWorld::outgoing(const world::Begun& begun,
                                                                    base::Instant wall,
                                                                    std::uint64_t era) {
    const std::lock_guard lock(mutex_);
    if (era != era_) return std::nullopt;
    return world_.outgoing(begun, wall);
}

void RunningWorld::report(const world::Report& report, std::uint64_t era) {
    Afterwards afterwards;
    const std::lock_guard lock(mutex_);
    if (era != era_) return;
    static_cast<void>(apply(report, {}, afterwards).has_value());
}

void RunningWorld::end() {
    Afterwards afterwards;
    const std::lock_guard lock(mutex_);
    begin_era();
    errands_ = nullptr;
    why_ended_ = {404, "unknown_world", "the world has ended, and the advance with it", {}, {}};
    give_up_waiting(why_ended_, afterwards);
}

void RunningWorld::give_up_waiting(const world::Refused& why) {
    Afterwards afterwards;
    const std::lock_guard lock(mutex_);
    give_up_waiting(why, afterwards);
}

void RunningWorld::give_up_waiting(const world::Refused& why, Afterwards& afterwards) {
    for (auto& [number, later] : waiting_) afterwards.told.emplace_back(std::move(later), why);
    waiting_.clear();
    waiting_count_.store(0, std::memory_order_relaxed);
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
    return world_.fork(
        {child.id, child.key, child.key_forms.empty() ? child.key : child.key_forms.front()});
}

bool RunningWorld::is_expired(SteadyClock::time_point now) const {
    // Somebody who waits for an answer of it uses it.
    if (identity.ttl.count() == 0 || waiting_count_.load(std::memory_order_relaxed) != 0) {
        return false;
    }
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
