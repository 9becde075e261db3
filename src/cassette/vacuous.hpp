// Cassettes that could not fail: whatever a fake does, or nearly, it agrees with them. They are
// counted and shown, never taken for coverage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/model.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

enum class Emptiness : std::uint8_t {
    NoOutput,        // it succeeded and said nothing
    EmptyContainer,  // [] or {}
    AllReplaced,     // every value of it is covered by a rule
};
std::string_view name_of(Emptiness emptiness);  // "empty output"

// Why the steps and variations of a cassette assert nothing; nothing if one of them does. Set-up
// and tear-down do not count. A call that failed asserts that it fails, and one that changed files
// asserts these.
std::optional<Emptiness> emptiness_of(const Cassette& cassette, const Rules& rules,
                                      const CompareOptions& options);

}  // namespace understudy::cassette
