// The two halves of the importer of the ADR-0047 layout, and what both need.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cassette/import/importer.hpp"

namespace understudy::cassette::hydraflow {

inline constexpr std::string_view kBy = "understudy import hydraflow";

// One YAML file: one call.
ImportedFile read_cassette(const base::Source& source);
// One JSON Lines file: one stream.
ImportedFile read_stream(const base::Source& source);

// The program behind an adapter; the adapter's own name where it is not another.
std::string_view program_of(std::string_view adapter);
// An adapter that stands for any program.
bool is_any_program(std::string_view adapter);
// The adapter that begins `word`, before its end or a `_`: `claude` of `claude_streams`.
std::string_view adapter_in(std::string_view word);

// The last part of a path without its ending, and the folder it lies in.
std::string_view stem_of(std::string_view path);
std::string_view folder_of(std::string_view path);

// The home folder that a text speaks of, and whose it is.
std::optional<Identity> identity_in(std::string_view text);

}  // namespace understudy::cassette::hydraflow
