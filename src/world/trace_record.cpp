// The record of one trace: how the call was resolved, and where each field of its answer came from.
#include "base/text.hpp"
#include "json/parse.hpp"
#include "world/impl/ledger.hpp"

namespace understudy::world {

namespace {

json::Value to_record(const TraceField& field) {
    json::Value record = json::Value::object();
    record.append("path", field.path);
    record.append("class", field.exogenous ? "exogenous" : "faithful");
    record.append("source", name_of(field.source));
    if (!field.origin.empty()) record.append("origin", field.origin);
    if (field.value != nullptr) record.append("value", *field.value);
    record.append("pin", field.pin);
    if (!field.set_by.empty()) record.append("set_by", field.set_by);
    if (!field.by.empty()) record.append("by", field.by);
    if (!field.bound_by.empty()) record.append("bound_by", field.bound_by);
    if (!field.lost.is_null()) record.append("lost", field.lost);
    return record;
}

json::Value request_of(const pack::Pack& pack, const Entry& entry) {
    if (!entry.is_call()) return json::Value::object({{"event", entry.event}});
    json::Value request = json::Value::object();
    request.append("method", entry.method);
    request.append("path", std::string_view(entry.target).substr(0, entry.target.find('?')));
    json::Value operation, resource, verb;
    if (entry.operation != pack::kNone) {
        const pack::Operation& known = pack.operations[entry.operation];
        operation = known.name;
        verb = known.verb;
        if (known.resource != pack::kNone) resource = pack.resources[known.resource].name;
    }
    request.append("operation", std::move(operation));
    request.append("resource", std::move(resource));
    request.append("verb", std::move(verb));
    request.append("credential_id", entry.credential_id);
    request.append("source_id", entry.source_id);
    if (!entry.nearest.empty()) request.append("nearest", entry.nearest);
    return request;
}

json::Value steps_of(const Entry& entry) {
    json::Value steps = json::Value::array();
    for (const Step step : entry.steps) {
        if (step == Step::Nothing) break;
        json::Value record =
            json::Value::object({{"step", step_of(step)}, {"outcome", outcome_of(step)}});
        if (entry.struck && step_of(step) == "fault" && !entry.struck->considered.empty()) {
            json::Value considered = json::Value::array();
            for (const auto& [id, why] : entry.struck->considered) {
                considered.push_back(json::Value::object({{"id", id}, {"why_not", why}}));
            }
            record.append("considered", std::move(considered));
        }
        steps.push_back(std::move(record));
    }
    return steps;
}

void append_happenings(json::Value& record, const Entry& entry) {
    json::Value transitions = json::Value::array();
    for (const Transition& move : entry.transitions) transitions.push_back(to_record(move));
    json::Value emitted = json::Value::array();
    for (const Emitted& event : entry.emitted) emitted.push_back(to_record(event));
    json::Value scheduled = json::Value::array();
    for (const Scheduled& timer : entry.scheduled) {
        scheduled.push_back(
            json::Value::object({{"timer", timer.timer}, {"due_at", base::to_rfc3339(timer.due)}}));
    }
    json::Value warnings = json::Value::array();
    for (const Warning& warning : entry.warnings) {
        warnings.push_back(
            json::Value::object({{"code", warning.code}, {"message", warning.message}}));
    }
    record.append("transitions", std::move(transitions));
    record.append("emitted", std::move(emitted));
    record.append("scheduled", std::move(scheduled));
    record.append("warnings", std::move(warnings));
}

}  // namespace

bool matches(const TraceField& field, const World::TraceFilter& filter) {
    if (!filter.field_class.empty() &&
        filter.field_class != (field.exogenous ? "exogenous" : "faithful"))
        return false;
    if (filter.path.empty() || field.path == filter.path) return true;
    // `output` finds output.balance too.
    return field.path.size() > filter.path.size() && field.path.starts_with(filter.path) &&
           field.path[filter.path.size()] == '.';
}

json::Value trace_record(const pack::Pack& pack, std::string_view world, const Entry& entry,
                         const Entry* first, const World::TraceFilter& filter) {
    json::Value record = json::Value::object();
    record.append("id", "trc_" + std::to_string(entry.number));
    record.append("world", world);
    record.append("seq", entry.number);
    record.append("at", base::to_rfc3339(entry.at));
    record.append("request", request_of(pack, entry));
    record.append("resolved_by", name_of(entry.by));
    if (entry.is_call()) {
        // 0: a fault ended the call without an answer.
        record.append("status", entry.status == 0 ? json::Value() : json::Value(entry.status));
    }
    if (entry.struck && !entry.struck->effect.empty()) {
        record.append("fault", json::Value::object(
                                   {{"id", entry.struck->id}, {"effect", entry.struck->effect}}));
    }
    record.append("steps", steps_of(entry));

    // What is no JSON (a raw media type) is one field: the whole.
    json::Value fields = json::Value::array();
    std::optional<json::Value> body;
    if (const auto text = entry.answer_text(); text && !text->empty()) {
        auto parsed = json::parse(*text);
        body = parsed ? std::move(*parsed) : json::Value(base::to_valid_utf8(*text));
    }
    const bool has_fields = body || !entry.answer_digest.empty();
    if (has_fields) {
        for (const TraceField& field : fields_of(pack, entry, first, body ? &*body : nullptr))
            if (matches(field, filter)) fields.push_back(to_record(field));
    }
    record.append("fields", std::move(fields));
    append_happenings(record, entry);
    record.append("off_model", entry.off_model);
    return record;
}

}  // namespace understudy::world
