// A change set on its way to be proposed: put into a tree of the base, looked at by the audit and
// the gate in exactly that tree, and only then handed over.
#include <algorithm>
#include <array>

#include "app/cassette_files.hpp"
#include "app/files.hpp"
#include "app/git_command.hpp"
#include "app/pending_removal.hpp"
#include "app/refresh_command.hpp"
#include "app/refresh_run.hpp"
#include "app/shown.hpp"
#include "app/stop_signals.hpp"
#include "base/text.hpp"
#include "cassette/audit.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
namespace code = verify::code;
using verify::Gate;
using Fate = RefreshedService::Fate;
using Output = verify::RefreshSettings::Output;

constexpr std::size_t kMostFields = 5;

std::string fake_of(const cassette::Service& service) {
    switch (service.fake.how) {
        case cassette::Fake::How::Pack: return "the pack " + report::shown(service.fake.pack);
        case cassette::Fake::How::Command:
        case cassette::Fake::How::Protocol:
            return "`" + report::shown(base::join(service.fake.command, " ")) + "`";
        case cassette::Fake::How::None: break;
    }
    return "what stands in for it";
}

// "stdout /state of issue/list (list)", the most serious first.
std::string fields_of(const std::vector<verify::Change>& changes) {
    std::string fields;
    for (std::size_t i = 0; i < std::min(kMostFields, changes.size()); ++i) {
        const verify::Change& change = changes[i];
        fields += (i == 0 ? "" : "; ") + change.kind;
        if (!change.place.empty()) fields += " " + report::shown(change.place);
        fields += " of " + report::shown(change.cassette);
        if (!change.exchange.empty() && change.exchange != change.cassette) {
            fields += ", exchange " + report::shown(change.exchange);
        }
    }
    if (changes.size() > kMostFields) fields += "; and more";
    return fields;
}

}  // namespace

struct RefreshRun::Candidate {
    verify::Proposal proposal;
    std::optional<RefreshTree> tree;
    std::string tree_id;
    bool is_audited_badly = false;
    base::Instant first_seen{};
};

base::Result<void> RefreshRun::propose(const RefreshGround& /*ground*/,
                                       const Corpus::OfService& service,
                                       const ServiceRecording& recording, RefreshedService& done) {
    Candidate candidate;
    verify::Proposal& proposal = candidate.proposal;
    proposal.service = recording.service;
    proposal.changes = recording.changes();
    proposal.fingerprint = verify::set_fingerprint(proposal.changes);
    proposal.base = base_.name;
    proposal.tools = recording.tools;
    const auto& standing = state_.services[recording.service].proposal;
    const bool is_same = standing && standing->fingerprint == proposal.fingerprint;
    candidate.first_seen = is_same ? standing->first_seen : now_;
    proposal.day = base::to_rfc3339(candidate.first_seen).substr(0, 10);
    done.fate = Fate::Stopped;
    if (stops_before("the changes of " + recording.service + " were put into a tree")) return {};
    TRY_VOID(put_in_tree(candidate, recording));
    TRY_VOID(audit(candidate, service));
    TRY_VOID(gate(candidate, service, recording));
    done.gate = std::string(name_of(proposal.gate)) + ", " + proposal.gate_words;
    if (stops_before(recording.service + " was proposed")) return {};
    const bool has_empty =
        std::any_of(recording.cassettes.begin(), recording.cassettes.end(),
                    [](const RefreshedCassette& one) { return one.is_empty_now; });
    proposal.is_draft =
        proposal.gate != Gate::Passed || has_empty || candidate.is_audited_badly ||
        std::any_of(proposal.changes.begin(), proposal.changes.end(), verify::needs_a_person);
    proposal.is_auto_accepted =
        !proposal.is_draft && verify::is_auto_accepted(settings_, proposal.changes);
    if (proposal.gate == Gate::Failed && !settings_.hands_over_drafts) {
        proposal.held = "the fake must change first";
    }
    if (turn.is_paused(proposal.changes)) {
        // What was proposed stays as it is; a person has been called about it.
        done.fate = Fate::Held;
        if (standing) {
            done.branch = standing->branch;
            done.reference = standing->reference;
        }
        return {};
    }
    return hand_over(candidate, recording, done);
}

base::Result<void> RefreshRun::put_in_tree(Candidate& candidate,
                                           const ServiceRecording& recording) const {
    // The name of the project: some programs print or compare it.
    const fs::path folder = scratch_ / recording.service / base_.project.filename();
    std::error_code problem;
    fs::create_directories(folder.parent_path(), problem);
    candidate.tree.emplace(TRY(RefreshTree::make(base_, folder)));
    // The same change on the same base: what was proposed stands, though every recording has other
    // times in it.
    const auto known = state_.services.find(recording.service);
    const auto& standing = known->second.proposal;
    if (standing && standing->fingerprint == candidate.proposal.fingerprint &&
        standing->base == base_.tree && candidate.tree->become(standing->tree)) {
        candidate.tree_id = standing->tree;
        return {};
    }
    std::vector<std::string> files;
    for (const RefreshedCassette& one : recording.cassettes) {
        const fs::path path = candidate.tree->project() / one.file;
        if (one.fate == RefreshedCassette::Fate::Removed) {
            fs::remove(path, problem);
            files.push_back(one.file);
        } else if (one.written) {
            TRY_VOID(write_cassette(path.string(), *one.written));
            files.push_back(one.file);
            for (const auto& [digest, bytes] : one.written->bodies) {
                files.push_back(
                    (fs::path(one.file).parent_path() / "bodies" / digest).generic_string());
            }
        }
    }
    candidate.tree_id = TRY(candidate.tree->take(files));
    return {};
}

base::Result<void> RefreshRun::audit(Candidate& candidate, const Corpus::OfService& service) {
    ProjectGround tree;
    tree = TRY(
        make_project((candidate.tree->project() / fs::path(checkout_.file).filename()).string()));
    std::vector<std::unique_ptr<cassette::Loaded>> loaded;
    std::vector<cassette::AuditSubject> subjects;
    for (const CassetteFile& file : TRY(list_cassettes(tree.root, tree.manifest))) {
        if (file.service != service.service->name) continue;
        auto read = read_cassette(file.path);
        if (!read) continue;  // told already
        loaded.push_back(std::make_unique<cassette::Loaded>(std::move(*read)));
        cassette::AuditSubject subject;
        subject.name = file.path;
        subject.loaded = loaded.back().get();
        subject.rules =
            TRY(cassette::Rules::make(tree.manifest.normalizers,
                                      cassette::rules_for(tree.manifest, loaded.back()->cassette)));
        subject.options = service.service->comparing;
        subjects.push_back(std::move(subject));
    }
    cassette::AuditOptions options;
    options.most_replaced = tree.manifest.most_replaced;
    options.is_whole = false;
    const std::string prefix = tree.root.generic_string() + "/";
    for (report::Finding finding : cassette::audit(subjects, options).findings) {
        if (finding.severity != report::Severity::Error) continue;
        candidate.is_audited_badly = true;
        finding.mark.file = base::replace_all(finding.mark.file, prefix, "");
        finding.message = base::replace_all(finding.message, prefix, "");
        words.add(std::move(finding));
    }
    return {};
}

base::Result<void> RefreshRun::gate(Candidate& candidate, const Corpus::OfService& service,
                                    const ServiceRecording& recording) {
    verify::Proposal& proposal = candidate.proposal;
    const verify::ServiceRefresh& own = settings_.of(recording.service);
    CommandOfProject command;
    command.words = own.gate.empty() ? settings_.gate : own.gate;
    if (command.words.empty() && service.service->fake.how != cassette::Fake::How::None) {
        command.words = own_check(service.service->cassettes);
    }
    const auto not_known = [&](std::string why, std::string help) {
        proposal.gate = Gate::Unknown;
        note(code::GateUnknown,
             {{"service", recording.service}, {"why", why}, {"help", std::move(help)}},
             report::Severity::Warning, report::Verdict::Unknown);
        proposal.gate_words = std::move(why);
    };
    if (command.words.empty()) {
        not_known("there is none",
                  "say one with `gate` of `refresh`, or give the service a `fake`");
        return {};
    }
    command.limit = settings_.gate_limit;
    command.environment = {"UNDERSTUDY_CHECKOUT=" + base_.project.string(),
                           "UNDERSTUDY_SERVICE=" + recording.service};
    command.folder = candidate.tree->project().string();
    const EndOfCommand with_new = run_command(command);
    proposal.gate_words = with_new.words;
    if (StopSignals::were_sent()) return {};  // whoever asks next is told
    // P37: what is proposed is what the gate saw.
    if (TRY(candidate.tree->take_known()) != candidate.tree_id) {
        not_known(with_new.words + ", and changed files of the tree it looked at",
                  "a gate looks and changes nothing that is committed");
        return {};
    }
    std::array<std::string, 1> content = {proposal.fingerprint};
    verify::Change matter;
    matter.service = recording.service;
    matter.kind = verify::kFakeMustChange;
    matter.severity = report::Severity::Error;
    matter = verify::plain_change(std::move(matter), content);
    if (with_new.is_good) {
        proposal.gate = Gate::Passed;
        turn.clear(matter.id);
        return {};
    }
    // Its own words, without secrets and without the place of the scratch folder.
    proposal.gate_said =
        words.discreet->text(base::replace_all(with_new.said, command.folder + "/", ""));
    const RefreshTree plain = TRY(RefreshTree::make(
        base_, scratch_ / ("plain-" + std::to_string(++trees_)) / base_.project.filename()));
    command.folder = plain.project().string();
    if (!run_command(command).is_good) {
        not_known(with_new.words + ", without the new recordings too",
                  "make the gate pass on " + report::shown(base_.name) + " first");
        return {};
    }
    proposal.gate = Gate::Failed;
    ends(ExitCode::GateFailed);
    const std::vector<base::Arg> args = {{"service", recording.service},
                                         {"fake", fake_of(*service.service)},
                                         {"fields", fields_of(proposal.changes)}};
    matter.message = base::message({code::FakeMustChange, args, {}, {}});
    note(code::FakeMustChange, args, report::Severity::Error, report::Verdict::Differed);
    turn.raise(matter);
    return {};
}

base::Result<void> RefreshRun::hand_over(Candidate& candidate, const ServiceRecording& recording,
                                         RefreshedService& done) {
    verify::Proposal& proposal = candidate.proposal;
    auto& memory = state_.services[recording.service].proposal;
    const fs::path folder = checkout_.root / settings_.folder;
    std::error_code problem;
    fs::create_directories(folder, problem);
    report::Report report = new_report("refresh", {});
    report.findings = recording.findings;
    report.summary = base::plural(proposal.changes.size(), "change");
    const std::string diff = report::render(report, report::Format::Markdown);
    const std::string body = "# " + verify::proposal_title(settings_, proposal) + "\n\n" +
                             verify::proposal_body(settings_, proposal, diff);
    const std::string stem = settings_.folder + "/" + recording.service;
    done.patch = shown_place(stem + ".patch");
    done.report = shown_place(stem + ".md");
    TRY_VOID(write_file((checkout_.root / (stem + ".patch")).string(),
                        TRY(patch_to(base_, candidate.tree_id))));
    TRY_VOID(write_file((checkout_.root / (stem + ".md")).string(), body));

    verify::ProposalMemory next;
    if (memory) next = *memory;
    const bool is_same = memory && memory->fingerprint == proposal.fingerprint;
    const bool is_same_tree = is_same && memory->tree == candidate.tree_id;
    // It can be accepted here too: `understudy review`.
    for (const RefreshedCassette& one : recording.cassettes) {
        if (one.fate == RefreshedCassette::Fate::Removed && !is_same_tree) {
            const fs::path marker = place_for_removal(checkout_, one.file);
            fs::create_directories(marker.parent_path(), problem);
            TRY_VOID(write_file(marker.string(),
                                write_removal({recording.service, one.name, one.plan})));
        }
        if (!one.written || is_same_tree) continue;
        const fs::path pending = checkout_.root / checkout_.manifest.pending / one.file;
        TRY_VOID(write_cassette(pending.string(), *one.written));
    }
    if (memory && !is_same) {
        drop_branch(base_, memory->branch, memory->commit);
        next.branch.clear();
        next.commit.clear();
    }
    next.fingerprint = proposal.fingerprint;
    next.first_seen = candidate.first_seen;
    next.is_draft = proposal.is_draft;
    next.tree = candidate.tree_id;
    next.base = base_.tree;
    if (!is_same_tree) next.is_filed = false;
    memory = next;
    const bool wants_branch = settings_.output != Output::Patch || !proposal.held.empty();
    if (wants_branch) TRY_VOID(put_branch(candidate, done));
    done.is_draft = proposal.is_draft;
    const bool was_filed = memory->is_filed && is_same_tree;
    if (!proposal.held.empty()) {
        done.fate = Fate::Held;
        memory->is_filed = false;
        return {};
    }
    done.fate = was_filed ? Fate::Stands : Fate::Proposed;
    if (!was_filed) file_change(candidate, done, *memory);
    if (memory->is_filed) done.reference = memory->reference;
    return {};
}

base::Result<void> RefreshRun::put_branch(Candidate& candidate, RefreshedService& done) {
    auto& memory = *state_.services[done.name].proposal;
    const std::string branch = verify::branch_name(candidate.proposal);
    const auto tip = run_git(
        {"-C", base_.project.string(), "rev-parse", "--verify", "-q", "refs/heads/" + branch});
    const bool is_ours = tip && *tip == memory.commit;
    const auto tip_tree =
        tip ? run_git({"-C", base_.project.string(), "rev-parse", *tip + "^{tree}"})
            : base::Result<std::string>(std::string());
    done.branch = branch;
    memory.branch = branch;
    if (tip && tip_tree && *tip_tree == candidate.tree_id) {
        memory.commit = *tip;
        return {};
    }
    const std::string where = TRY(checked_out_in(base_, branch));
    if (!where.empty() || (tip && !is_ours)) {
        // Somebody works there, or has put a repair on top: it is theirs now.
        note(code::BranchInUse,
             {{"branch", branch},
              {"why", where.empty() ? "has commits of others" : "is checked out in " + where}},
             report::Severity::Warning, std::nullopt);
        return {};
    }
    const std::string message = verify::proposal_title(settings_, candidate.proposal) + "\n\n" +
                                "Recorded again from the plans; fingerprint " +
                                candidate.proposal.fingerprint + ".\n";
    memory.commit = TRY(commit_tree(base_, candidate.tree_id, message));
    return set_branch(base_, branch, memory.commit);
}

void RefreshRun::file_change(const Candidate& candidate, RefreshedService& done,
                             verify::ProposalMemory& memory) {
    const verify::Proposal& proposal = candidate.proposal;
    verify::DriverMessage message;
    message.kind = verify::DriverMessage::Kind::Change;
    message.event = memory.reference.empty() ? "open" : "update";
    message.service = done.name;
    message.title = verify::proposal_title(settings_, proposal);
    const fs::path folder = checkout_.root / settings_.folder;
    message.body_file = (folder / (done.name + ".md")).string();
    message.patch = (folder / (done.name + ".patch")).string();
    message.labels = settings_.labels;
    message.base = proposal.base;
    message.branch = done.branch;
    for (const verify::Change& change : proposal.changes) message.findings.push_back(change.id);
    message.is_draft = proposal.is_draft;
    message.is_auto_accepted = proposal.is_auto_accepted;
    message.reference = memory.reference;
    memory.is_filed = call_driver(std::move(message), memory.reference);
}

}  // namespace understudy::app
