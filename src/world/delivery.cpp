#include "world/impl/delivery.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "world/delivery_states.hpp"
#include "world/impl/parts.hpp"
#include "world/impl/record_reader.hpp"

namespace understudy::world {

namespace {

using json::Value;
using StateOf = Delivery::State;

constexpr std::string_view kStates[] = {"scheduled", "in_flight",  "delivered",
                                        "retrying",  "failed",     "dropped",
                                        "held",      "suppressed", "cancelled"};
constexpr std::string_view kCauses[] = {"call", "timer", "world_event", "delivery"};
constexpr std::string_view kPrefix = "dlv_";

Value lines_json(const Lines& lines) {
    Value list = Value::array();
    for (const auto& [name, value] : lines) {
        list.push_back(Value::array({bytes_json(name), bytes_json(value)}));
    }
    return list;
}

base::Result<Lines> lines_from(const Value& list) {
    if (!list.is_array()) return bad_journal("headers of a delivery");
    Lines lines;
    for (const Value& line : list.items()) {
        if (!line.is_array() || line.size() != 2) return bad_journal("headers of a delivery");
        lines.emplace_back(TRY(to_bytes(line[0], "a header")), TRY(to_bytes(line[1], "a header")));
    }
    return lines;
}

using Text = std::shared_ptr<const std::string>;

void append_text(Value& out, std::string_view name, const Text& text) {
    if (text) out.append(name, bytes_json(*text));
}

base::Result<Text> text_from(const Value& record, std::string_view name) {
    if (!record.has(name)) return Text();
    return std::make_shared<const std::string>(TRY(RecordReader(record).bytes(name)));
}

Value to_json(const Attempt& attempt) {
    Value out = Value::object({{"due", base::to_rfc3339(attempt.due)},
                               {"at", base::to_rfc3339(attempt.at)},
                               {"outcome", attempt.outcome},
                               {"fault", attempt.fault},
                               {"url", bytes_json(attempt.url)},
                               {"headers", lines_json(attempt.headers)},
                               {"status", attempt.status},
                               {"answer_headers", lines_json(attempt.answer_headers)},
                               {"elapsed_ms", attempt.elapsed_ms}});
    append_text(out, "body", attempt.body);
    append_text(out, "answer", attempt.answer);
    return out;
}

base::Result<Attempt> attempt_from(const Value& value) {
    const RecordReader reader(value);
    Attempt attempt;
    attempt.due = TRY(reader.instant("due"));
    attempt.at = TRY(reader.instant("at"));
    attempt.outcome = TRY(reader.text("outcome"));
    attempt.fault = TRY(reader.text("fault"));
    attempt.url = TRY(reader.bytes("url"));
    if (!base::is_utf8(attempt.url)) return bad_journal("an attempt at what is no URL");
    attempt.headers = TRY(lines_from(TRY(reader.value("headers"))));
    const std::uint64_t status = TRY(reader.number("status"));
    if (status > 999) return bad_journal("a status that is none");
    attempt.status = static_cast<int>(status);
    attempt.answer_headers = TRY(lines_from(TRY(reader.value("answer_headers"))));
    attempt.elapsed_ms = TRY(reader.number("elapsed_ms"));
    attempt.body = TRY(text_from(value, "body"));
    attempt.answer = TRY(text_from(value, "answer"));
    return attempt;
}

// Headers as an object; a name that came twice has its values joined, as HTTP allows.
Value headers_record(const Lines& lines) {
    Value out = Value::object();
    for (const auto& [name, value] : lines) {
        const std::string key = base::to_lower_ascii(name);
        const std::string text = base::is_utf8(value) ? value : base::to_base64(value);
        if (const Value* before = out.find(key)) {
            out.set(key, std::string(before->as_string()) + ", " + text);
        } else {
            out.set(key, text);
        }
    }
    return out;
}

Value body_text(const Text& body) {
    if (!body) return Value();
    return base::is_utf8(*body) ? Value(*body) : Value(base::to_base64(*body));
}

Value attempt_record(const Delivery& delivery, std::size_t index, bool wall) {
    const Attempt& attempt = delivery.attempts[index];
    const Text& body = attempt.body ? attempt.body : delivery.body;
    const bool sent = !attempt.headers.empty();
    const Value request = Value::object({{"url", attempt.url},
                                         {"headers", headers_record(attempt.headers)},
                                         {"body_sha256", base::to_hex(base::sha256(*body))},
                                         {"body", body_text(body)}});
    const Value response = Value::object({{"status", attempt.status},
                                          {"headers", headers_record(attempt.answer_headers)},
                                          {"body", body_text(attempt.answer)}});
    Value record =
        Value::object({{"n", static_cast<std::uint64_t>(index + 1)},
                       {"due_at", base::to_rfc3339(attempt.due)},
                       {"at", base::to_rfc3339(attempt.at)},
                       {"request", sent ? request : Value()},
                       {"response", attempt.status != 0 ? response : Value()},
                       {"outcome", attempt.outcome.empty() ? Value() : Value(attempt.outcome)},
                       {"fault", attempt.fault.empty() ? Value() : Value(attempt.fault)}});
    if (wall) record.append("elapsed_ms", attempt.elapsed_ms);
    return record;
}

Value named(std::uint64_t number) {
    return number == 0 ? Value() : Value(std::string(kPrefix) + std::to_string(number));
}

}  // namespace

std::string Delivery::id() const {
    return std::string(kPrefix) + std::to_string(number);
}

bool Delivery::is_to_same_receiver(const Delivery& other) const {
    if (is_callback != other.is_callback) return false;
    if (is_callback) return url == other.url;
    return resource == other.resource && key == other.key;
}

std::span<const std::string_view> delivery_states() {
    return kStates;
}

std::string_view name_of(Delivery::State state) {
    return kStates[static_cast<std::size_t>(state)];
}

std::optional<std::uint64_t> delivery_number(std::string_view id) {
    if (!id.starts_with(kPrefix)) return std::nullopt;
    return timer_number(id.substr(kPrefix.size()));
}

Value to_json(const Delivery& delivery, const pack::Pack& pack) {
    Value attempts = Value::array();
    for (const Attempt& attempt : delivery.attempts) attempts.push_back(to_json(attempt));
    Value out = Value::object({{"number", delivery.number},
                               {"place", delivery.place},
                               {"after_timer", delivery.after_timer},
                               {"kind", pack.webhooks[delivery.kind].name},
                               {"resource", pack.resources[delivery.resource].name},
                               {"key", bytes_json(delivery.key)},
                               {"is_callback", delivery.is_callback},
                               {"url", bytes_json(delivery.url)},
                               {"event_id", delivery.event_id},
                               {"event_type", delivery.event_type},
                               {"is_form", delivery.is_form},
                               {"body", bytes_json(*delivery.body)},
                               {"cause", delivery.cause},
                               {"caused_by", delivery.caused_by},
                               {"created", base::to_rfc3339(delivery.created)},
                               {"due", base::to_rfc3339(delivery.due)},
                               {"state", name_of(delivery.state)},
                               {"reason", delivery.reason},
                               {"duplicate_of", delivery.duplicate_of},
                               {"redelivery_of", delivery.redelivery_of},
                               {"fault", delivery.fault},
                               {"tamper", delivery.tamper},
                               {"waits_for", delivery.waits_for},
                               {"awaits", delivery.awaits},
                               {"attempts", std::move(attempts)}});
    return out;
}

base::Result<Delivery> delivery_from_json(const Value& value, const pack::Pack& pack) {
    const RecordReader reader(value);
    const auto truth = [&](std::string_view name) -> base::Result<bool> {
        const Value found = TRY(reader.value(name));
        if (!found.is_bool()) return bad_journal("the member " + std::string(name));
        return found.as_bool();
    };
    Delivery delivery;
    delivery.number = TRY(reader.number("number"));
    delivery.place = TRY(reader.number("place"));
    delivery.after_timer = TRY(reader.number("after_timer"));
    const std::string kind = TRY(reader.text("kind"));
    for (std::size_t i = 0; i < pack.webhooks.size(); ++i) {
        if (pack.webhooks[i].name == kind) delivery.kind = static_cast<pack::Index>(i);
    }
    if (delivery.kind == pack::kNone) return bad_journal("a delivery of an unknown kind");
    delivery.resource = pack.find_resource(TRY(reader.text("resource")));
    if (delivery.resource == pack::kNone) return bad_journal("a delivery of an unknown resource");
    delivery.key = TRY(reader.bytes("key"));
    delivery.is_callback = TRY(truth("is_callback"));
    delivery.url = TRY(reader.bytes("url"));
    delivery.event_id = TRY(reader.value("event_id"));
    if (!base::is_utf8(delivery.url) || !base::is_utf8(delivery.key) ||
        !(delivery.event_id.is_string() || delivery.event_id.is_number() ||
          delivery.event_id.is_null())) {
        return bad_journal("a delivery of what is no event to what is no receiver");
    }
    delivery.event_type = TRY(reader.text("event_type"));
    delivery.is_form = TRY(truth("is_form"));
    delivery.body = std::make_shared<const std::string>(TRY(reader.bytes("body")));
    delivery.cause = TRY(reader.text("cause"));
    const auto* const cause = std::find(std::begin(kCauses), std::end(kCauses), delivery.cause);
    if (cause == std::end(kCauses)) return bad_journal("a delivery without a cause");
    delivery.caused_by = TRY(reader.text("caused_by"));
    delivery.created = TRY(reader.instant("created"));
    delivery.due = TRY(reader.instant("due"));
    const std::string state = TRY(reader.text("state"));
    const auto* const found = std::find(std::begin(kStates), std::end(kStates), state);
    if (found == std::end(kStates)) return bad_journal("a delivery in no state");
    delivery.state = static_cast<StateOf>(found - std::begin(kStates));
    delivery.reason = TRY(reader.text("reason"));
    delivery.duplicate_of = TRY(reader.number("duplicate_of"));
    delivery.redelivery_of = TRY(reader.number("redelivery_of"));
    delivery.fault = TRY(reader.text("fault"));
    delivery.tamper = TRY(reader.text("tamper"));
    delivery.waits_for = TRY(reader.number("waits_for"));
    delivery.awaits = TRY(reader.number("awaits"));
    const Value attempts = TRY(reader.value("attempts"));
    if (!attempts.is_array()) return bad_journal("attempts");
    for (const Value& attempt : attempts.items()) {
        delivery.attempts.push_back(TRY(attempt_from(attempt)));
    }
    if (delivery.state == StateOf::InFlight && delivery.attempts.empty()) {
        return bad_journal("a delivery on its way without an attempt");
    }
    return delivery;
}

Value delivery_record(const Delivery& delivery, bool wall) {
    Value attempts = Value::array();
    for (std::size_t i = 0; i < delivery.attempts.size(); ++i) {
        attempts.push_back(attempt_record(delivery, i, wall));
    }
    Value cause = Value::object({{"kind", delivery.cause}});
    if (!delivery.caused_by.empty()) {
        const bool is_call = delivery.cause == "call" || delivery.cause == "world_event";
        cause.append(is_call ? "trace" : delivery.cause, delivery.caused_by);
    }
    Value record =
        Value::object({{"id", delivery.id()},
                       {"event_id", delivery.event_id},
                       {"event_type", delivery.event_type},
                       {"endpoint_id", delivery.is_callback ? Value() : Value(delivery.key)},
                       {"url", delivery.url},
                       {"order", delivery.number},
                       {"state", name_of(delivery.state)}});
    if (!delivery.reason.empty()) record.append("reason", delivery.reason);
    record.append("cause", std::move(cause));
    record.append("created_at", base::to_rfc3339(delivery.created));
    record.append("duplicate_of", named(delivery.duplicate_of));
    record.append("redelivery_of", named(delivery.redelivery_of));
    record.append("attempts", std::move(attempts));
    record.append("next_attempt_at",
                  delivery.is_waiting() ? Value(base::to_rfc3339(delivery.due)) : Value());
    return record;
}

bool may_reach(std::string_view text, const std::vector<std::string>& allowed_hosts) {
    const auto url = http::parse_url(text);
    if (!url) return false;
    if (http::is_this_machine(url->host)) return true;
    return std::any_of(allowed_hosts.begin(), allowed_hosts.end(), [&](const std::string& allowed) {
        return base::equal_ignoring_case(allowed, url->host);
    });
}

}  // namespace understudy::world
