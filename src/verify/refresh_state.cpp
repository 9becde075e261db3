#include "verify/refresh_state.hpp"

#include "json/parse.hpp"
#include "json/write.hpp"
#include "verify/code.hpp"

namespace understudy::verify {

namespace {

using json::Value;

constexpr std::int64_t kVersion = 1;

std::string text_of(const Value& from, std::string_view key) {
    const Value* value = from.find(key);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

bool flag_of(const Value& from, std::string_view key) {
    const Value* value = from.find(key);
    return value != nullptr && value->is_bool() && value->as_bool();
}

std::optional<base::Instant> time_of(const Value& from, std::string_view key) {
    const Value* value = from.find(key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return base::parse_rfc3339(value->as_string());
}

void put(Value& to, std::string_view key, const std::string& text) {
    if (!text.empty()) to.set(key, text);
}
void put(Value& to, std::string_view key, const std::optional<base::Instant>& time) {
    if (time) to.set(key, base::to_rfc3339(*time));
}
void put(Value& to, std::string_view key, bool flag) {
    if (flag) to.set(key, true);
}

CassetteMemory read_cassette(const Value& from) {
    CassetteMemory memory;
    memory.last_agreed = time_of(from, "last_agreed");
    memory.last_unknown = time_of(from, "last_unknown");
    memory.unknown_since = time_of(from, "unknown_since");
    memory.unknown_why = text_of(from, "unknown_why");
    return memory;
}

Value to_json(const CassetteMemory& memory) {
    Value value = Value::object();
    put(value, "last_agreed", memory.last_agreed);
    put(value, "last_unknown", memory.last_unknown);
    put(value, "unknown_since", memory.unknown_since);
    put(value, "unknown_why", memory.unknown_why);
    return value;
}

FindingMemory read_finding(const Value& from) {
    FindingMemory memory;
    memory.service = text_of(from, "service");
    memory.cassette = text_of(from, "cassette");
    memory.kind = text_of(from, "kind");
    memory.title = text_of(from, "title");
    memory.fingerprint = text_of(from, "fingerprint");
    memory.first_seen = time_of(from, "first_seen").value_or(base::Instant{});
    const Value* attempts = from.find("attempts");
    if (attempts != nullptr && attempts->is_number()) {
        memory.attempts = attempts->to_int64().value_or(0);
    }
    memory.is_told = flag_of(from, "told");
    memory.reference = text_of(from, "reference");
    memory.escalated = time_of(from, "escalated");
    memory.is_escalation_filed = flag_of(from, "escalation_filed");
    return memory;
}

Value to_json(const FindingMemory& memory) {
    Value value = Value::object();
    put(value, "service", memory.service);
    put(value, "cassette", memory.cassette);
    put(value, "kind", memory.kind);
    put(value, "title", memory.title);
    put(value, "fingerprint", memory.fingerprint);
    put(value, "first_seen", std::optional(memory.first_seen));
    value.set("attempts", memory.attempts);
    put(value, "told", memory.is_told);
    put(value, "reference", memory.reference);
    put(value, "escalated", memory.escalated);
    put(value, "escalation_filed", memory.is_escalation_filed);
    return value;
}

ClosingMemory read_closing(const Value& from) {
    ClosingMemory memory;
    memory.service = text_of(from, "service");
    memory.title = text_of(from, "title");
    memory.reference = text_of(from, "reference");
    return memory;
}

Value to_json(const ClosingMemory& memory) {
    Value value = Value::object();
    put(value, "service", memory.service);
    put(value, "title", memory.title);
    put(value, "reference", memory.reference);
    return value;
}

ServiceMemory read_service(const Value& from) {
    ServiceMemory memory;
    memory.last_seen = time_of(from, "last_seen");
    memory.ground = text_of(from, "ground");
    memory.tools = text_of(from, "tools");
    if (const Value* held = from.find("proposal"); held != nullptr && held->is_object()) {
        ProposalMemory proposal;
        proposal.fingerprint = text_of(*held, "fingerprint");
        proposal.base = text_of(*held, "base");
        proposal.tree = text_of(*held, "tree");
        proposal.commit = text_of(*held, "commit");
        proposal.branch = text_of(*held, "branch");
        proposal.reference = text_of(*held, "reference");
        proposal.first_seen = time_of(*held, "first_seen").value_or(base::Instant{});
        proposal.is_draft = flag_of(*held, "draft");
        proposal.is_filed = flag_of(*held, "filed");
        memory.proposal = std::move(proposal);
    }
    return memory;
}

Value to_json(const ServiceMemory& memory) {
    Value value = Value::object();
    put(value, "last_seen", memory.last_seen);
    put(value, "ground", memory.ground);
    put(value, "tools", memory.tools);
    if (!memory.proposal) return value;
    Value proposal = Value::object();
    put(proposal, "fingerprint", memory.proposal->fingerprint);
    put(proposal, "base", memory.proposal->base);
    put(proposal, "tree", memory.proposal->tree);
    put(proposal, "commit", memory.proposal->commit);
    put(proposal, "branch", memory.proposal->branch);
    put(proposal, "reference", memory.proposal->reference);
    put(proposal, "first_seen", std::optional(memory.proposal->first_seen));
    put(proposal, "draft", memory.proposal->is_draft);
    put(proposal, "filed", memory.proposal->is_filed);
    value.set("proposal", std::move(proposal));
    return value;
}

template <class Memory, class Read>
void read_map(const Value& root, std::string_view key,
              std::map<std::string, Memory, std::less<>>& to, Read read) {
    const Value* map = root.find(key);
    if (map == nullptr || !map->is_object()) return;
    for (const json::Member& member : map->members()) {
        if (member.value.is_object()) to.emplace(member.key(), read(member.value));
    }
}

template <class Memory>
Value map_value(const std::map<std::string, Memory, std::less<>>& from) {
    Value map = Value::object();
    for (const auto& [key, memory] : from) map.append(key, to_json(memory));
    return map;
}

base::Failure bad_state(const std::string& name, std::string why) {
    return base::fail(code::BadState, {{"why", std::move(why)}}, base::Mark{name, 0, 0, 0, {}, 0});
}

}  // namespace

base::Result<RefreshState> read_state(const base::Source& source) {
    auto root = json::parse(source.text);
    if (!root) return bad_state(source.name, base::message(root.error()));
    const Value* version = root->find("version");
    if (version == nullptr || !version->is_number() || version->to_int64() != kVersion) {
        return bad_state(source.name, "it is not of version 1");
    }
    RefreshState state;
    read_map(*root, "services", state.services, read_service);
    read_map(*root, "cassettes", state.cassettes, read_cassette);
    read_map(*root, "findings", state.findings, read_finding);
    read_map(*root, "closings", state.closings, read_closing);
    return state;
}

std::string write_state(const RefreshState& state) {
    Value root = Value::object({{"version", kVersion},
                                {"services", map_value(state.services)},
                                {"cassettes", map_value(state.cassettes)},
                                {"findings", map_value(state.findings)}});
    if (!state.closings.empty()) root.set("closings", map_value(state.closings));
    return json::write_pretty(root) + "\n";
}

}  // namespace understudy::verify
