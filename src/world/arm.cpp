// What testers arm against calls, checked as a whole before any of it is kept.
#include <algorithm>

#include "base/text.hpp"
#include "http/fault.hpp"
#include "json/pointer.hpp"
#include "world/impl/strike.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;

std::string text_of(const Value& body, std::string_view name) {
    const Value* found = body.find(name);
    return found != nullptr && found->is_string() ? std::string(found->as_string()) : std::string();
}

Refused invalid(std::string message, std::string field, std::string hint = {}) {
    return refused(422, "invalid_request", std::move(message), std::move(field), std::move(hint));
}

// The operations that a fault is for.
std::vector<const pack::Operation*> operations_of(const pack::Pack& pack, const Match& match) {
    std::vector<const pack::Operation*> found;
    for (const pack::Operation& one : pack.operations) {
        const bool ours =
            match.resource.empty() ||
            (one.resource != pack::kNone && pack.resources[one.resource].name == match.resource);
        const bool named = match.operations.empty() || match.operations.front() == one.name ||
                           match.operations.front() == one.verb;
        if (ours && named) found.push_back(&one);
    }
    return found;
}

// Where calls find it. A full name of an operation stands for its resource and verb.
std::string bucket_for(const pack::Pack& pack, const Match& match) {
    if (match.operations.empty()) return bucket_of(match.resource, "");
    const std::vector<const pack::Operation*> all = operations_of(pack, match);
    std::string resource = match.resource, verb = match.operations.front();
    if (all.size() == 1) {
        verb = all.front()->verb;
        if (all.front()->resource != pack::kNone) {
            resource = pack.resources[all.front()->resource].name;
        }
    } else if (!all.empty() && match.resource.empty() &&
               std::any_of(all.begin(), all.end(), [&](const pack::Operation* one) {
                   return one->verb != verb;  // a name and a verb of others at once
               })) {
        return bucket_of("", "");
    }
    return bucket_of(resource, verb);
}

// What an error of the pack looks like in a stream is the pack's to say, when it comes to that.
Value as_told(const Value& transport, bool has_error) {
    Value whole = transport;
    if (has_error && transport.is_object() && is_error_event(transport) && !transport.has("data")) {
        whole.set("data", Value());
    }
    return whole;
}

// One thing that can go wrong: the members of a fault itself, or of one entry of its tape.
class EntryReader {
public:
    EntryReader(const pack::Pack& pack, const Match& match, bool strict)
        : pack_(pack), match_(match), strict_(strict) {}

    std::optional<Refused> read(Value& entry, const std::string& pointer) {
        const bool error = entry.has("status") || entry.has("code");
        const Value* transport = entry.find("transport");
        if (!error && transport == nullptr) {
            return invalid("a fault needs an error (status and code) or a transport", pointer,
                           R"(as in {"status": 402, "code": "card_declined"})");
        }
        if (!error && entry.has("message")) {
            return invalid("a message needs a status and a code", pointer + "/message");
        }
        if (error) {
            if (auto no = read_error(entry, pointer)) return no;
        }
        if (transport != nullptr) {
            const auto made = http::make_fault(as_told(*transport, error), {});
            if (!made) {
                return invalid(base::message(made.error()), pointer + "/transport",
                               base::hint(made.error()));
            }
        }
        return set_when(entry, error, pointer);
    }

    bool off_model = false;
    Value warnings = Value::array();

private:
    std::optional<Refused> read_error(Value& entry, const std::string& pointer) {
        const std::string code = text_of(entry, "code");
        const pack::Index known = pack_.errors.find(code);
        if (code.empty()) {
            return invalid("an error needs a code", pointer + "/code", codes_hint(entry));
        }
        if (!entry.has("status")) {
            if (known == pack::kNone) {
                return invalid("the status of " + base::quoted(code) + " is not known to the pack",
                               pointer + "/status", "give one");
            }
            entry.set("status", pack_.errors.codes[known].status);
        }
        const auto status = static_cast<int>(entry.find("status")->to_int64().value_or(0));
        std::string why;
        if (known == pack::kNone) {
            why = "no error code " + base::quoted(code) + " in pack " + pack_.name + "@" +
                  pack_.version;
        } else if (pack_.errors.codes[known].status != status) {
            why = "the pack has " + base::quoted(code) + " with status " +
                  std::to_string(pack_.errors.codes[known].status) + ", not " +
                  std::to_string(status);
        } else if (!is_for_these(pack_.errors.codes[known])) {
            why = "the pack does not have " + base::quoted(code) + " for this operation";
        }
        if (why.empty()) return std::nullopt;
        const std::string hint = known == pack::kNone ? nearest_hint(code, codes()) : "";
        if (strict_) return refused(422, "unknown_error_code", why, pointer + "/code", hint);
        off_model = true;
        warnings.push_back(Value::object({{"code", "unknown_error_code"},
                                          {"message", why + "; it is served as given"},
                                          {"hint", hint}}));
        return std::nullopt;
    }

    bool is_for_these(const pack::ErrorCode& code) const {
        if (code.limited_to.empty()) return true;
        const auto all = operations_of(pack_, match_);
        return std::all_of(all.begin(), all.end(), [&](const pack::Operation* one) {
            const auto index = static_cast<pack::Index>(one - pack_.operations.data());
            return std::find(code.limited_to.begin(), code.limited_to.end(), index) !=
                   code.limited_to.end();
        });
    }

    std::vector<std::string> codes() const {
        std::vector<std::string> names;
        for (const pack::ErrorCode& code : pack_.errors.codes) names.push_back(code.name);
        return names;
    }

    std::string codes_hint(const Value& entry) const {
        const auto status = entry.find("status")->to_int64().value_or(0);
        std::vector<std::string> fitting;
        for (const pack::ErrorCode& code : pack_.errors.codes) {
            if (code.status == status) fitting.push_back(code.name);
        }
        return fitting.empty() ? nearest_hint("", codes())
                               : "with that status there is " + base::join(fitting, ", ");
    }

    std::optional<Refused> set_when(Value& entry, bool error, const std::string& pointer) {
        const Value* transport = entry.find("transport");
        const bool damages = transport != nullptr &&
                             http::damages_answer(text_of(*transport, "kind")) &&
                             (!error || is_error_event(*transport));
        const std::string when = text_of(entry, "when");
        if (damages && when == "before") {
            return invalid(base::quoted(text_of(*transport, "kind")) +
                               " needs an answer to damage, and before execution there is none",
                           pointer + "/when", "leave it out, or give an error as well");
        }
        if (when.empty()) entry.set("when", damages ? "after" : "before");
        return std::nullopt;
    }

    const pack::Pack& pack_;
    const Match& match_;
    bool strict_;
};

std::optional<Refused> read_tape(EntryReader& reader, Value& body) {
    for (const std::string_view name : {"status", "code", "message", "transport", "when"}) {
        if (!body.has(name)) continue;
        return invalid("a tape says " + std::string(name) + " entry by entry",
                       "/" + std::string(name));
    }
    Value entries = Value::array();
    std::size_t index = 0;
    for (const Value& given : body.find("tape")->items()) {
        const std::string pointer = "/tape/" + std::to_string(index++);
        Value entry = given;
        if (entry.has("pass")) {
            for (const json::Member& member : entry.members()) {
                if (member.key() == "pass" || member.key() == "times") continue;
                return invalid("an entry that passes does nothing else",
                               pointer + "/" + std::string(member.key()));
            }
        } else if (auto no = reader.read(entry, pointer)) {
            return no;
        }
        entries.push_back(std::move(entry));
    }
    body.set("tape", std::move(entries));
    if (!body.has("then")) body.set("then", "fallback");
    return std::nullopt;
}

}  // namespace

std::variant<Lever, Refused> read_fault(const Value& given, const pack::Pack& pack) {
    if (text_of(given, "resource") == kDeliveries) return read_delivery_fault(given, pack);
    if (given.has("delivery")) {
        return invalid("what happens to deliveries is armed on the resource $deliveries",
                       "/resource");
    }
    Lever lever;
    lever.kind = Lever::Kind::Fault;
    lever.body = given;
    Value& body = lever.body;
    if (const Value* match = body.find("match")) {
        auto read = read_match(*match, "/match", {.id = true}, pack);
        if (auto* no = std::get_if<Refused>(&read)) return std::move(*no);
        lever.match = std::move(std::get<Match>(read));
    }
    const std::string resource = text_of(body, "resource");
    const std::string operation = text_of(body, "operation");
    if (auto no = check_resource(pack, resource, "/resource")) return std::move(*no);
    if (auto no = check_operation(pack, resource, operation, "/operation")) return std::move(*no);
    if (resource != "*") lever.match.resource = resource;
    if (operation != "*") lever.match.operations = {operation};
    lever.buckets = {bucket_for(pack, lever.match)};

    const Value* strict = body.find("strict");
    EntryReader reader(pack, lever.match, strict != nullptr && strict->as_bool());
    if (body.has("tape")) {
        if (auto no = read_tape(reader, body)) return std::move(*no);
    } else {
        if (body.has("then")) return invalid("`then` says how a tape ends", "/then");
        if (auto no = reader.read(body, "")) return std::move(*no);
    }
    body.set("off_model", reader.off_model);
    body.set("warnings", std::move(reader.warnings));
    return lever;
}

std::variant<Lever, Refused> read_stub(const Value& given, const pack::Pack& pack) {
    Lever lever;
    lever.kind = Lever::Kind::Stub;
    lever.body = given;
    const Value& match = *lever.body.find("match");
    auto read = read_match(match, "/match",
                           {.resource = true, .operation = true, .method_and_path = true}, pack);
    if (auto* no = std::get_if<Refused>(&read)) return std::move(*no);
    lever.match = std::move(std::get<Match>(read));
    if (lever.match.specificity().constraints == 0) {
        return invalid("a stub must say which calls it is for", "/match",
                       R"(as in {"method": "GET", "path": "/v1/tax/settings"})");
    }
    const std::string operation =
        lever.match.operations.empty() ? "" : lever.match.operations.front();
    if (auto no = check_resource(pack, lever.match.resource, "/match/resource")) {
        return std::move(*no);
    }
    if (auto no = check_operation(pack, lever.match.resource, operation, "/match/operation")) {
        return std::move(*no);
    }
    lever.buckets = {bucket_of("", "")};
    if (!lever.body.has("count")) lever.body.set("count", 1);
    return lever;
}

Value fault_record(const Lever& lever) {
    Value record = Value::object({{"id", lever.id()}});
    for (const json::Member& member : lever.body.members()) {
        if (member.key() != "off_model" && member.key() != "warnings") {
            record.append(member.key(), member.value);
        }
    }
    if (lever.body.has("tape")) record.append("position", lever.position);
    record.append("fired", lever.fired);
    if (const Value* count = lever.body.find("count")) {
        record.append("remaining", *count->to_int64() - static_cast<std::int64_t>(lever.fired));
    }
    record.append("state", lever.spent ? "spent" : "armed");
    record.append("specificity", static_cast<std::uint64_t>(lever.match.specificity().constraints));
    record.append("created_seq", lever.created);
    record.append("off_model", *lever.body.find("off_model"));
    record.append("warnings", *lever.body.find("warnings"));
    return record;
}

Value stub_record(const Lever& lever) {
    Value record = Value::object({{"id", lever.id()}});
    for (const json::Member& member : lever.body.members()) {
        record.append(member.key(), member.value);
    }
    record.append("fired", lever.fired);
    record.append("state", lever.spent ? "spent" : "armed");
    record.append("created_seq", lever.created);
    return record;
}

}  // namespace understudy::world
