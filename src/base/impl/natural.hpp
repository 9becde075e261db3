// Whole numbers of any size, from zero up, for Decimal and nobody else.
//
// Base 10^9, so that reading, writing and shifting by powers of ten, which decimals do most, need
// no conversion. Plain schoolbook methods: Decimal never goes past 10,000 digits, about 1,100
// limbs.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::base {

__extension__ typedef unsigned __int128 Wide;

struct Natural {
    std::vector<std::uint32_t> limbs;  // least significant first, no leading zeros; empty is zero

    bool is_zero() const { return limbs.empty(); }
    bool is_odd() const { return !limbs.empty() && limbs.front() % 2 == 1; }
    friend bool operator==(const Natural&, const Natural&) = default;
};

Natural to_natural(Wide value);
Natural natural_from_digits(std::string_view digits);  // nothing but '0' to '9'

std::int64_t count_digits(const Natural& number);  // 0 for zero
std::int64_t count_trailing_zeros(const Natural& number);
void append_digits(std::string& out, const Natural& number);  // nothing for zero

std::strong_ordering compare(const Natural& a, const Natural& b);
Natural add(const Natural& a, const Natural& b);
Natural subtract(const Natural& a, const Natural& b);  // a >= b
Natural multiply(const Natural& a, const Natural& b);

struct Division {
    Natural quotient;
    Natural remainder;
};
Division divide(const Natural& a, const Natural& b);  // b is not zero

Natural times_power_of_ten(const Natural& number, std::int64_t power);

// number * 10^power mod modulus, in time that grows with the logarithm of `power`.
Natural times_power_of_ten_mod(const Natural& number, std::int64_t power, const Natural& modulus);

}  // namespace understudy::base
