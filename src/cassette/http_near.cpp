// The recordings that come nearest to a call over HTTP that nobody answered, and what keeps them
// apart. Heads are compared first, because they are short; of the best of them the bodies too.
#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "cassette/http_match.hpp"
#include "cassette/impl/http_view.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostCompared = 20'000;  // recordings whose heads are looked at
constexpr std::size_t kMostBodies = 24;        // and whose bodies
constexpr std::size_t kMostParts = 20'000;     // of one call: beyond, bodies are only counted
constexpr std::size_t kMostDifferences = 6;    // said of one recording
constexpr std::size_t kShown = 60;             // bytes of a value

// What weighs how much: another path is another operation, another value of a field is a detail.
constexpr std::size_t kOfMethod = 12;
constexpr std::size_t kOfHost = 12;
constexpr std::size_t kOfSegment = 6;
constexpr std::size_t kOfField = 1;

struct Candidate {
    NearMiss miss;
    std::size_t distance = 0;
};

void say(Candidate& candidate, std::size_t weight, std::string difference) {
    candidate.distance += weight;
    auto& said = candidate.miss.differences;
    if (said.size() < kMostDifferences) {
        said.push_back(std::move(difference));
    } else if (said.size() == kMostDifferences) {
        said.emplace_back("and more");
    }
}

std::string quoted(std::string_view text) {
    return base::quoted(text, kShown);
}

void compare_texts(Candidate& candidate, std::size_t weight, std::string_view what,
                   const std::string& mine, const std::string& theirs) {
    if (mine == theirs) return;
    say(candidate, weight, std::string(what) + ": " + quoted(mine) + ", not " + quoted(theirs));
}

// Segment by segment where there are as many, else as a whole.
void compare_paths(Candidate& candidate, const std::string& mine, const std::string& theirs) {
    if (mine == theirs) return;
    const auto own = base::split(mine, '/');
    const auto other = base::split(theirs, '/');
    std::size_t common = 0;
    for (std::size_t i = 0; i < std::min(own.size(), other.size()); ++i) {
        if (own[i] == other[i]) ++common;
    }
    const std::size_t apart = std::max(own.size(), other.size()) - common;
    if (own.size() != other.size() || apart > 2) {
        say(candidate, kOfSegment * apart, "path: " + quoted(mine) + ", not " + quoted(theirs));
        return;
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
        compare_texts(candidate, kOfSegment, "path segment " + std::to_string(i),
                      std::string(own[i]), std::string(other[i]));
    }
}

std::string shown(const HttpPart& part) {
    if (!part.is_json) return quoted(part.value);
    if (part.value.size() <= kShown) return part.value;
    return base::to_valid_utf8(part.value.substr(0, kShown)) + "...";
}

// Both sorted by place.
void compare_parts(Candidate& candidate, const std::vector<HttpPart>& mine,
                   const std::vector<HttpPart>& theirs) {
    std::size_t i = 0, j = 0;
    while (i < mine.size() || j < theirs.size()) {
        const int order = i == mine.size()     ? 1
                          : j == theirs.size() ? -1
                                               : mine[i].place.compare(theirs[j].place);
        if (order < 0) {
            say(candidate, kOfField, mine[i].place + ": " + shown(mine[i]) + " is not in it");
            ++i;
        } else if (order > 0) {
            say(candidate, kOfField, theirs[j].place + ": it has " + shown(theirs[j]));
            ++j;
        } else {
            if (mine[i].value != theirs[j].value) {
                say(candidate, kOfField,
                    mine[i].place + ": " + shown(mine[i]) + ", not " + shown(theirs[j]));
            }
            ++i;
            ++j;
        }
    }
}

std::vector<HttpPart> parts_behind_path(const HttpView& view) {
    std::vector<HttpPart> parts = parts_of(view);
    std::erase_if(parts, [](const HttpPart& part) {
        return part.place == "method" || part.place == "host" || part.place == "path";
    });
    return parts;
}

std::string_view name_of(HttpView::Form form) {
    switch (form) {
        case HttpView::Form::None: return "none";
        case HttpView::Form::Json: return "JSON";
        case HttpView::Form::Fields: return "fields";
        case HttpView::Form::Bytes: break;
    }
    return "bytes";
}

Candidate compare_views(const HttpView& call, const HttpView& recorded, std::size_t which) {
    Candidate candidate;
    candidate.miss.which = which;
    compare_texts(candidate, kOfMethod, "method", call.method, recorded.method);
    compare_texts(candidate, kOfHost, "host", call.host, recorded.host);
    compare_paths(candidate, call.path, recorded.path);
    if (call.form != recorded.form) {
        say(candidate, kOfField,
            "body: " + std::string(name_of(call.form)) + ", not " +
                std::string(name_of(recorded.form)));
    }
    std::vector<HttpPart> mine = parts_behind_path(call);
    std::vector<HttpPart> theirs = parts_behind_path(recorded);
    const bool is_huge = mine.size() > kMostParts || theirs.size() > kMostParts;
    if (is_huge || call.form != recorded.form) {
        const auto is_of_body = [](const HttpPart& part) { return part.place.starts_with("body"); };
        if (is_huge) {
            say(candidate, kOfField,
                "body: " + base::plural(mine.size(), "value") + ", not the same " +
                    base::with_thousands(theirs.size()));
        }
        std::erase_if(mine, is_of_body);
        std::erase_if(theirs, is_of_body);
    }
    compare_parts(candidate, mine, theirs);
    return candidate;
}

// The call as each way of comparing sees it, made once for each.
class Views {
public:
    using Make = HttpView (*)(const HttpInput& call, const HttpWay& how);

    Views(const HttpInput& call, bool with_host, Make make)
        : call_(call), with_host_(with_host), make_(make) {}

    Candidate compare(const Recorded& recorded, std::size_t which) const {
        const HttpWay how{*recorded.policy, *recorded.rules, with_host_};
        const auto place = std::pair(recorded.policy, recorded.rules);
        auto found = made_.find(place);
        if (found == made_.end()) found = made_.emplace(place, make_(call_, how)).first;
        return compare_views(found->second, make_(*recorded.input, how), which);
    }

private:
    const HttpInput& call_;
    bool with_host_;
    Make make_;
    mutable std::map<std::pair<const Match*, const Rules*>, HttpView> made_;
};

bool is_nearer(const Candidate& a, const Candidate& b) {
    return a.distance < b.distance;
}

}  // namespace

std::vector<NearMiss> nearest(const HttpInput& call, std::span<const Recorded> recorded,
                              bool with_host, std::size_t most) {
    const Views heads(call, with_host, head_view_of), wholes(call, with_host, view_of);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < recorded.size() && i < kMostCompared; ++i) {
        candidates.push_back(heads.compare(recorded[i], i));
    }
    std::stable_sort(candidates.begin(), candidates.end(), is_nearer);
    if (candidates.size() > kMostBodies) candidates.resize(kMostBodies);
    for (Candidate& candidate : candidates) {
        const std::size_t which = candidate.miss.which;
        candidate = wholes.compare(recorded[which], which);
    }
    std::stable_sort(candidates.begin(), candidates.end(), is_nearer);
    std::vector<NearMiss> near;
    for (Candidate& candidate : candidates) {
        if (near.size() == most) break;
        // Ten recordings of one call are one near miss.
        const bool is_told = std::any_of(near.begin(), near.end(), [&](const NearMiss& told) {
            return recorded[told.which].input->path == recorded[candidate.miss.which].input->path &&
                   told.differences == candidate.miss.differences;
        });
        if (!is_told) near.push_back(std::move(candidate.miss));
    }
    return near;
}

}  // namespace understudy::cassette
