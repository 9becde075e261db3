// understudy rules audit [PATH...]: what do the rules hide, and is it too much?
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

#include "app/cassette_files.hpp"
#include "app/check_report.hpp"
#include "app/code.hpp"
#include "app/project_file.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/audit.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::AuditedRule;

constexpr std::string_view kVerb = "rules audit";
constexpr std::size_t kMostExamples = 4;
constexpr std::size_t kMostPlaces = 5;

constexpr Positional kPositionals[] = {
    {"PATH", "a cassette, or a folder of them (all of the project)", true, true},
};
constexpr Option kOptions[] = {
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy rules audit", "look at the rules of all cassettes of the project"},
    {"understudy rules audit cassettes/github/pr-view.yaml", "at those of one cassette"},
};

base::Result<std::vector<CassetteFile>> files_of(const Arguments& arguments,
                                                 const ProjectGround& project) {
    const auto paths = arguments.list("PATH");
    if (paths.empty()) return list_cassettes(project.seen_root(), project.manifest);
    std::vector<CassetteFile> files;
    for (const std::string& path : paths) {
        std::error_code problem;
        if (!fs::is_directory(path, problem)) {
            files.push_back({path, {}, {}});
            continue;
        }
        for (CassetteFile& file : TRY(list_cassettes(path))) files.push_back(std::move(file));
    }
    return files;
}

// The loaded files stay where they are: the subjects point at them.
struct Subjects {
    std::vector<std::unique_ptr<cassette::Loaded>> loaded;
    std::vector<cassette::AuditSubject> subjects;
};

base::Result<Subjects> load(const std::vector<CassetteFile>& files,
                            const cassette::Manifest& manifest) {
    Subjects all;
    for (const CassetteFile& file : files) {
        auto loaded = std::make_unique<cassette::Loaded>(TRY(read_cassette(file.path)));
        cassette::AuditSubject subject;
        subject.name = file.path;
        subject.loaded = loaded.get();
        subject.rules = TRY(cassette::Rules::make(manifest.normalizers,
                                                  cassette::rules_for(manifest, loaded->cassette)));
        if (const cassette::Service* service = manifest.find(loaded->cassette.service)) {
            subject.options = service->comparing;
        }
        all.loaded.push_back(std::move(loaded));
        all.subjects.push_back(std::move(subject));
    }
    return all;
}

std::string percent(double share) {
    return std::to_string(std::lround(share * 100)) + " %";
}

std::string listed(const std::vector<std::string>& texts, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most, texts.size()); ++i) {
        text += (i == 0 ? "" : ", ") + report::shown(base::quoted(texts[i]));
    }
    if (texts.size() > most) text += ", ...";
    return text;
}

// Changes of one sort, each once: "41" to "42".
std::string changes(const AuditedRule& rule, bool hidden) {
    std::vector<std::string> texts;
    std::set<std::string> seen;
    for (const cassette::Mutation& each : rule.mutations) {
        if (each.is_hidden != hidden || !seen.insert(each.to).second) continue;
        texts.push_back(report::shown(base::quoted(each.from) + " to " + base::quoted(each.to)));
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(kMostExamples, texts.size()); ++i) {
        text += (i == 0 ? "" : ", ") + texts[i];
    }
    if (texts.size() > kMostExamples) text += ", ...";
    return text.empty() ? "nothing" : text;
}

std::string to_text(const AuditedRule& rule) {
    std::string text = report::shown(describe(rule.spec)) + ": " + base::plural(rule.hits, "hit");
    if (rule.hits == 0) return text + "\n";
    text += ", " + percent(rule.share) + " of the values where it hits\n";
    for (std::size_t i = 0; i < std::min(kMostPlaces, rule.places.size()); ++i) {
        text += "  in " + report::shown(rule.places[i]) + "\n";
    }
    if (rule.places.size() > kMostPlaces) {
        text += "  and " + base::plural(rule.places.size() - kMostPlaces, "more place") + "\n";
    }
    text += "  values: " + listed(rule.samples, kMostExamples) + "\n";
    text += "  would hide: " + changes(rule, true) + "\n";
    return text + "  would show: " + changes(rule, false) + "\n";
}

json::Value to_json(const AuditedRule& rule) {
    json::Value places = json::Value::array(), samples = json::Value::array();
    for (const std::string& each : rule.places) places.push_back(each);
    for (const std::string& each : rule.samples) samples.push_back(each);
    json::Value mutations = json::Value::array();
    for (const cassette::Mutation& each : rule.mutations) {
        mutations.push_back(json::Value::object({{"from", each.from},
                                                 {"to", each.to},
                                                 {"of_its_class", each.is_inside},
                                                 {"hidden", each.is_hidden}}));
    }
    return json::Value::object({{"rule", describe(rule.spec)},
                                {"at", base::to_text(rule.spec.mark)},
                                {"hits", static_cast<std::int64_t>(rule.hits)},
                                {"share", rule.share},
                                {"places", std::move(places)},
                                {"samples", std::move(samples)},
                                {"values", static_cast<std::int64_t>(rule.values)},
                                {"changed", static_cast<std::int64_t>(rule.changed)},
                                {"mutations", std::move(mutations)}});
}

std::string rendered(const report::Report& report, report::Format format,
                     const cassette::Audit& audit, bool colour) {
    std::string text = report::render(report, format, {.colour = colour, .excerpt = false});
    if (format == report::Format::Json) {
        json::Value rules = json::Value::array();
        for (const AuditedRule& rule : audit.rules) rules.push_back(to_json(rule));
        return with_members(text, json::Value::object({{"rules", std::move(rules)}}));
    }
    if (format != report::Format::Text) return text;
    for (const AuditedRule& rule : audit.rules) text += '\n' + to_text(rule);
    return text;
}

base::Result<ExitCode> run_audit(const Arguments& arguments, Terminal& terminal) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    const std::vector<CassetteFile> files = TRY(files_of(arguments, project));
    if (files.empty()) {
        return base::fail(code::BadArguments, {{"verb", std::string(kVerb)},
                                               {"why", "there are no cassettes to look at"}});
    }
    const Subjects all = TRY(load(files, project.manifest));
    cassette::AuditOptions options;
    options.most_replaced = project.manifest.most_replaced;
    options.is_whole = arguments.list("PATH").empty();
    const cassette::Audit audit = cassette::audit(all.subjects, options);

    std::vector<std::string> checked;
    for (const CassetteFile& file : files) checked.push_back(file.path);
    report::Report report = new_report(kVerb, std::move(checked));
    report.findings = audit.findings;
    const report::Counts counts = report::count(report);
    report.summary = base::plural(audit.rules.size(), "rule") + " in " +
                     base::plural(files.size(), "cassette") + ": " +
                     base::plural(counts.errors, "error") + ", " +
                     base::plural(counts.warnings, "warning");
    if (audit.opaque > 0) {
        report.summary += "; " + base::plural(audit.opaque, "value") + " opaque";
    }
    terminal.out(rendered(report, format, audit, terminal.wants_colour()));
    return counts.errors > 0 ? ExitCode::Differed : ExitCode::Done;
}

}  // namespace

const Verb kRulesAuditVerb = {
    kVerb,
    "what do the rules hide, and is it too much?",
    "Lists for each rule how often it hits, where, which values, and how much of the output it "
    "replaces. Each value that a rule replaced is changed to others, of its class and of none: "
    "what would be hidden is shown. A rule that hides more than its class, and rules that together "
    "replace more than the allowed share of an exchange, are errors. Rules that never hit or whose "
    "values never vary, and values that look volatile and have no rule, are warnings. Exits with 0 "
    "if there is no error, 1 if there is, 2 if a file or a rule does not load.",
    kPositionals,
    kOptions,
    kExamples,
    run_audit,
};

}  // namespace understudy::app
