// Finds the operation of a request by method and path. A literal segment beats a parameter, a
// parameter beats the rest of a path; several prefixes (serve.hosts) are tried longest first.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pack/error_use.hpp"

namespace understudy::pack {

struct Operation;
struct Host;
struct Pack;

struct RouteMatch {
    Index operation = kNone;
    Index route = 0;                                            // in Operation::routes
    std::vector<std::pair<std::string, std::string>> captured;  // path parameters, unescaped
};

enum class NoRoute : std::uint8_t { Path, Method };

class Routes {
public:
    Routes();
    ~Routes();
    Routes(const Routes&);
    Routes(Routes&&) noexcept;
    Routes& operator=(const Routes&);
    Routes& operator=(Routes&&) noexcept;

    // Operations that no request can tell apart are reported as pairs, and the first one stays.
    using Clash =
        std::pair<std::pair<Index, Index>, std::pair<Index, Index>>;  // (operation, route)
    std::vector<Clash> build(const Pack& pack);

    // `host` is the request's host name without port; `own_listener` makes every prefix work
    // whatever the host. `path` is still escaped, without query.
    struct Answer {
        RouteMatch match;  // operation is kNone if nothing was found
        NoRoute why = NoRoute::Path;
        std::vector<std::string> allowed;  // methods of that path
    };
    Answer find(std::string_view method, std::string_view path, std::string_view host,
                bool own_listener) const;

    // For messages: the declared path nearest to this one; empty if none is near.
    std::string nearest(std::string_view path) const;

private:
    struct Table;
    std::shared_ptr<const Table> table_;
};

}  // namespace understudy::pack
