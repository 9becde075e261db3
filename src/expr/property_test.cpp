// What must hold for every expression: printing and reading agree, evaluation is deterministic and
// keeps to its budget, the worst cost is never exceeded, and numbers behave as arithmetic says.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "expr/impl/parser.hpp"
#include "expr/impl/print.hpp"
#include "expr/impl/testing.hpp"

namespace understudy::expr {
namespace {

using testing::World;

int draw(int bound) {
    return *rc::gen::inRange(0, bound);
}

std::string pick(std::initializer_list<const char*> words) {
    return words.begin()[draw(static_cast<int>(words.size()))];
}

// A random expression, always readable, often meaningful.
std::string expression(int depth) {
    if (depth <= 0) {
        return pick({"1",          "-2",         "0",         "2.5",        "-0.5",
                     "'a'",        "'héé'",      "\"x\\n\"",  "true",       "false",
                     "null",       "[]",         "{}",        "self",       "self.amount",
                     "self.items", "input.list", "input.map", "input.text", "x",
                     "y",          "now",        "absent"});
    }
    const std::string a = expression(depth - 1 - draw(2));
    const std::string b = expression(depth - 1 - draw(2));
    switch (draw(16)) {
        case 0: return a + pick({" + ", " - ", " * ", " / ", " % "}) + b;
        case 1: return "(" + a + ")" + pick({" + ", " * ", " == ", " < ", " in "}) + "(" + b + ")";
        case 2: return a + pick({" && ", " || "}) + b + pick({" && ", " || "}) + a;
        case 3: return a + pick({" == ", " != ", " < ", " <= ", " > ", " >= ", " in "}) + b;
        case 4: return pick({"!", "-", "!!", "--"}) + "(" + a + ")";
        case 5: return "(" + a + ") ? " + "(" + b + ") : " + a;
        case 6: return "[" + a + ", " + b + "]";
        case 7: return "{'k': " + a + ", 'l': " + b + "}";
        case 8: return "(" + a + ")[" + b + "]";
        case 9: return "(" + a + ")." + pick({"k", "l", "amount", "`k`"});
        case 10:
            return "(" + a + ")." + pick({"all", "exists", "exists_one", "map", "filter"}) +
                   "(x, " + b + ")";
        case 11: return "(" + a + ").transformList(x, y, " + b + ")";
        case 12: return "cel.bind(x, " + a + ", " + b + ")";
        case 13: return "size(" + a + ")";
        case 14:
            return "(" + a + ")." +
                   pick({"contains", "startsWith", "split", "indexOf", "lastIndexOf"}) + "(" + b +
                   ")";
        default: return "string(" + a + ").replace('1', string(" + b + "))";
    }
}

Tree parsed(const std::string& text) {
    Tree tree;
    tree.text = text;
    std::vector<base::Error> problems;
    parse(tree, {}, problems);
    RC_ASSERT(problems.empty());
    return tree;
}

RC_GTEST_PROP(Property, PrintingAndReadingAgree, ()) {
    const Tree tree = parsed(expression(4));
    const std::string text = print(tree, tree.root);
    RC_LOG() << text;
    const Tree again = parsed(text);
    RC_ASSERT(same_tree(tree, tree.root, again, again.root));
    RC_ASSERT(print(again, again.root) == text);
}

RC_GTEST_PROP(Property, EvaluationIsDeterministicAndKeepsItsBudget, ()) {
    const World world;
    const std::string text = expression(5);
    RC_LOG() << text;
    const auto program = compile(text, world.scope, {.cost = ~std::uint64_t{0}}, {}, Checks::Late);
    RC_PRE(program.has_value());
    const Budget budget{static_cast<std::uint64_t>(draw(3000))};
    const Env env = world.env();
    Trace first;
    Trace second;
    const auto a = evaluate_text(*program, env, budget, &first);
    const auto b = evaluate_text(*program, env, budget, &second);
    const auto untraced = evaluate_text(*program, env, budget);
    RC_ASSERT((a == b));
    RC_ASSERT((a == untraced));
    RC_ASSERT(first.steps == second.steps);
    RC_ASSERT(first.steps <= budget.steps);
    RC_ASSERT(first.steps <= program->worst_cost());
}

RC_GTEST_PROP(Property, ResultsReadBackAsThemselves, ()) {
    const World world;
    const std::string text = expression(4);
    RC_LOG() << text;
    const auto program = compile(text, world.scope, {.cost = ~std::uint64_t{0}}, {}, Checks::Late);
    RC_PRE(program.has_value());
    const auto result = evaluate_text(*program, world.env());
    if (result) RC_ASSERT(testing::run_late(*result) == *result);
}

std::int64_t edgy_int() {
    const std::int64_t any = *rc::gen::arbitrary<std::int64_t>();
    switch (draw(4)) {
        case 0: return INT64_MAX - (any & 7);
        case 1: return INT64_MIN + (any & 7);
        case 2: return any % 100;
        default: return any;
    }
}

__extension__ using Wide = __int128;

RC_GTEST_PROP(Property, IntegerArithmeticIsExactOrAnError, ()) {
    const std::int64_t a = edgy_int();
    const std::int64_t b = edgy_int();
    const int op = draw(5);
    RC_PRE(b != 0 || op < 3);
    const char* symbols[] = {"+", "-", "*", "/", "%"};
    const Wide x = a;
    const Wide y = b;
    const Wide exact = op == 0   ? x + y
                       : op == 1 ? x - y
                       : op == 2 ? x * y
                       : op == 3 ? x / y
                                 : x % y;
    // The one remainder whose quotient does not fit is refused with it.
    const bool fits =
        exact <= INT64_MAX && exact >= INT64_MIN && !(op == 4 && b == -1 && a == INT64_MIN);

    Scope scope;
    scope.add("a");
    scope.add("b");
    const json::Value left(a);
    const json::Value right(b);
    Env env(scope);
    env.set("a", left);
    env.set("b", right);
    const auto program = compile("a " + std::string(symbols[op]) + " b", scope);
    const auto result = evaluate(*program, env);
    RC_ASSERT(result.has_value() == fits);
    if (fits) RC_ASSERT(result->to_int64() == static_cast<std::int64_t>(exact));
    if (!fits) RC_ASSERT(result.error().code == base::Code::ExprOverflow);
}

std::string money(std::int64_t cents) {
    const std::int64_t size = cents < 0 ? -cents : cents;
    const std::string fraction = std::to_string(size % 100);
    return (cents < 0 ? "-" : "") + std::to_string(size / 100) + "." +
           (fraction.size() < 2 ? "0" : "") + fraction;
}

RC_GTEST_PROP(Property, DecimalsAgreeWithCents, ()) {
    const std::int64_t a = *rc::gen::inRange<std::int64_t>(-1'000'000'000, 1'000'000'000);
    const std::int64_t b = *rc::gen::inRange<std::int64_t>(-1'000'000'000, 1'000'000'000);
    const std::string x = "decimal('" + money(a) + "')";
    const std::string y = "decimal('" + money(b) + "')";
    RC_ASSERT(testing::run("string(" + x + " + " + y + ")") == "\"" + money(a + b) + "\"");
    RC_ASSERT(testing::run("string(" + x + " - " + y + ")") == "\"" + money(a - b) + "\"");
    RC_ASSERT(testing::run(x + " < " + y) == (a < b ? "true" : "false"));
    RC_ASSERT(testing::run("int(" + x + " * " + y + " * decimal('10000'))") ==
              std::to_string(static_cast<std::int64_t>(Wide{a} * b)));
}

}  // namespace
}  // namespace understudy::expr
