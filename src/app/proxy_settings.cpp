#include "app/proxy_settings.hpp"

#include <charconv>
#include <cmath>

#include "app/code.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

constexpr double kSlowest = 1000;

base::Failure misuse(std::string why) {
    return base::fail(code::BadArguments, {{"verb", "proxy"}, {"why", std::move(why)}});
}

base::Result<std::uint16_t> port_of(const Arguments& arguments, std::string_view option) {
    const std::string_view text = arguments.value(option);
    std::uint16_t port = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (problem == std::errc() && end == text.data() + text.size()) return port;
    return misuse(std::string(option) + " is a number from 0 to 65535, not " + base::quoted(text));
}

// The URL itself is not shown where it may hold a password.
base::Result<http::Url> origin_of(std::string_view text, std::string_view what) {
    auto url = http::parse_url(text);
    if (!url) return base::fail(url.error());
    if (url->userinfo) {
        return misuse(std::string(what) +
                      " has no name and password in it: they are the program's");
    }
    if (url->scheme != "http" && url->scheme != "https") {
        return misuse(std::string(what) + " begins with http:// or https://");
    }
    if (url->path != "/" || url->query || url->fragment) {
        return misuse(std::string(what) +
                      " is a scheme, a host and a port, without a path: what the program adds to "
                      "our URL is added to it");
    }
    return std::move(*url);
}

base::Result<serve::RelayDoor> upstream_of(std::string_view text) {
    constexpr std::string_view kUnix = "unix:";
    serve::RelayDoor door;
    if (text.starts_with(kUnix)) {
        door.socket = text.substr(kUnix.size());
        if (door.socket.empty()) return misuse("unix: is followed by the path of a socket");
        door.upstream = http::parse_url("http://localhost").value();
        return door;
    }
    door.upstream = TRY(origin_of(text, "URL"));
    return door;
}

base::Result<void> read_doors(const Arguments& arguments, const cassette::Manifest& manifest,
                              ProxySettings& settings) {
    const std::string_view url = arguments.value("URL");
    const bool forward = arguments.has("--forward");
    if (forward != url.empty()) {
        return misuse(forward ? "--forward goes to the hosts of --allow: leave out the URL"
                              : "proxy needs the URL of a service, or --forward");
    }
    if (forward) {
        settings.door.kind = serve::RelayDoor::Kind::Forward;
        for (const std::string& host : arguments.list("--allow")) settings.allowed.push_back(host);
        for (const cassette::Service& service : manifest.services) {
            settings.allowed.insert(settings.allowed.end(), service.hosts.begin(),
                                    service.hosts.end());
        }
        if (settings.allowed.empty()) {
            return misuse(
                "--forward needs --allow HOST, or services with `hosts` in understudy.yaml");
        }
    } else {
        if (arguments.has("--allow")) return misuse("--allow is for --forward");
        settings.door = TRY(upstream_of(url));
    }
    if (arguments.has("--callback") != arguments.has("--callback-to")) {
        return misuse("--callback and --callback-to go together");
    }
    if (!arguments.has("--callback")) return {};
    settings.callback_port = TRY(port_of(arguments, "--callback"));
    settings.callback.emplace();
    settings.callback->kind = serve::RelayDoor::Kind::Callback;
    settings.callback->upstream = TRY(origin_of(arguments.value("--callback-to"), "--callback-to"));
    return {};
}

base::Result<void> read_keeping(const Arguments& arguments, ProxySettings& settings) {
    settings.mode = arguments.value("--mode");
    if (!cassette::mode_named(settings.mode, true)) {
        return misuse(
            "--mode is record, replay, pass-through, record-missing, forbid or shadow, or one of "
            "VCR's words none, all, new, spy, once, not " +
            base::quoted(settings.mode));
    }
    settings.keep.file = arguments.value("-o");
    settings.keep.folder = arguments.value("--cassettes");
    settings.keep.service = arguments.value("--service");
    if (!settings.keep.file.empty() && !settings.keep.folder.empty()) {
        return misuse("-o is one file and --cassettes a folder of them: say one");
    }
    if (arguments.has("--expires")) {
        const std::string_view text = arguments.value("--expires");
        settings.expires = base::parse_duration(text);
        if (!settings.expires || *settings.expires <= base::Duration{}) {
            return misuse("--expires is a time as in 30d, not " + base::quoted(text));
        }
    }
    const std::string_view timing = arguments.value("--timing");
    if (timing == "original") {
        settings.pace = 1000;
    } else if (timing != "zero") {
        const auto factor = base::parse_double(timing);
        if (!factor || *factor < 0 || *factor > kSlowest) {
            return misuse("--timing is zero, original or a number from 0 to 1000, not " +
                          base::quoted(timing));
        }
        settings.pace = static_cast<std::uint32_t>(std::lround(*factor * 1000));
    }
    return {};
}

}  // namespace

std::string ProxySettings::upstream() const {
    if (!door.socket.empty()) return "unix:" + door.socket;
    return door.upstream.scheme + "://" + http::authority(door.upstream);
}

base::Result<ProxySettings> proxy_settings(const Arguments& arguments,
                                           const cassette::Manifest& manifest) {
    ProxySettings settings;
    TRY_VOID(read_doors(arguments, manifest, settings));
    TRY_VOID(read_keeping(arguments, settings));
    settings.trust = arguments.value("--trust");
    if (arguments.has("--port")) settings.port = TRY(port_of(arguments, "--port"));
    settings.socket = arguments.value("--unix");
    settings.host = arguments.value("--listen");
    settings.json = arguments.has("--json");
    if (settings.host.find(':') != std::string::npos && !settings.host.starts_with('[')) {
        return misuse("--listen is a host without port, not " + base::quoted(settings.host) +
                      "; the port is --port");
    }
    return settings;
}

}  // namespace understudy::app
