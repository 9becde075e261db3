// Compiling: what is refused, where the mark points, what is suggested, what it costs.
#include "expr/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expr/impl/testing.hpp"

namespace understudy::expr {
namespace {

using base::Code;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::run;
using testing::World;

base::Error refused(std::string_view text, const base::Mark& where = {}, Limits limits = {}) {
    const World world;
    const auto program = compile(text, world.scope, limits, where);
    EXPECT_FALSE(program) << text;
    return program ? base::Error{} : program.error();
}

TEST(Compile, SyntaxErrorsPointAtTheWord) {
    const testing::Case cases[] = {
        {"", "error expr.syntax at 1"},
        {"1 +", "error expr.syntax at 4"},
        {"(1", "error expr.syntax at 3"},
        {"[1, 2", "error expr.syntax at 6"},
        {"{'a' 1}", "error expr.syntax at 6"},
        {"1 2", "error expr.syntax at 3"},
        {"a ? b", "error expr.syntax at 6"},
        {"self.", "error expr.syntax at 6"},
        {"self.5", "error expr.syntax at 5"},
        {"size(1,)", "error expr.syntax at 8"},
        {"in", "error expr.syntax at 1"},
        {"1 = 2", "error expr.character at 3"},
        {"1 # 2 $ 3", "error expr.character at 3; error expr.character at 7"},
        {"'abc", "error expr.unterminated at 1"},
        {"'a\nb'", "error expr.unterminated at 1"},
        {"`abc", "error expr.unterminated at 1"},
        {"'a\\q'", "error expr.escape at 3"},
        {"'\\ud800'", "error expr.escape at 2"},
        {"'\\x4'", "error expr.escape at 2"},
        {"if", "error expr.reserved at 1"},
        {"5u", "error expr.unsupported at 2"},
        {"b'abc'", "error expr.unsupported at 1"},
        {"Charge{amount: 5}", "error expr.unsupported at 1"},
        {"self.items.frob", "error expr.unknown_field at 12"},
        {"self.amount.x", "error expr.unknown_field at 13"},
    };
    for (const testing::Case& one : cases) EXPECT_EQ(run(one.text), one.result) << one.text;
}

TEST(Compile, LiteralsInEveryDress) {
    const testing::Case cases[] = {
        {"0x1F", "31"},
        {"-0x1F", "-31"},
        {".5", "0.5"},
        {"1e3", "1000.0"},
        {"'it\\'s'", "\"it's\""},
        {"r'\\d'", "\"\\\\d\""},
        {"'''a'b\"c'''", "\"a'b\\\"c\""},
        {"\"\"\"x\ny\"\"\"", "\"x\\ny\""},
        {"'\\u00e9\\x41\\101\\U0001F600'", "\"éAA😀\""},
        {"1 // a comment\n + 1", "2"},
        {".self.amount", "2000"},
        {"[1, 2,]", "[1, 2]"},
        {"{'a': 1,}", "{\"a\": 1}"},
        {"{'if': 1}.if", "1"},
    };
    for (const testing::Case& one : cases) EXPECT_EQ(run(one.text), one.result) << one.text;
}

TEST(Compile, AllProblemsAreReportedAtOnce) {
    const base::Error error = refused("slef.amount + self.amuont + frob(1) + 'a'.siez()");
    EXPECT_EQ(error.code, Code::ExprProblems);
    EXPECT_EQ(base::message(error), "4 problems in this expression");
    ASSERT_EQ(error.because.size(), 4U);
    EXPECT_EQ(base::message(error.because[0]), "unknown name `slef`");
    EXPECT_EQ(error.because[0].arg("nearest"), "self");
    EXPECT_EQ(base::message(error.because[1]), "charge has no field `amuont`");
    EXPECT_EQ(error.because[1].arg("nearest"), "amount");
    EXPECT_EQ(base::message(error.because[2]), "unknown function `frob`");
    EXPECT_EQ(error.because[3].arg("nearest"), "size");
}

TEST(Compile, HintsSayWhatToDo) {
    EXPECT_THAT(base::hint(refused("manual")), HasSubstr("a text needs quotes of its own"));
    EXPECT_THAT(base::hint(refused("slef.size()")), HasSubstr("did you mean \"self\"?"));
    EXPECT_THAT(base::hint(refused("true and false")), HasSubstr("&&"));
    EXPECT_THAT(base::hint(refused("1 = 1")), HasSubstr("=="));
    EXPECT_THAT(base::hint(refused("size('a')('b')")), ::testing::_);
    EXPECT_THAT(base::hint(refused("self.items.amount")), HasSubstr("list.map(x, x.amount)"));
    EXPECT_THAT(base::hint(refused("size(1)")), HasSubstr("size(string)"));
    EXPECT_THAT(base::hint(refused("'a'.split()")), HasSubstr("string.split(string)"));
    EXPECT_THAT(base::hint(refused("self.status && true")), HasSubstr("compare it"));
    EXPECT_THAT(base::hint(refused("decimal('1') * 2")), HasSubstr("decimals mix with decimals"));
}

TEST(Compile, MarksPointIntoTheFile) {
    const base::Source source{"pack.yaml", "guard:\n  is: 'self.amuont > 5'  # note\n"};
    const std::size_t quote = source.text.find('\'');
    const base::Error error = refused("self.amuont > 5", source.mark(quote, quote + 17));
    EXPECT_EQ(base::to_text(error.where), "pack.yaml:2:13");
    EXPECT_EQ(error.where.length, 6U);
    EXPECT_THAT(base::render(error), HasSubstr("            ^~~~~~"));
}

TEST(Compile, AFoldedTextIsMarkedAtItsStart) {
    const base::Source source{"pack.yaml", "is: >\n  self.amuont\n  > 5\n"};
    const base::Error error = refused("self.amuont > 5", source.mark(4, 5));
    EXPECT_EQ(base::to_text(error.where), "pack.yaml:1:5");
}

TEST(Compile, WithoutAFileMarksPointIntoTheExpression) {
    const base::Error error = refused("1 +\n  frob()");
    EXPECT_EQ(error.where.line, 2U);
    EXPECT_EQ(error.where.column, 3U);
    EXPECT_EQ(error.where.excerpt, "  frob()");
}

TEST(Compile, SizeAndDepthAreBounded) {
    EXPECT_EQ(refused(std::string(20'000, ' ') + "1").code, Code::ExprTooLong);
    EXPECT_EQ(refused("\xff").code, Code::ExprNotUtf8);
    const std::string deep = std::string(5'000, '(') + "1" + std::string(5'000, ')');
    EXPECT_EQ(refused(deep).code, Code::ExprTooDeep);
    EXPECT_EQ(refused(std::string(5'000, '-') + "x").code, Code::ExprTooDeep);
    EXPECT_EQ(refused(std::string(5'000, '[')).code, Code::ExprTooDeep);
    std::string sum = "1";
    for (int i = 0; i < 500; ++i) sum += "+1";
    EXPECT_EQ(refused(sum).code, Code::ExprTooDeep);
    std::string list = "[1";
    for (int i = 0; i < 5'000; ++i) list += ",1";
    EXPECT_EQ(refused(list + "]").code, Code::ExprTooMany);
    std::string loops = "1";
    for (int i = 0; i < 40; ++i) loops = "cel.bind(v" + std::to_string(i) + ", 1, " + loops + ")";
    EXPECT_EQ(refused(loops).code, Code::ExprTooDeep);
    // A chain of && is one node however long it is.
    std::string chain = "true";
    for (int i = 0; i < 1'000; ++i) chain += " && true";
    EXPECT_EQ(run(chain), "true");
}

TEST(Compile, WorstCostIsKnownAndBounded) {
    const World world;
    const auto cost = [&](std::string_view text) {
        const auto program = compile(text, world.scope, {.cost = 1'000'000'000});
        EXPECT_TRUE(program) << text;
        return program ? program->worst_cost() : 0;
    };
    EXPECT_EQ(cost("1"), 3U);
    EXPECT_LT(cost("self.status == 'open' && self.amount > 5"), 30U);
    // self.items is declared with at most 10 items; input.list is assumed to have 100.
    EXPECT_GT(cost("input.list.all(x, x > 0)"), 9 * cost("self.items.all(x, dyn(x) > 0)") / 2);
    EXPECT_GT(cost("input.list.all(x, input.list.all(y, x > y))"), 10'000U);
    const base::Error error = refused("input.list.all(x, input.list.all(y, x > y))");
    EXPECT_EQ(error.code, Code::ExprCost);
    EXPECT_EQ(error.arg("limit"), "100,000");
}

TEST(Compile, TypesAreKnownWhereTheyCanBe) {
    const World world;
    const auto type = [&](std::string_view text) {
        const auto program = compile(text, world.scope, {.cost = 1'000'000'000});
        EXPECT_TRUE(program) << text;
        return program ? program->type() : TypeKind::Null;
    };
    EXPECT_EQ(type("self.amount + 1"), TypeKind::Int);
    EXPECT_EQ(type("self.amount > 1 ? 'a' : 'b'"), TypeKind::String);
    EXPECT_EQ(type("true ? 1 : 2.0"), TypeKind::Number);
    EXPECT_EQ(type("now - self.created"), TypeKind::Duration);
    EXPECT_EQ(type("self.price * self.price"), TypeKind::Decimal);
    EXPECT_EQ(type("[1].map(x, 'a')[0]"), TypeKind::String);
    EXPECT_EQ(type("'a b'.split(' ')[0]"), TypeKind::String);
    EXPECT_EQ(type("last([true])"), TypeKind::Bool);
    EXPECT_EQ(type("input.anything"), TypeKind::Any);
    EXPECT_EQ(Type::list(Type::object(world.charge)).to_text(), "list of charge");
}

TEST(Compile, SaysWhatItReads) {
    const World world;
    const auto program =
        compile("self.items[0].amount > self.amount && has(input.n) && input.list.all(x, x > 0)",
                world.scope);
    ASSERT_TRUE(program);
    EXPECT_THAT(program->names_read(), ElementsAre("input", "self"));
    EXPECT_THAT(program->paths_read(),
                ElementsAre("input.list", "input.n", "self.amount", "self.items"));
}

}  // namespace
}  // namespace understudy::expr
