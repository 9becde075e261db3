// What can follow from what, as far as the pack alone says: which events a move may emit, which
// calls bring forth objects of a resource, what a cause may lead to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pack/pack.hpp"

namespace understudy::world {

struct MoveAt {
    pack::Index resource = pack::kNone;
    pack::Index move = pack::kNone;

    friend bool operator==(const MoveAt&, const MoveAt&) = default;
};
const pack::Move& move_at(const pack::Pack& pack, MoveAt at);
std::string name_of(const pack::Pack& pack, MoveAt at);  // "charges.capture"
std::vector<MoveAt> all_moves(const pack::Pack& pack);   // in the pack's order

// Every event the move may emit, arms included; the hole of "charge.{arm}" is filled with each arm.
std::vector<std::string> events_of(const pack::Move& move);
bool emits(const pack::Move& move, std::string_view event);

// The moves with arms that a tester may mean: by RESOURCE.MOVE, by workflow, by an event.
std::vector<MoveAt> branches_named(const pack::Pack& pack, std::string_view name);

// Resources whose objects may come about because this operation was called, or because this move
// was made: directly, as a reaction, or by a timer of what was made.
std::vector<pack::Index> made_by(const pack::Pack& pack, pack::Index operation);
std::vector<pack::Index> made_by(const pack::Pack& pack, MoveAt move);

// What a move may lead to, itself included, in the order in which it is met.
struct Course {
    std::vector<std::string> events = {};
    std::vector<MoveAt> branches = {};
    std::vector<pack::Index> durations = {};
};
Course course_of(const pack::Pack& pack, MoveAt from);

}  // namespace understudy::world
