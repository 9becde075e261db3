#include "app/listen.hpp"

#include "app/files.hpp"
#include "io/authority.hpp"
#include "io/server.hpp"
#include "io/signals.hpp"
#include "serve/fixed.hpp"
#include "serve/reflect.hpp"

namespace understudy::app {

namespace {

base::Result<io::Accept> choose_answer(const Arguments& arguments) {
    const std::string file(arguments.value("--answer"));
    if (file.empty()) return serve::reflect();
    std::string body = TRY(read_file(file)).text;
    http::ResponseHead head;
    head.headers.add("Content-Type",
                     file.ends_with(".json") ? "application/json" : "application/octet-stream");
    return serve::fixed_answer(std::move(head), std::move(body));
}

base::Result<std::shared_ptr<io::Authority>> open_authority(const Arguments& arguments) {
    std::string folder(arguments.value("--ca-folder"));
    if (folder.empty()) folder = TRY(io::default_authority_folder());
    return std::make_shared<io::Authority>(TRY(io::Authority::open(folder)));
}

}  // namespace

base::Result<ExitCode> run_listen(const Arguments& arguments, Terminal& terminal) {
    io::ServerOptions options;
    options.addresses.clear();
    for (const std::string& address : arguments.list("--listen")) {
        options.addresses.push_back(address);
    }
    options.allow_outside = arguments.has("--allow-outside");
    options.authority = TRY(open_authority(arguments));
    io::Accept accept = TRY(choose_answer(arguments));
    io::hold_stop_signals();
    const auto server = TRY(io::Server::start(std::move(options), std::move(accept)));
    for (const io::Address& address : server->addresses()) {
        terminal.out("listening on " + address.url() + '\n');
    }
    io::wait_for_stop_signal();
    server->shut_down();
    return ExitCode::Done;
}

}  // namespace understudy::app
