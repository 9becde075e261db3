#include "app/http_session.hpp"

#include <csignal>
#include <mutex>

#include "app/call_sealer.hpp"
#include "app/code.hpp"
#include "app/replay_recordings.hpp"
#include "app/replay_summary.hpp"
#include "app/serve_layout.hpp"
#include "base/text.hpp"
#include "io/proxy.hpp"
#include "io/server.hpp"
#include "serve/code.hpp"
#include "serve/replay.hpp"

namespace understudy::app {

namespace {

using cassette::Mode;

// Threads that are started meanwhile get no signals: they are for whoever waits for the program.
class SignalsHeld {
public:
    SignalsHeld() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

private:
    sigset_t before_;
};

bool uses_recordings(Mode mode) {
    return mode == Mode::Replay || mode == Mode::RecordMissing || mode == Mode::Shadow;
}

bool reaches_out(Mode mode) {
    return mode != Mode::Replay && mode != Mode::Forbid;
}

std::vector<std::string> hosts_of(const HttpSessionOptions& options,
                                  const cassette::Manifest& manifest) {
    std::vector<std::string> hosts = options.allowed;
    for (const cassette::Service& service : manifest.services) {
        hosts.insert(hosts.end(), service.hosts.begin(), service.hosts.end());
    }
    return hosts;
}

std::string note(base::Code code, std::size_t calls) {
    const base::Error error{code, {{"count", base::plural(calls, "call")}}, {}, {}};
    return "understudy: " + base::message(error) + " [" + std::string(base::name_of(code)) + "]\n";
}

}  // namespace

struct HttpSession::State {
    State(HttpSessionOptions how, const ProjectGround& ground, Terminal& screen)
        : options(std::move(how)), project(ground), terminal(screen) {}

    // From the loops' threads.
    void tell(const base::Error& error) {
        const std::lock_guard lock(mutex);
        terminal.error("understudy: " +
                       base::render(error, {.colour = terminal.wants_error_colour()}));
    }

    base::Result<void> read() {
        auto recordings = read_recordings(std::vector{options.folder}, project, options.variant);
        // A folder may hold commands only; then every call over HTTP is without a recording.
        if (!recordings && recordings.error().code != code::NoRecordings) {
            return base::fail(std::move(recordings).error());
        }
        serve::ReplayerOptions how;
        how.order = options.order;
        how.vars = options.vars;
        how.sealed = [this](const cassette::HttpInput& call) { return sealer.sealed(call); };
        replayer = TRY(serve::Replayer::make(
            recordings ? std::move(*recordings) : std::vector<serve::Recording>(), std::move(how)));
        return {};
    }

    serve::ReplayOptions playing() {
        serve::ReplayOptions how;
        how.pace = options.pace;
        how.told = [this](const base::Error& error) { tell(error); };
        return how;
    }

    // Replaying needs nothing that could make a connection.
    base::Result<io::Accept> accept() {
        if (options.mode == Mode::Replay) return serve::replay(*replayer, playing());
        serve::RelayOptions how;
        how.doors.push_back({serve::RelayDoor::Kind::Forward});
        how.allowed = serve::AllowList(hosts_of(options, project.manifest));
        how.mode = options.mode;
        how.authorities = options.trust;
        how.proxies = TRY(io::proxies_of_process());
        how.told = [this](const base::Error& error) { tell(error); };
        if (options.mode == Mode::RecordMissing) {
            answers = serve::recorded_answers(*replayer, playing(),
                                              [](const serve::Replayer::Taken&) { return true; });
            how.answers = answers.get();
        }
        relay = TRY(serve::Relay::make(std::move(how)));
        began = now_nanoseconds();
        return relay->accept();
    }

    base::Result<void> listen(const io::Accept& handler) {
        io::ServerOptions how;
        how.addresses = {"127.0.0.1:0"};
        how.authority = options.authority;
        how.leaves_expectations = options.mode != Mode::Replay;
        how.limits.body_bytes = UINT64_MAX / 2;
        how.patience.drain = std::chrono::seconds(1);
        how.patience.body = std::chrono::minutes(5);
        const SignalsHeld held;
        server = TRY(io::Server::start(std::move(how), handler));
        if (relay) relay->set_own_ports({server->addresses().front().port});
        return {};
    }

    static std::int64_t now_nanoseconds() {
        return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    }

    HttpSessionOptions options;
    const ProjectGround& project;
    Terminal& terminal;
    std::mutex mutex;
    std::int64_t began = 0;
    CallSealer sealer;
    std::unique_ptr<serve::Replayer> replayer;
    std::unique_ptr<serve::Answers> answers;
    std::unique_ptr<serve::Relay> relay;
    std::unique_ptr<io::Server> server;  // the last: it calls all of the above
};

base::Result<std::unique_ptr<HttpSession>> HttpSession::open(HttpSessionOptions options,
                                                             const ProjectGround& project,
                                                             Terminal& terminal) {
    if (reaches_out(options.mode) && hosts_of(options, project.manifest).empty()) {
        return base::fail(
            code::BadArguments,
            {{"verb", "with"},
             {"why", "--http in the mode " + std::string(cassette::name_of(options.mode)) +
                         " needs to know which hosts may be reached: --allow HOST, "
                         "or `hosts` of a service in understudy.yaml"}});
    }
    auto state = std::make_unique<State>(std::move(options), project, terminal);
    if (uses_recordings(state->options.mode)) TRY_VOID(state->read());
    TRY_VOID(state->listen(TRY(state->accept())));
    return std::unique_ptr<HttpSession>(new HttpSession(std::move(state)));
}

HttpSession::HttpSession(std::unique_ptr<State> state) : state_(std::move(state)) {}

HttpSession::~HttpSession() {
    close();
}

cassette::Pairs HttpSession::environment() const {
    const std::string url = url_of(state_->server->addresses().front());
    cassette::Pairs all;
    for (const char* name : {"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"}) {
        all.emplace_back(name, url);
    }
    all.emplace_back("NODE_USE_ENV_PROXY", "1");  // Node looks at the others only if told to
    if (!state_->options.authority) return all;
    const std::string path = state_->options.authority->certificate_path();
    for (const char* name :
         {"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
          "GIT_SSL_CAINFO", "AWS_CA_BUNDLE", "PIP_CERT", "CARGO_HTTP_CAINFO", "DENO_CERT"}) {
        all.emplace_back(name, path);
    }
    return all;
}

void HttpSession::close() {
    state_->server->shut_down();
}

std::vector<serve::Relayed> HttpSession::take() {
    if (!state_->relay) return {};
    std::vector<serve::Relayed> calls = state_->relay->take();
    const std::chrono::nanoseconds later(state_->began - state_->options.began);
    for (serve::Relayed& call : calls) call.at += later;
    return calls;
}

serve::Replayer* HttpSession::replayer() const {
    return state_->replayer.get();
}

cassette::Mode HttpSession::mode() const {
    return state_->options.mode;
}

ExitCode HttpSession::say(Terminal& terminal) const {
    ExitCode code = ExitCode::Done;
    const Mode mode = state_->options.mode;
    if (state_->replayer && mode != Mode::Shadow) {
        const auto miss = static_cast<ExitCode>(state_->project.manifest.miss_exit);
        code = say_end({*state_->replayer, {}, miss, false}, terminal);
    }
    if (!state_->relay) return code;
    const serve::Relay::Counts counts = state_->relay->counts();
    if (counts.left > 0) terminal.error(note(serve::code::RelayLeft, counts.left));
    if (counts.lost > 0) terminal.error(note(serve::code::RelayLost, counts.lost));
    return code == ExitCode::Done && counts.lost > 0 ? ExitCode::Differed : code;
}

}  // namespace understudy::app
