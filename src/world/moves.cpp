// One move of one object, in the order the pack format gives: parameters and guards; what it and
// its arm do; state, events, reactions; what follows at once, what follows later.
#include <algorithm>

#include "world/code.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/ruling.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

base::Result<void> Doing::read_params(Frame& frame, const pack::Move& move, const Moving& moving) {
    frame.params = moving.params.is_object() ? moving.params : json::Value::object();
    frame.env.set(slot(Name::Params), expr::Given::own(frame.params));
    for (const pack::Param& param : move.params) {
        const json::Value* given = frame.params.find(param.name);
        if (given == nullptr || (given->is_null() && param.standard)) {
            std::optional<json::Value> value;
            if (param.standard) value = TRY(eyes_.build(*param.standard, frame.env));
            if (value) {
                frame.params.set(param.name, std::move(*value));
                frame.env.set(slot(Name::Params), expr::Given::own(frame.params));
            } else if (param.required && given == nullptr) {
                Issue issue;
                issue.param = param.spelled;
                issue.resource = resource(frame.resource).singular;
                issue.verb = move.name;
                issue.place = "body";
                issue.keyword = "required";
                return refuse(refusal_on({"required", "type"}), std::move(issue));
            }
        }
    }
    std::vector<Given> given;
    for (const pack::Param& param : move.params) {
        const json::Value* value = frame.params.find(param.name);
        if (param.sets != kNone && value != nullptr) given.push_back({param.sets, *value});
    }
    if (given.empty()) return {};
    TRY_VOID(apply(edit(frame), given));
    look(frame);
    return {};
}

base::Result<void> Doing::pass_guards(Frame& frame, const pack::Move& move, const Moving& moving) {
    const pack::Resource& kind = resource(frame.resource);
    const pack::State state = moving.self ? moving.self->state : pack::kNothing;
    Issue issue;
    issue.resource = kind.singular;
    issue.verb = frame.request != nullptr ? frame.request->operation->verb : move.name;
    issue.value = json::Value(kind.lifecycle->states[state]);
    if (state >= move.from.size() || !move.from[state]) {
        issue.keyword = "state";
        const pack::ErrorUse* use = move.refuse ? &*move.refuse
                                    : kind.lifecycle->refuse
                                        ? &*kind.lifecycle->refuse
                                        : refusal_on({"state", "invalid", "type"});
        return refuse(use, std::move(issue));
    }
    for (const pack::Guard& guard : move.guards) {
        if (!TRY(eyes_.holds(guard.is, frame.env))) {
            return refuse(&guard.otherwise, std::move(issue));
        }
    }
    return {};
}

// What objects that nobody's call makes are matched by: the world event, else the call that started
// the object that makes them.
json::Value Doing::set_off_by(const Frame& frame) const {
    if (!turn_.set_off_by.is_null()) return turn_.set_off_by;
    if (frame.self) return frame.self->started_by;
    return frame.it ? frame.it->started_by : json::Value();
}

// The arm that a pin or a tape chooses for this attempt.
std::optional<Index> Doing::arm_by_lever(const Frame& frame, const pack::Move& move) {
    if (!has_exogenous_levers()) return std::nullopt;
    const std::string& kind = resource(frame.resource).name;
    const std::string name = kind + "." + move.name;
    Sought call = sought_of(frame.self->started_by, kind);
    call.verb = name;
    const std::string bucket = branch_bucket(name);
    const std::string_view buckets[] = {bucket};
    for (const Claims& claims : claims_to(state_, buckets, call, kBranch)) {
        for (const auto* list : {&claims.pins, &claims.tapes}) {
            if (list->empty() || !list->front().value.is_string()) continue;
            for (Index i = 0; i < move.arms.size(); ++i) {
                if (move.arms[i].name != list->front().value.as_string()) continue;
                use(state_, *list->front().lever);
                return i;
            }
        }
    }
    return std::nullopt;
}

// The tester's choice, else the first arm whose condition holds, else the default.
base::Result<Index> Doing::choose_arm(Frame& frame, const pack::Move& move) {
    const auto named = [&](std::string_view name) {
        for (Index i = 0; i < move.arms.size(); ++i) {
            if (move.arms[i].name == name) return i;
        }
        return kNone;
    };
    if (turn_.chosen != nullptr && turn_.chosen->forced != nullptr) {
        const pack::Forced& forced = *turn_.chosen->forced;
        for (std::size_t i = 0; i < forced.arms.size(); ++i) {
            const bool ours = forced.arm_resources[i] == frame.resource &&
                              forced.arms[i].first.move == frame.move;
            if (ours) return forced.arms[i].second;
        }
    }
    if (const json::Value* arms = frame.self->started_by.find("arms")) {
        const json::Value* name = arms->find(resource(frame.resource).name + "." + move.name);
        if (name != nullptr && named(name->as_string()) != kNone) return named(name->as_string());
    }
    if (const auto chosen = arm_by_lever(frame, move)) return *chosen;
    for (Index i = 0; i < move.arms.size(); ++i) {
        if (!move.arms[i].when) continue;
        if (TRY(eyes_.holds(*move.arms[i].when, frame.env))) return i;
    }
    for (Index i = 0; i < move.arms.size(); ++i) {
        if (move.arms[i].is_default) return i;
    }
    return Index{0};
}

base::Result<void> Doing::choose_state(Frame& frame, const pack::Steps& steps) {
    for (const pack::Choice<pack::State>& choice : steps.to) {
        if (choice.when && !TRY(eyes_.holds(*choice.when, frame.env))) continue;
        const pack::State from = frame.self->state;
        const bool born = !frame.stored;
        if (choice.what == pack::kNothing) {
            TRY_VOID(flush(frame));
            frame.self = TRY(remove(frame.stored));
            frame.deleted = true;
            note_transition(frame.self, from, pack::kNothing, frame.cause);
            refresh(frame);
            return {};
        }
        if (born || choice.what != from) {
            put_state(edit(frame), choice.what);
            look(frame);
            note_transition(frame.self, born ? pack::kNothing : from, choice.what, frame.cause);
        }
        return {};
    }
    return {};
}

base::Result<void> Doing::then(Frame& frame, const pack::Steps& steps) {
    for (const pack::ThenStep& step : steps.then) {
        if (frame.deleted) return {};
        if (step.when && !TRY(eyes_.holds(*step.when, frame.env))) continue;
        Moving moving;
        moving.resource = frame.resource;
        moving.move = step.move;
        moving.self = frame.self;
        moving.params = frame.params;
        moving.request = frame.request;
        moving.data = frame.data;
        moving.cause = "move " + resource(frame.resource).name + "." +
                       resource(frame.resource).lifecycle->moves[frame.move].name;
        Moved moved = TRY(move(moving));
        frame.stored = moved.object;
        frame.self = moved.object;
        frame.deleted = moved.deleted;
        if (!moved.arm.empty()) frame.last_arm = moved.arm;
        if (moved.answered) frame.answered = std::move(moved.answered);
        refresh(frame);
    }
    return {};
}

// Moves of other objects that this one sets off, in order of declaration. An object that is in
// another state does not react.
base::Result<void> Doing::react(Frame& frame) {
    const pack::Move& made = resource(frame.resource).lifecycle->moves[frame.move];
    for (const pack::SetOff& set_off : made.sets_off) {
        const Index r = set_off.resource;
        const pack::Move& follows = pack_.resources[r].lifecycle->moves[set_off.move];
        const pack::Reaction& reaction = follows.cause_of[set_off.reaction];
        if (reaction.arm != kNone && reaction.arm != frame.arm) continue;
        ObjectPtr target;
        if (reaction.by != kNone) {
            target = eyes_.follow(*frame.self, reaction.by);
        } else if (pack_.resources[r].one) {
            target = TRY(single(r));
        }
        const bool brings_forth = !follows.from.empty() && follows.from[pack::kNothing];
        if (target && (target->resource != r || target->deleted)) continue;
        if (target ? !follows.from[target->state] : !brings_forth) continue;
        if (reaction.when) {
            expr::Env env = names_of(frame.request, target);
            env.set(slot(Name::It), eyes_.see(frame.self));
            env.set(slot(Name::Arm), expr::Given::own(json::Value(frame.last_arm)));
            if (!TRY(eyes_.holds(*reaction.when, env))) continue;
        }
        Moving moving;
        moving.resource = r;
        moving.move = set_off.move;
        moving.self = target;
        moving.it = frame.self;
        moving.cause = "move " + resource(frame.resource).name + "." + made.name;
        TRY(move(moving));
        refresh(frame);
    }
    return {};
}

base::Result<void> Doing::finish_answer(Frame& frame) {
    if (frame.answer == nullptr) return {};
    Refusal refusal;
    refusal.use = frame.answer->error;
    refusal.error = frame.error;
    refusal.issue.resource = resource(frame.resource).singular;
    auto attached = TRY(eyes_.build(frame.answer->attach, frame.env));
    refusal.attach =
        attached && attached->is_object() ? std::move(*attached) : json::Value::object();
    frame.answered = std::move(refusal);
    return {};
}

base::Result<Moved> Doing::move(const Moving& moving) {
    const pack::Resource& kind = resource(moving.resource);
    const pack::Move& move = kind.lifecycle->moves[moving.move];
    TRY_VOID(count(kind.name + "." + move.name));

    Frame frame = frame_of(moving, move.locals);
    if (!frame.self) {
        Making making;
        making.resource = moving.resource;
        making.request = moving.request;
        making.given = moving.given;
        making.parent = moving.request != nullptr ? moving.request->parent : nullptr;
        making.by_move = true;
        if (moving.request == nullptr) making.set_off_by = set_off_by(frame);
        frame.pending = TRY(draft(making));
        look(frame);
        if (!addressed_) addressed_ = frame.self;
    }
    TRY_VOID(read_params(frame, move, moving));
    TRY_VOID(pass_guards(frame, move, moving));

    TRY_VOID(run_steps(frame, move.steps, move));
    const pack::Steps* arm = nullptr;
    if (!move.arms.empty()) {
        frame.arm = TRY(choose_arm(frame, move));
        frame.last_arm = move.arms[frame.arm].name;
        frame.env.set(slot(Name::Arm), expr::Given::own(json::Value(frame.last_arm)));
        arm = &move.arms[frame.arm].steps;
        TRY_VOID(run_steps(frame, *arm, move));
    }
    stamp(frame);
    const std::vector<Index> bound = bound_by_move(frame);
    if (!bound.empty()) {
        TRY_VOID(bind(edit(frame), bound));
        look(frame);
    }
    for (const pack::Steps* steps : {arm, &move.steps}) {
        if (steps == nullptr) continue;
        TRY_VOID(choose_state(frame, *steps));
        if (steps->emits.empty()) continue;
        TRY_VOID(flush(frame));
        TRY_VOID(emit_all(frame, steps->emits));
    }
    for (const pack::Steps* steps : {arm, &move.steps}) {
        if (steps != nullptr && steps->clock) TRY_VOID(move_clock(frame, *steps->clock));
    }
    TRY_VOID(flush(frame));
    const bool entered = !moving.self || moving.self->state != frame.self->state;
    if (entered && !frame.deleted) TRY_VOID(tell_callback(frame.self, false));
    TRY_VOID(react(frame));
    for (const pack::Steps* steps : {arm, &move.steps}) {
        if (steps != nullptr) TRY_VOID(then(frame, *steps));
    }
    for (const pack::Steps* steps : {arm, &move.steps}) {
        if (steps != nullptr && steps->again) TRY_VOID(again(frame, *steps->again));
    }
    TRY_VOID(finish_answer(frame));
    return Moved{frame.self, frame.deleted, frame.last_arm, std::move(frame.answered)};
}

}  // namespace understudy::world
