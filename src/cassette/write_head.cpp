// The head of a file as a value.
#include "cassette/impl/values.hpp"
#include "cassette/impl/words.hpp"

namespace understudy::cassette {

using json::Value;

namespace {

void add(Value& map, std::string_view key, const std::string& text) {
    if (!text.empty()) map.append(key, Value(text));
}

Value texts(const std::vector<std::string>& all) {
    Value list = Value::array();
    for (const std::string& each : all) list.push_back(Value(each));
    return list;
}

Value match_value(const Match& match) {
    Value map = Value::object();
    if (match.stdin_body) map.append("stdin", true);
    if (match.cwd) map.append("cwd", true);
    if (!match.env.empty()) map.append("env", texts(match.env));
    if (!match.headers.empty()) map.append("headers", texts(match.headers));
    if (!match.body.empty()) map.append("body", texts(match.body));
    if (match.used_up != WhenUsedUp::Fail) {
        map.append("used_up", word_of(kWhenUsedUp, match.used_up));
    }
    return map;
}

// As it was written; a rule made by a program has only its name and parameters.
Value rule_value(const RuleSpec& rule) {
    if (!rule.written.is_null()) return rule.written;
    Value map = Value::object({{"use", rule.use}});
    if (rule.with.size() > 0) map.append("with", rule.with);
    return map;
}

Value source_value(const Source& source) {
    return Value::object({{"digest", source.digest}, {"by", source.by}, {"why", source.why}});
}

Value variant_value(const Variant& variant) {
    Value map = Value::object({{"label", variant.label}});
    add(map, "version", variant.version);
    return map;
}

}  // namespace

Value provenance_value(const Provenance& provenance) {
    Value map = Value::object();
    add(map, "recorded_at", provenance.recorded_at);
    Value recorder = Value::object({{"name", provenance.recorder.name}});
    add(recorder, "version", provenance.recorder.version);
    add(recorder, "commit", provenance.recorder.commit);
    map.append("recorder", std::move(recorder));
    if (provenance.tool) {
        Value tool = Value::object({{"name", provenance.tool->name}});
        add(tool, "version", provenance.tool->version);
        add(tool, "path_digest", provenance.tool->path_digest);
        add(tool, "file_digest", provenance.tool->file_digest);
        map.append("tool", std::move(tool));
    }
    if (provenance.host) {
        Value host = Value::object({{"os", provenance.host->os}});
        add(host, "release", provenance.host->release);
        add(host, "arch", provenance.host->arch);
        map.append("host", std::move(host));
    }
    map.append("pinned", provenance.pinned);
    if (provenance.unverified) map.append("unverified", true);
    return map;
}

Value redactions_value(const std::vector<Redaction>& redactions) {
    Value list = Value::array();
    for (const Redaction& each : redactions) {
        list.push_back(
            Value::object({{"rule", each.rule}, {"at", each.at}, {"count", each.count}}));
    }
    return list;
}

Value vars_value(const std::vector<Variable>& vars) {
    Value map = Value::object();
    for (const Variable& each : vars) {
        map.append(each.name,
                   Value::object({{"type", word_of(kTypes, each.type)}, {"value", each.value}}));
    }
    return map;
}

Value plan_value(const PlanReference& plan) {
    if (plan.is_self) return Value("self");
    Value map = Value::object({{"file", plan.file}, {"digest", plan.digest}});
    if (!plan.steps.empty()) map.append("steps", texts(plan.steps));
    return map;
}

Value head_value(const Cassette& cassette) {
    Value map = Value::object(
        {{"version", kVersion}, {"service", cassette.service}, {"name", cassette.name}});
    if (cassette.variant) map.append("variant", variant_value(*cassette.variant));
    map.append("origin", name_of(cassette.origin));
    if (cassette.source) map.append("source", source_value(*cassette.source));
    if (cassette.plan) map.append("plan", plan_value(*cassette.plan));
    add(map, "given", cassette.given);
    if (cassette.provenance) map.append("provenance", provenance_value(*cassette.provenance));
    map.append("redactions", redactions_value(cassette.redactions));
    map.append("content_digest", cassette.content_digest);
    add(map, "notes", cassette.notes);
    if (!cassette.vars.empty()) map.append("vars", vars_value(cassette.vars));
    if (Value match = match_value(cassette.match); match.size() > 0) {
        map.append("match", std::move(match));
    }
    if (cassette.order != Order::Free) map.append("order", word_of(kOrders, cassette.order));
    if (!cassette.rules.empty()) {
        Value rules = Value::array();
        for (const RuleSpec& rule : cassette.rules) rules.push_back(rule_value(rule));
        map.append("rules", std::move(rules));
    }
    if (!cassette.compare.is_null()) map.append("compare", cassette.compare);
    return map;
}

}  // namespace understudy::cassette
