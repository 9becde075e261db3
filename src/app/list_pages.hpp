// The pages of lists, read from a target while the objects of a probe are still there.
//
//     const auto pages = read_lists(target, walks, witnessed.answers, 3);
//     pages.at("listCharges").pages[0].body
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/live_target.hpp"
#include "plan/target.hpp"
#include "verify/page_walk.hpp"

namespace understudy::app {

struct PagesSeen {
    std::vector<KeptAnswer> pages;  // in their order
    std::string why;                // a page could not be read; empty: all could
};
// A fake is read to the end, so that its last page is among what may be shown; a service may hold
// more than anybody wants to read.
inline constexpr std::size_t kMostFakePages = 50;
inline constexpr std::size_t kMostLivePages = 3;

// By operation. A list that none of the answers is of is left alone: the probe made nothing for it.
std::map<std::string, PagesSeen> read_lists(plan::Target& target,
                                            std::span<const verify::PageWalk> lists,
                                            const KeptAnswers& answers, std::size_t most);

}  // namespace understudy::app
