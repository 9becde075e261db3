// Delivering as a process on the world's clock: what is due begins, what came of it is reported,
// retries follow the pack's policy, and faults that testers armed act in between.
#include <algorithm>

#include "base/text.hpp"
#include "world/duration_text.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/signing.hpp"
#include "world/impl/strike.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;
using StateOf = Delivery::State;

// Attempts that begin in one go without any being sent (dropped, held, cancelled): enough for any
// batch, and an end to what has none.
constexpr std::size_t kMostBegun = 1'000'000;

std::string text_of(const Value& value, std::string_view name) {
    const Value* found = value.find(name);
    return found != nullptr && found->is_string() ? std::string(found->as_string()) : std::string();
}

std::uint64_t number_of(const Value& value, std::string_view name, std::uint64_t usual) {
    const Value* found = value.find(name);
    const auto number = found != nullptr ? found->to_int64() : std::nullopt;
    return number && *number > 0 ? static_cast<std::uint64_t>(*number) : usual;
}

bool is_success(const pack::WebhookKind& kind, int status) {
    return std::any_of(kind.success.begin(), kind.success.end(), [&](int wanted) {
        return wanted < 10 ? status / 100 == wanted : status == wanted;
    });
}

base::Instant later(base::Instant instant, base::Duration by) {
    return base::add(instant, by).value_or(base::kLastInstant);
}

// The same event on its way once more.
Delivery copy_of(const Delivery& delivery, base::Instant now) {
    Delivery copy = delivery;
    copy.number = 0;
    copy.place = 0;
    copy.created = now;
    copy.due = now;
    copy.state = StateOf::Scheduled;
    copy.reason.clear();
    copy.duplicate_of = 0;
    copy.redelivery_of = 0;
    copy.fault.clear();
    copy.tamper.clear();
    copy.waits_for = 0;
    copy.awaits = 0;
    copy.attempts.clear();
    return copy;
}

// One delivery while its attempt begins or ends.
class Handling {
public:
    Handling(World::Engine& engine, Outcome& outcome)
        : engine_(engine), state_(engine.state), outcome_(outcome) {}

    void begin(const DeliveryPtr& delivery) {
        it_ = *delivery;
        // Asked again: the state may have come from a file.
        if (!may_reach(it_.url, engine_.definition.webhook_hosts)) {
            it_.state = StateOf::Suppressed;
            it_.reason = "host_not_allowed";
            return keep();
        }
        if (!it_.is_callback) {
            if (const std::string why = why_not_to_endpoint(); !why.empty()) return cancel(why);
        }
        if (it_.fault.empty() && !strike()) return;
        send();
    }

    void end(const DeliveryPtr& delivery, const Report& report) {
        it_ = *delivery;
        Attempt& attempt = it_.attempts.back();
        attempt.url = report.url;
        attempt.headers = report.sent;
        if (report.sent_body != it_.body) attempt.body = report.sent_body;
        attempt.status = report.status;
        attempt.answer_headers = report.headers;
        if (report.status != 0) attempt.answer = std::make_shared<const std::string>(report.body);
        attempt.elapsed_ms = report.elapsed_ms;
        const bool ok = report.trouble.empty() && is_success(kind(), report.status);
        attempt.outcome = !report.trouble.empty() ? report.trouble : ok ? "ok" : "status";
        outcome_.attempted = attempt.outcome;
        if (!ok) return fail();
        it_.state = StateOf::Delivered;
        keep();
        attempted();
    }

private:
    const pack::WebhookKind& kind() const { return engine_.pack->webhooks[it_.kind]; }

    std::string why_not_to_endpoint() {
        const ObjectPtr endpoint = state_.find(it_.resource, it_.key);
        if (!endpoint || endpoint->deleted) return "endpoint_removed";
        if (!kind().active) return {};
        Ground ground(engine_, "delivery " + it_.id(), it_.id(), 0);
        const Eyes& eyes = ground.turn().eyes;
        const auto active = eyes.holds(*kind().active, eyes.env_of(endpoint));
        state_.settle();
        return active && *active ? "" : "endpoint_inactive";
    }

    void keep() {
        engine_.tell_of(*state_.put_delivery(it_));
        state_.settle();
    }

    void cancel(const std::string& why) {
        it_.state = StateOf::Cancelled;
        it_.reason = why;
        keep();
    }

    // What testers have armed against it. False: it is not sent now.
    bool strike() {
        const Value facts =
            Value::object({{"event_type", it_.event_type},
                           {"endpoint_id", it_.is_callback ? Value() : Value(it_.key)},
                           {"attempt", static_cast<std::uint64_t>(it_.attempts.size() + 1)}});
        Strike struck =
            strike_delivery(state_, facts, it_.duplicate_of != 0, engine_.definition.seed);
        if (!struck.lever) return true;
        const std::string fault = struck.lever->id();
        state_.put_lever(std::move(*struck.lever));
        const Value* what = struck.acts() ? struck.members.find("delivery") : nullptr;
        if (what == nullptr) {
            state_.settle();
            return true;
        }
        it_.fault = fault;
        return act(*what, text_of(*what, "kind"));
    }

    bool act(const Value& what, const std::string& name) {
        const base::Instant now = state_.now();
        if (name == "duplicate") {
            if (it_.duplicate_of == 0) duplicate(what);
            return true;
        }
        if (name == "tamper") {
            it_.tamper = text_of(what, "part");
            return true;
        }
        if (name == "drop") {
            Attempt attempt;
            attempt.due = it_.due;
            attempt.at = now;
            attempt.outcome = "dropped";
            attempt.fault = it_.fault;
            it_.attempts.push_back(std::move(attempt));
            if (text_of(what, "seen_as") == "failed") {
                fail();
            } else {
                it_.state = StateOf::Dropped;
                keep();
                attempted();
            }
            return false;
        }
        if (name == "delay") {
            it_.due = later(now, read_duration(text_of(what, "by")).value_or(base::Duration{}));
            it_.place = 0;
        } else {
            it_.state = StateOf::Held;
            it_.waits_for = name == "reorder" ? number_of(what, "window", 1) : 0;
        }
        keep();
        return false;
    }

    void duplicate(const Value& what) {
        const auto gap = read_duration(text_of(what, "gap")).value_or(base::Duration{});
        base::Instant due = state_.now();
        const std::uint64_t copies = number_of(what, "copies", 1);
        for (std::uint64_t i = 0; i < copies; ++i) {
            Delivery copy = copy_of(it_, state_.now());
            due = later(due, gap);
            copy.due = due;
            copy.duplicate_of = it_.number;
            forget_old(state_, *engine_.pack, engine_.definition.journal_entries);
            engine_.tell_of(*state_.put_delivery(std::move(copy)));
        }
    }

    void send() {
        Attempt attempt;
        attempt.due = it_.due;
        attempt.at = state_.now();
        attempt.fault = it_.fault;
        it_.attempts.push_back(std::move(attempt));
        it_.state = StateOf::InFlight;
        state_.put_delivery(it_);
        state_.settle();
        outcome_.begun.push_back({it_.number, static_cast<std::uint32_t>(it_.attempts.size())});
    }

    void fail() {
        it_.fault.clear();
        it_.tamper.clear();
        const std::size_t made = it_.attempts.size();
        if (made <= kind().retries.size()) {
            it_.state = StateOf::Retrying;
            it_.due = later(state_.now(), kind().retries[made - 1]);
            it_.place = 0;
            keep();
            return attempted();
        }
        it_.state = StateOf::Failed;
        keep();
        attempted();
        give_up();
    }

    // Later ones were attempted before those that wait for that.
    void attempted() {
        if (it_.attempts.size() != 1) return;
        for (const DeliveryPtr& held : state_.deliveries_in(StateOf::Held)) {
            if (held->waits_for == 0 || held->number >= it_.number ||
                !held->is_to_same_receiver(it_)) {
                continue;
            }
            Delivery freed = *held;
            if (--freed.waits_for == 0) {
                freed.state = StateOf::Scheduled;
                freed.due = state_.now();
                freed.place = 0;
            }
            state_.put_delivery(std::move(freed));
        }
        state_.settle();
    }

    // After the last failure: what the pack says becomes of the endpoint.
    void give_up() {
        if (!kind().last) return;
        const pack::MoveStep& last = *kind().last;
        Ground ground(engine_, "delivery " + it_.id(), it_.id(), 0);
        const Trouble trouble = follow(ground.turn(), last, state_.find(it_.resource, it_.key));
        if (is_trouble(trouble)) ground.undo();
        const std::size_t moved = outcome_.transitions.size(), emitted = outcome_.events.size();
        ground.commit(outcome_);
        engine_.tell_since(outcome_, moved, emitted);
        std::vector<Warning> warnings;
        if (!engine_.is_advancing()) engine_.run_until(state_.now(), outcome_, warnings);
    }

    World::Engine& engine_;
    State& state_;
    Outcome& outcome_;
    Delivery it_;
};

std::variant<DeliveryPtr, Refused> find_delivery(const State& state, const std::string& id) {
    const auto number = delivery_number(id);
    DeliveryPtr found = number ? state.delivery(*number) : nullptr;
    if (found) return found;
    return refused(404, "unknown_delivery", "there is no delivery " + base::quoted(id), {},
                   "deliveries are called dlv_1, dlv_2 and so on");
}

}  // namespace

void World::Engine::tell_of(const Delivery& delivery) {
    own_ledger().tell(
        Feed::Kind::Delivery, state.now(),
        Value::object({{"id", delivery.id()},
                       {"event_type", delivery.event_type},
                       {"endpoint_id", delivery.is_callback ? Value() : Value(delivery.key)},
                       {"url", delivery.url},
                       {"state", name_of(delivery.state)},
                       {"attempts", static_cast<std::uint64_t>(delivery.attempts.size())}}));
}

DeliveryPtr World::Engine::next_delivery(base::Instant until) const {
    const std::vector<DeliveryPtr> busy = state.deliveries_in(StateOf::InFlight);
    if (mode == ClockMode::Frozen) {
        if (!busy.empty()) return nullptr;
        return state.next_delivery(until, [](const Delivery& one) { return one.awaits == 0; });
    }
    // Receivers do not wait for one another.
    return state.next_delivery(until, [&busy](const Delivery& one) {
        return one.awaits == 0 &&
               std::none_of(busy.begin(), busy.end(), [&one](const DeliveryPtr& other) {
                   return other->is_to_same_receiver(one);
               });
    });
}

void World::Engine::begin(const DeliveryPtr& delivery, Outcome& outcome) {
    Handling(*this, outcome).begin(delivery);
}

void World::Engine::begin_due(Outcome& outcome) {
    // Standing time has one order, and the advance keeps it.
    if (mode == ClockMode::Frozen && is_advancing()) return;
    for (std::size_t i = 0; i < kMostBegun; ++i) {
        const DeliveryPtr next = next_delivery(state.now());
        if (!next) return;
        begin(next, outcome);
    }
}

bool World::Engine::owes() const {
    if (has_stopped()) return true;
    if (!state.next_delivery(state.now())) return false;
    if (mode == ClockMode::Frozen && is_advancing()) return false;
    return next_delivery(state.now()) != nullptr;
}

Outcome World::Engine::send() {
    Outcome outcome;
    if (is_advancing()) go_on(outcome);
    begin_due(outcome);
    return outcome;
}

Outcome World::Engine::report(const Report& report) {
    Outcome outcome;
    const DeliveryPtr delivery = state.delivery(report.delivery);
    // Of an attempt that was cancelled meanwhile nobody wants to know.
    if (!delivery || delivery->state != StateOf::InFlight ||
        delivery->attempts.size() != report.attempt) {
        return outcome;
    }
    Handling(*this, outcome).end(delivery, report);
    if (is_advancing()) {
        go_on(outcome);
    } else {
        begin_due(outcome);
    }
    return outcome;
}

Outcome World::Engine::resume() {
    for (const DeliveryPtr& lost : state.deliveries_in(StateOf::InFlight)) {
        Delivery again = *lost;
        again.attempts.pop_back();
        again.awaits = 0;
        again.state = again.attempts.empty() ? StateOf::Scheduled : StateOf::Retrying;
        state.put_delivery(std::move(again));
    }
    for (const DeliveryPtr& waiting : state.waiting_deliveries()) {
        if (waiting->awaits == 0) continue;
        Delivery freed = *waiting;
        freed.awaits = 0;
        state.put_delivery(std::move(freed));
    }
    state.settle();
    return {};
}

void World::Engine::await_answer(std::uint64_t trace, std::uint64_t after) {
    state.each_delivery(after, [&](const DeliveryPtr& one) {
        if (!one->is_waiting()) return true;
        Delivery waiting = *one;
        waiting.awaits = trace;
        state.put_delivery(std::move(waiting));
        return true;
    });
    state.settle();
}

void World::Engine::cancel_in_flight() {
    for (const DeliveryPtr& lost : state.deliveries_in(StateOf::InFlight)) {
        Delivery ended = *lost;
        ended.attempts.back().outcome = "cancelled";
        ended.state = StateOf::Cancelled;
        state.put_delivery(std::move(ended));
    }
    state.settle();
}

std::variant<Outcome, Refused> World::Engine::redeliver(const Redeliver& order) {
    auto found = find_delivery(state, order.id);
    if (auto* no = std::get_if<Refused>(&found)) return std::move(*no);
    const Delivery& first = *std::get<DeliveryPtr>(found);
    Delivery again = copy_of(first, state.now());
    again.redelivery_of = first.number;
    if (!may_reach(again.url, definition.webhook_hosts)) {
        again.state = StateOf::Suppressed;
        again.reason = "host_not_allowed";
    }
    Outcome outcome;
    forget_old(state, *pack, definition.journal_entries);
    const DeliveryPtr kept = state.put_delivery(std::move(again));
    state.settle();
    tell_of(*kept);
    outcome.result = delivery_record(*kept, false);
    return outcome;
}

std::variant<Outcome, Refused> World::Engine::let_go(const LetGo& order) {
    auto found = find_delivery(state, order.id);
    if (auto* no = std::get_if<Refused>(&found)) return std::move(*no);
    Delivery freed = *std::get<DeliveryPtr>(found);
    if (freed.state != StateOf::Held) {
        return refused(409, "not_held",
                       order.id + " is " + std::string(name_of(freed.state)) + ", not held");
    }
    freed.state = StateOf::Scheduled;
    freed.due = state.now();
    freed.place = 0;
    freed.waits_for = 0;
    Outcome outcome;
    const DeliveryPtr kept = state.put_delivery(std::move(freed));
    state.settle();
    tell_of(*kept);
    outcome.result = delivery_record(*kept, false);
    return outcome;
}

World::Page World::deliveries(const DeliveryFilter& filter, std::uint64_t from,
                              std::size_t limit) const {
    const State& state = engine_->state;
    Page page;
    const std::uint64_t made = state.last("$delivery");
    page.evicted = made - std::min<std::uint64_t>(made, state.delivery_count());
    state.each_delivery(from, [&](const DeliveryPtr& delivery) {
        const bool wanted =
            (filter.endpoint.empty() ||
             (!delivery->is_callback && delivery->key == filter.endpoint)) &&
            (filter.event_type.empty() || delivery->event_type == filter.event_type) &&
            (filter.state.empty() || name_of(delivery->state) == filter.state);
        if (!wanted) return true;
        if (page.data.size() == limit) {
            page.next = delivery->number - 1;
            return false;
        }
        page.data.push_back(delivery_record(*delivery, filter.wall));
        return true;
    });
    return page;
}

std::optional<Value> World::delivery(std::string_view id, bool wall) const {
    const auto number = delivery_number(id);
    const DeliveryPtr found = number ? engine_->state.delivery(*number) : nullptr;
    if (!found) return std::nullopt;
    return delivery_record(*found, wall);
}

std::optional<base::Result<Outgoing>> World::outgoing(const Begun& begun,
                                                      base::Instant wall) const {
    const DeliveryPtr delivery = engine_->state.delivery(begun.delivery);
    if (!delivery || delivery->state != StateOf::InFlight ||
        delivery->attempts.size() != begun.attempt) {
        return std::nullopt;
    }
    State seen = engine_->state;
    Allowance allowance;
    Eyes eyes(*engine_->pack, seen, engine_->config, allowance);
    Turn turn{seen, eyes, engine_->config, engine_->definition.seed};
    turn.definition = &engine_->definition;
    return world::outgoing(turn, *delivery, wall);
}

std::optional<base::Instant> World::next_due() const {
    const State& state = engine_->state;
    std::optional<base::Instant> next;
    if (const auto timer = state.next_due(base::kLastInstant)) next = timer->due;
    if (const DeliveryPtr delivery = engine_->next_delivery(base::kLastInstant)) {
        if (!next || delivery->due < *next) next = delivery->due;
    }
    return next;
}

}  // namespace understudy::world
