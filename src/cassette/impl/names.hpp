// Which names a cassette, a service and a variable may have. They become parts of paths, so the
// rules are narrow: nothing that leads out of a folder can be said.
#pragma once

#include <string>
#include <string_view>

#include "cassette/model.hpp"

namespace understudy::cassette {

bool is_service_name(std::string_view text);
bool is_cassette_name(std::string_view text);  // "issue/close"
bool is_label(std::string_view text);          // of a variant
bool is_variable_name(std::string_view text);
bool is_exchange_id(std::string_view text);
bool is_cwd(std::string_view text);  // "root", "scratch/w"

inline constexpr std::string_view kServiceRule =
    "must be letters, digits, `.`, `_`, `+` and `-`, the first a letter or digit";
inline constexpr std::string_view kNameRule =
    "must be a path without `.`, `..`, `@`, `\\` or control characters: issue/close";
inline constexpr std::string_view kLabelRule = "must be letters, digits, `.`, `_`, `+` and `-`";
inline constexpr std::string_view kVariableRule = "must be called by letters, digits and `_`";
inline constexpr std::string_view kIdRule =
    "must be letters, digits, `.`, `_`, `:`, `/` and `-`, 200 at most";
inline constexpr std::string_view kCwdRule =
    "must be `root`, `scratch` or a path below one of them, without `..`";

// The path below the service's folder, without its ending: "issue/close@2.62".
std::string file_name_of(const Cassette& cassette);

}  // namespace understudy::cassette
