#include "world/impl/lever.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "world/impl/record_reader.hpp"
#include "world/impl/strike.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kPrefixes[] = {"flt_", "stb_", "pin_", "tap_"};
constexpr std::string_view kKinds[] = {"fault", "stub", "pin", "tape"};

// Bounded, so that the sum over a tape that somebody else wrote cannot run over.
std::uint64_t times_of(const json::Value& entry) {
    constexpr std::int64_t kMost = 1'000'000'000;
    const json::Value* times = entry.find("times");
    const auto number = times != nullptr && times->is_number() ? times->to_int64() : std::nullopt;
    return number && *number > 0 ? static_cast<std::uint64_t>(std::min(*number, kMost)) : 1;
}

}  // namespace

std::string_view prefix_of(Lever::Kind kind) {
    return kPrefixes[static_cast<std::size_t>(kind)];
}

std::string Lever::id() const {
    return std::string(prefix_of(kind)) + std::to_string(number);
}

std::optional<std::uint64_t> number_in(std::string_view id, Lever::Kind kind) {
    if (!id.starts_with(prefix_of(kind))) return std::nullopt;
    const std::string_view digits = id.substr(prefix_of(kind).size());
    const auto number = base::parse_int64(digits);
    // One spelling per id: no sign, no leading zero.
    if (!number || *number <= 0 || std::to_string(*number) != digits) return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

std::string bucket_of(std::string_view resource, std::string_view verb) {
    return std::string(resource) + '.' + std::string(verb);
}

json::Value to_json(const Lever& lever) {
    json::Value out = json::Value::object();
    out.append("kind", kKinds[static_cast<std::size_t>(lever.kind)]);
    out.append("number", lever.number);
    out.append("created", lever.created);
    out.append("match", to_json(lever.match));
    json::Value buckets = json::Value::array();
    for (const std::string& bucket : lever.buckets) buckets.push_back(bucket);
    out.append("buckets", std::move(buckets));
    if (!lever.field.empty()) out.append("field", lever.field);
    out.append("body", lever.body);
    out.append("matched", lever.matched);
    out.append("fired", lever.fired);
    out.append("position", lever.position);
    if (lever.spent) out.append("spent", true);
    return out;
}

namespace {

// Members of faults and of the entries of tapes, as the control plane's schema has them.
std::optional<std::string> check_kinds(const json::Value& members) {
    for (const json::Member& member : members.members()) {
        const std::string_view name = member.key();
        const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        const bool fits = is_one_of({"status", "count", "skip", "probability", "times"})
                              ? member.value.is_number()
                          : is_one_of({"resource", "operation", "code", "message", "when", "then"})
                              ? member.value.is_string()
                          : is_one_of({"strict", "pass"})                 ? member.value.is_bool()
                          : is_one_of({"match", "transport", "delivery"}) ? member.value.is_object()
                                                                          : name == "tape";
        if (!fits) return "a fault with another " + std::string(name);
    }
    return std::nullopt;
}

// What was armed had been checked; what comes from a file is checked again. Nothing: it is sound.
std::optional<std::string> check_kept_body(const Lever& lever, const pack::Pack& pack) {
    if (lever.kind != Lever::Kind::Fault && lever.kind != Lever::Kind::Stub) return std::nullopt;
    json::Value body = json::Value::object();
    for (const json::Member& member : lever.body.members()) {
        if (member.key() != "off_model" && member.key() != "warnings") {
            body.append(member.key(), member.value);
        }
    }
    if (lever.kind == Lever::Kind::Stub) {
        const json::Value* match = body.find("match");
        const json::Value* answer = body.find("answer");
        if (match == nullptr || !match->is_object() || answer == nullptr || !answer->is_object() ||
            answer->find("status") == nullptr) {
            return "a stub without an answer";
        }
        auto read = read_stub(body, pack);
        if (const auto* no = std::get_if<Refused>(&read)) return no->message;
        return std::nullopt;
    }
    const json::Value* tape = body.find("tape");
    if (tape != nullptr && (!tape->is_array() || tape->size() == 0)) return "an empty tape";
    if (tape != nullptr) {
        for (const json::Value& entry : tape->items()) {
            if (!entry.is_object() || entry.has("tape")) return "a tape of what is no fault";
            if (auto why = check_kinds(entry)) return why;
        }
    }
    if (auto why = check_kinds(body)) return why;
    auto read = read_fault(body, pack);
    if (const auto* no = std::get_if<Refused>(&read)) return no->message;
    const json::Value& checked = std::get<Lever>(read).body;
    for (const json::Member& member : checked.members()) {
        // What arming fills in must have been there.
        if (!lever.body.has(member.key())) return "a fault without " + std::string(member.key());
    }
    return std::nullopt;
}

}  // namespace

base::Result<Lever> lever_from_json(const json::Value& value, const pack::Pack& pack) {
    const RecordReader reader(value);
    Lever lever;
    const std::string kind = TRY(reader.text("kind"));
    bool known = false;
    for (std::size_t i = 0; i < std::size(kKinds); ++i) {
        if (kKinds[i] != kind) continue;
        lever.kind = static_cast<Lever::Kind>(i);
        known = true;
    }
    if (!known) return bad_journal("there is no lever of the kind " + kind);
    lever.number = TRY(reader.number("number"));
    lever.created = TRY(reader.number("created"));
    auto match = read_match(
        TRY(reader.value("match")), "",
        {.resource = true, .operation = true, .id = true, .method_and_path = true, .status = true},
        pack);
    if (const auto* no = std::get_if<Refused>(&match)) return bad_journal(no->message);
    lever.match = std::move(std::get<Match>(match));
    const json::Value buckets = TRY(reader.value("buckets"));
    if (!buckets.is_array()) return bad_journal("buckets");
    for (const json::Value& bucket : buckets.items()) {
        if (!bucket.is_string()) return bad_journal("buckets");
        lever.buckets.emplace_back(bucket.as_string());
    }
    if (value.has("field")) lever.field = TRY(reader.text("field"));
    lever.body = TRY(reader.value("body"));
    if (!lever.body.is_object()) return bad_journal("the body of a lever");
    if (auto why = check_kept_body(lever, pack)) return bad_journal(std::move(*why));
    lever.matched = TRY(reader.number("matched"));
    lever.fired = TRY(reader.number("fired"));
    lever.position = TRY(reader.number("position"));
    const json::Value* spent = value.find("spent");
    lever.spent = spent != nullptr && spent->is_bool() && spent->as_bool();
    return lever;
}

std::optional<std::size_t> entry_at(const json::Value& entries, std::string_view then,
                                    std::uint64_t position) {
    if (!entries.is_array() || entries.size() == 0) return std::nullopt;
    std::uint64_t whole = 0;
    for (const json::Value& entry : entries.items()) whole += times_of(entry);
    if (position >= whole) {
        if (then == "last") return entries.size() - 1;
        if (then != "cycle") return std::nullopt;
        position %= whole;
    }
    std::size_t index = 0;
    for (const json::Value& entry : entries.items()) {
        const std::uint64_t times = times_of(entry);
        if (position < times) return index;
        position -= times;
        ++index;
    }
    return std::nullopt;
}

}  // namespace understudy::world
