// Requests that a world has answered, and the feed of what happens in it.
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using json::Value;

std::string call_of(const Value& request) {
    std::string call = plain_at(request, "method") + ' ' + plain_at(request, "path");
    const Value* query = request.find("query");
    if (query != nullptr && query->is_string()) call += '?' + plain(query);
    return call;
}

// A body as it was sent; JSON over several lines.
std::string body_of(const Value* part) {
    if (part == nullptr) return "none";
    const Value* body = part->find("body");
    const std::string bytes = plain_at(*part, "bytes") + " bytes";
    if (body == nullptr || !body->is_string()) {
        const Value* digest = part->find("sha256");
        return digest == nullptr ? bytes : bytes + ", not kept; SHA-256 " + plain(digest);
    }
    if (body->as_string().empty()) return "none";
    const auto value = json::parse(body->as_string());
    const bool structured = value && (value->is_object() || value->is_array());
    const std::string text =
        structured ? json::write_pretty(*value) : std::string(body->as_string());
    return '\n' + indented(report::shown(text, report::Breaks::Keep), 2);
}

}  // namespace

std::string shown_request(const Value& request, const Look& look) {
    Lines lines = {{"request", plain_at(request, "id") + ", number " + plain_at(request, "seq")},
                   {"at", plain_at(request, "at")},
                   {"call", call_of(request)},
                   {"operation", plain_at(request, "operation")}};
    if (const Value* object = request.find("object_id"); object != nullptr && !object->is_null()) {
        lines.emplace_back("object", plain(object));
    }
    lines.emplace_back("status", plain_at(request, "status"));
    lines.emplace_back("resolved by", plain_at(request, "resolved_by"));
    lines.emplace_back("trace", plain_at(request, "trace"));
    lines.emplace_back("body", body_of(request.find("request")));
    lines.emplace_back("answer", body_of(request.find("response")));
    return block(lines, look);
}

std::string shown_count(const Value& answer, const Look& /*look*/) {
    const Value* known = answer.find("known");
    const bool sure = known == nullptr || !known->is_bool() || known->as_bool();
    const std::string count = plain_at(answer, "count");
    if (sure) return count + '\n';
    return "at least " + count + ": older requests are no longer kept\n";
}

std::string shown_frame(std::string_view position, std::string_view kind, std::string_view data) {
    if (kind == "evicted") {
        const auto gone = json::parse(data);
        return (gone ? plain_at(*gone, "evicted") : report::shown(data)) +
               " older are no longer kept\n";
    }
    std::string line = report::shown(position.empty() ? "-" : position);
    line.resize(std::max<std::size_t>(line.size() + 2, 8), ' ');
    const std::string_view word = kind.empty() ? std::string_view("entry") : kind;
    const auto value = json::parse(data);
    if (!value || !value->is_object()) {
        return line + report::shown(word) + "  " + report::shown(data) + '\n';
    }
    line += plain_at(*value, "at") + "  ";
    if (kind == "request") {
        return line + "request  " + call_of(*value) + ' ' + plain_at(*value, "status") + ' ' +
               plain_at(*value, "resolved_by") + ' ' + plain_at(*value, "trace") + '\n';
    }
    if (kind == "transition") {
        return line + "transition  " + plain_at(*value, "resource") + ' ' + plain_at(*value, "id") +
               ": " + plain_at(*value, "from") + " -> " + plain_at(*value, "to") + ", by " +
               plain_at(*value, "cause") + '\n';
    }
    if (kind == "event") {
        return line + "event  " + plain_at(*value, "event") + ' ' + plain_at(*value, "id") + '\n';
    }
    if (kind == "delivery") {
        return line + "delivery  " + plain_at(*value, "id") + ' ' + plain_at(*value, "event_type") +
               " to " + plain_at(*value, "url") + ": " + plain_at(*value, "state") + '\n';
    }
    if (kind == "control") return line + "control  " + plain_at(*value, "command") + '\n';
    Value rest = Value::object();
    for (const json::Member& member : value->members()) {
        if (member.key() != "at") rest.append(member.key(), member.value);
    }
    return line + report::shown(word) + "  " + report::shown_value(rest) + '\n';
}

}  // namespace understudy::app
