// What one change stands on: state, eyes, renderer, and the point to go back to.
#include <algorithm>
#include <iterator>

#include "world/impl/engine.hpp"

namespace understudy::world {

Ground::Ground(World::Engine& engine, std::string cause, std::string bound_by, std::uint64_t trace,
               const Request* request)
    : engine_(engine),
      state_(engine.state),
      eyes_(*engine.pack, engine.state, engine.config, allowance_),
      viewer_(eyes_, request, &engine.drawings),
      turn_{engine.state, eyes_, engine.config, engine.definition.seed},
      mark_(engine.state.mark()) {
    eyes_.set_viewer(&viewer_);
    turn_.cause = std::move(cause);
    turn_.bound_by = std::move(bound_by);
    turn_.trace = trace;
    turn_.request = request;
    turn_.is_watched = engine.warns();
    turn_.definition = &engine.definition;
    turn_.in_history = engine.in_history;
    turn_.shown = &engine.shown;
    turn_.memo = &engine.memo;
    turn_.renderer = &viewer_;
}

void Ground::begin() {
    state_.settle();
    mark_ = state_.mark();
    allowance_ = {};
}

void Ground::undo() {
    state_.roll_back(mark_);
    mark_ = state_.mark();
    eyes_.forget();
    turn_.transitions.clear();
    turn_.emitted.clear();
    turn_.scheduled.clear();
    turn_.touched.clear();
    turn_.chained = 0;
    turn_.clock = std::nullopt;
}

void Ground::commit(Outcome& outcome) {
    state_.settle();
    std::move(turn_.transitions.begin(), turn_.transitions.end(),
              std::back_inserter(outcome.transitions));
    std::move(turn_.emitted.begin(), turn_.emitted.end(), std::back_inserter(outcome.events));
    if (turn_.is_watched) engine_.review(turn_.touched, outcome);
}

Warning warning_of(const base::Error& error) {
    std::string_view name = base::name_of(error.code);
    name.remove_prefix(std::min(name.size(), name.find('.') + 1));
    return {std::string(name), base::message(error)};
}

}  // namespace understudy::world
