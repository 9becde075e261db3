// A call as the journal of requests shows it, and the filters over that journal. Headers are not
// kept at all, so that no credential can be; keys in the query are cut.
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/query.hpp"
#include "world/impl/ledger.hpp"
#include "world/impl/object.hpp"

namespace understudy::world {

namespace {

constexpr std::size_t kShownOfKey = 8;

json::Value body_record(const std::shared_ptr<const std::string>& body, std::size_t bytes,
                        const std::string& digest) {
    json::Value record = json::Value::object();
    record.append("bytes", static_cast<std::uint64_t>(bytes));
    if (!digest.empty()) {
        record.append("sha256", digest);
    } else if (!body || base::is_utf8(*body)) {
        record.append("body", body ? std::string_view(*body) : std::string_view());
    } else {
        record.append("body_base64", base::to_base64(*body));
    }
    return record;
}

const pack::Operation* operation_of(const pack::Pack& pack, const Entry& entry) {
    return entry.operation == pack::kNone ? nullptr : &pack.operations[entry.operation];
}

std::string_view resource_of(const pack::Pack& pack, const pack::Operation* operation) {
    if (operation == nullptr || operation->resource == pack::kNone) return {};
    return pack.resources[operation->resource].name;
}

}  // namespace

std::string mask_target(const pack::Pack& pack, std::string_view target) {
    const std::size_t mark = target.find('?');
    if (mark == std::string_view::npos) return std::string(target);
    bool masked = false;
    std::vector<http::QueryPair> pairs = http::parse_query(target.substr(mark + 1));
    for (http::QueryPair& pair : pairs) {
        for (const pack::AuthPlace& place : pack.serve.auth.places) {
            if (place.kind != pack::AuthPlace::Kind::Query || place.name != pair.name) continue;
            if (!pair.value) continue;
            *pair.value = pair.value->substr(0, kShownOfKey) + "\xE2\x80\xA6";
            masked = true;
        }
    }
    if (!masked) return std::string(target);
    return std::string(target.substr(0, mark + 1)) + http::to_query(pairs);
}

json::Value request_record(const pack::Pack& pack, const Entry& entry) {
    const pack::Operation* operation = operation_of(pack, entry);
    const std::size_t mark = entry.target.find('?');
    json::Value record = json::Value::object();
    record.append("id", "rq_" + std::to_string(entry.number));
    record.append("seq", entry.number);
    record.append("at", base::to_rfc3339(entry.at));
    record.append("request_id",
                  entry.request_id.empty() ? json::Value() : json::Value(entry.request_id));
    record.append("method", entry.method);
    record.append("path", std::string_view(entry.target).substr(0, mark));
    record.append("query", mark == std::string::npos
                               ? json::Value()
                               : json::Value(std::string_view(entry.target).substr(mark + 1)));
    record.append("operation", operation ? json::Value(operation->name) : json::Value());
    record.append("resource",
                  operation ? json::Value(resource_of(pack, operation)) : json::Value());
    record.append("verb", operation ? json::Value(operation->verb) : json::Value());
    record.append("object_id", entry.object_id);
    record.append("credential_id", entry.credential_id);
    record.append("source_id", entry.source_id);
    record.append("resolved_by", name_of(entry.by));
    record.append("status", entry.status);
    record.append("trace", "trc_" + std::to_string(entry.number));
    record.append("request",
                  body_record(entry.request_body, entry.request_bytes, entry.request_digest));
    record.append("response",
                  body_record(entry.answer_text(), entry.answer_bytes, entry.answer_digest));
    return record;
}

bool matches(const pack::Pack& pack, const Entry& entry, const World::RequestFilter& filter) {
    const pack::Operation* operation = operation_of(pack, entry);
    if (!filter.operation.empty() && (operation == nullptr || operation->name != filter.operation))
        return false;
    if (!filter.resource.empty() && resource_of(pack, operation) != filter.resource) return false;
    if (!filter.resolved_by.empty() && name_of(entry.by) != filter.resolved_by) return false;
    if (filter.status && entry.status != *filter.status) return false;
    if (filter.since != 0 && entry.number <= filter.since) return false;
    if (filter.id.empty()) return true;
    // The object addressed, or the call itself by either of its names.
    const bool addressed = (entry.object_id.is_string() || entry.object_id.is_number()) &&
                           key_of(entry.object_id) == filter.id;
    return addressed || entry.request_id == filter.id ||
           "rq_" + std::to_string(entry.number) == filter.id;
}

}  // namespace understudy::world
