// Calls as lines of text that are equal for calls of the same shape.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "cassette/coverage.hpp"
#include "cassette/match.hpp"
#include "cassette/play.hpp"
#include "json/parse.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostKeys = 100;

// Ids change from call to call; words do not.
bool is_variable(std::string_view segment) {
    const auto has_digit =
        std::any_of(segment.begin(), segment.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool is_version = segment.size() <= 3 && segment.starts_with('v');
    return has_digit && !is_version;
}

std::string route_of(std::string_view path) {
    std::string route;
    for (const std::string_view segment : base::split(path, '/')) {
        if (!route.empty() || path.starts_with('/')) route += '/';
        if (route == "/" && segment.empty()) {
            route.clear();
            continue;
        }
        route += is_variable(segment) ? std::string_view("{}") : segment;
    }
    return route.empty() ? "/" : route;
}

std::string joined(const std::set<std::string>& keys) {
    std::vector<std::string> list(keys.begin(), keys.end());
    if (list.size() > kMostKeys) list.resize(kMostKeys);
    return base::join(list, ",");
}

std::string http_shape(const HttpInput& input) {
    std::string text = input.method + ' ' + route_of(input.path);
    std::set<std::string> keys;
    for (const auto& [name, value] : input.query) keys.insert(name);
    if (!keys.empty()) text += " ?" + joined(keys);
    if (!input.body || input.body->bytes.empty()) return text;
    keys.clear();
    if (const auto body = json::parse(input.body->bytes); body && body->is_object()) {
        for (const json::Member& member : body->members()) keys.emplace(member.key());
    }
    return text + " body" + (keys.empty() ? "" : ":" + joined(keys));
}

}  // namespace

std::string shape_text(const Exchange& exchange, const std::vector<Variable>& vars) {
    const Exchange whole = filled(exchange, vars);
    if (const CommandInput* command = whole.command()) return shape_of(*command).text();
    if (const HttpInput* http = whole.http()) return http_shape(*http);
    return {};
}

std::string operation_of(const Exchange& exchange, const std::vector<Variable>& vars) {
    const Exchange whole = filled(exchange, vars);
    if (const CommandInput* command = whole.command()) {
        CallShape shape = shape_of(*command);
        shape.flags.clear();
        shape.has_stdin = false;
        return shape.text();
    }
    if (const HttpInput* http = whole.http()) return http->method + ' ' + route_of(http->path);
    return {};
}

}  // namespace understudy::cassette
