// understudy diff A B: what differs, said by path.
#include "app/code.hpp"
#include "app/data_file.hpp"
#include "app/diff_cassettes.hpp"
#include "app/diff_specs.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "json/diff.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {
    {"A", "the first file, or - for standard input"},
    {"B", "the second file"},
};
constexpr Option kOptions[] = {
    {"--spec", "", "both are API descriptions: compare what they promise", "", ""},
    {"--as", "FORM", "how to read both files, whatever their names say", kForms, ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy diff before.json after.json", "say what changed, and exit with 1 if anything did"},
    {"understudy diff --as jsonl --format markdown old.log new.log",
     "compare two logs record by record"},
    {"understudy diff --spec v1.yaml v2.yaml", "what changed between two versions of an API"},
};

json::Value all_parts(const DataFile& file) {
    json::Value parts = json::Value::array();
    for (const json::Document& part : file.parts) parts.push_back(part.root);
    return parts;
}

// A path in the array of parts, told as a person would: `/2/amount` is `record 3 /amount`.
struct Place {
    std::string text;
    std::string part_text;  // `record 3` alone
    const json::Document* part = nullptr;
    json::Pointer inside;
};

Place place_in(const DataFile& file, const json::Pointer& path) {
    Place place;
    const std::size_t index = json::to_index(path.tokens().front()).value_or(0);
    place.part = &file.parts[index];
    place.inside =
        json::Pointer(std::vector<std::string>(path.tokens().begin() + 1, path.tokens().end()));
    place.part_text = file.place_of(index);
    place.text = place.part_text;
    const std::string pointer = place.inside.to_text();
    if (!place.text.empty() && !pointer.empty()) place.text += ' ';
    place.text += pointer;
    if (place.text.empty()) place.text = "the whole document";
    return place;
}

std::string values_of(const json::Change& change) {
    switch (change.kind) {
        case json::ChangeKind::Added: return shown(change.after);
        case json::ChangeKind::Removed:
        case json::ChangeKind::Moved: return shown(change.before);
        case json::ChangeKind::Changed: return shown(change.before) + " -> " + shown(change.after);
        case json::ChangeKind::Retyped: break;
    }
    return std::string(json::name_of(change.before.kind())) + ' ' + shown(change.before) + " -> " +
           std::string(json::name_of(change.after.kind())) + ' ' + shown(change.after);
}

report::Finding to_finding(const json::Change& change, const DataFile& a, const DataFile& b) {
    const bool only_before = change.kind == json::ChangeKind::Removed;
    const Place place =
        only_before ? place_in(a, change.before_path) : place_in(b, change.after_path);
    report::Finding finding;
    finding.code = "diff." + std::string(json::name_of(change.kind));
    finding.mark = place.part->mark(place.inside);
    finding.pointer = place.inside.to_text();
    finding.subject = place.part_text;
    finding.verdict = report::Verdict::Differed;
    finding.values.words = report::Values::Words::BeforeAfter;
    if (change.kind != json::ChangeKind::Added) finding.values.first = change.before;
    if (!only_before) finding.values.second = change.after;
    finding.message = std::string(json::name_of(change.kind)) + ' ' + place.text;
    if (change.kind == json::ChangeKind::Moved) {
        finding.message = "moved " + place_in(a, change.before_path).text + " -> " + place.text;
    }
    finding.message += ": " + values_of(change);
    return finding;
}

bool holds_cassette(const DataFile& file) {
    const bool is_one = file.form == Form::Yaml ? file.parts.size() == 1 : !file.parts.empty();
    return is_one && file.form != Form::Text && is_cassette(file.parts.front().root);
}

base::Result<ExitCode> run_cassettes(const Arguments& arguments, Terminal& terminal) {
    const CassetteDiff diff =
        TRY(diff_cassettes(std::string(arguments.value("A")), std::string(arguments.value("B"))));
    const auto format = TRY(report::format_named(arguments.value("--format")));
    terminal.out(
        report::render(diff.report, format, {.colour = terminal.wants_colour(), .excerpt = false}));
    return diff.code;
}

base::Result<ExitCode> run_diff(const Arguments& arguments, Terminal& terminal) {
    const std::string_view as = arguments.value("--as");
    const DataFile a = TRY(load_data_file(std::string(arguments.value("A")), as));
    const DataFile b = TRY(load_data_file(std::string(arguments.value("B")), as));
    // Standard input is read once, and has no bodies beside it: it is compared as data.
    const bool is_by_name = arguments.value("A") != "-" && arguments.value("B") != "-";
    if (as.empty() && is_by_name && !arguments.has("--spec") && holds_cassette(a) &&
        holds_cassette(b)) {
        return run_cassettes(arguments, terminal);
    }
    if (a.form != b.form && !arguments.has("--spec")) {
        return base::fail(code::DifferentForms, {{"first", base::quoted(a.name)},
                                                 {"first_form", std::string(name_of(a.form))},
                                                 {"second", base::quoted(b.name)},
                                                 {"second_form", std::string(name_of(b.form))}});
    }
    report::Report report = new_report("diff", {a.name, b.name});
    if (arguments.has("--spec")) {
        report.findings = TRY(diff_specs(a, b));
    } else {
        for (const json::Change& change : json::diff(all_parts(a), all_parts(b))) {
            report.findings.push_back(to_finding(change, a, b));
        }
    }
    const std::size_t count = report.findings.size();
    report.summary = count == 0 ? "no difference" : base::plural(count, "difference");
    const auto format = TRY(report::format_named(arguments.value("--format")));
    if (format == report::Format::Text) {
        for (const report::Finding& finding : report.findings) {
            terminal.out(report::shown(finding.message) + "\n");  // keys may hold anything
        }
        if (count > 0) terminal.out(report.summary + "\n");
    } else {
        terminal.out(report::render(report, format));
    }
    return count == 0 ? ExitCode::Done : ExitCode::Differed;
}

}  // namespace

const Verb kDiffVerb = {
    "diff",
    "what differs between two files, by path",
    "Compares two files as data: JSON, JSON Lines, YAML or plain text, told by their endings. Key "
    "order "
    "does not count; the text of a number does (10.50 is not 10.5). Each difference is added, "
    "removed, "
    "retyped, changed or moved, with its path. Two cassettes are compared by what they recorded, "
    "under the rules of the first; --as compares them as data. With --spec two API descriptions "
    "(OpenAPI 3.0, 3.1, Swagger 2.0) are compared by what they promise, words and examples left "
    "out; what may break somebody is an error. Exits with 0 if nothing differs, 1 "
    "if something does and 3 if it cannot be told.",
    kPositionals,
    kOptions,
    kExamples,
    run_diff,
};

}  // namespace understudy::app
