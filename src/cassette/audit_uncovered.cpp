// Values that look volatile and that no rule replaced: the strictest normalizers, run over what
// the rules left.
#include "cassette/impl/auditing.hpp"
#include "cassette/impl/replacer.hpp"

namespace understudy::cassette {

namespace {

constexpr std::int64_t kFirstEphemeralPort = 32'768;

RuleSpec spec_of(std::string_view use, json::Value with = json::Value::object()) {
    RuleSpec spec;
    spec.use = use;
    spec.with = std::move(with);
    return spec;
}

std::vector<RuleSpec> suspicious() {
    return {spec_of("uuid"),
            spec_of("sha:long"),
            spec_of("timestamps.ISO8601"),
            spec_of("timestamps.RFC1123"),
            spec_of("port", json::Value::object({{"min", kFirstEphemeralPort}})),
            spec_of("path", json::Value::object({{"temp", "/tmp"}}))};
}

}  // namespace

std::vector<Uncovered> uncovered_in(const Recording& recording) {
    std::vector<Uncovered> found;
    const auto rules = Rules::make(Normalizers::shipped(), suspicious());
    if (!rules) return found;
    Replacer replacer(*rules);
    std::size_t seen = 0;
    for (const AuditPart& each : recording.parts) {
        if (each.raw.name == "input") continue;
        Part part = each.marked;
        replacer.mark(*each.exchange, part);
        for (; seen < replacer.hits().size(); ++seen) {
            const RuleHit& hit = replacer.hits()[seen];
            found.push_back({each.number, call_of(*each.exchange), hit.part, hit.path, hit.value,
                             rules->specs()[hit.rule].use});
        }
    }
    return found;
}

}  // namespace understudy::cassette
