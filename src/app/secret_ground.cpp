#include "app/secret_ground.hpp"

#include <algorithm>
#include <utility>

#include "app/code.hpp"
#include "app/embedded_secrets.hpp"
#include "app/files.hpp"
#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "secret/example.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPolicyName = ".understudy/secrets.yaml";
constexpr std::string_view kIgnoreName = ".gitleaksignore";
constexpr std::size_t kRuleFileLimit = std::size_t{16} << 20U;

void append_text(std::string& all, const base::Source& source) {
    all += std::to_string(source.text.size());
    all += ':';
    all += source.text;
}

// Somebody may have named the wrong file. What is wrong with it is said by its place, without the
// line, which may hold a secret.
base::Error without_lines(base::Error error) {
    error.where.excerpt.clear();
    for (base::Error& reason : error.because) reason = without_lines(std::move(reason));
    return error;
}

template <class T>
base::Result<T> without_lines(base::Result<T> result) {
    if (result) return result;
    return base::fail(without_lines(std::move(result).error()));
}

bool has_ending(const std::string& name, std::initializer_list<std::string_view> endings) {
    const std::string lower = base::to_lower_ascii(name);
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return lower.ends_with(ending); });
}

base::Result<secret::RuleSet> read_rules(const base::Source& source,
                                         std::vector<std::string>& notes) {
    std::vector<std::string> own_notes;
    const auto gitleaks = [&]() -> base::Result<secret::RuleSet> {
        auto set = secret::read_gitleaks(source, own_notes);
        for (const std::string& note : own_notes) notes.push_back(source.name + ": " + note);
        return set;
    };
    if (has_ending(source.name, {".toml"})) return gitleaks();
    auto document = yaml::read(source);
    const bool is_list = document && document->root.is_array();
    if (!is_list && !has_ending(source.name, {".yaml", ".yml", ".json"})) return gitleaks();
    if (!document) return base::fail(std::move(document).error());
    secret::RuleSet set;
    set.rules = TRY(secret::rules_of(document->root, source.name));
    return set;
}

struct FoundPolicy {
    std::string path;
    fs::path root;  // from where its paths count
};

std::optional<FoundPolicy> find_policy(std::string_view named, const fs::path& folder) {
    if (!named.empty()) {
        const fs::path home = (folder / fs::path(named)).lexically_normal().parent_path();
        const bool is_at_home = home.filename() == fs::path(kPolicyName).parent_path();
        return FoundPolicy{std::string(named), is_at_home ? home.parent_path() : folder};
    }
    std::string up;  // the name is said in errors: short, and seen from where we run
    for (fs::path root = folder;; root = root.parent_path()) {
        std::error_code problem;
        if (fs::exists(root / kPolicyName, problem)) {
            return FoundPolicy{up + std::string(kPolicyName), root};
        }
        if (!root.has_relative_path()) return std::nullopt;
        up += "../";
    }
}

// Paths of a policy count from its folder, while we name files from another one.
PolicyNames policy_names_of(const fs::path& root, const fs::path& names_from) {
    const bool is_same = root == names_from;
    return [root, names_from, is_same](const std::string& path) {
        if (is_same && !path.starts_with('/') && !path.starts_with("..")) return path;
        return (names_from / path).lexically_normal().lexically_relative(root).string();
    };
}

Skips skips_of(std::vector<std::string> globs, PolicyNames names) {
    if (globs.empty()) return {};
    return [globs = std::move(globs), names = std::move(names)](const std::string& path,
                                                                TreeEntry entry) {
        const std::string name = names(path);
        return std::any_of(globs.begin(), globs.end(), [&](std::string_view glob) {
            constexpr std::string_view kEverythingBelow = "/**";
            if (entry == TreeEntry::File) return secret::fits_glob(glob, name);
            if (!glob.ends_with(kEverythingBelow)) return false;
            glob.remove_suffix(kEverythingBelow.size());
            return secret::fits_glob(glob, name);
        });
    };
}

// From the policy's folder to the one that names count from.
void rename_files(std::vector<secret::Suppression>& suppressions, const fs::path& root,
                  const fs::path& names_from) {
    if (root == names_from) return;
    for (secret::Suppression& suppression : suppressions) {
        const fs::path file = (root / suppression.file).lexically_normal();
        suppression.file = file.lexically_relative(names_from).string();
    }
}

struct Own {
    std::vector<secret::RuleSet> sets;
    std::optional<secret::PolicyFile> policy;
    fs::path policy_root;
};

base::Result<Own> read_own(const Arguments& arguments, const fs::path& folder, Ground& ground) {
    Own own;
    for (const std::string& name : arguments.list("--rules")) {
        const base::Source source = TRY(read_file(name, kRuleFileLimit));
        append_text(ground.own_texts, source);
        own.sets.push_back(TRY(without_lines(read_rules(source, ground.notes))));
    }
    const auto found = find_policy(arguments.value("--policy"), folder);
    if (!found) return own;
    base::Source source = TRY(read_file(found->path, kRuleFileLimit));
    append_text(ground.own_texts, source);
    const json::Document document = TRY(without_lines(yaml::read(std::move(source))));
    own.policy = TRY(without_lines(secret::read_policy(document.root, found->path)));
    own.policy_root = found->root;
    ground.derived = TRY(DerivedFields::make(own.policy->derived, found->path));
    secret::RuleSet set = std::move(own.policy->set);
    if (arguments.has("--only-rules")) {
        set.rules.clear();
        set.names.clear();
    }
    own.sets.push_back(std::move(set));
    return own;
}

secret::RuleSet shipped_set() {
    const auto data = json::parse(embedded_rules());
    ASSERT(data.has_value(), "the shipped rules are JSON, written when this program was built");
    return secret::shipped_rules(*data);
}

// The shipped automaton is ready made; one for the user's own rules is made now, and stands behind
// it.
base::Result<std::shared_ptr<const secret::Matcher>> make_matcher(
    const std::vector<secret::RuleSet>& own, std::size_t shipped_rules, bool has_shipped) {
    std::shared_ptr<const secret::Matcher> shipped;
    if (has_shipped) shipped = TRY(secret::matcher_of(embedded_database()));
    const bool has_own = std::any_of(own.begin(), own.end(),
                                     [](const secret::RuleSet& set) { return !set.rules.empty(); });
    if (!has_own && has_shipped) return shipped;
    const auto rules = secret::Rules::make(own);
    // An automaton of nothing cannot be made, so one without rules looks for names of secrets.
    const auto keys = has_own ? secret::Keys::Without : secret::Keys::With;
    auto second = TRY(secret::matcher_of(TRY(secret::make_database(*rules, keys))));
    if (!has_shipped) return second;
    return secret::joined(std::move(shipped), static_cast<std::uint32_t>(shipped_rules),
                          std::move(second));
}

Surroundings surroundings(bool of_git) {
    std::error_code problem;
    Surroundings found;
    found.folder = fs::current_path(problem);
    found.repository = find_repository(found.folder);
    found.names_from = of_git && found.repository ? found.repository->top : found.folder;
    return found;
}

}  // namespace

Surroundings surroundings_of_files() {
    return surroundings(false);
}

Surroundings surroundings_of_git() {
    return surroundings(true);
}

std::string Ground::digest() const {
    std::string all = own_texts;
    if (has_shipped) all += embedded_rules();
    return base::to_hex(base::sha256(all));
}

base::Result<Ground> make_ground(const Arguments& arguments, const Surroundings& surroundings) {
    Ground ground;
    ground.has_shipped = !arguments.has("--only-rules");
    if (!ground.has_shipped && !arguments.has("--rules")) {
        return base::fail(code::BadArguments,
                          {{"verb", "scan"}, {"why", "--only-rules needs --rules FILE"}});
    }
    Own own = TRY(read_own(arguments, surroundings.folder, ground));
    secret::RuleSet shipped = shipped_set();
    if (!ground.has_shipped)
        shipped.rules.clear();  // published examples are no secrets all the same

    auto policy = std::make_shared<secret::Policy>();
    policy->matcher = TRY(make_matcher(own.sets, shipped.rules.size(), ground.has_shipped));
    std::vector<secret::KnownFake> fakes;
    for (const secret::RuleSet& set : own.sets) {
        fakes.insert(fakes.end(), set.fakes.begin(), set.fakes.end());
    }
    std::vector<secret::RuleSet> sets;
    sets.push_back(std::move(shipped));
    std::move(own.sets.begin(), own.sets.end(), std::back_inserter(sets));
    policy->rules = secret::Rules::make(std::move(sets));
    TRY_VOID(secret::check_fakes(*policy->rules, fakes));

    if (own.policy) {
        policy->classes = std::move(own.policy->classes);
        policy->allow_keys = std::move(own.policy->allow_keys);
        policy->skip = own.policy->skip;
        policy->keep_env = std::move(own.policy->keep_env);
        ground.policy_names = policy_names_of(own.policy_root, surroundings.names_from);
        ground.skips = skips_of(std::move(own.policy->skip), ground.policy_names);
        ground.suppressions = std::move(own.policy->suppressions);
        rename_files(ground.suppressions, own.policy_root, surroundings.names_from);
    }
    if (auto ignore = read_file((surroundings.folder / kIgnoreName).string(), kRuleFileLimit)) {
        ground.ignored = secret::read_gitleaksignore(ignore->text);
    }
    ground.salt = salt_of(surroundings.repository);
    ground.policy = std::move(policy);
    return ground;
}

}  // namespace understudy::app
