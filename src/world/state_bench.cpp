// How long the state takes for what every call does, with ten objects and with a hundred thousand:
// a copy (fork, snapshot), a write, a look-up, a page in the middle of a list, a sum.
#include <benchmark/benchmark.h>

#include <map>

#include "world/impl/state.hpp"
#include "world/parcels_testing.hpp"

namespace {

using namespace understudy;
using namespace understudy::world;
using namespace understudy::world::parcels;

constexpr base::Instant kStart{1'735'689'600, 0};

struct Bench {
    explicit Bench(std::int64_t count) {
        for (std::int64_t i = 1; i <= count; ++i) state.put(parcel(i));
        state.settle();
    }

    ObjectPtr parcel(std::int64_t number) const {
        Object made = blank(kParcels, *pack, id(number), static_cast<std::uint64_t>(number));
        set(made, kDepot, "dpt_0000000000000000000" + std::to_string(number % 7));
        set(made, kParcelWeight, number % 1000);
        set(made, kColour, number % 2 == 0 ? "red" : "blue");
        set(made, kNote, "parcel number " + std::to_string(number));
        set(made, kCreated, base::to_rfc3339({kStart.seconds + number, 0}), Origin::Clock);
        made.state = kOpen;
        return std::make_shared<const Object>(std::move(made));
    }

    static std::string id(std::int64_t number) {
        const auto mixed = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15;
        return "pcl_" + std::to_string(mixed);
    }

    std::shared_ptr<const pack::Pack> pack = make_pack();
    State state{pack, kStart};
};

// Filled once: the library calls each function several times to find out how often to run it.
const Bench& filled(std::int64_t count) {
    static std::map<std::int64_t, Bench> benches;
    return benches.try_emplace(count, count).first->second;
}

void copy(benchmark::State& run) {
    const Bench& bench = filled(run.range(0));
    for (auto _ : run) {
        State fork = bench.state;
        benchmark::DoNotOptimize(fork);
    }
}
BENCHMARK(copy)->Arg(10)->Arg(100'000);

void put(benchmark::State& run) {
    const Bench& bench = filled(run.range(0));
    State state = bench.state;
    std::int64_t number = 0;
    for (auto _ : run) {
        state.put(bench.parcel(number % run.range(0) + 1));
        ++number;
    }
}
BENCHMARK(put)->Arg(10)->Arg(100'000);

void put_after_a_copy(benchmark::State& run) {
    const Bench& bench = filled(run.range(0));
    State state = bench.state;
    std::int64_t number = 0;
    for (auto _ : run) {
        const State before = state;
        state.put(bench.parcel(number % run.range(0) + 1));
        ++number;
    }
}
BENCHMARK(put_after_a_copy)->Arg(10)->Arg(100'000);

void find(benchmark::State& run) {
    const Bench& bench = filled(run.range(0));
    const std::string key = Bench::id(run.range(0) / 2);
    for (auto _ : run) benchmark::DoNotOptimize(bench.state.find(kParcels, key));
}
BENCHMARK(find)->Arg(10)->Arg(100'000);

void page_in_the_middle(benchmark::State& run) {
    const Bench& bench = filled(run.range(0));
    const std::string key = Bench::id(run.range(0) / 2);
    Where where{.resource = kParcels};
    for (auto _ : run) benchmark::DoNotOptimize(bench.state.after(where, key, 10));
}
BENCHMARK(page_in_the_middle)->Arg(10)->Arg(100'000);

void filtered_page_in_the_middle(benchmark::State& run) {
    const Bench& bench = filled(run.range(0));
    const std::string key = Bench::id(run.range(0) / 2);
    Where where{.resource = kParcels};
    where.equal = {{kColour, "red"}};
    for (auto _ : run) benchmark::DoNotOptimize(bench.state.after(where, key, 10));
}
BENCHMARK(filtered_page_in_the_middle)->Arg(10)->Arg(100'000);

void sum(benchmark::State& run) {
    const Bench& bench = filled(run.range(0));
    for (auto _ : run) {
        benchmark::DoNotOptimize(bench.state.fold(kDepots, kWeight, "dpt_00000000000000000003"));
    }
    run.counters["bytes_per_object"] =
        static_cast<double>(bench.state.object_bytes()) / static_cast<double>(run.range(0));
}
BENCHMARK(sum)->Arg(10)->Arg(100'000);

}  // namespace

BENCHMARK_MAIN();
