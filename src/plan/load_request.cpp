// The calls of a plan: `request` to the service, `control` to the control API. Both name method and
// path in one key (`post: /v1/charges`) or in two.
#include <array>

#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/reader.hpp"

namespace understudy::plan {

namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"get",    "post", "put",    "patch",
                                                    "delete", "head", "options"};

std::string upper(std::string_view word) {
    std::string text(word);
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

bool has_control_characters(std::string_view text) {
    for (char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return true;
    }
    return false;
}

void bad_path(Reader& reader, const Node& node, std::string_view text, std::string why,
              std::string help) {
    reader.problem(
        code::BadPath,
        {{"text", base::quoted(text)}, {"why", std::move(why)}, {"help", std::move(help)}}, node);
}

void check_path(Reader& reader, const Node& node, const Request& request) {
    const std::string_view path = request.path;
    reader.check_holes(node);
    if (path.find_first_of(" #") != std::string_view::npos || has_control_characters(path)) {
        bad_path(reader, node, path, "it has a space, a # or a control character",
                 "write them as %20 and %23");
    } else if (request.is_url) {
        const bool http = path.starts_with("http://") || path.starts_with("https://");
        if (!http && !path.starts_with("${")) {
            bad_path(reader, node, path, "it is no absolute URL", "begin with http:// or https://");
        }
    } else if (!path.starts_with("/") && !path.starts_with("${")) {
        bad_path(reader, node, path, "it does not begin with /",
                 "an absolute URL is written under `url`");
    }
}

// Method and path of both kinds of call.
void read_line(Reader& reader, MapReader& map, Request& request) {
    std::vector<std::pair<std::string, Node>> lines;
    for (std::string_view verb : kVerbs) {
        if (Node node = map.get(verb)) lines.emplace_back(verb, node);
    }
    const Node method = map.get("method");
    const Node path = map.get("path");
    if (path) lines.emplace_back("path", path);
    if (!request.control) {
        if (const Node url = map.get("url")) lines.emplace_back("url", url);
    }
    if (!map.is_map()) return;
    if (lines.empty()) {
        reader.problem(code::MissingKey,
                       {{"what", map.what()},
                        {"key", "a method and a path"},
                        {"help", request.control ? "as in `post: clock/advance`"
                                                 : "as in `post: /v1/charges`"}},
                       map.node());
        return;
    }
    if (lines.size() > 1) {
        reader.problem_at_key(
            code::Exclusive,
            {{"what", map.what()}, {"first", lines[0].first}, {"second", lines[1].first}},
            lines[1].second);
    }
    const auto& [key, node] = lines.front();
    const bool split = key == "path" || key == "url";
    if (!split && method) {
        reader.problem_at_key(code::Exclusive,
                              {{"what", map.what()}, {"first", key}, {"second", "method"}}, method);
    }
    request.method = split ? "GET" : upper(key);
    if (split && !method) {
        reader.problem(code::MissingKey, {{"what", map.what()}, {"key", "`method`"}}, map.node());
    } else if (split) {
        if (auto written = reader.text(method, "the method")) {
            if (is_header_name(*written)) {
                request.method = *written;
            } else {
                reader.wrong_kind(method, "the method", "a word like POST");
            }
        }
    }
    request.is_url = key == "url";
    request.path = reader.text(node, "the path").value_or("");
    if (request.path.empty()) {
        if (node.value->is_string()) bad_path(reader, node, "", "it is empty", "");
        return;
    }
    if (request.control) {
        if (request.path.starts_with("/__admin__/")) request.path.erase(0, 11);
        reader.check_holes(node);
        if (request.path.starts_with("/") || has_control_characters(request.path) ||
            request.path.find_first_of(" #") != std::string::npos) {
            bad_path(reader, node, request.path, "it is no path below /__admin__/",
                     "as in clock/advance");
        }
        request.path.insert(0, "/__admin__/");
    } else {
        check_path(reader, node, request);
    }
}

void read_headers(Reader& reader, const Node& node, Request& request) {
    if (!node) return;
    if (!node.value->is_object()) return reader.wrong_kind(node, "headers", "a map");
    for (const json::Member& member : node.value->members()) {
        const Node one{&member.value, node.at / member.key()};
        if (!is_header_name(member.key())) {
            reader.wrong_kind(one, "a header's name", "letters, digits and hyphens");
            continue;
        }
        for (const Node& item : reader.list(one)) {
            auto value = reader.text(item, "the header " + std::string(member.key()));
            if (!value) continue;
            reader.check_holes(item);
            if (has_control_characters(*value)) {
                reader.wrong_kind(item, "the header " + std::string(member.key()),
                                  "text without control characters");
                continue;
            }
            request.headers.emplace_back(member.key(), std::move(*value));
        }
    }
}

void read_body(Reader& reader, MapReader& map, Request& request) {
    constexpr std::array<std::string_view, 3> kBodies = {"json", "form", "text"};
    std::string_view first;
    for (std::size_t i = 0; i < kBodies.size(); ++i) {
        const Node node = map.get(kBodies[i]);
        if (!node) continue;
        if (!first.empty()) {
            reader.problem_at_key(code::Exclusive,
                                  {{"what", map.what()},
                                   {"first", std::string(first)},
                                   {"second", std::string(kBodies[i])}},
                                  node);
            continue;
        }
        first = kBodies[i];
        request.body_kind = static_cast<Request::Body>(i + 1);
        if (request.body_kind == Request::Body::Form && !node.value->is_object()) {
            reader.wrong_kind(node, "a form", "a map");
        }
        if (request.body_kind == Request::Body::Text && !node.value->is_string()) {
            reader.wrong_kind(node, "a text body", "text");
            continue;
        }
        reader.check_holes(node);
        request.body = *node.value;
    }
}

}  // namespace

bool is_header_name(std::string_view text) {
    for (char c : text) {
        const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
        if (!good) return false;
    }
    return !text.empty();
}

std::optional<Auth> read_auth(Reader& reader, const Node& node) {
    constexpr std::array<std::string_view, 3> kWords = {"default", "none", "wrong"};
    if (auto word = reader.word(node, "auth", kWords)) return static_cast<Auth>(*word);
    return std::nullopt;
}

Request read_request(Reader& reader, const Node& node) {
    MapReader map(reader, node, "a request");
    Request request;
    request.mark = reader.mark(node);
    read_line(reader, map, request);
    read_headers(reader, map.get("headers"), request);
    if (const Node query = map.get("query")) {
        if (query.value->is_object()) {
            reader.check_holes(query);
            request.query = *query.value;
        } else {
            reader.wrong_kind(query, "a query", "a map");
        }
    }
    read_body(reader, map, request);
    if (auto auth = read_auth(reader, map.get("auth"))) request.auth = *auth;
    map.done();
    return request;
}

Request read_control(Reader& reader, const Node& node) {
    MapReader map(reader, node, "a control call");
    Request request;
    request.control = true;
    request.mark = reader.mark(node);
    read_line(reader, map, request);
    if (const Node body = map.get("body")) {
        reader.check_holes(body);
        request.body_kind = Request::Body::Json;
        request.body = *body.value;
    }
    map.done();
    return request;
}

}  // namespace understudy::plan
