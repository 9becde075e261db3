// Changed copies of a cassette, each with one lie in it: what a check must notice. A check that
// stays green over them proves nothing.
//
//     for (const Mutant& mutant : mutate(cassette, rules, {}).mutants) {
//         compare(mutant.exchanges, replayed, rules, options)        // must differ
//     }
//
// Outputs are changed where they stand, byte for byte, so that nothing but the lie differs: a field
// that is dropped leaves the white space of the others alone. Values that a rule covers are not
// used, because a rule says that they may be anything.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/model.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

struct Mutant {
    std::string id;     // "field_dropped:close:stdout", the same whenever the cassette is the same
    std::string kind;   // "field_dropped"
    std::string about;  // in words: "stdout of close without /state"
    std::string exchange;             // id
    std::vector<Exchange> exchanges;  // all of the cassette, one of them changed
};

struct MutateOptions {
    std::size_t per_kind = 1;  // of one kind and exchange
    std::size_t most = 200;    // of a cassette
    CompareOptions comparing;  // as the check compares
};

struct Mutants {
    std::vector<Mutant> mutants;
    std::vector<std::string> impossible;  // kinds for which no exchange has a place
};

Mutants mutate(const Cassette& cassette, const Rules& rules, const MutateOptions& options);

// exit_code, field_dropped, field_retyped, field_renamed, order_swapped, event_dropped,
// last_line_cut, output_emptied, stderr_changed, value_changed.
std::vector<std::string> all_mutation_kinds();

}  // namespace understudy::cassette
