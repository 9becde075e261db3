// The recordings that come nearest to a call nobody answered, and what keeps them apart.
//
// Arguments are aligned by the longest common subsequence, so that one flag too many is one
// difference and not a shift of all that follow.
#include <algorithm>
#include <cstdint>

#include "base/text.hpp"
#include "cassette/match.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostCompared = 20'000;  // recordings looked at
constexpr std::size_t kMostArguments = 256;    // of a call: beyond, only the counts are compared
constexpr std::size_t kMostDifferences = 6;    // said of one recording

struct Candidate {
    NearMiss miss;
    std::size_t distance = 0;
};

std::string said(std::string_view text) {
    return base::quoted(text, 60);
}

// table[i][j]: the common arguments of what follows i in `a` and j in `b`.
class Common {
public:
    Common(std::span<const std::string> a, std::span<const std::string> b)
        : width_(b.size() + 1), table_((a.size() + 1) * width_, 0) {
        for (std::size_t i = a.size(); i-- > 0;) {
            for (std::size_t j = b.size(); j-- > 0;) {
                at(i, j) = a[i] == b[j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                        : std::max(at(i + 1, j), at(i, j + 1));
            }
        }
    }
    std::uint16_t& at(std::size_t i, std::size_t j) { return table_[i * width_ + j]; }

private:
    std::size_t width_;
    std::vector<std::uint16_t> table_;
};

void say(Candidate& candidate, std::string difference) {
    ++candidate.distance;
    auto& said = candidate.miss.differences;
    if (said.size() < kMostDifferences)
        said.push_back(std::move(difference));
    else if (said.size() == kMostDifferences)
        said.emplace_back("and more");
}

// A gap: arguments of the call that stand where others were recorded.
void say_gap(Candidate& candidate, std::span<const std::string> call,
             std::span<const std::string> recorded, std::size_t number) {
    const std::size_t changed = std::min(call.size(), recorded.size());
    for (std::size_t i = 0; i < changed; ++i) {
        say(candidate, "argument " + std::to_string(number + i) + ": " + said(call[i]) + ", not " +
                           said(recorded[i]));
    }
    for (std::size_t i = changed; i < call.size(); ++i) {
        say(candidate,
            "argument " + std::to_string(number + i) + ": " + said(call[i]) + " is not in it");
    }
    for (std::size_t i = changed; i < recorded.size(); ++i) {
        say(candidate, "argument " + std::to_string(number + changed) + ": it has " +
                           said(recorded[i]) + " here");
    }
}

void compare_arguments(Candidate& candidate, const std::vector<std::string>& call,
                       const std::vector<std::string>& recorded) {
    if (call.size() > kMostArguments || recorded.size() > kMostArguments) {
        if (call != recorded) {
            candidate.distance += kMostArguments;
            say(candidate, base::plural(call.size(), "argument") + ", not the same " +
                               std::to_string(recorded.size()));
        }
        return;
    }
    Common common(call, recorded);
    std::size_t i = 0, j = 0, gap_i = 0, gap_j = 0;
    const auto flush = [&] {
        say_gap(candidate, std::span(call).subspan(gap_i, i - gap_i),
                std::span(recorded).subspan(gap_j, j - gap_j), gap_i + 1);
    };
    while (i < call.size() && j < recorded.size()) {
        if (call[i] == recorded[j]) {
            flush();
            gap_i = ++i;
            gap_j = ++j;
        } else if (common.at(i + 1, j) >= common.at(i, j + 1)) {
            ++i;
        } else {
            ++j;
        }
    }
    i = call.size();
    j = recorded.size();
    flush();
}

std::string shown_body(const std::optional<Body>& body) {
    if (!body) return "none";
    return base::plural(body->bytes.size(), "byte");
}

void compare_stdin(Candidate& candidate, const CommandInput& call, const CommandInput& recorded) {
    const bool is_same = call.stdin_body.has_value() == recorded.stdin_body.has_value() &&
                         (!call.stdin_body || call.stdin_body->bytes == recorded.stdin_body->bytes);
    if (is_same) return;
    const std::string mine = shown_body(call.stdin_body);
    const std::string theirs = shown_body(recorded.stdin_body);
    say(candidate, mine == theirs ? "stdin: other " + mine : "stdin: " + mine + ", not " + theirs);
}

const std::string* find(const Pairs& env, std::string_view name) {
    for (const auto& [each, value] : env) {
        if (each == name) return &value;
    }
    return nullptr;
}

void compare_env(Candidate& candidate, const CommandInput& call, const CommandInput& recorded,
                 const Match& policy) {
    for (const std::string& name : policy.env) {
        const std::string* mine = find(call.env, name);
        const std::string* theirs = find(recorded.env, name);
        if (mine == theirs || (mine != nullptr && theirs != nullptr && *mine == *theirs)) continue;
        const auto word = [](const std::string* value) {
            return value == nullptr ? std::string("not set") : said(*value);
        };
        say(candidate, "variable " + name + ": " + word(mine) + ", not " + word(theirs));
    }
}

Candidate compare_calls(const CommandInput& call, const CommandInput& recorded, const Match& policy,
                        std::size_t which) {
    Candidate candidate;
    candidate.miss.which = which;
    if (call.program != recorded.program) {
        say(candidate, "program: " + said(call.program) + ", not " + said(recorded.program));
    }
    compare_arguments(candidate, call.args, recorded.args);
    if (policy.stdin_body) compare_stdin(candidate, call, recorded);
    if (policy.cwd && call.cwd != recorded.cwd) {
        say(candidate, "folder: " + said(call.cwd) + ", not " + said(recorded.cwd));
    }
    compare_env(candidate, call, recorded, policy);
    // Another subcommand is another world, however alike the rest is.
    const bool has_words = !call.args.empty() && !recorded.args.empty();
    if (has_words && call.args.front() != recorded.args.front()) candidate.distance += 3;
    return candidate;
}

}  // namespace

std::vector<NearMiss> nearest(const CommandInput& call, std::span<const CommandInput> recorded,
                              const Match& policy, std::size_t most) {
    const bool has_program =
        std::any_of(recorded.begin(), recorded.end(),
                    [&](const CommandInput& each) { return each.program == call.program; });
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < recorded.size() && candidates.size() < kMostCompared; ++i) {
        if (has_program && recorded[i].program != call.program) continue;
        candidates.push_back(compare_calls(call, recorded[i], policy, i));
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.distance < b.distance; });
    std::vector<NearMiss> near;
    for (Candidate& candidate : candidates) {
        if (near.size() == most) break;
        // Ten recordings of one call are one near miss.
        const bool is_told = std::any_of(near.begin(), near.end(), [&](const NearMiss& told) {
            return recorded[told.which] == recorded[candidate.miss.which];
        });
        if (!is_told) near.push_back(std::move(candidate.miss));
    }
    return near;
}

}  // namespace understudy::cassette
