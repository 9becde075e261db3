// Reads TOML 1.0 into a json::Value, for rule files of other scanners.
//
//     json::Value file = TRY(read_toml({"gitleaks.toml", text}));
//     file.find("rules");                       // an array of objects, in the order of the file
//
// What JSON has no word for becomes text: dates and times as they are written, `inf` and `nan`.
// Numbers keep their text without underscores and plus signs; 0x1F becomes 31.
#pragma once

#include <cstddef>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::secret {

// Each is checked before the memory it guards is spent.
inline constexpr std::size_t kMaxTomlBytes = std::size_t{16} << 20U;
inline constexpr std::size_t kMaxTomlDepth = 64;  // of tables and arrays inside one another
inline constexpr std::size_t kMaxTomlValues = 1'000'000;

// secret.bad_toml: the first mistake, with its place.
base::Result<json::Value> read_toml(const base::Source& source);

}  // namespace understudy::secret
