// The door of evaluation: runs a machine over the tree and hands out what it found.
#include "expr/evaluate.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "expr/impl/machine.hpp"

namespace understudy::expr {

using base::Code;

namespace {

constexpr std::size_t kUsuallySet = 16;  // slots of an Env that get a value

}  // namespace

Given Given::own(json::Value value) {
    Given given;
    given.held_ = std::move(value);
    return given;
}

Given Given::instant(base::Instant instant) {
    Given given;
    given.held_ = instant;
    return given;
}

Given Given::object(const Object& object) {
    Given given;
    given.held_ = &object;
    return given;
}

Given Given::relation(const Relation& relation) {
    Given given;
    given.held_ = &relation;
    return given;
}

Given Given::late(const Late& late) {
    Given given;
    given.held_ = &late;
    return given;
}

Env::Env(const Scope& scope)
    : names_(scope.names()), slots_(static_cast<std::uint32_t>(names_.size())) {}

void Env::set(Slot slot, Given value) {
    ASSERT(slot < slots_, "a slot comes from the scope the Env was made with");
    const std::uint32_t bit = std::uint32_t{1} << (slot % 32);
    if ((used_ & bit) != 0) {
        for (Set& one : set_) {
            if (one.slot != slot) continue;
            one.value = std::move(value);
            return;
        }
    }
    used_ |= bit;
    if (set_.empty()) set_.reserve(std::min<std::size_t>(slots_, kUsuallySet));
    set_.emplace_back(slot, std::move(value));
}

void Env::set(std::string_view name, Given value) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
        if (names_[i] != name) continue;
        set(static_cast<Slot>(i), std::move(value));
        return;
    }
    ASSERT(false, "a name is in the scope the Env was made with");
}

namespace {

void finish(const Machine& machine, const Budget& budget, Trace* trace) {
    if (budget.spent != nullptr) *budget.spent += machine.spent();
    if (trace != nullptr) trace->steps = machine.spent();
}

// A value as it comes out of the machine, where that is the value itself; counts what it takes.
bool comes_out_as_it_is(const json::Value& value, std::uint64_t& steps) {
    switch (value.kind()) {
        case json::Kind::String: steps += value.as_string().size() / kBytesPerStep; return true;
        case json::Kind::Number: {
            const std::string_view text = value.number_text();
            return value.is_integer_text() && text.size() < 18 && !text.starts_with("-0");
        }
        default: return true;
    }
}

// `config.account`, `self.status`: the commonest expressions need no machine. They take the same
// steps here as there. Nothing: it is not of that form, or something is amiss; the machine knows.
std::optional<base::Result<json::Value>> read_member(const Tree& tree, const Env& env,
                                                     Budget budget) {
    const Node& root = tree.nodes[tree.root];
    if (root.op != Op::Select || (root.flags & kFollow) != 0 || root.read_as != TypeKind::Any) {
        return std::nullopt;
    }
    const Node& base = tree.nodes[tree.children[root.first]];
    if (base.op != Op::Name || base.read_as != TypeKind::Any) return std::nullopt;
    const Given* given = env.find(base.index);
    if (given == nullptr) return std::nullopt;
    const std::string& field = tree.texts[root.index];

    std::uint64_t steps = 2;
    const json::Value* found = nullptr;
    std::optional<Given> member;
    if (const auto* object = std::get_if<const Object*>(&given->held())) {
        auto looked_up = (*object)->member(field);
        if (!looked_up) {
            if (budget.spent != nullptr) *budget.spent += steps;
            return base::fail(std::move(looked_up).error());
        }
        member = std::move(*looked_up);
        if (!member) return std::nullopt;
        const Given::Held& held = member->held();
        if (const auto* reference = std::get_if<const json::Value*>(&held)) found = *reference;
        if (const auto* own = std::get_if<json::Value>(&held)) found = own;
    } else if (const auto* reference = std::get_if<const json::Value*>(&given->held())) {
        if (!(*reference)->is_object()) return std::nullopt;
        steps += (*reference)->size() / kMembersPerStep;
        found = (*reference)->find(field);
    }
    if (found == nullptr || !comes_out_as_it_is(*found, steps) || steps > budget.steps) {
        return std::nullopt;
    }
    if (budget.spent != nullptr) *budget.spent += steps;
    return *found;
}

// `"charge"`, `true`: what is written needs no machine either.
std::optional<json::Value> read_literal(const Tree& tree, Budget budget) {
    const Node& root = tree.nodes[tree.root];
    if (root.op != Op::Literal) return std::nullopt;
    const Datum& written = tree.literals[root.index];
    std::optional<json::Value> value;
    switch (written.kind) {
        case Kind::Null: value.emplace(); break;
        case Kind::Bool: value.emplace(written.boolean); break;
        case Kind::Int: value.emplace(written.integer); break;
        case Kind::String: value.emplace(written.view()); break;
        default: return std::nullopt;
    }
    const std::uint64_t steps = 1 + (written.is_text() ? written.size / kBytesPerStep : 0);
    if (steps > budget.steps) return std::nullopt;
    if (budget.spent != nullptr) *budget.spent += steps;
    return value;
}

}  // namespace

base::Result<std::optional<json::Value>> evaluate_member(const Program& program, const Env& env,
                                                         Budget budget, Trace* trace) {
    if (trace == nullptr) {
        if (auto written = read_literal(program.tree(), budget)) return written;
        if (auto plain = read_member(program.tree(), env, budget)) {
            if (!*plain) return base::fail(std::move(*plain).error());
            return std::optional(std::move(**plain));
        }
    }
    Machine machine(program.tree(), env, budget, trace);
    const Datum datum = machine.run();
    std::optional<json::Value> value;
    const bool absent = datum.kind == Kind::Absent;
    if (!absent && !datum.is_error()) value = machine.to_json(machine.root(), datum);
    finish(machine, budget, trace);
    if (!absent && !value) return base::fail(machine.take_error());
    return value;
}

base::Result<json::Value> evaluate(const Program& program, const Env& env, Budget budget,
                                   Trace* trace) {
    std::optional<json::Value> value = TRY(evaluate_member(program, env, budget, trace));
    if (value) return std::move(*value);
    return base::fail(Code::ExprAbsent, {}, place(program.tree(), 0, program.text().size()));
}

base::Result<bool> evaluate_bool(const Program& program, const Env& env, Budget budget,
                                 Trace* trace) {
    Machine machine(program.tree(), env, budget, trace);
    const Datum datum = machine.run();
    finish(machine, budget, trace);
    if (datum.is_bool()) [[likely]]
        return datum.boolean;
    if (datum.is_error()) return base::fail(machine.take_error());
    return base::fail(Code::ExprNotBool, {{"type", std::string(name_of(datum.kind))}},
                      place(program.tree(), 0, program.text().size()));
}

base::Result<std::string> evaluate_text(const Program& program, const Env& env, Budget budget,
                                        Trace* trace) {
    Machine machine(program.tree(), env, budget, trace);
    const Datum datum = machine.run();
    std::string text;
    const bool written = machine.write(machine.root(), text, datum);
    finish(machine, budget, trace);
    if (!written) return base::fail(machine.take_error());
    return text;
}

}  // namespace understudy::expr
