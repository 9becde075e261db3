// understudy export FORMAT PATH...: cassettes as files of other tools, and what these cannot hold.
#include <filesystem>
#include <map>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/discreet.hpp"
#include "app/fidelity_text.hpp"
#include "app/file_batch.hpp"
#include "app/files.hpp"
#include "app/secret_ground.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/export/exporter.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Exported;
using cassette::Exporter;
using report::Finding;

constexpr std::string_view kVerb = "export";

constexpr Positional kPositionals[] = {
    {"FORMAT", "what to write: har, vcr, vcrpy, wiremock"},
    {"PATH", "a cassette, or a folder of them", true},
};
constexpr Option kOptions[] = {
    {"-o", "PATH",
     "the file to write, or the folder for FOLDER/SERVICE/NAME (otherwise nothing is written)", "",
     ""},
    {"--replace", "", "replace files that are there and differ", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy export har cassettes/shop/login.yaml -o login.har", "an archive for a browser"},
    {"understudy export vcrpy cassettes -o tests/cassettes", "all of them, for Python"},
    {"understudy export wiremock cassettes", "only say what would be lost"},
};

base::Result<const Exporter*> exporter_for(std::string_view format) {
    if (const Exporter* exporter = cassette::exporter_named(format)) return exporter;
    std::vector<std::string> known;
    for (const Exporter* each : cassette::exporters()) known.emplace_back(each->name());
    return base::fail(cassette::code::ExportUnknownFormat,
                      {{"format", base::quoted(format)},
                       {"known", base::join(known, ", ")},
                       {"nearest", base::nearest(format, known)}});
}

base::Result<std::vector<std::string>> files_of(std::span<const std::string> paths) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code problem;
        if (!fs::is_directory(path, problem)) {
            files.push_back(path);
            continue;
        }
        for (const CassetteFile& file : TRY(list_cassettes(path))) files.push_back(file.path);
    }
    return files;
}

// One cassette that was written in the other format.
struct Made {
    std::string file;           // of the cassette
    std::string service, name;  // of the cassette
    Exported exported;
};

// Sealed once more: what a rule of today finds is not handed on.
base::Result<cassette::Sealed> read_sealed(const std::string& path,
                                           const std::shared_ptr<const secret::Policy>& policy) {
    const cassette::Loaded loaded = TRY(read_cassette(path));
    secret::Scrubber scrubber(policy);
    cassette::Sealed sealed = TRY(cassette::seal(loaded.cassette, scrubber, identity_of_machine()));
    if (sealed.head().content_digest == loaded.cassette.content_digest) return sealed;
    return base::fail(cassette::code::WouldChange, {{"file", path}, {"places", "see its receipt"}},
                      base::Mark{path, 0, 0, 0, {}, 0});
}

base::Result<std::map<std::string, std::string>> places_for(const std::vector<Made>& all,
                                                            const Exporter& exporter,
                                                            const std::string& output) {
    std::map<std::string, std::string> texts;  // by path
    const bool is_file = output.ends_with(exporter.ending());
    if (is_file && all.size() > 1) {
        return base::fail(
            cassette::code::ExportOneFile,
            {{"count", base::plural(all.size(), "cassette")}, {"file", base::quoted(output)}});
    }
    for (const Made& each : all) {
        const fs::path inside = fs::path(output) / exporter.folder() / each.service /
                                (each.name + std::string(exporter.ending()));
        const std::string path = is_file ? output : inside.lexically_normal().string();
        if (!texts.emplace(path, each.exported.text).second) {
            return base::fail(
                code::CannotWrite,
                {{"file", base::quoted(path)}, {"why", "two cassettes have this name"}},
                base::Mark{each.file, 0, 0, 0, {}, 0});
        }
    }
    return texts;
}

// All of them or none.
base::Result<std::string> write_all(const std::map<std::string, std::string>& texts,
                                    bool may_replace) {
    FileBatch batch;
    std::string said;
    std::size_t unchanged = 0;
    for (const auto& [path, text] : texts) {
        std::error_code problem;
        if (fs::exists(fs::symlink_status(path, problem))) {
            const auto there = read_file(path);
            if (there && there->text == text) {
                ++unchanged;
                continue;
            }
            if (!may_replace) {
                return base::fail(
                    code::CannotWrite,
                    {{"file", base::quoted(path)},
                     {"why", "it is there already, and differs; --replace replaces it"}},
                    base::Mark{path, 0, 0, 0, {}, 0});
            }
        }
        const fs::path folder = fs::path(path).parent_path();
        if (!folder.empty()) fs::create_directories(folder, problem);  // told when writing
        TRY_VOID(batch.add(path, text));
        said += "wrote " + report::shown(path) + "\n";
    }
    TRY_VOID(batch.commit());
    if (unchanged > 0) said += base::plural(unchanged, "file") + " unchanged\n";
    return said;
}

base::Result<ExitCode> run_export(const Arguments& arguments, Terminal& terminal) {
    const Exporter* exporter = TRY(exporter_for(arguments.value("FORMAT")));
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const Ground ground = TRY(make_ground(Arguments{}, surroundings_of_files()));
    const std::vector<std::string> files = TRY(files_of(arguments.list("PATH")));
    report::Report report = new_report(kVerb, {});
    std::vector<Made> all;
    cassette::Fidelity fidelity;
    std::size_t left_out = 0;
    for (const std::string& file : files) {
        const cassette::Sealed sealed = TRY(read_sealed(file, ground.policy));
        Exported exported = exporter->write(sealed, {std::string(kVersion)});
        for (Finding& each : cassette::export_findings(exported.fidelity, file)) {
            report.findings.push_back(std::move(each));
        }
        fidelity.merge(exported.fidelity);
        left_out += exported.left_out;
        report.checked.push_back(file);
        if (exported.text.empty()) continue;
        all.push_back({file, sealed.head().service, sealed.head().name, std::move(exported)});
    }
    if (all.empty()) {
        return base::fail(cassette::code::ExportNothing,
                          {{"path", base::quoted(arguments.list("PATH").front())}});
    }
    std::string written;
    const std::string output(arguments.value("-o"));
    if (!output.empty()) {
        written =
            TRY(write_all(TRY(places_for(all, *exporter, output)), arguments.has("--replace")));
    }
    const bool is_text = format == report::Format::Text;
    if (is_text) fold_fidelity(report.findings);
    Discreet discreet(secret::Finder(ground.policy, ground.salt));
    for (Finding& finding : report.findings) discreet.cover(finding);
    report.summary = base::plural(all.size(), "cassette") + " for " +
                     std::string(exporter->name()) + ": " + exchanges_text(fidelity) +
                     (left_out > 0 ? "; " + base::plural(left_out, "exchange") + " left out" : "");
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false}));
    if (is_text)
        terminal.out(discreet.text(
            fidelity_text(fidelity, "not carried", "not carried, of the cassette itself") +
            written));
    return ExitCode::Done;
}

}  // namespace

const Verb kExportVerb = {
    "export",
    "cassettes as files of other tools",
    "Writes calls over HTTP in the format of another tool: har, vcr (YAML), vcrpy (YAML), wiremock "
    "(mappings). Only sealed cassettes are read, so nothing unsealed is written. The report says "
    "which exchanges are carried exactly, what is approximated and what the format cannot hold: "
    "times and borders of pieces, commands, webhooks, rules and the like. Without -o nothing is "
    "written. Exits with 0, and with 2 if a cassette does not load or nothing could be written.",
    kPositionals,
    kOptions,
    kExamples,
    run_export,
};

}  // namespace understudy::app
