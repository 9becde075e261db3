// Derived fields: a checksum, a length, a count, a signature that is a function of the record it
// stands in. `lint` verifies them; `scrub` computes them again, in dependency order.
//
//     for (const Derivation& derivation : derivations(grammar)) {
//         if (derivation.applies(record)) record.set(..., TRY(derivation.compute(record)));
//     }
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "grammar/grammar.hpp"
#include "grammar/judge.hpp"
#include "json/value.hpp"

namespace understudy::grammar {

struct Derivation {
    std::string constraint;
    std::string field;  // where the value stands
    std::size_t index = 0;
};

// Every `derived` constraint, each after those whose fields its own input holds.
std::vector<Derivation> derivations(const Grammar& grammar);

// The value the field must have; nullopt if the constraint does not look at this record, or if what
// it needs is not in the record or not known (files of the bundle, counts of records).
std::optional<json::Value> compute(const Grammar& grammar, const Derivation& derivation,
                                   const Record& record, const Bundle* bundle = nullptr);

// Names of the functions, as `function:` spells them.
std::span<const std::string_view> all_function_names();

}  // namespace understudy::grammar
