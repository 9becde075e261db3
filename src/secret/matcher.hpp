// Which rules may match, and where such a match ends: one pass over the bytes for all rules at
// once. What it says is a guess that the rule's own expression confirms.
//
//     auto matcher = TRY(matcher_of(database));      // shared between threads
//     auto run = matcher->start();                   // one for each thread
//     run->look(text, candidates);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "secret/rule.hpp"

namespace understudy::secret {

struct Candidate {
    std::uint32_t rule = 0;  // index into Rules::all(), or kKeyCandidate
    std::uint32_t end = 0;   // offset behind a match
};

// Not a rule's: a name that could be a secret's ends here, followed by `:` or `=`.
inline constexpr std::uint32_t kKeyCandidate = 0xFFFF'FFFF;

class Matcher {
public:
    class Run {
    public:
        virtual ~Run() = default;
        // Adds to `found`, ordered by ends. Of a text the first 2 GiB are looked at.
        virtual void look(std::string_view text, std::vector<Candidate>& found) = 0;
    };
    virtual ~Matcher() = default;
    virtual std::unique_ptr<Run> start() const = 0;
};

// By Vectorscan. The database takes seconds to make, so the one of the shipped rules is made when
// the program is built; `rules` must be the ones it was made of, in the same order.
// The names of secrets (`password:`) are looked for by one of several databases only.
enum class Keys : std::uint8_t { With, Without };
base::Result<std::string> make_database(const Rules& rules, Keys keys);
base::Result<std::shared_ptr<const Matcher>> matcher_of(std::string_view database);
// Two at once: of the shipped rules, and of a user's own behind them.
std::shared_ptr<const Matcher> joined(std::shared_ptr<const Matcher> first,
                                      std::uint32_t rules_of_first,
                                      std::shared_ptr<const Matcher> second);

}  // namespace understudy::secret
