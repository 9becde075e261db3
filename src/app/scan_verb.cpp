// understudy scan PATH...: are there secrets in it? In files, in what is staged, or in a history.
#include <algorithm>
#include <chrono>
#include <thread>

#include "app/code.hpp"
#include "app/discreet.hpp"
#include "app/file_batch.hpp"
#include "app/files.hpp"
#include "app/git_texts.hpp"
#include "app/scan_crew.hpp"
#include "app/scan_source.hpp"
#include "app/secret_options.hpp"
#include "app/shown.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"
#include "secret/code.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kVerb = "scan";
constexpr std::string_view kInput = "-";
constexpr std::string_view kInputName = "<stdin>";
constexpr std::string_view kSecretCodes = "fixture.secret.";
constexpr std::int64_t kMostJobs = 1024;

constexpr Positional kPositionals[] = {
    {"PATH", "a file, a folder (with all that is in it but .git), or - for standard input", true,
     true},
};
constexpr Option kOptions[] = {
    {"--staged", "", "look at what is staged in git; PATHs narrow it", "", ""},
    {"--git", "RANGE", "look at all that the commits of a range added: main..HEAD, HEAD", "", ""},
    {"--baseline", "FILE", "say nothing of the findings that are listed there", "", ""},
    {"--write-baseline", "FILE", "list the findings there, and call them known", "", ""},
    kRulesOption,
    {"--only-rules", "", "use the rules of --rules and not the shipped ones", "", ""},
    kPolicyOption,
    {"--jobs", "N", "how many threads look (all cores)", "", ""},
    {"--progress", "", "say every two seconds how far it is, also where nobody watches", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy scan .", "look through a work tree, and exit with 8 if there is a secret"},
    {"understudy scan --staged", "look at what the next commit would add: a hook of git"},
    {"understudy scan --git main..HEAD --format github", "look at all that a branch added"},
};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

enum class Place : std::uint8_t { Files, Staged, History };

base::Result<Place> place_of(const Arguments& arguments) {
    const bool is_staged = arguments.has("--staged");
    const bool is_history = arguments.has("--git");
    if (is_staged && is_history) return wrong_call("--staged and --git exclude each other");
    const auto paths = arguments.list("PATH");
    const bool has_input = std::find(paths.begin(), paths.end(), kInput) != paths.end();
    if (is_staged || is_history) {
        if (has_input) return wrong_call("standard input is not in git");
        return is_staged ? Place::Staged : Place::History;
    }
    if (paths.empty()) {
        return base::fail(
            code::MissingArgument,
            {{"verb", std::string(kVerb)},
             {"argument", "a PATH (a file, a folder, or -), --staged or --git RANGE"}});
    }
    return Place::Files;
}

base::Result<std::size_t> jobs_of(const Arguments& arguments) {
    const std::string_view text = arguments.value("--jobs");
    if (text.empty()) return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
    const auto number = base::parse_int64(text);
    if (!number || *number < 1 || *number > kMostJobs) {
        return base::fail(code::BadValue, {{"option", "--jobs"},
                                           {"value", base::quoted(text)},
                                           {"choices", "a number from 1 to 1024"}});
    }
    return static_cast<std::size_t>(*number);
}

// Numbers the texts as they come and hands them to the crew.
class Feeder final : public GitTextReader {
public:
    Feeder(ScanCrew& crew, const Ground& ground) : crew_(crew), ground_(ground) {}

    std::size_t skipped() const { return skipped_; }

    void feed_paths(std::span<const std::string> paths) {
        std::vector<std::string> named(paths.begin(), paths.end());
        if (std::erase(named, kInput) > 0) feed_input();
        const FileTree tree = list_files(named, ground_.skips);
        skipped_ += tree.skipped;
        for (const TreeFile& file : tree.files) feed_file(file);
        for (const UnreadFile& file : tree.unread) {
            begin(file.path);
            add_unread(file.why);
        }
    }

    base::Result<void> feed_git(std::vector<GitText> texts) {
        if (ground_.skips) {
            skipped_ += std::erase_if(texts, [&](const GitText& text) {
                return ground_.skips(text.path, TreeEntry::File);
            });
        }
        texts_ = std::move(texts);
        return read_git_texts(texts_, *this);
    }

    void on_text(std::size_t index, std::uint64_t /*size*/) override {
        begin(texts_[index].path, texts_[index].commit);
        cutter_.emplace(name_, [this](Window window) { add(std::move(window)); });
    }
    void on_bytes(std::string_view bytes) override { cutter_->feed(bytes); }
    void on_text_end() override { cutter_->end(); }
    void on_missing(std::size_t index) override {
        begin(texts_[index].path, texts_[index].commit);
        add_unread("the repository has not got its content here");
    }

private:
    void feed_input() {
        begin(std::string(kInputName));
        WindowCutter cutter(name_, [this](Window window) { add(std::move(window)); });
        if (std::string why = read_input_windows(cutter); !why.empty()) add_unread(std::move(why));
    }

    void feed_file(const TreeFile& file) {
        begin(file.path);
        if (file.size <= kWholeText) {
            ScanJob job = next_job();
            job.size = file.size;
            crew_.add(std::move(job));
            return;
        }
        WindowCutter cutter(name_, [this](Window window) { add(std::move(window)); });
        if (std::string why = read_windows(file.path, file.size, cutter); !why.empty()) {
            add_unread(std::move(why));
        }
    }

    void begin(std::string name, std::string commit = {}) {
        name_ = std::move(name);
        commit_ = std::move(commit);
        ++text_;
        part_ = 0;
    }

    ScanJob next_job() {
        ScanJob job;
        job.text = text_;
        job.part = part_++;
        job.name = name_;
        job.commit = commit_;
        return job;
    }

    void add(Window window) {
        ScanJob job = next_job();
        job.size = window.bytes.size();
        job.window = std::move(window);
        crew_.add(std::move(job));
    }

    void add_unread(std::string why) {
        ScanJob job = next_job();
        job.unread = std::move(why);
        crew_.add(std::move(job));
    }

    ScanCrew& crew_;
    const Ground& ground_;
    std::vector<GitText> texts_;
    std::optional<WindowCutter> cutter_;
    std::string name_;
    std::string commit_;
    std::size_t text_ = 0;
    std::size_t part_ = 0;
    std::size_t skipped_ = 0;
};

bool is_secret(const report::Finding& finding) {
    return std::string_view(finding.code).starts_with(kSecretCodes);
}

ExitCode exit_code_of(std::span<const report::Finding> findings) {
    ExitCode code = ExitCode::Done;
    for (const report::Finding& finding : findings) {
        if (finding.severity == report::Severity::Error) {
            code = worse(code, is_secret(finding) ? ExitCode::SecretFound : ExitCode::Differed);
        } else if (finding.verdict == report::Verdict::Unknown) {
            code = worse(code, ExitCode::Unknown);
        }
    }
    return code;
}

struct Told {
    std::vector<report::Finding> findings;
    std::size_t suppressed = 0;
    std::size_t listed = 0;  // in a baseline that was written now

    void take(secret::Silenced silenced) {
        findings = std::move(silenced.findings);
        suppressed += silenced.suppressed;
    }
};

base::Result<void> write_baseline(const std::string& path, Told& told) {
    std::vector<report::Finding> listed;
    std::vector<report::Finding> others;
    for (report::Finding& finding : told.findings) {
        (is_secret(finding) ? listed : others).push_back(std::move(finding));
    }
    FileBatch batch;
    TRY_VOID(batch.add(path, json::write_pretty(secret::to_baseline(listed)) + "\n"));
    TRY_VOID(batch.commit());
    told.findings = std::move(others);
    told.listed = listed.size();
    return {};
}

base::Result<json::Value> read_baseline(const std::string& path) {
    const base::Source source = TRY(read_file(path));
    auto baseline = json::parse(source.text);
    if (baseline) return baseline;
    // Not the reader's own words, which would quote from a file that may be the wrong one.
    return base::fail(secret::code::BadPolicy,
                      {{"what", "the baseline " + base::quoted(path)}, {"why", "it is no JSON"}},
                      source.whole());
}

// Leaves out what was looked at before.
base::Result<Told> silence(ScanSummary& summary, const Ground& ground, const Arguments& arguments) {
    Told told;
    told.suppressed = summary.allowed;
    told.take(secret::suppress(std::move(summary.findings), ground.suppressions, today(),
                               summary.checked));
    if (!ground.ignored.empty()) {
        told.take(secret::suppress(std::move(told.findings), ground.ignored));
    }
    if (arguments.has("--baseline")) {
        const json::Value baseline = TRY(read_baseline(std::string(arguments.value("--baseline"))));
        told.take(TRY(secret::leave_out(std::move(told.findings), baseline)));
    }
    if (arguments.has("--write-baseline")) {
        TRY_VOID(write_baseline(std::string(arguments.value("--write-baseline")), told));
    }
    return told;
}

std::string summary_text(const ScanSummary& summary, const Told& told, std::size_t skipped) {
    const std::size_t count = told.findings.size();
    std::string text = count == 0 ? "no findings" : base::plural(count, "finding");
    text += " in " + base::plural(summary.texts, "file") + ", " + size_text(summary.bytes);
    if (told.suppressed > 0) text += "; " + base::with_thousands(told.suppressed) + " suppressed";
    if (told.listed > 0)
        text += "; " + base::with_thousands(told.listed) + " listed in the baseline";
    if (skipped > 0) text += "; " + base::with_thousands(skipped) + " skipped";
    return text;
}

base::Result<ExitCode> run_scan(const Arguments& arguments, Terminal& terminal) {
    const Place place = TRY(place_of(arguments));
    const std::size_t jobs = TRY(jobs_of(arguments));
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const Ground ground = TRY(make_ground(
        arguments, place == Place::Files ? surroundings_of_files() : surroundings_of_git()));
    for (const std::string& note : ground.notes) {
        terminal.error("note: " + report::shown(note) + "\n");
    }

    ScanSummary summary;
    std::size_t skipped = 0;
    {
        Progress progress(terminal, arguments.has("--progress"));
        ScanCrew crew(ground, jobs, progress);
        Feeder feeder(crew, ground);
        const auto paths = arguments.list("PATH");
        if (place == Place::Files) {
            feeder.feed_paths(paths);
        } else {
            TRY_VOID(feeder.feed_git(
                place == Place::Staged
                    ? TRY(staged_texts(paths))
                    : TRY(added_texts(std::string(arguments.value("--git")), paths))));
        }
        skipped = feeder.skipped();
        summary = put_together(crew.finish());
    }

    Told told = TRY(silence(summary, ground, arguments));
    // The name of a member may be the secret.
    Discreet discreet(secret::Finder(ground.policy, ground.salt));
    for (report::Finding& finding : told.findings) finding.pointer = discreet.text(finding.pointer);
    report::Report report = new_report(kVerb, std::move(summary.checked));
    report.summary = summary_text(summary, told, skipped);
    report.findings = std::move(told.findings);
    terminal.out(
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false}));
    return exit_code_of(report.findings);
}

}  // namespace

const Verb kScanVerb = {
    "scan",
    "are there secrets in it?",
    "Looks for secrets: in files and folders, in what is staged in git (--staged), or in all that "
    "the commits of a range added (--git), also if a later one took it out again. It looks through "
    "compression, base64, percent encoding, JSON in strings, form bodies and the like. A finding "
    "names kind, place, length and a digest, and shows no character of the secret. What is known "
    "to be none is said in .understudy/secrets.yaml, in a baseline, in a .gitleaksignore, or "
    "beside "
    "it: `understudy:allow RULE reason`. Exits with 0 if there is none, 8 if there is one, 1 if a "
    "suppression has expired, 2 for a wrong call, 3 if something could not be read.",
    kPositionals,
    kOptions,
    kExamples,
    run_scan,
};

}  // namespace understudy::app
