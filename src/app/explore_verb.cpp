// understudy explore SERVICE: does the service do what the pack says, call by call?
#include <cstdlib>
#include <filesystem>

#include "app/check_report.hpp"
#include "app/code.hpp"
#include "app/explore_ground.hpp"
#include "app/explore_report.hpp"
#include "app/file_batch.hpp"
#include "app/pack_files.hpp"
#include "app/plan_words.hpp"
#include "app/progress.hpp"
#include "app/project_file.hpp"
#include "app/run_marker.hpp"
#include "app/shown.hpp"
#include "app/stop_signals.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "report/faces.hpp"
#include "verify/allowed_target.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVerb = "explore";

constexpr Positional kPositionals[] = {
    {"SERVICE", "a pack by name or folder, or a service of understudy.yaml whose fake is a pack"},
};
constexpr Option kOptions[] = {
    {"--target", "URL", "the service: scheme, host and port, without the pack's own beginning", "",
     ""},
    {"--target-pack", "PACK", "instead: a pack, run in this process; nothing it does is left", "",
     ""},
    {"--target-key", "KEY", "the target is a world with this key: it begins anew for each walk", "",
     ""},
    {"--login", "VARIABLE", "environment variable with the key that the service wants", "", ""},
    {"--allow-host", "HOST", "a host that may be called, beside this machine; * is any text", "",
     "", true},
    {"--allow-write", "", "calls that make or change something may be made", "", ""},
    {"--allow-destructive", "", "so may calls that delete", "", ""},
    {"--rng-seed", "N", "seed of what is drawn", "", "0"},
    {"--calls", "N", "calls of the target at most", "", "20000"},
    {"--time", "DURATION", "how long it may take", "", "5m"},
    {"--patience", "DURATION", "how long one answer may take", "", "10s"},
    {"--most", "N", "ends after so many divergences", "", "20"},
    {"--out", "DIR", "where the plans go that show them", "", ".understudy/explore"},
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    kFormatOption,
};
constexpr Example kExamples[] = {
    {"understudy explore parcel --target-pack ./packs/parcel",
     "hold two versions of a pack against each other"},
    {"understudy explore parcel --target http://127.0.0.1:8801 --target-key usw_... --allow-write",
     "against a world that `understudy serve` runs"},
    {"understudy explore shop --target https://api.shop.test --allow-host api.shop.test "
     "--login SHOP_KEY",
     "against a real service, only reading"},
};

base::Result<std::uint64_t> number(const Arguments& arguments, std::string_view option) {
    const auto value = base::parse_int64(arguments.value(option));
    if (value && *value >= 0) return static_cast<std::uint64_t>(*value);
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)},
                                           {"why", std::string(option) + " takes a whole number"}});
}

base::Result<base::Duration> duration(const Arguments& arguments, std::string_view option) {
    const auto value = base::parse_duration(arguments.value(option));
    if (value && *value > base::Duration{}) return *value;
    return base::fail(code::BadArguments,
                      {{"verb", std::string(kVerb)},
                       {"why", std::string(option) + " takes a duration: 90s, 5m"}});
}

base::Result<std::shared_ptr<const pack::Pack>> load_pack(std::string_view wanted,
                                                          std::string_view pack_dir) {
    const PackFiles files = TRY(find_pack_files(wanted, pack_dir));
    const pack::Loaded loaded = pack::load(files.folder);
    if (!loaded.pack) return base::fail(loaded.as_error());
    return loaded.pack;
}

// A service of the project stands for the pack that is its fake.
std::string pack_of(const ProjectGround& project, std::string_view service) {
    const cassette::Service* found = project.manifest.find(service);
    if (found == nullptr || found->fake.how != cassette::Fake::How::Pack) {
        return std::string(service);
    }
    const std::string& wanted = found->fake.pack;
    return wanted.find('/') == std::string::npos ? wanted : (project.root / wanted).string();
}

struct Asked {
    GroundPlan ground;
    verify::ExploreOptions how;
    std::string against;  // for people
};

base::Result<Asked> read(const Arguments& arguments, const ProjectGround& project) {
    Asked asked;
    const std::string_view pack_dir = arguments.value("--pack-dir");
    asked.ground.pack = TRY(load_pack(pack_of(project, arguments.value("SERVICE")), pack_dir));
    asked.how.seed = TRY(number(arguments, "--rng-seed"));
    asked.how.calls = TRY(number(arguments, "--calls"));
    asked.how.most = TRY(number(arguments, "--most"));
    asked.how.time = TRY(duration(arguments, "--time"));
    asked.how.patience = TRY(duration(arguments, "--patience"));
    const base::Duration patience = asked.how.patience;
    asked.ground.patience =
        std::chrono::milliseconds(patience.seconds * 1000 + patience.nanoseconds / 1'000'000);
    if (arguments.has("--target-pack")) {
        asked.against = arguments.value("--target-pack");
        asked.ground.target_pack = TRY(load_pack(asked.against, pack_dir));
        return asked;
    }
    if (!arguments.has("--target")) {
        return base::fail(verify::code::NoSuchTarget,
                          {{"service", std::string(arguments.value("SERVICE"))}});
    }
    asked.against = asked.ground.url = arguments.value("--target");
    TRY_VOID(verify::allow_target(asked.ground.url, arguments.list("--allow-host")));
    asked.how.control = asked.ground.is_world = arguments.has("--target-key");
    asked.ground.key = arguments.value("--target-key");
    asked.how.allowed = arguments.has("--allow-destructive") ? plan::Effect::Destructive
                        : arguments.has("--allow-write")     ? plan::Effect::Write
                                                             : plan::Effect::Read;
    if (arguments.has("--login")) {
        const std::string variable(arguments.value("--login"));
        const char* key = std::getenv(variable.c_str());
        if (key == nullptr) return base::fail(verify::code::NoLogin, {{"variable", variable}});
        asked.ground.key = key;
    }
    asked.how.run = asked.how.control ? "us-0" : new_marker();
    return asked;
}

ExitCode exit_of(const verify::Exploration& done) {
    switch (done.verdict) {
        case report::Verdict::Agreed: return ExitCode::Done;
        case report::Verdict::Differed: return ExitCode::Differed;
        case report::Verdict::Unknown: return ExitCode::Unknown;
    }
    return ExitCode::Bug;
}

base::Result<ExitCode> run_explore(const Arguments& arguments, Terminal& terminal) {
    const auto format = TRY(report::format_named(arguments.value("--format")));
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    auto asked = read(arguments, project);
    if (!asked && asked.error().code == verify::code::HostNotAllowed) {
        terminal.error(base::render(asked.error()));
        return ExitCode::NotAllowed;
    }
    if (!asked && asked.error().code == verify::code::NoLogin) {
        terminal.error(base::render(asked.error()));
        return ExitCode::Unknown;
    }
    if (!asked) return base::fail(asked.error());
    PlanWords words(project);
    TRY_VOID(words.cover({}));
    const StopSignals stop;
    SteadyClock clock;
    asked->how.clock = &clock;
    asked->how.is_stopped = [] { return StopSignals::were_sent(); };
    const auto ground = TRY(make_ground(asked->ground));
    if (asked->ground.is_world) {
        const auto begun = ground->begin();
        if (!begun && begun.error().code == verify::code::NotAWorld) {
            terminal.error(base::render(begun.error()));
            return ExitCode::Unknown;
        }
    }
    verify::Exploration done = TRY(verify::explore(*asked->ground.pack, *ground, asked->how));
    for (verify::Found& found : done.found) found.said = words.discreet->text(found.said);
    const std::string service = asked->ground.pack->name;
    const auto plans =
        least_plans(*asked->ground.pack, done, std::string(arguments.value("--out")));
    if (!plans.empty()) {
        std::error_code problem;
        fs::create_directories(fs::path(arguments.value("--out")), problem);
        FileBatch batch;
        for (const LeastPlan& plan : plans) TRY_VOID(batch.add(plan.path, plan.text));
        TRY_VOID(batch.commit());
    }
    report::Report report = new_report(kVerb, {service + '@' + asked->ground.pack->version});
    report.findings = findings_of(done, plans);
    for (report::Finding& finding : report.findings) words.discreet->cover(finding);
    report.summary = service + '@' + asked->ground.pack->version + " against " + asked->against +
                     ": " + summary_of(done);
    std::string text =
        report::render(report, format, {.colour = terminal.wants_colour(), .excerpt = false});
    if (format == report::Format::Text) text = reached_text(done) + text;
    if (format == report::Format::Json) text = with_members(text, to_json(done, plans));
    terminal.out(text);
    const ExitCode exit = exit_of(done);
    return StopSignals::were_sent() ? worse(exit, ExitCode::Stopped) : exit;
}

}  // namespace

const Verb kExploreVerb = {
    "explore",
    "does a service do what its pack says, call by call?",
    "Derives calls from the pack: every state and what can be done in it, good and bad values of "
    "every parameter, lists, pages, filters, repeats. Makes them of the target and of a world of "
    "the pack, and compares answer by answer: ids and times of one side stand for those of the "
    "other. Each divergence is shrunk to the shortest plan that shows it, and the plan is written. "
    "Only reads unless more is allowed. Exits with 0 if both agree, 1 if they differ, 2 if "
    "something does not load, 3 if the target could not be judged, 5 if it may not be called.",
    kPositionals,
    kOptions,
    kExamples,
    run_explore,
};

}  // namespace understudy::app
