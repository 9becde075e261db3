// A grammar in the short form from the kinds of events that came, recording by recording.
//
//     init assistant result
//     init hook assistant assistant result     ->   init hook? assistant+ result
//
// Where kinds keep one order, each gets its own place. Where they do not, what comes first and last
// every time is kept, and between them anything of the rest may come.
#include <algorithm>
#include <map>
#include <set>

#include "cassette/impl/learning.hpp"

namespace understudy::cassette {

namespace {

using Kinds = std::vector<std::string>;

constexpr std::size_t kMostKinds = 100;

bool can_be_named(const std::string& kind) {
    return !kind.empty() && kind.find_first_of("()|?*+ \t\r\n") == std::string::npos;
}

// Runs of one kind as one: a a b a -> a b a
Kinds runs_of(const Kinds& kinds) {
    Kinds runs;
    std::unique_copy(kinds.begin(), kinds.end(), std::back_inserter(runs));
    return runs;
}

// One order of kinds that all recordings keep to; empty: there is none.
Kinds common_order(const std::vector<Kinds>& recordings) {
    std::map<std::string, std::set<std::string>> before;  // what comes before a kind, anywhere
    Kinds all;
    for (const Kinds& kinds : recordings) {
        const Kinds runs = runs_of(kinds);
        if (std::set<std::string>(runs.begin(), runs.end()).size() < runs.size()) return {};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (std::find(all.begin(), all.end(), runs[i]) == all.end()) all.push_back(runs[i]);
            for (std::size_t j = 0; j < i; ++j) before[runs[i]].insert(runs[j]);
        }
    }
    for (const auto& [kind, earlier] : before) {
        for (const std::string& each : earlier) {
            const auto found = before.find(each);
            if (found != before.end() && found->second.contains(kind)) return {};
        }
    }
    Kinds order;
    while (order.size() < all.size()) {
        const auto next = std::find_if(all.begin(), all.end(), [&](const std::string& kind) {
            if (std::find(order.begin(), order.end(), kind) != order.end()) return false;
            const auto found = before.find(kind);
            return found == before.end() ||
                   std::all_of(
                       found->second.begin(), found->second.end(), [&](const std::string& each) {
                           return std::find(order.begin(), order.end(), each) != order.end();
                       });
        });
        if (next == all.end()) return {};  // they go round in a circle
        order.push_back(*next);
    }
    return order;
}

std::string_view repeats(const std::vector<Kinds>& recordings, const std::string& kind) {
    std::ptrdiff_t least = 2, most = 0;
    for (const Kinds& kinds : recordings) {
        const std::ptrdiff_t count = std::count(kinds.begin(), kinds.end(), kind);
        least = std::min(least, count);
        most = std::max(most, count);
    }
    if (most <= 1) return least == 0 ? "?" : "";
    return least == 0 ? "*" : "+";
}

// The same at the front of all, the same at the back of all, and any of the rest between.
std::string loose_form(const std::vector<Kinds>& recordings) {
    const Kinds& first = recordings.front();
    std::size_t shortest = first.size();
    for (const Kinds& kinds : recordings) shortest = std::min(shortest, kinds.size());
    const auto all_have = [&](auto&& at) {
        return std::all_of(recordings.begin(), recordings.end(),
                           [&](const Kinds& kinds) { return at(kinds) == at(first); });
    };
    std::size_t front = 0;
    while (front < shortest && all_have([&](const Kinds& k) { return k[front]; })) ++front;
    std::size_t back = 0;
    while (back + front < shortest &&
           all_have([&](const Kinds& k) { return k[k.size() - 1 - back]; })) {
        ++back;
    }
    // A long common front is what these runs happen to share; the first event is what they promise.
    front = std::min<std::size_t>(front, 1);
    back = std::min<std::size_t>(back, 1);
    std::set<std::string> between;
    for (const Kinds& kinds : recordings) {
        for (std::size_t i = front; i + back < kinds.size(); ++i) between.insert(kinds[i]);
    }
    std::string form = front == 1 ? first.front() : "";
    if (!between.empty()) {
        std::string any;
        for (const std::string& kind : between) any += (any.empty() ? "" : " | ") + kind;
        form += (form.empty() ? "(" : " (") + any + ")*";
    }
    if (back == 1) form += (form.empty() ? "" : " ") + first.back();
    return form;
}

}  // namespace

std::string short_form_of(const std::vector<Kinds>& recordings) {
    std::set<std::string> all;
    for (const Kinds& kinds : recordings) {
        if (kinds.empty() || !std::all_of(kinds.begin(), kinds.end(), can_be_named)) return {};
        all.insert(kinds.begin(), kinds.end());
    }
    if (all.size() > kMostKinds) return {};
    const Kinds order = common_order(recordings);
    if (order.empty()) return loose_form(recordings);
    std::string form;
    for (const std::string& kind : order) {
        form += (form.empty() ? "" : " ") + kind + std::string(repeats(recordings, kind));
    }
    return form;
}

}  // namespace understudy::cassette
