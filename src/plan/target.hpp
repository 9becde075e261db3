// What a plan runs against: a world in this process, or any URL (url_target.hpp).
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "base/time.hpp"
#include "http/message.hpp"
#include "plan/plan.hpp"

namespace understudy::plan {

// One call with all its holes filled. The head has method, target in origin form
// ("/v1/charges?limit=3") and headers, Content-Type included; no Host and no Content-Length.
struct Call {
    http::Request request;
    std::string url;         // absolute, if the plan named one; then the head's target is its path
    Auth auth = Auth::Own;   // how the target presents its key
    base::Duration timeout;  // real time
};

class Target {
public:
    virtual ~Target() = default;

    // A call of the service. An answer of the service is never an Error, whatever its status.
    virtual base::Result<http::Response> call(const Call& call) = 0;

    // A call of the control API; the head's target begins with /__admin__/. A target without one
    // gives code::NoControl.
    virtual base::Result<http::Response> control(const Call& call) = 0;

    // Lets time pass between two tries. By default through the control API: POST clock/advance.
    virtual base::Result<void> pause(base::Duration duration);
};

}  // namespace understudy::plan
