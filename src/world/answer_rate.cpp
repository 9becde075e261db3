// Counts calls against the pack's rate limits. The counters are notes of the state, one per limit
// and credential; the credential itself is never kept, only a digest of it.
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/rate.hpp"

namespace understudy::world {

namespace {

using expr::Given;
using json::Value;

std::string note_name(const pack::RateLimit& limit, const Call& call) {
    std::string name = "rate/" + limit.name;
    if (!limit.by_credential) return name;
    return name + "/" + base::to_hex(base::sha256(call.credential)).substr(0, 16);
}

}  // namespace

Rate::Rate(const pack::RateLimit& limit, std::uint64_t used, base::Instant start)
    : limit_(limit.limit),
      used_(used),
      start_(start),
      reset_(base::add(start, limit.per).value_or(base::kLastInstant)) {}

base::Result<std::optional<Given>> Rate::member(std::string_view name) const {
    if (name == "limit") return Given::own(Value(limit_));
    if (name == "used") return Given::own(Value(used_));
    if (name == "remaining") return Given::own(Value(limit_ > used_ ? limit_ - used_ : 0));
    if (name == "reset") return Given::instant(reset_);
    return std::nullopt;
}

base::Result<Value> Rate::whole() const {
    return Value::object({{"limit", limit_},
                          {"used", used_},
                          {"remaining", limit_ > used_ ? limit_ - used_ : 0},
                          {"reset", base::to_rfc3339(reset_)}});
}

Rate rate_now(const State& state, const pack::RateLimit& limit, const Call& call) {
    const auto note = state.note(note_name(limit, call));
    if (note) {
        const Value* start = note->find("start");
        const Value* used = note->find("used");
        const auto began =
            start && start->is_string() ? base::parse_rfc3339(start->as_string()) : std::nullopt;
        const auto count = used && used->is_number() ? used->to_int64() : std::nullopt;
        if (began && count && *count >= 0) {
            const auto end = base::add(*began, limit.per);
            if (end && state.now() < *end) {
                return Rate(limit, static_cast<std::uint64_t>(*count), *began);
            }
        }
    }
    return Rate(limit, 0, state.now());
}

Rate count_call(State& state, const pack::RateLimit& limit, const Call& call) {
    const Rate before = rate_now(state, limit, call);
    const Rate after(limit, before.used() + 1, before.start());
    state.set_note(
        note_name(limit, call),
        Value::object({{"start", base::to_rfc3339(after.start())}, {"used", after.used()}}));
    return after;
}

std::optional<Refusal> over_rate(const Turn& turn, const Call& call) {
    const pack::Pack& pack = turn.eyes.pack();
    for (const pack::RateLimit& limit : pack.rate_limits) {
        if (!limit.enforce || rate_now(turn.state, limit, call).used() < limit.limit) continue;
        Refusal refusal;
        refusal.use = use_for(pack.errors, {"rate", "invalid", "type"});
        if (!pack.errors.on_event("rate")) refusal.use.status = 429;
        refusal.issue.keyword = "rate";
        refusal.issue.value = Value(limit.name);
        refusal.issue.limit = Value(limit.limit);
        return refusal;
    }
    return std::nullopt;
}

}  // namespace understudy::world
