// Looking for bytes sixteen at a time. The calls of the C library are as fast over long distances;
// in JSON the next quote is near, and there a call for each of them costs more than the look.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace understudy::secret {

// Sixteen bytes, and for each of them whether something is true of it.
class Stride {
public:
    static constexpr std::size_t kSize = 16;

#ifdef __SSE2__
    explicit Stride(const char* at) : is_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))) {}

    Stride operator==(char c) const { return Stride(_mm_cmpeq_epi8(is_, _mm_set1_epi8(c))); }
    Stride is_between(char low, char high) const {  // both included
        const __m128i from_low = _mm_sub_epi8(is_, _mm_set1_epi8(low));
        const __m128i most = _mm_set1_epi8(static_cast<char>(high - low));
        return Stride(_mm_cmpeq_epi8(_mm_min_epu8(from_low, most), from_low));
    }
    Stride with_bits(char bits) const { return Stride(_mm_or_si128(is_, _mm_set1_epi8(bits))); }
    Stride operator|(Stride other) const { return Stride(_mm_or_si128(is_, other.is_)); }
    Stride operator&(Stride other) const { return Stride(_mm_and_si128(is_, other.is_)); }
    // The first byte is the lowest bit.
    std::uint32_t bits() const { return static_cast<std::uint32_t>(_mm_movemask_epi8(is_)); }

private:
    explicit Stride(__m128i is) : is_(is) {}
    __m128i is_;
#else
    explicit Stride(const char* at) { std::memcpy(is_, at, kSize); }

    Stride operator==(char c) const { return is_between(c, c); }
    Stride is_between(char low, char high) const {
        const auto most = static_cast<unsigned char>(high - low);
        return each([&](unsigned char byte) {
            return static_cast<unsigned char>(byte - static_cast<unsigned char>(low)) <= most
                       ? 0xFFU
                       : 0U;
        });
    }
    Stride with_bits(char bits) const {
        return each([&](unsigned char byte) { return byte | static_cast<unsigned char>(bits); });
    }
    Stride operator|(Stride other) const {
        for (std::size_t i = 0; i < kSize; ++i) other.is_[i] |= is_[i];
        return other;
    }
    Stride operator&(Stride other) const {
        for (std::size_t i = 0; i < kSize; ++i) other.is_[i] &= is_[i];
        return other;
    }
    std::uint32_t bits() const {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < kSize; ++i) bits |= (is_[i] >> 7U & 1U) << i;
        return bits;
    }

private:
    template <class Of>
    Stride each(Of of) const {
        Stride made = *this;
        for (unsigned char& byte : made.is_) byte = static_cast<unsigned char>(of(byte));
        return made;
    }
    unsigned char is_[kSize];
#endif
};

// The first byte from `from` on that the stride says is one, or the end of the text. `is` says it
// of a stride, `is_one` of a single byte: what is left at the end.
template <class Is, class IsOne>
std::size_t find_in_strides(std::string_view text, std::size_t from, Is is, IsOne is_one) {
    for (; from + Stride::kSize <= text.size(); from += Stride::kSize) {
        const std::uint32_t bits = is(Stride(text.data() + from)).bits();
        if (bits != 0) return from + static_cast<std::size_t>(std::countr_zero(bits));
    }
    while (from < text.size() && !is_one(text[from])) ++from;
    return from;
}

// The first of these bytes from `from` on, or the end of the text.
template <class... Bytes>
std::size_t find_any_of(std::string_view text, std::size_t from, Bytes... bytes) {
    return find_in_strides(
        text, from, [=](Stride stride) { return ((stride == bytes) | ...); },
        [=](char c) { return ((c == bytes) || ...); });
}

// As std::string_view::find, for a word of two bytes or more whose first byte is everywhere.
inline std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
    const std::size_t last = word.size() - 1;
    for (; from + last + Stride::kSize <= text.size(); from += Stride::kSize) {
        const Stride first_is = Stride(text.data() + from) == word.front();
        const Stride last_is = Stride(text.data() + from + last) == word.back();
        for (std::uint32_t bits = (first_is & last_is).bits(); bits != 0; bits &= bits - 1) {
            const std::size_t at = from + static_cast<std::size_t>(std::countr_zero(bits));
            if (std::memcmp(text.data() + at + 1, word.data() + 1, last - 1) == 0) return at;
        }
    }
    return text.find(word, from);
}

}  // namespace understudy::secret
