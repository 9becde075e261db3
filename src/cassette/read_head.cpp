// Everything of a cassette but its exchanges: names, origin, provenance, receipt, policy.
#include "base/text.hpp"
#include "base/time.hpp"
#include "cassette/impl/comparing_reader.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/impl/names.hpp"
#include "cassette/impl/words.hpp"

namespace understudy::cassette {

using json::MapReader;
using json::Node;

namespace {

constexpr std::int64_t kMostCount = 1'000'000'000;

bool fits(const json::Value& value, plan::Capture::Type type) {
    using Type = plan::Capture::Type;
    switch (type) {
        case Type::Any: return true;
        case Type::String: return value.is_string();
        case Type::Integer: return value.is_number() && value.is_integer_text();
        case Type::Number: return value.is_number();
        case Type::Boolean: return value.is_bool();
    }
    return false;
}

}  // namespace

void FileReader::read_version(MapReader& map) {
    static_cast<void>(reader_.whole(map.need("version"), map.what("version"), kVersion, kVersion));
}

void FileReader::read_names(MapReader& map, Cassette& cassette) {
    const Node service = map.need("service");
    cassette.service = reader_.text(service, map.what("service")).value_or("");
    const Node name = map.need("name");
    cassette.name = reader_.text(name, map.what("name")).value_or("");
    if (const Node variant = map.get("variant")) {
        MapReader inner(reader_, variant, map.what("variant"));
        cassette.variant.emplace();
        const Node label = inner.need("label");
        cassette.variant->label = reader_.text(label, inner.what("label")).value_or("");
        if (label && !is_label(cassette.variant->label)) {
            reader_.problem(label, inner.what("label"), std::string(kLabelRule));
        }
        cassette.variant->version = optional_text(inner, "version");
        inner.done();
    }
    if (service && !is_service_name(cassette.service)) {
        reader_.problem(service, map.what("service"), std::string(kServiceRule));
    } else if (service && !options_.service.empty() && options_.service != cassette.service) {
        reader_.problem(service, map.what("service"),
                        "is " + base::quoted(cassette.service) +
                            ", but the file lies in the folder " + base::quoted(options_.service));
    } else if (service && !options_.services.empty()) {
        static_cast<void>(reader_.word(
            service, map.what("service"),
            std::vector<std::string_view>(options_.services.begin(), options_.services.end())));
    }
    const std::string full = file_name_of(cassette);
    if (name && !is_cassette_name(cassette.name)) {
        reader_.problem(name, map.what("name"), std::string(kNameRule));
    } else if (name && !options_.name.empty() && options_.name != full) {
        reader_.problem(name, map.what("name"),
                        "stands for the file " + base::quoted(full) + ", but the file is called " +
                            base::quoted(options_.name));
    }
}

void FileReader::read_origin(MapReader& map, Cassette& cassette) {
    const Node origin = map.need("origin");
    const auto word = reader_.word(origin, map.what("origin"), kOrigins);
    if (word) cassette.origin = static_cast<Origin>(*word);
    const Node source = map.get("source");
    if (source) {
        MapReader inner(reader_, source, map.what("source"));
        cassette.source.emplace();
        cassette.source->digest = digest(inner.need("digest"), inner.what("digest"));
        cassette.source->by = needed_text(inner, "by");
        cassette.source->why = needed_text(inner, "why");
        inner.done();
    }
    const bool needs_source =
        cassette.origin == Origin::Edited || cassette.origin == Origin::Derived;
    if (word && needs_source && !source) {
        reader_.problem(origin, map.what("origin"),
                        "a cassette that is " + std::string(name_of(cassette.origin)) +
                            " needs `source`: what it came from, who changed it, why");
    }
    if (word && !needs_source && source) {
        reader_.problem(source, map.what("source"),
                        "only a cassette that is edited or derived came from another");
    }
    const Node provenance = map.get("provenance");
    cassette.provenance = read_provenance(provenance, map.what("provenance"));
    if (word && cassette.origin != Origin::Authored && !provenance && map.is_map()) {
        reader_.problem(map.node(), map.what(), "needs `provenance` unless it is authored");
    }
}

std::optional<Provenance> FileReader::read_provenance(const Node& node, const std::string& what) {
    if (!node) return std::nullopt;
    MapReader map(reader_, node, what);
    Provenance found;
    const Node at = map.get("recorded_at");
    found.recorded_at = reader_.text(at, map.what("recorded_at")).value_or("");
    if (at && at.value->is_string() &&
        !(base::parse_rfc3339(found.recorded_at) && found.recorded_at.ends_with('Z'))) {
        reader_.problem(at, map.what("recorded_at"),
                        "must be a time in UTC such as \"2026-04-30T06:12:09Z\"");
    }
    MapReader recorder(reader_, map.need("recorder"), map.what("recorder"));
    found.recorder.name = recorder.is_map() ? needed_text(recorder, "name") : "";
    found.recorder.version = optional_text(recorder, "version");
    found.recorder.commit = optional_text(recorder, "commit");
    recorder.done();
    if (const Node tool = map.get("tool")) {
        MapReader inner(reader_, tool, map.what("tool"));
        found.tool.emplace();
        found.tool->name = needed_text(inner, "name");
        found.tool->version = optional_text(inner, "version");
        found.tool->path_digest = digest(inner.get("path_digest"), inner.what("path_digest"));
        found.tool->file_digest = digest(inner.get("file_digest"), inner.what("file_digest"));
        inner.done();
    }
    if (const Node host = map.get("host")) {
        MapReader inner(reader_, host, map.what("host"));
        found.host.emplace();
        found.host->os = needed_text(inner, "os");
        found.host->release = optional_text(inner, "release");
        found.host->arch = optional_text(inner, "arch");
        inner.done();
    }
    const Node pinned = map.need("pinned");
    for (const auto& [name, value] : reader_.members(pinned, map.what("pinned"))) {
        if (!value.value->is_string()) {
            reader_.wrong_kind(value, "`" + name + "` in " + map.what("pinned"), "a text");
        }
    }
    if (pinned && pinned.value->is_object()) found.pinned = *pinned.value;
    found.unverified = reader_.flag(map.get("unverified"), map.what("unverified")).value_or(false);
    if (!at && !found.unverified && map.is_map()) map.need("recorded_at");
    map.done();
    return found;
}

std::optional<PlanReference> FileReader::read_plan(const Node& node, const std::string& what) {
    if (!node) return std::nullopt;
    PlanReference plan;
    if (node.value->is_string()) {
        plan.is_self = node.value->as_string() == "self";
        if (!plan.is_self) reader_.problem(node, what, "must be `self` or a map with `file`");
        return plan;
    }
    MapReader map(reader_, node, what);
    plan.file = needed_text(map, "file");
    plan.digest = digest(map.need("digest"), map.what("digest"));
    for (const Node& step : reader_.list(map.get("steps"), map.what("steps"))) {
        plan.steps.push_back(reader_.text(step, map.what("steps")).value_or(""));
    }
    map.done();
    return plan;
}

std::vector<Redaction> FileReader::read_redactions(const Node& node, const std::string& what) {
    std::vector<Redaction> found;
    for (const Node& each : reader_.list(node, what)) {
        MapReader map(reader_, each, "an entry of " + what);
        Redaction redaction;
        redaction.rule = needed_text(map, "rule");
        redaction.at = needed_text(map, "at");
        const auto count = reader_.whole(map.need("count"), map.what("count"), 1, kMostCount);
        redaction.count = static_cast<std::uint64_t>(count.value_or(0));
        map.done();
        found.push_back(std::move(redaction));
    }
    return found;
}

std::vector<Variable> FileReader::read_vars(const Node& node, const std::string& what) {
    std::vector<Variable> found;
    for (const auto& [name, value] : reader_.members(node, what)) {
        Variable variable;
        variable.name = name;
        MapReader map(reader_, value, "the variable `" + name + "`");
        if (!is_variable_name(name)) {
            reader_.problem(value, map.what(), std::string(kVariableRule));
        }
        if (const auto type = reader_.word(map.need("type"), map.what("type"), kTypes)) {
            variable.type = static_cast<plan::Capture::Type>(*type);
        }
        const Node held = map.need("value");
        if (held) variable.value = *held.value;
        if (held && !fits(variable.value, variable.type)) {
            reader_.problem(held, map.what("value"),
                            "must be of the type " + std::string(word_of(kTypes, variable.type)));
        }
        map.done();
        found.push_back(std::move(variable));
    }
    return found;
}

Match FileReader::read_match(const Node& node, const std::string& what) {
    Match match;
    if (!node) return match;
    MapReader map(reader_, node, what);
    match.stdin_body = reader_.flag(map.get("stdin"), map.what("stdin")).value_or(false);
    match.cwd = reader_.flag(map.get("cwd"), map.what("cwd")).value_or(false);
    match.env = reader_.texts(map.get("env"), map.what("env"));
    match.headers = reader_.texts(map.get("headers"), map.what("headers"));
    match.body = reader_.texts(map.get("body"), map.what("body"));
    const auto used_up = reader_.word(map.get("used_up"), map.what("used_up"), kWhenUsedUp);
    if (used_up) match.used_up = static_cast<WhenUsedUp>(*used_up);
    map.done();
    return match;
}

void FileReader::read_head(MapReader& map, Cassette& cassette) {
    read_names(map, cassette);
    read_origin(map, cassette);
    cassette.plan = read_plan(map.get("plan"), map.what("plan"));
    cassette.given = optional_text(map, "given");
    // A file that is about to be sealed need not say what sealing will say.
    const auto sealed_key = [&](std::string_view key) {
        return options_.check_digest ? map.need(key) : map.get(key);
    };
    cassette.redactions = read_redactions(sealed_key("redactions"), map.what("redactions"));
    cassette.content_digest = digest(sealed_key("content_digest"), map.what("content_digest"));
    cassette.notes = optional_text(map, "notes");
    if (const Node vars = map.get("vars")) cassette.vars = read_vars(vars, map.what("vars"));
    cassette.match = read_match(map.get("match"), map.what("match"));
    if (const auto order = reader_.word(map.get("order"), map.what("order"), kOrders)) {
        cassette.order = static_cast<Order>(*order);
    }
    if (const Node rules = map.get("rules")) cassette.rules = read_rules(reader_, rules);
    if (const Node compare = map.get("compare")) {
        static_cast<void>(read_comparing(reader_, compare, map.what("compare")));
        cassette.compare = *compare.value;
    }
}

}  // namespace understudy::cassette
