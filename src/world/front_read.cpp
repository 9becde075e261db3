// From bytes to values: query, headers and body, before anything is known about their meaning. What
// cannot be read is refused here; a request without body passes whatever its content type says.
#include <algorithm>

#include "base/text.hpp"
#include "http/body.hpp"
#include "http/media_type.hpp"
#include "json/write.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using base::Code;
using json::Value;

bool has_null(const Value& value) {
    if (value.is_array()) {
        return std::any_of(value.items().begin(), value.items().end(), has_null);
    }
    if (!value.is_object()) return value.is_null();
    return std::any_of(value.members().begin(), value.members().end(),
                       [](const json::Member& member) { return has_null(member.value); });
}

// Forms say "nothing" by an empty value, which the form reader gives as null. Whether that means
// null, an empty text or "remove this" is for the field to say, so it becomes text again.
Value with_text_for_null(const Value& value) {
    if (!has_null(value)) return value;
    if (value.is_null()) return Value("");
    if (value.is_array()) {
        Value list = Value::array();
        for (const Value& item : value.items()) list.push_back(with_text_for_null(item));
        return list;
    }
    if (value.is_object()) {
        Value object = Value::object();
        for (const json::Member& member : value.members()) {
            object.append(member.key(), with_text_for_null(member.value));
        }
        return object;
    }
    return value;
}

const std::vector<std::string>& accepted_by(const Reading& reading) {
    const pack::Operation* operation = reading.request.operation;
    if (operation && !operation->input.empty()) return operation->input;
    if (operation && operation->does == pack::Does::Shape && operation->described != pack::kNone) {
        const auto& input = reading.pack.descriptions[operation->described].input;
        if (!input.empty()) return input;
    }
    return reading.pack.serve.input;
}

bool has(const std::vector<std::string>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string_view usual_type(const std::vector<std::string>& accepted) {
    if (accepted.empty() || accepted.front() == "json") return "application/json";
    if (accepted.front() == "form") return "application/x-www-form-urlencoded";
    return "application/octet-stream";
}

bool is_accepted(const std::vector<std::string>& accepted,
                 const std::optional<http::MediaType>& type) {
    if (accepted.empty() || has(accepted, "raw")) return true;
    if (!type) return false;
    return (has(accepted, "json") && http::is_json(*type)) ||
           (has(accepted, "form") && http::is_form(*type)) ||
           (has(accepted, "multipart") && http::is_multipart(*type));
}

Refusal unreadable(const Reading& reading, std::string_view why, std::string message) {
    Refusal refusal;
    const pack::Errors& errors = reading.pack.errors;
    refusal.use = why == "media_type" ? use_for(errors, {why, "unreadable", "invalid", "type"})
                                      : use_for(errors, {why, "invalid", "type"});
    refusal.issue.keyword = why;
    refusal.issue.value = Value(std::move(message));
    refusal.issue.place = "body";
    if (reading.request.operation) refusal.issue.verb = reading.request.operation->verb;
    return refusal;
}

Value read_headers(const Call& call) {
    const std::string& secret = call.credential;
    Value headers = Value::object();
    for (const http::Field field : call.request.head.headers) {
        std::string text = base::to_valid_utf8(field.value);
        if (!secret.empty()) text = base::replace_all(text, secret, masked(secret));
        const std::string name = base::to_lower_ascii(field.name);
        // A key in basic credentials is not found by its text.
        if (name == "authorization" || name == "proxy-authorization" || name == "cookie") {
            text = masked(text);
        }
        if (const Value* before = headers.find(name)) {
            text = std::string(before->as_string()) + ", " + text;
        }
        headers.set(name, Value(text));
    }
    return headers;
}

std::optional<Refusal> read_query(Reading& reading, std::string_view text) {
    auto query = http::read_form(text, http::FormStyle::Brackets);
    if (!query) return unreadable(reading, "unreadable", base::message(query.error()));
    reading.request.query = with_text_for_null(*query);
    return std::nullopt;
}

std::optional<Refusal> read_content(Reading& reading) {
    const http::Request& request = reading.call.request;
    reading.request.body = Value();
    const auto& accepted = accepted_by(reading);
    reading.is_form = !accepted.empty() && accepted.front() != "json" && accepted.front() != "raw";
    if (request.body.empty()) return std::nullopt;
    const http::Headers* headers = &request.head.headers;
    http::Headers completed;
    if (base::trim(headers->get("Content-Type")).empty()) {
        completed = *headers;
        completed.set("Content-Type", usual_type(accepted));
        headers = &completed;
    }
    const std::string content_type(headers->get("Content-Type"));
    const auto type = http::parse_media_type(content_type);
    if (!is_accepted(accepted, type)) return unreadable(reading, "media_type", content_type);
    auto body = http::read_body(*headers, type, request.body, http::FormStyle::Brackets);
    if (!body) {
        // Bytes that are no text are what a raw body may well be.
        if (has(accepted, "raw") && body.error().code == Code::HttpBadBody &&
            !(type && (http::is_json(*type) || http::is_form(*type)))) {
            return std::nullopt;
        }
        const bool encoding = body.error().code == Code::HttpUnknownEncoding;
        return unreadable(reading, encoding ? "media_type" : "unreadable",
                          base::message(body.error()));
    }
    reading.is_form = type && (http::is_form(*type) || http::is_multipart(*type));
    reading.request.body = reading.is_form ? with_text_for_null(*body) : std::move(*body);
    return std::nullopt;
}

}  // namespace

std::string_view name_of(Place place) {
    switch (place) {
        case Place::Body: return "body";
        case Place::Path: return "path";
        case Place::Query: return "query";
        case Place::Header: break;
    }
    return "header";
}

const Value& SentHeaders::value() const {
    if (!made_) made_ = call_ != nullptr ? read_headers(*call_) : Value::object();
    return *made_;
}

std::optional<Refusal> read_bytes(Reading& reading) {
    reading.request.headers = SentHeaders(reading.call);
    const std::string_view target = reading.call.request.head.path_and_query();
    const std::size_t mark = target.find('?');
    if (mark != std::string_view::npos) {
        if (auto refusal = read_query(reading, target.substr(mark + 1))) return refusal;
    }
    return read_content(reading);
}

}  // namespace understudy::world
