// One exchange with a server's control plane: where it is, whose key is sent, and what a refusal
// looks like. It goes straight to the server, whatever proxies the environment names: the proxy a
// test sets up is often the very server that is asked.
//
//     const Server server = TRY(find_server(arguments, environment));
//     ControlClient client(server, *caller);
//     const std::string bytes = TRY(client.exchange(request, Whose::World));
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/control_request.hpp"
#include "http/message.hpp"
#include "io/client.hpp"
#include "io/proxy.hpp"

namespace understudy::app {

// Where to ask, and as whom. What an option says goes before what the environment says.
struct Server {
    struct Key {
        std::string text;
        bool is_option = false;
    };
    std::string url;  // without a slash at its end; empty: none was named
    Key key;
    Key admin_key;
    std::string world;  // --world
};

base::Result<Server> find_server(const Arguments& arguments, const io::Environment& environment);

// The key that fits a route of this kind best; empty: there is none.
std::string choose_key(const Server& server, Whose whose);

// The request's head with key, world and contract.
base::Result<http::RequestHead> head_of(const Server& server, const ControlRequest& request,
                                        Whose whose);

io::ClientOptions control_client_options();
base::Result<std::unique_ptr<http::Caller>> make_control_caller();

class ControlClient {
public:
    ControlClient(Server server, http::Caller& caller)
        : server_(std::move(server)), caller_(caller) {}

    // The answer's bytes. What the server refuses is app.refused in its own words; an answer that
    // no control plane gives is app.odd_answer.
    base::Result<std::string> exchange(const ControlRequest& request, Whose whose);

    const Server& server() const { return server_; }

private:
    Server server_;
    http::Caller& caller_;
};

// Every answer of a control plane names its contract; one that does not is app.odd_answer.
base::Result<void> check_head(const http::ResponseHead& head, std::string_view url);

// What an answer other than 2xx is as an error.
base::Error refusal_of(int status, std::string_view url, std::string_view bytes);

// 1 for what a server refused, 3 for what could not be asked, 2 for everything else.
ExitCode exit_code_of(const base::Error& error);

}  // namespace understudy::app
