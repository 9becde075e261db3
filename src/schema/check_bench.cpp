// Micro-benchmarks of the validator on small, typical schemas. The comparison with another
// validator on real documents is in bench/core.
#include <benchmark/benchmark.h>

#include "json/parse.hpp"
#include "schema/check.hpp"

namespace {

using namespace understudy;

constexpr std::string_view kCharge = R"({"type":"object","required":["id","amount","currency"],
 "properties":{"id":{"type":"string","maxLength":5000},"amount":{"type":"integer","minimum":0},
 "currency":{"enum":["eur","usd","gbp"]},"captured":{"type":"boolean"},
 "metadata":{"type":"object","additionalProperties":{"type":"string"}},
 "source":{"anyOf":[{"$ref":"#/$defs/card"},{"$ref":"#/$defs/bank"},{"type":"null"}]}},
 "additionalProperties":false,
 "$defs":{"card":{"type":"object","required":["object"],"properties":{"object":{"const":"card"},
 "last4":{"type":"string","pattern":"^[0-9]+$"}}},
 "bank":{"type":"object","required":["object"],"properties":{"object":{"const":"bank"}}}}})";
constexpr std::string_view kValue = R"({"id":"ch_1234567890abcdef","amount":2000,"currency":"usd",
 "captured":true,"metadata":{"order":"6735"},"source":{"object":"card","last4":"4242"}})";

schema::Schema compiled() {
    return *schema::compile(*json::parse(kCharge));
}

void judge_valid(benchmark::State& state) {
    const schema::Schema schema = compiled();
    const json::Value value = *json::parse(kValue);
    for (auto _ : state) benchmark::DoNotOptimize(schema::judge(schema, value));
}
BENCHMARK(judge_valid);

void check_invalid(benchmark::State& state) {
    const schema::Schema schema = compiled();
    json::Value value = *json::parse(kValue);
    value.set("amount", -1);
    for (auto _ : state) benchmark::DoNotOptimize(schema::check(schema, value));
}
BENCHMARK(check_invalid);

void compile_schema(benchmark::State& state) {
    const json::Value schema = *json::parse(kCharge);
    for (auto _ : state) benchmark::DoNotOptimize(schema::compile(schema));
}
BENCHMARK(compile_schema);

}  // namespace

BENCHMARK_MAIN();
