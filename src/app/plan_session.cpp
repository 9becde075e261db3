#include "app/plan_session.hpp"

#include <chrono>
#include <fstream>

#include "app/cassette_files.hpp"
#include "app/command_target.hpp"
#include "app/plan_cassette.hpp"
#include "app/stop_signals.hpp"
#include "app/tool_version.hpp"
#include "app/without_network.hpp"
#include "base/text.hpp"
#include "cassette/call_shape.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"
#include "plan/recording.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTelemetry = ".understudy/telemetry.jsonl";
constexpr base::Duration kVersionLimit{20, 0};

base::Instant now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
}

class WallClock final : public base::Clock {
public:
    base::Instant now() override {
        const auto since = std::chrono::steady_clock::now().time_since_epoch();
        return {std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0};
    }
};

cassette::Tool tool_of(const PlanFile& file, const CleanRoom& room, CommandTarget& target) {
    std::string program;
    for (const plan::Step* step : file.all_steps()) {
        if (!step->record.empty() && step->command) program = step->command->words.front();
        if (!program.empty()) break;
    }
    std::string version;
    if (!file.plan.version_from.empty()) {
        plan::CommandCall call;
        call.step = "version";
        call.words = file.plan.version_from;
        call.timeout = kVersionLimit;
        if (auto answer = target.run(call)) {
            version = version_in(answer->output() + answer->errors());
        }
    }
    return tool_at(program, room.find(program), std::move(version));
}

plan::Verdict verdict_of(const plan::Recording& recording) {
    plan::Verdict verdict = plan::Verdict::Agreed;
    for (const plan::RecordedCall& call : recording.calls) {
        if (call.report->verdict == plan::Verdict::Unknown) return plan::Verdict::Unknown;
        if (call.report->verdict == plan::Verdict::Differed) verdict = plan::Verdict::Differed;
    }
    return verdict;
}

bool has_answers(const plan::Recording& recording) {
    for (const plan::RecordedCall& call : recording.calls) {
        if (!call.is_answered()) return false;
    }
    return true;
}

bool is_torn_down(const plan::Report& report) {
    for (const plan::StepReport& step : report.steps) {
        if (step.phase == plan::Phase::Teardown && step.verdict == plan::Verdict::Differed) {
            return false;
        }
    }
    return true;
}

}  // namespace

base::Result<CleanRoom> PlanSession::make_room() const {
    if (file_.plan.is_offline) TRY_VOID(can_go_without_network());
    RoomNeeds needs;
    needs.is_offline = file_.plan.is_offline;
    needs.fixture = file_.fixture;
    if (options_.version != nullptr) {
        for (const std::string& folder : options_.version->path) {
            const fs::path filled = TRY(plan::filled(folder, file_.variables));
            needs.first_on_path.push_back((file_.folder / filled).lexically_normal().string());
        }
    }
    needs.written = file_.plan.variables;
    CleanRoom room = TRY(CleanRoom::make(needs));
    if (file_.plan.variables.empty()) return room;
    // Variables may name the scratch folder, which is known only now.
    Bindings names = file_.variables;
    names.emplace_back("scratch", json::Value(room.scratch().string()));
    names.emplace_back("run", json::Value(options_.marker));
    names.emplace_back("target", json::Value(file_.target));
    for (const auto& [name, text] : file_.plan.variables) {
        room.set(name, TRY(plan::filled(text, names)));
    }
    return room;
}

// Call shape, time and end; arguments and output stay out, since they may hold secrets.
void PlanSession::note_run(const plan::CommandCall& call, const plan::CommandAnswer& answer) const {
    if (!project_.has_file()) return;
    cassette::CommandInput input;
    input.program = call.words.front();
    input.args.assign(call.words.begin() + 1, call.words.end());
    if (call.input) input.stdin_body = cassette::Body{};
    const cassette::CallShape shape = cassette::shape_of(input);
    json::Value line = json::Value::object({{"at", base::to_rfc3339(now())},
                                            {"plan", file_.reference},
                                            {"run", options_.marker},
                                            {"step", call.step},
                                            {"program", shape.program},
                                            {"shape", cassette::to_json(shape)},
                                            {"duration_ms", answer.duration},
                                            {"end", answer.end_text()}});
    if (const auto cost = plan::cost_of(file_.plan, answer)) line.set("cost", json::Value(*cost));
    std::error_code problem;
    const fs::path path = project_.root / kTelemetry;
    fs::create_directories(path.parent_path(), problem);
    std::ofstream out(path, std::ios::binary | std::ios::app);
    out << json::write(line) + "\n";  // what cannot be noted does not stop a recording
}

base::Result<plan::Report> PlanSession::run(const CleanRoom& room, CommandTarget& target,
                                            plan::RunOptions how) const {
    WallClock clock;
    RunNote note(project_.root, file_.reference, options_.marker, options_.is_harmless);
    // What a scratch folder held is gone with it.
    const bool leaves_note = !file_.plan.teardown.empty() && !file_.is_scratch();
    std::optional<base::Error> cannot_note;
    how.run = options_.marker;
    how.allowed = options_.allowed;
    how.clock = &clock;
    how.retries = true;
    // What could not be written down could not be swept: then nothing is begun.
    how.is_stopped = [&] {
        return cannot_note.has_value() || StopSignals::were_sent() ||
               (options_.is_stopped && options_.is_stopped());
    };
    how.variables.insert(how.variables.begin(), file_.variables.begin(), file_.variables.end());
    how.variables.emplace_back("scratch", json::Value(room.scratch().string()));
    how.on_bound = [&](std::string_view name, const json::Value& value) {
        if (!leaves_note || cannot_note || name == "scratch") return;
        if (auto kept = note.bind(name, value); !kept) cannot_note = kept.error();
    };
    plan::Report report = plan::run(file_.plan, target, how);
    if (cannot_note) return base::fail(*cannot_note);
    if (leaves_note && is_torn_down(report)) note.done();
    return report;
}

base::Result<Recorded> PlanSession::record() {
    const CleanRoom room = TRY(make_room());
    CommandTarget::Options how;
    if (options_.version != nullptr) how.prefix = options_.version->prefix;
    how.is_stopped = &StopSignals::were_sent;
    how.on_ran = [this](const auto& call, const auto& answer) { note_run(call, answer); };
    how.url = file_.url;
    how.is_offline = file_.plan.is_offline;
    CommandTarget target(room, file_.plan.credentials, std::move(how));
    const cassette::Tool tool = tool_of(file_, room, target);

    Recorded recorded;
    recorded.report = TRY(run(room, target, {}));
    cassette::Provenance provenance = provenance_of(tool, now());
    provenance.pinned = room.pinned();
    if (tool.name.empty()) {  // requests only: no program ran, so nothing was fixed for one
        provenance.tool.reset();
        provenance.pinned = json::Value::object();
    }
    RecordingGround ground{file_, room,          {}, target.logins(), std::move(provenance),
                           {},    target.taken()};
    if (const cassette::Service* service = project_.manifest.find(file_.plan.service)) {
        ground.kept_variables = service->env;
    }
    if (options_.version != nullptr) {
        ground.variant = cassette::Variant{options_.version->label, tool.version};
    }
    for (const plan::Recording& recording : recordings_of(file_.plan, recorded.report)) {
        RecordedStep step;
        step.name = recording.name;
        step.verdict = verdict_of(recording);
        if (has_answers(recording)) step.cassette = to_cassette(recording, ground);
        recorded.steps.push_back(std::move(step));
    }
    return recorded;
}

base::Result<plan::Report> PlanSession::sweep(const Bindings& names) {
    const CleanRoom room = TRY(make_room());
    CommandTarget::Options how;
    how.on_ran = [this](const auto& call, const auto& answer) { note_run(call, answer); };
    how.url = file_.url;
    how.is_offline = file_.plan.is_offline;
    CommandTarget target(room, file_.plan.credentials, std::move(how));
    for (const plan::Credential& credential : file_.plan.credentials) {
        TRY_VOID(target.log_in(credential));
    }
    plan::RunOptions options;
    options.only_teardown = true;
    options.variables = names;
    return run(room, target, std::move(options));
}

}  // namespace understudy::app
