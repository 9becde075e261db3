// The secrets of one text, without looking into what is wrapped in it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/code.hpp"
#include "secret/impl/literals.hpp"
#include "secret/impl/runs.hpp"
#include "secret/matcher.hpp"
#include "secret/policy.hpp"

namespace understudy::secret {

// A secret in its place. It holds the secret, so it never leaves this room.
struct Spot {
    base::Code code{};
    std::string rule;
    std::string about;
    bool is_breaking = true;
    const Rule* from = nullptr;  // nullptr: found by its name, its look or literally
    std::size_t begin = 0, end = 0;
    // With what a rule needs around it to tell that it is one: `password = "`. Empty: nothing.
    std::size_t told_begin = 0, told_end = 0;
    std::string secret;
};

// How telling a spot is: where two overlap, the more telling one is kept.
int rank_of(const Spot& spot);

class Spotter {
public:
    explicit Spotter(const Policy& policy);

    // In order, none overlapping another. `runs`: of this text. `name`: of the file, for rules that
    // ask for a path. `is_joined`: the text was put together from several; what needs a name or a
    // whole value is not looked for.
    std::vector<Spot> look(std::string_view text, std::string_view name,
                           const std::vector<CharacterRun>& runs, bool is_joined);

    // Literally searched for from now on.
    void learn(std::string_view secret) { literals_.add(secret); }

private:
    void confirm(std::uint32_t rule, std::size_t end, std::string_view text, std::string_view name);
    struct Window {
        std::size_t from = 0, to = 0;
        std::size_t last_begin = 0;  // of a match
        std::size_t near_begin = 0;  // of the near word that led here; npos: none did
    };
    bool try_window(std::uint32_t index, Window window, std::string_view text,
                    std::string_view name);
    void consider(const Rule& rule, const base::Regex::Match& match, std::size_t near_begin,
                  std::string_view text, std::string_view name);
    void consider_name(std::size_t end, std::string_view text);
    void add_literals(std::string_view text);

    const Policy& policy_;
    std::unique_ptr<Matcher::Run> run_;
    Literals literals_;
    std::vector<Candidate> candidates_;
    std::vector<std::size_t> done_;         // by rule: up to here it was looked at
    std::vector<std::size_t> large_until_;  // by rule: before here no large window is tried
    std::vector<std::uint32_t> touched_;    // rules whose `done_` is not zero
    std::vector<Spot> spots_;
};

// A value under a name that says it is secret (key_value.cpp). `end` is behind the `:` or `=`.
struct NamedValue {
    std::size_t begin = 0, end = 0;
    std::string_view id, about;
};
bool find_named_value(std::string_view text, std::size_t end, const Policy& policy,
                      NamedValue& found);

// Long random runs (entropy.cpp).
void add_random_runs(std::string_view text, const std::vector<CharacterRun>& runs,
                     bool is_free_text, std::vector<Spot>& spots);

// None overlapping another: the more telling ones stay, then the longer ones.
std::vector<Spot> without_overlaps(std::vector<Spot> spots);

}  // namespace understudy::secret
