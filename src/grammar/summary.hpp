// Verdicts for people and programs.
//
//     Outcome outcome = TRY(check(grammar, records, options, Ending::Complete));
//     for (const Verdict& verdict : outcome.verdicts) print(base::render(to_error(verdict)));
//     print(headline(grammar, outcome));
#pragma once

#include <string>

#include "base/error.hpp"
#include "base/result.hpp"
#include "grammar/judge.hpp"
#include "grammar/records.hpp"
#include "json/value.hpp"

namespace understudy::grammar {

// Judges all records and ends the stream. Marks come from the records unless the options say where.
base::Result<Outcome> check(const Grammar& grammar, const Records& records, Options options,
                            Ending ending);

// Arguments: constraint, kind, severity, record, type, key, state, expected, came, witness, folded,
// nearest; each where the verdict has it.
base::Error to_error(const Verdict& verdict);

// `records 3, 7 to 9`
std::string to_text(const std::vector<Span>& witness);

// `example: 12 records, ending complete, dialect vendor: 2 breaking, 1 warning; 1 not judged`
std::string headline(const Grammar& grammar, const Outcome& outcome);

// {"grammar": ..., "records": ..., "ending": ..., "verdicts": [...], "unjudged": [...]}
json::Value to_json(const Grammar& grammar, const Outcome& outcome);

}  // namespace understudy::grammar
