#include "app/reconcile_sides.hpp"

#include <algorithm>
#include <set>

#include "app/data_file.hpp"
#include "app/today.hpp"
#include "fixture/reconcile.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

using fixture::Claim;
using fixture::Family;

constexpr std::string_view kExamples = "examples/valid";

// Files and folders directly in a folder, sidecars and manifests aside.
base::Result<std::vector<Claim>> examples_of(LintGround& ground,
                                             const std::shared_ptr<const Family>& family,
                                             const fixture::Tree& tree, const std::string& folder) {
    const std::string home = fixture::joined(folder, kExamples);
    std::set<std::string> seen;
    std::vector<Claim> claims;
    const bool is_folder_family = family->container == fixture::Container::Dir;
    const bool is_bundle_family = family->container == fixture::Container::Bundle;
    for (const std::string& name : tree.below(home)) {
        const std::string_view rest = std::string_view(name).substr(home.size() + 1);
        const std::size_t slash = rest.find('/');
        const bool is_folder = slash != std::string_view::npos;
        const std::string first(rest.substr(0, slash));
        if (is_folder != is_folder_family || first.ends_with(".meta.json")) continue;
        if (is_bundle_family && first.find(".bundle.") == std::string::npos) continue;
        if (first == "fixtures.meta.yaml" || !seen.insert(first).second) continue;
        claims.push_back(TRY(claim_of(ground, family, fixture::joined(home, first), is_folder)));
    }
    return claims;
}

std::vector<fixture::Fixture> opened(const std::vector<Claim>& claims, const fixture::Tree& tree) {
    std::vector<fixture::Fixture> fixtures;
    for (const Claim& claim : claims) fixtures.push_back(fixture::open_fixture(claim, tree));
    return fixtures;
}

// A path that was named counts even where nothing else says that it claims the family.
base::Result<std::vector<Claim>> named_claims(LintGround& ground, const fixture::Claims& found,
                                              const std::shared_ptr<const Family>& family,
                                              const std::vector<std::string>& paths) {
    std::vector<Claim> claims;
    for (const std::string& path : paths) {
        std::size_t count = 0;
        for (const Claim& claim : found.claims) {
            const bool is_meant = claim.path == path || claim.path.starts_with(path + "/");
            if (!is_meant || claim.family->id != family->id) continue;
            claims.push_back(claim);
            ++count;
        }
        if (count > 0) continue;
        claims.push_back(TRY(claim_of(ground, family, path, !ground.tree->has(path))));
    }
    return claims;
}

}  // namespace

base::Result<Claim> claim_of(LintGround& ground, const std::shared_ptr<const Family>& family,
                             std::string path, bool is_folder) {
    Claim claim;
    claim.path = std::move(path);
    claim.is_folder = is_folder;
    claim.family = family;
    for (const fixture::FileRole& role : family->files) {
        if (role.family.empty()) continue;
        claim.parts.emplace(role.role, TRY(ground.shelf.get(role.family)));
    }
    return claim;
}

base::Result<CommittedSide> committed_side(LintGround& ground,
                                           const std::shared_ptr<const Family>& family,
                                           const Arguments& arguments, std::string_view capture) {
    CommittedSide side;
    const auto paths = TRY(ground.inside(arguments.list("--fixture")));
    const fixture::Claims found =
        TRY(fixture::find_claims(ground.project, *ground.tree, ground.shelf, paths));
    std::vector<Claim> claims;
    if (!paths.empty()) {
        claims = TRY(named_claims(ground, found, family, paths));
    } else {
        const std::string examples = family->folder + "/examples/";
        for (const Claim& claim : found.claims) {
            if (claim.family->id != family->id || claim.path == capture) continue;
            if (claim.path.starts_with(examples)) continue;
            claims.push_back(claim);
        }
    }
    if (!claims.empty()) {
        side.fixtures = opened(claims, *ground.tree);
        side.is_on_disk = true;
        return side;
    }
    for (const fixture::Shelf::Entry& entry : ground.shelf.entries()) {
        if (entry.id != family->id) continue;
        side.fixtures =
            opened(TRY(examples_of(ground, family, *entry.tree, entry.folder)), *entry.tree);
    }
    return side;
}

base::Result<std::unique_ptr<LiveOnlySide>> live_only_side(const LintGround& ground,
                                                           const CommittedSide& committed,
                                                           const Arguments& arguments,
                                                           std::string_view scenario) {
    std::string path(arguments.value("--live-only"));
    if (path.empty() && !ground.project.live_only.empty()) {
        path = (ground.root / ground.project.live_only).lexically_normal().string();
    }
    if (path.empty()) return std::unique_ptr<LiveOnlySide>();
    auto side = std::make_unique<LiveOnlySide>();
    side->file = TRY(fixture::read_live_only(TRY(load_document(path, Origin::Ours))));
    fixture::LiveOnlyGround checks;
    checks.today = today();
    checks.artifacts = ground.tree.get();
    for (const fixture::Fixture& each : committed.fixtures) {
        if (each.metadata.find("reconciled") == nullptr) continue;
        checks.held.push_back({each.family().id, fixture::types_in(each)});
    }
    side->checked = fixture::check_live_only(side->file, checks);
    side->record = fixture::record_for(side->file, side->checked, scenario);
    for (const report::Finding& finding : side->checked.findings) {
        const auto about = std::find_if(
            side->file.records.begin(), side->file.records.end(),
            [&](const fixture::LiveOnlyRecord& record) { return record.id == finding.subject; });
        const bool is_meant = about != side->file.records.end() && about->scenario == scenario;
        if (is_meant) side->findings.push_back(finding);
    }
    return side;
}

}  // namespace understudy::app
