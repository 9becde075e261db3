// understudy grammar check GRAMMAR FILE: do the records come in a legal order?
#include "app/data_file.hpp"
#include "app/files.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "grammar/summary.hpp"
#include "report/faces.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {
    {"GRAMMAR", "a grammar file, YAML or JSON"},
    {"FILE", "the records: JSON Lines, a JSON array, or one JSON document"},
};
constexpr Option kOptions[] = {
    {"--ending", "ENDING", "how the stream is said to have ended", "complete|failed|interrupted",
     "complete"},
    {"--dialect", "NAME", "the grammar's dialect to judge by", "", ""},
    {"--tool-version", "VERSION",
     "version of the tool that wrote the records, for the grammar's pin", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy grammar check session.grammar.yaml run.jsonl", "judge a complete transcript"},
    {"understudy grammar check session.grammar.yaml cut.jsonl --ending interrupted",
     "judge one that was cut off"},
};

report::Severity severity_of(grammar::Severity severity) {
    switch (severity) {
        case grammar::Severity::Breaking: return report::Severity::Error;
        case grammar::Severity::Info: return report::Severity::Info;
        case grammar::Severity::Drift:
        case grammar::Severity::Warning: break;
    }
    return report::Severity::Warning;
}

report::Finding to_finding(const grammar::Verdict& verdict, const grammar::Records& records) {
    report::Finding finding =
        report::from_error(grammar::to_error(verdict), severity_of(verdict.severity)).front();
    finding.constraint = verdict.constraint;
    if (!verdict.witness.empty()) {
        finding.related.push_back(
            {records.mark_of(verdict.witness.front().first),
             {},
             "shortest list that fails alone: " + grammar::to_text(verdict.witness)});
    }
    return finding;
}

report::Finding to_finding(const grammar::Unjudged& unjudged, const std::string& file) {
    report::Finding finding;
    finding.severity = report::Severity::Warning;
    finding.code = "grammar.not_judged";
    finding.message = "the constraint " + unjudged.constraint + " was not judged: " + unjudged.why;
    finding.mark.file = file;
    finding.constraint = unjudged.constraint;
    finding.verdict = report::Verdict::Unknown;
    return finding;
}

base::Result<ExitCode> run_grammar_check(const Arguments& arguments, Terminal& terminal) {
    const json::Document document =
        TRY(load_document(std::string(arguments.value("GRAMMAR")), Origin::Ours));
    const grammar::Grammar grammar = TRY(grammar::load(document));
    const std::string file(arguments.value("FILE"));
    const grammar::Records records = TRY(grammar::read_records(TRY(read_file(file))));
    grammar::Options options;
    options.dialect = arguments.value("--dialect");
    options.version = arguments.value("--tool-version");
    const auto ending = grammar::ending_named(arguments.value("--ending"));
    const grammar::Outcome outcome =
        TRY(grammar::check(grammar, records, options, ending.value_or(grammar::Ending::Complete)));

    report::Report report = new_report("grammar check", {file});
    report.summary = grammar::headline(grammar, outcome);
    for (const auto& verdict : outcome.verdicts)
        report.findings.push_back(to_finding(verdict, records));
    for (const auto& unjudged : outcome.unjudged)
        report.findings.push_back(to_finding(unjudged, file));
    const auto format = TRY(report::format_named(arguments.value("--format")));
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = true}));
    if (outcome.worst() == grammar::Severity::Breaking) return ExitCode::Differed;
    return outcome.unjudged.empty() ? ExitCode::Done : ExitCode::Unknown;
}

}  // namespace

const Verb kGrammarCheckVerb = {
    "grammar check",
    "do the records come in a legal order?",
    "Judges the records of a file by a grammar (docs/reference/grammar.md). Each finding names the "
    "record, the "
    "state before it, what was expected and the shortest list of records that shows the fault. "
    "Exits with 0 if "
    "the order is legal, 1 if a breaking rule is broken, 2 if a file does not load, 3 if a "
    "constraint could "
    "not be judged.",
    kPositionals,
    kOptions,
    kExamples,
    run_grammar_check,
};

}  // namespace understudy::app
