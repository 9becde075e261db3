// Which recording answers a call: keys, and the nearest ones when there is none.
//
//     key_text(call, policy, rules)          equal for calls that may share answers, and only then
//     nearest(call, recorded, policy, 3)     for the message of a miss
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

// Variables of a cassette by name, to fill `${name}` in its inputs. A name that nobody knows stays
// as it is written; `$${` becomes `${`.
std::string filled(std::string_view text, const std::vector<Variable>& vars);
CommandInput filled(const CommandInput& input, const std::vector<Variable>& vars);
// The other way: text that came from outside, so that filling gives it back.
std::string unfilled(std::string_view text);
CommandInput unfilled(CommandInput input);

// Program, argv after the rules for `args`, and what the policy adds, each behind its length: so
// that ["a\nb"] is not ["a", "b"]. `${...}` must have been filled.
std::string key_text(const CommandInput& call, const Match& policy, const Rules& rules);
std::string key_text(const CommandInput& call, const Match& policy);  // where there are no rules
// SHA-256 of it, 32 bytes: for names that last.
std::string key_of(const CommandInput& call, const Match& policy, const Rules& rules);

// `*` stands for any text, `?` for one character.
bool fits_wildcard(std::string_view pattern, std::string_view text);
// One pattern an argument; `**` at the end: any more.
bool fits_wildcards(std::span<const std::string> patterns, std::span<const std::string> args);

// A call with secrets in it, against the recording of such a call: what was sealed is the same but
// for the numbers of the pseudonyms. `sealed` is the call after sealing.
bool fits_sealed(const CommandInput& call, const CommandInput& sealed, const CommandInput& recorded,
                 const Match& policy);

struct NearMiss {
    std::size_t which = 0;                 // in the list that was handed in
    std::vector<std::string> differences;  // "argument 3: \"--limit=5\", not \"--limit=10\""
};
// At most `most`, nearest first; only of the same program, unless there is none. One without
// differences had the same call: its answers are used up.
std::vector<NearMiss> nearest(const CommandInput& call, std::span<const CommandInput> recorded,
                              const Match& policy, std::size_t most);

}  // namespace understudy::cassette
