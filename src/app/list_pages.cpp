#include "app/list_pages.hpp"

#include <algorithm>

#include "json/parse.hpp"

namespace understudy::app {

namespace {

constexpr base::Duration kLongestPage{30, 0};

// The service is busy or ill: this is no page of it.
bool is_passing(int status) {
    return status == 429 || status == 502 || status == 503 || status == 504;
}

PagesSeen read_list(plan::Target& target, const verify::PageWalk& walk, std::size_t most) {
    PagesSeen seen;
    std::optional<std::string> query = walk.first();
    while (query && seen.pages.size() < most) {
        plan::Call call;
        call.request.head.method = "GET";
        call.request.head.target = walk.path() + "?" + *query;
        call.timeout = kLongestPage;
        call.step = walk.operation();
        const auto response = target.call(call);
        if (!response) {
            seen.why = base::message(response.error());
            return seen;
        }
        KeptAnswer page = kept_answer(call, *response);
        if (is_passing(page.status)) {
            seen.why = "it answered a page with " + std::to_string(page.status);
            return seen;
        }
        query.reset();
        if (page.status == 200 && page.body) query = walk.behind(*page.body, seen.pages.size() + 1);
        seen.pages.push_back(std::move(page));
    }
    return seen;
}

}  // namespace

std::map<std::string, PagesSeen> read_lists(plan::Target& target,
                                            std::span<const verify::PageWalk> lists,
                                            const KeptAnswers& answers, std::size_t most) {
    std::map<std::string, PagesSeen> all;
    for (const verify::PageWalk& walk : lists) {
        const bool is_touched = std::any_of(answers.begin(), answers.end(), [&](const auto& each) {
            return each.second.path == walk.path();
        });
        if (is_touched) all.emplace(walk.operation(), read_list(target, walk, most));
    }
    return all;
}

}  // namespace understudy::app
