// Which calls a mapping answers. Only what is said by equality becomes part of a call; every other
// matcher is told and kept in the notes.
#include <algorithm>
#include <map>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/import/http_framing.hpp"
#include "cassette/import/wiremock_parts.hpp"
#include "cassette/target.hpp"
#include "http/query.hpp"
#include "json/write.hpp"

namespace understudy::cassette::wiremock {

namespace {

using json::Node;
using json::Value;

constexpr std::string_view kNoEquality = "it is a matcher that no single call can stand for";

// The value that `{"equalTo": ...}` asks for; nothing: it asks for something else.
std::optional<std::string> equal_to(HttpConversion& made, const Node& predicate,
                                    std::string_view what) {
    if (predicate.value == nullptr) return std::nullopt;
    if (!predicate.value->is_object()) return made.text(predicate, what);
    ForeignMap map(predicate);
    const Node value = map.get("equalTo");
    if (!value || value.value->is_object() || value.value->is_array()) return std::nullopt;
    const Node loose = map.get("caseInsensitive");
    if (loose && loose.value->is_bool() && loose.value->as_bool()) {
        made.approximated(loose, "a matcher without regard to case", "case counts here");
    }
    if (map.rest().size() > 0) return std::nullopt;
    return made.text(value, what);
}

// One value, or those of `hasExactly`.
std::vector<std::string> all_equal_to(HttpConversion& made, const Node& predicate,
                                      std::string_view what) {
    if (auto one = equal_to(made, predicate, what)) return {std::move(*one)};
    const Node list = predicate.value->is_object() ? predicate.member("hasExactly") : Node{};
    if (!list || !list.value->is_array() || predicate.value->size() != 1) return {};
    std::vector<std::string> values;
    for (const Node& each : made.list(list, what)) {
        auto value = equal_to(made, each, what);
        if (!value) return {};
        values.push_back(std::move(*value));
    }
    return values;
}

bool asks_for_absence(const Node& predicate) {
    const Value* absent = predicate.value->is_object() ? predicate.value->find("absent") : nullptr;
    return absent != nullptr && absent->is_bool() && absent->as_bool();
}

bool is_literal(std::string_view pattern) {
    return pattern.find_first_of("[](){}*+?|^$\\.") == pattern.npos;
}

// Names and values of a map of predicates; what is no equality is told.
Pairs read_equalities(HttpConversion& made, const Node& node, std::string_view what) {
    Pairs pairs;
    if (!node) return pairs;
    const ForeignMap map = made.map(node, what);
    if (!map.is_map()) return pairs;
    for (const json::Member& member : node.value->members()) {
        const std::string name(member.key());
        const Node predicate = node.member(name);
        const auto values = all_equal_to(made, predicate, name);
        for (const std::string& value : values) pairs.emplace_back(name, value);
        if (values.empty()) {
            made.not_carried(predicate, "the matcher " + std::string(what) + "." + name,
                             std::string(kNoEquality));
        }
    }
    return pairs;
}

// `/contacts/{id}` with `id` given.
std::optional<std::string> filled_template(HttpConversion& made, std::string text,
                                           const Node& parameters) {
    if (parameters) {
        for (const json::Member& member : parameters.value->members()) {
            const std::string name(member.key());
            const auto value = equal_to(made, parameters.member(name), name);
            if (!value) return std::nullopt;
            text = base::replace_all(text, "{" + name + "}", base::to_percent(*value));
        }
    }
    if (text.find('{') != text.npos) return std::nullopt;
    return text;
}

bool read_address(HttpConversion& made, ForeignMap& request) {
    HttpInput& input = made.input();
    const Node url = request.get("url");
    const Node path = request.get("urlPath");
    const Node shape = request.get("urlPathTemplate");
    const Node parameters = request.get("pathParameters");
    const Node url_pattern = request.get("urlPattern");
    const Node path_pattern = request.get("urlPathPattern");
    std::optional<std::string> target;
    if (url) target = made.text(url, "url");
    if (path) target = made.text(path, "urlPath");
    if (shape) target = filled_template(made, made.text(shape, "urlPathTemplate"), parameters);
    for (const Node& pattern : {url_pattern, path_pattern}) {
        if (!pattern) continue;
        const std::string text = made.text(pattern, "the address");
        if (is_literal(text)) target = text;
    }
    if (!target) {
        made.leave_out(request.node(), "a mapping for an address by pattern",
                       "it answers calls that cannot be named one by one");
        return false;
    }
    if (!target->starts_with('/')) target->insert(0, "/");
    set_target(input, *target);
    if (!url && !url_pattern) {
        made.approximated(path ? path : request.node(), "an address without its query",
                          "there a call may have further parameters, here it may not");
    }
    const Node query = request.get("queryParameters");
    for (auto& pair : read_equalities(made, query, "queryParameters")) {
        input.query.push_back(std::move(pair));
    }
    return true;
}

void read_host(HttpConversion& made, ForeignMap& request) {
    HttpInput& input = made.input();
    const Node scheme = request.get("scheme");
    const std::string said = made.text(scheme, "scheme");
    if (said == "http" || said == "https") input.scheme = said;
    const Node host = request.get("host");
    if (auto name = equal_to(made, host, "host")) {
        input.host = std::move(*name);
    } else if (host) {
        made.not_carried(host, "the matcher host", std::string(kNoEquality));
    }
    const Node port = request.get("port");
    if (!port) return;
    if (input.host.empty()) {
        made.not_carried(port, "the matcher port", "the mapping names no host");
    } else {
        input.host += ":" + made.text(port, "port");
    }
}

void read_headers(HttpConversion& made, ForeignMap& request, Stub& stub) {
    HttpInput& input = made.input();
    const Node headers = request.get("headers");
    if (headers && headers.value->is_object()) {
        for (const json::Member& member : headers.value->members()) {
            const std::string name(member.key());
            const Node predicate = headers.member(name);
            stub.headers.insert(base::to_lower_ascii(name));
            if (asks_for_absence(predicate)) continue;  // what is looked at and not there
            const auto values = all_equal_to(made, predicate, name);
            for (const std::string& value : values) input.headers.emplace_back(name, value);
            if (!values.empty()) continue;
            stub.headers.erase(base::to_lower_ascii(name));
            made.not_carried(predicate, "the matcher headers." + name, std::string(kNoEquality));
        }
    }
    const Pairs cookies = read_equalities(made, request.get("cookies"), "cookies");
    if (!cookies.empty()) {
        std::string cookie;
        for (const auto& [name, value] : cookies) {
            cookie += (cookie.empty() ? "" : "; ") + name + "=" + value;
        }
        input.headers.emplace_back("Cookie", cookie);
        stub.headers.insert("cookie");
        made.approximated(request.node().member("cookies"), "the matcher cookies",
                          "the header field Cookie must be these and no others");
    }
    const Node user = request.get("basicAuthCredentials");
    if (!user) return;
    ForeignMap credentials = made.map(user, "basicAuthCredentials");
    const std::string both = made.text(credentials.get("username"), "username") + ":" +
                             made.text(credentials.get("password"), "password");
    input.headers.emplace_back("Authorization", "Basic " + base::to_base64(both));
    stub.headers.insert("authorization");
}

// The body that one pattern asks for; nothing: it asks for something else.
std::optional<std::string> body_of(HttpConversion& made, const Node& node) {
    ForeignMap pattern(node);
    if (!pattern.is_map()) return std::nullopt;
    if (const Node text = pattern.get("equalTo")) {
        const Node loose = pattern.get("caseInsensitive");
        if (loose && loose.value->is_bool() && loose.value->as_bool()) {
            made.approximated(loose, "a matcher without regard to case", "case counts here");
        }
        if (pattern.rest().size() > 0) return std::nullopt;
        return made.text(text, "equalTo");
    }
    if (const Node text = pattern.get("binaryEqualTo")) {
        auto bytes = base::from_base64(made.text(text, "binaryEqualTo"), base::Base64::Loose);
        if (!bytes) made.problem(text, "binaryEqualTo", "it is no base64");
        return bytes;
    }
    if (const Node json = pattern.get("equalToJson")) {
        for (const std::string_view key : {"ignoreArrayOrder", "ignoreExtraElements"}) {
            const Node loose = pattern.get(key);
            if (!loose || !loose.value->is_bool() || !loose.value->as_bool()) continue;
            made.approximated(loose, "the option " + std::string(key),
                              "a body must be equal, and no more may be in it");
        }
        return json.value->is_string() ? made.text(json, "equalToJson") : json::write(*json.value);
    }
    if (const Node xml = pattern.get("equalToXml")) {
        made.approximated(xml, "the matcher equalToXml", "the text must be the same");
        return made.text(xml, "equalToXml");
    }
    return std::nullopt;
}

void read_body(HttpConversion& made, ForeignMap& request, Stub& stub) {
    std::optional<std::string> body;
    for (const Node& each : made.list(request.get("bodyPatterns"), "bodyPatterns")) {
        auto found = body ? std::nullopt : body_of(made, each);
        if (!found) {
            made.not_carried(each, "a matcher of bodyPatterns", std::string(kNoEquality));
            continue;
        }
        body = std::move(found);
    }
    const Pairs form = read_equalities(made, request.get("formParameters"), "formParameters");
    if (!form.empty() && !body) {
        std::vector<http::QueryPair> pairs;
        for (const auto& [name, value] : form) pairs.push_back({name, value});
        body = http::to_query(pairs, http::SpaceStyle::Plus);
        if (header_of(made.input().headers, "content-type").empty()) {
            made.input().headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
        }
        made.approximated(request.node().member("formParameters"), "the matcher formParameters",
                          "the form must hold these and no others");
    }
    stub.has_body = body.has_value();
    made.set_request_body(std::move(body));
}

}  // namespace

bool read_request(HttpConversion& made, const Node& node, Stub& stub) {
    ForeignMap request = made.map(node, "request");
    if (!request.is_map()) {
        made.end(std::nullopt);
        return false;
    }
    if (!read_address(made, request)) return false;
    read_host(made, request);
    read_headers(made, request, stub);
    read_body(made, request, stub);
    const Node method = request.get("method");
    const std::string said = made.text(method, "method");
    if (said.empty() || said == "ANY") {
        made.input().method = stub.has_body ? "POST" : "GET";
        made.approximated(method ? method : node, "a mapping for any method",
                          "it answers " + made.input().method + " only");
    } else {
        made.set_method(method);
    }
    for (const std::string_view key : {"multipartPatterns", "customMatcher", "clientIp"}) {
        const Node matcher = request.get(key);
        if (matcher)
            made.not_carried(matcher, "the matcher " + std::string(key), std::string(kNoEquality));
    }
    made.keep_rest(request, "request");
    return true;
}

}  // namespace understudy::cassette::wiremock
