// Differences in words: which exchange, which field, what was there and what is there now. The id
// of a finding knows neither values nor indexes, so one matter keeps one id.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/compare.hpp"
#include "cassette/impl/drifting.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {

namespace {

using json::Pointer;

// In the order of Drift.
constexpr std::array<base::Code, 12> kCodes = {
    code::DriftNowRefused,   code::DriftExitChanged,  code::DriftFieldRemoved,
    code::DriftFieldRetyped, code::DriftFieldRenamed, code::DriftFieldAdded,
    code::DriftEnumGrown,    code::DriftOrderChanged, code::DriftGrammarChanged,
    code::DriftValueChanged, code::DriftStderrOnly,   code::DriftLayoutOnly,
};

// A field that was renamed has the same value as before; its names are what differs.
report::Values values_of(const Difference& difference) {
    report::Values values;
    values.words = report::Values::Words::BeforeAfter;
    if (difference.drift == Drift::FieldRenamed && difference.before == difference.after) {
        return values;
    }
    values.first = difference.before;
    values.second = difference.after;
    return values;
}

std::string place_of(const Difference& difference) {
    std::string place = difference.part;
    if (!difference.path.empty()) place += ' ' + difference.path;
    return report::shown(place);
}

std::string more_of(const Difference& difference) {
    if (difference.times < 2) return {};
    return ", and in " + base::plural(difference.times - 1, "more item");
}

base::Error error_of(const Difference& difference) {
    base::Error error;
    error.code = kCodes[static_cast<std::size_t>(difference.drift)];
    error.args = {
        {"exchange", report::shown(difference.exchange)},
        {"where", place_of(difference)},
        {"values", report::shown_values(values_of(difference))},
        {"to", report::shown(difference.renamed_to)},
        {"confidence", std::to_string(std::lround(difference.confidence * 100))},
        {"more", more_of(difference)},
    };
    return error;
}

std::optional<From> source_of(std::string_view part) {
    constexpr From kAll[] = {From::Stdout, From::Stderr, From::Body, From::FrameIn, From::FrameOut};
    const auto* found = std::find_if(std::begin(kAll), std::end(kAll),
                                     [part](From each) { return name_of(each) == part; });
    return found == std::end(kAll) ? std::nullopt : std::optional<From>(*found);
}

// The line a text difference names; 1 for every other.
std::size_t line_of(std::string_view path) {
    constexpr std::string_view kWord = "line ";
    if (!path.starts_with(kWord)) return 1;
    const auto line = base::parse_int64(path.substr(kWord.size()));
    return line && *line > 0 ? static_cast<std::size_t>(*line) : 1;
}

// The piece in which that line of a stream begins.
std::optional<std::size_t> piece_of(const Output& output, From from, std::size_t line) {
    std::optional<std::size_t> found;
    std::size_t ends = 0;  // of lines, so far
    for (std::size_t i = 0; i < output.pieces.size(); ++i) {
        const Piece& piece = output.pieces[i];
        if (piece.from != from) continue;
        if (!found || ends + 1 <= line) found = i;
        ends += static_cast<std::size_t>(std::count(piece.bytes.begin(), piece.bytes.end(), '\n'));
        if (ends >= line) break;
    }
    return found;
}

base::Mark mark_of(const Difference& difference, const Loaded& expected) {
    const auto& exchanges = expected.cassette.exchanges;
    const auto found = std::find_if(
        exchanges.begin(), exchanges.end(),
        [&difference](const Exchange& each) { return each.id == difference.exchange; });
    if (found == exchanges.end()) return expected.mark(Pointer({"exchanges"}));
    const Pointer exchange =
        Pointer({"exchanges"}) / static_cast<std::size_t>(found - exchanges.begin());
    if (difference.part == "exchange") return expected.mark(exchange);
    if (difference.part == "input") return expected.mark(exchange / "input");
    const Pointer output = exchange / "output";
    const auto from = source_of(difference.part);
    if (!from) return expected.mark(output / difference.part);
    const auto piece = piece_of(found->output, *from, line_of(difference.path));
    return expected.mark(piece ? output / "pieces" / *piece : output);
}

}  // namespace

std::vector<report::Finding> findings_of(const Comparison& comparison, const Loaded& expected) {
    std::vector<report::Finding> findings;
    for (const Difference& difference : comparison.differences) {
        const base::Error error = error_of(difference);
        report::Finding finding;
        finding.severity = severity_of(difference.drift);
        finding.code = base::name_of(error.code);
        finding.message = base::message(error);
        finding.hint = base::hint(error);
        finding.mark = mark_of(difference, expected);
        finding.subject =
            difference.exchange + ' ' + difference.part + ' ' + generalized(difference.path);
        finding.values = values_of(difference);
        finding.verdict = report::Verdict::Differed;
        findings.push_back(std::move(finding));
    }
    return findings;
}

}  // namespace understudy::cassette
