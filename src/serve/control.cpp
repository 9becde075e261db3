// What is the same for every route: contract, path, key, query, body, world. Then the route itself.
#include "serve/control.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/query.hpp"
#include "http/url.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "serve/credential.hpp"
#include "serve/impl/control_bodies.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/openapi.hpp"

namespace understudy::serve {

namespace {

using world::Refused;

template <class T>
using Granted = std::variant<T, Refused>;

// The route and the parameters of its path.
struct Found {
    const Route* route = nullptr;
    std::vector<std::string> parameters;
};

std::optional<std::vector<std::string>> match(std::string_view pattern,
                                              const std::vector<std::string>& segments) {
    const auto parts = base::split(pattern.substr(1), '/');
    if (parts.size() != segments.size()) return std::nullopt;
    std::vector<std::string> parameters;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].starts_with('{')) {
            if (segments[i].empty()) return std::nullopt;
            parameters.push_back(segments[i]);
        } else if (parts[i] != segments[i]) {
            return std::nullopt;
        }
    }
    return parameters;
}

Granted<Found> find_route(std::string_view method, std::string_view path) {
    const std::string_view below = path.substr(kControlPrefix.size());
    const std::vector<std::string> segments = http::path_segments(below.empty() ? "/" : below);
    std::vector<std::string> methods;
    std::vector<std::string> known;
    for (const Route& route : control_routes()) {
        known.push_back(std::string(kControlPrefix) + std::string(route.path));
        auto parameters = match(route.path, segments);
        if (!parameters) continue;
        if (route.method == method) return Found{&route, std::move(*parameters)};
        methods.emplace_back(route.method);
    }
    const std::string asked = std::string(method) + ' ' + base::to_valid_utf8(path);
    if (!methods.empty()) {
        return refuse("unknown_path", "there is no " + base::quoted(asked), {},
                      "this path takes " + base::join(methods, ", "));
    }
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const std::string near = base::nearest(base::to_valid_utf8(path), known);
    return refuse("unknown_path", "there is no " + base::quoted(asked), {},
                  near.empty() ? "GET /__admin__/openapi.json lists what there is"
                               : "did you mean '" + near + "'?");
}

Granted<Holder> find_holder(const Hub& hub, const http::RequestHead& request) {
    const std::string_view key = bearer_of(request);
    if (key.empty()) {
        return refuse("unauthorized", "this call needs a key", {},
                      "send Authorization: Bearer KEY, with the key that `serve` printed");
    }
    if (hub.is_operator_key(key)) return Holder{true, nullptr};
    if (auto world = hub.with_key(key)) return Holder{false, std::move(world)};
    return refuse("unauthorized", "no world has the key " + masked(base::to_valid_utf8(key)), {},
                  "the key is the one `serve` printed, or the one the world was created with");
}

Granted<json::Value> read_query(const Route& route, std::string_view target) {
    json::Value query = json::Value::object();
    const std::size_t mark = target.find('?');
    if (mark == std::string_view::npos) return query;
    for (const http::QueryPair& pair : http::parse_query(target.substr(mark + 1))) {
        const std::string name = base::to_valid_utf8(pair.name);
        const std::string text = base::to_valid_utf8(pair.value.value_or(""));
        if (std::find(route.query.begin(), route.query.end(), name) == route.query.end()) {
            return refuse("invalid_request", "there is no query parameter " + base::quoted(name),
                          {}, nearest_hint(name, {route.query.begin(), route.query.end()}));
        }
        const QueryParameter& parameter = query_parameter(name);
        if (!parameter.is_number) {
            query.set(name, text);
            continue;
        }
        const auto number = base::parse_int64(text);
        if (!number || *number < parameter.least || *number > parameter.most) {
            return refuse("invalid_request", name + " cannot be " + base::quoted(text), {},
                          "a number from " + std::to_string(parameter.least) + " to " +
                              std::to_string(parameter.most));
        }
        query.set(name, *number);
    }
    return query;
}

}  // namespace

std::string ControlCall::text(std::string_view name) const {
    const json::Value* value = query.find(name);
    return value == nullptr || !value->is_string() ? std::string()
                                                   : std::string(value->as_string());
}

bool is_control_path(std::string_view path_and_query) {
    if (!path_and_query.starts_with(kControlPrefix)) return false;
    const std::string_view rest = path_and_query.substr(kControlPrefix.size());
    return rest.empty() || rest.front() == '/' || rest.front() == '?';
}

struct Control::State {
    Hub& hub;
    ControlOptions options;
    json::Value document;
    ControlBodies bodies;

    ControlResult handle(const http::RequestHead& request, std::string_view body,
                         const Scope& scope) const;
    std::optional<Refused> check_scope(const Holder& holder, const Scope& scope) const;
    Granted<std::shared_ptr<RunningWorld>> find_world(const Holder& holder, const Scope& scope,
                                                      std::string_view asked) const;
    Granted<std::shared_ptr<RunningWorld>> find_relative(const Holder& holder,
                                                         std::string_view id) const;
    Granted<json::Value> read_body(const Route& route, std::string_view body) const;
};

Control::Control(Hub& hub, ControlOptions options)
    : state_([&] {
          json::Value document = control_document(options.version);
          ControlBodies bodies(document);
          return std::make_unique<State>(
              State{hub, std::move(options), std::move(document), std::move(bodies)});
      }()) {}

Control::~Control() = default;

const json::Value& Control::document() const {
    return state_->document;
}

// Is the key good here? The world of the key must be one that listener and host leave.
std::optional<Refused> Control::State::check_scope(const Holder& holder, const Scope& scope) const {
    if (scope.contradicts) {
        return refuse("world_mismatch", "the host names a world that this listener does not serve");
    }
    if (holder.is_operator) return std::nullopt;
    const Identity& own = holder.world->identity;
    if (scope.world != 0 && !own.is_in_family_of(scope.world)) {
        return refuse("world_mismatch",
                      "the listener or host stands for another world than the key", {},
                      "the key belongs to the world '" + own.id + "'");
    }
    if (scope.pack != kNoPack && own.pack != scope.pack) {
        return refuse("world_mismatch",
                      "this listener serves the pack '" + hub.packs()[scope.pack].pack->name + '\'',
                      {},
                      "the key belongs to a world of '" + hub.packs()[own.pack].pack->name + '\'');
    }
    return std::nullopt;
}

// The world named in a path or header, if the holder of the key may name it.
Granted<std::shared_ptr<RunningWorld>> Control::State::find_relative(const Holder& holder,
                                                                     std::string_view id) const {
    auto world = hub.find(id);
    if (holder.is_operator) {
        if (world) return world;
        std::vector<std::string> ids;
        for (const auto& other : hub.worlds()) ids.push_back(other->identity.id);
        return refuse("unknown_world", "there is no world " + base::quoted(id), {},
                      nearest_hint(id, ids));
    }
    if (world && world->identity.is_in_family_of(holder.world->identity.serial)) return world;
    // The same words whether it exists or not.
    return refuse("forbidden_world", "this key is not good for the world " + base::quoted(id), {},
                  "a world's key is good for that world and those forked from it");
}

Granted<std::shared_ptr<RunningWorld>> Control::State::find_world(const Holder& holder,
                                                                  const Scope& scope,
                                                                  std::string_view asked) const {
    if (asked.empty()) {
        if (!holder.is_operator) return holder.world;
        if (scope.world != 0) {
            if (auto world = hub.find_serial(scope.world)) return world;
            return refuse("unknown_world", "the world of this listener or host is gone");
        }
        return refuse("invalid_request", "which world is meant?", {},
                      "with the operator's key, name it in the header X-Understudy-World");
    }
    auto found = find_relative(holder, asked);
    const auto* world = std::get_if<std::shared_ptr<RunningWorld>>(&found);
    if (world == nullptr) return found;
    const bool other_pack = scope.pack != kNoPack && (*world)->identity.pack != scope.pack;
    if ((scope.world != 0 && !(*world)->identity.is_in_family_of(scope.world)) || other_pack) {
        return refuse("world_mismatch",
                      "the listener or host stands for another world than " + base::quoted(asked));
    }
    return found;
}

Granted<json::Value> Control::State::read_body(const Route& route, std::string_view body) const {
    if (route.request.empty()) return json::Value::object();
    if (body.size() > kControlBodyBytes) {
        return refuse("body_too_large", "a control call has at most " +
                                            base::with_thousands(kControlBodyBytes) + " bytes");
    }
    json::Value value = json::Value::object();
    if (!base::trim(body).empty()) {
        json::ParseOptions how;
        how.limits.depth = 64;
        how.refuse_repeated_keys = true;
        how.name = "body";
        auto parsed = json::parse(body, how);
        if (!parsed) {
            return refuse("invalid_json", base::message(parsed.error()), {},
                          base::to_text(parsed.error().where));
        }
        value = std::move(*parsed);
    }
    if (auto refused = bodies.check(route.request, value)) return std::move(*refused);
    return value;
}

ControlResult Control::State::handle(const http::RequestHead& request, std::string_view body,
                                     const Scope& scope) const {
    if (const auto contract = request.headers.find("X-Understudy-Contract");
        contract && base::trim(*contract) != std::to_string(kContract)) {
        return refuse(
            "unsupported_contract",
            "the contract " + base::quoted(base::to_valid_utf8(*contract)) + " is not spoken here",
            {}, "supported: " + std::to_string(kContract));
    }
    const std::string_view target = request.path_and_query();
    auto found = find_route(request.method, target.substr(0, target.find('?')));
    if (auto* refused = std::get_if<Refused>(&found)) return std::move(*refused);
    const Route& route = *std::get<Found>(found).route;
    ControlCall call{hub,
                     options,
                     document,
                     route,
                     std::move(std::get<Found>(found).parameters),
                     {},
                     {},
                     {},
                     nullptr,
                     std::string(base::trim(request.headers.get("Last-Event-ID")))};
    if (route.level != Level::Open) {
        auto holder = find_holder(hub, request);
        if (auto* refused = std::get_if<Refused>(&holder)) return std::move(*refused);
        call.holder = std::move(std::get<Holder>(holder));
        if (auto refused = check_scope(call.holder, scope)) return std::move(*refused);
        if (route.level == Level::Operator && !call.holder.is_operator) {
            return refuse("forbidden_world", "this call needs the operator's key", {},
                          "`serve` printed it as admin_key");
        }
    }
    auto query = read_query(route, target);
    if (auto* refused = std::get_if<Refused>(&query)) return std::move(*refused);
    call.query = std::move(std::get<json::Value>(query));
    if (route.level == Level::World || route.level == Level::Family) {
        auto world = route.level == Level::Family
                         ? find_relative(call.holder, call.parameters.front())
                         : find_world(call.holder, scope,
                                      base::trim(request.headers.get("X-Understudy-World")));
        if (auto* refused = std::get_if<Refused>(&world)) return std::move(*refused);
        call.world = std::move(std::get<std::shared_ptr<RunningWorld>>(world));
    }
    auto read = read_body(route, body);
    if (auto* refused = std::get_if<Refused>(&read)) return std::move(*refused);
    call.body = std::move(std::get<json::Value>(read));
    ControlResult result = route.handle(call);
    if (auto* done = std::get_if<ControlDone>(&result); done != nullptr && call.world) {
        if (call.world->owes()) done->owing = call.world;
    }
    return result;
}

ControlAnswer Control::failure(const base::Error& error) {
    const Refused refused = to_refusal(error);
    ControlAnswer answer;
    answer.head.status = refused.status;
    answer.body = json::write(error_envelope(refused)) + '\n';
    answer.head.headers.add("Content-Type", "application/json");
    answer.head.headers.add("X-Understudy-Contract", std::to_string(kContract));
    return answer;
}

void Pending::give(ControlResult result) {
    std::function<void(ControlResult)> taker;
    {
        const std::lock_guard lock(mutex_);
        if (!taker_) {
            result_ = std::move(result);
            return;
        }
        taker = std::move(taker_);
    }
    taker(std::move(result));
}

void Pending::take(std::function<void(ControlResult)> taker) {
    std::optional<ControlResult> result;
    {
        const std::lock_guard lock(mutex_);
        if (!result_) {
            taker_ = std::move(taker);
            return;
        }
        result = std::move(result_);
    }
    taker(std::move(*result));
}

namespace {

ControlAnswer dressed(ControlResult result) {
    ControlAnswer answer;
    std::string type = "application/json";
    if (const auto* refused = std::get_if<Refused>(&result)) {
        answer.head.status = refused->status;
        answer.body = json::write(error_envelope(*refused)) + '\n';
    } else {
        auto& done = std::get<ControlDone>(result);
        answer.owing = std::move(done.owing);
        if (done.pending) {
            answer.later = [pending = done.pending](std::function<void(ControlAnswer)> then) {
                pending->take([then = std::move(then)](ControlResult late) {
                    then(dressed(std::move(late)));
                });
            };
            return answer;
        }
        answer.head.status = done.status;
        answer.feed = std::move(done.feed);
        if (answer.feed) {
            type = "text/event-stream";
        } else if (done.type.empty()) {
            answer.body = json::write(done.value) + '\n';
        } else {
            answer.body = std::move(done.text);
            type = done.type;
        }
    }
    answer.head.headers.add("Content-Type", type);
    answer.head.headers.add("X-Understudy-Contract", std::to_string(kContract));
    if (answer.head.status == 401) answer.head.headers.add("WWW-Authenticate", "Bearer");
    return answer;
}

}  // namespace

ControlAnswer Control::answer(const http::RequestHead& request, std::string_view body,
                              const Scope& scope) const {
    return dressed(state_->handle(request, body, scope));
}

}  // namespace understudy::serve
