// For tests of this room: routes and hosts without the loader.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "pack/pack.hpp"

namespace understudy::pack {

inline std::vector<RouteSegment> segments_for_test(std::string_view path) {
    std::vector<RouteSegment> segments;
    if (path.empty() || path == "/") return segments;
    for (const std::string_view text : base::split(path.substr(1), '/')) {
        RouteSegment segment;
        const std::size_t open = text.find('{');
        const std::size_t close = text.find('}');
        segment.before = text.substr(0, open);
        if (open != std::string_view::npos) {
            segment.parameter = text.substr(open + 1, close - open - 1);
            segment.rest = segment.parameter.ends_with('+');
            if (segment.rest) segment.parameter.pop_back();
            segment.after = text.substr(close + 1);
        }
        segments.push_back(std::move(segment));
    }
    return segments;
}

inline Route route_for_test(std::string_view text) {  // "GET /charges/{id}"
    Route route;
    const std::size_t space = text.find(' ');
    route.method = text.substr(0, space);
    route.path = text.substr(space + 1);
    route.segments = segments_for_test(route.path);
    return route;
}

inline Host host_for_test(std::string_view host, std::string_view base) {
    return {std::string(host), base == "/" ? "" : std::string(base), segments_for_test(base)};
}

}  // namespace understudy::pack
