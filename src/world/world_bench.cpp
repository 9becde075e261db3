// What making, resetting, forking and snapshotting a world costs, and how much memory an object
// takes. Run by
// `./dev bench worlds` (rows W4 and W6.object).
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <variant>

#include "json/write.hpp"
#include "pack/load.hpp"
#include "world/snapshot.hpp"
#include "world/world.hpp"

namespace understudy::world {

namespace {

constexpr const char* kPack = R"(
format: 1
pack: bench
version: 0.1.0
models: { vendor: Bench, api: "1" }
serve: { hosts: [ { host: "*", base: /v1 } ], auth: { places: [ bearer ], fails: denied }, input: [ json, form ] }
durations: { settle: 2s, keys: 24h }
idempotency: { header: Idempotency-Key, methods: [ POST ], scope: [ credential ], lifetime: keys, fingerprint: [ method, path, params ], mismatch: invalid }
lists: { page: { style: cursor, after: starting_after, before: ending_before, limit: limit, default: 10, max: 100 }, envelope: { object: '"list"', data: page.items, has_more: page.more } }
errors:
  envelope: { error: error }
  on: { auth: denied, no_route: missing, required: invalid, type: invalid, missing: { path: missing, body: missing } }
  codes:
    denied: { status: 401, message: no }
    missing: { status: 404, message: "no {issue.resource} {issue.value}" }
    invalid: { status: 400, message: "bad {issue.param}" }
resources:
  charges:
    id: "ch_{base62:24}"
    fields:
      object: { from: constant, value: charge }
      amount: { from: input, required: true, schema: { type: integer, minimum: 1 } }
      currency: { from: input, required: true, schema: { type: string } }
      description: { from: input, nullable: true, schema: { type: [ string, "null" ] } }
      metadata: { from: input, default: {}, merge: keys }
      created: { from: clock, as: epoch }
      status: { from: lifecycle }
      captured: { from: derived, is: 'self.status == "settled"' }
      risk_score: { from: exogenous, schema: { type: integer, minimum: 0, maximum: 100 } }
    operations: { create: POST /charges, get: "GET /charges/{id}", list: { route: GET /charges, filters: { currency: equal } } }
    lifecycle: { start: pending, moves: { settle: { from: pending, after: settle, to: settled } } }
)";

constexpr const char* kBody =
    R"({"amount":2000,"currency":"eur","description":"a parcel of some size for a customer","metadata":{"order":"4711","channel":"web"}})";

[[noreturn]] void give_up(const std::string& why) {
    std::fputs((why + "\n").c_str(), stderr);
    std::exit(1);
}

std::shared_ptr<const pack::Pack> bench_pack() {
    pack::Folder folder{"bench", {{"pack.yaml", kPack}}};
    pack::Loaded loaded = pack::load(folder);
    if (!loaded.pack) give_up(base::render(loaded.as_error()));
    return loaded.pack;
}

Call post() {
    Call call;
    call.request.head.method = "POST";
    call.request.head.target = "/v1/charges";
    call.request.head.headers.add("Content-Type", "application/json");
    call.request.body = kBody;
    call.origin = "http://127.0.0.1";
    return call;
}

World filled(std::int64_t objects) {
    base::Result<World> made = World::create(bench_pack(), {.id = "w_bench"});
    if (!made) give_up(base::render(made.error()));
    World world = std::move(*made);
    const Call call = post();
    for (std::int64_t i = 0; i < objects; ++i) {
        const auto outcome = world.apply(call);
        const auto* done = std::get_if<Outcome>(&outcome);
        if (done == nullptr || done->answer.status != 200) {
            give_up("a POST was refused: " + (done ? *done->answer.body : std::string("control")));
        }
    }
    return world;
}

void create(benchmark::State& state) {
    const auto pack = bench_pack();
    for (auto _ : state) {
        auto world = World::create(pack, {.id = "w_1"});
        benchmark::DoNotOptimize(world);
    }
}

void fork(benchmark::State& state) {
    const World world = filled(state.range(0));
    for (auto _ : state) {
        World copy = world.fork("w_2");
        benchmark::DoNotOptimize(copy);
    }
}

// A reset world has to be filled again, which no loop can pay for: forks are reset instead, and
// what forking them took is not counted.
void reset(benchmark::State& state) {
    const World world = filled(state.range(0));
    for (auto _ : state) {
        state.PauseTiming();
        auto copy = std::make_unique<World>(world.fork("w_2"));
        state.ResumeTiming();
        auto outcome = copy->apply(Reset{});
        benchmark::DoNotOptimize(outcome);
        state.PauseTiming();
        copy.reset();
        state.ResumeTiming();
    }
}

void snapshot(benchmark::State& state) {
    const World world = filled(state.range(0));
    for (auto _ : state) {
        Snapshot taken = world.snapshot();
        benchmark::DoNotOptimize(taken);
    }
}

// Back and forth between two states of that size.
void restore(benchmark::State& state) {
    World world = filled(state.range(0));
    const Restore command{std::make_shared<const Snapshot>(world.snapshot())};
    for (auto _ : state) {
        auto outcome = world.apply(command);
        benchmark::DoNotOptimize(outcome);
    }
}

void stored(benchmark::State& state) {
    const World world = filled(state.range(0));
    const std::size_t bytes = world.stored_bytes();
    std::size_t json_bytes = 0;
    for (const json::Value& object : world.objects(0)) json_bytes += json::write(object).size();
    for (auto _ : state) benchmark::DoNotOptimize(bytes);
    state.counters["stored_over_json"] =
        static_cast<double>(bytes) / static_cast<double>(json_bytes);
}

// The number of rounds is fixed where each would fill a world again to find one.
BENCHMARK(create)->Unit(benchmark::kMicrosecond);
BENCHMARK(reset)->Arg(10)->Arg(100'000)->Iterations(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(fork)->Arg(10)->Arg(100'000)->Iterations(100'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(snapshot)->Arg(10)->Arg(100'000)->Iterations(100'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(restore)->Arg(10)->Arg(100'000)->Iterations(100'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(stored)->Arg(100'000)->Iterations(1);

// The path of one call, for profiles.
void get_by_id(benchmark::State& state) {
    World world = filled(1000);
    const json::Value first = world.objects(0).front();
    Call call;
    call.request.head.target = "/v1/charges/" + std::string(first.find("id")->as_string());
    for (auto _ : state) benchmark::DoNotOptimize(world.apply(call));
}

void create_one(benchmark::State& state) {
    World world = filled(1000);
    const Call call = post();
    for (auto _ : state) benchmark::DoNotOptimize(world.apply(call));
}

BENCHMARK(get_by_id)->Unit(benchmark::kMicrosecond);
BENCHMARK(create_one)->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace understudy::world

BENCHMARK_MAIN();
