#include "verify/channel_facts.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/shown.hpp"

namespace understudy::verify {

using report::Verdict;

JudgedFact judge_fact(const std::vector<FactSource>& sources) {
    JudgedFact judged;
    std::vector<std::string> said;
    std::vector<std::string> not_seen;
    bool is_split = false;
    for (const FactSource& source : sources) {
        if (source.body == nullptr) {
            not_seen.push_back(source.channel);
            continue;
        }
        const auto found = source.place.select(*source.body);
        if (found.size() != 1) {
            is_split = true;
            said.push_back(source.channel + (found.empty() ? " has nothing" : " has several") +
                           " at " + report::shown(source.place.text));
            continue;
        }
        said.push_back(source.channel + " says " + report::shown_value(*found.front()));
        if (!judged.value) {
            judged.value = *found.front();
        } else if (!json::equivalent(*judged.value, *found.front())) {
            is_split = true;
        }
    }
    if (is_split) {
        judged.verdict = Verdict::Differed;
        judged.value.reset();
        judged.why = base::join(said, ", ");
    } else if (!not_seen.empty()) {
        judged.value.reset();
        judged.why =
            base::join(not_seen, ", ") + (not_seen.size() == 1 ? " was" : " were") + " not seen";
    } else {
        judged.verdict = Verdict::Agreed;
    }
    return judged;
}

bool is_wanted(const json::Value& body,
               const std::vector<std::pair<plan::Place, json::Value>>& wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](const auto& each) {
        const auto found = each.first.select(body);
        return found.size() == 1 && json::equivalent(*found.front(), each.second);
    });
}

}  // namespace understudy::verify
