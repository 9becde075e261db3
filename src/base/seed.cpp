// A counter-based generator: the n-th value of a stream is a mix of the stream's key and n, nothing
// else is remembered. The key is a hash of everything that names the stream.
//
// The values are part of the product: a world made with seed 42 is the same world in every release.
// seed_test.cpp pins them; this file must never give others.
#include "base/seed.hpp"

#include <array>
#include <string>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "base/impl/natural.hpp"

namespace understudy::base {

namespace {

constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio, odd
constexpr std::size_t kUsualMaterial = 96;           // bytes: two short names and their numbers
constexpr std::uint64_t kTwist = 0xD1B54A32D192ED03;

// Each input bit flips each output bit about half the time; one to one.
std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

void append_number(std::string& out, std::uint64_t number) {
    std::array<char, 8> bytes;
    for (char& byte : bytes) {
        byte = static_cast<char>(number & 0xFF);
        number >>= 8;
    }
    out.append(bytes.data(), bytes.size());
}

}  // namespace

Stream::Stream(std::uint64_t seed, std::initializer_list<std::string_view> names,
               std::uint64_t sequence)
    : Stream(seed, std::span<const std::string_view>(names.begin(), names.size()), sequence) {}

Stream::Stream(std::uint64_t seed, std::span<const std::string_view> names,
               std::uint64_t sequence) {
    // Every name carries its length, so {"ab", "c"} and {"a", "bc"} are different streams.
    std::string material;
    material.reserve(kUsualMaterial);
    append_number(material, seed);
    append_number(material, names.size());
    for (const std::string_view name : names) {
        append_number(material, name.size());
        material += name;
    }
    append_number(material, sequence);
    key_ = fast_hash(material);
    twisted_ = mix(key_ ^ kTwist);
}

std::uint64_t Stream::next() {
    // Mixed twice with the key in between: two keys a multiple of kStep apart share no values.
    const std::uint64_t inner = mix(key_ + ++counter_ * kStep);
    return mix(inner ^ twisted_);
}

std::uint64_t Stream::below(std::uint64_t bound) {
    ASSERT(bound > 0, "nothing is below zero");
    // The high half of value * bound is nearly even; the few values that would favour some results
    // are drawn again.
    Wide product = Wide{next()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
        const std::uint64_t uneven = (0 - bound) % bound;
        while (static_cast<std::uint64_t>(product) < uneven) product = Wide{next()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

double Stream::unit() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

}  // namespace understudy::base
