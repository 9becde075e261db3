// New objects: id and other draws, input, defaults, the clock, the start state and what it emits.
// Also the objects nobody asked for by name: those of magic tokens, and the one of its kind.
#include <algorithm>

#include "base/text.hpp"
#include "world/code.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/signing.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;

namespace {

// An operation may give the new object its id (`with: { id: params.id }`): the caller names it.
const json::Value* id_asked_for(const pack::Resource& kind,
                                const std::vector<Request::Given>& given) {
    for (const Request::Given& each : given) {
        const bool is_text = each.value.is_string() && !each.value.as_string().empty();
        if (each.field == kind.id_field && is_text) return &each.value;
    }
    return nullptr;
}

// Is so much of an id drawn that no two are ever the same?
bool is_long(const pack::Pattern& pattern) {
    constexpr unsigned kEnough = 96;  // bits
    unsigned bits = 0;
    for (const pack::PatternPart& part : pattern.parts) {
        if (!part.hole || part.hole->expression) continue;
        switch (part.hole->draw) {
            case pack::Draw::Base62: bits += part.hole->length * 5; break;
            case pack::Draw::Hex: bits += part.hole->length * 4; break;
            case pack::Draw::Digits: bits += part.hole->length * 3; break;
            case pack::Draw::Base64: bits += part.hole->length * 8; break;
            case pack::Draw::Uuid: bits += 122; break;
            case pack::Draw::Ulid: bits += 80; break;
            case pack::Draw::Sequence: break;
        }
    }
    return bits >= kEnough;
}

}  // namespace

// Has an object of this resource the id that was just drawn for another?
bool Doing::is_taken(Index index, const json::Value& id) const {
    if (is_long(*resource(index).id) && !state_.has_given_ids(index)) return false;
    return state_.find(index, key_of(id)) != nullptr;
}

const expr::Env& Doing::names_before(const Making& making, std::optional<expr::Env>& env) const {
    if (!env) {
        env = names_of(making.request, nullptr);
        env->set(pack::slot(pack::Name::Parent), eyes_.see(making.parent));
    }
    return *env;
}

base::Result<void> Doing::draw_id(Object& object, const Making& making,
                                  std::optional<expr::Env>& env) {
    const pack::Resource& kind = resource(making.resource);
    object.sequence = state_.next(kind.name);
    if (making.id) {
        object.id = *making.id;
        object.is_drawn = making.is_drawn && kind.id && is_long(*kind.id);
    } else if (const json::Value* asked = id_asked_for(kind, making.given)) {
        object.id = *asked;
        if (state_.find(making.resource, key_of(object.id))) {
            const pack::ErrorUse* use = refusal_on({"unique", "invalid", "type"});
            for (const pack::Unique& unique : kind.unique) {
                const bool is_id = unique.fields.size() == 1 && unique.fields[0] == kind.id_field;
                if (is_id && unique.otherwise) use = &*unique.otherwise;
            }
            Issue issue;
            issue.param = kind.fields[kind.id_field].path;
            issue.value = object.id;
            issue.resource = kind.singular;
            issue.verb = making.request != nullptr ? making.request->operation->verb : "";
            issue.place = "body";
            issue.keyword = "unique";
            return refuse(use, std::move(issue));
        }
    } else if (!kind.id) {
        object.id = json::Value(kind.singular);
    } else {
        const std::string& path = kind.fields[kind.id_field].path;
        const expr::Env none(std::size_t{0});
        const expr::Env& names = evaluates(*kind.id) ? names_before(making, env) : none;
        while (true) {
            const pack::Drawing drawing{turn_.seed, kind.name, path, object.sequence, state_.now()};
            const auto id = TRY(eyes_.fill(*kind.id, names, drawing));
            object.id = id ? *id : json::Value();
            object.is_drawn = is_long(*kind.id);
            if (!is_taken(making.resource, object.id)) break;
            // Somebody put this very id there: the stream goes on. An id that draws nothing
            // cannot get out of the way.
            if (!kind.id->draws()) break;
            object.sequence = state_.next(kind.name);
        }
    }
    if (kind.id_field != kNone) put_value(object, kind.id_field, object.id, Origin::Id);
    return {};
}

base::Result<void> Doing::fill_in(Object& object, const Making& making,
                                  std::optional<expr::Env>& env) {
    const pack::Resource& kind = resource(making.resource);
    for (Index i = 0; i < kind.fields.size(); ++i) {
        const pack::Field& field = kind.fields[i];
        if (object.has(i) || i == kind.id_field || !field.is_stored() || field.has_star()) continue;
        const Origin origin = field.from_rest ? Origin::Constant : Origin::Input;
        switch (field.from) {
            case From::Input:
            case From::Moves: {
                const auto& shape = field.from == From::Input ? field.standard : field.init;
                std::optional<json::Value> value;
                if (shape && shape->kind == pack::Template::Kind::Literal) {
                    value = shape->literal;
                } else if (shape) {
                    value = TRY(eyes_.build(*shape, names_before(making, env)));
                }
                if (!value && field.nullable) value = json::Value();
                if (!value) break;
                put_value(object, i, normal(field, std::move(*value)),
                          field.from == From::Input ? origin : Origin::Lifecycle);
                break;
            }
            case From::Clock:
                if (field.on.empty()) {
                    put_value(object, i, moment(), Origin::Clock);
                } else if (field.nullable) {
                    put_value(object, i, json::Value(), Origin::Clock);
                }
                break;
            case From::Exogenous:
                if (field.before) put_value(object, i, *field.before, Origin::Before);
                break;
            default: break;
        }
    }
    return {};
}

base::Result<void> Doing::draw_others(Object& object, const Making& making) {
    const pack::Resource& kind = resource(making.resource);
    std::optional<expr::Env> env;
    for (Index i = 0; i < kind.fields.size(); ++i) {
        const pack::Field& field = kind.fields[i];
        const bool is_secret = field.secret_of != kNone;
        if (field.from != From::Id || i == kind.id_field || object.has(i) ||
            (!field.pattern && !is_secret)) {
            continue;
        }
        const ObjectPtr self =
            is_secret || !env ? std::make_shared<const Object>(object) : ObjectPtr();
        if (is_secret) {
            put_value(object, i, json::Value(TRY(secret_of(turn_, field.secret_of, self))),
                      Origin::Id);
            continue;
        }
        if (!env) env = names_of(making.request, self);
        const pack::Drawing drawing{turn_.seed, kind.name, field.path, object.sequence,
                                    state_.now()};
        if (auto drawn = TRY(eyes_.fill(*field.pattern, *env, drawing))) {
            put_value(object, i, std::move(*drawn), Origin::Id);
        }
    }
    return {};
}

// What is matched when something of this object binds later: kept only where something can.
json::Value Doing::started_by(const Making& making) const {
    const pack::Resource& kind = resource(making.resource);
    bool matters = false;
    for (const pack::Field& field : kind.fields) matters |= field.from == From::Exogenous;
    if (kind.lifecycle) {
        for (const pack::Move& move : kind.lifecycle->moves) {
            // What it makes later by itself is part of the same story.
            matters |= !move.arms.empty() || !move.steps.create.empty() || !move.steps.each.empty();
        }
    }
    if (!matters) return json::Value();
    if (making.request == nullptr) return making.set_off_by;
    const Request& request = *making.request;
    json::Value started = json::Value::object({{"operation", request.operation->name},
                                               {"input", request.sent},
                                               {"credential_id", request.credential_id},
                                               {"source_id", request.source_id}});
    if (!request.operation->facets.empty()) started.set("facets", facets_of(request));
    if (turn_.chosen == nullptr || turn_.chosen->forced == nullptr) return started;
    const pack::Forced& forced = *turn_.chosen->forced;
    json::Value arms = json::Value::object();
    for (std::size_t i = 0; i < forced.arms.size(); ++i) {
        const pack::Resource& of = resource(forced.arm_resources[i]);
        const pack::Move& move = of.lifecycle->moves[forced.arms[i].first.move];
        arms.set(of.name + "." + move.name, json::Value(move.arms[forced.arms[i].second].name));
    }
    json::Value values = json::Value::object();
    for (const pack::Forced::Exogenous& value : forced.exogenous) {
        json::Value* of = values.find_mutable(value.operation);
        if (of == nullptr) of = &values.set(value.operation, json::Value::object());
        of->set(value.field, value.value);
    }
    if (arms.size() > 0) started.set("arms", std::move(arms));
    if (values.size() > 0) started.set("exogenous", std::move(values));
    started.set("by", json::Value(turn_.chosen->by));
    return started;
}

// A facet that cannot be read (no such element) is not there.
json::Value Doing::facets_of(const Request& request) const {
    json::Value facets = json::Value::object();
    const expr::Env env = names_of(&request, request.self);
    for (const auto& [name, reads] : request.operation->facets) {
        const auto value = eyes_.evaluate(reads, env);
        if (value && *value) facets.set(name, **value);
    }
    return facets;
}

base::Result<Object> Doing::draft(const Making& making) {
    const pack::Resource& kind = resource(making.resource);
    Object object;
    object.resource = making.resource;
    object.values.resize(kind.fields.size());
    object.origins.resize(kind.fields.size(), Origin::Absent);
    std::optional<expr::Env> env;
    TRY_VOID(draw_id(object, making, env));
    if (making.parent && kind.parent_field != kNone) {
        put_value(object, kind.parent_field, making.parent->id, Origin::Input);
    }
    TRY_VOID(apply(object, making.given));
    // Values that were given do not change it: one that names the object has been heeded already.
    if (kind.id_field != kNone) put_value(object, kind.id_field, object.id, Origin::Id);
    TRY_VOID(fill_in(object, making, env));
    TRY_VOID(draw_others(object, making));
    object.started_by = started_by(making);
    if (!object.started_by.is_null() && making.request != nullptr &&
        making.request->operation->named_by) {
        const expr::Env named = names_of(making.request, std::make_shared<const Object>(object));
        const auto name = TRY(eyes_.evaluate(*making.request->operation->named_by, named));
        if (name && name->is_string()) object.started_by.set("named", *name);
    }
    return object;
}

base::Result<const pack::Start*> Doing::choose_start(const Making& making, const ObjectPtr& self) {
    const pack::Lifecycle& lifecycle = *resource(making.resource).lifecycle;
    const expr::Env env = names_of(making.request, self);
    for (const pack::Choice<pack::Start>& choice : lifecycle.start) {
        if (making.state != pack::kNothing) {
            if (choice.what.state == making.state) return &choice.what;
        } else if (!choice.when || TRY(eyes_.holds(*choice.when, env))) {
            return &choice.what;
        }
    }
    return nullptr;
}

base::Result<ObjectPtr> Doing::create(const Making& making) {
    const pack::Resource& kind = resource(making.resource);
    // Expressions look at the draft while it is ours alone; what they have seen of it they forget.
    const auto drafted = std::make_shared<Object>(TRY(draft(making)));
    Object& object = *drafted;
    const pack::Start* start = nullptr;
    if (kind.lifecycle) {
        start = TRY(choose_start(making, drafted));
        const pack::State state = start != nullptr ? start->state : making.state;
        put_state(object, state);
    }
    TRY_VOID(bind(object, bound_by_start(kind)));
    ObjectPtr stored = TRY(write(nullptr, std::move(object)));
    if (kind.lifecycle && !making.silent) {
        note_transition(stored, pack::kNothing, stored->state, turn_.cause);
    }
    TRY_VOID(keep_secret(stored));
    // Before its children: the call is about it, not about the first of them.
    if (!addressed_ && !making.silent) addressed_ = stored;
    TRY_VOID(create_children(stored, making));
    if (start != nullptr && !start->emits.empty() && !making.silent) {
        Moving moving;
        moving.resource = making.resource;
        moving.self = stored;
        moving.request = making.request;
        Frame frame = frame_of(moving, 0);
        frame.before = nullptr;
        frame.env.set(pack::slot(pack::Name::Old), expr::Given::own(json::Value()));
        TRY_VOID(emit_all(frame, start->emits));
    }
    if (!making.silent) TRY_VOID(tell_callback(stored, true));
    // Nothing has been written since, as with most events: it is the newest itself.
    if (state_.last("$write") == stored->version) return stored;
    ObjectPtr now = state_.newest(*stored);
    return now ? now : stored;
}

base::Result<ObjectPtr> Doing::mint(Index index, std::string_view token) {
    const pack::Resource& kind = resource(index);
    for (const pack::Minted& minted : kind.minted_by) {
        if (minted.token != token) continue;
        const std::string note = "minted/" + kind.name + "/" + minted.token;
        if (minted.once) {
            if (const auto id = state_.note(note)) {
                if (ObjectPtr known = state_.find(index, key_of(*id))) return known;
            }
        }
        Making making;
        making.resource = index;
        making.silent = true;
        for (const auto& [field, value] : minted.leaves) making.given.push_back({field, value});
        ObjectPtr object = TRY(create(making));
        if (minted.once) state_.set_note(note, object->id);
        return object;
    }
    return ObjectPtr();
}

base::Result<ObjectPtr> Doing::single(Index index) {
    ObjectPtr found;
    state_.each(index, [&](const ObjectPtr& object) {
        found = object;
        return false;
    });
    if (found) return found;
    Making making;
    making.resource = index;
    making.silent = true;
    return create(making);
}

base::Result<void> Doing::make_first() {
    for (Index r = 0; r < pack_.resources.size(); ++r) {
        const pack::Resource& kind = resource(r);
        for (const pack::Beginning& beginning : kind.begins_with) {
            const expr::Env env = names_of(nullptr, nullptr);
            Making making;
            making.resource = r;
            making.silent = true;
            for (const auto& [field, shape] : beginning.leaves) {
                auto value = TRY(eyes_.build(shape, env));
                if (!value) continue;
                if (field == kind.id_field) {
                    making.id = std::move(*value);
                } else {
                    making.given.push_back({field, std::move(*value)});
                }
            }
            TRY(create(making));
        }
    }
    return {};
}

}  // namespace understudy::world
