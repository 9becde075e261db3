// understudy check [PATH...]: do the fakes say what was recorded?
#include <algorithm>

#include "app/check_report.hpp"
#include "app/check_service.hpp"
#include "app/check_trial.hpp"
#include "app/discreet.hpp"
#include "app/project_file.hpp"
#include "app/recordings.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kVerb = "check";

constexpr Positional kPositionals[] = {
    {"PATH", "a cassette, or a folder of them (all of the project)", true, true},
};
constexpr Option kOptions[] = {
    {"--self-test", "",
     "also show that the check can fail: mutants, a planted cassette, round trips", "", ""},
    {"--allow-destructive", "", "calls labelled `destructive` may be run against a pack", "", ""},
    {"--tolerate", "VERDICT", "what could not be compared does not fail the run", "unknown", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy check", "play all cassettes of the project against their fakes"},
    {"understudy check cassettes/github/issue", "only those of one folder"},
    {"understudy check --self-test", "and show that a wrong fake would be noticed"},
};

void add_all(std::vector<report::Finding>& findings, std::vector<report::Finding>& more) {
    std::move(more.begin(), more.end(), std::back_inserter(findings));
    more.clear();
}

// A fake says what it likes, secrets of the machine it runs on included.
base::Result<void> cover(report::Report& report, std::vector<CheckedService>& services) {
    const auto is_told = [](const CheckedService& service) {
        return std::any_of(service.cassettes.begin(), service.cassettes.end(),
                           [](const CheckedCassette& one) { return !one.why.empty(); });
    };
    const bool is_silent =
        report.findings.empty() && std::none_of(services.begin(), services.end(), is_told);
    if (is_silent) return {};
    Discreet discreet(secret::Finder(TRY(sealing_policy(secret_variables())), ""));
    for (report::Finding& finding : report.findings) discreet.cover(finding);
    for (CheckedService& service : services) {
        for (CheckedCassette& one : service.cassettes) one.why = discreet.text(one.why);
    }
    return {};
}

std::string rendered(const report::Report& report, report::Format format,
                     const std::vector<CheckedService>& services, const SelfTest& self_test,
                     bool colour) {
    std::string text = report::render(report, format, {.colour = colour, .excerpt = false});
    switch (format) {
        case report::Format::Text: return text + '\n' + services_text(services) + self_test.text();
        case report::Format::Markdown: return services_markdown(services) + text;
        case report::Format::Json: {
            json::Value more = services_json(services);
            if (self_test.was_run) more.append("self_test", self_test.to_json());
            return with_members(text, more);
        }
        default: return text;
    }
}

base::Result<ExitCode> run_check(const Arguments& arguments, Terminal& terminal) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    if (project.manifest.services.empty()) {
        const std::string file = project.has_file() ? project.file : std::string(kProjectFile);
        return base::fail(cassette::code::NoServices, {{"file", file}});
    }
    Corpus corpus = TRY(collect(project, TRY(paths_inside(project.root, arguments.list("PATH")))));
    report::Report report = new_report(kVerb, {});
    ExitCode ended = corpus.findings.empty() ? ExitCode::Done : ExitCode::Differed;
    add_all(report.findings, corpus.findings);
    std::vector<CheckedService> services;
    SelfTest self_test;
    for (const Corpus::OfService& asked : corpus.services) {
        const plan::Effect allowed =
            arguments.has("--allow-destructive") ? plan::Effect::Destructive : plan::Effect::Write;
        services.push_back(check_service(asked, project, allowed));
        if (arguments.has("--self-test")) {
            TRY_VOID(self_test.add(services.back(), asked, project));
        }
        ended = worse(ended, services.back().ended);
        add_all(report.findings, services.back().findings);
        for (const CassetteFile& file : asked.files) report.checked.push_back(file.path);
    }
    if (!self_test.findings.empty()) ended = worse(ended, ExitCode::Differed);
    add_all(report.findings, self_test.findings);
    TRY_VOID(cover(report, services));
    report.summary = summary_of(services);
    terminal.out(rendered(report, format, services, self_test, terminal.wants_colour()));
    const bool is_tolerated = ended == ExitCode::Unknown && arguments.has("--tolerate");
    return is_tolerated ? ExitCode::Done : ended;
}

}  // namespace

const Verb kCheckVerb = {
    "check",
    "do the fakes say what was recorded?",
    "Plays every cassette of every service of understudy.yaml against the service's fake (a pack, "
    "a "
    "command, or a program that speaks JSON lines) and compares what it says with what was "
    "recorded, under the rules. Each cassette starts on a fresh fake; what it captures comes from "
    "the fake's own answers. A folder without cassettes fails, and so does a fake that answers "
    "anything. Only what was recorded counts as contract; the rest is shown apart. Exits with 0 if "
    "all agreed, 1 if something differed, 2 if a file does not load, 3 if something could not be "
    "compared.",
    kPositionals,
    kOptions,
    kExamples,
    run_check,
};

}  // namespace understudy::app
