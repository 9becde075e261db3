// One value from outside for one result. In this order, the later on top of the earlier: what synth
// draws (or null, where the pack says so), pins and tapes from the outermost path inwards, what a
// scenario or a magic value says for this call. Every value fits the schema of this result; a pin
// or tape whose value does not (its schema is data) is passed over.
#include <algorithm>

#include "pack/example.hpp"
#include "schema/check.hpp"
#include "world/code.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/field_path.hpp"
#include "world/impl/memo.hpp"
#include "world/impl/ruling.hpp"

namespace understudy::world {

namespace {

using json::Value;

// What a scenario or a magic value says, by path.
struct ForcedValues {
    std::vector<std::pair<std::string_view, const Value*>> values;
    std::string by;

    bool covers(std::string_view path) const {
        return std::any_of(values.begin(), values.end(),
                           [&](const auto& one) { return is_at_or_below(path, one.first); });
    }
};

ForcedValues forced_for(const Chosen* chosen, const Value& started_by, const Sought& call,
                        const pack::Field& field) {
    ForcedValues forced;
    const auto consider = [&](std::string_view of, std::string_view path, const Value& value) {
        const bool ours = of == call.operation || (!call.named.empty() && of == call.named);
        if (ours && is_at_or_below(path, field.path)) forced.values.emplace_back(path, &value);
    };
    if (chosen != nullptr && chosen->forced != nullptr) {
        for (const auto& one : chosen->forced->exogenous) {
            consider(one.operation, one.field, one.value);
        }
        forced.by = chosen->by;
    }
    const Value* kept = started_by.find("exogenous");
    if (kept == nullptr || !forced.values.empty()) return forced;
    for (const json::Member& of : kept->members()) {
        for (const json::Member& one : of.value.members()) consider(of.key(), one.key(), one.value);
    }
    const Value* by = started_by.find("by");
    if (by != nullptr && by->is_string()) forced.by = std::string(by->as_string());
    return forced;
}

class Producing {
public:
    Producing(State& state, const pack::Field& field, const pack::FieldSchema& schema)
        : state_(state), field_(field), schema_(schema) {}

    Value value;
    FromOutside made;

    // Somebody says what the whole field is.
    bool is_given = false;

    void rule(const Claims& claims, const ForcedValues& forced) {
        if (forced.covers(claims.path)) {
            for (const auto* list : {&claims.pins, &claims.tapes}) {
                for (const Claim& claim : *list) {
                    lose(claims.path, claim, forced.by + " goes first");
                }
            }
            return;
        }
        if (choose(claims.path, claims.pins)) pinned_.push_back(claims.path);
        const bool hidden = std::any_of(
            pinned_.begin(), pinned_.end(),
            [&](const std::string& pinned) { return is_at_or_below(claims.path, pinned); });
        if (!hidden) {
            static_cast<void>(choose(claims.path, claims.tapes));
            return;
        }
        for (const Claim& claim : claims.tapes) lose(claims.path, claim, "a pin hides tapes");
    }

    void force(const ForcedValues& forced) {
        for (const auto& [path, leaf] : forced.values) {
            put(value, path, *leaf);
            note(path, forced.by);
        }
    }

private:
    bool choose(const std::string& path, const std::vector<Claim>& claims) {
        const Claim* winner = nullptr;
        for (const Claim& claim : claims) {
            if (winner != nullptr) {
                lose(path, claim, why_lost(*winner->lever, *claim.lever));
                continue;
            }
            Value changed = value;
            if (!put(changed, path, claim.value) || !fits(changed)) {
                lose(path, claim, "its value does not fit the schema of this result");
                continue;
            }
            value = std::move(changed);
            winner = &claim;
            is_given |= path == field_.path;
            note(path, claim.by);
            use(state_, *claim.lever);
        }
        return winner != nullptr;
    }

    bool put(Value& whole, std::string_view path, const Value& leaf) const {
        if (path.size() == field_.path.size()) {
            whole = leaf;
            return true;
        }
        return put_below(whole, split_path(path.substr(field_.path.size() + 1)), leaf);
    }

    bool fits(const Value& whole) const {
        if (whole.is_null() && field_.nullable) return true;
        return !schema_.compiled ||
               schema::judge(*schema_.compiled, whole) != schema::Verdict::Invalid;
    }

    Value& part(std::string_view path) {
        if (!made.parts.is_object()) made.parts = Value::object();
        Value* found = made.parts.find_mutable(path);
        return found != nullptr ? *found : made.parts.set(path, Value::object());
    }

    void note(std::string_view path, const std::string& by) {
        if (path.size() == field_.path.size()) {
            made.by = by;
        } else {
            part(path).set("by", by);
        }
    }

    void lose(const std::string& path, const Claim& claim, const std::string& why) {
        Value& of = part(path);
        Value* lost = of.find_mutable("lost");
        if (lost == nullptr) lost = &of.set("lost", Value::array());
        lost->push_back(Value::object({{"by", claim.by}, {"why", why}}));
    }

    State& state_;
    const pack::Field& field_;
    const pack::FieldSchema& schema_;
    std::vector<std::string> pinned_;
};

// All results of an operation get the same value, unless the field is unique.
base::Result<Value> draw_example(const Turn& turn, const pack::Field& field,
                                 const pack::FieldSchema& schema, std::string_view operation,
                                 std::uint64_t sequence) {
    std::string key = std::string(operation) + "/" + field.path;
    pack::ExampleOptions options;
    options.seed = turn.seed;
    options.key = key;
    options.drawn = true;
    if (field.unique) options.sequence = sequence;
    const bool is_kept = !field.unique && turn.memo != nullptr;
    if (is_kept) {
        if (const Value* known = turn.memo->example(key, schema.written, turn.seed)) return *known;
    }
    Value drawn = TRY(pack::make_example(schema, options));
    if (is_kept) turn.memo->keep_example(std::move(key), schema.written, turn.seed, drawn);
    return drawn;
}

base::Result<void> check_result(const pack::FieldSchema& schema, const Value& value,
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

base::Result<FromOutside> Doing::produce(const pack::Field& field, const pack::FieldSchema& schema,
                                         const Sought& call, const json::Value& started_by,
                                         std::uint64_t sequence) {
    const ForcedValues forced = forced_for(turn_.chosen, started_by, call, field);
    std::vector<Claims> claims;
    if (has_exogenous_levers()) {
        const std::string_view buckets[] = {call.operation, call.named};
        claims = claims_to(state_, buckets, call, field.path);
    }
    Producing producing(state_, field, schema);
    std::size_t next = 0;
    if (!claims.empty() && claims.front().path == field.path) {
        producing.rule(claims[next++], forced);
    }
    const bool nobody = forced.values.empty() && claims.empty();
    const bool whole = producing.is_given || forced.covers(field.path);
    if (!whole && !(field.empty && nobody) && !schema.written.is_null()) {
        producing.value = TRY(draw_example(turn_, field, schema, call.operation, sequence));
    }
    for (; next < claims.size(); ++next) producing.rule(claims[next], forced);
    producing.force(forced);
    const bool may_be_null = nobody || field.nullable;
    if (!producing.value.is_null() || !may_be_null) {
        TRY_VOID(check_result(schema, producing.value, field.path, call.operation));
    }
    producing.made.value = std::move(producing.value);
    return std::move(producing.made);
}

bool Doing::has_exogenous_levers() const {
    return state_.has_levers(Lever::Kind::Pin) || state_.has_levers(Lever::Kind::Tape);
}

}  // namespace understudy::world
