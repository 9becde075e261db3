// Timers of moves: `after` runs from entering a state, `at` follows an instant that is worked out,
// `again` asks for the same move once more. Leaving the state cancels them.
#include <algorithm>

#include "base/time.hpp"
#include "world/impl/doing.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;

namespace {

bool is_from(const pack::Move& move, pack::State state) {
    return state < move.from.size() && move.from[state];
}

std::optional<base::Instant> to_instant(const std::optional<json::Value>& value) {
    if (!value) return std::nullopt;
    if (value->is_string()) return base::parse_rfc3339(value->as_string());
    const auto seconds = value->is_number() ? value->to_int64() : std::nullopt;
    if (!seconds) return std::nullopt;
    return base::add(base::Instant{}, base::Duration{*seconds, 0});
}

}  // namespace

void Doing::schedule(const Object& object, Index move, base::Instant due, Index duration) {
    Timer timer;
    timer.number = state_.next("$timer");
    timer.due = std::max(due, state_.now());
    timer.start = state_.now();
    timer.duration = duration;
    timer.resource = object.resource;
    timer.key = key_of(object.id);
    timer.move = move;
    timer.sequence = object.sequence;
    turn_.scheduled.push_back({"tmr_" + std::to_string(timer.number), timer.due});
    state_.schedule(std::move(timer));
}

// The calendar timer of the move, as the object now stands. One that is due then already is kept:
// it has its place in the order.
base::Result<void> Doing::set_at(const ObjectPtr& object, Index index) {
    const pack::Move& move = resource(object->resource).lifecycle->moves[index];
    const expr::Env env = eyes_.env_of(object);
    const auto due = to_instant(TRY(eyes_.evaluate(*move.at, env)));
    const std::string key = key_of(object->id);
    for (const Timer& timer : state_.timers_of(object->resource, key)) {
        if (timer.move == index && due && timer.due == std::max(*due, state_.now())) return {};
    }
    state_.cancel(object->resource, key, index);
    if (due) schedule(*object, index, *due, kNone);
    return {};
}

base::Result<void> Doing::retime(const Object* before, const ObjectPtr& after) {
    const pack::Resource& kind = resource(after->resource);
    if (!kind.lifecycle || after->deleted) return {};
    const bool entered = before == nullptr || before->state != after->state;
    const std::string key = key_of(after->id);
    for (Index i = 0; i < kind.lifecycle->moves.size(); ++i) {
        const pack::Move& move = kind.lifecycle->moves[i];
        const bool inside = is_from(move, after->state);
        if (entered) {
            const bool left = before != nullptr && is_from(move, before->state);
            if (left && (move.is_timed() || !inside)) state_.cancel(after->resource, key, i);
            if (!inside) continue;
            if (move.at) {
                TRY_VOID(set_at(after, i));
            } else if (move.after != kNone) {
                const auto due = base::add(state_.now(), eyes_.duration(move.after));
                if (due) schedule(*after, i, *due, move.after);
            }
        } else if (inside && move.at) {
            const bool touched = std::any_of(
                move.at_reads.begin(), move.at_reads.end(),
                [&](Index field) { return !(before->values[field] == after->values[field]); });
            if (touched) TRY_VOID(set_at(after, i));
        }
    }
    return {};
}

base::Result<void> Doing::again(Frame& frame, const pack::Again& again) {
    const pack::Move& move = resource(frame.resource).lifecycle->moves[frame.move];
    if (frame.deleted || !is_from(move, frame.self->state)) return {};
    if (again.when && !TRY(eyes_.holds(*again.when, frame.env))) return {};
    std::optional<base::Instant> due;
    if (again.at) {
        due = to_instant(TRY(eyes_.evaluate(*again.at, frame.env)));
    } else if (again.after != kNone) {
        due = base::add(state_.now(), eyes_.duration(again.after));
    }
    state_.cancel(frame.resource, key_of(frame.self->id), frame.move);
    if (due) schedule(*frame.self, frame.move, *due, again.at ? kNone : again.after);
    return {};
}

// Time passes after the change, not in it. In a past that is being made it passes by itself.
base::Result<void> Doing::move_clock(Frame& frame, const pack::Expression& clock) {
    const auto value = TRY(eyes_.evaluate(clock, frame.env));
    if (!value || value->is_null() || turn_.in_history) return {};
    const auto to = to_instant(value);
    if (to && *to >= state_.now()) {
        turn_.clock = std::max(*to, turn_.clock.value_or(*to));
        return {};
    }
    const pack::Resource& kind = resource(frame.resource);
    turn_.warnings.push_back(
        {"clock_stays",
         kind.name + "." + kind.lifecycle->moves[frame.move].name + " moves the clock to " +
             (to ? base::to_rfc3339(*to) + ", which has passed" : "what is no instant")});
    return {};
}

base::Result<void> Doing::fire(const Timer& timer) {
    const ObjectPtr object = state_.find(timer.resource, timer.key);
    if (!object || object->deleted) return {};
    const pack::Move& move = resource(timer.resource).lifecycle->moves[timer.move];
    if (!is_from(move, object->state)) return {};
    Moving moving;
    moving.resource = timer.resource;
    moving.move = timer.move;
    moving.self = object;
    moving.cause = turn_.cause;
    TRY(this->move(moving));
    return {};
}

}  // namespace understudy::world
