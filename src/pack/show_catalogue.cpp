// The catalogue of a pack for the control API, and inputs that show how its operations are called.
#include "base/text.hpp"
#include "base/time.hpp"
#include "pack/example.hpp"
#include "pack/impl/example_maker.hpp"
#include "pack/show.hpp"

namespace understudy::pack {

namespace {

using json::Value;

constexpr std::size_t kExampleNodes = 500;

Value or_null(const std::string& text) {
    return text.empty() ? Value() : Value(text);
}

// A dotted path inside the input: card.number.
void put(Value& input, std::string_view path, Value value) {
    Value* at = &input;
    while (true) {
        const std::size_t dot = path.find('.');
        const std::string_view name = path.substr(0, dot);
        if (dot == std::string_view::npos) {
            at->set(name, std::move(value));
            return;
        }
        Value* next = at->find_mutable(name);
        if (next == nullptr || !next->is_object()) next = &at->set(name, Value::object());
        at = next;
        path.remove_prefix(dot + 1);
    }
}

Value value_for(const Pack& pack, const FieldSchema& schema, Index ref, std::string_view key) {
    if (ref < pack.resources.size()) {
        const Resource& target = pack.resources[ref];
        if (!target.minted_by.empty()) return Value(target.minted_by.front().token);
        return Value((target.id ? target.id->prefix() : "") + "...");
    }
    if (!schema.compiled) return Value("string");
    ExampleOptions options;
    options.key = key;
    options.nodes = kExampleNodes;
    options.direction = schema::Direction::Request;
    const auto made = make_example(schema, options);
    return made ? *made : Value();
}

Value described_example(const Pack& pack, const Description& description) {
    if (!description.body.compiled) return Value::object();
    ExampleOptions options;
    options.nodes = kExampleNodes;
    options.direction = schema::Direction::Request;
    for (const ShapeFile& shape : pack.shapes) {
        if (!shape.document) continue;
        options.document = shape.document.get();
        ExampleMaker maker(*shape.document, options);
        maker.set_frugal(true);
        const auto made = maker.make(description.body.written);
        if (made &&
            schema::judge(*description.body.compiled, *made,
                          {.direction = schema::Direction::Request}) == schema::Verdict::Valid) {
            return *made;
        }
        const auto full = make_example(description.body, options);
        if (full) return *full;
    }
    return Value::object();
}

Value params_of(const std::vector<Param>& params) {
    Value list = Value::array();
    for (const Param& param : params) {
        list.push_back(Value::object({{"name", Value(param.spelled)},
                                      {"required", Value(param.required)},
                                      {"schema", param.schema.written}}));
    }
    return list;
}

Value field_of(const Pack& pack, const Field& field) {
    Value made =
        Value::object({{"path", Value(field.path)},
                       {"class", Value(field.from == From::Exogenous ? "exogenous" : "faithful")},
                       {"from", Value(name_of(field.from))},
                       {"schema", field.schema.written},
                       {"nullable", Value(field.nullable)},
                       {"hidden", Value(field.hidden)},
                       {"set_by", Value(field.from_rest ? "rest" : "pack")}});
    if (field.ref < pack.resources.size()) made.set("ref", Value(pack.resources[field.ref].name));
    if (field.from == From::Input) made.set("required", Value(field.required));
    return made;
}

Value fields_of(const Pack& pack, const std::vector<Field>& fields) {
    Value list = Value::array();
    for (const Field& field : fields) list.push_back(field_of(pack, field));
    return list;
}

Value resources_of(const Pack& pack) {
    Value list = Value::array();
    for (const Resource& resource : pack.resources) {
        const FieldCounts counts = count_fields(resource);
        Value states = Value::array();
        Value moves = Value::array();
        if (resource.lifecycle) {
            for (std::size_t i = 1; i < resource.lifecycle->states.size(); ++i) {
                states.push_back(Value(resource.lifecycle->states[i]));
            }
            for (const Move& move : resource.lifecycle->moves) moves.push_back(Value(move.name));
        }
        list.push_back(Value::object(
            {{"name", Value(resource.name)},
             {"singular", Value(resource.singular)},
             {"id", resource.id ? Value(resource.id->text) : Value()},
             {"parent", resource.parent < pack.resources.size()
                            ? Value(pack.resources[resource.parent].name)
                            : Value()},
             {"fields", fields_of(pack, resource.fields)},
             {"states", std::move(states)},
             {"moves", std::move(moves)},
             {"diagram", resource.lifecycle ? Value(to_mermaid(pack, resource)) : Value()},
             {"counts",
              Value::object({{"spelled_out", Value(static_cast<std::int64_t>(counts.spelled_out))},
                             {"echoed", Value(static_cast<std::int64_t>(counts.echoed))},
                             {"null", Value(static_cast<std::int64_t>(counts.null))},
                             {"empty", Value(static_cast<std::int64_t>(counts.empty))},
                             {"example", Value(static_cast<std::int64_t>(counts.example))}})}}));
    }
    return list;
}

std::string full_path(const Pack& pack, const Route& route) {
    const std::string base = pack.serve.hosts.empty() ? "" : pack.serve.hosts.front().base;
    return base == "/" ? route.path : base + route.path;
}

Value operations_of(const Pack& pack) {
    Value list = Value::array();
    for (const Operation& operation : pack.operations) {
        const Route route = operation.routes.empty() ? Route{} : operation.routes.front();
        Value made =
            Value::object({{"name", Value(operation.name)},
                           {"resource", operation.resource < pack.resources.size()
                                            ? Value(pack.resources[operation.resource].name)
                                            : Value()},
                           {"verb", Value(operation.verb)},
                           {"does", Value(name_of(operation.does))},
                           {"method", Value(route.method)},
                           {"path", Value(full_path(pack, route))},
                           {"modelled", Value(operation.does != Does::Shape)},
                           {"example", example_input(pack, operation)}});
        if (!operation.fields.empty()) made.set("fields", fields_of(pack, operation.fields));
        if (operation.reply) made.set("reply", operation.reply->written);
        list.push_back(std::move(made));
    }
    return list;
}

Value arms_of(const Pack& pack) {
    Value list = Value::array();
    for (const Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const Move& move : resource.lifecycle->moves) {
            if (move.arms.empty()) continue;
            Value arms = Value::array();
            Value standard;
            for (const Arm& arm : move.arms) {
                arms.push_back(Value(arm.name));
                if (arm.is_default) standard = Value(arm.name);
            }
            list.push_back(Value::object({{"branch", Value(resource.name + "." + move.name)},
                                          {"workflow", or_null(move.workflow)},
                                          {"arms", std::move(arms)},
                                          {"default", std::move(standard)}}));
        }
    }
    return list;
}

Value world_events_of(const Pack& pack) {
    Value list = Value::array();
    for (const Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const Move& move : resource.lifecycle->moves) {
            if (!move.cause) continue;
            list.push_back(Value::object({{"event", Value(move.cause->event)},
                                          {"title", or_null(move.cause->title)},
                                          {"resource", Value(resource.name)},
                                          {"move", Value(move.name)},
                                          {"data", params_of(move.cause->data)}}));
        }
    }
    return list;
}

Value errors_of(const Pack& pack) {
    Value list = Value::array();
    for (const ErrorCode& error : pack.errors.codes) {
        Value made = Value::object({{"code", Value(error.name)}, {"status", Value(error.status)}});
        if (!error.limited_to.empty()) {
            Value names = Value::array();
            for (const Index index : error.limited_to) {
                if (index < pack.operations.size()) {
                    names.push_back(Value(pack.operations[index].name));
                }
            }
            made.set("for", std::move(names));
        }
        list.push_back(std::move(made));
    }
    return list;
}

Value outcome_of(const Pack& pack, const Forced& outcome) {
    Value made = Value::object();
    if (outcome.error && outcome.error->code < pack.errors.codes.size()) {
        made.set("error", Value(pack.errors.codes[outcome.error->code].name));
    }
    if (!outcome.arms.empty()) {
        Value arms = Value::object();
        for (std::size_t i = 0; i < outcome.arms.size(); ++i) {
            const Index at = i < outcome.arm_resources.size() ? outcome.arm_resources[i] : kNone;
            if (at >= pack.resources.size() || !pack.resources[at].lifecycle) continue;
            const auto& moves = pack.resources[at].lifecycle->moves;
            const auto& [move, arm] = outcome.arms[i];
            if (move.move >= moves.size() || arm >= moves[move.move].arms.size()) continue;
            arms.set(pack.resources[at].name + "." + moves[move.move].name,
                     Value(moves[move.move].arms[arm].name));
        }
        made.set("arms", std::move(arms));
    }
    if (!outcome.exogenous.empty()) {
        Value values = Value::object();
        for (const Forced::Exogenous& each : outcome.exogenous) {
            if (!values.has(each.operation)) values.set(each.operation, Value::object());
            values.find_mutable(each.operation)->set(each.field, each.value);
        }
        made.set("exogenous", std::move(values));
    }
    return made;
}

Value assumptions_of(const Pack& pack) {
    Value list = Value::array();
    for (const Assumption& each : pack.assumptions) {
        Value touches = Value::array();
        for (const std::string& name : each.touches) touches.push_back(Value(name));
        list.push_back(Value::object({{"id", Value(each.id)},
                                      {"statement", Value(each.statement)},
                                      {"modelled_version", or_null(each.modelled_version)},
                                      {"basis", or_null(each.basis)},
                                      {"probe", or_null(each.probe)},
                                      {"by_hand", or_null(each.by_hand)},
                                      {"verdict", or_null(each.verdict)},
                                      {"checked_at", or_null(each.checked_at)},
                                      {"touches", std::move(touches)}}));
    }
    return list;
}

}  // namespace

Value example_input(const Pack& pack, const Operation& operation) {
    if (!operation.example.is_null()) return operation.example;
    if (operation.does == Does::Shape && operation.described < pack.descriptions.size()) {
        return described_example(pack, pack.descriptions[operation.described]);
    }
    Value input = Value::object();
    const auto add_params = [&](const std::vector<Param>& params) {
        for (const Param& param : params) {
            if (!param.required || param.standard || param.in == Param::In::Path ||
                param.in == Param::In::Header) {
                continue;
            }
            put(input, param.spelled, value_for(pack, param.schema, param.ref, param.name));
        }
    };
    if (operation.resource < pack.resources.size()) {
        const Resource& resource = pack.resources[operation.resource];
        for (const Index index : operation.writes) {
            if (index >= resource.fields.size()) continue;
            const Field& field = resource.fields[index];
            if (operation.does != Does::Create || !field.required || field.standard) continue;
            put(input, field.param.empty() ? field.path : field.param,
                value_for(pack, field.schema, field.ref, field.path));
        }
        if (operation.does == Does::Move && resource.lifecycle &&
            operation.move < resource.lifecycle->moves.size()) {
            add_params(resource.lifecycle->moves[operation.move].params);
        }
    }
    add_params(operation.params);
    return input;
}

Value catalogue(const Pack& pack) {
    Value durations = Value::array();
    for (const NamedDuration& each : pack.durations) {
        durations.push_back(Value::object(
            {{"name", Value(each.name)}, {"value", Value(base::to_text(each.value))}}));
    }
    Value scenarios = Value::array();
    for (const Scenario& each : pack.scenarios) {
        scenarios.push_back(Value::object(
            {{"name", Value(each.name)}, {"outcome", outcome_of(pack, each.outcome)}}));
    }
    Value magic = Value::array();
    for (const Magic& each : pack.magic) {
        Value made = Value::object({{"at", Value(each.at)}});
        if (!each.limited_to.empty()) {
            Value names = Value::array();
            for (const Index operation : each.limited_to) {
                names.push_back(Value(pack.operations[operation].name));
            }
            made.set("for", std::move(names));
        }
        if (each.value) made.set("value", *each.value);
        if (!each.unless.empty()) {
            Value unless = Value::array();
            for (const Value& value : each.unless) unless.push_back(value);
            made.set("unless", std::move(unless));
        }
        if (each.when) made.set("when", Value(each.when->text()));
        made.set("outcome", outcome_of(pack, each.outcome));
        magic.push_back(std::move(made));
    }
    Value types = Value::array();
    if (pack.events) {
        for (const std::string& type : pack.events->types) types.push_back(Value(type));
    }
    Value shown = Value::object(
        {{"name", Value(pack.name)},
         {"version", Value(pack.version)},
         {"models", Value::object({{"vendor", or_null(pack.models.vendor)},
                                   {"api", or_null(pack.models.api)},
                                   {"captured", or_null(pack.models.captured)},
                                   {"confirmed", Value(!pack.models.captured.empty())}})},
         {"resources", resources_of(pack)},
         {"operations", operations_of(pack)},
         {"arms", arms_of(pack)},
         {"world_events", world_events_of(pack)},
         {"events", std::move(types)},
         {"durations", std::move(durations)},
         {"errors", errors_of(pack)},
         {"scenarios", std::move(scenarios)},
         {"magic", std::move(magic)},
         {"assumptions", assumptions_of(pack)}});
    if (pack.client.is_object()) shown.set("client", pack.client);
    return shown;
}

}  // namespace understudy::pack
