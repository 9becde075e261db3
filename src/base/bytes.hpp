// Bytes and their textual dress: hex, base64, percent. Decoders are strict and say no with nullopt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace understudy::base {

std::string to_hex(std::string_view bytes);  // lower case
std::optional<std::string> from_hex(std::string_view text);

std::string to_base64(std::string_view bytes);     // standard alphabet, padded
std::string to_base64url(std::string_view bytes);  // URL alphabet, not padded

enum class Base64 : std::uint8_t {
    Strict,  // RFC 4648: padded, no white space, unused bits zero
    Loose,   // either alphabet, padding optional, line breaks and spaces skipped
};
std::optional<std::string> from_base64(std::string_view text, Base64 mode = Base64::Strict);

// Everything but unreserved characters (RFC 3986) becomes %XX.
std::string to_percent(std::string_view bytes);
std::optional<std::string> from_percent(std::string_view text);  // '+' is left alone

}  // namespace understudy::base
