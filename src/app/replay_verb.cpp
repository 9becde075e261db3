// understudy replay PATH...: recorded calls over HTTP answered again, until interrupted.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <mutex>

#include "app/call_sealer.hpp"
#include "app/code.hpp"
#include "app/opened_authority.hpp"
#include "app/replay_recordings.hpp"
#include "app/replay_summary.hpp"
#include "app/serve_layout.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "io/signals.hpp"
#include "json/write.hpp"
#include "serve/callbacks.hpp"
#include "serve/replay.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kVerb = "replay";
constexpr double kSlowest = 1000;

constexpr Positional kPositionals[] = {
    {"PATH", "a cassette, or a folder of cassettes", true},
};
constexpr Option kOptions[] = {
    {"--port", "PORT", "the port; 0 takes any free one (the first free from 8801 on)", "", ""},
    {"--unix", "PATH", "a Unix socket as well", "", ""},
    {"--listen", "HOST", "the address to listen on; others can reach what is not loopback", "",
     "127.0.0.1"},
    {"--order", "ORDER", "whether calls must come as recorded (what each cassette says)",
     "free|strict", ""},
    {"--timing", "TIMING", "zero, original, or a factor of the recorded times", "", "zero"},
    {"--var", "NAME=VALUE", "another value for a variable of the cassettes", "", "", true},
    {"--variant", "LABEL", "which variant, where there are several", "", ""},
    {"--fault", "SPEC",
     "trouble with the answers: stall,after_events=3; cut,path=/v1/*; or JSON as in wire-faults.md",
     "", "", true},
    {"--rng-seed", "N", "seed of what faults draw", "", "0"},
    {"--callback", "URL", "where recorded webhooks are sent; with a path, all of them go there", "",
     ""},
    {"--callback-secret", "VARIABLE",
     "the environment variable that holds the secret webhooks are signed with anew", "", ""},
    {"--allow-webhook-host", "HOST",
     "where webhooks may go beside this machine; several with commas", "", ""},
    kAuthorityOption,
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    {"--json", "", "one JSON line when it is ready, and one when it ends", "", ""},
};
constexpr Example kExamples[] = {
    {"understudy replay cassettes", "answer every recorded call below the folder"},
    {"understudy replay cassettes/shop/chat.yaml --port 8080 --timing original",
     "one cassette, its events as they came"},
    {"understudy replay cassettes --fault cut,path=/v1/messages",
     "the same, with streams that break off"},
};

base::Failure misuse(std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(kVerb)}, {"why", std::move(why)}});
}

template <class Number>
base::Result<Number> number_of(const Arguments& arguments, std::string_view option) {
    const std::string_view text = arguments.value(option);
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem == std::errc() && end == text.data() + text.size()) return number;
    return misuse(std::string(option) + " is a number from 0 to " +
                  std::to_string(std::numeric_limits<Number>::max()) + ", not " +
                  base::quoted(text));
}

base::Result<std::uint32_t> pace_of(std::string_view timing) {
    if (timing == "zero") return 0;
    if (timing == "original") return 1000;
    const auto factor = base::parse_double(timing);
    if (factor && *factor >= 0 && *factor <= kSlowest) {
        return static_cast<std::uint32_t>(std::lround(*factor * 1000));
    }
    return misuse("--timing is zero, original or a number from 0 to 1000, not " +
                  base::quoted(timing));
}

base::Result<serve::ReplayerOptions> options_of(const Arguments& arguments) {
    serve::ReplayerOptions options;
    for (const std::string& word : arguments.list("--var")) {
        const std::size_t equals = word.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return misuse("--var is NAME=VALUE, not " + base::quoted(word));
        }
        options.vars.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    const std::string_view order = arguments.value("--order");
    if (!order.empty()) {
        options.order = order == "strict" ? cassette::Order::Strict : cassette::Order::Free;
    }
    return options;
}

base::Result<std::vector<std::shared_ptr<serve::ReplayFault>>> faults_of(
    const Arguments& arguments) {
    std::vector<std::shared_ptr<serve::ReplayFault>> faults;
    if (arguments.list("--fault").empty()) return faults;
    const auto seed = TRY(number_of<std::uint64_t>(arguments, "--rng-seed"));
    const auto grammars =
        std::make_shared<const std::vector<grammar::Grammar>>(TRY(shipped_grammars()));
    for (const std::string& text : arguments.list("--fault")) {
        faults.push_back(TRY(serve::ReplayFault::read(text)));
        faults.back()->set_seed(seed, faults.size() - 1);
        faults.back()->set_grammars(grammars);
    }
    return faults;
}

// Several threads have something to say.
class Voice {
public:
    explicit Voice(Terminal& terminal) : terminal_(terminal) {}
    void tell(const base::Error& error) {
        const std::lock_guard lock(mutex_);
        terminal_.error("understudy: " +
                        base::render(error, {.colour = terminal_.wants_error_colour()}));
    }

private:
    std::mutex mutex_;
    Terminal& terminal_;
};

base::Result<std::unique_ptr<serve::Callbacks>> callbacks_of(const Arguments& arguments,
                                                             const serve::Replayer& replayer,
                                                             std::uint32_t pace, Voice& voice) {
    if (!arguments.has("--callback")) {
        if (arguments.has("--callback-secret")) return misuse("--callback-secret needs --callback");
        return std::unique_ptr<serve::Callbacks>();
    }
    serve::CallbackOptions options;
    options.url = arguments.value("--callback");
    options.pace = pace;
    options.told = [&voice](const base::Error& error) { voice.tell(error); };
    for (const std::string_view host : base::split(arguments.value("--allow-webhook-host"), ',')) {
        if (!base::trim(host).empty()) options.allowed_hosts.emplace_back(base::trim(host));
    }
    if (const std::string name(arguments.value("--callback-secret")); !name.empty()) {
        const char* value = std::getenv(name.c_str());
        if (value == nullptr || *value == '\0') {
            return misuse("--callback-secret names a variable that is not set: " +
                          base::quoted(name));
        }
        options.secret = value;
    }
    return serve::Callbacks::make(replayer, std::move(options));
}

base::Result<std::unique_ptr<io::Server>> open_server(const Arguments& arguments,
                                                      io::ServerOptions options,
                                                      const io::Accept& accept) {
    const std::string host(arguments.value("--listen"));
    if (host.find(':') != std::string::npos && !host.starts_with('[')) {
        return misuse("--listen is a host without port, not " + base::quoted(host) +
                      "; the port is --port");
    }
    options.allow_outside = true;  // --listen says so
    const std::string socket(arguments.value("--unix"));
    const auto listening_on = [&](std::uint32_t port) {
        options.addresses = {host + ':' + std::to_string(port)};
        if (!socket.empty()) options.addresses.push_back("unix:" + socket);
        return io::Server::start(options, accept);
    };
    if (arguments.has("--port")) {
        return listening_on(TRY(number_of<std::uint16_t>(arguments, "--port")));
    }
    // Somebody may take a port between the look and the opening: look again, a few times.
    constexpr int kTries = 5;
    for (int tries = 1;; ++tries) {
        auto server = listening_on(first_free_port(host));
        if (server || tries == kTries) return server;
    }
}

void say_ready(const io::Server& server, const serve::Replayer& replayer,
               const std::shared_ptr<io::Authority>& authority, const Arguments& arguments,
               Terminal& terminal) {
    const std::string url = url_of(server.addresses().front());
    const std::string socket(arguments.value("--unix"));
    const std::uint64_t count = replayer.count();
    if (arguments.has("--json")) {
        json::Value line = json::Value::object({{"url", url}, {"recordings", count}});
        if (!socket.empty()) line.set("unix", base::to_valid_utf8(socket));
        if (authority) line.set("ca", base::to_valid_utf8(authority->certificate_path()));
        terminal.out(json::write(line) + '\n');
    } else {
        terminal.out("url=" + url + " recordings=" + std::to_string(count) + '\n');
    }
    std::string hints =
        "as a base URL: " + url + "\nas a proxy: HTTP_PROXY=" + url + " HTTPS_PROXY=" + url + '\n';
    if (authority) hints += "trusted by: " + authority->certificate_path() + '\n';
    if (!socket.empty()) hints += "unix socket: " + socket + '\n';
    const std::string listen(arguments.value("--listen"));
    if (!http::is_this_machine(listen)) {
        hints += "others can reach this: it listens on " + listen + '\n';
    }
    terminal.error(hints + "interrupt (Ctrl-C) stops it\n");
}

base::Result<ExitCode> run_replay(const Arguments& arguments, Terminal& terminal) {
    serve::ReplayOptions how;
    how.pace = TRY(pace_of(arguments.value("--timing")));
    how.faults = TRY(faults_of(arguments));
    serve::ReplayerOptions options = TRY(options_of(arguments));
    CallSealer sealer;
    options.sealed = [&sealer](const cassette::HttpInput& call) { return sealer.sealed(call); };
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    std::vector<serve::Recording> recordings = TRY(read_recordings(
        arguments.list("PATH"), project, std::string(arguments.value("--variant"))));
    const auto replayer = TRY(serve::Replayer::make(std::move(recordings), std::move(options)));
    Voice voice(terminal);
    how.told = [&voice](const base::Error& error) { voice.tell(error); };
    const auto callbacks = TRY(callbacks_of(arguments, *replayer, how.pace, voice));
    if (callbacks) {
        how.answered = [&callbacks](std::uint32_t number) { callbacks->after(number); };
    }
    io::ServerOptions listening;
    listening.authority = TRY(opened_authority(arguments, false, terminal));
    const auto authority = listening.authority;
    io::hold_stop_signals();
    const auto server =
        TRY(open_server(arguments, std::move(listening), serve::replay(*replayer, std::move(how))));
    say_ready(*server, *replayer, authority, arguments, terminal);
    if (callbacks) callbacks->begin();
    io::wait_for_stop_signal();
    server->shut_down();
    ReplayEnd end{
        *replayer, {}, static_cast<ExitCode>(project.manifest.miss_exit), arguments.has("--json")};
    if (callbacks) {
        callbacks->stop();
        end.callbacks = callbacks->counts();
    }
    return say_end(end, terminal);
}

}  // namespace

const Verb kReplayVerb = {
    kVerb,
    "answer calls over HTTP from recordings, until interrupted",
    "Listens on this machine and answers each request with the recording that fits it: method, "
    "path, query and body as the cassettes' `match` says; status, headers, body, events and "
    "messages as they were recorded. Equal calls get successive answers. A client gets the URL as "
    "its base URL, or as its proxy for http and https with our certificate authority trusted; "
    "HTTP/1.1, HTTP/2 and WebSockets share the port. The real service is never called.\n\n"
    "A call that no recording answers gets 501; its body and standard error name the three nearest "
    "recordings and what differs in them. Faults may be laid over the answers: those of "
    "wire-faults.md, and `cut`, which ends a stream between two events where its grammar allows. "
    "Recorded webhooks are sent to --callback at their place in the order.\n\n"
    "Interrupted, it says which calls had no recording and which recordings nobody called. Exits "
    "with 97 if there were such calls, 1 if a strict session was not played to its end or a "
    "receiver of webhooks answered otherwise than recorded, 0 otherwise.",
    kPositionals,
    kOptions,
    kExamples,
    run_replay,
};

}  // namespace understudy::app
