// Identifiers from patterns: `ch_{base62:24}`, `{uuid}`, `CA{hex:32}`, `{ulid}`.
//
// A pattern is text with holes in braces; every random part is drawn from the Stream it is given,
// so an id is as reproducible as the stream. `{{` and `}}` are braces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/seed.hpp"
#include "base/time.hpp"

namespace understudy::base {

class IdPattern {
public:
    // Holes: base62:N, base58:N, base36:N, base32:N (Crockford), hex:N, HEX:N, digits:N, letters:N
    // (N from 1 to 256), uuid, ulid, seq, seq:N (sequence number, zero-padded to N).
    static Result<IdPattern> parse(std::string_view text);

    std::string make(Stream& stream, Instant now, std::uint64_t sequence) const;

    // Could `id` have been made by this pattern?
    bool matches(std::string_view id) const;

    const std::string& text() const { return text_; }

private:
    enum class Kind : std::uint8_t { Literal, Alphabet, Uuid, Ulid, Sequence };
    struct Part {
        Kind kind = Kind::Literal;
        std::string_view alphabet;
        std::uint32_t length = 0;
        std::string literal;
    };
    static Result<Part> parse_part(std::string_view pattern, std::string_view inside);

    std::string text_;
    std::vector<Part> parts_;
};

// 26 characters, Crockford base 32: 48 bits of milliseconds, 80 bits from the stream.
std::string make_ulid(Stream& stream, Instant now);

}  // namespace understudy::base
