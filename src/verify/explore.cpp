#include "verify/explore.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "verify/author.hpp"

namespace understudy::verify {

namespace {

constexpr std::size_t kMostSilent = 3;  // walks in a row that the target leaves without an answer

void count(std::vector<std::pair<std::string, std::size_t>>& list, const std::string& reason) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& each) { return each.first == reason; });
    if (found == list.end()) {
        list.emplace_back(reason, 1);
    } else {
        ++found->second;
    }
}

std::string shown_answer(const Taken& taken) {
    if (taken.kind != Taken::Kind::Answer) return taken.why.empty() ? "nothing" : taken.why;
    const std::string body = taken.response.body();
    return std::to_string(taken.response.head.status) + (body.empty() ? "" : " ") + body;
}

class Explorer {
public:
    Explorer(const pack::Pack& pack, Ground& ground, const ExploreOptions& options)
        : pack_(pack), ground_(ground), options_(options), reached_(pack) {
        if (options.clock != nullptr) started_ = options.clock->now();
    }

    base::Result<Exploration> run() {
        AuthorOptions how;
        how.seed = options_.seed;
        how.control = options_.control;
        if (!options_.control) how.longest = options_.longest;
        ReachOptions reaching;
        reaching.control = options_.control;
        reaching.longest = how.longest;
        const Reach reach = TRY(find_reach(pack_, ground_, reaching));
        std::vector<Walk> walks = write_walks(pack_, reach, how);
        // Waiting costs time, so it comes last.
        if (!options_.control) {
            std::stable_sort(walks.begin(), walks.end(), [](const Walk& a, const Walk& b) {
                return (a.waits().seconds > 0) < (b.waits().seconds > 0);
            });
        }
        for (std::uint64_t i = 0; i < options_.drawn; ++i) {
            walks.push_back(random_walk(pack_, reach, how, i));
        }
        done_.all_walks = walks.size();
        done_.closed = reach.closed;
        for (const Walk& walk : walks) {
            if (is_over()) break;
            TRY_VOID(one(walk));
            if (options_.on_walk) options_.on_walk(done_.walks, done_.all_walks);
        }
        finish();
        return std::move(done_);
    }

private:
    bool is_over() {
        if (!done_.ended.empty()) return true;
        if (options_.is_stopped && options_.is_stopped()) {
            done_.ended = "interrupted";
        } else if (done_.calls >= options_.calls) {
            done_.ended = base::plural(options_.calls, "call") +
                          (options_.calls == 1 ? " was made" : " were made");
        } else if (options_.time && options_.clock != nullptr &&
                   base::between(started_, options_.clock->now()).value_or(base::Duration{}) >=
                       *options_.time) {
            done_.ended = base::to_text(*options_.time) + " have passed";
        } else if (done_.found.size() >= options_.most) {
            done_.ended = base::plural(done_.found.size(), "divergence") +
                          (done_.found.size() == 1 ? " was found" : " were found");
        }
        return !done_.ended.empty();
    }

    // What was found in time may be shrunk for as long again, and no longer.
    bool is_late() const {
        if (!options_.time || options_.clock == nullptr) return false;
        const base::Duration most{2 * options_.time->seconds + 1, 0};
        return base::between(started_, options_.clock->now()).value_or(base::Duration{}) >= most;
    }

    // What is not allowed is left out, with all that builds on it.
    Walk allowed_part(const Walk& walk) {
        if (walk.effect() <= options_.allowed) return walk;
        Walk made;
        made.about = walk.about;
        made.is_loose = walk.is_loose;
        std::vector<std::string> gone;
        for (const Leg& leg : walk.legs) {
            const auto used = names_used(leg);
            const bool is_lost =
                std::any_of(used.begin(), used.end(), [&](const std::string& name) {
                    return std::find(gone.begin(), gone.end(), name) != gone.end();
                });
            if (!leg.step.request.control && leg.step.effect <= options_.allowed && !is_lost) {
                made.legs.push_back(leg);
                continue;
            }
            for (const plan::Capture& capture : leg.step.captures) gone.push_back(capture.name);
        }
        count(done_.left_out,
              walk.effect() == plan::Effect::Write || options_.allowed == plan::Effect::Read
                  ? "they write; --allow-write lets them"
                  : "they delete; --allow-destructive lets them");
        return made;
    }

    struct Both {
        std::vector<Taken> fake, target;
        Parting parting;
    };

    base::Result<Both> walk_both(const Walk& walk) {
        Both both;
        if (auto begun = ground_.begin(); !begun) {
            both.parting.unknown = base::message(begun.error());
            return both;
        }
        TakeOptions how;
        how.run = options_.run + (options_.control ? "" : "-" + std::to_string(++runs_));
        how.patience = options_.patience;
        if (!options_.control) how.clock = options_.clock;
        both.target = take(walk, ground_.target(), how);
        done_.calls += walk.calls();
        TakeOptions alike = how;
        alike.clock = nullptr;
        if (how.clock != nullptr) alike.alongside = &both.target;
        both.fake = take(walk, ground_.fake(), alike);
        PartOptions parting;
        parting.clocks = ground_.clocks();
        parting.shared = !options_.control;
        both.parting = part(pack_, walk, both.fake, both.target, parting);
        return both;
    }

    base::Result<void> one(const Walk& whole) {
        const Walk walk = allowed_part(whole);
        if (walk.calls() == 0) return {};
        ++done_.walks;
        const Both both = TRY(walk_both(walk));
        if (!both.fake.empty()) reached_.note(walk, both.fake, ground_.happened());
        if (!both.parting.unknown.empty()) {
            count(done_.unknown, both.parting.unknown);
            if (++silent_ >= kMostSilent && done_.found.empty()) {
                done_.ended = "the target could not be asked";
            }
        } else {
            silent_ = 0;
        }
        for (const Divergence& each : both.parting.divergences) {
            if (done_.found.size() >= options_.most) break;
            TRY_VOID(found(walk, each));
        }
        return {};
    }

    base::Result<void> found(const Walk& walk, const Divergence& divergence) {
        const std::string key = divergence.key();
        for (Found& each : done_.found) {
            if (each.divergence.key() != key) continue;
            ++each.times;
            return {};
        }
        const Shows shows = [&](const Walk& less) -> std::optional<std::vector<Divergence>> {
            if (options_.is_stopped && options_.is_stopped()) return std::nullopt;
            if (is_late()) return std::nullopt;
            auto both = walk_both(less);
            if (!both) return std::nullopt;
            Parting& parting = both->parting;
            if (!parting.unknown.empty() && parting.divergences.empty()) return std::nullopt;
            return std::move(parting.divergences);
        };
        const auto shrunk = shrink(walk, divergence, shows, options_.tries);
        if (!shrunk) {
            count(done_.unknown, "a difference in " + divergence.operation + ", " +
                                     divergence.place() + ", did not show again");
            return {};
        }
        Found made;
        made.divergence = shrunk->divergence;
        made.least = shrunk->walk;
        made.is_minimal = shrunk->is_minimal;
        const Both again = TRY(walk_both(shrunk->walk));
        if (!again.target.empty()) {
            made.said = shown_answer(again.target.back());
            made.expected = shown_answer(again.fake.back());
            made.of_fake = again.fake;
        }
        done_.found.push_back(std::move(made));
        return {};
    }

    void finish() {
        done_.reached = reached_.shares();
        for (const Share& share : done_.reached) {
            for (const std::string& name : share.missing) {
                const std::string why = reached_.why_not(share.kind, name);
                if (!why.empty()) done_.why_not[share.kind + ' ' + name] = why;
            }
        }
        done_.verdict = !done_.found.empty()     ? report::Verdict::Differed
                        : !done_.unknown.empty() ? report::Verdict::Unknown
                        : done_.walks == 0       ? report::Verdict::Unknown
                                                 : report::Verdict::Agreed;
    }

    const pack::Pack& pack_;
    Ground& ground_;
    const ExploreOptions& options_;
    Reached reached_;
    Exploration done_;
    base::Instant started_;
    std::size_t silent_ = 0;
    std::uint64_t runs_ = 0;
};

}  // namespace

base::Result<Exploration> explore(const pack::Pack& pack, Ground& ground,
                                  const ExploreOptions& options) {
    return Explorer(pack, ground, options).run();
}

}  // namespace understudy::verify
