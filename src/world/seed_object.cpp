// One seeded object around its leaves: the id, the state, and the pack's defaults for whatever is
// left out.
#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "json/write.hpp"
#include "pack/example.hpp"
#include "schema/compile.hpp"
#include "world/impl/seeding.hpp"
#include "world/impl/stored_instant.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

void put(Object& object, Index field, json::Value value, Origin origin) {
    object.values[field] = std::move(value);
    object.origins[field] = origin;
}

std::string_view class_of(pack::Draw draw) {
    switch (draw) {
        case pack::Draw::Base62: return "[a-zA-Z0-9]+";
        case pack::Draw::Hex: return "[0-9a-f]+";
        case pack::Draw::Digits:
        case pack::Draw::Sequence: return "[0-9]+";
        case pack::Draw::Base64: return "[a-zA-Z0-9+/=]+";
        case pack::Draw::Uuid: return "[0-9a-f-]+";
        case pack::Draw::Ulid: return "[0-9A-HJKMNP-TV-Z]+";
    }
    return ".+";
}

// The names states are shown by.
std::vector<std::string> words_of(const pack::Resource& kind) {
    std::vector<std::string> words;
    const std::vector<std::string>& states = kind.lifecycle->states;
    for (pack::State state = 1; state < states.size(); ++state) {
        std::string shown = states[state];
        if (kind.state_field != kNone) {
            for (const auto& [name, printed] : kind.fields[kind.state_field].words) {
                if (name == states[state]) shown = printed;
            }
        }
        words.push_back(std::move(shown));
    }
    return words;
}

}  // namespace

std::string regex_of(const pack::Pattern& pattern) {
    std::string text = "^";
    for (const pack::PatternPart& part : pattern.parts) {
        if (part.hole) {
            text += part.hole->expression ? std::string_view(".+") : class_of(part.hole->draw);
            continue;
        }
        for (const char c : part.text) {
            if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) text += '\\';
            text += c;
        }
    }
    return text + "$";
}

Seeding::Seeding(const pack::Pack& pack, State& state, const json::Value& config,
                 std::uint64_t seed, Index resource)
    : pack_(pack),
      state_(state),
      config_(config),
      seed_(seed),
      resource_(resource),
      kind_(pack.resources[resource]) {}

// `input` reads as the object does: defaults were written for calls that give the same fields.
expr::Env Seeding::env_of(const Eyes& eyes, const Object& object) const {
    const auto draft = std::make_shared<const Object>(object);
    expr::Env env = eyes.env_of(draft);
    env.set(slot(Name::Input), eyes.see(draft));
    return env;
}

Seeding::Problem Seeding::take_id(Object& object, std::vector<Leaf>& leaves,
                                  const json::Pointer& place) const {
    const auto given = std::find_if(leaves.begin(), leaves.end(),
                                    [&](const Leaf& leaf) { return leaf.field == kind_.id_field; });
    const bool is_given = given != leaves.end();
    const json::Pointer at =
        is_given ? given->place
                 : place / (kind_.id_field == kNone ? std::string("id")
                                                    : kind_.fields[kind_.id_field].path);
    if (is_given) object.id = given->value;
    if (!kind_.id) {
        // The only one of its kind is called what its kind is called.
        if (!is_given) object.id = json::Value(kind_.singular);
        if (object.id != json::Value(kind_.singular)) {
            return refused(422, "invalid_seed_id",
                           "the id of the only one of " + kind_.name + " is '" + kind_.singular +
                               "', not " + json::write(object.id),
                           at.to_text(), "leave it out");
        }
    } else if (!is_given) {
        return refused(422, "incomplete_seed", "an object of " + kind_.name + " needs an id",
                       at.to_text(), "ids look like " + regex_of(*kind_.id));
    } else {
        const bool counts = kind_.id->is_one_hole() && !kind_.id->parts.front().hole->expression &&
                            kind_.id->parts.front().hole->draw == pack::Draw::Sequence;
        const auto number = object.id.is_number() ? object.id.to_int64() : std::nullopt;
        const bool fits =
            counts ? number && *number > 0
                   : object.id.is_string() && pack::could_make(*kind_.id, object.id.as_string());
        if (!fits) {
            return refused(422, "invalid_seed_id",
                           "the id " + json::write(object.id) + " does not fit " + kind_.name +
                               ": " + (counts ? "a number from 1 on" : regex_of(*kind_.id)),
                           at.to_text());
        }
        if (counts) object.id = json::Value(*number);
    }
    if (state_.find(resource_, key_of(object.id))) {
        const bool in_batch = std::find(ids_.begin(), ids_.end(), object.id) != ids_.end();
        return refused(409, "duplicate_seed_id",
                       kind_.name + " " + json::write(object.id) +
                           (in_batch ? " is twice in the batch" : " exists already"),
                       at.to_text(), "nothing was inserted");
    }
    if (kind_.id_field != kNone) put(object, kind_.id_field, object.id, Origin::Seed);
    if (is_given) leaves.erase(given);
    return std::nullopt;
}

Seeding::Problem Seeding::take_state(Object& object, const std::vector<Leaf>& leaves) const {
    for (const Leaf& leaf : leaves) {
        if (leaf.field != kind_.state_field) continue;
        const std::string text =
            leaf.value.is_string() ? std::string(leaf.value.as_string()) : json::write(leaf.value);
        const std::vector<std::string> words = words_of(kind_);
        for (pack::State state = 1; state < kind_.lifecycle->states.size(); ++state) {
            if (text != words[state - 1] && text != kind_.lifecycle->states[state]) continue;
            object.state = state;
            put(object, leaf.field, json::Value(kind_.lifecycle->states[state]), Origin::Seed);
            return std::nullopt;
        }
        return invalid(kind_.fields[leaf.field], "there is no state " + base::quoted(text),
                       leaf.place, nearest_hint(text, words));
    }
    return std::nullopt;
}

Seeding::Problem Seeding::incomplete(const pack::Field& field, const json::Pointer& place,
                                     std::string hint) const {
    json::Pointer at = place;
    for (const std::string& segment : field.segments) at.push(segment);
    return refused(422, "incomplete_seed", kind_.name + "." + field.path + " is not given",
                   at.to_text(), std::move(hint));
}

Seeding::Problem Seeding::fill_in(Object& object, const json::Pointer& place) {
    Allowance allowance;
    const Eyes eyes(pack_, state_, config_, allowance);
    for (Index i = 0; i < kind_.fields.size(); ++i) {
        const pack::Field& field = kind_.fields[i];
        if (!field.is_stored() || field.has_star() || object.has(i)) continue;
        if (i == kind_.id_field || i == kind_.state_field) continue;
        switch (field.from) {
            case From::Input:
            case From::Moves: {
                const auto& shape = field.from == From::Input ? field.standard : field.init;
                const bool needed =
                    field.from == From::Input && (field.required || i == kind_.parent_field);
                if (shape) {
                    auto value = eyes.build(*shape, env_of(eyes, object));
                    if (!value) {
                        return incomplete(field, place,
                                          "its default is worked out from a call: give it a value");
                    }
                    if (*value) {
                        const bool is_time = field.as != pack::TimeForm::None;
                        put(object, i, is_time ? stored_instant(field.as, **value) : **value,
                            Origin::Seed);
                        break;
                    }
                }
                if (field.nullable) {
                    put(object, i, json::Value(), Origin::Seed);
                } else if (needed) {
                    return incomplete(field, place, "it is required and has no default");
                }
                break;
            }
            case From::Clock:
                if (field.on.empty()) {
                    put(object, i, json::Value(base::to_rfc3339(state_.now())), Origin::Seed);
                } else if (field.nullable) {
                    put(object, i, json::Value(), Origin::Seed);
                }
                break;
            case From::Id:
                if (field.pattern) {
                    const pack::Drawing drawing{seed_, kind_.name, field.path, object.sequence,
                                                state_.now()};
                    auto drawn = eyes.fill(*field.pattern, env_of(eyes, object), drawing);
                    if (drawn && *drawn) put(object, i, std::move(**drawn), Origin::Seed);
                }
                break;
            case From::Exogenous:
                if (field.before) {
                    put(object, i, *field.before, Origin::Before);
                } else if (field.nullable || field.empty) {
                    put(object, i, json::Value(), Origin::Before);
                } else if (field.binds.empty() && !field.schema.written.is_null()) {
                    // Nobody scripted it, and a call would never have left it out.
                    const std::string key = kind_.name + "/" + field.path;
                    pack::ExampleOptions options;
                    options.seed = seed_;
                    options.key = key;
                    options.drawn = true;
                    if (field.unique) options.sequence = object.sequence;
                    auto value = pack::make_example(field.schema, options);
                    if (value) put(object, i, std::move(*value), Origin::Synth);
                }
                break;
            default: break;
        }
    }
    return std::nullopt;
}

// The state it would begin in, where none is given.
Seeding::Problem Seeding::start(Object& object) {
    if (!kind_.lifecycle || object.state != pack::kNothing) return std::nullopt;
    Allowance allowance;
    const Eyes eyes(pack_, state_, config_, allowance);
    const pack::Start* chosen = nullptr;
    for (const pack::Choice<pack::Start>& choice : kind_.lifecycle->start) {
        if (choice.when) {
            const auto holds = eyes.holds(*choice.when, env_of(eyes, object));
            if (!holds || !*holds) continue;
        }
        chosen = &choice.what;
        break;
    }
    if (chosen == nullptr) {
        const std::string hint = "states are: " + base::join(words_of(kind_), ", ");
        if (kind_.state_field == kNone) return std::nullopt;
        return incomplete(kind_.fields[kind_.state_field], {}, hint);
    }
    object.state = chosen->state;
    if (kind_.state_field != kNone) {
        put(object, kind_.state_field, json::Value(kind_.lifecycle->states[chosen->state]),
            Origin::Seed);
    }
    return std::nullopt;
}

// Fields whose schema is data: the task of a run carries the schema of its input.
Seeding::Problem Seeding::check_by_data(const Object& object, const std::vector<Leaf>& leaves) {
    for (const Leaf& leaf : leaves) {
        const pack::Field& field = kind_.fields[leaf.field];
        if (!field.schema_from || leaf.value.is_null()) continue;
        Allowance allowance;
        const Eyes eyes(pack_, state_, config_, allowance);
        const auto written = eyes.evaluate(*field.schema_from, env_of(eyes, object));
        if (!written || !*written || (*written)->is_null()) continue;
        schema::CompileOptions small;
        small.limits.nodes = 10'000;
        small.limits.depth = 100;
        const auto compiled = schema::compile(**written, small);
        if (!compiled) {
            return invalid(field, "its schema cannot be used: " + base::message(compiled.error()),
                           leaf.place);
        }
        if (auto problem = check_schema(field, *compiled, leaf.value, leaf.place)) return problem;
    }
    return std::nullopt;
}

Seeding::Problem Seeding::check_unique(const Object& object, const json::Pointer& place) const {
    for (const pack::Unique& unique : kind_.unique) {
        std::vector<json::Value> values;
        for (const Index field : unique.fields) values.push_back(object.values[field]);
        const bool complete = std::none_of(values.begin(), values.end(),
                                           [](const json::Value& one) { return one.is_null(); });
        if (!complete) continue;
        const ObjectPtr other = state_.find_by(resource_, unique.fields, values);
        if (!other) continue;
        const pack::Field& last = kind_.fields[unique.fields.back()];
        json::Pointer at = place;
        for (const std::string& segment : last.segments) at.push(segment);
        return invalid(last, json::write(values.back()) + " is that of " + key_of(other->id), at,
                       "no two of " + kind_.name + " have the same");
    }
    return std::nullopt;
}

std::optional<Refused> Seeding::insert(const json::Value& given, const json::Pointer& place) {
    if (!given.is_object()) {
        return refused(422, "invalid_request", "an object of " + kind_.name + " is a map",
                       place.to_text());
    }
    std::vector<Leaf> leaves;
    if (auto problem = take(given, "", place, leaves)) return problem;
    Object object;
    object.resource = resource_;
    object.values.resize(kind_.fields.size());
    object.origins.resize(kind_.fields.size(), Origin::Absent);
    if (auto problem = take_id(object, leaves, place)) return problem;
    if (kind_.lifecycle) {
        if (auto problem = take_state(object, leaves)) return problem;
    }
    for (Leaf& leaf : leaves) {
        if (leaf.field == kind_.state_field) continue;
        if (auto problem = check(leaf)) return problem;
        if (!kind_.fields[leaf.field].is_stored()) continue;
        put(object, leaf.field, leaf.value, Origin::Seed);
    }
    object.sequence = state_.next(kind_.name);
    if (auto problem = fill_in(object, place)) return problem;
    if (auto problem = start(object)) {
        problem->field = place.to_text() + problem->field;
        return problem;
    }
    if (auto problem = check_by_data(object, leaves)) return problem;
    if (auto problem = check_unique(object, place)) return problem;
    object.version = state_.next("$write");
    ids_.push_back(object.id);
    state_.put(std::make_shared<const Object>(std::move(object)));
    return std::nullopt;
}

}  // namespace understudy::world
