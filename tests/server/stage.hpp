// The test server: every way of talking HTTP that real clients use, on one stage. Its routes are
// listed in routes.cpp; the clients that play against it are in tests/clients.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/server.hpp"

namespace understudy::tests {

using ExchangePtr = std::shared_ptr<io::Exchange>;
using HandlerPtr = std::unique_ptr<io::Handler>;

// A container of the docker-like routes, just enough for attach, start and wait.
struct Container {
    bool attached = false;
    bool started = false;
    bool over = false;
    std::vector<std::function<void()>> waiting;  // for its end
};

// What the routes share. The server runs one loop, so nothing here is locked.
struct Stage {
    std::string git_folder;
    std::vector<ExchangePtr> held;  // GET /wait, until POST /release
    std::map<std::string, Container> containers;
};

// The path without its query, and one parameter of that query, decoded; empty if absent.
std::string path_of(const io::Exchange& exchange);
std::string parameter(const io::Exchange& exchange, std::string_view name);

void answer_text(io::Exchange& exchange, int status, std::string_view type, std::string_view body);
inline void answer_json(io::Exchange& exchange, int status, std::string_view body) {
    answer_text(exchange, status, "application/json", body);
}

// Reads the whole request, then calls `then` with its body.
HandlerPtr when_read(ExchangePtr exchange,
                     std::function<void(io::Exchange&, std::string&, const http::Headers&)> then);

// One function a family of routes; null: not ours.
HandlerPtr simple_route(Stage& stage, const ExchangePtr& exchange);
HandlerPtr stream_route(const ExchangePtr& exchange);
HandlerPtr docker_route(Stage& stage, const ExchangePtr& exchange);
HandlerPtr git_route(const Stage& stage, const ExchangePtr& exchange);

}  // namespace understudy::tests
