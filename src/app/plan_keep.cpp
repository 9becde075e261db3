#include "app/plan_keep.hpp"

#include <algorithm>
#include <optional>

#include "app/cassette_files.hpp"
#include "app/pending_rules.hpp"
#include "app/recording_compare.hpp"
#include "base/text.hpp"
#include "cassette/compare.hpp"
#include "cassette/write.hpp"
#include "plan/code.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Cassette;
using cassette::Exchange;

constexpr std::size_t kMostPlaces = 20;
constexpr std::size_t kMostRules = 100;  // that are tried out one by one

// As seen from where we run, if it lies below.
fs::path near(const fs::path& path) {
    std::error_code problem;
    const fs::path relative = path.lexically_relative(fs::current_path(problem));
    return relative.empty() || *relative.begin() == ".." ? path : relative;
}

void put(std::vector<report::Finding>& findings, const base::Error& error,
         report::Severity severity, std::optional<report::Verdict> verdict) {
    for (report::Finding& finding : report::from_error(error, severity)) {
        finding.verdict = verdict;
        findings.push_back(std::move(finding));
    }
}

base::Error error_in(const std::string& path, base::Code code, std::vector<base::Arg> args) {
    base::Mark mark;
    mark.file = path;
    return {code, std::move(args), mark, {}};
}

bool is_empty(const std::vector<Exchange>& exchanges) {
    return std::all_of(exchanges.begin(), exchanges.end(), [](const Exchange& exchange) {
        return std::all_of(exchange.output.pieces.begin(), exchange.output.pieces.end(),
                           [](const cassette::Piece& piece) { return piece.bytes.empty(); });
    });
}

// Each exchange of a timeline that was compared as a whole: those that a difference names differed.
std::vector<std::pair<std::string, report::Verdict>> verdicts_of(
    const Cassette& cassette, const cassette::Comparison& comparison) {
    std::vector<std::pair<std::string, report::Verdict>> verdicts;
    for (const Exchange& exchange : cassette.exchanges) {
        const bool differs = std::any_of(
            comparison.differences.begin(), comparison.differences.end(),
            [&](const cassette::Difference& each) { return each.exchange == exchange.id; });
        const bool is_known = comparison.verdict != report::Verdict::Unknown;
        verdicts.emplace_back(exchange.id, differs    ? report::Verdict::Differed
                                           : is_known ? report::Verdict::Agreed
                                                      : report::Verdict::Unknown);
    }
    return verdicts;
}

// What people wrote into the old file belongs to it still.
void take_over(const Cassette& old, Cassette& fresh) {
    fresh.notes = old.notes;
    fresh.given = old.given;
    fresh.match = old.match;
    fresh.order = old.order;
    fresh.rules = old.rules;
    fresh.compare = old.compare;
}

}  // namespace

PlanKeeper::PlanKeeper(const ProjectGround& project, const PlanFile& file,
                       std::shared_ptr<const secret::Policy> policy, std::string out)
    : project_(project), file_(file), policy_(std::move(policy)) {
    const cassette::Service* service = project.manifest.find(file.plan.service);
    if (!out.empty()) {
        folder_ = fs::path(out) / file.plan.service;
        is_elsewhere_ = true;
        return;
    }
    folder_ = service != nullptr && !service->cassettes.empty()
                  ? project.root / service->cassettes
                  : project.root / project.manifest.cassettes / file.plan.service;
    folder_ = near(folder_);
}

std::string PlanKeeper::path_of(const std::string& name, const plan::Version* version) const {
    const std::string stem =
        (folder_ / name).string() + (version == nullptr ? "" : "@" + version->label);
    std::error_code problem;
    if (fs::exists(stem + ".jsonl", problem)) return stem + ".jsonl";
    return stem + ".yaml";
}

bool PlanKeeper::has(const std::string& name, const plan::Version* version) const {
    std::error_code problem;
    return fs::exists(path_of(name, version), problem);
}

base::Result<KeptStep> PlanKeeper::keep(const RecordedStep& step, const plan::Version* version,
                                        const std::vector<const RecordedStep*>& again) const {
    KeptStep kept;
    kept.name = step.name;
    kept.path = path_of(step.name, version);
    // Why it is unknown the steps have told.
    if (!step.cassette || step.verdict == plan::Verdict::Unknown) return kept;
    return has(step.name, version) ? hold_against(step, std::move(kept))
                                   : keep_first(step, std::move(kept), again);
}

base::Result<KeptStep> PlanKeeper::keep_first(const RecordedStep& step, KeptStep kept,
                                              const std::vector<const RecordedStep*>& again) const {
    std::string why;
    if (step.verdict != plan::Verdict::Agreed) why = "it is not what the plan expects";
    for (const RecordedStep* other : again) {
        if (why.empty() && other->verdict != plan::Verdict::Agreed) {
            why = "it was what the plan expects once, and then no more";
        }
    }
    if (!why.empty()) {
        kept.fate = Fate::NotKept;
        put(kept.findings,
            error_in(file_.path, plan::code::NotWritten,
                     {{"name", base::quoted(step.name)}, {"why", why}}),
            report::Severity::Error, report::Verdict::Differed);
        return kept;
    }
    std::set<std::string> told;
    for (const RecordedStep* other : again) {
        if (!other->cassette) continue;
        for (const std::string& place : TRY(places_that_differ(*step.cassette, *other->cassette))) {
            if (!told.insert(place).second) continue;
            put(kept.findings,
                error_in(kept.path, plan::code::Varies,
                         {{"name", base::quoted(step.name)}, {"place", place}}),
                report::Severity::Warning, std::nullopt);
        }
    }
    const cassette::Sealed sealed = TRY(seal(*step.cassette));
    const cassette::Written written = cassette::write(sealed, cassette::Form::Auto);
    if (written.is_lines && kept.path.ends_with(".yaml")) {
        kept.path.replace(kept.path.size() - 5, 5, ".jsonl");
    }
    TRY(keep_recording(kept.path, written, {project_.root, project_.manifest.pending}));
    kept.fate = Fate::Written;
    TRY_VOID(learn(sealed.whole(), again, kept));
    return kept;
}

// What varied between the recordings of one plan is proposed as rules, which wait for review; what
// no rule can tame is said to be no case for recordings.
base::Result<void> PlanKeeper::learn(const Cassette& first,
                                     const std::vector<const RecordedStep*>& again,
                                     KeptStep& kept) const {
    std::vector<std::vector<cassette::Exchange>> recordings = {first.exchanges};
    for (const RecordedStep* other : again) {
        if (!other->cassette) continue;
        recordings.push_back(with_values_of(TRY(seal(*other->cassette)).whole(), first));
    }
    if (recordings.size() < 2) return {};
    cassette::CompareOptions options;
    if (const cassette::Service* service = project_.manifest.find(first.service)) {
        options = service->comparing;
    }
    const std::vector<cassette::Timeline> timelines(recordings.begin(), recordings.end());
    auto learned = cassette::learn(timelines, options);
    // Calls with the run's own values in them are not the same calls: nothing can be learned.
    if (!learned) return {};
    for (report::Finding& finding : learned->findings) {
        finding.mark.file = kept.path;
        kept.findings.push_back(std::move(finding));
    }
    if (is_elsewhere_) return {};
    const std::vector<cassette::Proposal> needed =
        TRY(needed_rules(first, timelines, std::move(learned->proposals)));
    kept.rules = TRY(put_rules_aside(project_, kept.path, needed));
    if (!kept.rules.empty()) kept.rules = near(kept.rules).string();
    return {};
}

// Those without which more would differ: the project's own rules may cover the rest.
base::Result<std::vector<cassette::Proposal>> PlanKeeper::needed_rules(
    const Cassette& first, const std::vector<cassette::Timeline>& timelines,
    std::vector<cassette::Proposal> proposals) const {
    cassette::CompareOptions comparing;
    if (const cassette::Service* service = project_.manifest.find(first.service)) {
        comparing = service->comparing;
    }
    const auto differences =
        [&](const std::vector<cassette::Proposal>& with) -> base::Result<std::size_t> {
        std::vector<cassette::RuleSpec> specs = cassette::rules_for(project_.manifest, first);
        for (const cassette::Proposal& each : with) specs.push_back(each.spec);
        const cassette::Rules rules =
            TRY(cassette::Rules::make(project_.manifest.normalizers, std::move(specs)));
        std::size_t count = 0;
        for (std::size_t i = 1; i < timelines.size(); ++i) {
            count += cassette::compare(timelines[0], timelines[i], rules,
                                       cassette::comparing_for(first, comparing))
                         .differences.size();
        }
        return count;
    };
    if (proposals.empty() || proposals.size() > kMostRules) return proposals;
    const std::size_t least = TRY(differences(proposals));
    for (std::size_t i = proposals.size(); i-- > 0;) {
        std::vector<cassette::Proposal> fewer = proposals;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (TRY(differences(fewer)) == least) proposals = std::move(fewer);
    }
    return proposals;
}

base::Result<PlanKeeper::Beside> PlanKeeper::put_beside(const RecordedStep& step,
                                                        const cassette::Loaded& loaded,
                                                        const SeenValues& seen) const {
    const Cassette& old = loaded.cassette;
    Cassette fresh = *step.cassette;
    take_over(old, fresh);
    cassette::Sealed sealed = TRY(seal(std::move(fresh)));
    const Cassette whole = sealed.whole();
    const cassette::Rules rules = TRY(cassette::Rules::make(
        project_.manifest.normalizers, cassette::rules_for(project_.manifest, old)));
    cassette::CompareOptions comparing;
    if (const cassette::Service* service = project_.manifest.find(old.service)) {
        comparing = service->comparing;
    }
    comparing.seen = seen;
    cassette::Comparison comparison = cassette::compare(
        old.exchanges, with_values_of(whole, old), rules, cassette::comparing_for(old, comparing));
    const bool is_empty_now = is_empty(whole.exchanges) && !is_empty(old.exchanges);
    return Beside{std::move(sealed), std::move(comparison), is_empty_now};
}

base::Result<JudgedStep> PlanKeeper::judge(const RecordedStep& step, const plan::Version* version,
                                           const SeenValues& seen) const {
    JudgedStep judged;
    if (!step.cassette || step.verdict == plan::Verdict::Unknown) return judged;
    const std::string path = path_of(step.name, version);
    const cassette::Loaded loaded = TRY(read_cassette(path));
    const Beside beside = TRY(put_beside(step, loaded, seen));
    judged.verdict = beside.comparison.verdict;
    judged.why = beside.comparison.why;
    judged.exchanges = verdicts_of(loaded.cassette, beside.comparison);
    judged.fresh = beside.sealed.whole();
    if (judged.verdict != report::Verdict::Differed) return judged;
    judged.findings = cassette::findings_of(beside.comparison, loaded);
    if (const cassette::Service* service = project_.manifest.find(loaded.cassette.service)) {
        const auto& differences = beside.comparison.differences;
        for (std::size_t i = 0; i < std::min(judged.findings.size(), differences.size()); ++i) {
            judged.findings[i].severity = cassette::severity_for(*service, differences[i]);
        }
    }
    if (beside.is_empty_now) {
        put(judged.findings,
            error_in(path, plan::code::EmptyNow, {{"name", base::quoted(step.name)}}),
            report::Severity::Error, report::Verdict::Differed);
    }
    return judged;
}

base::Result<RenewedStep> PlanKeeper::renew(const RecordedStep& step,
                                            const plan::Version* version) const {
    RenewedStep renewed;
    if (!step.cassette || step.verdict == plan::Verdict::Unknown) return renewed;
    renewed.before = TRY(read_cassette(path_of(step.name, version)));
    const Cassette& old = renewed.before->cassette;
    Beside beside = TRY(put_beside(step, *renewed.before));
    renewed.verdict = beside.comparison.verdict;
    renewed.why = beside.comparison.why;
    renewed.is_empty_now = beside.is_empty_now;
    renewed.comparison = std::move(beside.comparison);
    renewed.after = std::move(beside.sealed);
    if (renewed.verdict != report::Verdict::Differed) return renewed;
    renewed.findings = cassette::findings_of(renewed.comparison, *renewed.before);
    const Cassette fresh = renewed.after->whole();
    renewed.is_called_otherwise =
        old.plan && old.plan->digest != file_.digest && !are_called_alike(old, fresh);
    renewed.hits_after = TRY(compare_recordings(project_.manifest, old, fresh)).hits_after;
    return renewed;
}

base::Result<cassette::Written> PlanKeeper::rewritten(const RenewedStep& renewed,
                                                      const std::set<std::string>& kept) const {
    const Cassette& old = renewed.before->cassette;
    Cassette fresh = renewed.after->whole();
    const bool fits = have_same_values(old, fresh) && are_called_alike(old, fresh) &&
                      old.origin == cassette::Origin::Recorded;
    if (!fits) return cassette::rewrite(*renewed.before, *renewed.after);
    std::set<std::string> changed;
    for (const cassette::Difference& each : renewed.comparison.differences) {
        if (!kept.contains(each.exchange)) changed.insert(each.exchange);
    }
    for (std::size_t i = 0; i < fresh.exchanges.size(); ++i) {
        if (!changed.contains(old.exchanges[i].id)) fresh.exchanges[i] = old.exchanges[i];
    }
    return cassette::rewrite(*renewed.before, TRY(seal(std::move(fresh))));
}

base::Result<KeptStep> PlanKeeper::hold_against(const RecordedStep& step, KeptStep kept) const {
    const cassette::Loaded loaded = TRY(read_cassette(kept.path));
    const Cassette& old = loaded.cassette;
    const auto [sealed, comparison, is_empty_now] = TRY(put_beside(step, loaded));
    // What people wrote is replaced by what the service did only when people say so.
    const bool is_evidence = old.origin == cassette::Origin::Recorded;
    if (comparison.verdict == report::Verdict::Agreed && is_evidence) {
        kept.fate = Fate::Agreed;
        return kept;
    }
    if (comparison.verdict == report::Verdict::Unknown) {
        put(kept.findings,
            error_in(kept.path, plan::code::NotWritten,
                     {{"name", base::quoted(step.name)}, {"why", comparison.why}}),
            report::Severity::Warning, report::Verdict::Unknown);
        return kept;
    }
    const Kept where = TRY(keep_recording(kept.path, cassette::rewrite(loaded, sealed),
                                          {project_.root, project_.manifest.pending}));
    kept.fate = Fate::Waits;
    kept.pending = near(where.path).string();
    kept.findings = cassette::findings_of(comparison, loaded);
    if (is_empty_now) {
        put(kept.findings,
            error_in(kept.path, plan::code::EmptyNow, {{"name", base::quoted(step.name)}}),
            report::Severity::Error, report::Verdict::Differed);
    }
    put(kept.findings,
        error_in(kept.path, plan::code::WaitsForReview,
                 {{"name", base::quoted(step.name)}, {"file", report::shown(kept.pending)}}),
        report::Severity::Info, report::Verdict::Differed);
    return kept;
}

base::Result<cassette::Sealed> PlanKeeper::seal(Cassette cassette) const {
    secret::Scrubber scrubber(policy_);
    return cassette::seal(std::move(cassette), scrubber, identity_of_machine());
}

base::Result<std::vector<std::string>> PlanKeeper::places_that_differ(
    const Cassette& first, const Cassette& second) const {
    const cassette::Rules rules = TRY(cassette::Rules::make(
        project_.manifest.normalizers, cassette::rules_for(project_.manifest, first)));
    cassette::CompareOptions comparing;
    if (const cassette::Service* service = project_.manifest.find(first.service)) {
        comparing = service->comparing;
    }
    const cassette::Comparison comparison =
        cassette::compare(first.exchanges, with_values_of(second, first), rules,
                          cassette::comparing_for(first, comparing));
    std::vector<std::string> places;
    for (const cassette::Difference& each : comparison.differences) {
        std::string place = each.exchange + ", " + each.part;
        if (!each.path.empty()) place += " " + each.path;
        if (std::find(places.begin(), places.end(), place) == places.end()) {
            places.push_back(std::move(place));
        }
        if (places.size() == kMostPlaces) break;
    }
    return places;
}

base::Result<std::vector<report::Finding>> PlanKeeper::parted(const RecordedStep& first,
                                                              const RecordedStep& second) const {
    std::vector<report::Finding> findings;
    if (!first.cassette || !second.cassette) return findings;
    for (const std::string& place : TRY(places_that_differ(*first.cassette, *second.cassette))) {
        put(findings,
            error_in(file_.path, plan::code::VersionsPart,
                     {{"name", base::quoted(first.name)},
                      {"place", place},
                      {"first", first.cassette->variant->label},
                      {"second", second.cassette->variant->label}}),
            report::Severity::Info, std::nullopt);
    }
    return findings;
}

}  // namespace understudy::app
