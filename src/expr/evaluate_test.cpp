// The door of evaluation: results as JSON, budgets, lazily given objects, references, host
// functions.
#include "expr/evaluate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expr/impl/testing.hpp"
#include "json/write.hpp"

namespace understudy::expr {
namespace {

using base::Code;
using testing::describe;
using testing::read_json;
using testing::World;

std::string as_json(std::string_view text) {
    const World world;
    const auto program = compile(text, world.scope);
    if (!program) return describe(program.error());
    const auto value = evaluate(*program, world.env());
    return value ? json::write(*value) : describe(value.error());
}

TEST(Evaluate, ResultsAreJson) {
    const testing::Case cases[] = {
        {"1", "1"},
        {"1.0", "1.0"},
        {"[now, duration('90s'), decimal('1.50'), null, true]",
         R"(["2026-06-09T10:00:00Z","90s","1.50",null,true])"},
        {"{'a': self.metadata, 1: 2, true: 3}", R"({"a":{"color":"red"},"1":2,"true":3})"},
        {"self.items", R"([{"amount":3},{"amount":4}])"},
        {"double('NaN')", "error expr.no_json at 1"},
        {"sha256('a')", "error expr.no_json at 1"},
        {"absent", "error expr.absent at 1"},
        {"duration('-0.5s')", R"("-0.5s")"},
    };
    for (const testing::Case& one : cases) EXPECT_EQ(as_json(one.text), one.result) << one.text;
}

TEST(Evaluate, MembersMayBeAbsentAndGuardsMustBeBool) {
    const World world;
    const auto absent = compile("self.amount > 5 ? absent : 1", world.scope);
    const auto member = evaluate_member(*absent, world.env());
    ASSERT_TRUE(member);
    EXPECT_FALSE(member->has_value());
    const auto number = compile("self.amount", world.scope);
    EXPECT_EQ(evaluate_bool(*number, world.env()).error().code, Code::ExprNotBool);
    const auto guard = compile("self.amount > 5", world.scope);
    EXPECT_TRUE(evaluate_bool(*guard, world.env()).value());
}

TEST(Evaluate, ANameWithoutValueIsAnError) {
    const World world;
    const auto program = compile("self.amount", world.scope);
    EXPECT_EQ(describe(evaluate(*program, Env(world.scope)).error()), "error expr.unset at 1");
}

TEST(Evaluate, TheBudgetIsExact) {
    const World world;
    const char* texts[] = {"1 + 1", "self.items.map(i, i.amount)", "'a' + 'b' == 'ab' || true",
                           "[1, 2, 3].all(x, x in [3, 2, 1])", "input.text.replace('h', 'abc')"};
    for (const char* text : texts) {
        const auto program = compile(text, world.scope);
        ASSERT_TRUE(program) << text;
        Trace trace;
        ASSERT_TRUE(evaluate(*program, world.env(), {10'000}, &trace)) << text;
        EXPECT_LE(trace.steps, program->worst_cost()) << text;
        EXPECT_TRUE(evaluate(*program, world.env(), {trace.steps})) << text;
        const auto less = evaluate(*program, world.env(), {trace.steps - 1});
        ASSERT_FALSE(less) << text;
        EXPECT_EQ(less.error().code, Code::ExprBudget);
        EXPECT_EQ(less.error().arg("steps"), std::to_string(trace.steps - 1));
    }
}

TEST(Evaluate, ASpentBudgetIsNotAbsorbed) {
    const World world;
    const auto program =
        compile("[1,2,3,4,5].all(x, [1,2,3,4,5].all(y, y > 0)) || true", world.scope);
    EXPECT_EQ(evaluate(*program, world.env(), {20}).error().code, Code::ExprBudget);
}

TEST(Evaluate, ResultsCannotGrowPastTheBudget) {
    const World world;
    const auto grows = compile(
        "cel.bind(a, '0123456789', cel.bind(b, a+a+a+a+a+a+a+a+a+a, "
        "cel.bind(c, b+b+b+b+b+b+b+b+b+b, cel.bind(d, c+c+c+c+c+c+c+c+c+c, "
        "cel.bind(e, d+d+d+d+d+d+d+d+d+d, e+e+e+e+e+e+e+e+e+e)))))",
        world.scope, {.cost = 1'000'000'000});
    ASSERT_TRUE(grows);
    EXPECT_EQ(evaluate(*grows, world.env(), {10'000}).error().code, Code::ExprBudget);
}

// --- what the host gives

class Charge final : public Object {
public:
    base::Result<std::optional<Given>> member(std::string_view name) const override {
        if (name == "amount") return Given::own(json::Value(500));
        if (name == "customer") return Given::own(json::Value("cus_1"));
        if (name == "broken") return base::fail(Code::ExprDivision);
        return std::optional<Given>();
    }
    base::Result<json::Value> whole() const override {
        return read_json(R"({"amount": 500, "customer": "cus_1"})");
    }
};

class Children final : public Relation {
public:
    std::size_t size() const override { return 3; }
    base::Result<Given> item(std::size_t index) const override {
        if (index == 2 && broken) return base::fail(Code::ExprDivision);
        return Given::own(json::Value::object({{"amount", static_cast<std::int64_t>(index + 1)}}));
    }
    bool broken = false;
};

class Customers final : public Objects {
public:
    base::Result<std::optional<Given>> follow(std::string_view shape,
                                              const json::Value& id) const override {
        if (shape != "customer" || !(id == json::Value("cus_1"))) return std::optional<Given>();
        return Given(customer);
    }
    json::Value customer = read_json(R"({"name": "Ada", "friend": "cus_1", "since": 0})");
};

class Tables final : public Functions {
public:
    base::Result<std::optional<json::Value>> call(
        std::string_view name, std::span<const Argument> arguments) const override {
        if (name == "changed") return std::optional<json::Value>();
        if (name == "view") {
            return json::Value(arguments[0].object != nullptr ? "an object" : "a value");
        }
        if (arguments[1].value == json::Value("a")) return json::Value(1);
        if (arguments.size() > 2) return arguments[2].value;
        return base::fail(Code::ExprMissing, {{"field", "row"}});
    }
};

struct Host {
    Host() {
        customer.name = "customer";
        customer.fields = {{"name", Type::string()},
                           {"since", Type::timestamp()},
                           {"friend", Type::reference(customer)}};
        charge.name = "charge";
        charge.fields = {{"amount", Type::integer()},
                         {"customer", Type::reference(customer).or_null()},
                         {"broken", Type::any()},
                         {"gone", Type::string()}};
        params.name = "params";
        params.fields = {{"limit", Type::integer()}};
        params.missing_is_null = true;
        scope.add("self", Type::object(charge));
        scope.add("items", Type::list(Type::any(), 1000));
        scope.add("params", Type::object(params));
        scope.add("row", Type::object(charge));
        scope.add_function({.name = "lookup",
                            .parameters = {Type::string(), Type::any(), Type::any()},
                            .optional_parameters = 1});
        scope.add_function({.name = "changed", .parameters = {Type::any()}});
        scope.add_function({.name = "view", .parameters = {Type::any()}, .result = Type::string()});
    }

    std::string run(std::string_view text) {
        const auto program = compile(text, scope, {.cost = 1'000'000});
        if (!program) return describe(program.error());
        Env env(scope);
        env.set("self", Given::object(self));
        env.set("items", Given::relation(children));
        env.set("params", empty);
        env.set("row", row);
        env.set_objects(&customers);
        env.set_functions(with_functions ? &tables : nullptr);
        const auto result = evaluate_text(*program, env);
        return result ? *result : describe(result.error());
    }

    Shape customer, charge, params;
    Scope scope;
    Charge self;
    Children children;
    Customers customers;
    Tables tables;
    bool with_functions = true;
    json::Value empty = json::Value::object();
    json::Value row = read_json(R"({"amount": 1, "customer": null})");
};

TEST(Host, ObjectsAreReadMemberByMember) {
    Host host;
    EXPECT_EQ(host.run("self.amount * 2"), "1000");
    EXPECT_EQ(host.run("has(self.gone)"), "false");
    EXPECT_EQ(host.run("self.gone"), "error expr.missing at 6");
    EXPECT_EQ(host.run("self.broken"), "error expr.division");
    EXPECT_EQ(host.run("self"), R"({"amount": 500, "customer": "cus_1"})");
    EXPECT_EQ(host.run("self == {'customer': 'cus_1', 'amount': 500}"), "true");
    EXPECT_EQ(host.run("self == self && 'amount' in self && size(self) == 2"), "true");
    EXPECT_EQ(host.run("self.map(k, k)"), R"(["amount", "customer"])");
}

TEST(Host, ReferencesReadTheObjectBehindThem) {
    Host host;
    EXPECT_EQ(host.run("self.customer"), "\"cus_1\"");
    EXPECT_EQ(host.run("self.customer.name"), "\"Ada\"");
    EXPECT_EQ(host.run("self.customer.since"), "timestamp(\"1970-01-01T00:00:00Z\")");
    EXPECT_EQ(host.run("self.customer.friend.friend.friend.name"), "\"Ada\"");
    EXPECT_EQ(host.run("self.customer.friend.friend.friend.friend.name"),
              "error expr.reference_depth at 43");
    EXPECT_EQ(host.run("self.customer.nmae"), "error expr.unknown_field at 15");
    EXPECT_EQ(host.run("row.customer.name"), "null");
    EXPECT_EQ(host.run("row.customer.name == null && !has(row.customer.name)"), "true");
    host.row = read_json(R"({"customer": "cus_9"})");
    EXPECT_EQ(host.run("row.customer.name"), "error expr.dangling at 14");
    host.row = read_json(R"({"customer": {"name": "Eve"}})");
    EXPECT_EQ(host.run("row.customer.name"), "\"Eve\"");
}

TEST(Host, RelationsAreLists) {
    Host host;
    EXPECT_EQ(host.run("sum(items, i, i.amount)"), "6");
    EXPECT_EQ(host.run("items.size() == 3 && items[1].amount == 2 && last(items).amount == 3"),
              "true");
    EXPECT_EQ(host.run("items.filter(i, i.amount > 1)"), R"([{"amount": 2}, {"amount": 3}])");
    host.children.broken = true;
    EXPECT_EQ(host.run("items.map(i, i.amount)"), "error expr.division");
}

TEST(Host, DeclaredMembersThatWereNotSentAreNull) {
    Host host;
    EXPECT_EQ(host.run("params.limit == null"), "true");
    EXPECT_EQ(host.run("has(params.limit)"), "false");
    EXPECT_EQ(host.run("params.limti"), "error expr.unknown_field at 8");
}

TEST(Host, FunctionsOfTheHostAreCalled) {
    Host host;
    EXPECT_EQ(host.run("lookup('t', 'a')"), "1");
    EXPECT_EQ(host.run("lookup('t', 'b', 7)"), "7");
    EXPECT_EQ(host.run("lookup('t', 'b')"), "error expr.missing at 1");
    EXPECT_EQ(host.run("lookup('t')"), "error expr.argument_count at 1");
    EXPECT_EQ(host.run("lookup(1, 2)"), "error expr.type at 1");
    EXPECT_EQ(host.run("{'a': changed(self), 'b': 1}"), "{\"b\": 1}");
    EXPECT_EQ(host.run("view(self) + view(row)"), "\"an objecta value\"");
    EXPECT_EQ(host.run("lokup('t', 'a')"), "error expr.unknown_function at 1");
    host.with_functions = false;
    EXPECT_EQ(host.run("lookup('t', 'a')"), "error expr.no_host at 1");
}

TEST(Evaluate, DeclaredTimesAndDecimalsAreReadFromText) {
    EXPECT_EQ(testing::run("self.created.getFullYear()"), "2026");
    EXPECT_EQ(testing::run("self.price + decimal('1')"), "decimal(\"11.50\")");
    World world;
    world.self.set("price", json::Value("ten"));
    const auto program = compile("self.price", world.scope);
    EXPECT_EQ(describe(evaluate(*program, world.env()).error()), "error expr.conversion at 6");
}

// A plain member is read without a machine, which a trace asks for: the result and the steps are
// the same either way, whatever the value is and wherever the budget ends.
TEST(Evaluate, AMemberIsTheSameByEitherWay) {
    Scope scope;
    scope.add("given", Type::any());
    const auto program = compile("given.x", scope);
    ASSERT_TRUE(program);
    for (const char* text : {"null", "true", "7", "-7", "-0", "1.0", "1e2", "123456789012345678",
                             "1234567890123456789", "99999999999999999999", R"("")",
                             R"("a text that is longer than thirty-two bytes, so it costs")",
                             "[1.0,2]", R"({"a":-0})"}) {
        const json::Value given = json::Value::object({{"x", read_json(text)}});
        Env env(scope);
        env.set("given", given);
        for (const std::uint64_t steps : {0U, 1U, 2U, 3U, 100U}) {
            std::uint64_t plain_spent = 0, traced_spent = 0;
            Trace trace;
            const auto plain = evaluate_member(*program, env, Budget{steps, &plain_spent});
            const auto traced =
                evaluate_member(*program, env, Budget{steps, &traced_spent}, &trace);
            ASSERT_EQ(plain.has_value(), traced.has_value()) << text << ' ' << steps;
            EXPECT_EQ(plain_spent, traced_spent) << text << ' ' << steps;
            EXPECT_EQ(plain ? json::write(**plain) : describe(plain.error()),
                      traced ? json::write(**traced) : describe(traced.error()))
                << text << ' ' << steps;
        }
    }
}

TEST(Evaluate, MissingFieldsSuggestWhatIsThere) {
    const World world;
    const auto program = compile("self.metadata.colour", world.scope);
    const base::Error error = evaluate(*program, world.env()).error();
    EXPECT_EQ(error.arg("nearest"), "color");
    EXPECT_THAT(base::hint(error), ::testing::HasSubstr("has(self.metadata.colour)"));
}

}  // namespace
}  // namespace understudy::expr
