// The words of the grammar language: kinds of constraints, severities, endings. Each has one
// spelling, which is the one in grammar files and in reports.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace understudy::grammar {

enum class Kind : std::uint8_t {
    Seq,
    Any,
    PerKey,
    OpenClose,
    Once,  // spelled `once` or `terminal`; the second adds what may follow
    Gapless,
    Monotone,
    Ref,
    Constant,
    Concat,
    Derived,
    Implies,
    Join,
};

enum class Severity : std::uint8_t {
    Info,
    Warning,
    Drift,  // unknown types only: the tool has moved on
    Breaking,
};

// How a stream says it ended: all of it is there; it is all there and reports a failure; it was
// cut.
enum class Ending : std::uint8_t { Complete, Failed, Interrupted };

std::string_view name_of(Kind kind);          // "per-key"
std::string_view name_of(Severity severity);  // "breaking"
std::string_view name_of(Ending ending);      // "complete"

std::optional<Kind> kind_named(std::string_view name);  // takes "terminal" too
std::optional<Severity> severity_named(std::string_view name);
std::optional<Ending> ending_named(std::string_view name);

std::span<const std::string_view> all_kind_names();  // fourteen: "terminal" included

}  // namespace understudy::grammar
