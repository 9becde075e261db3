// Exact decimal numbers of any length: sign, whole coefficient, power of ten.
//
// They answer what `double` cannot: is 0.1 + 0.2 equal to 0.3, is 12345678901234567890123 a
// multiple of 3, is 1e400 larger than 1e399. The scale is kept (`10.50` stays `10.50`), comparison
// ignores it. Nothing here can be made to use more memory than kMaxDigits digits: a result that
// would need more is nullopt.
//
//     Decimal price = *Decimal::parse("10.50");
//     price.add(*Decimal::parse("0.5"))->to_text();   // "11.00"
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::base {

struct Natural;  // impl/natural.hpp

class Decimal {
public:
    static constexpr std::int64_t kMaxDigits = 10'000;
    static constexpr std::int64_t kMaxExponent = 1'000'000'000'000'000'000;

    // HalfUp takes a half away from zero: 2.5 to 3, -2.5 to -3.
    enum class Rounding : std::uint8_t { Floor, Ceiling, TowardZero, HalfUp, HalfEven };

    Decimal() = default;  // 0
    explicit Decimal(std::int64_t whole);

    // JSON number syntax ("-0", "10.50", "1e3", "1E-7"). Exponents of any size are taken; past
    // kMaxExponent they count as that. More than kMaxDigits significant digits: nullopt.
    static std::optional<Decimal> parse(std::string_view text);
    // The same, but digits past kMaxDigits are dropped, not refused: for numbers that were read
    // already and must be worth something.
    static std::optional<Decimal> parse_leading(std::string_view text);

    bool is_zero() const;
    bool is_negative() const;                      // false for zero
    bool is_integer() const;                       // 1.0 and 1e3 are
    std::int64_t scale() const;                    // digits after the point; 0 for 1e3
    std::optional<std::int64_t> to_int64() const;  // exact or nothing
    double to_double() const;                      // nearest; infinite when too large
    std::uint64_t hash() const;                    // the same for equal values: 1.0 and 1

    // Plain notation with the scale kept ("11.00", "-0.5"); a scale or size past kMaxDigits gives
    // scientific.
    std::string to_text() const;

    std::optional<Decimal> add(const Decimal& other) const;
    std::optional<Decimal> subtract(const Decimal& other) const;
    std::optional<Decimal> multiply(const Decimal& other) const;
    // Quotient with `scale` digits after the point; nullopt for a zero divisor.
    std::optional<Decimal> divide(const Decimal& other, std::int64_t scale,
                                  Rounding rounding) const;
    // this - other * truncate(this / other); nullopt for a zero divisor. Exact, and cheap even for
    // 1e400 % 3.
    std::optional<Decimal> remainder(const Decimal& other) const;
    // With exactly `scale` digits after the point, which may be negative (tens, hundreds); a value
    // whose zeros would pass kMaxDigits stays as it is. Nothing if the carry passes kMaxDigits.
    std::optional<Decimal> round(std::int64_t scale, Rounding rounding) const;
    Decimal negate() const;
    bool is_multiple_of(const Decimal& divisor) const;  // of zero: only zero is

    // By value: 1.0 == 1.
    friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
    friend bool operator==(const Decimal& a, const Decimal& b);

private:
    static std::optional<Decimal> parse_digits(std::string_view text, bool drop_excess);
    static Decimal make(bool negative, Natural coefficient, std::int64_t exponent);
    Natural coefficient() const;
    std::int64_t count_digits() const;
    bool is_small() const { return limbs_.empty(); }

    // value = coefficient * 10^exponent_, negated if negative_. A coefficient below 10^18 is in
    // small_ and takes no memory of its own; a larger one is in limbs_ as in Natural.
    std::uint64_t small_ = 0;
    std::vector<std::uint32_t> limbs_;
    std::int64_t exponent_ = 0;
    bool negative_ = false;  // never for zero
};

}  // namespace understudy::base
