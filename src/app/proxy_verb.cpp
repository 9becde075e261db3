// understudy proxy URL, understudy proxy --forward: stands between a program and real services, and
// keeps what passes as cassettes.
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "app/call_sealer.hpp"
#include "app/code.hpp"
#include "app/expiry.hpp"
#include "app/http_recordings.hpp"
#include "app/opened_authority.hpp"
#include "app/proxy_settings.hpp"
#include "app/replay_recordings.hpp"
#include "app/replay_summary.hpp"
#include "app/serve_layout.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "io/signals.hpp"
#include "json/write.hpp"
#include "serve/code.hpp"
#include "serve/relay.hpp"
#include "serve/replay.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Mode;

constexpr Positional kPositionals[] = {
    {"URL", "the real service: http://HOST, https://HOST, or unix:PATH", false, true},
};
constexpr Option kOptions[] = {
    {"--forward", "", "be a proxy for many hosts instead: HTTP_PROXY and HTTPS_PROXY lead here", "",
     ""},
    {"--allow", "HOST",
     "with --forward: a host that may be reached, beside the `hosts` of services; `*` stands for "
     "any text, HOST:PORT for one port",
     "", "", true},
    {"-o", "FILE", "record into one cassette, as a timeline", "", ""},
    {"--cassettes", "DIR", "the folder of cassettes (the project's, or ./cassettes)", "", ""},
    {"--mode", "MODE",
     "record, replay, pass-through, record-missing, forbid or shadow, or one of VCR's words none, "
     "all, new, spy, once",
     "", "record"},
    {"--service", "NAME", "the service all calls belong to (by their hosts)", "", ""},
    {"--expires", "AGE", "how old a recording may be that answers, as in 30d", "", ""},
    {"--callback", "PORT", "a port for callbacks of the service; 0 takes any free one", "", ""},
    {"--callback-to", "URL", "the program, to which callbacks are passed on", "", ""},
    {"--trust", "FILE", "certificates of whom to trust, instead of the system's store", "", ""},
    {"--timing", "TIMING", "of recorded answers: zero, original, or a factor of their times", "",
     "zero"},
    {"--port", "PORT", "the port; 0 takes any free one (the first free from 8801 on)", "", ""},
    {"--unix", "PATH", "a Unix socket as well", "", ""},
    {"--listen", "HOST", "the address to listen on; others can reach what is not loopback", "",
     "127.0.0.1"},
    kAuthorityOption,
    {"--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""},
    {"--json", "", "one JSON line when it is ready", "", ""},
};
constexpr Example kExamples[] = {
    {"understudy proxy https://api.github.com",
     "stand in front of one service; the program's base URL leads here"},
    {"understudy proxy --forward --allow api.github.com --allow '*.stripe.com'",
     "be the proxy of a program that insists on its hosts"},
    {"understudy proxy https://api.stripe.com -o pay.yaml --callback 0 "
     "--callback-to http://[::1]:3000",
     "one timeline, with the callbacks of the service"},
    {"understudy proxy --mode record-missing https://api.github.com",
     "answer from recordings, and record what is new"},
};

bool is_set(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value != nullptr && *value != '\0';
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

// Where recordings are that may answer: the file, or the folders of the services that are meant.
std::vector<std::string> places_of(const ProxySettings& settings, const ProjectGround& project) {
    std::vector<std::string> places;
    if (!settings.keep.file.empty()) {
        places.push_back(settings.keep.file);
    } else if (settings.is_forward() && settings.keep.service.empty()) {
        const fs::path all = settings.keep.folder.empty()
                                 ? project.seen_root() / project.manifest.cassettes
                                 : fs::path(settings.keep.folder);
        places.push_back(all.string());
        for (const cassette::Service& service : project.manifest.services) {
            const fs::path own = project.seen_root() / service.cassettes;
            const std::string below = own.lexically_relative(all).string();
            if (settings.keep.folder.empty() && below.starts_with("..")) {
                places.push_back(own.string());
            }
        }
    } else {
        places.push_back(folder_for(settings.keep.service, settings.keep, project));
    }
    std::error_code problem;
    std::erase_if(places, [&](const std::string& place) { return !fs::exists(place, problem); });
    return places;
}

bool uses_recordings(Mode mode) {
    return mode == Mode::Replay || mode == Mode::RecordMissing || mode == Mode::Shadow;
}

// The recordings of a session, ready to answer. None where there are none and the mode can do
// without.
struct Recorded {
    CallSealer sealer;
    std::unique_ptr<serve::Replayer> replayer;
    std::unique_ptr<Expiry> expiry;
    std::unique_ptr<serve::Answers> answers;
};

base::Result<std::unique_ptr<Recorded>> read_recorded(const ProxySettings& settings, Mode mode,
                                                      const std::vector<std::string>& places,
                                                      const ProjectGround& project, Voice& voice) {
    auto recorded = std::make_unique<Recorded>();
    if (!uses_recordings(mode)) return recorded;
    auto read = read_recordings(places, project, {});
    if (!read) {
        const bool is_none = read.error().code == code::NoRecordings;
        if (is_none && mode != Mode::Replay) return recorded;
        return base::fail(read.error());
    }
    serve::ReplayerOptions options;
    options.sealed = [sealer = &recorded->sealer](const cassette::HttpInput& call) {
        return sealer->sealed(call);
    };
    recorded->replayer = TRY(serve::Replayer::make(std::move(*read), std::move(options)));
    const ExpiryWay way{is_set("CI"), mode == Mode::RecordMissing};
    recorded->expiry = std::make_unique<Expiry>(project.manifest, settings.expires, now(), way);
    serve::ReplayOptions how;
    how.pace = settings.pace;
    how.told = [&voice](const base::Error& error) { voice.tell(error); };
    recorded->answers = serve::recorded_answers(
        *recorded->replayer, std::move(how),
        [expiry = recorded->expiry.get()](const serve::Replayer::Taken& taken) {
            return expiry->may_use(taken);
        });
    return recorded;
}

serve::RelayOptions relay_options(const ProxySettings& settings, Mode mode, Recorded& recorded,
                                  Voice& voice) {
    serve::RelayOptions options;
    options.doors.push_back(settings.door);
    if (!settings.socket.empty()) options.doors.push_back(settings.door);
    if (settings.callback) options.doors.push_back(*settings.callback);
    options.allowed = serve::AllowList(settings.allowed);
    options.mode = mode;
    options.answers = recorded.answers.get();
    options.authorities = settings.trust;
    options.told = [&voice](const base::Error& error) { voice.tell(error); };
    return options;
}

base::Result<std::unique_ptr<io::Server>> open_server(const ProxySettings& settings,
                                                      io::ServerOptions options,
                                                      const io::Accept& accept) {
    options.allow_outside = true;  // --listen says so
    options.leaves_expectations = true;
    options.limits.body_bytes = UINT64_MAX / 2;
    // What is under way when it is told to stop is mostly streams that nobody will end.
    options.patience.drain = std::chrono::seconds(1);
    options.patience.body = std::chrono::minutes(5);
    const auto listening_on = [&](std::uint32_t port) {
        options.addresses = {settings.host + ':' + std::to_string(port)};
        if (!settings.socket.empty()) options.addresses.push_back("unix:" + settings.socket);
        if (settings.callback) {
            options.addresses.push_back(settings.host + ':' +
                                        std::to_string(settings.callback_port));
        }
        return io::Server::start(options, accept);
    };
    if (settings.port) return listening_on(*settings.port);
    // Somebody may take a port between the look and the opening: look again, a few times.
    constexpr int kTries = 5;
    for (int tries = 1;; ++tries) {
        auto server = listening_on(first_free_port(settings.host));
        if (server || tries == kTries) return server;
    }
}

// What a program's environment needs to come this way, and to believe us.
std::string proxy_hints(const std::string& url, const io::Authority* authority) {
    std::string text = "as a proxy: HTTP_PROXY=" + url + " HTTPS_PROXY=" + url +
                       " http_proxy=" + url + " https_proxy=" + url + '\n';
    if (authority == nullptr) return text;
    const std::string path = authority->certificate_path();
    text += "to trust it:";
    for (const std::string_view name :
         {"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"}) {
        text += ' ' + std::string(name) + '=' + path;
    }
    return text + '\n';
}

std::string ending_hint(const ProxySettings& settings, Mode mode, const ProjectGround& project) {
    const bool writes = mode == Mode::Record || mode == Mode::RecordMissing;
    if (!writes) return "interrupt (Ctrl-C) stops it\n";
    const std::string where = !settings.keep.file.empty() ? settings.keep.file
                              : !settings.keep.folder.empty()
                                  ? settings.keep.folder
                                  : (project.seen_root() / project.manifest.cassettes).string();
    return "interrupt (Ctrl-C) ends the recording and writes " + where + '\n';
}

struct Opened {
    const io::Server& server;
    const std::shared_ptr<io::Authority>& authority;
    Mode mode;
};

void say_ready(const Opened& opened, const ProxySettings& settings, const ProjectGround& project,
               Terminal& terminal) {
    const std::string url = url_of(opened.server.addresses().front());
    const std::string callback =
        settings.callback ? url_of(opened.server.addresses().back()) : std::string();
    if (settings.json) {
        json::Value line = json::Value::object({{"url", url}});
        if (!callback.empty()) line.set("callback", callback);
        if (!settings.socket.empty()) line.set("unix", base::to_valid_utf8(settings.socket));
        if (opened.authority) {
            line.set("ca", base::to_valid_utf8(opened.authority->certificate_path()));
        }
        terminal.out(json::write(line) + '\n');
    } else {
        terminal.out("url=" + url + (callback.empty() ? "" : " callback=" + callback) + '\n');
    }
    std::string hints;
    if (settings.is_forward()) {
        hints += proxy_hints(url, opened.authority.get());
        hints += "may be reached: " + base::join(settings.allowed, ", ") + '\n';
    } else {
        hints += "as a base URL: " + url + ", in front of " + settings.upstream() + '\n';
    }
    if (!settings.socket.empty()) hints += "unix socket: " + settings.socket + '\n';
    if (settings.callback) {
        hints += "for callbacks: register " + callback + ", which leads to " +
                 http::origin(settings.callback->upstream) + '\n';
    }
    if (!http::is_this_machine(settings.host)) {
        hints += "others can reach this: it listens on " + settings.host + '\n';
    }
    terminal.error(hints + ending_hint(settings, opened.mode, project));
}

std::string note(base::Code code, std::vector<base::Arg> args) {
    const base::Error error{code, std::move(args), {}, {}};
    return "understudy: " + base::message(error) + " [" + std::string(base::name_of(code)) + "]\n";
}

// What is said and written once nobody calls any more.
base::Result<ExitCode> finish(serve::Relay& relay, Recorded& recorded, Mode mode,
                              const ProxySettings& settings, const KeepPlace& place) {
    serve::Relay::Counts counts = relay.counts();
    ExitCode code = ExitCode::Done;
    if (mode == Mode::Shadow) {
        TRY_VOID(report_relayed(relay.take(), recorded.replayer.get(), place));
    } else {
        counts.lost += TRY(keep_relayed(relay.take(), settings.keep, place));
    }
    if (counts.left > 0) {
        place.terminal.error(
            note(serve::code::RelayLeft, {{"count", base::plural(counts.left, "call")}}));
    }
    if (counts.lost > 0) {
        place.terminal.error(
            note(serve::code::RelayLost, {{"count", base::plural(counts.lost, "call")}}));
        code = ExitCode::Differed;
    }
    if (recorded.replayer && mode != Mode::Shadow) {
        const auto miss = static_cast<ExitCode>(place.project.manifest.miss_exit);
        const ExitCode played =
            say_end({*recorded.replayer, {}, miss, settings.json}, place.terminal);
        const ExitCode aged = recorded.expiry->say(place.terminal);
        if (played != ExitCode::Done) code = played;
        if (code == ExitCode::Done) code = aged;
    }
    return code;
}

base::Result<ExitCode> run_proxy(const Arguments& arguments, Terminal& terminal) {
    const ProjectGround project = TRY(make_project(arguments.value("--config")));
    ProxySettings settings = TRY(proxy_settings(arguments, project.manifest));
    if (settings.keep.service.empty() && !settings.is_forward()) {
        const std::string socket = fs::path(settings.door.socket).stem().string();
        settings.keep.service = service_of_host(
            socket.empty() ? http::authority(settings.door.upstream) : socket, project.manifest);
    }
    Voice voice(terminal);
    const std::vector<std::string> places = places_of(settings, project);
    const Mode mode = *cassette::mode_named(settings.mode, !places.empty());
    const auto recorded = TRY(read_recorded(settings, mode, places, project, voice));
    io::ServerOptions listening;
    listening.authority = TRY(opened_authority(arguments, settings.is_forward(), terminal));
    const auto authority = listening.authority;
    serve::RelayOptions options = relay_options(settings, mode, *recorded, voice);
    options.proxies = TRY(io::proxies_of_process());
    const auto relay = TRY(serve::Relay::make(std::move(options)));
    io::hold_stop_signals();
    const auto server = TRY(open_server(settings, std::move(listening), relay->accept()));
    std::vector<std::uint16_t> ports;
    for (const io::Address& address : server->addresses()) ports.push_back(address.port);
    relay->set_own_ports(std::move(ports));
    say_ready({*server, authority, mode}, settings, project, terminal);
    io::wait_for_stop_signal();
    server->shut_down();
    return finish(*relay, *recorded, mode, settings, {project, terminal});
}

}  // namespace

const Verb kProxyVerb = {
    "proxy",
    "stand between a program and real services, and record what passes, until interrupted",
    "Passes requests on to the real service and its answers back, as they come: HTTP/1.1 and "
    "HTTP/2, event streams, WebSockets and other upgrades. With a URL it stands in front of that "
    "one service, and the program is given our URL in place of the service's. With --forward it is "
    "a proxy for the hosts that --allow names; inside https it answers with certificates of our "
    "own authority, and the service's certificate is checked. No other host is ever reached, "
    "redirects are not followed, and it listens on this machine unless --listen says otherwise.\n\n"
    "When it is interrupted, what passed is written: into -o as one timeline, or one cassette a "
    "call below the folder of its service; over an existing file it waits for review. Secrets are "
    "taken out before anything is written, and until then everything is in memory only. A second "
    "interrupt ends it at once, and nothing is written. With --callback the service can call the "
    "program back through us: each callback is passed to --callback-to and recorded as a webhook "
    "at its place in the order.\n\n"
    "In `replay` answers come from the recordings and the service is never called; a call without "
    "one gets 501. `record-missing` calls the service only then, and records that. `shadow` calls "
    "it always and compares aside. `pass-through` keeps nothing, `forbid` lets nothing pass. A "
    "recording in use that is older than --expires, or than its service's `expires`, is recorded "
    "anew where the mode records, and fails the session under CI.\n\n"
    "Exits with 97 if a call had no recording in `replay`, 1 if something that passed could not be "
    "kept or a recording has expired, 0 otherwise.",
    kPositionals,
    kOptions,
    kExamples,
    run_proxy,
};

}  // namespace understudy::app
