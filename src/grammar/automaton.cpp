// Steps of an automaton, and the bookkeeping of a walk.
#include "grammar/impl/automaton.hpp"

#include <algorithm>

#include "grammar/impl/taken.hpp"

namespace understudy::grammar {

const std::vector<Edge>* AutomatonState::edges(TypeId type) const {
    auto found = on.find(type);
    if (found != on.end()) return &found->second;
    if (!otherwise.empty() && type != kNoType) return &otherwise;
    return nullptr;
}

std::optional<std::uint32_t> Automaton::find(std::string_view state) const {
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].name == state) return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
}

bool Automaton::mentions(TypeId type) const {
    return std::any_of(states.begin(), states.end(),
                       [&](const AutomatonState& state) { return state.edges(type) != nullptr; });
}

std::optional<std::uint32_t> Automaton::next(std::uint32_t state, const Taken& record) const {
    const std::vector<Edge>* edges = states[state].edges(record.type);
    if (edges == nullptr) return std::nullopt;
    for (const Edge& edge : *edges) {
        if (holds(edge.when, record)) return edge.to;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> Automaton::only_target(const Taken& record) const {
    std::optional<std::uint32_t> target;
    for (std::uint32_t state = 0; state < states.size(); ++state) {
        auto to = next(state, record);
        if (!to) continue;
        if (target && *target != *to) return std::nullopt;
        target = to;
    }
    return target;
}

Legality Automaton::legality(std::uint32_t state, TypeId type) const {
    const std::vector<Edge>* edges = states[state].edges(type);
    if (edges == nullptr) return Legality::No;
    bool sure = std::any_of(edges->begin(), edges->end(), [](const Edge& e) { return !e.when; });
    return sure ? Legality::Yes : Legality::Maybe;
}

bool Automaton::may_stop(std::uint32_t state, Ending ending) const {
    const AutomatonState& here = states[state];
    switch (ending) {
        case Ending::Complete: return here.accept;
        case Ending::Failed: return says_failed ? here.failed : here.accept;
        // A stream that stands at a place where it could have ended, but need not have, may have
        // been cut there; one that stands at its very end was not cut.
        case Ending::Interrupted:
            return here.interruptible || ((here.accept || here.failed) && !here.is_final());
    }
    return false;
}

void Walk::go(std::uint32_t to, std::size_t record) {
    state = to;
    last = record;
    if (to == begin) {
        path.clear();
        return;
    }
    auto seen =
        std::find_if(path.begin(), path.end(), [&](const Step& step) { return step.state == to; });
    if (seen != path.end()) {
        path.erase(seen + 1, path.end());
    } else {
        path.push_back({record, to});
    }
}

std::vector<std::size_t> Walk::records_with(std::size_t record) const {
    std::vector<std::size_t> records;
    for (const Step& step : path) records.push_back(step.record);
    if (records.empty() || records.back() != record) records.push_back(record);
    return records;
}

}  // namespace understudy::grammar
