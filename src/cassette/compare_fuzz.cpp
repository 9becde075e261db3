// Outputs are foreign bytes: whatever they hold, parsing and comparing them ends, equal bytes agree
// and unequal ones never do in silence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cassette/compare.hpp"
#include "cassette/mutate.hpp"
#include "cassette/vacuous.hpp"

using namespace understudy;
using namespace understudy::cassette;

namespace {

Exchange said(std::string bytes, int kind) {
    Exchange exchange;
    exchange.id = "call";
    exchange.input = CommandInput{};
    exchange.output.ended = Ended{};
    exchange.output.pieces.push_back({0, From::Stdout, std::move(bytes)});
    if (kind == 1 || kind == 2) {
        exchange.kind = Kind::Stream;
        exchange.framing = kind == 1 ? Framing::Jsonl : Framing::Sse;
    }
    return exchange;
}

}  // namespace

// The first byte says how to read, the second where to cut the rest into two outputs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const int kind = data[0] % 4;
    const std::string text(reinterpret_cast<const char*>(data + 2), size - 2);
    const std::size_t cut = text.size() * data[1] / 256;
    const Exchange before[] = {said(text.substr(0, cut), kind)};
    const Exchange after[] = {said(text.substr(cut), kind)};
    const auto rules = Rules::make(Normalizers::shipped(), {});
    if (!rules) std::abort();
    CompareOptions options;
    if (kind == 3) options.unordered = {"$", "$..*"};
    const Comparison same = compare(before, before, *rules, options);
    if (same.verdict == report::Verdict::Differed) std::abort();
    const Comparison other = compare(before, after, *rules, options);
    const bool is_equal = before[0].output.pieces == after[0].output.pieces;
    // Where arrays may come in any order, layout says nothing; everywhere else a byte is noticed.
    if (!is_equal && other.verdict == report::Verdict::Agreed && kind != 3) std::abort();
    Cassette cassette;
    cassette.exchanges = {before[0]};
    (void)emptiness_of(cassette, *rules, options);
    for (const Mutant& mutant : mutate(cassette, *rules, {}).mutants) {
        (void)compare(mutant.exchanges, before, *rules, {});
    }
    return 0;
}
