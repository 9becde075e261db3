// Encoded values compare as the values do.
#include "world/impl/order_key.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::world {
namespace {

std::string encode(const json::Value& value, std::size_t most = kUncut) {
    std::string out;
    append_order(out, value, most);
    return out;
}

std::string encode_text(std::string_view json) {
    return encode(json::parse(json).value());
}

TEST(OrderKey, KindsAndValuesStandInOneOrder) {
    const std::vector<std::string_view> rising = {"null",
                                                  "false",
                                                  "true",
                                                  "-1e400",
                                                  "-1e300",
                                                  "-9223372036854775808",
                                                  "-9223372036854775807",
                                                  "-9007199254740993",
                                                  "-9007199254740992",
                                                  "-2",
                                                  "-1.5",
                                                  "-1",
                                                  "-0.1",
                                                  "-1e-300",
                                                  "0",
                                                  "1e-300",
                                                  "0.1",
                                                  "1",
                                                  "1.5",
                                                  "2",
                                                  "10",
                                                  "100",
                                                  "9007199254740991",
                                                  "9007199254740992",
                                                  "9007199254740993",
                                                  "9007199254740994",
                                                  "9223372036854775805",
                                                  "9223372036854775806",
                                                  "9223372036854775807",
                                                  "9223372036854775808",
                                                  "1e300",
                                                  "1e400",
                                                  R"("")",
                                                  R"("\u0000")",
                                                  R"("\u0000a")",
                                                  R"("\u0001")",
                                                  R"("a")",
                                                  R"("a\u0000")",
                                                  R"("a\u0000b")",
                                                  R"("aa")",
                                                  R"("b")",
                                                  R"("é")",
                                                  R"("\ud83d\ude00")",
                                                  "[]",
                                                  "{}"};
    for (std::size_t i = 0; i + 1 < rising.size(); ++i) {
        EXPECT_LT(encode_text(rising[i]), encode_text(rising[i + 1]))
            << rising[i] << " and " << rising[i + 1];
    }
}

TEST(OrderKey, EqualNumbersHaveOneEncoding) {
    for (const auto& [a, b] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"1", "1.0"},
             {"0", "-0"},
             {"1000", "1e3"},
             {"9007199254740993", "9007199254740993.0"},
             {"0.10", "1e-1"}}) {
        EXPECT_EQ(encode_text(a), encode_text(b)) << a << " and " << b;
    }
}

TEST(OrderKey, InstantsGoByTimeHoweverTheyAreWritten) {
    pack::Field field;
    field.from = pack::From::Clock;
    const auto order = [&field](const json::Value& value) {
        std::string out;
        append_order(out, value, field);
        return out;
    };
    // As text "…00.5Z" would come before "…00Z".
    EXPECT_LT(order("2025-01-01T00:00:00Z"), order("2025-01-01T00:00:00.5Z"));
    EXPECT_EQ(order("2025-01-01T00:00:00Z"), order("2025-01-01T02:00:00+02:00"));
    EXPECT_EQ(order("2025-01-01T00:00:00Z"), order(1735689600));
    field.as = pack::TimeForm::EpochMs;
    EXPECT_EQ(order("2025-01-01T00:00:00.25Z"), order(std::int64_t{1735689600250}));
    EXPECT_EQ(order("1969-12-31T23:59:59.999Z"), order(-1));
    field.from = pack::From::Input;
    field.as = pack::TimeForm::None;
    EXPECT_NE(order("2025-01-01T00:00:00Z"), order("2025-01-01T02:00:00+02:00"));
}

TEST(OrderKey, LongTextsAreCut) {
    const std::string text(5000, 'x');
    EXPECT_LT(encode(text, kMostIndexed).size(), 300U);
    EXPECT_EQ(encode(text, kMostIndexed), encode(text + "y", kMostIndexed));
    EXPECT_NE(encode(text), encode(text + "y"));
}

TEST(OrderKey, AfterPrefixIsTheFirstKeyPastThem) {
    EXPECT_EQ(after_prefix("ab"), "ac");
    EXPECT_EQ(after_prefix("a\xFF\xFF"), "b");
    EXPECT_EQ(after_prefix("\xFF"), std::nullopt);
    EXPECT_EQ(after_prefix(""), std::nullopt);
}

RC_GTEST_PROP(OrderKey, IntegersAndDoublesCompareByValue, ()) {
    const auto number = rc::gen::oneOf(
        rc::gen::map(rc::gen::arbitrary<std::int64_t>(),
                     [](std::int64_t n) { return json::Value(n); }),
        rc::gen::map(rc::gen::inRange<std::int64_t>(-3, 3),
                     [](std::int64_t n) { return json::Value((std::int64_t{1} << 60) + n); }),
        rc::gen::map(rc::gen::arbitrary<double>(), [](double n) { return json::Value(n); }),
        rc::gen::map(rc::gen::inRange<std::int64_t>(-3, 3), [](std::int64_t n) {
            return json::Value(static_cast<double>((std::int64_t{1} << 60) + n * 512));
        }));
    const json::Value a = *number;
    const json::Value b = *number;
    const auto exact = a.to_decimal() <=> b.to_decimal();
    RC_ASSERT((encode(a) <=> encode(b)) == exact);
}

RC_GTEST_PROP(OrderKey, TextsCompareAsBytesAndComeBack, ()) {
    const std::string a = *arbitrary::text();
    const std::string b = *arbitrary::text();
    RC_ASSERT((encode(a) < encode(b)) == (a < b));
    std::string joined;
    append_text(joined, a);
    append_text(joined, b);
    std::string_view rest = joined;
    RC_ASSERT(read_text(rest) == a);
    RC_ASSERT(read_text(rest) == b);
    RC_ASSERT(rest.empty());
}

RC_GTEST_PROP(OrderKey, NoEncodingBeginsAnother, (const json::Value& a, const json::Value& b)) {
    const std::string left = encode(a);
    const std::string right = encode(b);
    RC_ASSERT(left == right || !right.starts_with(left));
    std::string left_back = left;
    std::string right_back = right;
    reverse_order(left_back, 0);
    reverse_order(right_back, 0);
    RC_ASSERT((left < right) == (right_back < left_back));
}

RC_GTEST_PROP(OrderKey, EquivalentValuesOfTheScalarKindsAreEqual, ()) {
    const std::string text = *arbitrary::number_text();
    const json::Value value = json::Value::number(text);
    const auto whole = value.to_int64();
    if (whole) RC_ASSERT(encode(value) == encode(json::Value(*whole)));
}

}  // namespace
}  // namespace understudy::world
