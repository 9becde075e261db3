// Which states of which resources can be reached, and how: tried out on the fake, which costs
// nothing, before anything is asked of the target.
//
//     const Reach reach = TRY(find_reach(pack, rehearsal, {}));
//     for (const Recipe& recipe : reach.recipes) recipe.state ...
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "verify/recipe.hpp"
#include "verify/walk.hpp"

namespace understudy::verify {

// Something that has happened to an object of the fake.
struct Happened {
    std::string resource, id, from, to, cause;
};

struct Rehearsed {
    std::vector<Taken> taken;
    std::vector<Happened> happened;  // in order
};

// Walks on a fresh world of the fake each.
class Rehearsal {
public:
    virtual ~Rehearsal() = default;
    virtual base::Result<Rehearsed> rehearse(const Walk& walk) = 0;
};

struct ReachOptions {
    bool control = true;                           // world events and chosen arms may be used
    base::Duration longest{400LL * 24 * 3600, 0};  // that is waited for at a time
    std::size_t rehearsals = 6'000;
};

struct Reach {
    std::vector<Recipe> recipes;
    // By resource: numbers of recipes. The first one that makes it comes first; `full` has every
    // reference it can have.
    std::vector<std::vector<std::size_t>> of;
    std::vector<std::size_t> full;    // kNoRecipe: there is none
    std::vector<std::string> closed;  // resources that no call makes, with the reason
};
inline constexpr std::size_t kNoRecipe = static_cast<std::size_t>(-1);

base::Result<Reach> find_reach(const pack::Pack& pack, Rehearsal& rehearsal,
                               const ReachOptions& options);

// What may be done to an object in a state.
std::vector<Action> actions_in(const pack::Pack& pack, pack::Index resource,
                               const std::string& state, const ReachOptions& options);

}  // namespace understudy::verify
