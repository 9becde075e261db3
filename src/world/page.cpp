// Pages as templates see them, their tokens, and the addresses of lists.
//
// Addresses repeat the query of the request with the position replaced, re-encoded as vendors do
// it:
// `+` for a space, `%3A` for a colon (GH25). A key that came in the query is not repeated: keys
// never occur in answers.
#include "world/impl/page.hpp"

#include "base/bytes.hpp"
#include "http/url.hpp"
#include "world/impl/expand.hpp"
#include "world/impl/render.hpp"

namespace understudy::world {

namespace {

json::Value text_or_null(std::string_view text) {
    return text.empty() ? json::Value() : json::Value(text);
}

json::Value on_origin(const Paged& page, const std::string& path) {
    return path.empty() ? json::Value() : json::Value(page.origin + path);
}

// The part of the request's path before the operation's own route: "/v1".
std::string_view prefix_of(const Request& request) {
    const std::vector<pack::Route>& routes = request.operation->routes;
    if (request.route >= routes.size()) return {};
    const pack::Route& route = routes[request.route];
    std::string_view path = request.path;
    for (const pack::RouteSegment& segment : route.segments) {
        if (segment.rest) return {};
        const std::size_t slash = path.rfind('/');
        if (slash == std::string_view::npos) return {};
        path = path.substr(0, slash);
    }
    return path;
}

// A parameter of a path that names an object of this resource by one of its own fields.
std::optional<std::string> find_value(const Eyes& eyes, const Object& object,
                                      std::string_view parameter) {
    const pack::Resource& resource = eyes.pack().resources[object.resource];
    for (const pack::Find& find : resource.find) {
        if (find.parameter != parameter) continue;
        const Object* holder = &object;
        ObjectPtr followed;
        for (const pack::Index reference : find.through) {
            followed = eyes.follow(*holder, reference);
            if (!followed) return std::nullopt;
            holder = followed.get();
        }
        const pack::Resource& owner = eyes.pack().resources[holder->resource];
        if (find.field == owner.id_field) return key_of(holder->id);
        const auto value = eyes.value(*holder, find.field);
        if (!value || !*value || (*value)->is_null()) return std::nullopt;
        return key_of(**value);
    }
    if (resource.find.empty() && resource.id_field != pack::kNone &&
        resource.fields[resource.id_field].path == parameter)
        return key_of(object.id);
    return std::nullopt;
}

// The route with its parameters filled in by `value_of`; nothing if one of them is not known.
template <class ValueOf>
std::optional<std::string> fill_route(const pack::Route& route, const ValueOf& value_of) {
    std::string path;
    for (const pack::RouteSegment& segment : route.segments) {
        path += '/';
        path += segment.before;
        if (segment.parameter.empty()) continue;
        const std::optional<std::string> value = value_of(segment.parameter);
        if (!value) return std::nullopt;
        path += segment.rest ? *value : base::to_percent(*value);
        path += segment.after;
    }
    return path;
}

bool takes_parameters(const pack::Route& route) {
    for (const pack::RouteSegment& segment : route.segments)
        if (!segment.parameter.empty()) return true;
    return false;
}

}  // namespace

json::Value to_json(const Paged& page) {
    json::Value value = json::Value::object();
    value.append("items", page.items);
    value.append("more", page.more);
    value.append("size", static_cast<std::uint64_t>(page.size));
    value.append("number", static_cast<std::uint64_t>(page.number));
    value.append("total",
                 page.total ? json::Value(static_cast<std::uint64_t>(*page.total)) : json::Value());
    value.append("token", text_or_null(page.token));
    value.append("first", on_origin(page, page.first));
    value.append("prev", on_origin(page, page.prev));
    value.append("next", on_origin(page, page.next));
    value.append("last", on_origin(page, page.last));
    value.append("next_path", text_or_null(page.next));
    value.append("next_url", on_origin(page, page.next));
    value.append("first_path", text_or_null(page.first));
    value.append("prev_path", text_or_null(page.prev));
    value.append("path", text_or_null(page.here));
    value.append("url", on_origin(page, page.here));
    return value;
}

std::string to_token(const Position& position) {
    return "PA" + base::to_base64url((position.before ? "<" : ">") + position.key);
}

std::optional<Position> from_token(std::string_view token) {
    if (!token.starts_with("PA")) return std::nullopt;
    const auto text = base::from_base64(token.substr(2), base::Base64::Loose);
    if (!text || text->size() < 2) return std::nullopt;
    if (text->front() != '<' && text->front() != '>') return std::nullopt;
    Position position{text->front() == '<', text->substr(1)};
    // One position has one text: what the decoder forgave is not a token of ours.
    if (to_token(position) != token) return std::nullopt;
    return position;
}

std::string link_path(const Turn& turn, const Request& request, std::uint32_t route) {
    const std::vector<pack::Route>& routes = request.operation->routes;
    if (route == 0 || route > routes.size() || route - 1 == request.route) return request.path;
    const auto value_of = [&](const std::string& parameter) -> std::optional<std::string> {
        if (const json::Value* value = request.captured.find(parameter))
            return value->is_string() ? std::string(value->as_string()) : key_of(*value);
        for (ObjectPtr object = request.parent; object; object = turn.eyes.parent_of(*object))
            if (auto value = find_value(turn.eyes, *object, parameter)) return value;
        return std::nullopt;
    };
    const auto path = fill_route(routes[route - 1], value_of);
    return path ? std::string(prefix_of(request)) + *path : request.path;
}

std::string children_path(const Eyes& eyes, const Request* request, const Object& parent,
                          const pack::Children& children) {
    const pack::Pack& pack = eyes.pack();
    const pack::Resource& resource = pack.resources[children.of];
    std::string prefix;
    if (request != nullptr && request->operation != nullptr) {
        prefix = prefix_of(*request);
    } else if (!pack.serve.hosts.empty() &&
               pack.serve.hosts.front().base.find('{') == std::string::npos) {
        prefix = pack.serve.hosts.front().base;
    }
    const pack::Field& by = resource.fields[children.by];
    const auto value_of = [&](const std::string& parameter) -> std::optional<std::string> {
        const bool is_parent =
            parameter == by.path || parameter == pack.resources[parent.resource].singular;
        return is_parent ? key_of(parent.id) : find_value(eyes, parent, parameter);
    };
    for (const pack::Index index : resource.operations) {
        const pack::Operation& operation = pack.operations[index];
        if (operation.does != pack::Does::List) continue;
        for (const pack::Route& route : operation.routes) {
            const auto path = fill_route(route, value_of);
            if (!path) continue;
            if (takes_parameters(route)) return prefix + *path;
            const std::string& name = by.param.empty() ? by.path : by.param;
            return prefix + *path + "?" + name + "=" + base::to_percent(key_of(parent.id));
        }
    }
    return {};
}

base::Result<json::Value> build_envelope(const Eyes& eyes, const pack::Lists& lists,
                                         const pack::Resource& resource, const json::Value& page,
                                         const json::Value& request, const ObjectPtr& self) {
    const json::Value plural(resource.name);
    expr::Env env = self ? eyes.env_of(self) : eyes.env();
    env.set(pack::slot(pack::Name::Page), page);
    env.set(pack::slot(pack::Name::Plural), plural);
    env.set(pack::slot(pack::Name::Request), request);
    std::optional<json::Value> built = TRY(eyes.build(lists.envelope, env));
    return built ? std::move(*built) : json::Value();
}

}  // namespace understudy::world
