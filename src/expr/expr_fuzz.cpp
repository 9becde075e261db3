// Whatever the text: compiling and evaluating end, keep to the budget, and give the same twice.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "expr/evaluate.hpp"
#include "json/parse.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    expr::Scope scope;
    scope.add("self");
    scope.add("input", expr::Type::list(expr::Type::string(), 5));
    scope.add("now", expr::Type::timestamp());
    const auto checks = (data[0] & 1) != 0 ? expr::Checks::Late : expr::Checks::All;
    const expr::Limits limits{.bytes = 1 << 20, .cost = ~std::uint64_t{0}};
    const auto program = expr::compile(text, scope, limits, {}, checks);
    if (!program) return 0;

    const json::Value self =
        json::parse(
            R"({"a": 1, "b": [1, 2.5, "x"], "c": {"d": null}, "s": "aaaaaaaaaaaaaaaaaaab"})")
            .value();
    const json::Value input = json::parse(R"(["a", "b", ""])").value();
    expr::Env env(scope);
    env.set("self", self);
    env.set("input", input);
    env.set("now", expr::Given::instant({1'780'999'200, 0}));
    const expr::Budget budget{data[0] * 20U};
    expr::Trace trace;
    const auto first = expr::evaluate_text(*program, env, budget, &trace);
    const auto second = expr::evaluate_text(*program, env, budget);
    if (first != second || trace.steps > budget.steps) std::abort();
    (void)expr::evaluate(*program, env, budget);
    if (expr::compile(program->to_text(), scope, limits, {}, checks).has_value()) return 0;
    std::abort();  // the canonical form must compile too
}
