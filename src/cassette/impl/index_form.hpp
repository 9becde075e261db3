// How an index lies in its file. All records of a section have one size, so that the n-th is found
// without reading those before it; what varies in length is in one place behind them.
//
//     head: word, version, places of the sections, place of the settings
//     programs | files       8 bytes each: where the packed entry is
//     keys                  24 bytes each, sorted: key, first of its list, length of it
//     calls                 56 bytes each
//     lists                  4 bytes each: numbers of calls
//     packed entries, inputs and answers of calls, settings
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace understudy::cassette::index_form {

inline constexpr std::string_view kWord = "UNDERSTUDY INDEX";
inline constexpr std::uint32_t kFormVersion = 2;
inline constexpr std::size_t kSections = 5;  // programs, files, keys, calls, lists
inline constexpr std::size_t kHeadBytes = kWord.size() + 4 + (kSections * 16) + 8;
inline constexpr std::size_t kPlaceBytes = 8;
inline constexpr std::size_t kKeyBytes = 24;
inline constexpr std::size_t kCallBytes = 4 * 4 + 8 * 4 + 8;
inline constexpr std::size_t kListBytes = 4;

inline constexpr std::uint64_t kStrict = 1;
inline constexpr std::uint64_t kRepeatsLast = 2;
inline constexpr std::uint64_t kRedacted = 4;
inline constexpr std::uint64_t kAwaited = 8;
inline constexpr std::uint64_t kSse = 16;

}  // namespace understudy::cassette::index_form
