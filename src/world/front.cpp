// The order in which a call is read and judged. Every step is elsewhere; here stands only what
// follows what, because services differ from each other in little else as visibly.
#include "base/text.hpp"
#include "pack/names.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/guard.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using expr::Given;
using json::Value;
using pack::Name;
using pack::slot;
using Turned = std::variant<std::monostate, TurnedAway, base::Error>;

void read_version(Reading& reading) {
    const pack::Pack& pack = reading.pack;
    Request& request = reading.request;
    request.version = pack.models.api;
    if (pack.serve.version_header.empty()) return;
    const auto asked = reading.call.request.head.headers.find(pack.serve.version_header);
    if (!asked || base::trim(*asked).empty()) return;
    request.version = base::to_valid_utf8(base::trim(*asked));
    if (request.version == pack.models.api) return;
    request.warnings.push_back({"version_mismatch", "version " + base::quoted(request.version) +
                                                        " was asked for; the pack models " +
                                                        base::quoted(pack.models.api)});
}

void read_key(Reading& reading) {
    const auto& rules = reading.pack.idempotency;
    Request& request = reading.request;
    if (!rules) return;
    if (!rules->header.empty()) {
        const auto key = reading.call.request.head.headers.find(rules->header);
        if (key) request.idempotency_key = base::to_valid_utf8(base::trim(*key));
    } else {
        for (const Value* source : {&request.body, &request.query}) {
            const Value* key = source->find(rules->field);
            if (!key || !key->is_string()) continue;
            request.idempotency_key = key->as_string();
            break;
        }
    }
    request.is_keyed = is_keyed(reading.pack, request);
}

TurnedAway refuse_key(const Reading& reading) {
    TurnedAway away;
    away.by = ResolvedBy::Auth;
    const auto& fails = reading.pack.serve.auth.fails;
    away.refusal.use = fails ? *fails : use_for(reading.pack.errors, {"auth"});
    Issue& issue = away.refusal.issue;
    const bool missing = reading.call.key == Call::Key::Missing;
    issue.keyword = missing ? "missing" : "wrong";
    issue.place = "header";
    if (!missing) issue.value = Value(masked(reading.call.credential));
    return away;
}

TurnedAway refuse_route(const Reading& reading, const pack::Routes::Answer& routed) {
    TurnedAway away;
    away.by = ResolvedBy::NoRoute;
    away.nearest = reading.pack.routes.nearest(reading.request.path);
    const bool method = routed.why == pack::NoRoute::Method;
    const pack::Errors& errors = reading.pack.errors;
    away.refusal.use =
        method ? use_for(errors, {"method", "no_route"}) : use_for(errors, {"no_route"});
    Issue& issue = away.refusal.issue;
    issue.keyword = method ? "method" : "no_route";
    issue.value = Value(base::to_valid_utf8(reading.request.path));
    issue.verb = reading.call.request.head.method;
    issue.place = "path";
    if (method) {
        issue.limit = Value::array();
        for (const std::string& allowed : routed.allowed) issue.limit.push_back(Value(allowed));
    }
    return away;
}

void take_route(Reading& reading, const pack::Routes::Answer& routed) {
    Request& request = reading.request;
    if (routed.match.operation == pack::kNone) return;
    request.operation_index = routed.match.operation;
    request.operation = &reading.pack.operations[routed.match.operation];
    request.route = routed.match.route;
    for (const auto& [name, text] : routed.match.captured) {
        request.captured.set(name, Value(base::to_valid_utf8(text)));
    }
}

// Null where it cannot be told: a header or member that was not sent names nobody.
base::Result<Value> identify(const Turn& turn, const std::optional<pack::Expression>& by,
                             const expr::Env& env) {
    if (!by) return Value();
    auto value = turn.eyes.evaluate(*by, env);
    if (value) return *value ? std::move(**value) : Value();
    if (value.error().code == base::Code::ExprMissing) return Value();
    return base::fail(std::move(value.error()));
}

base::Result<void> identify_caller(Reading& reading) {
    Request& request = reading.request;
    const pack::Operation& operation = *request.operation;
    const pack::Serve& serve = reading.pack.serve;
    const auto& credential =
        operation.credential_id ? operation.credential_id : serve.credential_id;
    const auto& source = operation.source_id ? operation.source_id : serve.source_id;
    if (!credential && !source) return {};
    const expr::Env env = env_of_call(reading.turn, request);
    request.credential_id = TRY(identify(reading.turn, credential, env));
    request.source_id = TRY(identify(reading.turn, source, env));
    return {};
}

// What serve.guard may read: path parameters and those every operation takes, not checked yet.
base::Result<void> give_common_params(Reading& reading) {
    Request& request = reading.request;
    for (const json::Member& member : request.captured.members()) {
        request.params.set(member.key(), member.value);
    }
    for (const pack::Param& param : reading.pack.serve.params) {
        for (const Known& known : reading.known->entries) {
            if (known.param != &param) continue;
            const auto found = locate(reading, known);
            if (!found.empty()) request.params.set(param.name, found.front().value);
        }
        if (request.params.has(param.name) || !param.standard) continue;
        const expr::Env env = env_of_call(reading.turn, request);
        auto value = TRY(reading.turn.eyes.build(*param.standard, env));
        if (value) request.params.set(param.name, std::move(*value));
    }
    return {};
}

Trouble check_common_guards(const Reading& reading) {
    if (reading.pack.serve.guards.empty()) return {};
    const expr::Env env = env_of_call(reading.turn, reading.request);
    for (const pack::Guard& guard : reading.pack.serve.guards) {
        const auto holds = reading.turn.eyes.holds(guard.is, env);
        if (!holds) return holds.error();
        if (*holds) continue;
        Refusal refusal;
        refusal.use = guard.otherwise;
        refusal.issue = issue_at(reading, {}, Place::Path, "guard");
        refusal.issue.value = Value(base::to_valid_utf8(reading.request.path));
        return refusal;
    }
    return {};
}

// A body that is no object has no names; only a shape or a raw operation can want one.
std::optional<Finding> check_kind_of_body(const Reading& reading) {
    const Value& body = reading.request.body;
    if (body.is_null() || body.is_object()) return std::nullopt;
    const pack::Operation& operation = *reading.request.operation;
    const auto& input = operation.input.empty() ? reading.pack.serve.input : operation.input;
    for (const std::string& way : input) {
        if (way == "raw") return std::nullopt;
    }
    if (operation.does == pack::Does::Shape) return std::nullopt;
    Finding finding;
    finding.issue = issue_at(reading, {}, Place::Body, "type");
    finding.issue.limit = Value("object");
    finding.use = use_for(reading.pack.errors, {"type"});
    return finding;
}

std::optional<Refusal> check_input(Reading& reading) {
    const bool collects = !reading.pack.errors.collect_into.empty();
    std::vector<Finding> all;
    const auto add = [&](std::vector<Finding> found) {
        for (Finding& finding : found) all.push_back(std::move(finding));
        return all.empty() || collects;  // go on
    };
    if (auto finding = check_kind_of_body(reading)) all.push_back(std::move(*finding));
    const bool goes_on = (all.empty() || collects) && add(check_unknown(reading)) &&
                         add(check_required(reading)) && add(check_described(reading, true)) &&
                         add(check_keywords(reading));
    if (goes_on) add(check_described(reading, false));
    if (all.empty()) return std::nullopt;
    Refusal refusal;
    refusal.use = all.front().use;
    refusal.issue = all.front().issue;
    if (collects) {
        for (Finding& finding : all) refusal.all.push_back(std::move(finding.issue));
    }
    return refusal;
}

void mask(const Reading& reading, Issue& issue) {
    const std::string& secret = reading.call.credential;
    if (secret.empty() || !issue.value.is_string()) return;
    if (issue.value.as_string().find(secret) == std::string_view::npos) return;
    issue.value = Value(base::replace_all(issue.value.as_string(), secret, masked(secret)));
}

Turned turn_away(const Reading& reading, Refusal refusal) {
    mask(reading, refusal.issue);
    for (Issue& issue : refusal.all) mask(reading, issue);
    return TurnedAway{std::move(refusal), ResolvedBy::Stateful, {}};
}

Turned turn_away(const Reading& reading, Trouble trouble) {
    if (auto* refusal = std::get_if<Refusal>(&trouble)) {
        return turn_away(reading, std::move(*refusal));
    }
    return std::move(std::get<base::Error>(trouble));
}

// The union as expressions see it: also what the path names.
void show_input(Reading& reading) {
    Request& request = reading.request;
    request.input = reading.sent;
    for (const json::Member& member : request.captured.members()) {
        if (!request.input.has(member.key())) request.input.set(member.key(), member.value);
    }
}

// The call is understood; is it allowed, complete and right?
Turned judge(Reading& reading) {
    Request& request = reading.request;
    if (auto given = give_common_params(reading); !given) return given.error();
    if (auto identified = identify_caller(reading); !identified) return identified.error();
    if (Trouble trouble = check_common_guards(reading); is_trouble(trouble)) {
        return turn_away(reading, std::move(trouble));
    }
    if (request.is_keyed &&
        !std::holds_alternative<FirstUse>(idempotency_of(reading.turn, request))) {
        return {};
    }
    if (auto refusal = check_input(reading)) return turn_away(reading, std::move(*refusal));
    for (const auto step : {find_path_objects, resolve_references}) {
        if (Trouble trouble = step(reading); is_trouble(trouble)) {
            return turn_away(reading, std::move(trouble));
        }
    }
    if (reading.has_resolved) show_input(reading);
    for (const auto step : {give_fields, give_params}) {
        if (Trouble trouble = step(reading); is_trouble(trouble)) {
            return turn_away(reading, std::move(trouble));
        }
    }
    if (Trouble trouble = check_by_data(reading); is_trouble(trouble)) {
        return turn_away(reading, std::move(trouble));
    }
    if (auto refusal = read_expansion(reading)) return turn_away(reading, std::move(*refusal));
    return {};
}

}  // namespace

expr::Env env_of_call(const Turn& turn, const Request& request, std::size_t locals) {
    expr::Env env = turn.eyes.env(locals);
    env.set(slot(Name::Input), Given(request.input));
    env.set(slot(Name::Params), Given(request.params));
    env.set(slot(Name::Headers), Given::late(request.headers));
    env.set(slot(Name::Self), request.self ? turn.eyes.see(request.self) : Given::own(Value()));
    env.set(slot(Name::Parent),
            request.parent ? turn.eyes.see(request.parent) : Given::own(Value()));
    return env;
}

void draw_request_id(Turn& turn, Request& request) {
    const std::uint64_t number = turn.state.next("$request");
    const auto& pattern = turn.eyes.pack().request_id;
    if (!pattern) {
        request.id = "req_" + std::to_string(number);
        return;
    }
    const pack::Drawing drawing{turn.seed, "$request", "id", number, turn.state.now()};
    bool reads = false;
    for (const pack::PatternPart& part : pattern->parts) {
        reads = reads || (part.hole && part.hole->expression);
    }
    const expr::Env env = reads ? turn.eyes.env() : expr::Env(std::size_t{0});
    const auto id = pack::fill(*pattern, env, drawing, turn.eyes.allowance().steps);
    const bool is_text = id && *id && (*id)->is_string();
    request.id = is_text ? std::string((*id)->as_string()) : "req_" + std::to_string(number);
}

Turned read_call(Turn& turn, const Call& call, Request& request) {
    request.call = &call;
    const std::string_view target = call.request.head.path_and_query();
    request.path = target.substr(0, target.find('?'));
    if (request.id.empty()) draw_request_id(turn, request);
    Reading reading{.turn = turn, .call = call, .request = request, .pack = turn.eyes.pack()};
    read_version(reading);
    // The route is looked for first, because it says how the body is read, and judged when its turn
    // has come.
    const pack::Routes::Answer routed = reading.pack.routes.find(
        call.request.head.method, request.path, call.host, call.own_listener);
    take_route(reading, routed);
    if (auto refusal = read_bytes(reading)) return turn_away(reading, std::move(*refusal));
    read_key(reading);
    if (call.key != Call::Key::Accepted && !reading.pack.serve.auth.places.empty()) {
        return refuse_key(reading);
    }
    if (auto refusal = over_rate(turn, call)) return turn_away(reading, std::move(*refusal));
    if (!request.operation) return refuse_route(reading, routed);
    reading.known =
        request.operation->known
            ? request.operation->known
            : std::make_shared<const KnownList>(known_to(reading.pack, *request.operation));
    reading.objects = objects_in_path(reading.pack, *request.operation, request.captured);
    type_input(reading);
    show_input(reading);
    request.sent = request.input;
    return judge(reading);
}

}  // namespace understudy::world
