// JSON values as byte strings that compare (as unsigned bytes) like the values themselves: null,
// then false, true, numbers by value, instants, texts, arrays, objects. No encoding is the
// beginning of another, so that several stand one behind another and compare one after another.
//
// Numbers are exact for everything an int64 or a double can hold; texts compare as bytes. Texts are
// cut at `most` bytes: an index must not copy a megabyte, and whoever reads it looks at the object
// again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"
#include "json/value.hpp"
#include "pack/field.hpp"

namespace understudy::world {

inline constexpr std::size_t kMostIndexed = 256;  // bytes of a text in an index
inline constexpr std::size_t kUncut = static_cast<std::size_t>(-1);

void append_order(std::string& out, const json::Value& value, std::size_t most = kUncut);
// Does the field hold points in time?
bool is_instant(const pack::Field& field);
// The same for values of a field; those of instants (RFC 3339, or epoch numbers as the field prints
// them) go by time.
void append_order(std::string& out, const json::Value& value, const pack::Field& field,
                  std::size_t most = kUncut);
void append_order(std::string& out, base::Instant instant);

// Eight bytes, larger numbers later; or the other way round.
void append_number(std::string& out, std::uint64_t number);
std::uint64_t read_number(std::string_view eight_bytes);

// Text with an end that no text contains, and back. `read_text` takes it off the front.
void append_text(std::string& out, std::string_view text);
std::string read_text(std::string_view& in);

// Everything that begins with the encoding of a text that begins with `prefix`.
void append_open_text(std::string& out, std::string_view prefix, std::size_t most = kUncut);

// The first key after all keys that begin with `prefix`; nullopt: there is none.
std::optional<std::string> after_prefix(std::string_view prefix);

// Makes what was appended from `begin` on compare the other way round.
void reverse_order(std::string& out, std::size_t begin);

// The first byte says what kind of value follows.
std::string_view kind_of(std::string_view encoded);

}  // namespace understudy::world
