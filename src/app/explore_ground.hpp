// The two services of an exploration: a world of the pack in this process, and what it is held
// against, which is a service at a URL or a world of another pack.
//
//     auto ground = TRY(make_ground({.pack = pack, .target_pack = other}));
//     verify::explore(*pack, *ground, options);
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "pack/pack.hpp"
#include "verify/explore.hpp"

namespace understudy::app {

struct GroundPlan {
    std::shared_ptr<const pack::Pack> pack;
    std::shared_ptr<const pack::Pack> target_pack = nullptr;  // else `url`
    std::string url = {};
    std::string key = {};   // the service's; of a world also that of its control API
    bool is_world = false;  // the key opens the control API of a world
    std::chrono::milliseconds patience{10'000};  // for one answer
};

base::Result<std::unique_ptr<verify::Ground>> make_ground(const GroundPlan& plan);

// Steady, to the nanosecond.
class SteadyClock final : public base::Clock {
public:
    base::Instant now() override;
};

}  // namespace understudy::app
