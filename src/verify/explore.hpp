// An exploration: walks on two services at once, until they part, time or calls are used up, or
// there is nothing more to ask.
//
//     const Exploration done = explore(*pack, ground, {.seed = 7});
//     for (const Found& each : done.found) each.least.walk, each.divergence ...
//
// Pure: services, clocks and what may be called are the business of what it is given.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "report/finding.hpp"
#include "verify/divergence.hpp"
#include "verify/reach.hpp"
#include "verify/reached.hpp"
#include "verify/shrink.hpp"

namespace understudy::verify {

// The two services.
class Ground : public Rehearsal {
public:
    // Both begin anew, as far as they can. Fails if the target cannot be reached.
    virtual base::Result<void> begin() = 0;
    virtual plan::Target& fake() = 0;
    virtual plan::Target& target() = 0;
    virtual Clocks clocks() = 0;
    // What has happened in the fake since it began.
    virtual std::vector<Happened> happened() = 0;
};

struct ExploreOptions {
    std::uint64_t seed = 0;
    plan::Effect allowed = plan::Effect::Destructive;
    bool control = true;  // the target is a world: it begins anew, and its clock can be moved
    std::string run = "us-0";
    std::uint64_t calls = 5'000;              // of the target
    std::optional<base::Duration> time = {};  // needs the clock
    base::Clock* clock = nullptr;
    std::size_t most = 20;    // divergences
    std::size_t drawn = 40;   // walks that are drawn, after those that are derived
    std::size_t tries = 300;  // to shrink one divergence
    base::Duration patience{10, 0};
    base::Duration longest{5, 0};  // that is waited for at a time, where clocks cannot be moved
    std::function<bool()> is_stopped = {};
    std::function<void(std::size_t done, std::size_t all)> on_walk = {};
};

struct Found {
    Divergence divergence;
    Walk least;
    bool is_minimal = true;
    std::size_t times = 1;       // walks that showed it
    std::string said;            // the target's answer there: status and body
    std::string expected;        // the fake's
    std::vector<Taken> of_fake;  // answers to the least walk
};

struct Exploration {
    report::Verdict verdict = report::Verdict::Agreed;
    std::vector<Found> found;
    std::vector<Share> reached;
    std::vector<std::pair<std::string, std::size_t>> unknown;   // reason, walks
    std::vector<std::pair<std::string, std::size_t>> left_out;  // reason, walks
    std::map<std::string, std::string> why_not;                 // "moves charges.dispute" -> reason
    std::vector<std::string> closed;                            // resources no call makes
    std::size_t walks = 0, all_walks = 0;
    std::uint64_t calls = 0;
    std::string ended;  // why it ended before all walks were made; empty: it did not
};

// Fails where the fake itself cannot be used.
base::Result<Exploration> explore(const pack::Pack& pack, Ground& ground,
                                  const ExploreOptions& options);

}  // namespace understudy::verify
