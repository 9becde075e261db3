// Events: named, shown and stored once, at the moment they happen.
#include <algorithm>

#include "world/code.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/doing.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

const json::Value* at_path(const json::Value& value, const std::vector<std::string>& segments) {
    const json::Value* at = &value;
    for (const std::string& segment : segments) {
        at = at->find(segment);
        if (at == nullptr) return nullptr;
    }
    return at;
}

// `request` where a timer or the outside world set things off: nobody asked.
json::Value no_request() {
    return json::Value::object({{"id", nullptr},
                                {"path", nullptr},
                                {"version", nullptr},
                                {"key", nullptr},
                                {"original", nullptr},
                                {"replayed", false},
                                {"direct", false}});
}

}  // namespace

base::Result<json::Value> Doing::draw_event_id() {
    const Index stored_as = pack_.events ? pack_.events->stored_as : kNone;
    if (stored_as == kNone || !resource(stored_as).id) {
        return json::Value("evt_" + std::to_string(state_.next("$event")));
    }
    // The stored object takes the same sequence number when it is made.
    const pack::Resource& kind = resource(stored_as);
    const std::string& path = kind.fields[kind.id_field].path;
    const expr::Env env = evaluates(*kind.id) ? eyes_.env() : expr::Env(std::size_t{0});
    while (true) {
        const std::uint64_t sequence = state_.last(kind.name) + 1;
        const pack::Drawing drawing{turn_.seed, kind.name, path, sequence, state_.now()};
        const auto id = TRY(eyes_.fill(*kind.id, env, drawing));
        if (id && !is_taken(stored_as, *id)) return *id;
        if (!kind.id->draws()) return id ? *id : json::Value();
        state_.next(kind.name);
    }
}

base::Result<json::Value> Doing::store_event(const json::Value& id, const json::Value& payload) {
    const pack::Resource& kind = resource(pack_.events->stored_as);
    Making making;
    making.resource = pack_.events->stored_as;
    making.silent = true;
    making.id = id;
    making.is_drawn = true;
    making.given.reserve(kind.fields.size());
    for (Index i = 0; i < kind.fields.size(); ++i) {
        const pack::Field& field = kind.fields[i];
        if (i == kind.id_field || !field.is_stored() || field.has_star()) continue;
        const json::Value* value = at_path(payload, field.segments);
        if (value != nullptr) making.given.push_back({i, *value});
    }
    return TRY(create(making))->id;
}

base::Result<void> Doing::emit(Frame& frame, const pack::Emit& emit) {
    if (emit.when && !TRY(eyes_.holds(*emit.when, frame.env))) return {};
    ObjectPtr object = frame.self;
    if (emit.of) {
        object = TRY(addressed_by(frame, *emit.of, kNone));
        if (!object) return {};
    }
    const auto named = TRY(eyes_.fill(emit.name, frame.env, {}));
    const std::string name =
        named && named->is_string() ? std::string(named->as_string()) : std::string();
    if (pack_.events && !pack_.events->types.empty()) {
        const std::vector<std::string>& types = pack_.events->types;
        if (std::find(types.begin(), types.end(), name) == types.end()) {
            return base::fail(code::UnknownEventType, {{"event", name}}, emit.mark);
        }
    }
    Emitted event;
    event.event = name;
    event.id = TRY(draw_event_id());
    if (pack_.events) {
        const bool of_self = is_same_object(object, frame.self);
        const bool direct = turn_.request != nullptr && is_same_object(object, addressed_);
        expr::Env env = frame.env;
        env.set(slot(Name::Self), eyes_.see(object));
        env.set(slot(Name::Parent), eyes_.see(eyes_.parent_of(*object)));
        env.set(slot(Name::Old), eyes_.see(of_self ? frame.before : nullptr));
        const json::Value event_seen = json::Value::object({{"id", event.id}, {"type", name}});
        env.set(slot(Name::Event), event_seen);
        Facts facts;
        facts.request = turn_.request;
        facts.direct = direct;
        const SeenFacts request(facts);
        env.set(slot(Name::Request), turn_.request != nullptr ? expr::Given::object(request)
                                                              : expr::Given::own(no_request()));
        eyes_.set_before(of_self ? frame.before : nullptr);
        eyes_.set_event_view(emit.view);
        auto payload = eyes_.build(pack_.events->payload, env);
        eyes_.set_event_view(kNone);
        eyes_.set_before(nullptr);
        if (!payload) return base::fail(std::move(payload).error());
        if (*payload) event.payload = std::move(**payload);
        if (pack_.events->stored_as != kNone) {
            TRY(store_event(event.id, event.payload));
            refresh(frame);
        }
    }
    TRY_VOID(tell_endpoints(event));
    turn_.emitted.push_back(std::move(event));
    return {};
}

base::Result<void> Doing::emit_all(Frame& frame, const std::vector<pack::Emit>& emits) {
    for (const pack::Emit& one : emits) TRY_VOID(emit(frame, one));
    return {};
}

}  // namespace understudy::world
