#include "app/scrub_fixtures.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/lint_ground.hpp"
#include "base/error.hpp"
#include "fixture/renew.hpp"
#include "fixture/usage.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

// Their names in the tree of the project, with their number; others are left out.
std::map<std::string, std::size_t, std::less<>> names_in(const LintGround& ground,
                                                         const std::vector<CleanFile>& files) {
    std::map<std::string, std::size_t, std::less<>> names;
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::error_code problem;
        const fs::path whole = fs::weakly_canonical(files[i].path, problem);
        const fs::path root = fs::weakly_canonical(ground.root, problem);
        const std::string name = whole.lexically_relative(root).generic_string();
        if (ground.tree->has(name)) names[name] = i;
    }
    return names;
}

bool is_touched(const fixture::Claim& claim,
                const std::map<std::string, std::string, std::less<>>& changed) {
    if (claim.family->container == fixture::Container::Bundle) return true;  // files from anywhere
    if (!claim.is_folder) return changed.contains(claim.path);
    const auto first = changed.lower_bound(claim.path + "/");
    return first != changed.end() && first->first.starts_with(claim.path + "/");
}

}  // namespace

RenewedFixtures renew_fixtures(std::vector<CleanFile>& files) {
    RenewedFixtures renewed;
    const auto refuse = [&](const base::Error& error) {
        renewed.note = "fixtures were not looked at: " + base::message(error);
        return renewed;
    };
    auto ground = make_lint_ground({});
    if (!ground) return refuse(ground.error());
    const fixture::Tree& tree = *(*ground)->tree;
    const auto names = names_in(**ground, files);
    if (names.empty()) return renewed;
    const auto claims = fixture::find_claims((*ground)->project, tree, (*ground)->shelf, {});
    if (!claims) return refuse(claims.error());
    std::map<std::string, std::string, std::less<>> changed;
    for (const auto& [name, i] : names) {
        if (files[i].is_changed) changed[name] = files[i].bytes;
    }
    fixture::ChangedTree after(tree, changed);
    for (const fixture::Claim& claim : claims->claims) {
        fixture::Renewed hidden = fixture::hide_usage(claim, after);
        const bool is_ours =
            std::all_of(hidden.files.begin(), hidden.files.end(),
                        [&](const auto& file) { return names.contains(file.first); });
        if (!is_ours) continue;  // some of its files are not in the bundle
        renewed.usage += hidden.fields;
        for (auto& [name, bytes] : hidden.files) {
            CleanFile& file = files[names.find(name)->second];
            file.bytes = bytes;
            file.is_changed = true;
            changed[name] = bytes;
            after.put(name, std::move(bytes));
        }
    }
    for (const fixture::Claim& claim : claims->claims) {
        if (!is_touched(claim, changed)) continue;
        const fixture::Renewed made = fixture::renew_derived(claim, tree, after);
        renewed.fields.fields += made.fields;
        renewed.fields.unknown += made.left;
        for (const auto& [name, bytes] : made.files) {
            const auto found = names.find(name);
            if (found == names.end()) continue;  // not in the bundle: it is not ours to write
            files[found->second].bytes = bytes;
            files[found->second].is_changed = true;
            after.put(name, bytes);
        }
    }
    return renewed;
}

}  // namespace understudy::app
