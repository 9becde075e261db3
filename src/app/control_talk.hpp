// A verb of the control plane while it runs: what it was given, whom it asks, where it writes.
#pragma once

#include <string>

#include "app/control_client.hpp"
#include "app/terminal.hpp"

namespace understudy::app {

class ControlTalk {
public:
    ControlTalk(const Verb& verb, const ControlRoute& route, const Arguments& arguments,
                ControlClient& client, Terminal& terminal)
        : verb_(verb), route_(route), arguments_(arguments), client_(client), terminal_(terminal) {}

    // The route's request, answer and face; all pages of a list.
    base::Result<ExitCode> run();

    // Parts of it, for routes that go their own way (ControlRoute::perform).
    const ControlRoute& route() const { return route_; }
    const Arguments& arguments() const { return arguments_; }
    const Server& server() const { return client_.server(); }
    Terminal& terminal() { return terminal_; }
    bool wants_json() const { return arguments_.has("--json"); }
    base::Result<ControlRequest> request() const;                     // as the arguments say
    base::Result<std::int64_t> limit() const;                         // --limit
    base::Result<json::Value> parse(const std::string& bytes) const;  // of an answer
    base::Result<std::string> ask(const ControlRequest& request) {
        return client_.exchange(request, route_.whose);
    }
    // As it came, or in the route's face.
    base::Result<ExitCode> show(const std::string& bytes);

private:
    base::Result<ExitCode> run_list(ControlRequest request);

    const Verb& verb_;
    const ControlRoute& route_;
    const Arguments& arguments_;
    ControlClient& client_;
    Terminal& terminal_;
};

// Runs a verb that has routes, against the server that options and environment name.
base::Result<ExitCode> run_control(const Verb& verb, const Arguments& arguments,
                                   Terminal& terminal);

// The same with a client of one's own. Errors are shown; the exit code says of which kind they are.
ExitCode talk(const Verb& verb, const Arguments& arguments, ControlClient& client,
              Terminal& terminal);

}  // namespace understudy::app
