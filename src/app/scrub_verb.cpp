// understudy scrub PATH...: replaces secrets by pseudonyms of the same shape, in all files together
// or in none.
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/code.hpp"
#include "app/file_batch.hpp"
#include "app/files.hpp"
#include "app/kept_form.hpp"
#include "app/scrub_fixtures.hpp"
#include "app/scrub_receipt.hpp"
#include "app/secret_ground.hpp"
#include "app/secret_options.hpp"
#include "app/shown.hpp"
#include "app/shown_path.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"
#include "secret/code.hpp"
#include "secret/scrub.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVerb = "scrub";
constexpr std::size_t kBundleLimit = kFileLimit;  // of all files together: they are held at once

constexpr Positional kPositionals[] = {
    {"PATH", "a file or a folder; all of them are one bundle", true},
};
constexpr Option kOptions[] = {
    {"--write", "", "replace them; otherwise it is only said what would be", "", ""},
    {"--scenario", "NAME", "names the receipt (the first PATH, without folder and ending)", "", ""},
    {"--receipt", "FILE",
     "where the receipt goes (redaction-report-NAME.json beside the first PATH)", "", ""},
    kRulesOption,
    kPolicyOption,
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy scrub fixtures", "say what would be replaced, and exit with 8 if anything would"},
    {"understudy scrub fixtures --write --scenario login", "replace it, and keep a receipt"},
};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

base::Instant now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
}

// Name and place of the receipt.
struct ReceiptPlace {
    std::string scenario;
    std::string path;
};

base::Result<ReceiptPlace> receipt_place(const Arguments& arguments, const fs::path& folder) {
    const fs::path first(arguments.list("PATH").front());
    fs::path named = (folder / first).lexically_normal();
    if (!named.has_filename()) named = named.parent_path();  // it ended in a slash
    ReceiptPlace place;
    place.scenario = arguments.value("--scenario");
    if (place.scenario.find('/') != std::string::npos) {
        return wrong_call("--scenario is part of a file name and has no slash in it");
    }
    if (place.scenario.empty()) place.scenario = named.stem().string();
    place.path = arguments.value("--receipt");
    if (!place.path.empty()) return place;
    std::error_code problem;
    const fs::path home = fs::is_directory(named, problem) ? first : first.parent_path();
    place.path = (home / ("redaction-report-" + place.scenario + ".json")).lexically_normal();
    return place;
}

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code problem;
    return fs::equivalent(a, b, problem);
}

// All files of a run, as they were.
struct Bundle {
    std::vector<std::string> paths;
    std::vector<secret::Carrier> carriers;  // their names as they may be shown
    std::vector<report::Finding> refusals;  // files that cannot be read
    std::size_t skipped = 0;
};

report::Finding refusal(const base::Error& error, const std::string& name) {
    report::Finding finding = report::from_error(error).front();
    if (finding.mark.file.empty()) finding.mark.file = name;
    finding.mark.excerpt.clear();
    return finding;
}

report::Finding cannot_read(const std::string& name, const std::string& why) {
    report::Finding finding =
        refusal({secret::code::NotScanned, {{"why", why}, {"help", ""}}, {}, {}}, name);
    finding.subject.clear();
    finding.verdict = report::Verdict::Unknown;
    return finding;
}

Bundle read_bundle(std::span<const std::string> paths, const Ground& ground,
                   const std::string& receipt, secret::Finder& finder) {
    Bundle bundle;
    const FileTree tree = list_files(paths, ground.skips);
    bundle.skipped = tree.skipped;
    for (const UnreadFile& file : tree.unread) {
        bundle.refusals.push_back(cannot_read(shown_path(finder, file.path).text, file.why));
    }
    std::size_t bytes = 0;
    for (const TreeFile& file : tree.files) {
        if (is_same_file(file.path, receipt)) continue;
        const std::string shown = shown_path(finder, file.path).text;
        auto source = read_file(file.path, kBundleLimit - bytes);
        if (!source) {
            const base::Error& error = source.error();
            const bool is_large = error.code == code::TooLarge;
            bundle.refusals.push_back(
                cannot_read(shown, is_large ? "with it the bundle is larger than " +
                                                  base::with_thousands(kBundleLimit) + " bytes"
                                            : std::string(error.arg("why"))));
            continue;
        }
        bytes += source->text.size();
        bundle.paths.push_back(file.path);
        bundle.carriers.push_back({shown, std::move(source->text), secret::Class::None});
    }
    return bundle;
}

std::vector<report::Finding> findings_in(const std::vector<secret::Carrier>& carriers,
                                         secret::Finder& finder) {
    std::vector<report::Finding> findings;
    for (const secret::Carrier& carrier : carriers) {
        const secret::Text text{carrier.name, carrier.bytes, carrier.is};
        for (report::Finding& finding : secret::to_findings(finder.find(text), text)) {
            finding.mark.excerpt.clear();
            finding.pointer = shown_pointer(finder, finding.pointer);
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

// The bundle without its secrets.
struct Scrubbed {
    secret::Redacted clean;
    std::vector<bool> changed;
    secret::Counts counts;
    RenewedFields renewed;
    std::size_t usage = 0;  // numbers that became placeholders
    std::string note;       // what was not looked at
};

bool has_changed(const Scrubbed& done) {
    return std::find(done.changed.begin(), done.changed.end(), true) != done.changed.end();
}

// Those that the policy declares.
base::Result<void> renew_declared(const Bundle& bundle, const Ground& ground,
                                  std::vector<CleanFile>& files, RenewedFields& renewed) {
    std::vector<DerivedText> texts;
    for (std::size_t i = 0; i < files.size(); ++i) {
        texts.push_back(
            {ground.policy_names(bundle.paths[i]), files[i].bytes, files[i].is_changed});
    }
    renewed = TRY(ground.derived.renew(texts));
    for (std::size_t i = 0; i < files.size(); ++i) {
        files[i].bytes = std::move(texts[i].bytes);
        files[i].is_changed = texts[i].is_changed;
    }
    return {};
}

// Makes derived fields anew: those that the policy declares, and those of fixtures. Their new
// values are looked through like everything else: one that would be taken for a secret cannot stay.
base::Result<void> renew_fields(const Bundle& bundle, const Ground& ground,
                                secret::Scrubber& scrubber, Scrubbed& done) {
    std::vector<CleanFile> files;
    for (std::size_t i = 0; i < bundle.paths.size(); ++i) {
        files.push_back(
            {bundle.paths[i], done.clean.carriers()[i].bytes, static_cast<bool>(done.changed[i])});
    }
    if (has_changed(done) && !ground.derived.is_empty()) {
        TRY_VOID(renew_declared(bundle, ground, files, done.renewed));
    }
    const RenewedFixtures of_fixtures = renew_fixtures(files);
    done.renewed.fields += of_fixtures.fields.fields;
    done.renewed.unknown += of_fixtures.fields.unknown;
    done.usage = of_fixtures.usage;
    if (has_changed(done)) done.note = of_fixtures.note;
    if (done.renewed.fields == 0 && done.usage == 0) return {};
    std::vector<secret::Carrier> carriers = done.clean.carriers();
    for (std::size_t i = 0; i < carriers.size(); ++i) {
        carriers[i].bytes = std::move(files[i].bytes);
        done.changed[i] = carriers[i].bytes != bundle.carriers[i].bytes;
    }
    done.clean = TRY(scrubber.redact(std::move(carriers)));
    for (std::size_t i = 0; i < bundle.paths.size(); ++i) {
        if (!done.clean.changed()[i]) continue;
        return base::fail(secret::code::OverRedacted,
                          {{"what", "a derived field"}, {"why", "its new value looks secret"}},
                          base::Mark{bundle.carriers[i].name, 0, 0, 0, {}, 0});
    }
    return {};
}

base::Result<Scrubbed> scrub_bundle(const Bundle& bundle, const Ground& ground) {
    secret::Scrubber scrubber(ground.policy);
    secret::Redacted clean = TRY(scrubber.redact(bundle.carriers));
    std::vector<bool> changed = clean.changed();
    secret::Counts counts = clean.counts();
    Scrubbed done{std::move(clean), std::move(changed), std::move(counts), {}, 0, {}};
    TRY_VOID(renew_fields(bundle, ground, scrubber, done));
    return done;
}

// Files that would no longer be what they are.
std::vector<report::Finding> broken_files(const Bundle& bundle, const Scrubbed& done) {
    std::vector<report::Finding> broken;
    for (std::size_t i = 0; i < bundle.carriers.size(); ++i) {
        if (!done.changed[i]) continue;
        const secret::Carrier& before = bundle.carriers[i];
        const auto lost =
            refuse_lost_form(before.name, before.bytes, done.clean.carriers()[i].bytes);
        if (lost) broken.push_back(refusal(*lost, before.name));
    }
    return broken;
}

base::Result<void> write_bundle(const Bundle& bundle, const Scrubbed& done,
                                const ReceiptPlace& place, const Ground& ground) {
    FileBatch batch;
    for (std::size_t i = 0; i < bundle.paths.size(); ++i) {
        if (!done.changed[i]) continue;
        TRY_VOID(batch.add(bundle.paths[i], done.clean.carriers()[i].bytes));
    }
    // The receipt of the run that replaced something is not overwritten by one that found nothing.
    std::error_code problem;
    if (has_changed(done) || !fs::exists(place.path, problem)) {
        ScrubDone said{{}, done.counts, done.renewed, done.usage};
        for (std::size_t i = 0; i < bundle.carriers.size(); ++i) {
            const secret::Carrier& before = bundle.carriers[i];
            said.files.push_back({before.name, source_digest(ground.salt, before.bytes),
                                  output_digest(done.clean.carriers()[i].bytes),
                                  static_cast<bool>(done.changed[i])});
        }
        const json::Value receipt = make_receipt(place.scenario, ground, said, now());
        TRY_VOID(batch.add(place.path, json::write_pretty(receipt) + "\n"));
    }
    return batch.commit();
}

std::string what_text(const Scrubbed& done) {
    const auto changed =
        static_cast<std::size_t>(std::count(done.changed.begin(), done.changed.end(), true));
    return "secrets in " + base::plural(done.counts.replaced, "place") + " of " +
           base::plural(changed, "file");
}

// Said behind what was replaced.
std::string renewed_text(const Scrubbed& done) {
    const RenewedFields& renewed = done.renewed;
    std::string text;
    if (done.usage > 0) text += "; " + base::plural(done.usage, "number") + " of usage hidden";
    if (renewed.fields > 0) text += "; " + base::plural(renewed.fields, "derived field") + " anew";
    if (renewed.unknown > 0) {
        text += "; " + base::plural(renewed.unknown, "derived field") +
                " left, for want of a file in the bundle";
    }
    return text;
}

base::Result<ExitCode> run_scrub(const Arguments& arguments, Terminal& terminal) {
    const auto paths = arguments.list("PATH");
    if (std::find(paths.begin(), paths.end(), "-") != paths.end()) {
        return wrong_call("standard input cannot be rewritten; name files");
    }
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const Surroundings surroundings = surroundings_of_files();
    const ReceiptPlace place = TRY(receipt_place(arguments, surroundings.folder));
    const Ground ground = TRY(make_ground(arguments, surroundings));
    for (const std::string& note : ground.notes) {
        terminal.error("note: " + report::shown(note) + "\n");
    }
    secret::Finder finder(ground.policy, ground.salt);
    const Bundle bundle = read_bundle(paths, ground, place.path, finder);

    report::Report report = new_report(kVerb, {});
    for (const secret::Carrier& carrier : bundle.carriers) report.checked.push_back(carrier.name);
    const auto end = [&](std::string summary, ExitCode code) {
        if (bundle.skipped > 0) {
            summary += "; " + base::with_thousands(bundle.skipped) + " skipped";
        }
        report.summary = std::move(summary);
        terminal.out(
            report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false}));
        return code;
    };
    const auto refuse = [&](std::vector<report::Finding> why) {
        report.findings = std::move(why);
        return end("refused; nothing was written", ExitCode::Differed);
    };

    if (!bundle.refusals.empty()) return refuse(bundle.refusals);
    const auto done = scrub_bundle(bundle, ground);
    if (!done) {
        std::vector<report::Finding> why = report::from_error(done.error());
        for (report::Finding& finding : why) finding.mark.excerpt.clear();
        return refuse(std::move(why));
    }
    if (!done->note.empty()) terminal.error("note: " + report::shown(done->note) + "\n");
    if (auto broken = broken_files(bundle, *done); !broken.empty())
        return refuse(std::move(broken));

    const std::string nothing =
        "nothing to replace in " + base::plural(bundle.paths.size(), "file");
    if (!arguments.has("--write")) {
        report.findings = findings_in(bundle.carriers, finder);
        if (!has_changed(*done)) return end(nothing, ExitCode::Done);
        return end("would replace " + what_text(*done) + renewed_text(*done) + "; --write does it",
                   ExitCode::SecretFound);
    }
    if (const auto written = write_bundle(bundle, *done, place, ground); !written) {
        return refuse(report::from_error(written.error()));
    }
    // What cannot be replaced, such as a text that is too long, is still there to be seen to.
    report.findings = findings_in(done->clean.carriers(), finder);
    for (report::Finding& finding : report.findings) {
        finding.severity = report::Severity::Warning;
    }
    return end(has_changed(*done) ? "replaced " + what_text(*done) + renewed_text(*done) : nothing,
               ExitCode::Done);
}

}  // namespace

const Verb kScrubVerb = {
    "scrub",
    "replace secrets by pseudonyms of the same shape",
    "Says which secrets it would replace in the files, and with --write does it. A pseudonym has "
    "the prefix, the length and the alphabet of the secret and is numbered, not computed from it; "
    "equal secrets get equal ones in all files of the call, also inside base64, compression or "
    "JSON "
    "in strings. All files are rewritten or none: where one would no longer parse, or more would "
    "be "
    "replaced than secrets, the call is refused. A receipt says what was done. Exits with 0 if it "
    "is done or there is nothing to do, 8 if there is something and --write is missing, 1 if it is "
    "refused, 2 for a wrong call.",
    kPositionals,
    kOptions,
    kExamples,
    run_scrub,
};

}  // namespace understudy::app
