// Pins and tapes: what testers say of the world outside the service. Set, cleared, shown.
#include <algorithm>

#include "base/text.hpp"
#include "world/impl/course.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/field_path.hpp"
#include "world/impl/outside.hpp"
#include "world/impl/pin_reader.hpp"
#include "world/impl/ruling.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;
using Kind = Lever::Kind;

// What looking at schemas and names from data needs.
struct Look {
    explicit Look(const World::Engine& engine)
        : eyes(*engine.pack, engine.state, engine.config, allowance),
          outside(*engine.pack, engine.state, eyes) {}
    Allowance allowance;
    Eyes eyes;
    Outside outside;
};

Value or_null(const Value& object, std::string_view name) {
    const Value* found = object.find(name);
    return found == nullptr ? Value() : *found;
}

// Could one call fit both? Only what they say themselves can speak against it.
bool agree(const Value& a, const Value& b) {
    if (!a.is_object() || !b.is_object()) return json::equivalent(a, b);
    for (const json::Member& member : a.members()) {
        const Value* other = b.find(member.key());
        if (other != nullptr && !agree(member.value, *other)) return false;
    }
    return true;
}

bool can_meet(const Match& a, const Match& b) {
    const auto same = [](const Value& one, const Value& other) {
        return one.is_null() || other.is_null() || agree(one, other);
    };
    if (!a.resource.empty() && !b.resource.empty() && a.resource != b.resource) return false;
    return same(a.credential_id, b.credential_id) && same(a.source_id, b.source_id) &&
           same(a.input, b.input);
}

// Pins on the same field, or on what holds it, for results both are for.
Value shadowed_by(const State& state, const Lever& tape) {
    Value ids = Value::array();
    for (const LeverPtr& pin : state.levers(Kind::Pin)) {
        if (!is_at_or_below(tape.field, pin->field) || !can_meet(tape.match, pin->match)) continue;
        const bool shared =
            std::any_of(tape.buckets.begin(), tape.buckets.end(), [&](const std::string& bucket) {
                return std::find(pin->buckets.begin(), pin->buckets.end(), bucket) !=
                       pin->buckets.end();
            });
        if (shared) ids.push_back(pin->id());
    }
    return ids;
}

Value record_of(const State& state, const Lever& lever) {
    Value record = Value::object();
    record.append("id", lever.id());
    record.append("match", to_json(lever.match));
    if (const Value* via = lever.body.find("via")) record.append("via", *via);
    record.append("field", lever.field);
    if (lever.kind == Kind::Pin) {
        record.append("value", or_null(lever.body, "value"));
        record.append("specificity",
                      static_cast<std::int64_t>(lever.match.specificity().constraints));
        record.append("created_seq", lever.created);
        record.append("bound", lever.fired);
        record.append("already_bound", or_null(lever.body, "already_bound"));
    } else {
        record.append("values", or_null(lever.body, "values"));
        record.append("position", lever.position);
        record.append("then", or_null(lever.body, "then"));
        record.append("shadowed_by", shadowed_by(state, lever));
    }
    return record;
}

bool is_bound(Origin origin) {
    return origin == Origin::Synth || origin == Origin::Pinned || origin == Origin::Tape;
}

// Results that are there already and would have had this value. A branch leaves none.
std::uint64_t already_bound(const pack::Pack& pack, const State& state, const Lever& pin) {
    std::uint64_t count = 0;
    for (Index r = 0; r < pack.resources.size(); ++r) {
        const pack::Resource& resource = pack.resources[r];
        for (Index f = 0; f < resource.fields.size(); ++f) {
            const pack::Field& field = resource.fields[f];
            const bool meant =
                field.from == pack::From::Exogenous && is_at_or_below(pin.field, field.path);
            if (!meant) continue;
            state.each(r, [&](const ObjectPtr& object) {
                const bool fits = !object->deleted && is_bound(object->origins[f]) &&
                                  pin.match.fits(sought_of(object->started_by, resource.name));
                if (fits) ++count;
                return true;
            });
        }
    }
    return count;
}

Outcome done(Value result) {
    Outcome outcome;
    outcome.result = std::move(result);
    return outcome;
}

}  // namespace

std::variant<Outcome, Refused> World::Engine::set_pin(const SetPin& pin) {
    auto read = read_pin(pin.body, *pack, Look(*this).outside);
    if (auto* no = std::get_if<Refused>(&read)) return std::move(*no);
    Lever& lever = std::get<Lever>(read);
    lever.body.append("already_bound", already_bound(*pack, state, lever));
    const LeverPtr kept = state.put_lever(std::move(lever));
    state.settle();
    return done(record_of(state, *kept));
}

std::variant<Outcome, Refused> World::Engine::set_tape(const SetTape& tape) {
    auto read = read_tape(tape.body, *pack, Look(*this).outside);
    if (auto* no = std::get_if<Refused>(&read)) return std::move(*no);
    const LeverPtr kept = state.put_lever(std::move(std::get<Lever>(read)));
    state.settle();
    return done(record_of(state, *kept));
}

std::vector<Value> World::exogenous(bool tapes) const {
    std::vector<Value> records;
    for (const LeverPtr& lever : engine_->state.levers(tapes ? Kind::Tape : Kind::Pin)) {
        records.push_back(record_of(engine_->state, *lever));
    }
    return records;
}

namespace {

// What decides the next value: any pin or tape for the field of these results.
void append_source(Value& record, const State& state, std::string_view bucket,
                   std::string_view field) {
    std::string_view source = "synth";
    Value by = Value::array();
    for (const Kind kind : {Kind::Tape, Kind::Pin}) {
        Value ids = Value::array();
        for (const LeverPtr& lever : state.levers_in(kind, bucket)) {
            if (is_at_or_below(lever->field, field)) ids.push_back(lever->id());
        }
        if (ids.size() == 0) continue;
        source = name_of(kind == Kind::Pin ? Source::Pinned : Source::Tape);
        by = std::move(ids);
    }
    record.append("source", source);
    if (by.size() > 0) record.append("by", std::move(by));
}

std::string_view source_word(const pack::Field& field) {
    switch (field.from) {
        case pack::From::Input: return name_of(Source::Input);
        case pack::From::Clock: return name_of(Source::Clock);
        case pack::From::Id: return name_of(Source::Id);
        case pack::From::Aggregate:
        case pack::From::Children: return name_of(Source::Aggregate);
        case pack::From::Constant: return name_of(Source::Constant);
        default: return name_of(Source::Derived);
    }
}

}  // namespace

std::variant<std::vector<Value>, Refused> World::exogenous_fields(
    std::string_view operation) const {
    const Engine& engine = *engine_;
    const pack::Pack& pack = *engine.pack;
    const Look look(engine);
    std::vector<Value> records;
    for (const std::string& name : look.outside.names()) {
        if (!operation.empty() && name != operation) continue;
        for (const ResultKind& kind : look.outside.named(name, {}, {})) {
            const bool produces = kind.operation == kNone || !kind.resources.empty() ||
                                  pack.operations[kind.operation].does == pack::Does::Result;
            if (!produces) continue;
            for (const ResultField& field : look.outside.fields_of(kind)) {
                if (field.field != nullptr && field.field->hidden && !field.is_exogenous()) {
                    continue;
                }
                Value record = Value::object();
                record.append("operation", name);
                record.append("resource", field.resource == kNone
                                              ? Value()
                                              : Value(pack.resources[field.resource].name));
                record.append("field", field.path);
                record.append("class", field.is_exogenous() ? "exogenous" : "faithful");
                record.append("schema", field.schema.written);
                if (field.is_exogenous()) {
                    append_source(record, engine.state, name, field.path);
                } else {
                    record.append("source", source_word(*field.field));
                }
                records.push_back(std::move(record));
            }
        }
    }
    for (const MoveAt at : all_moves(pack)) {
        const pack::Move& move = move_at(pack, at);
        const std::string name = understudy::world::name_of(pack, at);
        if (move.arms.empty() || (!operation.empty() && name != operation)) continue;
        Value arms = Value::array();
        for (const pack::Arm& arm : move.arms) arms.push_back(arm.name);
        Value record = Value::object({{"operation", name},
                                      {"resource", pack.resources[at.resource].name},
                                      {"field", kBranch},
                                      {"class", "exogenous"},
                                      {"schema", Value::object({{"enum", std::move(arms)}})}});
        append_source(record, engine.state, branch_bucket(name), kBranch);
        records.push_back(std::move(record));
    }
    const auto known = look.outside.names();
    if (!records.empty() || operation.empty() ||
        std::find(known.begin(), known.end(), operation) != known.end()) {
        return records;
    }
    return refused(
        404, "unknown_operation",
        "no operation " + base::quoted(operation) + " in pack " + pack.name + "@" + pack.version,
        {}, nearest_hint(operation, known));
}

}  // namespace understudy::world
