// What a move does to others and to itself, in this order: call, create, each, move, set. Values on
// the right-hand side of `set` are those before any of them is written.
#include <algorithm>

#include "base/text.hpp"
#include "world/code.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/front.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

// Does an arm ask what came of the call? Then a refusal is an answer to that question.
bool reads_result(const pack::Move& move) {
    for (const pack::Arm& arm : move.arms) {
        if (!arm.when) continue;
        const auto names = arm.when->names_read();
        if (std::find(names.begin(), names.end(), "result") != names.end()) return true;
    }
    return false;
}

int status_of(const pack::Pack& pack, const Refusal& refusal) {
    if (refusal.use.status) return *refusal.use.status;
    return refusal.use.code == kNone ? 400 : pack.errors.codes[refusal.use.code].status;
}

}  // namespace

base::Result<std::optional<json::Value>> Doing::assigned(const pack::Assignment& assignment,
                                                         Index of, const expr::Env& env) {
    const pack::Template& value = assignment.value;
    const bool computed = value.kind == pack::Template::Kind::Computed;
    const bool refers =
        assignment.field != kNone && resource(of).fields[assignment.field].ref != kNone;
    // A parameter may stand for an object too: the path of what is called.
    if (computed && (refers || assignment.field == kNone)) {
        Eyes::Referred referred = TRY(eyes_.refer(*value.expression, env));
        if (referred.object) return std::optional(referred.object->id);
        return std::move(referred.value);
    }
    return eyes_.build(value, env);
}

base::Result<void> Doing::run_set(Frame& frame, const std::vector<pack::Assignment>& set) {
    if (set.empty()) return {};
    std::vector<Given> given;
    for (const pack::Assignment& assignment : set) {
        if (assignment.field == kNone) continue;
        auto value = TRY(assigned(assignment, frame.resource, frame.env));
        // `absent` takes the field away.
        given.push_back({assignment.field, value ? std::move(*value) : json::Value(), !value});
    }
    Object& object = edit(frame);
    const pack::Resource& kind = resource(frame.resource);
    for (Given& one : given) {
        const pack::Field& field = kind.fields[one.field];
        put_value(object, one.field, normal(field, std::move(one.value)),
                  one.unset ? Origin::Absent : Origin::Lifecycle);
    }
    look(frame);
    return {};
}

base::Result<void> Doing::make_error_value(Frame& frame, const pack::Steps& steps) {
    if (!steps.answer) return {};
    frame.answer = &*steps.answer;
    Issue issue;
    issue.resource = resource(frame.resource).singular;
    issue.verb = frame.request != nullptr ? frame.request->operation->verb : std::string();
    frame.error = TRY(make_error(turn_, steps.answer->error, issue, frame.env));
    frame.env.set(slot(Name::Error), expr::Given::own(frame.error));
    return {};
}

base::Result<void> Doing::run_steps(Frame& frame, const pack::Steps& steps,
                                    const pack::Move& move) {
    const bool reaches_out =
        !steps.call.empty() || !steps.create.empty() || !steps.each.empty() || !steps.move.empty();
    if (reaches_out) {
        const bool tolerant = reads_result(move);
        if (frame.stored) TRY_VOID(flush(frame));
        for (const pack::CallStep& step : steps.call) TRY_VOID(run_call(frame, step, tolerant));
        for (const pack::CreateStep& step : steps.create) TRY_VOID(run_create(frame, step));
        for (const pack::EachStep& step : steps.each) TRY_VOID(run_each(frame, step, tolerant));
        for (const pack::MoveStep& step : steps.move) TRY_VOID(run_move(frame, step));
    }
    TRY_VOID(make_error_value(frame, steps));
    return run_set(frame, steps.set);
}

base::Result<Request> Doing::inner_request(Frame& frame, const pack::CallStep& step) {
    const pack::Operation& operation = pack_.operations[step.operation];
    const pack::Resource& kind = resource(operation.resource);
    Request inner;
    inner.operation = &operation;
    inner.operation_index = step.operation;
    if (frame.request != nullptr) {
        inner.call = frame.request->call;
        inner.id = frame.request->id;
        inner.headers = frame.request->headers;
        inner.credential_id = frame.request->credential_id;
        inner.source_id = frame.request->source_id;
    }
    for (const pack::Assignment& assignment : step.with) {
        auto value = TRY(assigned(assignment, operation.resource, frame.env));
        if (!value) continue;
        inner.input.set(assignment.name, *value);
        inner.sent.set(assignment.name, *value);
        for (const pack::Find& find : kind.find) {
            if (find.parameter != assignment.name || !find.through.empty()) continue;
            if (find.field == kind.id_field) {
                inner.self = state_.find(operation.resource, key_of(*value));
            } else {
                inner.self = state_.find_by(operation.resource, {&find.field, 1}, {&*value, 1});
            }
        }
        if (assignment.field != kNone) {
            if (value->is_null() && kind.fields[assignment.field].from == pack::From::Input) {
                // Null says that nothing was given.
                if (!kind.fields[assignment.field].nullable) continue;
            }
            inner.given.push_back({assignment.field, std::move(*value)});
        } else {
            inner.params.set(assignment.name, std::move(*value));
        }
    }
    for (const pack::Param& param : operation.params) {
        if (inner.params.has(param.name) || !param.standard) continue;
        const expr::Env env = names_of(&inner, inner.self);
        if (auto value = TRY(eyes_.build(*param.standard, env))) {
            inner.params.set(param.name, std::move(*value));
        }
    }
    inner.passed = true;
    return inner;
}

base::Result<void> Doing::run_call(Frame& frame, const pack::CallStep& step, bool tolerant) {
    const pack::Operation& operation = pack_.operations[step.operation];
    const pack::Resource& kind = resource(operation.resource);
    TRY_VOID(count(kind.name + "." + operation.verb));
    const Request inner = TRY(inner_request(frame, step));
    const std::size_t mark = state_.mark();
    const std::size_t transitions = turn_.transitions.size();
    const std::size_t emitted = turn_.emitted.size();
    const std::size_t scheduled = turn_.scheduled.size();

    const bool checked =
        operation.does == pack::Does::Create || operation.does == pack::Does::Update;
    base::Result<Executed> executed = base::fail(code::Refused);
    Trouble trouble = checked ? check_fields(turn_, kind, inner.given, &inner) : Trouble();
    if (auto* refused = std::get_if<Refusal>(&trouble)) {
        refusal_ = std::move(*refused);
    } else if (auto* error = std::get_if<base::Error>(&trouble)) {
        return base::fail(std::move(*error));
    } else {
        executed = operate(inner);
    }
    json::Value result =
        json::Value::object({{"status", 200}, {"arm", nullptr}, {"error", nullptr}});
    ObjectPtr object;
    if (!executed) {
        if (executed.error().code != code::Refused || !refusal_ || !tolerant) {
            return base::fail(std::move(executed).error());
        }
        state_.roll_back(mark);
        eyes_.forget();
        turn_.transitions.resize(transitions);
        turn_.emitted.resize(emitted);
        turn_.scheduled.resize(scheduled);
        const Refusal refusal = *std::exchange(refusal_, std::nullopt);
        result.set("status", json::Value(status_of(pack_, refusal)));
        result.set("error", refusal.error.is_null()
                                ? TRY(make_error(turn_, refusal.use, refusal.issue, frame.env))
                                : refusal.error);
    } else {
        object = executed->object;
        if (!executed->arm.empty()) result.set("arm", json::Value(executed->arm));
        if (executed->answered) {
            result.set("status", json::Value(status_of(pack_, *executed->answered)));
            result.set("error", executed->answered->error);
        } else if (!operation.answers.empty()) {
            result.set("status", json::Value(operation.answers.back().what.status));
        }
    }
    frame.env.set(slot(Name::Result), expr::Given::own(std::move(result)));
    if (step.as != 0) {
        frame.locals.push_back({step.as, object});
        frame.env.set(step.as, eyes_.see(object));
    }
    refresh(frame);
    return {};
}

base::Result<void> Doing::run_create(Frame& frame, const pack::CreateStep& step) {
    Making making;
    making.resource = step.resource;
    making.request = frame.request;
    if (frame.request == nullptr) making.set_off_by = set_off_by(frame);
    making.state = step.state;
    if (!addressed_) addressed_ = frame.self;
    const pack::Resource& kind = resource(step.resource);
    for (const pack::Assignment& assignment : step.with) {
        if (assignment.field == kNone) continue;
        auto value = TRY(assigned(assignment, step.resource, frame.env));
        if (!value) continue;
        if (assignment.field == kind.parent_field && !value->is_null()) {
            making.parent = state_.find(kind.parent, key_of(*value));
        }
        making.given.push_back({assignment.field, std::move(*value)});
    }
    const ObjectPtr made = TRY(create(making));
    if (step.as != 0) {
        frame.locals.push_back({step.as, made});
        frame.env.set(step.as, eyes_.see(made));
    }
    refresh(frame);
    return {};
}

base::Result<void> Doing::run_each(Frame& frame, const pack::EachStep& step, bool tolerant) {
    const std::vector<Eyes::Referred> elements = TRY(eyes_.refer_all(step.in, frame.env));
    // Elements stand beside each other, not behind each other: the longest of them counts.
    const unsigned before = turn_.chained;
    unsigned longest = before;
    for (const Eyes::Referred& element : elements) {
        turn_.chained = before;
        if (step.as != 0) {
            frame.env.set(step.as, element.object
                                       ? eyes_.see(element.object)
                                       : expr::Given::own(element.value.value_or(json::Value())));
        }
        for (const pack::CallStep& call : step.call) TRY_VOID(run_call(frame, call, tolerant));
        for (const pack::CreateStep& create : step.create) TRY_VOID(run_create(frame, create));
        for (const pack::MoveStep& other : step.move) TRY_VOID(run_move(frame, other));
        longest = std::max(longest, turn_.chained);
    }
    turn_.chained = longest;
    return {};
}

base::Result<ObjectPtr> Doing::addressed_by(Frame& frame, const expr::Program& of, Index wanted) {
    const Eyes::Referred referred = TRY(eyes_.refer(of, frame.env));
    if (referred.object) return referred.object;
    if (!referred.value || wanted == kNone) return ObjectPtr();
    const json::Value& value = *referred.value;
    if (!value.is_string() && !value.is_number()) return ObjectPtr();
    return state_.find(wanted, key_of(value));
}

base::Result<void> Doing::run_move(Frame& frame, const pack::MoveStep& step) {
    const ObjectPtr target = TRY(addressed_by(frame, step.of, step.resource));
    if (!target || target->resource != step.resource) return {};
    Moving moving;
    moving.resource = step.resource;
    moving.move = step.move;
    moving.self = target;
    moving.request = frame.request;
    moving.cause = "move " + resource(frame.resource).name + "." +
                   resource(frame.resource).lifecycle->moves[frame.move].name;
    for (const pack::Assignment& assignment : step.with) {
        if (auto value = TRY(assigned(assignment, step.resource, frame.env))) {
            moving.params.set(assignment.name, std::move(*value));
        }
    }
    if (!addressed_) addressed_ = frame.self;
    TRY(move(moving));
    refresh(frame);
    return {};
}

}  // namespace understudy::world
