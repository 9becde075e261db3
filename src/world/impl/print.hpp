// Bare values as the vendor prints them: instants in one of five forms, states by their words.
#pragma once

#include <optional>

#include "base/time.hpp"
#include "json/value.hpp"
#include "pack/field.hpp"

namespace understudy::world {

json::Value print_instant(base::Instant instant, pack::TimeForm form);

// The instant a value means: RFC 3339 text, or a number of seconds (milliseconds with EpochMs).
std::optional<base::Instant> read_instant(const json::Value& value, pack::TimeForm form);

// What the field shows for this bare value. A value that is no instant where one is printed stays
// as it is: a pack may give null or a word there.
json::Value print(const pack::Field& field, json::Value bare);

// The state behind a printed word, for filters; the word itself if none is printed so.
std::string_view state_of_word(const pack::Field& field, std::string_view word);

}  // namespace understudy::world
