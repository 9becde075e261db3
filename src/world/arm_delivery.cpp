// Faults against deliveries: armed on $deliveries, checked as a whole before any of it is kept.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "world/duration_text.hpp"
#include "world/impl/strike.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;

Refused invalid(std::string message, std::string field, std::string hint = {}) {
    return refused(422, "invalid_request", std::move(message), std::move(field), std::move(hint));
}

struct Form {
    std::string_view kind;
    std::array<std::string_view, 2> members;  // empty: none
};
constexpr Form kForms[] = {
    {"duplicate", {"copies", "gap"}}, {"reorder", {"window", ""}}, {"delay", {"by", ""}},
    {"drop", {"seen_as", ""}},        {"hold", {"", ""}},          {"tamper", {"part", ""}},
};

std::string text_of(const Value* value) {
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

std::optional<Refused> check_duration(const Value& what, std::string_view name,
                                      const std::string& pointer, bool needed) {
    const Value* given = what.find(name);
    const std::string field = pointer + "/" + std::string(name);
    if (given == nullptr) {
        if (!needed) return std::nullopt;
        return invalid("it is not said by how long", field, "as in 5s or 2h");
    }
    const std::string text = text_of(given);
    const auto duration = read_duration(text);
    if (duration && *duration >= base::Duration{}) return std::nullopt;
    return refused(422, "invalid_duration", base::quoted(text) + " is no duration", field,
                   "write 500ms, 5s, 1h30m or 7d");
}

std::optional<Refused> check_count(const Value& what, std::string_view name,
                                   const std::string& pointer, std::int64_t most) {
    const Value* given = what.find(name);
    if (given == nullptr) return std::nullopt;
    const auto number = given->is_number() ? given->to_int64() : std::nullopt;
    if (number && *number >= 1 && *number <= most) return std::nullopt;
    return invalid(std::string(name) + " is a number from 1 to " + std::to_string(most),
                   pointer + "/" + std::string(name));
}

template <std::size_t N>
std::optional<Refused> check_word(const Value& what, std::string_view name,
                                  const std::string& pointer,
                                  const std::array<std::string_view, N>& words) {
    const std::string given = text_of(what.find(name));
    if (std::find(words.begin(), words.end(), given) != words.end()) return std::nullopt;
    std::vector<std::string> known(words.begin(), words.end());
    return invalid(std::string(name) + " is one of " + base::join(known, ", "),
                   pointer + "/" + std::string(name), nearest_hint(given, known));
}

// One `delivery` member.
std::optional<Refused> check_delivery(const Value& what, const std::string& pointer,
                                      const pack::Pack& pack) {
    const std::string kind = text_of(what.find("kind"));
    const auto* const form = std::find_if(std::begin(kForms), std::end(kForms),
                                          [&](const Form& one) { return one.kind == kind; });
    if (form == std::end(kForms)) {
        std::vector<std::string> known;
        for (const Form& one : kForms) known.emplace_back(one.kind);
        return invalid("there is no delivery fault " + base::quoted(kind), pointer + "/kind",
                       nearest_hint(kind, known));
    }
    for (const json::Member& member : what.members()) {
        const bool fits = member.key() == "kind" || member.key() == form->members[0] ||
                          member.key() == form->members[1];
        if (fits) continue;
        return invalid(kind + " has no " + base::quoted(member.key()),
                       pointer + (json::Pointer() / member.key()).to_text());
    }
    if (kind == "duplicate") {
        if (auto no = check_count(what, "copies", pointer, 1'000)) return no;
        return check_duration(what, "gap", pointer, false);
    }
    if (kind == "reorder") return check_count(what, "window", pointer, 1'000'000);
    if (kind == "delay") return check_duration(what, "by", pointer, true);
    if (kind == "drop") {
        return check_word<2>(what, "seen_as", pointer, {"delivered", "failed"});
    }
    if (kind == "tamper") {
        if (auto no = check_word<3>(what, "part", pointer, {"signature", "timestamp", "body"})) {
            return no;
        }
        const bool dated = std::any_of(pack.webhooks.begin(), pack.webhooks.end(),
                                       [](const pack::WebhookKind& one) { return one.signs_time; });
        if (text_of(what.find("part")) == "timestamp" && !dated) {
            return invalid("the webhooks of " + pack.name + " carry no time to tamper with",
                           pointer + "/part", "tamper with signature or body");
        }
    }
    return std::nullopt;
}

std::optional<Refused> read_facts(const Value& match, const pack::Pack& pack) {
    constexpr std::array<std::string_view, 3> kFacts = {"event_type", "endpoint_id", "attempt"};
    for (const json::Member& member : match.members()) {
        const std::string field = "/match" + (json::Pointer() / member.key()).to_text();
        if (std::find(kFacts.begin(), kFacts.end(), member.key()) == kFacts.end()) {
            return refused(422, "unknown_constraint",
                           "deliveries cannot be matched by " + base::quoted(member.key()), field,
                           nearest_hint(member.key(), {kFacts.begin(), kFacts.end()}));
        }
        if (member.key() == "attempt") {
            if (member.value.is_number()) continue;
            return invalid("attempt is a number", field);
        }
        if (!member.value.is_string()) return invalid("it must be a text", field);
        if (member.key() == "event_type") {
            if (auto no = check_event_type(pack, member.value.as_string(), field)) return no;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Refused> check_event_type(const pack::Pack& pack, std::string_view type,
                                        const std::string& field) {
    std::vector<std::string> known;
    if (pack.events) known = pack.events->types;
    for (const pack::Resource& resource : pack.resources) {
        if (!resource.callback || !resource.lifecycle) continue;
        const auto add = [&](pack::State state) {
            known.push_back(resource.singular + "." + resource.lifecycle->states[state]);
        };
        for (const pack::State state : resource.callback->on) add(state);
        if (!resource.callback->on_start) continue;
        for (const auto& start : resource.lifecycle->start) add(start.what.state);
    }
    // A pack that lists no types emits whatever its moves say.
    if (known.empty() || std::find(known.begin(), known.end(), type) != known.end()) {
        return std::nullopt;
    }
    return refused(
        422, "unknown_event_type",
        "no event type " + base::quoted(type) + " in pack " + pack.name + '@' + pack.version, field,
        nearest_hint(type, known));
}

std::variant<Lever, Refused> read_delivery_fault(const Value& given, const pack::Pack& pack) {
    Lever lever;
    lever.kind = Lever::Kind::Fault;
    lever.body = given;
    Value& body = lever.body;
    if (pack.webhooks.empty()) {
        return invalid("the pack " + pack.name + " sends no webhooks", "/resource");
    }
    const std::string operation = text_of(body.find("operation"));
    if (operation != kSend && operation != "*") {
        return refused(404, "unknown_operation", "deliveries know no " + base::quoted(operation),
                       "/operation", "it is called send");
    }
    for (const std::string_view name :
         {"status", "code", "message", "transport", "when", "strict"}) {
        if (!body.has(name)) continue;
        return invalid("a fault of deliveries has no " + std::string(name), "/" + std::string(name),
                       R"(as in {"delivery": {"kind": "drop", "seen_as": "failed"}})");
    }
    if (const Value* match = body.find("match")) {
        if (auto no = read_facts(*match, pack)) return std::move(*no);
        lever.match.input = *match;
    }
    lever.match.resource = std::string(kDeliveries);
    lever.match.operations = {std::string(kSend)};
    lever.buckets = {bucket_of(kDeliveries, kSend)};
    if (const Value* tape = body.find("tape")) {
        if (body.has("delivery")) {
            return invalid("a tape says delivery entry by entry", "/delivery");
        }
        std::size_t index = 0;
        for (const Value& entry : tape->items()) {
            const std::string pointer = "/tape/" + std::to_string(index++);
            const Value* what = entry.find("delivery");
            if (what == nullptr && !entry.has("pass")) {
                return invalid("an entry has a delivery or passes", pointer);
            }
            if (what == nullptr) continue;
            if (auto no = check_delivery(*what, pointer + "/delivery", pack)) return std::move(*no);
        }
        if (!body.has("then")) body.set("then", "fallback");
    } else {
        if (body.has("then")) return invalid("`then` says how a tape ends", "/then");
        const Value* what = body.find("delivery");
        if (what == nullptr) {
            return invalid("a fault of deliveries needs a delivery", "/delivery",
                           R"(as in {"delivery": {"kind": "drop", "seen_as": "failed"}})");
        }
        if (auto no = check_delivery(*what, "/delivery", pack)) return std::move(*no);
    }
    body.set("off_model", false);
    body.set("warnings", Value::array());
    return lever;
}

}  // namespace understudy::world
