// A request of a plan to a real service, written down as it happens.
//
//     TakenRequest taken = TRY(send({.url = "https://api.example.test/v1/x", .request = ...}));
//     taken.exchange                  // as a cassette will hold it, before it is sealed
//
// Goes through the proxies that the environment names. Follows no redirect and undoes no encoding:
// a recording holds what was really sent.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/model.hpp"
#include "http/message.hpp"
#include "plan/target.hpp"

namespace understudy::app {

using TakenRequests = std::map<std::string, cassette::Exchange>;  // by step

struct PlanRequest {
    std::string url;
    http::Request request;
    std::chrono::milliseconds limit{0};
    std::function<bool()> is_stopped = {};
};

struct TakenRequest {
    cassette::Exchange exchange;  // its input holds what was sent, logins included
    http::Response response;
};

// No answer, or one that broke off, is an error: what the service would have said is not known.
base::Result<TakenRequest> send(const PlanRequest& request);

// What was sent, with the holes of the plan in the place of their values. `texts` are the names
// whose values are texts.
cassette::HttpInput with_holes(const cassette::HttpInput& sent, const plan::Call& marked,
                               const std::vector<std::string>& texts, const std::string& url);

}  // namespace understudy::app
