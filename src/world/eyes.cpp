// Evaluation over a state: who is seen, what an expression is given, and what it may cost.
#include "world/impl/eyes.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "world/code.hpp"
#include "world/impl/clock_settings.hpp"
#include "world/impl/seen.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

constexpr std::uint64_t kStepsOfOne = 100'000;  // of one expression, nested ones not counted
constexpr std::uint64_t kStepsOfAll = 1'000'000;

base::Error too_many_steps(std::string what, base::Mark mark) {
    return base::Error{code::TooManySteps,
                       {{"what", std::move(what)}, {"limit", base::with_thousands(kStepsOfAll)}},
                       std::move(mark),
                       {}};
}

// The budget of one expression ran out because the whole change has no more of it.
template <class T>
base::Result<T> named(base::Result<T> result, const Allowance& allowance, std::string_view text) {
    if (result || result.error().code != base::Code::ExprBudget || allowance.steps > 0) {
        return result;
    }
    std::string what = text.empty() ? std::string("an expression") : "`" + std::string(text) + "`";
    return base::fail(too_many_steps(std::move(what), result.error().where));
}

}  // namespace

Eyes::Eyes(const pack::Pack& pack, const State& state, const json::Value& config,
           Allowance& allowance)
    : inside_(std::make_unique<Inside>(Inside{pack, state, config, allowance})) {}

Eyes::~Eyes() = default;

const pack::Pack& Eyes::pack() const {
    return inside_->pack;
}
const State& Eyes::state() const {
    return inside_->state;
}
Allowance& Eyes::allowance() const {
    return inside_->allowance;
}
void Eyes::set_viewer(const Viewer* viewer) {
    inside_->viewer = viewer;
}
void Eyes::set_before(ObjectPtr before) {
    inside_->before = std::move(before);
}
void Eyes::set_event_view(Index view) {
    inside_->event_view = view;
}
void Eyes::forget() {
    ++inside_->generation;
}
std::uint64_t Eyes::generation() const {
    return inside_->generation;
}

expr::Given Eyes::see(const ObjectPtr& object) const {
    if (!object) return expr::Given::own(json::Value());
    Seen* seen = inside_->seen.find(object.get());
    if (seen == nullptr) seen = &inside_->seen.add(std::make_unique<Seen>(*this, object));
    return expr::Given::object(*seen);
}

expr::Env Eyes::env(std::size_t locals) const {
    expr::Env env(pack::kNameCount + locals);
    env.set(slot(Name::Config), inside_->config);
    env.set(slot(Name::Now), expr::Given::instant(inside_->state.now()));
    env.set_objects(this);
    env.set_functions(this);
    return env;
}

expr::Env Eyes::env_of(const ObjectPtr& self, std::size_t locals) const {
    expr::Env result = env(locals);
    result.set(slot(Name::Self), see(self));
    result.set(slot(Name::Parent), see(self ? parent_of(*self) : nullptr));
    return result;
}

base::Result<std::optional<json::Value>> Eyes::value(const Object& object, Index field) const {
    if (const Seen* known = inside_->seen.find(&object)) return known->value(field);
    // Not ours to keep: looked at for the length of this call only.
    return value_anew(object, field);
}

base::Result<std::optional<json::Value>> Eyes::value_anew(const Object& object, Index field) const {
    const Seen passing(*this, ObjectPtr(ObjectPtr(), &object));
    return passing.value(field);
}

ObjectPtr Eyes::follow(const Object& object, Index field) const {
    const pack::Field& declared = inside_->pack.resources[object.resource].fields[field];
    if (declared.ref == kNone) return nullptr;
    if (declared.is_stored()) {
        const json::Value& id = object.values[field];
        return id.is_null() ? nullptr : inside_->state.find(declared.ref, key_of(id));
    }
    const auto id = value(object, field);
    if (!id || !*id || (*id)->is_null()) return nullptr;
    return inside_->state.find(declared.ref, key_of(**id));
}

ObjectPtr Eyes::parent_of(const Object& object) const {
    const Index field = inside_->pack.resources[object.resource].parent_field;
    return field == kNone ? nullptr : follow(object, field);
}

base::Result<bool> Eyes::holds(const expr::Program& condition, const expr::Env& env) const {
    Allowance& allowance = inside_->allowance;
    std::uint64_t spent = 0;
    auto held = expr::evaluate_bool(condition, env,
                                    expr::Budget{std::min(allowance.steps, kStepsOfOne), &spent});
    allowance.steps -= std::min(allowance.steps, spent);
    return named(std::move(held), allowance, condition.text());
}

base::Result<std::optional<json::Value>> Eyes::evaluate(const expr::Program& program,
                                                        const expr::Env& env) const {
    Allowance& allowance = inside_->allowance;
    std::uint64_t spent = 0;
    auto value = expr::evaluate_member(
        program, env, expr::Budget{std::min(allowance.steps, kStepsOfOne), &spent});
    allowance.steps -= std::min(allowance.steps, spent);
    return named(std::move(value), allowance, program.text());
}

base::Result<std::optional<json::Value>> Eyes::build(const pack::Template& shape,
                                                     const expr::Env& env) const {
    if (shape.kind == pack::Template::Kind::Literal) return std::optional(shape.literal);
    if (shape.kind == pack::Template::Kind::Computed) return evaluate(*shape.expression, env);
    Allowance& allowance = inside_->allowance;
    return named(pack::build(shape, env, allowance.steps), allowance, {});
}

base::Result<std::optional<json::Value>> Eyes::fill(const pack::Pattern& pattern,
                                                    const expr::Env& env,
                                                    const pack::Drawing& drawing) const {
    Allowance& allowance = inside_->allowance;
    return named(pack::fill(pattern, env, drawing, allowance.steps), allowance, pattern.text);
}

namespace {

// Markers become the objects they stand for.
Eyes::Referred resolve(const std::vector<ObjectPtr>& marked, std::optional<json::Value> value) {
    if (value && value->is_object()) {
        if (const json::Value* marker = value->find(kSeenMarker)) {
            const auto index = marker->to_int64();
            if (index && *index >= 0 && static_cast<std::size_t>(*index) < marked.size()) {
                return {marked[static_cast<std::size_t>(*index)], std::nullopt};
            }
        }
    }
    return {nullptr, std::move(value)};
}

}  // namespace

base::Result<Eyes::Referred> Eyes::refer(const expr::Program& program, const expr::Env& env) const {
    inside_->by_identity = true;
    auto value = evaluate(program, env);
    inside_->by_identity = false;
    const std::vector<ObjectPtr> marked = std::move(inside_->marked);
    inside_->marked.clear();
    if (!value) return base::fail(std::move(value).error());
    return resolve(marked, std::move(*value));
}

base::Result<std::vector<Eyes::Referred>> Eyes::refer_all(const expr::Program& program,
                                                          const expr::Env& env) const {
    inside_->by_identity = true;
    auto value = evaluate(program, env);
    inside_->by_identity = false;
    const std::vector<ObjectPtr> marked = std::move(inside_->marked);
    inside_->marked.clear();
    if (!value) return base::fail(std::move(value).error());
    std::vector<Referred> all;
    if (!*value || (*value)->is_null()) return all;
    if (!(*value)->is_array()) {
        all.push_back(resolve(marked, std::move(*value)));
        return all;
    }
    if ((*value)->size() > kMostChildren) {
        return base::fail(code::TooManyElements, {{"what", "`" + program.text() + "`"},
                                                  {"limit", base::with_thousands(kMostChildren)}});
    }
    for (const json::Value& item : (*value)->items()) all.push_back(resolve(marked, item));
    return all;
}

base::Result<std::vector<ObjectPtr>> Eyes::children(const Object& object, Index field) const {
    const pack::Field& declared = inside_->pack.resources[object.resource].fields[field];
    Where where;
    where.resource = declared.children->of;
    where.equal.push_back({declared.children->by, object.id});
    State::Slice slice = inside_->state.after(where, {}, kMostChildren + 1);
    if (slice.items.size() > kMostChildren) {
        const pack::Resource& resource = inside_->pack.resources[object.resource];
        return base::fail(code::TooManyElements, {{"what", resource.name + "." + declared.path},
                                                  {"limit", base::with_thousands(kMostChildren)}});
    }
    return std::move(slice.items);
}

base::Result<std::optional<expr::Given>> Eyes::follow(std::string_view shape,
                                                      const json::Value& id) const {
    const Index resource = inside_->pack.find_resource(shape);
    if (resource == kNone || (!id.is_string() && !id.is_number())) {
        return std::optional(expr::Given::own(json::Value()));
    }
    // An object that is gone without a tombstone reads as null, as a null reference does.
    return std::optional(see(inside_->state.find(resource, key_of(id))));
}

base::Duration Eyes::duration(Index duration) const {
    return duration_in(inside_->state, inside_->pack, duration);
}

}  // namespace understudy::world
