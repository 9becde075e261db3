// A counter-based generator: the n-th value of a stream is a mix of the stream's key and n, nothing
// else is remembered. The key is a hash of everything that names the stream.
//
// The values are part of the product: a world made with seed 42 is the same world in every release.
// seed_test.cpp pins them; this file must never give others.
#include "base/seed.hpp"

#include <array>
#include <cstring>
#include <string>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "base/impl/natural.hpp"

namespace understudy::base {

namespace {

constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio, odd
constexpr std::size_t kUsualMaterial = 128;          // bytes: two short names and their numbers
constexpr std::uint64_t kTwist = 0xD1B54A32D192ED03;

// Each input bit flips each output bit about half the time; one to one.
std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// Mixed twice with the key in between: two keys a multiple of kStep apart share no values.
std::uint64_t value_at(std::uint64_t key, std::uint64_t twisted, std::uint64_t counter) {
    return mix(mix(key + counter * kStep) ^ twisted);
}

// What a stream's key is the hash of. Streams are made for a handful of values each, so that the
// usual material takes no memory of its own.
class Material {
public:
    void add(std::uint64_t number) {
        // Lowest byte first, whatever the machine. Written out, this becomes one store.
        const std::array<char, 8> bytes = {
            static_cast<char>(number),       static_cast<char>(number >> 8),
            static_cast<char>(number >> 16), static_cast<char>(number >> 24),
            static_cast<char>(number >> 32), static_cast<char>(number >> 40),
            static_cast<char>(number >> 48), static_cast<char>(number >> 56)};
        add(std::string_view(bytes.data(), bytes.size()));
    }
    void add(std::string_view text) {
        if (!longer_.empty() || text.size() > usual_.size() - size_) {
            if (longer_.empty()) longer_.assign(usual_.data(), size_);
            longer_ += text;
        } else if (!text.empty()) {
            std::memcpy(usual_.data() + size_, text.data(), text.size());
            size_ += text.size();
        }
    }
    std::string_view bytes() const {
        return longer_.empty() ? std::string_view(usual_.data(), size_) : longer_;
    }

private:
    std::array<char, kUsualMaterial> usual_;
    std::size_t size_ = 0;
    std::string longer_;
};

}  // namespace

Stream::Stream(std::uint64_t seed, std::initializer_list<std::string_view> names,
               std::uint64_t sequence)
    : Stream(seed, std::span<const std::string_view>(names.begin(), names.size()), sequence) {}

Stream::Stream(std::uint64_t seed, std::span<const std::string_view> names,
               std::uint64_t sequence) {
    // Every name carries its length, so {"ab", "c"} and {"a", "bc"} are different streams.
    Material material;
    material.add(seed);
    material.add(names.size());
    for (const std::string_view name : names) {
        material.add(name.size());
        material.add(name);
    }
    material.add(sequence);
    key_ = fast_hash(material.bytes());
    twisted_ = mix(key_ ^ kTwist);
}

std::uint64_t Stream::next() {
    return value_at(key_, twisted_, ++counter_);
}

std::uint64_t Stream::below(std::uint64_t bound) {
    ASSERT(bound > 0, "nothing is below zero");
    // The high half of value * bound is nearly even; the few values that would favour some results
    // are drawn again.
    Wide product = Wide{value_at(key_, twisted_, ++counter_)} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
        const std::uint64_t uneven = (0 - bound) % bound;
        while (static_cast<std::uint64_t>(product) < uneven) product = Wide{next()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

void Stream::choose(std::string_view letters, std::span<char> places) {
    const std::uint64_t bound = letters.size();
    ASSERT(bound > 0, "there are letters to choose from");
    Stream own = *this;  // which no place can be part of: its numbers stay in registers
    for (char& place : places) {
        const Wide product = Wide{value_at(own.key_, own.twisted_, own.counter_ + 1)} * bound;
        if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
            place = letters[own.below(bound)];  // perhaps to be drawn again
            continue;
        }
        ++own.counter_;
        place = letters[static_cast<std::uint64_t>(product >> 64)];
    }
    counter_ = own.counter_;
}

double Stream::unit() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

}  // namespace understudy::base
