// The way out of what front.cpp reads: `createRefund {charge, amount}` as POST /v1/refunds.
#include "world/impl/operation_call.hpp"

#include <algorithm>
#include <set>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/form.hpp"
#include "http/query.hpp"
#include "json/write.hpp"

namespace understudy::world {

namespace {

using json::Value;
using Names = std::set<std::string, std::less<>>;

std::string text_of(const Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

// The path below the host, or the parameter that is missing.
class Path {
public:
    Path(const Value& input, const Value& config) : input_(input), config_(config) {}

    bool add(const std::vector<pack::RouteSegment>& segments, bool of_prefix) {
        for (const pack::RouteSegment& segment : segments) {
            text_ += '/' + segment.before;
            if (segment.parameter.empty()) continue;
            const Value* value = input_.find(segment.parameter);
            if (value != nullptr) {
                taken_.insert(segment.parameter);
            } else if (of_prefix) {
                value = config_.find(segment.parameter);
            }
            if (value == nullptr) {
                missing_ = segment.parameter;
                return false;
            }
            const std::string escaped = base::to_percent(text_of(*value));
            text_ += segment.rest ? base::replace_all(escaped, "%2F", "/") : escaped;
            text_ += segment.after;
        }
        return true;
    }
    const std::string& text() const { return text_; }
    const std::string& missing() const { return missing_; }
    const Names& taken() const { return taken_; }

private:
    const Value& input_;
    const Value& config_;
    std::string text_, missing_;
    Names taken_;
};

// The prefix that any host of the pack is reached by, else the first.
const pack::Host& host_of(const pack::Pack& pack) {
    const auto any = std::find_if(pack.serve.hosts.begin(), pack.serve.hosts.end(),
                                  [](const pack::Host& host) { return host.host == "*"; });
    return any != pack.serve.hosts.end() ? *any : pack.serve.hosts.front();
}

enum class Place : std::uint8_t { Usual, Query, Header };

Place place_of(const pack::Pack& pack, const pack::Operation& operation, std::string_view name) {
    for (const auto* params : {&operation.params, &pack.serve.params}) {
        for (const pack::Param& param : *params) {
            if ((param.spelled.empty() ? param.name : param.spelled) != name) continue;
            if (param.in == pack::Param::In::Query) return Place::Query;
            if (param.in == pack::Param::In::Header) return Place::Header;
        }
    }
    if (operation.described != pack::kNone) {
        for (const auto& parameter : pack.descriptions[operation.described].parameters) {
            if (parameter.name != name) continue;
            if (parameter.in == "query") return Place::Query;
            if (parameter.in == "header") return Place::Header;
        }
    }
    return Place::Usual;
}

void add_parts(http::Request& request, const Value& body) {
    constexpr std::string_view kEdge = "understudy-edge";
    std::string text;
    for (const http::QueryPair& pair :
         http::parse_query(http::write_form(body, http::FormStyle::Brackets))) {
        text += "--" + std::string(kEdge) + "\r\nContent-Disposition: form-data; name=\"" +
                pair.name + "\"\r\n\r\n" + pair.value.value_or("") + "\r\n";
    }
    request.head.headers.add("Content-Type", "multipart/form-data; boundary=" + std::string(kEdge));
    request.body = text + "--" + std::string(kEdge) + "--\r\n";
}

void add_body(http::Request& request, const pack::Pack& pack, const pack::Operation& operation,
              const Value& body) {
    const std::vector<std::string>& kinds =
        operation.input.empty() ? pack.serve.input : operation.input;
    const auto takes = [&](std::string_view kind) {
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    if (kinds.empty() || takes("json")) {
        request.head.headers.add("Content-Type", "application/json");
        request.body = json::write(body);
    } else if (takes("form")) {
        request.head.headers.add("Content-Type", "application/x-www-form-urlencoded");
        request.body = http::write_form(body, http::FormStyle::Brackets);
    } else if (takes("multipart")) {
        add_parts(request, body);
    } else {
        const Value* bytes = body.find("body");
        request.head.headers.add("Content-Type", "application/octet-stream");
        request.body = bytes == nullptr ? json::write(body) : text_of(*bytes);
    }
}

}  // namespace

std::variant<http::Request, std::string> request_of(const pack::Pack& pack,
                                                    const pack::Operation& operation,
                                                    const Value& input, const Value& config) {
    const pack::Route& route = operation.routes.front();
    Path path(input, config);
    if (!path.add(host_of(pack).segments, true) || !path.add(route.segments, false)) {
        return path.missing();
    }
    http::Request request;
    request.head.method = route.method;
    const bool has_body = route.method != "GET" && route.method != "HEAD" &&
                          route.method != "DELETE" && route.method != "OPTIONS";
    Value query = Value::object();
    Value body = Value::object();
    for (const json::Member& member : input.members()) {
        if (path.taken().contains(member.key())) continue;
        const Place place = place_of(pack, operation, member.key());
        if (place == Place::Header) {
            request.head.headers.add(member.key(), text_of(member.value));
        } else if (place == Place::Query || !has_body) {
            query.set(member.key(), member.value);
        } else {
            body.set(member.key(), member.value);
        }
    }
    request.head.target = path.text().empty() ? "/" : path.text();
    if (query.size() > 0) {
        request.head.target += '?' + http::write_form(query, http::FormStyle::Brackets);
    }
    if (body.size() > 0) add_body(request, pack, operation, body);
    return request;
}

}  // namespace understudy::world
