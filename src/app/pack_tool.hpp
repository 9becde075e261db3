// A real tool, run against a world that is served to it: the recorded words, in a clean room of
// their own, with the variables that lead the tool to the world.
//
//     PackTool tool(fake, plan::Effect::Write);
//     TRY_VOID(tool.reset());                                       // a fresh room
//     cassette::Output output = TRY(tool.run(call, vars, *world));
#pragma once

#include <optional>
#include <vector>

#include "app/clean_room.hpp"
#include "app/world_target.hpp"
#include "base/result.hpp"
#include "cassette/manifest.hpp"

namespace understudy::app {

class PackTool {
public:
    PackTool(const cassette::Fake& fake, plan::Effect allowed) : fake_(fake), allowed_(allowed) {}

    base::Result<void> reset();
    // Runs only what says what it does, within what is allowed. cassette.fake_cannot_play
    base::Result<cassette::Output> run(const cassette::Exchange& call,
                                       const std::vector<cassette::Variable>& vars,
                                       WorldTarget& world);

private:
    base::Result<void> check(const cassette::Exchange& call) const;
    base::Result<plan::CommandCall> call_of(const cassette::Exchange& call,
                                            const std::vector<cassette::Variable>& vars,
                                            WorldTarget& world) const;

    const cassette::Fake& fake_;
    plan::Effect allowed_;
    std::optional<CleanRoom> room_;
};

}  // namespace understudy::app
