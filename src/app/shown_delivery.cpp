// A delivery: what it tells, to whom, and each attempt.
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using json::Value;

std::string headers_of(const Value& message) {
    std::string out;
    const Value* headers = message.find("headers");
    if (headers == nullptr || !headers->is_object()) return out;
    for (const json::Member& member : headers->members()) {
        out += "    " + report::shown(member.key()) + ": " + plain(&member.value) + '\n';
    }
    return out;
}

std::string body_of(const Value& message) {
    const std::string body = plain_at(message, "body");
    return body == "-" || body.empty() ? std::string() : "    " + body + '\n';
}

std::string shown_attempt(const Value& attempt, const Look& look) {
    std::string out = strong("attempt " + plain_at(attempt, "n"), look) + " at " +
                      plain_at(attempt, "at") + ": " + plain_at(attempt, "outcome");
    if (const Value* fault = attempt.find("fault"); fault != nullptr && fault->is_string()) {
        out += ", by " + plain(fault);
    }
    if (const Value* took = attempt.find("elapsed_ms")) out += ", " + plain(took) + " ms";
    out += '\n';
    if (const Value* request = attempt.find("request");
        request != nullptr && request->is_object()) {
        out += "  sent to " + plain_at(*request, "url") + '\n' + headers_of(*request) +
               body_of(*request);
    }
    if (const Value* answer = attempt.find("response"); answer != nullptr && answer->is_object()) {
        out += "  answered " + plain_at(*answer, "status") + '\n' + headers_of(*answer) +
               body_of(*answer);
    }
    return out;
}

}  // namespace

std::string shown_delivery(const Value& delivery, const Look& look) {
    Lines lines = {
        {"delivery", plain_at(delivery, "id")},
        {"event", plain_at(delivery, "event_type") + ' ' + plain_at(delivery, "event_id")},
        {"to", plain_at(delivery, "url")},
        {"state", plain_at(delivery, "state")}};
    const auto add = [&](std::string_view label, std::string_view member) {
        const Value* found = delivery.find(member);
        if (found != nullptr && !found->is_null()) lines.emplace_back(label, plain(found));
    };
    add("because", "reason");
    add("endpoint", "endpoint_id");
    add("created", "created_at");
    add("next attempt", "next_attempt_at");
    add("duplicate of", "duplicate_of");
    add("redelivery of", "redelivery_of");
    std::string out = block(lines, look);
    for (const Value& attempt : items_at(delivery, "attempts")) {
        out += shown_attempt(attempt, look);
    }
    return out;
}

}  // namespace understudy::app
