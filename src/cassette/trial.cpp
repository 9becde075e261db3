#include "cassette/trial.hpp"

#include <algorithm>

namespace understudy::cassette {

namespace {

constexpr const char* kNobodysOutput = "understudy check --self-test: no fake says this\n";
constexpr int kNobodysExit = 111;
constexpr int kNobodysStatus = 599;

bool is_http(const Output& output) {
    return output.answer.has_value() || !output.error.empty();
}

}  // namespace

Trial try_mutants(const Cassette& cassette, const Played& played, const Rules& rules,
                  const CompareOptions& options) {
    Cassette compared = cassette;
    compared.exchanges = played.expected;
    Mutants all = mutate(compared, rules, {.comparing = options});
    Trial trial;
    trial.impossible = std::move(all.impossible);
    for (Mutant& mutant : all.mutants) {
        const Comparison result = compare(mutant.exchanges, played.actual, rules, options);
        if (result.verdict == report::Verdict::Differed) {
            ++trial.noticed;
        } else {
            mutant.exchanges.clear();
            trial.survivors.push_back(std::move(mutant));
        }
    }
    return trial;
}

Cassette planted(const Cassette& like) {
    Cassette cassette = recording_of(like, like.exchanges);
    cassette.name = kPlantedName;
    cassette.variant.reset();
    cassette.notes = "Made by `understudy check --self-test`; it cannot agree with anything.";
    for (Exchange& exchange : cassette.exchanges) {
        Output output;
        const bool answers_http = is_http(exchange.output);
        output.pieces = {{0, answers_http ? From::Body : From::Stdout, kNobodysOutput}};
        if (answers_http) {
            output.answer = Answer{kNobodysStatus, {}, {}};
        } else {
            output.ended = Ended{Ended::How::Exit, kNobodysExit, {}};
        }
        output.end = exchange.output.end;
        exchange.output = std::move(output);
        exchange.captures.clear();
    }
    cassette.rules.clear();
    return cassette;
}

Cassette recording_of(const Cassette& like, std::span<const Exchange> answered) {
    Cassette cassette = like;
    // What a fake says is no evidence of what the service does.
    cassette.origin = Origin::Authored;
    cassette.source.reset();
    cassette.provenance.reset();
    cassette.plan.reset();
    cassette.exchanges.clear();
    for (const Exchange& each : answered) {
        if (each.kind == Kind::Webhook) continue;
        cassette.exchanges.push_back(each);
        cassette.exchanges.back().recorded.reset();
    }
    return cassette;
}

std::string first_inequality(std::span<const Exchange> before, std::span<const Exchange> after) {
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        const Exchange& one = before[i];
        const Exchange& other = after[i];
        if (one.id != other.id || one.kind != other.kind) return "the order of the exchanges";
        if (one.input != other.input) return "the input of " + one.id;
        if (one.output.pieces != other.output.pieces) return "the output of " + one.id;
        if (one.output != other.output) return "the end of " + one.id;
    }
    return before.size() == after.size() ? "" : "the number of exchanges";
}

}  // namespace understudy::cassette
