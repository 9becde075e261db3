// What an operation does: makes, changes, moves or removes one object, and goes on with the moves
// of its `then`. The door of the engine's inside: refusals and errors part ways here.
#include "world/code.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/front.hpp"

namespace understudy::world {

using pack::Does;
using pack::Index;
using pack::kNone;

base::Failure Doing::refuse(const pack::ErrorUse* use, Issue issue) {
    if (use != nullptr) {
        Refusal refusal;
        refusal.use = *use;
        refusal.issue = std::move(issue);
        refusal_ = std::move(refusal);
    }
    return base::fail(code::Refused);
}

const pack::ErrorUse* Doing::refusal_on(std::initializer_list<std::string_view> events) const {
    for (const std::string_view event : events) {
        if (const pack::ErrorUse* use = pack_.errors.on_event(event)) return use;
    }
    // A pack that says nothing at all of refusals: its first code is better than none.
    static constexpr const pack::ErrorUse* kNothing = nullptr;
    return pack_.errors.on.empty() ? kNothing : &pack_.errors.on.front().second;
}

// What the call writes: its input, parameters that set fields, and `with`.
base::Result<std::vector<Request::Given>> Doing::written(const Request& request,
                                                         const ObjectPtr& self) {
    const pack::Operation& operation = *request.operation;
    std::vector<Given> all = request.given;
    for (const pack::Param& param : operation.params) {
        if (param.sets == kNone) continue;
        const json::Value* value = request.params.find(param.name);
        if (value == nullptr) continue;
        const bool sent = request.input.has(param.spelled) || request.input.has(param.name);
        if (value->is_null() && !sent) continue;
        all.push_back({param.sets, *value});
    }
    if (operation.with.empty()) return all;
    const expr::Env env = names_of(&request, self);
    for (const pack::Assignment& assignment : operation.with) {
        auto value = TRY(assigned(assignment, operation.resource, env));
        if (assignment.field != kNone && value) {
            all.push_back({assignment.field, std::move(*value)});
        }
    }
    return all;
}

base::Result<void> Doing::check_operation(const Request& request, const ObjectPtr& self) {
    const pack::Operation& operation = *request.operation;
    const pack::Resource& kind = resource(operation.resource);
    if (self && !operation.from.empty() && self->state < operation.from.size() &&
        !operation.from[self->state]) {
        Issue issue;
        issue.resource = kind.singular;
        issue.verb = operation.verb;
        issue.value = json::Value(kind.lifecycle->states[self->state]);
        issue.keyword = "state";
        return refuse(kind.lifecycle->refuse ? &*kind.lifecycle->refuse
                                             : refusal_on({"state", "invalid", "type"}),
                      std::move(issue));
    }
    if (operation.guards.empty()) return {};
    const expr::Env env = names_of(&request, self);
    for (const pack::Guard& guard : operation.guards) {
        if (TRY(eyes_.holds(guard.is, env))) continue;
        Issue issue;
        issue.resource = kind.singular;
        issue.verb = operation.verb;
        return refuse(&guard.otherwise, std::move(issue));
    }
    return {};
}

base::Result<Executed> Doing::make(const Request& request) {
    const pack::Operation& operation = *request.operation;
    Making making;
    making.resource = operation.resource;
    making.request = &request;
    making.parent = request.parent;
    making.given = TRY(written(request, nullptr));
    Executed executed;
    executed.object = TRY(create(making));
    TRY_VOID(go_on(request, nullptr, executed));
    return executed;
}

// Moves made in the same call.
base::Result<void> Doing::go_on(const Request& request, const ObjectPtr& before,
                                Executed& executed) {
    for (const pack::ThenStep& step : request.operation->then) {
        if (step.when) {
            expr::Env env = names_of(&request, executed.object);
            env.set(pack::slot(pack::Name::Old), eyes_.see(before));
            env.set(pack::slot(pack::Name::Arm), expr::Given::own(json::Value(executed.arm)));
            if (!TRY(eyes_.holds(*step.when, env))) continue;
        }
        Moving moving;
        moving.resource = executed.object->resource;
        moving.move = step.move;
        moving.self = executed.object;
        moving.params = request.params;
        moving.request = &request;
        moving.cause = turn_.cause;
        Moved moved = TRY(move(moving));
        executed.object = moved.object;
        executed.deleted = moved.deleted;
        if (!moved.arm.empty()) executed.arm = moved.arm;
        if (moved.answered) executed.answered = std::move(moved.answered);
        if (moved.deleted) break;
    }
    return {};
}

base::Result<Executed> Doing::change(const Request& request) {
    const pack::Operation& operation = *request.operation;
    ObjectPtr self = request.self;
    if (!self && resource(operation.resource).one) self = TRY(single(operation.resource));
    const ObjectPtr before = self;
    if (!addressed_) addressed_ = self;
    Executed executed;
    std::vector<Given> given = TRY(written(request, self));
    if (self && !given.empty()) {
        Object after = *self;
        TRY_VOID(apply(after, given));
        self = TRY(write(self, std::move(after)));
    }
    TRY_VOID(check_operation(request, self));
    executed.object = self;
    if (operation.does == Does::Move) {
        Moving moving;
        moving.resource = operation.resource;
        moving.move = operation.move;
        moving.self = self;
        moving.before = before;
        moving.params = request.params;
        moving.request = &request;
        moving.given = std::move(given);
        moving.cause = turn_.cause;
        Moved moved = TRY(move(moving));
        executed.object = moved.object;
        executed.deleted = moved.deleted;
        executed.arm = moved.arm;
        executed.answered = std::move(moved.answered);
    } else if (operation.does == Does::Delete) {
        executed.object = TRY(remove(self));
        executed.deleted = true;
        if (resource(operation.resource).lifecycle) {
            note_transition(self, self->state, pack::kNothing, turn_.cause);
        }
    }
    if (!executed.deleted) TRY_VOID(go_on(request, before, executed));
    return executed;
}

base::Result<Executed> Doing::operate(const Request& request) {
    switch (request.operation->does) {
        case Does::Create: TRY_VOID(check_operation(request, nullptr)); return make(request);
        case Does::Result:
            TRY_VOID(check_operation(request, request.self));
            return work_out(request);
        case Does::Update:
        case Does::Delete:
        case Does::Move: return change(request);
        case Does::Get:
        case Does::List:
        case Does::Search:
        case Does::Shape: break;
    }
    Executed executed;
    executed.object = request.self;
    return executed;
}

std::variant<Executed, Refusal, base::Error> execute(Turn& turn, const Request& request) {
    Doing doing(turn);
    base::Result<Executed> executed = doing.operate(request);
    if (executed) return std::move(*executed);
    if (executed.error().code == code::Refused && doing.refusal()) return *doing.refusal();
    return std::move(executed).error();
}

namespace {

Trouble to_trouble(const Doing& doing, const base::Error& error) {
    if (error.code == code::Refused && doing.refusal()) return *doing.refusal();
    return error;
}

}  // namespace

Trouble fire(Turn& turn, const Timer& timer) {
    Doing doing(turn);
    const base::Result<void> fired = doing.fire(timer);
    if (fired) return {};
    return to_trouble(doing, fired.error());
}

Trouble trigger(Turn& turn, const pack::Move& move, Index resource, const ObjectPtr& object,
                const json::Value& data) {
    const pack::Lifecycle& lifecycle = *turn.eyes.pack().resources[resource].lifecycle;
    Doing doing(turn);
    Moving moving;
    moving.resource = resource;
    moving.move = lifecycle.find_move(move.name);
    moving.self = object;
    moving.data = data;
    moving.cause = turn.cause;
    const base::Result<Moved> moved = doing.move(moving);
    if (moved) return {};
    return to_trouble(doing, moved.error());
}

Trouble follow(Turn& turn, const pack::MoveStep& step, const ObjectPtr& endpoint) {
    if (!endpoint || endpoint->deleted) return {};
    expr::Env env = turn.eyes.env_of(endpoint);
    env.set(pack::slot(pack::Name::Endpoint), turn.eyes.see(endpoint));
    const auto referred = turn.eyes.refer(step.of, env);
    if (!referred) return referred.error();
    const ObjectPtr target = referred->object;
    if (!target || target->deleted || target->resource != step.resource) return {};
    const pack::Move& move = turn.eyes.pack().resources[step.resource].lifecycle->moves[step.move];
    if (target->state >= move.from.size() || !move.from[target->state]) return {};
    return trigger(turn, move, step.resource, target, json::Value::object());
}

std::variant<ObjectPtr, Refusal, base::Error> make(Turn& turn, Index resource,
                                                   std::vector<Request::Given> given) {
    Doing doing(turn);
    Making making;
    making.resource = resource;
    making.given = std::move(given);
    auto made = doing.create(making);
    if (made) return std::move(*made);
    Trouble trouble = to_trouble(doing, made.error());
    if (auto* refusal = std::get_if<Refusal>(&trouble)) return std::move(*refusal);
    return made.error();
}

ObjectPtr mint(Turn& turn, Index resource, std::string_view token) {
    Doing doing(turn);
    base::Result<ObjectPtr> minted = doing.mint(resource, token);
    return minted ? *minted : nullptr;
}

base::Result<ObjectPtr> single(Turn& turn, Index resource) {
    return Doing(turn).single(resource);
}

base::Result<void> make_first(Turn& turn) {
    return Doing(turn).make_first();
}

}  // namespace understudy::world
