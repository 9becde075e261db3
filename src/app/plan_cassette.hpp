// Cassettes made of what a plan's steps have recorded: not sealed yet, and in memory only.
#pragma once

#include <optional>
#include <vector>

#include "app/clean_room.hpp"
#include "app/plan_file.hpp"
#include "app/plan_request.hpp"
#include "cassette/model.hpp"
#include "plan/recording.hpp"

namespace understudy::app {

struct RecordingGround {
    const PlanFile& file;
    const CleanRoom& room;
    std::vector<std::string> kept_variables;  // globs: what of the environment is recorded
    Variables logins;                         // variables that hand over credentials
    cassette::Provenance provenance;
    std::optional<cassette::Variant> variant;
    const TakenRequests& requests;  // what became of the requests
};

cassette::Cassette to_cassette(const plan::Recording& recording, const RecordingGround& ground);

// One stream's bytes as they are seen inside the room; pieces are joined where a path lies across
// their border.
std::vector<cassette::Piece> pieces_inside(const std::vector<plan::CommandAnswer::Piece>& pieces,
                                           const CleanRoom& room);

}  // namespace understudy::app
