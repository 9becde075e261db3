// understudy import FORMAT PATH...: recordings of other tools as cassettes, and what they are
// worth.
#include <algorithm>
#include <filesystem>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/discreet.hpp"
#include "app/fidelity_text.hpp"
#include "app/import_files.hpp"
#include "app/import_write.hpp"
#include "app/project_file.hpp"
#include "app/secret_ground.hpp"
#include "app/secret_options.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/import/against.hpp"
#include "cassette/import/import_audit.hpp"
#include "cassette/import/import_summary.hpp"
#include "cassette/import/importer.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using cassette::Imported;
using cassette::Importer;
using cassette::ImportResult;
using cassette::ImportSummary;
using report::Finding;
using report::Severity;

constexpr std::string_view kVerb = "import";

constexpr Positional kPositionals[] = {
    {"FORMAT", "what the files are: vcr, vcrpy, go-vcr, betamax, har, wiremock, hydraflow"},
    {"PATH", "a file, or a folder of them", true},
};
constexpr Option kOptions[] = {
    {"-o", "DIR",
     "the project to write to: cassettes, services in understudy.yaml, drafts of plans "
     "(otherwise nothing is written)",
     "", ""},
    {"--service", "NAME",
     "the service they are of (the one whose `hosts` name the first host, else that host)", "", ""},
    {"--against", "DIR", "recordings of the real tool, DIR/SERVICE/NAME.yaml, to compare with", "",
     ""},
    kPolicyOption,
    kRulesOption,
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy import vcr spec/cassettes",
     "say what is there, what it is worth and what is lost"},
    {"understudy import har session.har --service shop -o .",
     "write one cassette below cassettes/shop, and the service into understudy.yaml"},
    {"understudy import wiremock src/test/resources -o .",
     "mappings as cassettes, with the bodies of __files"},
    {"understudy import hydraflow old --against recorded",
     "exit with 1 if one contradicts the real tool"},
};

base::Result<const Importer*> importer_for(std::string_view format) {
    if (const Importer* importer = cassette::importer_named(format)) return importer;
    std::vector<std::string> known;
    for (const Importer* each : cassette::importers()) known.emplace_back(each->name());
    return base::fail(cassette::code::ImportUnknownFormat,
                      {{"format", base::quoted(format)},
                       {"known", base::join(known, ", ")},
                       {"nearest", base::nearest(format, known)}});
}

// Services as the project that is written to declares them; without one, as the project we are in.
base::Result<cassette::Manifest> manifest_for(const std::string& folder) {
    if (folder.empty()) return TRY(make_project("")).manifest;
    const std::filesystem::path file = std::filesystem::path(folder) / kProjectFile;
    std::error_code problem;
    if (!std::filesystem::exists(file, problem)) return cassette::Manifest{};
    return TRY(make_project(file.string())).manifest;
}

base::Result<std::string> service_named(std::string_view name) {
    if (name.empty() || cassette::is_service(name)) return std::string(name);
    return base::fail(code::BadArguments,
                      {{"verb", std::string(kVerb)},
                       {"why", base::quoted(name) + " cannot be the name of a service"}});
}

// A cassette and what may be written of it.
struct Ready {
    Imported imported;  // its cassette redacted
    cassette::Sealed sealed;
};

// Everything of one run.
struct Run {
    const Importer& importer;
    const Ground& ground;
    ImportResult result;
    std::vector<Ready> ready;
    ImportSummary summary;
    std::vector<Finding> findings;
    std::size_t agreed = 0;
    std::vector<std::string> contradicting, not_compared;
    std::vector<std::string> damaged = {};
};

// A plan's draft names it.
std::string redacted_text(secret::Scrubber& scrubber, const std::string& text) {
    const auto clean = scrubber.redact({{"fixture_repo", text, secret::Class::None}});
    return clean ? clean->carriers().front().bytes : "";
}

// Each cassette is a bundle of its own, so that its bytes depend on no other file.
void seal_all(Run& run) {
    const cassette::Identity own = identity_of_machine();
    for (Imported& each : run.result.cassettes) {
        if (each.is_damaged)
            run.damaged.push_back(each.cassette.service + "/" + each.cassette.name);
        secret::Scrubber scrubber(run.ground.policy);
        auto sealed = cassette::seal_imported(each, scrubber, own);
        if (!sealed) {
            for (Finding& finding : report::from_error(sealed.error())) {
                finding.mark = base::Mark{each.file, 0, 0, 0, {}, 0};
                run.findings.push_back(std::move(finding));
            }
            ++run.result.not_imported;
            continue;
        }
        Imported redacted = std::move(each);
        redacted.cassette = sealed->whole();
        redacted.target = redacted_text(scrubber, redacted.target);
        run.ready.push_back({std::move(redacted), std::move(*sealed)});
    }
}

base::Result<void> audit_all(Run& run) {
    const cassette::Normalizers known = cassette::Normalizers::shipped();
    for (const Ready& each : run.ready) {
        std::vector<Finding> found =
            TRY(cassette::audit_imported(each.sealed, each.imported.file, known));
        run.findings.insert(run.findings.end(), found.begin(), found.end());
    }
    return {};
}

base::Result<void> compare_all(Run& run, const std::string& folder) {
    const cassette::Normalizers known = cassette::Normalizers::shipped();
    for (const Ready& each : run.ready) {
        const std::string name = each.imported.cassette.service + "/" + each.imported.cassette.name;
        std::string file = folder + "/" + name + ".yaml";
        std::error_code problem;
        if (!std::filesystem::exists(file, problem)) file = folder + "/" + name + ".jsonl";
        if (!std::filesystem::exists(file, problem)) continue;
        const cassette::Loaded real = TRY(read_cassette(file));
        const auto result = cassette::compare_with_real(each.imported, real.cassette, file, known);
        if (result.verdict == report::Verdict::Agreed) ++run.agreed;
        if (result.verdict == report::Verdict::Unknown) {
            run.not_compared.push_back(name + " (" + result.why + ")");
        }
        if (result.finding) {
            run.contradicting.push_back(name);
            run.findings.push_back(*result.finding);
        }
    }
    return {};
}

std::string list_line(std::string_view title, const std::vector<std::string>& names) {
    constexpr std::size_t kMostNames = 20;
    std::string line = std::string(title) + " (" + std::to_string(names.size()) + ")";
    if (names.empty()) return line + "\n";
    const std::vector<std::string> first(
        names.begin(), names.begin() + static_cast<long>(std::min(names.size(), kMostNames)));
    line += ": " + report::shown(base::join(first, ", "));
    if (names.size() > kMostNames) {
        line += ", and " + std::to_string(names.size() - kMostNames) + " more";
    }
    return line + "\n";
}

std::string lists_of(const Run& run, bool was_compared) {
    const ImportSummary& summary = run.summary;
    std::string text = list_line("vacuous", summary.vacuous);
    text += list_line("success only", summary.success_only);
    text += list_line("not runnable", summary.not_runnable);
    text += list_line("hand-written", summary.hand_written);
    if (!run.damaged.empty()) text += list_line("damaged by a filter", run.damaged);
    text += fidelity_text(run.result.fidelity, "not carried, kept in the notes",
                          "bookkeeping, kept in the notes");
    if (was_compared) {
        text += list_line("contradict the real tool", run.contradicting);
        text += "agree with the real tool (" + std::to_string(run.agreed) + ")\n";
        if (!run.not_compared.empty()) text += list_line("not comparable", run.not_compared);
    }
    if (!summary.plans.empty()) {
        const ImportSummary::Plan& first = summary.plans.front();
        text += "plan to write first: plans/" + report::shown(first.service) + ".yaml, for " +
                base::plural(first.cassettes, "cassette");
        if (!first.target.empty()) text += "; target: " + report::shown(first.target);
        text += "\n";
    }
    return text;
}

std::string summary_line(const Run& run) {
    const auto count = [](const std::vector<std::string>& names) {
        return std::to_string(names.size());
    };
    std::string text = base::plural(run.ready.size(), "cassette") +
                       " imported: " + count(run.summary.vacuous) + " vacuous, " +
                       count(run.summary.success_only) + " success only, " +
                       count(run.summary.not_runnable) + " not runnable, " +
                       count(run.summary.hand_written) + " hand-written";
    const cassette::Fidelity& fidelity = run.result.fidelity;
    if (fidelity.exchanges() > 0) text += "; " + exchanges_text(fidelity);
    if (run.result.lost_exchanges > 0) {
        text += "; " + base::plural(run.result.lost_exchanges, "exchange") + " not imported";
    }
    if (run.result.not_imported > 0) {
        text += "; " + base::plural(run.result.not_imported, "file") + " not imported";
    }
    if (run.result.other_formats > 0) {
        text += "; " + base::plural(run.result.other_formats, "file") + " of another format";
    }
    return text;
}

// In text the long lists stand once, by name, not as a finding a file.
bool is_listed(const Finding& finding) {
    return finding.severity == Severity::Info || finding.code == "cassette.import.vacuous";
}

std::vector<Imported> imported_of(const std::vector<Ready>& ready) {
    std::vector<Imported> list;
    for (const Ready& each : ready) list.push_back(each.imported);
    return list;
}

base::Result<std::string> write_all(const Run& run, const std::string& folder) {
    std::vector<const cassette::Sealed*> sealed;
    for (const Ready& each : run.ready) sealed.push_back(&each.sealed);
    const ImportWritten written = TRY(write_import(folder, run.importer, run.summary, sealed));
    std::string text;
    for (const std::string& file : written.written) text += "wrote " + report::shown(file) + "\n";
    for (const std::string& file : written.pending) {
        text += "differs from what is there, waits as " + report::shown(file) + "\n";
    }
    if (written.unchanged > 0) {
        text += base::plural(written.unchanged, "file") + " unchanged\n";
    }
    return text;
}

base::Result<ExitCode> run_import(const Arguments& arguments, Terminal& terminal) {
    const Importer* importer = TRY(importer_for(arguments.value("FORMAT")));
    const auto format = TRY(report::format_named(arguments.value("--format")));
    auto files = TRY(read_foreign(arguments.list("PATH"), *importer));
    std::vector<std::string> names;
    for (const cassette::ForeignFile& each : files) names.push_back(each.source.name);
    const FilesFolder bodies;
    const std::string folder(arguments.value("-o"));
    const cassette::Manifest manifest = TRY(manifest_for(folder));
    const cassette::ImportOptions options{TRY(service_named(arguments.value("--service"))),
                                          &manifest, &bodies};
    const Ground ground = TRY(make_ground(arguments, surroundings_of_files()));
    Run run{*importer, ground, cassette::import_all(*importer, std::move(files), options),
            {},        {},     {},
            0,         {},     {}};
    run.findings = std::move(run.result.findings);
    seal_all(run);
    run.summary = cassette::summarize(imported_of(run.ready), cassette::Normalizers::shipped());
    run.findings.insert(run.findings.end(), run.summary.findings.begin(),
                        run.summary.findings.end());
    TRY_VOID(audit_all(run));
    const std::string real(arguments.value("--against"));
    if (!real.empty()) TRY_VOID(compare_all(run, real));

    std::string written;
    if (!folder.empty()) written = TRY(write_all(run, folder));

    const bool is_text = format == report::Format::Text;
    report::Report report = new_report(kVerb, {});
    report.checked = std::move(names);
    if (is_text) {
        std::erase_if(run.findings, is_listed);
        fold_fidelity(run.findings);
    }
    Discreet discreet(secret::Finder(ground.policy, ground.salt));
    for (Finding& finding : run.findings) discreet.cover(finding);
    report.findings = std::move(run.findings);
    report.summary = summary_line(run);
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false}));
    if (is_text) terminal.out(discreet.text(lists_of(run, !real.empty()) + written));
    if (run.result.not_imported > 0 || run.result.lost_exchanges > 0) return ExitCode::Misuse;
    return run.contradicting.empty() ? ExitCode::Done : ExitCode::Differed;
}

}  // namespace

const Verb kImportVerb = {
    "import",
    "recordings of other tools as cassettes",
    "Reads recordings in a foreign format, says what was found in them, and with -o writes them as "
    "cassettes. Nothing imported counts as recorded: it is authored where it was written by hand "
    "or its call cannot be made again, and derived otherwise. Secrets are replaced. Over HTTP "
    "the report says which exchanges are carried exactly, what is approximated and what cannot be "
    "carried; what has no place in a cassette goes into its notes, and nothing in a file is ever "
    "run. Placeholders inside of words tell of a careless filter. The report counts the cassettes "
    "that are vacuous "
    "(no change of the service could show in them), show success only, cannot be run again or "
    "were written by hand; --against compares with recordings of the real tool and names those "
    "that contradict it. Exits with 0, with 1 if one contradicts the real tool, and with 2 if a "
    "file or an exchange was not imported.",
    kPositionals,
    kOptions,
    kExamples,
    run_import,
};

}  // namespace understudy::app
