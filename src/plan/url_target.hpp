// Any URL as the target of a plan, over a Caller.
//
//     UrlTarget target(caller, "http://127.0.0.1:8801", {.key = "usw_..."});
#pragma once

#include <functional>
#include <string>

#include "http/message.hpp"
#include "plan/target.hpp"

namespace understudy::plan {

class UrlTarget final : public Target {
public:
    struct Options {
        std::string key = {};   // sent as `Authorization: Bearer KEY`; empty: no header
        bool control = true;    // the origin has /__admin__/
        std::string base = {};  // prefix of all paths of the service: "/v1"; may be empty
        // How time passes between two tries. Empty: by the control API, else not at all.
        std::function<base::Result<void>(base::Duration)> pause = {};
    };

    UrlTarget(http::Caller& caller, std::string origin, Options options);

    base::Result<http::Response> call(const Call& call) override;
    base::Result<http::Response> control(const Call& call) override;
    base::Result<void> pause(base::Duration duration) override;

private:
    http::Caller& caller_;
    std::string origin_;  // without a slash at its end
    Options options_;
};

}  // namespace understudy::plan
