// Id patterns: read once into parts, then made and recognised part by part.
#include "base/id.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.hpp"

namespace understudy::base {

namespace {

constexpr std::uint32_t kMaxLength = 256;
constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::string_view kLowerHex = "0123456789abcdef";
constexpr std::size_t kUlidSize = 26;
constexpr std::string_view kUuidShape = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";  // version 4
constexpr std::string_view kUuidVariants = "89ab";                               // y

struct Alphabet {
    std::string_view name;
    std::string_view characters;
};

constexpr auto kAlphabets = std::to_array<Alphabet>({
    {"base62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"},
    {"base58", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"},
    {"base36", "0123456789abcdefghijklmnopqrstuvwxyz"},
    {"base32", kCrockford},
    {"hex", kLowerHex},
    {"HEX", "0123456789ABCDEF"},
    {"digits", "0123456789"},
    {"letters", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"},
});

constexpr auto kPartNames =
    std::to_array<std::string_view>({"base62", "base58", "base36", "base32", "hex", "HEX", "digits",
                                     "letters", "uuid", "ulid", "seq"});

std::string to_ulid_text(std::uint64_t milliseconds, std::uint64_t high, std::uint64_t low) {
    std::string out;
    for (int shift = 45; shift >= 0; shift -= 5) out += kCrockford[(milliseconds >> shift) % 32];
    for (int shift = 35; shift >= 0; shift -= 5) out += kCrockford[(high >> shift) % 32];
    for (int shift = 35; shift >= 0; shift -= 5) out += kCrockford[(low >> shift) % 32];
    return out;
}

std::string make_uuid(Stream& stream) {
    std::string out(kUuidShape);
    std::uint64_t bits = 0;
    int left = 0;
    for (char& c : out) {
        if (c != 'x' && c != 'y') continue;
        if (left == 0) {
            bits = stream.next();
            left = 16;
        }
        c = c == 'x' ? kLowerHex[bits % 16] : kUuidVariants[bits % 4];
        bits /= 16;
        --left;
    }
    return out;
}

bool is_made_of(std::string_view text, std::string_view characters) {
    return text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_uuid(std::string_view text) {
    for (std::size_t i = 0; i < kUuidShape.size(); ++i) {
        const char shape = kUuidShape[i];
        const bool fits = shape == 'x'   ? kLowerHex.find(text[i]) != std::string_view::npos
                          : shape == 'y' ? kUuidVariants.find(text[i]) != std::string_view::npos
                                         : text[i] == shape;
        if (!fits) return false;
    }
    return true;
}

std::string to_sequence_text(std::uint64_t sequence, std::uint32_t width) {
    std::string digits = std::to_string(sequence);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

std::optional<std::uint64_t> parse_sequence(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char c : digits) {
        if (__builtin_mul_overflow(value, std::uint64_t{10}, &value) ||
            __builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value)) {
            return std::nullopt;
        }
    }
    return value;
}

// How far an id has been recognised, and the sequence number it showed on the way.
struct Reading {
    std::size_t at = 0;
    std::optional<std::uint64_t> sequence;
};

void read_sequence(std::vector<Reading>& out, std::string_view id, const Reading& before,
                   std::uint32_t width) {
    const std::string_view rest = id.substr(before.at);
    const std::size_t digits =
        std::min(rest.find_first_not_of(kLowerHex.substr(0, 10)), rest.size());
    for (std::size_t size = std::max<std::size_t>(width, 1); size <= digits; ++size) {
        const std::optional<std::uint64_t> value = parse_sequence(rest.substr(0, size));
        if (!value) return;
        if (before.sequence && before.sequence != value) continue;
        if (to_sequence_text(*value, width).size() != size) return;  // too many leading zeros
        out.push_back({before.at + size, value});
    }
}

}  // namespace

Result<IdPattern> IdPattern::parse(std::string_view text) {
    IdPattern result;
    result.text_ = text;
    std::string literal;
    const auto add_literal = [&] {
        if (literal.empty()) return;
        result.parts_.push_back({Kind::Literal, {}, 0, std::move(literal)});
        literal.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        const auto refuse = [&](Code code) {
            const std::size_t column = count_code_points(to_valid_utf8(text.substr(0, at))) + 1;
            return fail(code, {{"pattern", quoted(text)}, {"column", std::to_string(column)}});
        };
        if ((c == '{' || c == '}') && text.substr(at + 1).starts_with(c)) {
            literal += c;
            at += 2;
        } else if (c == '}') {
            return refuse(Code::IdStrayBrace);
        } else if (c == '{') {
            const std::size_t end = text.find('}', at);
            if (end == std::string_view::npos) return refuse(Code::IdUnclosedPart);
            add_literal();
            result.parts_.push_back(TRY(parse_part(text, text.substr(at + 1, end - at - 1))));
            at = end + 1;
        } else {
            literal += c;
            ++at;
        }
    }
    add_literal();
    return result;
}

Result<IdPattern::Part> IdPattern::parse_part(std::string_view pattern, std::string_view inside) {
    const std::size_t colon = std::min(inside.find(':'), inside.size());
    const std::string_view name = inside.substr(0, colon);
    Part part;
    if (name == "uuid") {
        part.kind = Kind::Uuid;
    } else if (name == "ulid") {
        part.kind = Kind::Ulid;
    } else if (name == "seq") {
        part.kind = Kind::Sequence;
    } else {
        const auto* alphabet = std::find_if(kAlphabets.begin(), kAlphabets.end(),
                                            [&](const Alphabet& a) { return a.name == name; });
        if (alphabet == kAlphabets.end()) {
            return fail(Code::IdUnknownPart, {{"pattern", quoted(pattern)},
                                              {"part", quoted(name)},
                                              {"nearest", nearest(name, kPartNames)}});
        }
        part.kind = Kind::Alphabet;
        part.alphabet = alphabet->characters;
    }

    const bool has_length = colon < inside.size();
    const bool takes_length = part.kind == Kind::Alphabet || part.kind == Kind::Sequence;
    const bool needs_length = part.kind == Kind::Alphabet;
    const std::optional<std::int64_t> length =
        has_length ? parse_int64(inside.substr(colon + 1)) : std::nullopt;
    const bool good = has_length ? takes_length && length && *length >= 1 && *length <= kMaxLength
                                 : !needs_length;
    if (!good) {
        return fail(Code::IdBadLength, {{"pattern", quoted(pattern)},
                                        {"part", quoted(inside)},
                                        {"limit", std::to_string(kMaxLength)}});
    }
    part.length = static_cast<std::uint32_t>(length.value_or(0));
    return part;
}

std::string IdPattern::make(Stream& stream, Instant now, std::uint64_t sequence) const {
    std::string out;
    for (const Part& part : parts_) {
        switch (part.kind) {
            case Kind::Literal: out += part.literal; break;
            case Kind::Uuid: out += make_uuid(stream); break;
            case Kind::Ulid: out += make_ulid(stream, now); break;
            case Kind::Sequence: out += to_sequence_text(sequence, part.length); break;
            case Kind::Alphabet:
                for (std::uint32_t i = 0; i < part.length; ++i) {
                    out += part.alphabet[stream.below(part.alphabet.size())];
                }
                break;
        }
    }
    return out;
}

// Only a sequence number has no fixed size, so at most its possible ends are tried side by side.
bool IdPattern::matches(std::string_view id) const {
    std::vector<Reading> readings = {{}};
    for (const Part& part : parts_) {
        std::vector<Reading> next;
        for (const Reading& reading : readings) {
            const auto accept_fixed = [&](std::size_t size, auto fits) {
                if (id.size() - reading.at < size || !fits(id.substr(reading.at, size))) return;
                next.push_back({reading.at + size, reading.sequence});
            };
            switch (part.kind) {
                case Kind::Literal:
                    accept_fixed(part.literal.size(),
                                 [&](std::string_view text) { return text == part.literal; });
                    break;
                case Kind::Alphabet:
                    accept_fixed(part.length, [&](std::string_view text) {
                        return is_made_of(text, part.alphabet);
                    });
                    break;
                case Kind::Uuid: accept_fixed(kUuidShape.size(), is_uuid); break;
                case Kind::Ulid:
                    accept_fixed(kUlidSize, [](std::string_view text) {
                        return is_made_of(text, kCrockford) && text.front() <= '7';
                    });
                    break;
                case Kind::Sequence: read_sequence(next, id, reading, part.length); break;
            }
        }
        readings = std::move(next);
    }
    return std::any_of(readings.begin(), readings.end(),
                       [&](const Reading& reading) { return reading.at == id.size(); });
}

std::string make_ulid(Stream& stream, Instant now) {
    const std::int64_t milliseconds = now.seconds * 1000 + now.nanoseconds / 1'000'000;
    const std::uint64_t high = stream.next();
    const std::uint64_t low = stream.next();
    return to_ulid_text(static_cast<std::uint64_t>(std::max<std::int64_t>(milliseconds, 0)), high,
                        low);
}

}  // namespace understudy::base
