// understudy serve PACK|FILE...: worlds of packs behind listeners, until interrupted.
#include <charconv>

#include "app/code.hpp"
#include "app/data_file.hpp"
#include "app/files.hpp"
#include "app/opened_authority.hpp"
#include "app/pack_files.hpp"
#include "app/serve_hints.hpp"
#include "app/serve_layout.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "io/signals.hpp"
#include "json/write.hpp"
#include "pack/code.hpp"
#include "pack/load.hpp"
#include "serve/station.hpp"
#include "store/memory.hpp"
#include "store/sqlite.hpp"

namespace understudy::app {

namespace {

constexpr std::int64_t kMostWorkers = 1'000;
constexpr std::int64_t kLongestDelivery = 600;  // seconds

constexpr Positional kPositionals[] = {
    {"PACK", "a pack by name (name@version), its folder, or an OpenAPI document", true},
};
constexpr Option kOptions[] = {
    {"--workers", "N", "worlds per pack, each with its own key", "", "1"},
    {"--port-per-world", "", "a listener for each world instead of one for each pack", "", ""},
    {"--port", "PORT", "the first port; 0 takes any free ones (the first free from 8801 on)", "",
     ""},
    {"--socket", "PATH", "a Unix socket as well; packs are told apart by host", "", ""},
    {"--key", "KEY", "the world's key; with several worlds KEY-0, KEY-1, ... (made up)", "", ""},
    {"--t0", "INSTANT",
     "where the worlds' time begins; `now` with a ticking clock (2025-01-01T00:00:00Z)", "", ""},
    {"--rng-seed", "N", "seed of ids and other drawn values (0)", "", ""},
    {"--clock", "MODE", "does the worlds' time stand still?", "frozen|ticking", ""},
    {"--long-lived", "", "worlds that are lived with rather than tested with: a ticking clock", "",
     ""},
    {"--seed-file", "FILE", "what the worlds hold when they begin, as JSON or YAML", "", ""},
    {"--data", "FILE",
     "where the worlds are kept; those in it come back as they were; new ones have a ticking clock",
     "", ""},
    {"--listen", "HOST", "the address to listen on; others can reach what is not loopback", "",
     "127.0.0.1"},
    {"--allow-webhook-host", "HOST",
     "where webhooks may go beside this machine; several with commas", "", ""},
    {"--delivery-timeout", "DURATION", "how long an attempt to deliver takes at most, in real time",
     "", "30s"},
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    kAuthorityOption,
    {"--json", "", "one JSON line per world instead", "", ""},
};
constexpr Example kExamples[] = {
    {"understudy serve parcel", "one world of one pack"},
    {"understudy serve parcel --workers 4 --port-per-world", "four worlds for four test workers"},
    {"understudy serve parcel --data worlds.db", "a world that survives the process"},
    {"understudy serve openapi.yaml", "answers by an API description alone"},
};

base::Failure misuse(std::string why) {
    return base::fail(code::BadArguments, {{"why", std::move(why)}, {"verb", "serve"}});
}

template <class Number>
base::Result<Number> number_of(const Arguments& arguments, std::string_view option, Number least,
                               Number most) {
    const std::string_view text = arguments.value(option);
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem == std::errc() && end == text.data() + text.size() && number >= least &&
        number <= most) {
        return number;
    }
    return misuse(std::string(option) + " is a number from " + std::to_string(least) + " to " +
                  std::to_string(most) + ", not " + base::quoted(text));
}

base::Result<ServeSettings> settings_of(const Arguments& arguments) {
    ServeSettings settings;
    settings.workers = static_cast<std::size_t>(
        TRY(number_of<std::int64_t>(arguments, "--workers", 1, kMostWorkers)));
    settings.port_per_world = arguments.has("--port-per-world");
    if (arguments.has("--port")) {
        settings.port = TRY(number_of<std::uint16_t>(arguments, "--port", 0, UINT16_MAX));
    }
    settings.socket = arguments.value("--socket");
    settings.key = arguments.value("--key");
    settings.host = arguments.value("--listen");
    settings.pack_dir = arguments.value("--pack-dir");
    settings.json = arguments.has("--json");
    if (arguments.has("--rng-seed")) {
        settings.world.seed = TRY(number_of<std::uint64_t>(arguments, "--rng-seed", 0, UINT64_MAX));
    }
    if (arguments.has("--seed-file")) {
        const std::string file(arguments.value("--seed-file"));
        settings.seed = TRY(load_document(file, Origin::Ours));
    }
    const std::string_view patience = arguments.value("--delivery-timeout");
    const auto timeout = base::parse_duration(patience);
    if (!timeout || timeout->seconds < 0 || timeout->seconds > kLongestDelivery ||
        (timeout->seconds == 0 && timeout->nanoseconds < 1'000'000)) {
        return misuse("--delivery-timeout is a duration from 1ms to 10m, not " +
                      base::quoted(patience));
    }
    settings.delivery_timeout = std::chrono::seconds(timeout->seconds) +
                                std::chrono::milliseconds(timeout->nanoseconds / 1'000'000);
    settings.said.t0 = arguments.has("--t0");
    settings.said.rng_seed = arguments.has("--rng-seed");
    settings.said.clock = arguments.has("--clock") || arguments.has("--long-lived");
    const bool ticking = arguments.has("--clock")
                             ? arguments.value("--clock") == "ticking"
                             : arguments.has("--long-lived") || arguments.has("--data");
    if (ticking) settings.world.clock = world::ClockMode::Ticking;
    const std::string_view t0 = arguments.value("--t0");
    if (t0 == "now") {
        settings.world.from_now = true;
    } else if (!t0.empty()) {
        settings.world.t0 = base::parse_rfc3339(t0);
        if (!settings.world.t0) {
            return misuse("--t0 is an instant as 2025-01-01T00:00:00Z, not " + base::quoted(t0));
        }
    }
    if (settings.host.find(':') != std::string::npos && !settings.host.starts_with('[')) {
        return misuse("--listen is a host without port, not " + base::quoted(settings.host) +
                      "; the port is --port");
    }
    return settings;
}

bool is_description(const std::string& name) {
    const std::string lower = base::to_lower_ascii(name);
    return lower.ends_with(".json") || lower.ends_with(".yaml") || lower.ends_with(".yml");
}

base::Result<std::shared_ptr<const pack::Pack>> load_pack(const std::string& wanted,
                                                          const ServeSettings& settings) {
    const pack::Loaded loaded =
        is_description(wanted) ? pack::load_description(TRY(read_file(wanted)))
                               : pack::load(TRY(find_pack_files(wanted, settings.pack_dir)).folder);
    if (!loaded.pack) return base::fail(loaded.as_error());
    const std::size_t at = is_description(wanted) ? std::string::npos : wanted.rfind('@');
    if (at != std::string::npos && wanted.find('/') == std::string::npos &&
        wanted.substr(at + 1) != loaded.pack->version) {
        return base::fail(pack::code::NotFound,
                          {{"name", base::quoted(wanted)},
                           {"places", "every place where packs are kept"},
                           {"nearest", loaded.pack->name + '@' + loaded.pack->version}});
    }
    return loaded.pack;
}

std::string pack_text(const pack::Pack& pack) {
    return pack.name + '@' + pack.version;
}

void tell(const serve::Hub& hub, const Layout& layout, const ServeSettings& settings,
          Terminal& terminal) {
    std::string out;
    for (const ServedWorld& line : layout.lines) {
        const serve::Identity& own = line.world->identity;
        const pack::Pack& pack = *hub.packs()[own.pack].pack;
        if (settings.json) {
            out += json::write(json::Value::object({{"url", line.url},
                                                    {"key", own.key},
                                                    {"admin_key", hub.operator_key()},
                                                    {"world", own.id},
                                                    {"pack", pack_text(pack)}})) +
                   '\n';
        } else {
            out += "url=" + line.url + " key=" + own.key + " pack=" + pack_text(pack) + '\n';
        }
    }
    if (!settings.json) out += "admin_key=" + hub.operator_key() + '\n';
    terminal.out(out);
}

void hint(const serve::Hub& hub, const Layout& layout, const ServeSettings& settings,
          const std::shared_ptr<io::Authority>& authority, Terminal& terminal) {
    std::string text;
    for (std::size_t pack = 0; pack < hub.packs().size(); ++pack) {
        const ServedWorld& line = layout.lines[pack * settings.workers];
        Served served;
        served.pack = hub.packs()[pack].pack.get();
        served.url = line.url;
        served.key = line.world->identity.key;
        served.config = line.world->look([](const world::World& world) { return world.config(); });
        served.socket = layout.sockets[pack];
        if (authority) served.certificate = authority->certificate_path();
        text += hints_for(served);
    }
    if (!settings.socket.empty()) {
        text += "all packs: unix socket " + settings.socket + ", told apart by host (" +
                base::join(hub.pack_names(), ".localhost, ") + ".localhost)\n";
    }
    if (layout.lines.size() > 1) {
        std::vector<std::string> urls;
        std::vector<std::string> keys;
        for (const ServedWorld& line : layout.lines) {
            urls.push_back(line.url);
            keys.push_back(line.world->identity.key);
        }
        text += "test workers: UNDERSTUDY_WORKER_URLS=" + base::join(urls, ",") +
                " UNDERSTUDY_WORKER_KEYS=" + base::join(keys, ",") + '\n';
    }
    if (!settings.is_local()) {
        text += "others can reach this: it listens on " + settings.host + '\n';
    }
    terminal.error(text + "interrupt (Ctrl-C) stops it\n");
}

base::Result<std::unique_ptr<world::Journal>> open_journal(const Arguments& arguments,
                                                           Terminal& terminal) {
    if (!arguments.has("--data")) return std::make_unique<store::MemoryStore>();
    store::SqliteOptions options;
    options.failed = [&terminal](const base::Error& error) { terminal.error(base::render(error)); };
    return TRY(store::SqliteStore::open(std::string(arguments.value("--data")), options));
}

base::Result<ExitCode> run_serve(const Arguments& arguments, Terminal& terminal) {
    const ServeSettings settings = TRY(settings_of(arguments));
    const std::unique_ptr<world::Journal> journal = TRY(open_journal(arguments, terminal));
    serve::Hub hub(*journal);
    std::vector<std::string> webhook_hosts;
    for (const std::string_view host : base::split(arguments.value("--allow-webhook-host"), ',')) {
        if (!base::trim(host).empty()) webhook_hosts.emplace_back(base::trim(host));
    }
    hub.allow_webhooks_to(std::move(webhook_hosts));
    for (const std::string& wanted : arguments.list("PACK")) {
        TRY_VOID(hub.mount(TRY(load_pack(wanted, settings))));
    }
    TRY_VOID(hub.recover());
    SocketFolder sockets;
    Layout layout = TRY(make_worlds(hub, settings, sockets));
    TRY_VOID(journal->commit());
    serve::StationOptions options;
    options.version = kVersion;
    options.delivery_timeout = settings.delivery_timeout;
    options.host = settings.host;
    options.allow_outside = true;  // --listen says so
    bool is_needed = false;
    for (const serve::MountedPack& mounted : hub.packs()) is_needed |= mounted.pack->serve.tls;
    options.authority = TRY(opened_authority(arguments, is_needed, terminal));
    const std::shared_ptr<io::Authority> authority = options.authority;
    io::hold_stop_signals();
    serve::Station station(hub, std::move(options));
    const std::vector<io::Address> addresses = TRY(open_listeners(station, layout, settings));
    for (std::size_t pack = 0; pack < hub.packs().size(); ++pack) {
        hub.set_pack_reach(pack, {url_of(addresses[layout.listener_of_pack[pack]]), 0, {}});
    }
    for (ServedWorld& line : layout.lines) {
        const io::Address& address = addresses[line.listener];
        line.url = url_of(address);
        if (settings.port_per_world) {
            hub.set_reach(line.world->identity.serial, {line.url, address.port, {}});
        }
    }
    tell(hub, layout, settings, terminal);
    hint(hub, layout, settings, authority, terminal);
    io::wait_for_stop_signal();
    station.shut_down();
    TRY_VOID(journal->commit());  // whose worlds could not be kept does not end with 0
    return ExitCode::Done;
}

}  // namespace

const Verb kServeVerb = {
    "serve",
    "stand-ins for services, until interrupted",
    "Serves packs: each gets a listener and a world, which is an isolated, stateful model of the "
    "service. Prints one line per world with its URL and key, and one with the operator's key; "
    "hints how to try it and how to point clients at it go to standard error. A client gets the "
    "URL as its base URL and the key as its API key, or the listener as its proxy.\n\n"
    "Packs are looked for in --pack-dir, then in ./packs, then in the binary; a word with a slash "
    "is a folder. A file that ends in .json, .yaml or .yml is an OpenAPI document: all its "
    "operations are then answered by their shapes alone.\n\n"
    "A seed file fills the worlds before any port is opened: objects that were always there, a "
    "past, durations. Flags win over it, a mistake in it is exit code 2, and a snapshot named "
    "`boot` is taken afterwards.\n\n"
    "With --data the worlds are kept in a file, which is made if it is not there. An answer leaves "
    "only after what it says is on the disk, so that a process that is killed loses nothing it has "
    "acknowledged; started again with the same packs and the same file, the worlds come back with "
    "their ids, keys, clocks and timers. What the other flags and a seed file say of worlds is for "
    "new ones, whose clock ticks unless --clock says otherwise. The file belongs to one process at "
    "a time and holds the keys.\n\n"
    "Interrupted, it finishes the answers under way and exits with 0. A pack that does not load, "
    "a port that is taken or a file that cannot be written is exit code 2.",
    kPositionals,
    kOptions,
    kExamples,
    run_serve,
};

}  // namespace understudy::app
