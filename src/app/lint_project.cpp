#include "app/lint_project.hpp"

#include <algorithm>
#include <map>

#include "app/project_file.hpp"
#include "app/today.hpp"
#include "app/unused_bodies.hpp"
#include "fixture/live_only.hpp"
#include "fixture/parity.hpp"
#include "fixture/stale.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

using fixture::Linted;
using report::Finding;

constexpr std::string_view kJobs = "job";  // a kind of names in documents

// By family: its fixtures that are no counterexamples.
std::map<std::string, std::vector<const Linted*>> by_family(const std::vector<Linted>& all) {
    std::map<std::string, std::vector<const Linted*>> families;
    for (const Linted& linted : all) {
        if (!linted.is_counterexample()) families[linted.family->id].push_back(&linted);
    }
    return families;
}

}  // namespace

void add_all(std::vector<Finding>& findings, std::vector<Finding> more) {
    for (Finding& finding : more) findings.push_back(std::move(finding));
}

void judge_age(const std::vector<Linted>& all, const std::string& policy,
               std::vector<fixture::FamilySummary>& summaries, std::vector<Finding>& findings) {
    for (const auto& [id, fixtures] : by_family(all)) {
        std::vector<const fixture::Fixture*> each;
        for (const Linted* linted : fixtures) each.push_back(&linted->about);
        fixture::StaleGround ground;
        ground.today = today();
        ground.policy = policy;
        fixture::Staleness age = fixture::staleness_of(*fixtures.front()->family, each, ground);
        for (fixture::FamilySummary& summary : summaries) {
            if (summary.id != id) continue;
            summary.last_reconciled = age.date;
            summary.is_stale = age.state == fixture::Staleness::State::Stale ||
                               age.state == fixture::Staleness::State::LongStale;
        }
        add_all(findings, std::move(age.findings));
    }
}

base::Result<std::size_t> judge_live_only(const LintGround& ground, const std::vector<Linted>& all,
                                          std::vector<Finding>& findings) {
    if (ground.project.live_only.empty()) return 0;
    const auto source = TRY(ground.tree->read(fixture::joined({}, ground.project.live_only)));
    const auto file = TRY(fixture::read_live_only(TRY(yaml::read(*source))));
    fixture::LiveOnlyGround live;
    live.today = today();
    live.most = ground.project.most_live_only;
    live.artifacts = ground.tree.get();
    for (const auto& [id, fixtures] : by_family(all)) {
        fixture::HeldTypes held{id, {}};
        for (const Linted* linted : fixtures) {
            held.types.insert(held.types.end(), linted->types.begin(), linted->types.end());
        }
        if (!held.types.empty()) live.held.push_back(std::move(held));
    }
    add_all(findings, fixture::check_live_only(file, live).findings);
    return file.records.size();
}

base::Result<std::vector<fixture::NamedJob>> jobs_in_documents(const LintGround& ground) {
    std::vector<fixture::NamedJob> jobs;
    const fixture::Parity& parity = ground.project.parity;
    for (const auto& [kind, expression] : parity.kinds) {
        if (kind != kJobs) continue;
        for (fixture::NameInDocument& each :
             TRY(fixture::names_in(*ground.tree, parity.documents, {kind, expression}))) {
            const bool is_allowed = std::find(parity.allow.begin(), parity.allow.end(),
                                              each.name) != parity.allow.end();
            if (!is_allowed) jobs.push_back({std::move(each.name), std::move(each.mark)});
        }
    }
    return jobs;
}

base::Result<void> judge_documents(LintGround& ground, std::vector<Finding>& findings) {
    const fixture::Parity& parity = ground.project.parity;
    if (parity.kinds.empty()) return {};
    fixture::ParityGround names;
    names.documents = parity.documents;
    names.sources = parity.sources;
    names.sources.insert(names.sources.end(), ground.project.workflows.begin(),
                         ground.project.workflows.end());
    names.allow = parity.allow;
    for (const auto& [kind, expression] : parity.kinds) {
        // Jobs are judged with the consumers.
        if (kind != kJobs || ground.project.workflows.empty()) {
            names.kinds.push_back({kind, expression});
        }
    }
    std::vector<std::shared_ptr<const fixture::Family>> families;
    for (const fixture::Shelf::Entry& entry : ground.shelf.entries()) {
        if (auto family = ground.shelf.get(entry.id)) families.push_back(*family);
    }
    add_all(findings, TRY(fixture::check_parity(*ground.tree, names, families)));
    return {};
}

base::Result<std::vector<Finding>> judge_cassettes(std::string_view config) {
    const auto project = make_project(config);
    if (!project) return std::vector<Finding>();
    return unused_bodies(*project);
}

}  // namespace understudy::app
