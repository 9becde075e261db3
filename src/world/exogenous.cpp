// Values the service itself gets from outside. They bind when their producing transition runs, once
// and for all; every value fits its schema, whoever made it. Also the clock fields a move stamps.
#include <algorithm>

#include "base/time.hpp"
#include "pack/example.hpp"
#include "schema/check.hpp"
#include "world/code.hpp"
#include "world/impl/doing.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;

namespace {

bool names_move(const std::vector<pack::MoveRef>& moves, const Frame& frame) {
    return std::any_of(moves.begin(), moves.end(), [&](const pack::MoveRef& ref) {
        return ref.move == frame.move && (ref.arm == kNone || ref.arm == frame.arm);
    });
}

bool is_bound(Origin origin) {
    return origin == Origin::Synth || origin == Origin::Pinned || origin == Origin::Tape ||
           origin == Origin::Seed;
}

// Puts a value below the field: `balance` of output.balance.
void put_below(json::Value& value, std::string_view path, const json::Value& leaf) {
    if (!value.is_object()) value = json::Value::object();
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) {
        value.set(path, leaf);
        return;
    }
    json::Value* inner = value.find_mutable(path.substr(0, dot));
    if (inner == nullptr) inner = &value.set(path.substr(0, dot), json::Value::object());
    put_below(*inner, path.substr(dot + 1), leaf);
}

base::Result<void> check_result(const pack::FieldSchema& schema, const json::Value& value,
                                std::string_view field, std::string_view operation) {
    if (!schema.compiled) return {};
    const schema::Outcome outcome = schema::check(*schema.compiled, value, {.most_violations = 1});
    if (outcome.verdict != schema::Verdict::Invalid) return {};
    const std::string why = outcome.violations.empty()
                                ? std::string("it is invalid")
                                : base::message(schema::to_error(outcome.violations.front()));
    return base::fail(
        code::BadResult,
        {{"field", std::string(field)}, {"operation", std::string(operation)}, {"why", why}});
}

}  // namespace

std::vector<Index> Doing::bound_by_start(const pack::Resource& kind) const {
    std::vector<Index> fields;
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (kind.fields[i].from == From::Exogenous && kind.fields[i].binds.empty()) {
            fields.push_back(i);
        }
    }
    return fields;
}

std::vector<Index> Doing::bound_by_move(const Frame& frame) const {
    const pack::Resource& kind = resource(frame.resource);
    std::vector<Index> fields;
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (kind.fields[i].from != From::Exogenous) continue;
        const bool born = !frame.stored && kind.fields[i].binds.empty();
        if (born || names_move(kind.fields[i].binds, frame)) fields.push_back(i);
    }
    return fields;
}

void Doing::stamp(Frame& frame) {
    const pack::Resource& kind = resource(frame.resource);
    bool stamped = false;
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (kind.fields[i].from != From::Clock || !names_move(kind.fields[i].on, frame)) continue;
        put_value(edit(frame), i, json::Value(base::to_rfc3339(state_.now())), Origin::Clock);
        stamped = true;
    }
    if (stamped) look(frame);
}

base::Result<json::Value> Doing::produce(const pack::Field& field, const pack::FieldSchema& schema,
                                         const json::Value& started_by, std::string_view operation,
                                         std::uint64_t sequence, Bound& bound) {
    // Scenario or magic value: of the call that started this, or of the call at work.
    std::vector<std::pair<std::string_view, const json::Value*>> forced;
    const auto consider = [&](std::string_view of, std::string_view path,
                              const json::Value& value) {
        const json::Value* named = started_by.find("named");
        const bool ours =
            of == operation || (named != nullptr && named->is_string() && named->as_string() == of);
        const bool below = path.size() > field.path.size() && path.starts_with(field.path) &&
                           path[field.path.size()] == '.';
        if (ours && (path == field.path || below)) forced.emplace_back(path, &value);
    };
    if (turn_.chosen != nullptr && turn_.chosen->forced != nullptr) {
        for (const auto& one : turn_.chosen->forced->exogenous) {
            consider(one.operation, one.field, one.value);
        }
        if (!forced.empty()) bound.by = turn_.chosen->by;
    }
    if (const json::Value* kept = started_by.find("exogenous"); kept != nullptr && forced.empty()) {
        for (const json::Member& of : kept->members()) {
            for (const json::Member& one : of.value.members()) {
                consider(of.key(), one.key(), one.value);
            }
        }
        const json::Value* by = started_by.find("by");
        if (!forced.empty() && by != nullptr) bound.by = std::string(by->as_string());
    }
    json::Value value;
    const bool whole = std::any_of(forced.begin(), forced.end(),
                                   [&](const auto& one) { return one.first == field.path; });
    if (!whole && !(field.empty && forced.empty()) && !schema.written.is_null()) {
        const std::string key = std::string(operation) + "/" + field.path;
        pack::ExampleOptions options;
        options.seed = turn_.seed;
        options.key = key;
        options.drawn = true;
        if (field.unique) options.sequence = sequence;
        value = TRY(pack::make_example(schema, options));
    }
    for (const auto& [path, leaf] : forced) {
        if (path == field.path) {
            value = *leaf;
        } else {
            put_below(value, path.substr(field.path.size() + 1), *leaf);
        }
    }
    const bool stays_empty = forced.empty() && value.is_null();
    if (!stays_empty) TRY_VOID(check_result(schema, value, field.path, operation));
    return value;
}

base::Result<void> Doing::bind(Object& object, const std::vector<Index>& fields) {
    const pack::Resource& kind = resource(object.resource);
    std::string operation = kind.name;
    const pack::Operation* started = nullptr;
    if (const json::Value* name = object.started_by.find("operation")) {
        operation = std::string(name->as_string());
        const Index index = pack_.find_operation(operation);
        if (index != kNone) started = &pack_.operations[index];
    }
    for (const Index index : fields) {
        const pack::Field& field = kind.fields[index];
        if (is_bound(object.origins[index])) continue;
        pack::FieldSchema schema = field.schema;
        const bool given = started != nullptr &&
                           std::any_of(started->gives.begin(), started->gives.end(),
                                       [&](const auto& gives) { return gives.first == index; });
        if (given) {
            for (const auto& [of, replaced] : started->gives) {
                if (of == index) schema = replaced;
            }
        } else if (field.schema_from) {
            const expr::Env env = eyes_.env_of(std::make_shared<const Object>(object));
            const auto written = TRY(eyes_.evaluate(*field.schema_from, env));
            if (written && !written->is_null()) {
                schema.written = *written;
                schema.compiled = TRY(schema::compile(*written));
            }
        }
        Bound bound;
        bound.field = index;
        bound.bound_by = turn_.bound_by;
        bound.operation = operation;
        json::Value value =
            TRY(produce(field, schema, object.started_by, operation, object.sequence, bound));
        put_value(object, index, normal(field, std::move(value)),
                  bound.by.empty() ? Origin::Synth : Origin::Pinned);
        object.bound.push_back(std::move(bound));
    }
    return {};
}

}  // namespace understudy::world
