#include "app/scrub_receipt.hpp"

#include <map>

#include "app/version.hpp"
#include "base/bytes.hpp"
#include "base/hash.hpp"

namespace understudy::app {

namespace {

using json::Value;

Value to_json(const std::map<std::string, std::size_t>& counts) {
    Value object = Value::object();
    for (const auto& [name, count] : counts) object.set(name, static_cast<std::uint64_t>(count));
    return object;
}

Value to_json(const secret::Bounds& bounds) {
    return Value::object({{"depth", static_cast<std::uint64_t>(bounds.depth)},
                          {"expansion", static_cast<std::uint64_t>(bounds.expansion)},
                          {"unwrapped_bytes", static_cast<std::uint64_t>(bounds.unwrapped)}});
}

}  // namespace

std::string source_digest(std::string_view salt, std::string_view bytes) {
    return base::to_hex(base::hmac(base::Digest::Sha256, salt, bytes));
}

std::string output_digest(std::string_view bytes) {
    return base::to_hex(base::sha256(bytes));
}

Value make_receipt(std::string_view scenario, const Ground& ground, const ScrubDone& done,
                   base::Instant now) {
    Value list = Value::array();
    for (const ScrubbedFile& file : done.files) {
        list.push_back(Value::object({{"file", file.shown},
                                      {"changed", file.is_changed},
                                      {"output_sha256", file.output_digest},
                                      {"source_hmac_sha256", file.source_digest}}));
    }
    const secret::Counts& counts = done.counts;
    return Value::object(
        {{"format", "understudy.redaction"},
         {"version", 1},
         {"tool", Value::object({{"name", "understudy"}, {"version", kVersion}})},
         {"scenario", scenario},
         {"time", base::to_rfc3339(now)},
         {"result", counts.replaced + done.usage == 0 ? "nothing to replace" : "replaced"},
         {"policy_sha256", ground.digest()},
         {"files", std::move(list)},
         {"counts", Value::object({{"replaced", static_cast<std::uint64_t>(counts.replaced)},
                                   {"by_rule", to_json(counts.by_rule)},
                                   {"by_layer", to_json(counts.by_layer)}})},
         {"pseudonyms", to_json(counts.pseudonyms)},
         {"derived",
          Value::object({{"recomputed", static_cast<std::uint64_t>(done.renewed.fields)},
                         {"unknown", static_cast<std::uint64_t>(done.renewed.unknown)}})},
         {"usage", Value::object({{"hidden", static_cast<std::uint64_t>(done.usage)}})},
         {"suppressions", Value::array()},
         {"bounds", to_json(ground.policy->bounds)},
         {"bounds_reached", Value::array()}});
}

}  // namespace understudy::app
