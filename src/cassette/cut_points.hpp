// Where a recorded stream of events may be cut without lying about what the service does.
//
//     cut_points(exchange, grammars)      {0, 212, 388}: after so many bytes of its body
//
// The first grammar that the recording fits decides: between which events a stream of that kind may
// break off. Where none fits, every place between two events will do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cassette/model.hpp"
#include "grammar/grammar.hpp"

namespace understudy::cassette {

// After so many bytes an event ends; the last one is the end of the body, if all of it is events.
std::vector<std::uint64_t> event_ends(const Exchange& exchange);

// In order. Before the first event, too, where that is allowed; never after the last.
std::vector<std::uint64_t> cut_points(const Exchange& exchange,
                                      std::span<const grammar::Grammar> grammars);

}  // namespace understudy::cassette
