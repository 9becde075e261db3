// What of a pack an exploration has reached, and what not.
//
//     Reached reached(pack);
//     reached.note(walk, taken_from_fake, happened);
//     for (const Share& share : reached.shares()) share.reached, share.all, share.missing ...
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/reach.hpp"

namespace understudy::verify {

// One kind of thing: how many there are, how many were met, which were not.
struct Share {
    std::string kind;  // operations, states, moves, arms, errors, filters, pages
    std::size_t reached = 0, all = 0;
    std::vector<std::string> missing;
};

class Reached {
public:
    explicit Reached(const pack::Pack& pack);

    void note(const Walk& walk, const std::vector<Taken>& fake,
              const std::vector<Happened>& happened);
    std::vector<Share> shares() const;
    // Why something of this kind is missed by everybody who can only make calls; empty: it is not.
    std::string why_not(const std::string& kind, const std::string& name) const;

private:
    void note_call(const Leg& leg, const Taken& taken);
    void note_move(const Happened& happened);

    struct Kind {
        std::string name;
        std::vector<std::string> all;
        std::set<std::string> met;
    };
    Kind& kind(std::string_view name);

    const pack::Pack& pack_;
    std::vector<Kind> kinds_;
};

}  // namespace understudy::verify
