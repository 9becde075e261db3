// xxHash's XXH3 behind a plain function. Apart from the digests: a program that hashes only, such
// as the stand-in of a command, does not carry OpenSSL and what that does when a process starts.
#include <xxhash.h>

#include "base/hash.hpp"

namespace understudy::base {

std::uint64_t fast_hash(std::string_view bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace understudy::base
