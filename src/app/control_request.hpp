// Arguments become a request of the control plane. Nothing is sent here.
//
//     const ControlRoute& route = *TRY(choose_route(verb, arguments));
//     ControlRequest request = TRY(make_request(verb, route, arguments, read));
//     request.target;     // "/__admin__/faults/flt_1"
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/verb.hpp"
#include "http/query.hpp"

namespace understudy::app {

struct ControlRequest {
    std::string method;
    std::string path;  // escaped, with its prefix
    std::vector<http::QueryPair> query;
    std::optional<std::string> body;  // none: the route takes none

    std::string target() const;  // path and query
};

// Reads a file whole; "-" is standard input.
using ReadBody = std::function<base::Result<std::string>(const std::string& path)>;

base::Result<const ControlRoute*> choose_route(const Verb& verb, const Arguments& arguments);
base::Result<ControlRequest> make_request(const Verb& verb, const ControlRoute& route,
                                          const Arguments& arguments, const ReadBody& read);

}  // namespace understudy::app
