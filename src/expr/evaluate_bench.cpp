// How long the commonest uses take: a guard, a derived field, a sum over items, a miss that is
// absorbed, and the same guard with a trace.
#include <benchmark/benchmark.h>

#include "expr/evaluate.hpp"
#include "json/parse.hpp"

namespace {

using namespace understudy;
using namespace understudy::expr;

struct Bench {
    explicit Bench(std::string_view text) {
        scope.add("self");
        scope.add("old");
        program = std::make_unique<Program>(compile(text, scope, {.cost = 1'000'000}).value());
        env = std::make_unique<Env>(scope);
        env->set("self", self);
        env->set("old", old);
    }

    Scope scope;
    json::Value self =
        json::parse(R"({"id": "pi_1", "object": "payment_intent", "amount": 2500, "currency": "usd",
            "customer": "cus_1", "status": "requires_capture", "amount_refunded": 100,
            "items": [{"amount": 1}, {"amount": 2}, {"amount": 3}, {"amount": 4}, {"amount": 5}]})")
            .value();
    json::Value old = json::parse(R"({"id": "pi_1", "amount": 2000})").value();
    std::unique_ptr<Program> program;
    std::unique_ptr<Env> env;
};

constexpr const char* kGuard = "self.status == \"requires_capture\" && self.amount > old.amount";

void guard(benchmark::State& state) {
    const Bench bench(kGuard);
    for (auto _ : state) benchmark::DoNotOptimize(evaluate_bool(*bench.program, *bench.env));
}
BENCHMARK(guard);

void guard_traced(benchmark::State& state) {
    const Bench bench(kGuard);
    for (auto _ : state) {
        Trace trace;
        benchmark::DoNotOptimize(evaluate_bool(*bench.program, *bench.env, {}, &trace));
    }
}
BENCHMARK(guard_traced);

void derived(benchmark::State& state) {
    const Bench bench("self.amount - self.amount_refunded");
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(*bench.program, *bench.env));
}
BENCHMARK(derived);

void sum_of_items(benchmark::State& state) {
    const Bench bench("sum(self.items, i, i.amount)");
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(*bench.program, *bench.env));
}
BENCHMARK(sum_of_items);

void absorbed_miss(benchmark::State& state) {
    const Bench bench("self.metadata.color == \"red\" || self.amount > 0");
    for (auto _ : state) benchmark::DoNotOptimize(evaluate_bool(*bench.program, *bench.env));
}
BENCHMARK(absorbed_miss);

void compile_guard(benchmark::State& state) {
    const Bench bench(kGuard);
    for (auto _ : state) benchmark::DoNotOptimize(compile(kGuard, bench.scope));
}
BENCHMARK(compile_guard);

}  // namespace

BENCHMARK_MAIN();
