// What is said when no recording answers.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/match.hpp"
#include "report/shown.hpp"
#include "shim/code.hpp"
#include "shim/impl/call.hpp"

namespace understudy::shim {

namespace {

constexpr std::size_t kNearest = 3;
constexpr std::size_t kMostCompared = 20'000;

}  // namespace

base::Error miss_of(const Call& call, const Lookup& lookup, const OpenSession& session) {
    // Without sealing only the shape may be shown, and nothing compared in words.
    const std::string shown =
        lookup.is_sealed ? shown_call(lookup.shown) : cassette::shape_of(call.input).text();
    base::Error miss = lookup.refusal.value_or(
        base::Error{code::NoRecording,
                    {{"call", shown}, {"folder", report::shown(session.index.settings().named)}},
                    {},
                    {}});
    if (lookup.refusal || !lookup.is_sealed) return miss;
    std::vector<cassette::CommandInput> recorded;
    const std::size_t count = std::min(session.index.count_calls(), kMostCompared);
    for (std::size_t i = 0; i < count; ++i) {
        recorded.push_back(session.index.input(i).value_or(cassette::CommandInput{}));
    }
    const cassette::Match policy =
        call.program.ways.empty() ? cassette::Match{} : call.program.ways.front().policy;
    for (const cassette::NearMiss& near :
         cassette::nearest(lookup.shown, recorded, policy, kNearest)) {
        const auto its_call = session.index.call(near.which);
        const auto file = its_call ? session.index.file(its_call->file) : std::nullopt;
        if (!file) continue;
        miss.because.push_back(
            base::Error{code::NearMiss,
                        {{"file", report::shown(file->path)},
                         {"number", std::to_string(its_call->exchange + 1)},
                         {"call", shown_call(recorded[near.which])},
                         {"differences", report::shown(base::join(near.differences, "; "))}},
                        {},
                        {}});
    }
    return miss;
}

}  // namespace understudy::shim
