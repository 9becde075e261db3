// Data and precondition of world events, checked before anything happens.
#include "world/impl/cause.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"
#include "schema/check.hpp"
#include "world/impl/schema_place.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

NotReady wrong_data(std::string why, std::string field, std::string hint = {}) {
    return {422, "invalid_event_data", std::move(why), std::move(field), std::move(hint)};
}

std::optional<NotReady> check_param(const State& state, const pack::Pack& pack,
                                    const pack::Param& param, const json::Value* value) {
    const std::string pointer = "/data/" + param.name;
    if (value == nullptr) {
        if (!param.required) return std::nullopt;
        return wrong_data("data has no '" + param.name + "'", pointer, "it is required");
    }
    if (param.schema.compiled) {
        const schema::Outcome outcome = schema::check(*param.schema.compiled, *value);
        if (outcome.verdict == schema::Verdict::Invalid && !outcome.violations.empty()) {
            const schema::Violation& violation = outcome.violations.front();
            return wrong_data(param.name + ": " + why_invalid(violation),
                              pointer + violation.instance_path.to_text(),
                              violation.keyword + ": " + json::write(violation.demanded));
        }
    }
    if (param.ref != kNone && !value->is_null()) {
        const bool id = value->is_string() || value->is_number();
        const ObjectPtr object = id ? state.find(param.ref, key_of(*value)) : nullptr;
        if (!object || object->deleted) {
            return wrong_data(
                "there is no " + pack.resources[param.ref].singular + " " + json::write(*value),
                pointer);
        }
    }
    return std::nullopt;
}

std::optional<NotReady> check_data(const State& state, const pack::Pack& pack,
                                   const pack::Cause& cause, const json::Value& data) {
    if (!data.is_object()) {
        return wrong_data("data must be an object", "/data");
    }
    std::vector<std::string> known;
    for (const pack::Param& param : cause.data) known.push_back(param.name);
    for (const json::Member& member : data.members()) {
        if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
        const std::string nearest = base::nearest(member.key(), known);
        return wrong_data("'" + cause.event + "' takes no '" + std::string(member.key()) + "'",
                          "/data" + (json::Pointer() / member.key()).to_text(),
                          nearest.empty() ? "" : "did you mean '" + nearest + "'?");
    }
    for (const pack::Param& param : cause.data) {
        if (auto wrong = check_param(state, pack, param, data.find(param.name))) return wrong;
    }
    return std::nullopt;
}

// The operands of a condition that is all `&&`, as they are written.
std::vector<std::string_view> operands(std::string_view text) {
    std::vector<std::string_view> parts;
    int depth = 0;
    char quote = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == '\\') ++i;
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            --depth;
        } else if (depth == 0 && text.substr(i, 2) == "&&") {
            parts.push_back(base::trim(text.substr(begin, i - begin)));
            begin = ++i + 1;
        }
    }
    parts.push_back(base::trim(text.substr(begin)));
    return parts;
}

// What of the condition does not hold, with the values found.
std::string what_fails(const expr::Program& condition, const expr::Env& env) {
    expr::Trace trace;
    static_cast<void>(expr::evaluate_bool(condition, env, {}, &trace).has_value());
    std::string_view part = condition.text();
    for (const expr::Branch& branch : trace.branches) {
        const bool whole = branch.begin == 0 && branch.end == condition.text().size();
        if (branch.kind != expr::BranchKind::And || !whole) continue;
        const auto all = operands(condition.text());
        if (branch.taken < all.size()) part = all[branch.taken];
    }
    std::string found;
    for (const expr::Read& read : trace.reads) {
        if (part.find(read.path) == std::string_view::npos) continue;
        if (!found.empty()) found += ", ";
        found += read.path + " is " + (read.found ? json::write(read.value) : "not there");
    }
    return "`" + std::string(part) + "` does not hold" + (found.empty() ? "" : " (" + found + ")");
}

// Data with its defaults.
base::Result<json::Value> complete(const Eyes& eyes, const pack::Cause& cause, json::Value data) {
    for (const pack::Param& param : cause.data) {
        if (data.has(param.name) || !param.standard) continue;
        expr::Env env = eyes.env();
        env.set(slot(Name::Data), expr::Given::own(data));
        if (auto value = TRY(eyes.build(*param.standard, env))) {
            data.set(param.name, std::move(*value));
        }
    }
    return data;
}

// The object that is moved: `of`, or the member of data with its singular name.
base::Result<ObjectPtr> object_of(const Eyes& eyes, const pack::Cause& cause, Index resource,
                                  const json::Value& data) {
    json::Value id;
    if (cause.of) {
        expr::Env env = eyes.env();
        env.set(slot(Name::Data), data);
        Eyes::Referred referred = TRY(eyes.refer(*cause.of, env));
        if (referred.object) return referred.object;
        if (referred.value) id = *referred.value;
    } else if (const json::Value* member = data.find(eyes.pack().resources[resource].singular)) {
        id = *member;
    }
    if (!id.is_string() && !id.is_number()) return ObjectPtr();
    return eyes.state().find(resource, key_of(id));
}

}  // namespace

NotReady not_ready(std::string why) {
    return {409, "precondition_failed", std::move(why)};
}

std::vector<MoveAt> moves_of_event(const pack::Pack& pack, std::string_view event) {
    std::vector<MoveAt> found;
    for (const MoveAt at : all_moves(pack)) {
        const pack::Move& move = move_at(pack, at);
        if (move.cause && move.cause->event == event) found.push_back(at);
    }
    return found;
}

std::string wanted_states(const pack::Pack& pack, MoveAt at) {
    const pack::Move& move = move_at(pack, at);
    const std::vector<std::string>& states = pack.resources[at.resource].lifecycle->states;
    std::vector<std::string> wanted;
    bool all = true;
    for (pack::State state = pack::kNothing + 1; state < states.size(); ++state) {
        const bool may = state < move.from.size() && move.from[state];
        all &= may;
        if (may) wanted.push_back(states[state]);
    }
    return all ? std::string() : base::join(wanted, " or ");
}

std::variant<Readied, NotReady> ready(Turn& turn, MoveAt at, const json::Value& given) {
    const Eyes& eyes = turn.eyes;
    const pack::Pack& pack = eyes.pack();
    const pack::Resource& resource = pack.resources[at.resource];
    const pack::Move& move = move_at(pack, at);
    if (auto wrong = check_data(turn.state, pack, *move.cause, given)) return std::move(*wrong);
    auto data = complete(eyes, *move.cause, given);
    if (!data) return not_ready(base::message(data.error()));
    auto object = object_of(eyes, *move.cause, at.resource, *data);
    if (!object) return not_ready(base::message(object.error()));
    const bool brings_forth = move.from[pack::kNothing];
    if (!*object && resource.one && !brings_forth) {
        auto only = single(turn, at.resource);
        if (only) object = std::move(only);
    }
    if (brings_forth) object = ObjectPtr();
    if ((!*object && !brings_forth) || (*object && (*object)->deleted)) {
        return wrong_data("data names no " + resource.singular + " that exists", "/data");
    }
    if (*object && !move.from[(*object)->state]) {
        const std::string wanted = wanted_states(pack, at);
        return not_ready(resource.singular + " " + key_of((*object)->id) + " is " +
                         resource.lifecycle->states[(*object)->state] +
                         (wanted.empty() ? "" : ", not " + wanted));
    }
    if (move.cause->when) {
        expr::Env env = eyes.env();
        env.set(slot(Name::It), eyes.see(*object));
        env.set(slot(Name::Data), *data);
        const auto holds = eyes.holds(*move.cause->when, env);
        if (!holds) return not_ready(base::message(holds.error()));
        if (!*holds) return not_ready(what_fails(*move.cause->when, env));
    }
    return Readied{std::move(*data), std::move(*object)};
}

std::optional<NotReady> make_happen(Turn& turn, MoveAt at, const Readied& readied) {
    const pack::Pack& pack = turn.eyes.pack();
    const pack::Move& move = move_at(pack, at);
    turn.set_off_by =
        json::Value::object({{"operation", move.cause->event}, {"input", readied.data}});
    const Trouble trouble = trigger(turn, move, at.resource, readied.object, readied.data);
    if (const auto* refusal = std::get_if<Refusal>(&trouble)) {
        const Index code = refusal->use.code;
        return not_ready(code == kNone ? "it was refused"
                                       : "it was refused: " + pack.errors.codes[code].name);
    }
    if (const auto* error = std::get_if<base::Error>(&trouble)) {
        return not_ready(base::message(*error));
    }
    return std::nullopt;
}

}  // namespace understudy::world
