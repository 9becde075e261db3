// Timers and idempotency records as the journal writes them, and back.
#include "world/impl/parts.hpp"
#include "world/impl/record_reader.hpp"

namespace understudy::world {

json::Value to_json(const Timer& timer, const pack::Pack& pack) {
    json::Value out = json::Value::object();
    out.append("number", timer.number);
    out.append("due", base::to_rfc3339(timer.due));
    out.append("start", base::to_rfc3339(timer.start));
    if (timer.duration < pack.durations.size()) {
        out.append("duration", pack.durations[timer.duration].name);
    }
    if (timer.resource < pack.resources.size()) {
        const pack::Resource& resource = pack.resources[timer.resource];
        out.append("resource", resource.name);
        if (resource.lifecycle && timer.move < resource.lifecycle->moves.size()) {
            out.append("move", resource.lifecycle->moves[timer.move].name);
        }
    }
    out.append("key", timer.key);
    return out;
}

base::Result<Timer> timer_from_json(const json::Value& value, const pack::Pack& pack) {
    const RecordReader reader(value);
    Timer timer;
    timer.number = TRY(reader.number("number"));
    timer.due = TRY(reader.instant("due"));
    timer.start = TRY(reader.instant("start"));
    if (value.has("duration")) {
        timer.duration = pack.find_duration(TRY(reader.text("duration")));
        if (timer.duration == pack::kNone) return bad_journal("a timer of an unknown duration");
    }
    if (value.has("resource")) {
        timer.resource = pack.find_resource(TRY(reader.text("resource")));
        if (timer.resource == pack::kNone) return bad_journal("a timer of an unknown resource");
    }
    if (value.has("move")) {
        const auto* lifecycle =
            timer.resource != pack::kNone && pack.resources[timer.resource].lifecycle
                ? &*pack.resources[timer.resource].lifecycle
                : nullptr;
        if (lifecycle != nullptr) timer.move = lifecycle->find_move(TRY(reader.text("move")));
        if (timer.move == pack::kNone) return bad_journal("a timer of an unknown move");
    }
    timer.key = TRY(reader.text("key"));
    return timer;
}

json::Value to_json(const Remembered& record) {
    json::Value out = json::Value::object();
    out.append("key", bytes_json(record.key));
    out.append("shown_key", bytes_json(record.shown_key));
    out.append("fingerprint", bytes_json(record.fingerprint));
    out.append("stored", base::to_rfc3339(record.stored));
    out.append("status", record.status);
    json::Value headers = json::Value::array();
    for (const auto& [name, value] : record.headers) {
        headers.push_back(json::Value::array({bytes_json(name), bytes_json(value)}));
    }
    out.append("headers", std::move(headers));
    if (record.body) out.append("body", bytes_json(*record.body));
    out.append("operation", record.operation);
    out.append("request_id", bytes_json(record.request_id));
    out.append("trace", record.trace);
    if (record.running) out.append("running", true);
    return out;
}

base::Result<Remembered> remembered_from_json(const json::Value& value) {
    const RecordReader reader(value);
    Remembered record;
    record.key = TRY(reader.bytes("key"));
    record.shown_key = TRY(reader.bytes("shown_key"));
    record.fingerprint = TRY(reader.bytes("fingerprint"));
    record.stored = TRY(reader.instant("stored"));
    const std::uint64_t status = TRY(reader.number("status"));
    if (status < 100 || status > 999) return bad_journal("a status that is none");
    record.status = static_cast<int>(status);
    const json::Value headers = TRY(reader.value("headers"));
    if (!headers.is_array()) return bad_journal("headers");
    for (const json::Value& header : headers.items()) {
        if (!header.is_array() || header.size() != 2) return bad_journal("headers");
        record.headers.emplace_back(TRY(to_bytes(header[0], "a header")),
                                    TRY(to_bytes(header[1], "a header")));
    }
    if (const json::Value* body = value.find("body")) {
        record.body = std::make_shared<const std::string>(TRY(to_bytes(*body, "body")));
    }
    record.operation = TRY(reader.text("operation"));
    record.request_id = TRY(reader.bytes("request_id"));
    record.trace = TRY(reader.number("trace"));
    const json::Value* running = value.find("running");
    record.running = running != nullptr && running->is_bool() && running->as_bool();
    return record;
}

}  // namespace understudy::world
