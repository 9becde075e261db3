// Order-preserving encodings. Each begins with a byte for its kind.
#include "world/impl/order_key.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "json/write.hpp"

namespace understudy::world {

namespace {

constexpr char kNullKind = 0x10;
constexpr char kFalseKind = 0x20;
constexpr char kTrueKind = 0x21;
constexpr char kNumberKind = 0x30;
constexpr char kInstantKind = 0x38;
constexpr char kTextKind = 0x40;
constexpr char kArrayKind = 0x50;
constexpr char kObjectKind = 0x60;

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
constexpr double kExact = 9007199254740992.0;         // 2^53: from here on doubles skip integers
constexpr double kPastInt64 = 9223372036854775808.0;  // 2^63

// A zero byte inside a text becomes 00 FF; its end is 00 00.
void append_escaped(std::string& out, std::string_view text) {
    while (true) {
        const std::size_t zero = text.find('\0');
        if (zero == std::string_view::npos) break;
        out += text.substr(0, zero + 1);
        out += '\xFF';
        text.remove_prefix(zero + 1);
    }
    out += text;
}

// Distance of the value from the nearest double, for integers too large for doubles. At most 512.
std::int64_t past_the_double(const json::Value& number, double nearest) {
    if (std::abs(nearest) < kExact || std::abs(nearest) > kPastInt64) return 0;
    std::optional<std::int64_t> whole = number.to_int64();
    if (!whole) {
        const auto floor = number.to_decimal().round(0, base::Decimal::Rounding::Floor);
        if (floor) whole = floor->to_int64();
    }
    if (!whole) return 0;
    if (nearest >= kPastInt64) return (*whole - INT64_MAX) - 1;
    return *whole - static_cast<std::int64_t>(nearest);
}

void append_json_number(std::string& out, const json::Value& number) {
    double nearest = number.to_double();
    if (nearest == 0) nearest = 0;  // not -0
    const auto bits = std::bit_cast<std::uint64_t>(nearest);
    out += kNumberKind;
    append_number(out, (bits & kSign) != 0 ? ~bits : bits | kSign);
    const auto rest = static_cast<std::uint16_t>(past_the_double(number, nearest) + 0x8000);
    out += static_cast<char>(rest >> 8);
    out += static_cast<char>(rest & 0xFF);
}

std::optional<base::Instant> instant_of(const json::Value& value, pack::TimeForm form) {
    if (value.is_string()) return base::parse_rfc3339(value.as_string());
    if (!value.is_number()) return std::nullopt;
    const auto whole = value.to_int64();
    if (!whole) return std::nullopt;
    if (form != pack::TimeForm::EpochMs) return base::Instant{*whole, 0};
    std::int64_t seconds = *whole / 1000;
    std::int64_t millis = *whole % 1000;
    if (millis < 0) {
        millis += 1000;
        --seconds;
    }
    return base::Instant{seconds, static_cast<std::int32_t>(millis * 1'000'000)};
}

}  // namespace

void append_number(std::string& out, std::uint64_t number) {
    // Written out, this becomes one instruction and a store.
    const std::array<char, 8> bytes = {
        static_cast<char>(number >> 56), static_cast<char>(number >> 48),
        static_cast<char>(number >> 40), static_cast<char>(number >> 32),
        static_cast<char>(number >> 24), static_cast<char>(number >> 16),
        static_cast<char>(number >> 8),  static_cast<char>(number)};
    out.append(bytes.data(), bytes.size());
}

std::uint64_t read_number(std::string_view eight_bytes) {
    std::uint64_t number = 0;
    for (const char c : eight_bytes) number = (number << 8) | static_cast<unsigned char>(c);
    return number;
}

void append_text(std::string& out, std::string_view text) {
    append_escaped(out, text);
    out.append(2, '\0');
}

std::string read_text(std::string_view& in) {
    std::string text;
    std::size_t i = 0;
    for (; i < in.size(); ++i) {
        if (in[i] == '\0') {
            if (i + 1 >= in.size() || in[i + 1] == '\0') break;
            text += '\0';
            ++i;
        } else {
            text += in[i];
        }
    }
    in.remove_prefix(std::min(i + 2, in.size()));
    return text;
}

void append_open_text(std::string& out, std::string_view prefix, std::size_t most) {
    out += kTextKind;
    append_escaped(out, prefix.substr(0, most));
}

void append_order(std::string& out, const json::Value& value, std::size_t most) {
    switch (value.kind()) {
        case json::Kind::Null: out += kNullKind; return;
        case json::Kind::Bool: out += value.as_bool() ? kTrueKind : kFalseKind; return;
        case json::Kind::Number: append_json_number(out, value); return;
        case json::Kind::String:
            out += kTextKind;
            append_text(out, value.as_string().substr(0, most));
            return;
        case json::Kind::Array:
        case json::Kind::Object:
            out += value.is_array() ? kArrayKind : kObjectKind;
            append_text(out, std::string_view(json::write_canonical(value)).substr(0, most));
            return;
    }
}

void append_order(std::string& out, base::Instant instant) {
    out += kInstantKind;
    append_number(out, static_cast<std::uint64_t>(instant.seconds) ^ kSign);
    const auto nanoseconds = static_cast<std::uint32_t>(instant.nanoseconds);
    for (int shift = 24; shift >= 0; shift -= 8) {
        out += static_cast<char>((nanoseconds >> shift) & 0xFF);
    }
}

bool is_instant(const pack::Field& field) {
    return field.from == pack::From::Clock || field.as != pack::TimeForm::None;
}

void append_order(std::string& out, const json::Value& value, const pack::Field& field,
                  std::size_t most) {
    if (is_instant(field)) {
        if (const auto instant = instant_of(value, field.as)) {
            append_order(out, *instant);
            return;
        }
    }
    append_order(out, value, most);
}

std::optional<std::string> after_prefix(std::string_view prefix) {
    std::string after(prefix);
    while (!after.empty() && after.back() == '\xFF') after.pop_back();
    if (after.empty()) return std::nullopt;
    after.back() = static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
    return after;
}

void reverse_order(std::string& out, std::size_t begin) {
    for (std::size_t i = begin; i < out.size(); ++i) out[i] = static_cast<char>(~out[i]);
}

std::string_view kind_of(std::string_view encoded) {
    return encoded.substr(0, 1);
}

}  // namespace understudy::world
