// States and transitions, and one walk through them. `seq` has one walk, `per-key` one for each
// key.
//
// A walk keeps the shortest list of records that leads to where it is: whenever it comes back to a
// state it has been in, what lies between is forgotten. So a walk's memory is bounded by the number
// of states, and its records alone drive a fresh walk to the same place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/program.hpp"
#include "grammar/impl/selector.hpp"
#include "grammar/kinds.hpp"

namespace understudy::grammar {

struct Taken;

struct Edge {
    std::optional<expr::Program> when;
    std::uint32_t to = 0;
};

struct AutomatonState {
    std::string name;
    std::unordered_map<TypeId, std::vector<Edge>> on;  // the first edge whose guard holds is taken
    std::vector<TypeId> order;                         // keys of `on`, as written
    std::vector<Edge> otherwise;                       // `*`: every known type that is not in `on`
    bool accept = false;
    bool failed = false;
    bool interruptible = false;

    const std::vector<Edge>* edges(TypeId type) const;
    bool is_final() const { return on.empty() && otherwise.empty(); }
};

enum class Legality : std::uint8_t { No, Maybe, Yes };

struct Automaton {
    std::vector<AutomatonState> states;
    std::uint32_t start = 0;
    bool says_accept = false;
    bool says_failed = false;

    std::optional<std::uint32_t> find(std::string_view state) const;
    bool mentions(TypeId type) const;
    std::optional<std::uint32_t> next(std::uint32_t state, const Taken& record) const;
    // Where a record that does not fit leads all the same, if there is only one such place.
    std::optional<std::uint32_t> only_target(const Taken& record) const;
    Legality legality(std::uint32_t state, TypeId type) const;
    bool may_stop(std::uint32_t state, Ending ending) const;
};

struct Walk {
    struct Step {
        std::size_t record = 0;
        std::uint32_t state = 0;  // after it
    };
    // A finding already made: a type that did not fit in a state.
    struct Blame {
        std::uint32_t state = 0;
        TypeId type = kNoType;
        std::size_t verdict = 0;
    };

    explicit Walk(std::uint32_t start) : state(start), begin(start) {}

    std::uint32_t state;
    std::uint32_t begin;
    std::size_t last = 0;  // the last record that moved it
    std::vector<Step> path;
    std::vector<Blame> blames;
    bool is_lost = false;  // the last record did not fit and led nowhere

    void go(std::uint32_t to, std::size_t record);
    std::vector<std::size_t> records_with(std::size_t record) const;
};

}  // namespace understudy::grammar
