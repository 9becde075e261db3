// Every operator over every kind of value, as tables.
#include <gtest/gtest.h>

#include "expr/impl/testing.hpp"

namespace understudy::expr {
namespace {

using testing::Case;
using testing::run;
using testing::run_late;

void expect_all(std::initializer_list<Case> cases) {
    for (const Case& one : cases) EXPECT_EQ(run(one.text), one.result) << one.text;
}

TEST(Operators, ArithmeticKeepsKindsApart) {
    expect_all({
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3", "9"},
        {"7 / 2", "3"},
        {"-7 / 2", "-3"},
        {"-7 % 3", "-1"},
        {"7.0 / 2.0", "3.5"},
        {"0.1 + 0.2", "0.30000000000000004"},
        {"decimal('0.1') + decimal('0.2')", "decimal(\"0.3\")"},
        {"decimal('10.50') * decimal('2')", "decimal(\"21.00\")"},
        {"decimal('10.50') - decimal('0.5')", "decimal(\"10.00\")"},
        {"-decimal('1.5')", "decimal(\"-1.5\")"},
        {"1 + 1.0", "error expr.type at 3"},
        {"decimal('1') + 1", "error expr.type at 14"},
        {"'a' + 'b'", "\"ab\""},
        {"'a' + 1", "error expr.type at 5"},
        {"[1] + [2, 3]", "[1, 2, 3]"},
        {"5.0 % 2.0", "error expr.type at 5"},
        {"-'a'", "error expr.type at 1"},
        {"!1", "error expr.type at 1"},
        {"--5", "5"},
        {"-(5)", "-5"},
        {"1.0 / 0.0", "double(\"Infinity\")"},
    });
}

TEST(Operators, IntegersDoNotWrap) {
    expect_all({
        {"9223372036854775807 + 1", "error expr.overflow at 21"},
        {"-9223372036854775808 - 1", "error expr.overflow at 22"},
        {"4611686018427387904 * 2", "error expr.overflow at 21"},
        {"-9223372036854775808 / -1", "error expr.overflow at 22"},
        {"-9223372036854775808 % -1", "error expr.overflow at 22"},
        {"-(-9223372036854775808)", "error expr.overflow at 1"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"9223372036854775808", "error expr.number at 1"},
        {"99999999999999999999", "error expr.number at 1"},
        {"0x7fffffffffffffff", "9223372036854775807"},
        {"1e999", "error expr.number at 1"},
        {"1 / 0", "error expr.division at 3"},
        {"1 % 0", "error expr.division at 3"},
        {"input.big", "error expr.number at 7"},
    });
}

TEST(Operators, ComparisonIsByValue) {
    expect_all({
        {"1 == 1.0", "true"},
        {"1 < 1.5", "true"},
        {"9223372036854775807 < 9223372036854775808.0", "true"},
        {"9223372036854775807 == 9223372036854775807.0", "false"},
        {"input.n == input.x", "true"},
        {"'a' < 'b'", "true"},
        {"'a' <= 'a' && 'b' > 'a' && 'b' >= 'b'", "true"},
        {"true > false", "true"},
        {"decimal('1.0') == decimal('1')", "true"},
        {"decimal('1.10') > decimal('1.9')", "false"},
        {"double('NaN') == double('NaN')", "false"},
        {"double('NaN') < 1", "false"},
        {"[1, 2] == [1.0, 2]", "true"},
        {"[1] == [1, 2]", "false"},
        {"{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "true"},
        {"{'a': 1} == {'b': 1}", "false"},
        {"input.map == {'a': 1, 'b': 2}", "true"},
        {"null == null", "true"},
        {"input.none == null", "true"},
        {"self.note != null", "false"},
        {"self.status == 5", "error expr.type at 13"},
        {"dyn('a') == 5", "false"},
        {"'a' < 1", "error expr.type at 5"},
        {"dyn('a') < 1", "error expr.type at 10"},
        {"[1] < [2]", "error expr.type at 5"},
    });
}

TEST(Operators, MembershipAndIndexing) {
    expect_all({
        {"2 in [1, 2]", "true"},
        {"2.0 in [1, 2]", "true"},
        {"'a' in {'a': 1}", "true"},
        {"'z' in input.map", "false"},
        {"1 in 'abc'", "error expr.type at 3"},
        {"1 in dyn('abc')", "error expr.type at 3"},
        {"[1, 2][1]", "2"},
        {"[1, 2][1.0]", "2"},
        {"[1, 2][dyn(1.5)]", "error expr.index at 7"},
        {"[1, 2][2]", "error expr.index at 7"},
        {"[1, 2][-1]", "error expr.index at 7"},
        {"[1, 2]['a']", "error expr.type at 7"},
        {"[1, 2][dyn('a')]", "error expr.type at 7"},
        {"{'a': 1}['a']", "1"},
        {"{1: 'x', true: 'y'}[true]", "\"y\""},
        {"{1: 'x'}[1.0]", "\"x\""},
        {"{'a': 1}['b']", "error expr.missing at 9"},
        {"{1: 2}[3]", "error expr.missing at 7"},
        {"input.list[2]", "3"},
        {"input.map['b']", "2"},
        {"{'a': 1, 'a': 2}", "error expr.repeated_key at 10"},
        {"{1.5: 2}", "error expr.key_type at 2"},
        {"{dyn(null): 2}", "error expr.key_type at 2"},
    });
}

TEST(Operators, LogicIsCommutativeTowardsErrors) {
    expect_all({
        {"false && 1 / 0 == 1", "false"},
        {"1 / 0 == 1 && false", "false"},
        {"1 / 0 == 1 || true", "true"},
        {"1 / 0 == 1 || false", "error expr.division at 3"},
        {"true && 1 / 0 == 1", "error expr.division at 11"},
        {"true && true && false", "false"},
        {"false || false || true", "true"},
        {"true ? 1 : 1 / 0", "1"},
        {"false ? 1 / 0 : 2", "2"},
        {"1 / 0 == 1 ? 1 : 2", "error expr.division at 3"},
        {"1 && true", "error expr.condition at 1"},
        {"'a' ? 1 : 2", "error expr.condition at 1"},
        {"dyn(1) && true", "error expr.condition at 1"},
    });
    EXPECT_EQ(run_late("32 && false"), "false");
    EXPECT_EQ(run_late("nothing || true"), "true");
    EXPECT_EQ(run_late("nothing"), "error expr.unknown_name at 1");
    EXPECT_EQ(run_late("frob(1)"), "error expr.unknown_function at 1");
}

TEST(Operators, FieldsOfWhatIsThere) {
    expect_all({
        {"self.amount", "2000"},
        {"self.metadata.color", "\"red\""},
        {"self.metadata.colour", "error expr.missing at 15"},
        {"has(self.metadata.color)", "true"},
        {"has(self.metadata.size)", "false"},
        {"has(input.none)", "true"},
        {"input.none.x", "error expr.unknown_field at 12"},
        {"has(input.none.x)", "error expr.type at 16"},
        {"input.bgi", "error expr.missing at 7"},
        {"input.map.`a`", "1"},
        {"{'content-type': 1}.`content-type`", "1"},
        {"self.items[1].amount", "4"},
    });
}

TEST(Operators, MacrosGoOverListsAndMaps) {
    expect_all({
        {"[1, 2, 3].all(x, x > 0)", "true"},
        {"[1, 2, 3].exists(x, x > 2)", "true"},
        {"[1, 2, 3].exists_one(x, x > 1)", "false"},
        {"[1, 2, 3].existsOne(x, x > 2)", "true"},
        {"[1, 2, 3].map(x, x * x)", "[1, 4, 9]"},
        {"[1, 2, 3].map(x, x > 1, x * x)", "[4, 9]"},
        {"[1, 2, 3].filter(x, x % 2 == 1)", "[1, 3]"},
        {"input.map.map(k, k)", "[\"a\", \"b\"]"},
        {"input.map.filter(k, k == 'a')", "[\"a\"]"},
        {"[5, 6].all(i, x, x == i + 5)", "true"},
        {"[5, 6].exists(i, x, i == 1 && x == 6)", "true"},
        {"[5, 6].existsOne(i, x, x > 0)", "false"},
        {"[5, 6].transformList(i, x, i * x)", "[0, 6]"},
        {"[5, 6].transformList(i, x, i > 0, x)", "[6]"},
        {"input.map.transformMap(k, v, v + 1)", "{\"a\": 2, \"b\": 3}"},
        {"input.map.transformMap(k, v, k == 'a', v)", "{\"a\": 1}"},
        {"input.map.transformMapEntry(k, v, {v: k})", "{1: \"a\", 2: \"b\"}"},
        {"input.map.transformMapEntry(k, v, v > 1, {v: k})", "{2: \"b\"}"},
        {"input.map.transformMapEntry(k, v, {1: k})", "error expr.repeated_key at 11"},
        {"input.map.transformMapEntry(k, v, dyn(3))", "error expr.argument at 11"},
        {"[0, 1].all(x, 1 / x == 1 && x == 5)", "false"},
        {"[0, 1].exists(x, 1 / x == 1)", "true"},
        {"[0].exists(x, 1 / x == 1)", "error expr.division at 17"},
        {"cel.bind(x, 2, x * x)", "4"},
        {"cel.bind(x, 2, cel.bind(x, 3, x) + x)", "5"},
        {"[1].map(x, [2].map(y, x + y))", "[[3]]"},
        {"5.map(x, x)", "error expr.type at 3"},
        {"dyn(5).map(x, x)", "error expr.type at 8"},
        {"has(self)", "error expr.macro at 1"},
        {"[1].all(x)", "error expr.macro at 5"},
        {"[1].all(1, true)", "error expr.macro at 5"},
        {"[1].all(x, x, true)", "error expr.macro at 5"},
        {"cel.bind(1, 2, 3)", "error expr.macro at 5"},
        {"[1].filter(x, x)", "error expr.condition at 15"},
    });
}

TEST(Operators, AbsentMembersAreLeftOut) {
    expect_all({
        {"[1, absent, 3]", "[1, 3]"},
        {"{'a': 1, 'b': absent}", "{\"a\": 1}"},
        {"[1, 2].map(x, x == 1 ? absent : x)", "[2]"},
        {"absent", "absent"},
        {"absent + 1", "error expr.absent at 8"},
        {"size(absent)", "error expr.absent at 1"},
        {"absent.x", "error expr.absent at 8"},
    });
}

}  // namespace
}  // namespace understudy::expr
