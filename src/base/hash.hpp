// Digests, keyed digests and the fast table hash. The home of OpenSSL's digests and of xxHash in
// the pure rooms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace understudy::base {

enum class Digest : std::uint8_t { Md5, Sha1, Sha256, Sha384, Sha512 };

std::string digest(Digest kind, std::string_view bytes);                      // raw bytes
std::string hmac(Digest kind, std::string_view key, std::string_view bytes);  // raw bytes
inline std::string sha256(std::string_view bytes) {
    return digest(Digest::Sha256, bytes);
}

// Same time whatever the contents; for keys and signatures.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// For tables and seeded streams; the same on every machine. Not for secrets.
std::uint64_t fast_hash(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace understudy::base
