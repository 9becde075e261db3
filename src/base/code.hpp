// Every error code of the program: its stable public name, its sentence and its hint.
//
// The tables are the files under codes/, one per room, so that a room's errors can be read on one
// page. docs/reference/error-codes.md is made from them. A name, once published, never changes its
// meaning.
//
//     CODE(JsonDepth, "json.depth", "nested deeper than {limit} levels", "raise the depth limit
//     ...")
//
// `{limit}` is filled from the error's argument of that name.
//
// The lower rooms' codes are enumerators here. A room with a header code.hpp of its own numbers its
// codes from a first number below, as constants (`pack::code::UnknownKey`), so that a new code
// compiles that room again and no other. What can be asked about a code is the same for both.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace understudy::base {

enum class Code : std::uint16_t {
#define CODE(id, name, sentence, hint) id,
#include "base/codes/all.def"
#undef CODE
};

// Where the rooms with an own code.hpp begin to count.
inline constexpr std::uint16_t kFirstSecretCode = 900;
inline constexpr std::uint16_t kFirstPlanCode = 1000;
inline constexpr std::uint16_t kFirstPackCode = 1200;
inline constexpr std::uint16_t kFirstCassetteCode = 1400;
inline constexpr std::uint16_t kFirstFixtureCode = 1500;
inline constexpr std::uint16_t kFirstWorldCode = 1600;
inline constexpr std::uint16_t kFirstStoreCode = 1800;
inline constexpr std::uint16_t kFirstShimCode = 1850;
inline constexpr std::uint16_t kFirstServeCode = 1900;
inline constexpr std::uint16_t kFirstVerifyCode = 2000;
inline constexpr std::uint16_t kFirstAppCode = 2100;

std::string_view name_of(Code code);      // "json.depth"
std::string_view sentence_of(Code code);  // with {placeholders}
std::string_view hint_of(Code code);      // may be empty
std::span<const Code> all_codes();
std::optional<Code> code_named(std::string_view name);

}  // namespace understudy::base
