// Operations that return values without an object: each call is a new result, worked out field by
// field in the order in which they read each other.
#include "world/code.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/print.hpp"
#include "world/impl/ruling.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

void put_at(json::Value& object, const std::vector<std::string>& segments, std::size_t depth,
            json::Value value) {
    if (depth + 1 == segments.size()) {
        object.set(segments[depth], std::move(value));
        return;
    }
    json::Value* inner = object.find_mutable(segments[depth]);
    if (inner == nullptr || !inner->is_object()) {
        inner = &object.set(segments[depth], json::Value::object());
    }
    put_at(*inner, segments, depth + 1, std::move(value));
}

const json::Value* sent(const Request& request, const pack::Field& field) {
    if (!field.param.empty()) {
        if (const json::Value* found = request.input.find(field.param)) return found;
    }
    const json::Value* at = &request.input;
    for (const std::string& segment : field.segments) {
        at = at->find(segment);
        if (at == nullptr) return nullptr;
    }
    return at;
}

Source source_of(From from) {
    switch (from) {
        case From::Input: return Source::Input;
        case From::Clock: return Source::Clock;
        case From::Id: return Source::Id;
        case From::Constant: return Source::Constant;
        case From::Exogenous: return Source::Synth;
        default: return Source::Derived;
    }
}

}  // namespace

// The call as pins see it.
base::Result<json::Value> Doing::describe(const Request& request, const expr::Env& env) {
    const pack::Operation& operation = *request.operation;
    json::Value call = json::Value::object({{"operation", operation.name}});
    if (!operation.named_by && !has_exogenous_levers()) return call;
    call.set("input", request.sent);
    call.set("credential_id", request.credential_id);
    call.set("source_id", request.source_id);
    if (!operation.facets.empty()) call.set("facets", facets_of(request));
    if (operation.named_by) {
        const auto name = TRY(eyes_.evaluate(*operation.named_by, env));
        if (name && name->is_string()) call.set("named", *name);
    }
    return call;
}

base::Result<Executed> Doing::work_out(const Request& request) {
    const pack::Operation& operation = *request.operation;
    const std::uint64_t sequence = state_.next("$result/" + operation.name);
    Executed executed;
    json::Value bare = json::Value::object();     // what expressions read
    json::Value printed = json::Value::object();  // what is shown
    expr::Env env = names_of(&request, request.self,
                             operation.stream ? operation.stream->locals : std::size_t{0});
    const auto show = [&]() { env.set(slot(Name::Self), expr::Given::own(bare)); };
    show();

    const json::Value started = TRY(describe(request, env));
    const Sought call = sought_of(started, resource(operation.resource).name);
    executed.named = std::string(call.named);
    const auto outside = [&](const pack::Field& field,
                             const pack::FieldSchema& schema) -> base::Result<json::Value> {
        FromOutside made = TRY(produce(field, schema, call, json::Value(), sequence));
        executed.sources.push_back(
            {field.path, source_by(made.by), std::move(made.by), std::move(made.parts), {}});
        return std::move(made.value);
    };
    if (operation.reply) {
        pack::Field reply;
        reply.path = "reply";
        json::Value value = TRY(outside(reply, *operation.reply));
        executed.sources.back().reply = value;
        env.set(slot(Name::Reply), expr::Given::own(std::move(value)));
    }
    const auto put = [&](const pack::Field& field, json::Value value) {
        put_at(bare, field.segments, 0, value);
        if (!field.hidden) put_at(printed, field.segments, 0, print(field, std::move(value)));
        if (field.from != From::Exogenous && !field.hidden) {
            executed.sources.push_back({field.path, source_of(field.from), {}, {}, {}});
        }
        show();
    };
    const auto work = [&](Index index) -> base::Result<void> {
        const pack::Field& field = operation.fields[index];
        std::optional<json::Value> value;
        switch (field.from) {
            case From::Input: {
                if (const json::Value* found = sent(request, field)) {
                    value = normal(field, *found);
                } else if (field.standard) {
                    value = TRY(eyes_.build(*field.standard, env));
                }
                break;
            }
            case From::Clock: value = moment(); break;
            case From::Id: {
                if (!field.pattern) break;
                const pack::Drawing drawing{turn_.seed, operation.name, field.path, sequence,
                                            state_.now()};
                value = TRY(eyes_.fill(*field.pattern, env, drawing));
                break;
            }
            case From::Constant: value = field.value; break;
            case From::Derived: value = TRY(eyes_.evaluate(*field.is, env)); break;
            case From::Exogenous: {
                pack::FieldSchema schema = field.schema;
                for (const auto& [of, given] : operation.gives) {
                    if (of == index) schema = given;
                }
                if (field.schema_from) {
                    const auto written = TRY(eyes_.evaluate(*field.schema_from, env));
                    if (written && !written->is_null()) {
                        schema.written = *written;
                        schema.compiled = TRY(schema::compile(*written));
                    }
                }
                value = TRY(outside(field, schema));
                break;
            }
            default: break;
        }
        if (!value && field.nullable) value = json::Value();
        if (value) put(field, std::move(*value));
        return {};
    };
    // Members are shown in the order of the pack, whichever had to be known first.
    for (Index i = 0; i < operation.fields.size(); ++i) {
        if (operation.fields[i].from != From::Derived) TRY_VOID(work(i));
    }
    for (const Index i : operation.order_of_derived) TRY_VOID(work(i));
    executed.values = json::Value::object();
    for (const pack::Field& field : operation.fields) {
        const std::string& first = field.segments.front();
        const json::Value* value = printed.find(first);
        if (value != nullptr && !executed.values.has(first)) executed.values.set(first, *value);
    }
    if (operation.stream && operation.stream->framing != "websocket") {
        executed.streamed = TRY(stream_of(eyes_, *operation.stream, env, turn_.seed));
    }
    return executed;
}

}  // namespace understudy::world
