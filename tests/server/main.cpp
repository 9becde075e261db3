// test_server [--unix PATH] [--git DIR] [--ca DIR] [--loops N] [--patience MS]
//
// Prints where it listens, one line an address, then serves until SIGTERM or SIGINT.
#include <cstdio>
#include <string>

#include "base/log.hpp"
#include "base/text.hpp"
#include "io/authority.hpp"
#include "io/server.hpp"
#include "io/signals.hpp"
#include "tests/server/stage.hpp"

namespace understudy::tests {

namespace {

HandlerPtr route(Stage& stage, const ExchangePtr& exchange) {
    if (HandlerPtr handler = simple_route(stage, exchange)) return handler;
    if (HandlerPtr handler = stream_route(exchange)) return handler;
    if (HandlerPtr handler = git_route(stage, exchange)) return handler;
    if (HandlerPtr handler = docker_route(stage, exchange)) return handler;
    return when_read(exchange, [](io::Exchange& one, std::string&, const http::Headers&) {
        answer_text(one, 404, "text/plain", "there is nothing here\n");
    });
}

int complain(const base::Error& error) {
    std::fputs(base::render(error).c_str(), stderr);
    return 1;
}

int serve(int count, char** words) {
    Stage stage;
    io::ServerOptions options;
    options.loops = 1;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = words[i];
        const std::string value = words[i + 1];
        if (name == "--unix") options.addresses.push_back("unix:" + value);
        if (name == "--git") stage.git_folder = value;
        if (name == "--loops") options.loops = static_cast<unsigned>(std::stoul(value));
        if (name == "--patience") {
            const std::chrono::milliseconds patience(std::stol(value));
            options.patience = {patience, patience, patience, patience, patience, patience};
        }
        if (name == "--ca") {
            auto authority = io::Authority::open(value);
            if (!authority) return complain(authority.error());
            options.authority = std::make_shared<io::Authority>(std::move(*authority));
        }
    }
    io::hold_stop_signals();
    const auto server = io::Server::start(
        options, [&stage](const ExchangePtr& exchange) { return route(stage, exchange); });
    if (!server) return complain(server.error());
    for (const io::Address& address : (*server)->addresses()) {
        std::printf("listening on %s\n", address.url().c_str());
    }
    std::fflush(stdout);
    io::wait_for_stop_signal();
    (*server)->shut_down();
    return 0;
}

}  // namespace

}  // namespace understudy::tests

int main(int count, char** words) {
    return understudy::tests::serve(count, words);
}
