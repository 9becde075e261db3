// Decimal against what is known by hand, against int64 and double where they are exact, and against
// the laws of arithmetic everywhere else.
#include "base/decimal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "base/impl/natural.hpp"
#include "base/text.hpp"

namespace understudy::base {
namespace {

using Rounding = Decimal::Rounding;

Decimal d(std::string_view text) {
    const std::optional<Decimal> value = Decimal::parse(text);
    EXPECT_TRUE(value) << text.substr(0, 60);
    return value.value_or(Decimal());
}

std::string show(const std::optional<Decimal>& value) {
    return value ? value->to_text() : "nothing";
}

// Numbers of every size, small ones most often.
rc::Gen<std::string> digits(int least, int most) {
    return rc::gen::mapcat(rc::gen::inRange(least, most + 1), [](int count) {
        return rc::gen::container<std::string>(static_cast<std::size_t>(count),
                                               rc::gen::inRange('0', static_cast<char>('9' + 1)));
    });
}

Decimal any_decimal() {
    const std::string head = *rc::gen::element<std::string>("", "-");
    std::string whole = *rc::gen::oneOf(digits(1, 4), digits(1, 20), digits(15, 60));
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
    const std::string fraction = *rc::gen::oneOf(digits(0, 3), digits(0, 25));
    const int exponent = *rc::gen::oneOf(rc::gen::just(0), rc::gen::inRange(-30, 30));
    return d(head + whole + (fraction.empty() ? "" : "." + fraction) + "e" +
             std::to_string(exponent));
}

TEST(Decimal, KeepsTheScaleItWasWrittenWith) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"0", "0"},
        {"-0", "0"},
        {"-0.00", "0.00"},
        {"10.50", "10.50"},
        {"-0.5", "-0.5"},
        {"1e3", "1000"},
        {"1E-7", "0.0000001"},
        {"1.50e1", "15.0"},
        {"1.5e+1", "15"},
        {"123456789012345678901234567890.10", "123456789012345678901234567890.10"},
        {"0e5", "0"},
        {"0e-2", "0.00"},
        {"0.001e3", "1"},
        {"1e20000", "1e20000"},
        {"12.5e20000", "1.25e20001"},
        {"1e-20000", "1e-20000"},
        {"0e-20000", "0e-20000"},
        {"1e99999999999999999999", "1e1000000000000000000"},
        {"-1e-99999999999999999999", "-1e-1000000000000000000"},
        {"123e99999999999999999999", "1.23e1000000000000000002"},
        {"1.23e1000000000000000002", "1.23e1000000000000000002"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(d(text).to_text(), expected) << text;
}

TEST(Decimal, TakesJsonNumbersOnly) {
    for (const std::string_view text :
         {"",     "-",  "+1", "01",    "-01", ".5",    "5.",       "1e",  "1e+", "1.e2",
          "0x10", " 1", "1 ", "1e2.5", "--1", "1_000", "Infinity", "nan", "1e-", "1.5.2"}) {
        EXPECT_FALSE(Decimal::parse(text)) << text;
    }
}

TEST(Decimal, RefusesMoreDigitsThanTheLimitButNotMoreZeros) {
    const std::string nines(10'000, '9');
    const std::string zeros(50'000, '0');
    EXPECT_TRUE(Decimal::parse(nines));
    EXPECT_FALSE(Decimal::parse(nines + "9"));
    EXPECT_FALSE(Decimal::parse("0." + nines + "9"));
    EXPECT_EQ(Decimal::parse_leading("12" + nines), d("12" + nines.substr(2) + "e2"));
    EXPECT_EQ(Decimal::parse_leading("10.50")->to_text(), "10.50");
    EXPECT_FALSE(Decimal::parse_leading("x"));
    EXPECT_EQ(d("1" + zeros), d("1e50000"));
    EXPECT_EQ(d("0." + zeros + "1"), d("1e-50001"));
    EXPECT_EQ(d("1." + zeros), Decimal(1));
}

TEST(Decimal, AnswersQuestionsAboutItself) {
    EXPECT_TRUE(Decimal().is_zero());
    EXPECT_TRUE(d("-0.0").is_zero());
    EXPECT_FALSE(d("-0.0").is_negative());
    EXPECT_TRUE(d("-1e-9999999").is_negative());
    for (const std::string_view text : {"1.0", "1e3", "0.0", "-7", "12300e-2", "1e999999999",
                                        "1000000000000000000000000.000000000000000000000"}) {
        EXPECT_TRUE(d(text).is_integer()) << text;
    }
    for (const std::string_view text :
         {"0.5", "1e-1", "12300e-3", "1e-999999999", "1000000000000000000000000.0000000000001"}) {
        EXPECT_FALSE(d(text).is_integer()) << text;
    }
    EXPECT_EQ(d("10.50").scale(), 2);
    EXPECT_EQ(d("1e3").scale(), 0);
    EXPECT_EQ(d("1e-20000").scale(), 20000);
}

TEST(Decimal, GivesInt64ExactlyOrNotAtAll) {
    const std::pair<std::string_view, std::optional<std::int64_t>> cases[] = {
        {"0", 0},
        {"-0.0", 0},
        {"1.0", 1},
        {"1e3", 1000},
        {"-1e18", -1'000'000'000'000'000'000},
        {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
        {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
        {"9223372036854775807.000000000000000000000", std::numeric_limits<std::int64_t>::max()},
        {"9223372036854775808", std::nullopt},
        {"-9223372036854775809", std::nullopt},
        {"1e19", std::nullopt},
        {"1e400", std::nullopt},
        {"0.5", std::nullopt},
        {"9223372036854775806.5", std::nullopt},
        {"1e-400", std::nullopt},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(d(text).to_int64(), expected) << text;
    EXPECT_EQ(Decimal(std::numeric_limits<std::int64_t>::min()).to_text(), "-9223372036854775808");
}

TEST(Decimal, GivesTheNearestDouble) {
    const double infinity = std::numeric_limits<double>::infinity();
    const std::pair<std::string_view, double> cases[] = {
        {"0", 0.0},
        {"0.1", 0.1},
        {"-2.5", -2.5},
        {"9007199254740993", 9007199254740992.0},
        {"9007199254740993.00000000000000000000000001", 9007199254740994.0},
        {"1e308", 1e308},
        {"1e309", infinity},
        {"-1e999999999999", -infinity},
        {"1.7976931348623157e308", 1.7976931348623157e308},
        {"5e-324", 5e-324},
        {"1e-325", 0.0},
        {"1e-999999999999", 0.0},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(d(text).to_double(), expected) << text;
}

TEST(Decimal, ComparesByValueHoweverFarApart) {
    const std::string_view ascending[] = {"-1e1000000000000",
                                          "-1e400",
                                          "-12345678901234567890123",
                                          "-1.5",
                                          "-1e-1000000000000",
                                          "0",
                                          "1e-1000000000000",
                                          "0.1",
                                          "0.10000000000000000000000000001",
                                          "1",
                                          "1.0000000000000000001",
                                          "999999999999999999",
                                          "1000000000000000000",
                                          "12345678901234567890123",
                                          "12345678901234567890124",
                                          "1e399",
                                          "9.99e399",
                                          "1e400",
                                          "1e1000000000000",
                                          "1.1e1000000000000"};
    for (std::size_t i = 0; i < std::size(ascending); ++i) {
        for (std::size_t j = 0; j < std::size(ascending); ++j) {
            EXPECT_EQ(d(ascending[i]) <=> d(ascending[j]), i <=> j)
                << ascending[i] << " and " << ascending[j];
        }
    }
    EXPECT_EQ(d("1.0"), d("1"));
    EXPECT_EQ(d("1e2"), d("100.000"));
    EXPECT_EQ(d("0e-7"), d("0"));
    EXPECT_EQ(d("123456789012345678901234567890"), d("12345678901234567890123456789000e-2"));
}

TEST(Decimal, HashesEqualValuesAlike) {
    EXPECT_EQ(d("1.0").hash(), d("1").hash());
    EXPECT_EQ(d("1e30").hash(), d("1000000000000000000000000000000").hash());
    EXPECT_EQ(d("-0.00").hash(), d("0").hash());
    EXPECT_NE(d("1").hash(), d("-1").hash());
    EXPECT_NE(d("1").hash(), d("10").hash());
}

TEST(Decimal, AddsAndSubtractsExactly) {
    EXPECT_EQ(show(d("0.1").add(d("0.2"))), "0.3");
    EXPECT_EQ(show(d("10.50").add(d("0.5"))), "11.00");
    EXPECT_EQ(show(d("1e20").add(d("1e-5"))), "100000000000000000000.00001");
    EXPECT_EQ(show(d("999999999999999999").add(d("1"))), "1000000000000000000");
    EXPECT_EQ(show(d("1").subtract(d("1.00"))), "0.00");
    EXPECT_EQ(show(d("5").subtract(d("12345678901234567890"))), "-12345678901234567885");
    EXPECT_EQ(show(d("0").add(d("1e100000"))), "1e100000");
    EXPECT_EQ(show(d("1e-100000").subtract(d("0"))), "1e-100000");
    EXPECT_EQ(show(d("1e100000").add(d("1"))), "nothing");
    EXPECT_EQ(show(d(std::string(10'000, '9')).add(d("1"))), "nothing");
}

TEST(Decimal, MultipliesExactly) {
    EXPECT_EQ(show(d("1.10").multiply(d("1.10"))), "1.2100");
    EXPECT_EQ(show(d("999999999999999999").multiply(d("999999999999999999"))),
              "999999999999999998000000000000000001");
    EXPECT_EQ(show(d("-2").multiply(d("1e1000000"))), "-2e1000000");
    EXPECT_EQ(show(d("0").multiply(d("1e1000000"))), "0");
    EXPECT_EQ(show(d("1e999999999999999999").multiply(d("1e999999999999999999"))), "nothing");
    EXPECT_EQ(show(d(std::string(6'000, '9')).multiply(d(std::string(6'000, '9')))), "nothing");
}

TEST(Decimal, DividesToAScaleWithAnyRounding) {
    struct Case {
        std::string_view a, b;
        std::int64_t scale;
        std::string_view floor, ceiling, toward_zero, half_up, half_even;
    };
    const Case cases[] = {
        {"1", "3", 4, "0.3333", "0.3334", "0.3333", "0.3333", "0.3333"},
        {"-1", "3", 4, "-0.3334", "-0.3333", "-0.3333", "-0.3333", "-0.3333"},
        {"5", "2", 0, "2", "3", "2", "3", "2"},
        {"-5", "2", 0, "-3", "-2", "-2", "-3", "-2"},
        {"7", "2", 0, "3", "4", "3", "4", "4"},
        {"6", "3", 2, "2.00", "2.00", "2.00", "2.00", "2.00"},
        {"1", "1e100000", 2, "0.00", "0.01", "0.00", "0.00", "0.00"},
        {"-1", "1e100000", 2, "-0.01", "0.00", "0.00", "0.00", "0.00"},
        {"1250", "1", -2, "1200", "1300", "1200", "1300", "1200"},
        {"1e30", "7", 0, "142857142857142857142857142857", "142857142857142857142857142858",
         "142857142857142857142857142857", "142857142857142857142857142857",
         "142857142857142857142857142857"},
    };
    for (const Case& c : cases) {
        const auto quotient = [&](Rounding rounding) {
            return show(d(c.a).divide(d(c.b), c.scale, rounding));
        };
        EXPECT_EQ(quotient(Rounding::Floor), c.floor) << c.a << " / " << c.b;
        EXPECT_EQ(quotient(Rounding::Ceiling), c.ceiling) << c.a << " / " << c.b;
        EXPECT_EQ(quotient(Rounding::TowardZero), c.toward_zero) << c.a << " / " << c.b;
        EXPECT_EQ(quotient(Rounding::HalfUp), c.half_up) << c.a << " / " << c.b;
        EXPECT_EQ(quotient(Rounding::HalfEven), c.half_even) << c.a << " / " << c.b;
    }
    EXPECT_EQ(show(d("1").divide(d("0.00"), 2, Rounding::Floor)), "nothing");
    EXPECT_EQ(show(d("1").divide(d("3"), 20'000, Rounding::Floor)), "nothing");
    EXPECT_EQ(
        show(d("1").divide(d("3"), std::numeric_limits<std::int64_t>::max(), Rounding::Floor)),
        "nothing");
}

TEST(Decimal, RoundsToAScale) {
    EXPECT_EQ(show(d("2.345").round(2, Rounding::HalfEven)), "2.34");
    EXPECT_EQ(show(d("2.345").round(2, Rounding::HalfUp)), "2.35");
    EXPECT_EQ(show(d("1.5").round(3, Rounding::Floor)), "1.500");
    EXPECT_EQ(show(d("-0.4").round(0, Rounding::HalfUp)), "0");
    EXPECT_EQ(show(d("155").round(-1, Rounding::HalfEven)), "160");
    EXPECT_EQ(show(d("0").round(2, Rounding::Floor)), "0.00");
    EXPECT_EQ(show(d("1e100000").round(0, Rounding::Floor)), "1e100000");
    EXPECT_EQ(show(d("1e-100000").round(0, Rounding::Ceiling)), "1");
    EXPECT_EQ(show(d(std::string(9'999, '9') + ".5").round(0, Rounding::HalfUp)),
              "1" + std::string(9'999, '0'));
}

TEST(Decimal, FindsRemaindersOfNumbersTooLongToWrite) {
    EXPECT_EQ(show(d("1e400").remainder(d("3"))), "1");
    EXPECT_EQ(show(d("2e1000000000000").remainder(d("7"))), "1");  // 10^12 is 4 mod 6; 2*4 mod 7
    EXPECT_EQ(show(d("-7.5").remainder(d("2"))), "-1.5");
    EXPECT_EQ(show(d("7.5").remainder(d("-2"))), "1.5");
    EXPECT_EQ(show(d("5").remainder(d("1e400"))), "5");
    EXPECT_EQ(show(d("10").remainder(d("0.25"))), "0.00");
    EXPECT_EQ(show(d("1").remainder(d("0"))), "nothing");
    EXPECT_EQ(show(d("1e50").remainder(d("12345678901234567890123"))),
              show(d("100000000000000000000000000000000000000000000000000")
                       .remainder(d("12345678901234567890123"))));
}

TEST(Decimal, KnowsMultiples) {
    EXPECT_TRUE(d("0.3").is_multiple_of(d("0.1")));
    EXPECT_TRUE(d("12345678901234567890123").is_multiple_of(d("3")));
    EXPECT_FALSE(d("12345678901234567890124").is_multiple_of(d("3")));
    EXPECT_TRUE(d("1e308").is_multiple_of(d("0.5")));
    EXPECT_TRUE(d("1e1000000000000").is_multiple_of(d("-8")));
    EXPECT_FALSE(d("1e1000000000000").is_multiple_of(d("3")));
    EXPECT_FALSE(d("1e-1000000000000").is_multiple_of(d("1")));
    EXPECT_TRUE(d("0").is_multiple_of(d("7")));
    EXPECT_TRUE(d("0").is_multiple_of(d("0")));
    EXPECT_FALSE(d("1").is_multiple_of(d("0")));
}

// The longest work a pair of numbers can ask for; a hang here would be felt, not measured.
TEST(Decimal, StaysCheapAtItsLimits) {
    const Decimal longest = d(std::string(10'000, '7'));
    const Decimal divisor = d(std::string(9'999, '3'));
    EXPECT_TRUE(longest.remainder(divisor));
    EXPECT_FALSE(d("1e999999999999999999").is_multiple_of(divisor));
    EXPECT_TRUE(longest.divide(divisor, 5'000, Rounding::HalfEven));
}

RC_GTEST_PROP(DecimalLaws, TextReadsBackAsTheSameNumberAndScale, ()) {
    const Decimal x = any_decimal();
    const std::optional<Decimal> back = Decimal::parse(x.to_text());
    RC_ASSERT(back.has_value());
    RC_ASSERT(*back == x);
    RC_ASSERT(back->scale() == x.scale());
    RC_ASSERT(back->hash() == x.hash());
}

RC_GTEST_PROP(DecimalLaws, AdditionAndMultiplicationFormARing, ()) {
    const Decimal a = any_decimal();
    const Decimal b = any_decimal();
    const Decimal c = any_decimal();
    RC_ASSERT(*a.add(b) == *b.add(a));
    RC_ASSERT(*a.add(*b.add(c)) == *a.add(b)->add(c));
    RC_ASSERT(*a.multiply(b) == *b.multiply(a));
    RC_ASSERT(*a.multiply(*b.multiply(c)) == *a.multiply(b)->multiply(c));
    RC_ASSERT(*a.multiply(*b.add(c)) == *a.multiply(b)->add(*a.multiply(c)));
    RC_ASSERT(a.subtract(a)->is_zero());
    RC_ASSERT(*a.subtract(b)->add(b) == a);
    RC_ASSERT(a.negate().negate() == a);
}

RC_GTEST_PROP(DecimalLaws, OrderAgreesWithSubtraction, ()) {
    const Decimal a = any_decimal();
    const Decimal b = any_decimal();
    const Decimal difference = *a.subtract(b);
    RC_ASSERT((a < b) == difference.is_negative());
    RC_ASSERT((a == b) == difference.is_zero());
    RC_ASSERT(((a <=> b) == 0) == ((b <=> a) == 0));
    if (a == b) RC_ASSERT(a.hash() == b.hash());
}

RC_GTEST_PROP(DecimalLaws, DividendIsQuotientTimesDivisorPlusRemainder, ()) {
    const Decimal a = any_decimal();
    const Decimal b = any_decimal();
    RC_PRE(!b.is_zero());
    const Decimal quotient = *a.divide(b, 0, Rounding::TowardZero);
    const Decimal rest = *a.remainder(b);
    RC_ASSERT(*quotient.multiply(b)->add(rest) == a);
    RC_ASSERT(rest.is_zero() || rest.is_negative() == a.is_negative());
    const Decimal size = rest.is_negative() ? rest.negate() : rest;
    RC_ASSERT(size < (b.is_negative() ? b.negate() : b));
    RC_ASSERT(a.is_multiple_of(b) == rest.is_zero());
    RC_ASSERT(quotient.multiply(b)->is_multiple_of(b));
}

RC_GTEST_PROP(DecimalLaws, RoundingBracketsTheNumber, (int raw_scale)) {
    const Decimal a = any_decimal();
    const std::int64_t scale = raw_scale % 20;
    const Decimal low = *a.round(scale, Rounding::Floor);
    const Decimal high = *a.round(scale, Rounding::Ceiling);
    RC_ASSERT(low <= a);
    RC_ASSERT(a <= high);
    const Decimal near = *a.round(scale, Rounding::HalfEven);
    RC_ASSERT(near == low || near == high);
    RC_ASSERT(*near.round(scale, Rounding::Floor) == near);
}

RC_GTEST_PROP(DecimalLaws, AgreesWithInt64, (std::int32_t a, std::int32_t b)) {
    const Decimal x(a);
    const Decimal y(b);
    RC_ASSERT((x <=> y) == (a <=> b));
    RC_ASSERT(x.add(y)->to_int64() == std::int64_t{a} + b);
    RC_ASSERT(x.subtract(y)->to_int64() == std::int64_t{a} - b);
    RC_ASSERT(x.multiply(y)->to_int64() == std::int64_t{a} * b);
    if (b != 0) RC_ASSERT(x.remainder(y)->to_int64() == std::int64_t{a} % b);
}

RC_GTEST_PROP(DecimalLaws, AgreesWithDouble, (double a)) {
    RC_PRE(std::isfinite(a));
    std::string text = shortest(a);
    const Decimal x = d(text);
    RC_ASSERT(x.to_double() == a);
    RC_ASSERT((x < Decimal(3)) == (a < 3));
}

// Here the guessed limb of the quotient is one too large and has to be taken back.
TEST(Natural, DividesWhereTheGuessIsTakenBack) {
    struct Case {
        std::string_view a, b, quotient, remainder;
    };
    const Case cases[] = {
        {"1500000000000000001000000001999999998499999999", "500000000500000000999999999999999998",
         "2999999996", "500000000000000006000000004499999991"},
        {"500000000999999999000000002500000000499999999000000001", "500000000000000001999999999",
         "1000000001999999993999999999", "14499999995000000000"},
        {"999999998000000000499999999999999999", "2000000000000000002999999999", "499999998",
         "1999999999000000006499999997"},
        {"500000000999999999500000000000000002500000000", "2999999999999999999",
         "166666666999999999888888889", "2388888889"},
    };
    for (const Case& c : cases) {
        const Division division = divide(natural_from_digits(c.a), natural_from_digits(c.b));
        EXPECT_EQ(division.quotient, natural_from_digits(c.quotient)) << c.a;
        EXPECT_EQ(division.remainder, natural_from_digits(c.remainder)) << c.a;
    }
}

// Long division is where schoolbook arithmetic goes wrong: limbs at either end of their range make
// the guessed quotient limb too large.
RC_GTEST_PROP(NaturalLaws, DivisionIsRightWhereGuessesAreWrong, ()) {
    const auto limbs = [](int most) {
        const auto limb = rc::gen::element<std::uint32_t>(0, 1, 2, 499'999'999, 500'000'000,
                                                          999'999'998, 999'999'999);
        Natural result{
            *rc::gen::container<std::vector<std::uint32_t>>(static_cast<std::size_t>(most), limb)};
        while (!result.limbs.empty() && result.limbs.back() == 0) result.limbs.pop_back();
        return result;
    };
    const Natural a = limbs(*rc::gen::inRange(1, 12));
    const Natural b = limbs(*rc::gen::inRange(1, 6));
    RC_PRE(!b.is_zero());
    const Division division = divide(a, b);
    RC_ASSERT(static_cast<bool>(compare(division.remainder, b) < 0));
    RC_ASSERT(add(multiply(division.quotient, b), division.remainder) == a);
    const std::int64_t power = *rc::gen::inRange(0, 200);
    RC_ASSERT(times_power_of_ten_mod(a, power, b) ==
              divide(times_power_of_ten(a, power), b).remainder);
    RC_ASSERT(subtract(add(a, b), b) == a);
}

}  // namespace
}  // namespace understudy::base
