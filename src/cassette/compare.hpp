// Two timelines, compared: parse first, replace volatile values by typed placeholders that keep
// equality, order, then demand equal canonical bytes. What differs is classified and ranked.
//
//     const Comparison result = compare(recorded, replayed, rules, {});
//     if (result.verdict == report::Verdict::Differed) for (const Difference& each :
//     result.differences) ...
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/read.hpp"
#include "cassette/rules.hpp"
#include "json/value.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

// Most serious first; the rank is the number.
enum class Drift : std::uint8_t {
    NowRefused,   // the call used to succeed and is now rejected
    ExitChanged,  // other change of exit code, signal or status
    FieldRemoved,
    FieldRetyped,
    FieldRenamed,
    FieldAdded,
    EnumGrown,
    OrderChanged,
    GrammarChanged,
    ValueChanged,
    StderrOnly,
    LayoutOnly,
};
std::string_view name_of(Drift drift);      // "now_refused"
report::Severity severity_of(Drift drift);  // by default; a manifest may say otherwise

struct Difference {
    Drift drift = Drift::ValueChanged;
    std::string exchange;               // id
    std::size_t number = 0;             // of the exchange in the expected timeline
    std::string part;                   // stdout, stderr, exit_code, status, body, headers, files
    std::string path;                   // in a parsed part: JSON Pointer; of text: "line 3"
    std::optional<json::Value> before;  // as they came, not as placeholders
    std::optional<json::Value> after;
    std::string renamed_to;  // the new path of a field that was renamed
    double confidence = 1;   // of a rename
    std::size_t times = 1;   // items of an array in which the same thing happened
};

// What the rules did.
struct RuleHit {
    std::size_t rule = 0;  // in Rules::specs()
    std::string exchange, part, path;
    std::string value;        // as text
    std::string placeholder;  // <pr:1>
};
struct Unrecognized {  // in scope of a rule, refused by its normalizer: rule.unrecognized
    std::size_t rule = 0;
    std::string exchange, part, path, value;
};

struct Comparison {
    report::Verdict verdict = report::Verdict::Agreed;
    std::string why;                         // of Unknown
    std::vector<Difference> differences;     // by exchange, then most serious first
    std::vector<RuleHit> hits;               // of the expected side
    std::vector<Unrecognized> unrecognized;  // of both
    std::size_t left_out = 0;                // differences past kMostDifferences
    double ignored = 0;                      // share of the recorded values that a view leaves out
};
inline constexpr std::size_t kMostDifferences = 1'000;

// From recorded output to the shape of a fake that returns objects. Looked at while comparing only,
// and on the recorded side only.
struct View {
    std::vector<std::string> select;  // JSONPaths of what is kept; empty: everything
    std::vector<std::pair<std::string, std::string>> rename;  // JSONPath of a member: its new key

    bool is_empty() const { return select.empty() && rename.empty(); }
};

struct CompareOptions {
    bool exact = false;         // skip parsing: text normalizers, then raw bytes
    bool interleaving = false;  // the order between stdout and stderr counts
    bool headers = true;        // HTTP: compare headers (but Date and the like by rule)
    bool inputs = false;        // what was called is compared too: two recordings, not a replay
    // JSONPaths of arrays whose order does not count: sorted by content, or by one member of each
    // item first: "$.items by /id".
    std::vector<std::string> unordered;
    View view;
    // Value sets learned, by part and path with `*` for every index: "stdout /items/*/state".
    std::map<std::string, std::vector<json::Value>> seen;
    std::string grammar;  // short form or grammar text for streams; empty: the observed kinds
    Roots roots;          // folders that the normalizer `path` replaces
};

// What a cassette says about itself, over what its service says.
CompareOptions comparing_for(const Cassette& cassette, CompareOptions of_service);

Comparison compare(std::span<const Exchange> expected, std::span<const Exchange> actual,
                   const Rules& rules, const CompareOptions& options);

// One finding a difference, `drift.<class>`, marked in the file of the expected side. `old` and
// `new` are its two values. Metadata is compared by nobody: it is never drift.
std::vector<report::Finding> findings_of(const Comparison& comparison, const Loaded& expected);

// Only the expected side: its canonical text after the rules, part by part, for people, for the
// audit and for tests.
struct NormalizedPart {
    std::string exchange, part;
    std::string form;  // json, jsonl, sse, table, lines, bytes
    std::string text;  // canonical, placeholders in it
};
struct Normalized {
    std::vector<NormalizedPart> parts;
    std::vector<RuleHit> hits;
    std::vector<Unrecognized> unrecognized;
};
Normalized normalize(std::span<const Exchange> exchanges, const Rules& rules,
                     const CompareOptions& options);

}  // namespace understudy::cassette
