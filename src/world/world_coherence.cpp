// Contradictions in what testers have scripted, by the statements of the pack. Only ever a warning:
// nothing here refuses, changes or delays an answer.
//
// What was found stands in one note of the state, with the mode where it was changed, so that forks
// and snapshots have it and a reset forgets it.
#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/script.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

constexpr std::string_view kNote = "coherence";
constexpr std::size_t kMostWarnings = 1'000;
constexpr std::uint64_t kSteps = 1'000'000;  // for one statement

Value list_in(const Value& note) {
    const Value* warnings = note.find("warnings");
    return warnings != nullptr && warnings->is_array() ? *warnings : Value::array();
}

// One warning is known by its statement and the object it is about.
bool is_same(const Value& a, const Value& b) {
    const auto equal = [&](std::string_view name) {
        const Value* one = a.find(name);
        const Value* other = b.find(name);
        return one != nullptr && other != nullptr ? json::equivalent(*one, *other) : one == other;
    };
    return equal("rule") && equal("of");
}

Value part_json(std::string_view kind, std::string_view id) {
    return Value::object({{"kind", kind}, {"id", id}});
}

// The warnings while they are brought up to date.
class Found {
public:
    Found(State& state, Outcome& outcome)
        : state_(state), outcome_(outcome), note_(state.note(kNote).value_or(Value::object())) {
        warnings_ = list_in(note_);
    }

    void holds(const pack::Coherence& rule, const Value& of) {
        const Value none = Value::object({{"rule", rule.id}, {"of", of}});
        for (std::size_t i = warnings_.size(); i-- > 0;) {
            if (!is_same(warnings_[i], none)) continue;
            warnings_.erase(i);
            changed_ = true;
        }
    }

    void fails(const pack::Coherence& rule, const Value& of, std::string message, Value parts) {
        Value warning = Value::object({{"code", "incoherent"},
                                       {"rule", rule.id},
                                       {"message", std::move(message)},
                                       {"parts", std::move(parts)},
                                       {"first_seen", base::to_rfc3339(state_.now())},
                                       {"of", of}});
        for (Value& known : warnings_.mutable_items()) {
            if (!is_same(known, warning)) continue;
            const Value* before = known.find("parts");
            if (before != nullptr && json::equivalent(*before, *warning.find("parts"))) return;
            known.set("parts", *warning.find("parts"));
            changed_ = true;
            return;
        }
        if (warnings_.size() == kMostWarnings) return;
        changed_ = true;
        outcome_.contradictions.push_back(warning);
        warnings_.push_back(std::move(warning));
    }

    void keep() {
        if (!changed_) return;
        if (warnings_.size() == 0) {
            note_.erase("warnings");
        } else {
            note_.set("warnings", warnings_);
        }
        state_.set_note(kNote, note_.size() == 0 ? Value() : note_);
    }

private:
    State& state_;
    Outcome& outcome_;
    Value note_;
    Value warnings_;
    bool changed_ = false;
};

// Evaluates statements, each with an allowance of its own.
class Judge {
public:
    explicit Judge(const World::Engine& engine) : engine_(engine) {}

    // A statement that cannot be evaluated says nothing.
    bool is_false(const pack::Coherence& rule, const std::vector<const ScriptPart*>& parts) const {
        Allowance allowance{kSteps};
        const Eyes eyes(*engine_.pack, engine_.state, engine_.config, allowance);
        expr::Env env = eyes.env();
        set_script(env, parts);
        return fails(rule, env);
    }
    bool is_false(const pack::Coherence& rule, const ObjectPtr& object) const {
        Allowance allowance{kSteps};
        const Eyes eyes(*engine_.pack, engine_.state, engine_.config, allowance);
        return fails(rule, eyes.env_of(object));
    }

    // The fewest parts under which the statement is still false (QuickXplain).
    std::vector<const ScriptPart*> conflict(const pack::Coherence& rule,
                                            const std::vector<const ScriptPart*>& all) const {
        return explain(rule, {}, false, all);
    }

private:
    using Parts = std::vector<const ScriptPart*>;

    static bool fails(const pack::Coherence& rule, const expr::Env& env) {
        const auto holds = expr::evaluate_bool(rule.is, env, {.steps = kSteps});
        return holds && !*holds;
    }

    static Parts joined(Parts a, const Parts& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    }

    Parts explain(const pack::Coherence& rule, const Parts& background, bool grew,
                  const Parts& parts) const {
        if (grew && is_false(rule, background)) return {};
        if (parts.size() <= 1) return parts;
        const auto half = parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2);
        const Parts left(parts.begin(), half), right(half, parts.end());
        const Parts of_right = explain(rule, joined(background, left), !left.empty(), right);
        const Parts of_left = explain(rule, joined(background, of_right), !of_right.empty(), left);
        return joined(of_left, of_right);
    }

    const World::Engine& engine_;
};

// What testers had to do with an object: pins and tapes in it, and whether it was seeded.
Value parts_of(const Object& object) {
    Value parts = Value::array();
    const auto add = [&](std::string_view by) {
        const std::string_view id = by.substr(0, by.find('#'));
        for (const Lever::Kind kind : {Lever::Kind::Pin, Lever::Kind::Tape}) {
            if (!number_in(id, kind)) continue;
            Value part = part_json(kind == Lever::Kind::Pin ? "pin" : "tape", id);
            const auto known = parts.items();
            if (std::find(known.begin(), known.end(), part) == known.end()) {
                parts.push_back(std::move(part));
            }
        }
    };
    for (const Bound& bound : object.bound) {
        add(bound.by.view());
        for (const json::Member& member :
             bound.parts.is_object() ? bound.parts.members() : std::span<const json::Member>()) {
            const Value* by = member.value.find("by");
            if (by != nullptr && by->is_string()) add(by->as_string());
        }
    }
    const auto& origins = object.origins;
    if (std::find(origins.begin(), origins.end(), Origin::Seed) != origins.end()) {
        parts.push_back(part_json("seed", key_of(object.id)));
    }
    return parts;
}

Value name_of_object(const pack::Pack& pack, const Object& object) {
    return Value::object({{"resource", pack.resources[object.resource].name}, {"id", object.id}});
}

void review_object(const World::Engine& engine, const ObjectPtr& object, Found& found) {
    const pack::Pack& pack = *engine.pack;
    const Judge judge(engine);
    for (const pack::Coherence& rule : pack.coherence) {
        if (rule.of != object->resource) continue;
        const Value of = name_of_object(pack, *object);
        if (object->deleted || !judge.is_false(rule, object)) {
            found.holds(rule, of);
            continue;
        }
        const std::string whose =
            " (" + pack.resources[object->resource].singular + " " + key_of(object->id) + ")";
        found.fails(rule, of, rule.says + whose, parts_of(*object));
    }
}

void review_script(const World::Engine& engine, Found& found) {
    const pack::Pack& pack = *engine.pack;
    const Judge judge(engine);
    for (const pack::Coherence& rule : pack.coherence) {
        if (rule.of != kNone) continue;
        const auto names = rule.is.names_read();
        const bool seeds = std::find(names.begin(), names.end(), "seeds") != names.end();
        const std::vector<ScriptPart> script = script_of(pack, engine.state, seeds);
        std::vector<const ScriptPart*> all;
        for (const ScriptPart& part : script) all.push_back(&part);
        if (!judge.is_false(rule, all)) {
            found.holds(rule, Value());
            continue;
        }
        Value parts = Value::array();
        for (const ScriptPart* part : judge.conflict(rule, all)) {
            parts.push_back(part_json(part->kind, part->id));
        }
        found.fails(rule, Value(), rule.says, std::move(parts));
    }
}

Value without_of(Value warning) {
    warning.erase("of");
    return warning;
}

bool is_about(const Value& warning, const Object& object, const pack::Pack& pack) {
    const Value* of = warning.find("of");
    if (of != nullptr && json::equivalent(*of, name_of_object(pack, object))) return true;
    const Value* parts = warning.find("parts");
    if (parts == nullptr || !parts->is_array()) return false;
    const Value own = parts_of(object);
    return std::any_of(own.items().begin(), own.items().end(), [&](const Value& part) {
        return std::any_of(parts->items().begin(), parts->items().end(),
                           [&](const Value& other) { return json::equivalent(part, other); });
    });
}

bool names_lever(const Value& warning, std::string_view by) {
    const Value* parts = warning.find("parts");
    if (by.empty() || parts == nullptr || !parts->is_array()) return false;
    const std::string_view id = by.substr(0, by.find('#'));
    return std::any_of(parts->items().begin(), parts->items().end(), [&](const Value& part) {
        const Value* own = part.find("id");
        return own != nullptr && own->is_string() && own->as_string() == id;
    });
}

}  // namespace

bool World::Engine::warns() const {
    return !pack->coherence.empty() && is_to_warn();
}

bool World::Engine::is_to_warn() const {
    if (const auto note = state.note(kNote)) {
        const Value* set = note->find("mode");
        if (set != nullptr && set->is_string()) return set->as_string() == "warn";
    }
    return definition.warns;
}

Outcome World::Engine::set_coherence(const SetCoherence& set) {
    Value note = state.note(kNote).value_or(Value::object());
    note.set("mode", set.warns ? "warn" : "off");
    if (!set.warns) note.erase("warnings");
    state.set_note(kNote, std::move(note));
    state.settle();
    Outcome outcome;
    outcome.result = Value::object({{"mode", set.warns ? "warn" : "off"}});
    return outcome;
}

void World::Engine::review(const std::vector<ObjectPtr>& touched, Outcome& outcome) {
    Found found(state, outcome);
    Allowance allowance;
    const Eyes eyes(*pack, state, config, allowance);
    std::vector<ObjectPtr> objects;
    const auto add = [&](const ObjectPtr& object) {
        if (!object) return;
        // As it is now: it may have been written more than once.
        const ObjectPtr now = state.find(object->resource, key_of(object->id));
        if (now && std::find(objects.begin(), objects.end(), now) == objects.end()) {
            objects.push_back(now);
        }
    };
    for (const ObjectPtr& object : touched) {
        add(object);
        // An aggregate of what it names may have changed with it.
        const std::vector<pack::Field>& fields = pack->resources[object->resource].fields;
        for (Index i = 0; i < fields.size(); ++i) {
            if (fields[i].ref != kNone) add(eyes.follow(*object, i));
        }
    }
    for (const ObjectPtr& object : objects) review_object(*this, object, found);
    found.keep();
    state.settle();
}

void World::Engine::review_all(Outcome& outcome) {
    Found found(state, outcome);
    review_script(*this, found);
    for (const pack::Coherence& rule : pack->coherence) {
        if (rule.of == kNone) continue;
        state.each(rule.of, [&](const ObjectPtr& object) {
            review_object(*this, object, found);
            return true;
        });
    }
    found.keep();
    state.settle();
}

void World::Engine::tell(Outcome& outcome) {
    if (!warns()) return;
    review_all(outcome);
    if (outcome.contradictions.empty() || !outcome.result.is_object()) return;
    Value* warnings = outcome.result.find_mutable("warnings");
    if (warnings == nullptr) warnings = &outcome.result.set("warnings", Value::array());
    for (const Value& warning : outcome.contradictions) warnings->push_back(without_of(warning));
}

void World::Engine::warn_in(Entry& entry) const {
    if (!warns()) return;
    const auto note = state.note(kNote);
    if (!note) return;
    for (const Value& warning : list_in(*note).items()) {
        const bool affected =
            std::any_of(
                entry.account.parts.begin(), entry.account.parts.end(),
                [&](const ShownPart& part) { return is_about(warning, *part.object, *pack); }) ||
            std::any_of(entry.account.loose.begin(), entry.account.loose.end(),
                        [&](const Loose& loose) { return names_lever(warning, loose.by); }) ||
            (entry.struck && names_lever(warning, entry.struck->id));
        if (!affected) continue;
        const Value* message = warning.find("message");
        entry.warnings.push_back({"incoherent", message != nullptr && message->is_string()
                                                    ? std::string(message->as_string())
                                                    : std::string()});
    }
}

bool World::warns() const {
    return engine_->is_to_warn();
}

std::vector<Value> World::contradictions() const {
    std::vector<Value> records;
    if (!engine_->warns()) return records;
    if (const auto note = engine_->state.note(kNote)) {
        for (const Value& warning : list_in(*note).items()) records.push_back(without_of(warning));
    }
    return records;
}

}  // namespace understudy::world
