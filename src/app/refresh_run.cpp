#include "app/refresh_run.hpp"
#include "app/pending_removal.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/files.hpp"
#include "app/refresh_command.hpp"
#include "app/repository.hpp"
#include "app/stop_signals.hpp"
#include "app/today.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using Fate = RefreshedService::Fate;

constexpr std::string_view kSwitch = "UNDERSTUDY_REFRESH";
constexpr std::array<std::string_view, 9> kFates = {
    "agreed", "proposed", "stands", "held", "unknown", "not due", "left out", "secret", "stopped"};

verify::Change fake_matter(const std::string& service) {
    verify::Change change;
    change.service = service;
    change.kind = verify::kFakeMustChange;
    change.severity = report::Severity::Error;
    return change;
}

}  // namespace

std::string_view name_of(RefreshedService::Fate fate) {
    return kFates[static_cast<std::size_t>(fate)];
}

std::string RefreshRun::stop_reason() const {
    const char* value = std::getenv(kSwitch.data());  // NOLINT(concurrency-mt-unsafe)
    if (value != nullptr && std::string_view(value) == "off") return "UNDERSTUDY_REFRESH is off";
    std::error_code problem;
    if (!settings_.stop_file.empty() && fs::exists(checkout_.root / settings_.stop_file, problem)) {
        return "there is a file " + report::shown(settings_.stop_file);
    }
    if (!settings_.is_enabled) return "`enabled` of `refresh` is false";
    if (StopSignals::were_sent()) return "a signal came";
    return {};
}

bool RefreshRun::stops_before(std::string_view what) {
    const std::string why = stop_reason();
    if (why.empty()) return false;
    if (!is_stopped_) {
        note(verify::code::Stopped, {{"what", std::string(what)}, {"why", why}},
             report::Severity::Warning, report::Verdict::Unknown);
    }
    is_stopped_ = true;
    ends(ExitCode::Stopped);
    return true;
}

void RefreshRun::note(base::Code code, std::vector<base::Arg> args, report::Severity severity,
                      std::optional<report::Verdict> verdict) {
    words.add(base::Error{code, std::move(args), {}, {}}, severity, verdict);
}

std::string RefreshRun::shown_place(const std::string& below) const {
    return (checkout_.seen_root() / below).generic_string();
}

base::Result<void> RefreshRun::save() const {
    const fs::path path = checkout_.root / settings_.state;
    std::error_code problem;
    fs::create_directories(path.parent_path(), problem);
    return write_file(path.string(), verify::write_state(state_));
}

base::Result<void> RefreshRun::run(const fs::path& scratch, std::vector<std::string> names) {
    TRY_VOID(words.cover({}));
    scratch_ = scratch;
    if (stops_before("anything was done")) return {};
    // What the base says, not what somebody is working on.
    const RefreshTree plain = TRY(RefreshTree::make(base_, scratch_ / "base"));
    ProjectGround tree;
    tree.root = plain.project();
    const fs::path name = fs::path(checkout_.file).filename();
    tree.file = (tree.root / name).string();
    std::error_code problem;
    if (!fs::exists(tree.file, problem)) {
        return base::fail(verify::code::NoProject, {{"base", base_.name}, {"file", name.string()}});
    }
    tree = TRY(make_project(tree.file));
    const RefreshGround ground{checkout_,        tree,
                               rejections_,      today(),
                               options_.allowed, [this] { return !stop_reason().empty(); }};
    Corpus corpus;
    for (const cassette::Service& service : tree.manifest.services) {
        corpus.services.push_back({&service, {}});
    }
    for (CassetteFile& file : TRY(list_cassettes(tree.root, tree.manifest))) {
        for (Corpus::OfService& each : corpus.services) {
            if (each.service->name == file.service) each.files.push_back(std::move(file));
        }
    }
    for (const Corpus::OfService& service : corpus.services) {
        const bool is_asked = names.empty() || std::find(names.begin(), names.end(),
                                                         service.service->name) != names.end();
        if (!is_asked || service.files.empty()) continue;
        if (stops_before("the service " + service.service->name)) break;
        TRY_VOID(refresh(ground, service));
    }
    turn.end();
    if (turn.untold() > 0) {
        note(verify::code::MoreFindings,
             {{"count", base::plural(turn.untold(), "new finding")},
              {"most", std::to_string(settings_.most_new_findings)}},
             report::Severity::Warning, std::nullopt);
    }
    TRY_VOID(file_findings());
    if (turn.needs_a_person()) ends(ExitCode::Escalated);
    for (const verify::Escalation& each : turn.escalations()) {
        note(verify::code::Escalated,
             {{"to", report::shown(each.to)}, {"why", each.why}, {"title", each.title}},
             report::Severity::Error, std::nullopt);
    }
    return save();
}

base::Result<void> RefreshRun::refresh(const RefreshGround& ground,
                                       const Corpus::OfService& service) {
    const std::string& name = service.service->name;
    const verify::ServiceRefresh& own = settings_.of(name);
    RefreshedService done;
    done.name = name;
    if (!own.is_enabled) {
        done.fate = Fate::LeftOut;
        note(verify::code::Disabled, {{"service", name}}, report::Severity::Info, std::nullopt);
        services.push_back(std::move(done));
        return {};
    }
    verify::DueFacts facts;
    facts.now = now_;
    facts.every = own.every.value_or(settings_.every);
    facts.ground = ground_digest(ground, service);
    facts.tools = tools_digest(*service.service);
    const auto known = state_.services.find(name);
    const std::string due =
        verify::why_due(known == state_.services.end() ? nullptr : &known->second, facts);
    if (options_.only_due && due.empty()) {
        done.fate = Fate::NotDue;
        services.push_back(std::move(done));
        return {};
    }
    words.exit = ExitCode::Done;
    const ServiceRecording recording = TRY(record_service(ground, service, words));
    ends(words.exit);
    const auto finish = [&]() -> base::Result<void> {
        done.cassettes = recording.cassettes;
        services.push_back(std::move(done));
        turn.end_service(name);
        if (!turn.unverified().empty()) {
            note(verify::code::Unverified, {{"service", name}, {"what", turn.unverified()}},
                 report::Severity::Error, report::Verdict::Unknown);
        }
        return save();
    };
    if (stops_before("the new recordings of " + name + " were looked at")) {
        done.fate = Fate::Stopped;
        services.push_back(std::move(done));
        return {};
    }
    if (TRY(has_secret(recording))) {
        done.fate = Fate::Secret;
        ends(ExitCode::SecretFound);
        services.push_back(std::move(done));
        return {};
    }
    for (const RefreshedCassette& one : recording.cassettes) {
        if (one.fate == RefreshedCassette::Fate::NotReRecordable) continue;
        turn.observe(one.observation(name));
        // What the base has by now waits for nobody.
        std::error_code problem;
        const bool is_recorded = one.fate == RefreshedCassette::Fate::Agreed ||
                                 one.fate == RefreshedCassette::Fate::Differed;
        if (is_recorded || one.fate == RefreshedCassette::Fate::Rejected) {
            fs::remove(place_for_removal(checkout_, one.file), problem);
        }
        if (one.fate == RefreshedCassette::Fate::Agreed) {
            fs::remove(checkout_.root / checkout_.manifest.pending / one.file, problem);
        }
    }
    // P30: a service of which nothing could be seen has not agreed, whatever the reason.
    const bool is_seen = recording.has(RefreshedCassette::Fate::Agreed) ||
                         recording.has(RefreshedCassette::Fate::Rejected) ||
                         !recording.changes().empty();
    const bool is_unknown = recording.has(RefreshedCassette::Fate::Unknown) || !is_seen;
    if (is_unknown) ends(ExitCode::Unknown);
    verify::ServiceMemory& memory = state_.services[name];
    if (!is_unknown) {
        memory.last_seen = now_;
        memory.ground = facts.ground;
        memory.tools = facts.tools;
    }
    if (!recording.changes().empty()) {
        ends(ExitCode::Differed);
        TRY_VOID(propose(ground, service, recording, done));
        return finish();
    }
    done.fate = is_unknown ? Fate::Unknown : Fate::Agreed;
    if (!is_unknown) {
        const std::array<std::string, 1> none;
        turn.clear(verify::plain_change(fake_matter(name), none).id);
        withdraw(name);
    }
    return finish();
}

// The change was merged, or the service is as it was: nothing is open any more.
void RefreshRun::withdraw(const std::string& service) {
    verify::ServiceMemory& memory = state_.services[service];
    if (!memory.proposal) return;
    drop_branch(base_, memory.proposal->branch, memory.proposal->commit);
    std::error_code problem;
    for (const std::string_view ending : {".patch", ".md"}) {
        fs::remove(checkout_.root / settings_.folder / (service + std::string(ending)), problem);
    }
    memory.proposal.reset();
}

base::Result<bool> RefreshRun::has_secret(const ServiceRecording& recording) {
    secret::Finder finder(words.policy, salt_of(find_repository(checkout_.root)));
    bool found = false;
    for (const RefreshedCassette& one : recording.cassettes) {
        if (!one.written) continue;
        const auto look = [&](const std::string& name, const std::string& bytes) {
            const secret::Text text{name, bytes};
            const secret::Found hits = finder.find(text);
            const bool is_breaking =
                std::any_of(hits.hits.begin(), hits.hits.end(),
                            [](const secret::Hit& hit) { return hit.is_breaking; });
            if (!is_breaking) return;
            found = true;
            for (report::Finding& finding : secret::to_findings(hits, text)) {
                words.add(std::move(finding));
            }
        };
        look(one.shown, one.written->text);
        for (const auto& [digest, bytes] : one.written->bodies) look(one.shown, bytes);
    }
    if (found) {
        note(verify::code::SecretInNew, {{"service", recording.service}}, report::Severity::Error,
             std::nullopt);
    }
    return found;
}

bool RefreshRun::call_driver(verify::DriverMessage message, std::string& reference) {
    if (settings_.output != verify::RefreshSettings::Output::Command) return true;
    CommandOfProject command;
    command.words = settings_.driver;
    command.folder = checkout_.root.string();
    command.limit = settings_.driver_limit;
    command.input = verify::driver_text(message);
    const EndOfCommand end = run_command(command);
    if (end.is_good && message.event == "close") return true;
    const auto said = verify::read_reference(end.output);
    if (end.is_good && said) {
        reference = *said;
        return true;
    }
    // P45: what was not filed is not booked as filed.
    const std::string why = end.is_good ? said.error().args.front().text : end.words;
    base::Error error{
        verify::code::NotFiled, {{"why", why}, {"example", R"({"reference": "41"})"}}, {}, {}};
    words.add(error, report::Severity::Error, std::nullopt);
    ends(ExitCode::Differed);
    return false;
}

// Events for any tracker, one JSON line each; what stands for itself also goes to the driver.
base::Result<void> RefreshRun::file_findings() {
    const fs::path folder = checkout_.root / settings_.folder;
    std::error_code problem;
    const auto& events = turn.events();
    std::string lines;
    for (; events_kept_ < events.size(); ++events_kept_) {
        lines += json::write(to_json(events[events_kept_])) + "\n";
    }
    if (!lines.empty()) {
        fs::create_directories(folder, problem);
        std::ofstream out(folder / "events.jsonl", std::ios::binary | std::ios::app);
        out << lines;
        out.close();
        if (!out) {
            return base::fail(code::CannotWrite,
                              {{"file", shown_place(settings_.folder + "/events.jsonl")},
                               {"why", "it cannot be appended to"}});
        }
    }
    const auto body_of = [&](const std::string& id,
                             const std::string& text) -> base::Result<std::string> {
        fs::create_directories(folder / "findings", problem);
        const std::string path = (folder / "findings" / (id + ".md")).string();
        TRY_VOID(write_file(path, text + "\n"));
        return path;
    };
    if (is_stopped_ || settings_.output != verify::RefreshSettings::Output::Command) return {};
    for (auto at = state_.closings.begin(); at != state_.closings.end();) {
        const auto& [id, closing] = *at;
        verify::DriverMessage message;
        message.kind = verify::DriverMessage::Kind::Finding;
        message.event = "close";
        message.service = closing.service;
        message.title = closing.title;
        message.labels = settings_.labels;
        message.findings = {id};
        message.reference = closing.reference;
        message.body_file = TRY(body_of(id, "It agrees again."));
        std::string reference;
        at = call_driver(message, reference) ? state_.closings.erase(at) : std::next(at);
    }
    // What a driver has not taken is offered again, in this run or in a later one.
    for (auto& [id, finding] : state_.findings) {
        verify::DriverMessage message;
        message.service = finding.service;
        message.title = finding.title;
        message.labels = settings_.labels;
        message.findings = {id};
        const bool stands_alone = finding.kind == verify::kFakeMustChange ||
                                  finding.kind == verify::kUnverifiedTooLong ||
                                  finding.kind == verify::kMoreFindings;
        const auto event =
            std::find_if(events.begin(), events.end(), [&](const verify::Event& each) {
                return each.change.id == id && each.kind != verify::Event::Kind::Close;
            });
        const bool is_news = event != events.end() || finding.reference.empty();
        if (stands_alone && finding.is_told && is_news) {
            message.kind = verify::DriverMessage::Kind::Finding;
            message.event = finding.reference.empty() ? "open" : "update";
            message.reference = finding.reference;
            message.body_file =
                TRY(body_of(id, event != events.end() ? event->change.message : finding.title));
            call_driver(message, finding.reference);
        }
        if (finding.escalated && !finding.is_escalation_filed) {
            const verify::EscalationRule* rule = verify::rule_for(settings_.escalation, finding);
            message.kind = verify::DriverMessage::Kind::Escalation;
            message.event = "open";
            message.to = rule != nullptr ? rule->to : "human";
            message.reference = finding.reference;
            message.body_file = TRY(body_of("escalation-" + id, finding.title));
            std::string reference = finding.reference;
            finding.is_escalation_filed = call_driver(message, reference);
            if (finding.is_escalation_filed && finding.reference.empty()) {
                finding.reference = reference;
            }
        }
    }
    return {};
}

}  // namespace understudy::app
