// Texts that a regular expression accepts: for examples of schemas with `pattern`.
//
// A small reader of the common part of ECMA-262 patterns (literals, classes, groups, alternation,
// repetition, anchors). What it does not know it gives up on; the caller checks every text against
// the real expression anyway.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace understudy::pack {

struct PatternTextOptions {
    std::size_t least = 0;        // characters
    std::size_t most = 1'000;     // characters
    std::uint64_t variation = 0;  // other numbers give other texts, where there are any
};

// Nothing: the pattern has parts this reader does not know, or no text of such a length was found.
std::optional<std::string> text_of_pattern(std::string_view pattern,
                                           const PatternTextOptions& options);

}  // namespace understudy::pack
