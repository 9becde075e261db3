// understudy verify [SERVICE...]: does the real thing still say what was recorded, and what the
// pack says?
#include <algorithm>

#include "app/check_report.hpp"
#include "app/code.hpp"
#include "app/shown.hpp"
#include "app/stop_signals.hpp"
#include "app/verbs.hpp"
#include "app/verify_report.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "report/faces.hpp"
#include "verify/schedule.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kVerb = "verify";

constexpr Positional kPositionals[] = {
    {"SERVICE", "a service of understudy.yaml (all of them)", true, true},
};
constexpr Option kOptions[] = {
    {"--target", "URL", "where the real service is, or what stands in for it", "", ""},
    {"--fake", "", "ask the fake the same, and say where it parts from the real thing", "", ""},
    {"--variants", "", "say where the versions of a tool part", "", ""},
    {"--spec", "FILE", "the vendor's description (OpenAPI, Swagger) as one more witness", "", ""},
    {"--shape", "", "compare shapes with the recordings and with the pack", "", ""},
    {"--behaviour", "", "run the probes of the pack's assumptions on both sides", "", ""},
    {"--channels", "", "compare what webhook, GET and list say of one fact", "", ""},
    {"--confirm", "",
     "write verdict and day of what --behaviour decided into the pack's plans/assumptions.yaml", "",
     ""},
    {"--pack", "NAME", "the pack to probe, where there is no understudy.yaml", "", ""},
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    {"--key-from", "VARIABLE", "the variable of the environment that holds the service's key", "",
     ""},
    {"--listen", "ADDRESS", "where webhooks are caught (127.0.0.1, any free port)", "", ""},
    {"--receiver", "URL", "the address under which the service reaches --listen", "", ""},
    {"--webhook-wait", "SECONDS", "how long a webhook is waited for", "", "30"},
    {"--accept-rules", "", "take the rules of comparison as they are now for granted", "", ""},
    {"--allow-destructive", "", "steps labelled `destructive` may run", "", ""},
    {"--schedule", "", "print how to run this daily, and do nothing else", "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy verify",
     "run the plans of all services, and hold what they say against the cassettes"},
    {"understudy verify github --fake", "one service, and its fake beside it"},
    {"understudy verify shop --target http://127.0.0.1:8080", "against a stand-in"},
    {"understudy verify --behaviour --pack deck --target https://api.example.test --key-from "
     "DECK_KEY",
     "what the pack takes for granted, asked of the service"},
};

base::Failure wrong_call(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

base::Result<Services> asked_services(const Arguments& arguments, const ProjectGround& project) {
    Corpus corpus = TRY(collect(project, {}));
    const auto names = arguments.list("SERVICE");
    std::vector<std::string> known;
    for (const Corpus::OfService& each : corpus.services) known.push_back(each.service->name);
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string near = base::nearest(name, std::span<const std::string>(known));
        return wrong_call("there is no service " + base::quoted(name) +
                          (near.empty() ? "" : "; did you mean " + base::quoted(near) + "?"));
    }
    std::erase_if(corpus.services, [&](const Corpus::OfService& each) {
        return !names.empty() &&
               std::find(names.begin(), names.end(), each.service->name) == names.end();
    });
    return std::move(corpus.services);
}

// Recordings are held against the real thing unless only the pack was asked for.
bool asks_cassettes(const Arguments& arguments) {
    if (arguments.has("--pack")) return false;
    return !asks_packs(arguments) || arguments.has("--shape");
}

base::Result<void> verify(const Arguments& arguments, const ProjectGround& project,
                          const Services& services, VerifyReport& report) {
    if (asks_cassettes(arguments)) {
        TRY_VOID(verify_cassettes(arguments, project, services, report));
    }
    if (asks_packs(arguments)) TRY_VOID(verify_packs(arguments, project, services, report));
    if (arguments.has("--shape") || arguments.has("--accept-rules")) {
        TRY_VOID(verify_rules(arguments, project, services, report));
    }
    return {};
}

base::Result<ExitCode> run_verify(const Arguments& arguments, Terminal& terminal) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    if (arguments.has("--schedule")) {
        terminal.out(verify::schedule_text("understudy verify", project.root.string()));
        return ExitCode::Done;
    }
    const bool is_pack_alone = arguments.has("--pack");
    if (is_pack_alone && !asks_packs(arguments)) {
        return wrong_call("--pack goes with --shape, --behaviour or --channels");
    }
    if (!is_pack_alone && project.manifest.services.empty()) {
        const std::string file = project.has_file() ? project.file : std::string(kProjectFile);
        return base::fail(cassette::code::NoServices, {{"file", file}});
    }
    if (arguments.has("--confirm") && !arguments.has("--behaviour")) {
        return wrong_call("--confirm goes with --behaviour");
    }
    VerifyReport found(project);
    PlanWords& words = found.words;
    TRY_VOID(words.cover({}));
    const StopSignals stop;
    const Services services = is_pack_alone ? Services() : TRY(asked_services(arguments, project));
    if (auto done = verify(arguments, project, services, found); !done) {
        return base::fail(words.discreet->cover(done.error()));
    }
    if (StopSignals::were_sent()) words.exit = worse(words.exit, ExitCode::Stopped);
    report::Report report = new_report(kVerb, {});
    for (const Verified& one : found.verified) report.checked.push_back(one.path);
    report.findings = std::move(words.findings);
    report.summary = base::join(found.summaries, "; ");
    std::string text =
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false});
    if (format == report::Format::Text) text = words.lines + text;
    if (format == report::Format::Json) text = with_members(text, found.more);
    terminal.out(text);
    // What was never looked at is no proof of anything.
    if (found.looked_at == 0) words.exit = worse(words.exit, ExitCode::Unknown);
    return words.exit;
}

}  // namespace

const Verb kVerifyVerb = {
    "verify",
    "does the real service still say what was recorded?",
    "Runs the plans behind the cassettes of every service, in a clean room and against the real "
    "thing, and holds what it says against what was recorded, under the rules. One verdict a "
    "cassette: agreed, differed, or unknown where nothing could be observed (no login, a failed "
    "probe, a step that is not allowed); unknown clears nothing. With --fake the fake is asked the "
    "same. --shape, --behaviour and --channels hold a service against its pack: the shapes of its "
    "answers, what the pack takes for granted, and whether one fact is told alike on every "
    "channel. "
    "No cassette is written: `record --plan` does that. Exits with 0 if all agreed, 1 if something "
    "differed, 2 if a file does not load, 3 if something is unknown, 5 if a plan may not run.",
    kPositionals,
    kOptions,
    kExamples,
    run_verify,
};

}  // namespace understudy::app
