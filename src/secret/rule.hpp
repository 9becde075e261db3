// Rules: what a secret of one kind looks like. They are data (secrets/rules/, or a gitleaks file),
// compiled once and shared between threads.
//
//     auto rules = Rules::make({shipped_rules(data), theirs});
//     rules->find("github.personal_token")->finds.get().is_found_in(text);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex.hpp"
#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::secret {

// A form or checksum that the vendor has published.
enum class Checksum : std::uint8_t { None, Github, Luhn, Jwt, Pem };

// An expression that is compiled when it is first needed: a scan of one small file meets two or
// three of the shipped six hundred.
class Expression {
public:
    Expression(base::Regex compiled);
    // The text must be known to compile.
    static Expression later(std::string text);

    const base::Regex& get() const;  // from any thread
    const std::string& text() const;

private:
    struct State;
    explicit Expression(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

// What gitleaks calls an allow list: matches that are no findings.
struct Allowed {
    enum class Of : std::uint8_t { Secret, Match, Line };

    std::vector<base::Regex> patterns;
    Of of = Of::Secret;                   // what the patterns are looked for in
    std::vector<base::Regex> paths;       // of the file
    std::vector<std::string> stop_words;  // in the secret, lower case
    bool needs_all = false;  // of the kinds above that are given; otherwise one of them
};

struct Rule {
    std::string id;     // "github.personal_token"
    std::string about;  // "GitHub personal access token, classic"
    Expression finds;
    std::size_t group = 0;             // the group that is the secret; 0: the whole match
    bool on_edges = true;              // it does not stand in the middle of a longer word
    std::vector<std::string> words{};  // one of them is in every match; lower case unless exact
    bool words_are_exact = false;
    bool words_stand_anywhere = false;  // in the text, not in the match: gitleaks' keywords
    std::vector<std::string> near{};    // one of them stands shortly before it; empty: anything may
    double entropy = 0;                 // of the secret, bits per character, at least
    Checksum checksum = Checksum::None;
    bool is_breaking = true;
    std::string makes{};                // how a made-up one is written
    std::optional<base::Regex> path{};  // only in files whose path it is found in
    std::vector<Allowed> allowed{};
};

// Something that looks like a secret and is none.
struct KnownFake {
    Expression is;  // the whole of it
    std::string kind, reason;
};

// A file that is a secret by its name alone: a key store.
struct NameRule {
    std::string id, about;
    base::Regex path;
};

struct RuleSet {
    std::vector<Rule> rules;
    std::vector<NameRule> names;
    std::vector<KnownFake> fakes;
    std::vector<Allowed> allowed;       // for all rules
    std::vector<std::string> disabled;  // ids of rules that shall not be used
};

// From the form of secrets/rules/*.yaml: a list of rules. All problems at once: secret.bad_rules.
// `name` is said in errors.
base::Result<std::vector<Rule>> rules_of(const json::Value& list, std::string_view name);
// From the form of secrets/known_fakes.yaml.
base::Result<std::vector<KnownFake>> fakes_of(const json::Value& list, std::string_view name);

// The shipped ones, {"rules": [...], "fakes": [...]}: they were checked when the program was built.
RuleSet shipped_rules(const json::Value& data);

class Rules {
public:
    // Later sets come in addition; a rule with an id that is there already replaces it. Rules that
    // are replaced or disabled keep their index, which is the one of the automaton.
    static std::shared_ptr<const Rules> make(std::vector<RuleSet> sets);

    const std::vector<Rule>& all() const { return set_.rules; }
    const std::vector<NameRule>& names() const { return set_.names; }
    const std::vector<Allowed>& allowed() const { return set_.allowed; }
    const Rule* find(std::string_view id) const;  // the last of that id
    bool is_disabled(std::size_t index) const { return is_disabled_[index]; }
    bool is_fake(std::string_view secret) const;

private:
    RuleSet set_;
    std::vector<bool> is_disabled_;
};

// --- what a match must also be
double entropy_of(std::string_view text);  // Shannon's, in bits per character
bool passes(Checksum checksum, std::string_view secret);

}  // namespace understudy::secret
