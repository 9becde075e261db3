#include "app/serve_layout.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "app/code.hpp"
#include "base/text.hpp"
#include "io/address.hpp"
#include "world/refused.hpp"

namespace understudy::app {

namespace {

constexpr std::uint16_t kFirstPort = 8801;
constexpr std::uint32_t kPortsTried = 2'000;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

// What is no address at all counts as free: opening it will say what is wrong with it.
bool is_free(const std::string& address) {
    auto parsed = io::parse_address(address);
    return !parsed || io::listen_on(*parsed, false, true).has_value();
}

}  // namespace

std::uint32_t first_free_port(const std::string& host, std::uint32_t from) {
    std::uint32_t port = std::max<std::uint32_t>(from, kFirstPort);
    while (port < kFirstPort + kPortsTried && !is_free(host + ':' + std::to_string(port))) ++port;
    return port;
}

namespace {

void choose_ports(std::vector<serve::ListenerOrder>& orders, const ServeSettings& settings) {
    std::uint32_t port = settings.port.value_or(kFirstPort);
    for (serve::ListenerOrder& order : orders) {
        if (order.address.starts_with("unix:")) continue;
        const auto with = [&](std::uint32_t number) {
            return settings.host + ':' + std::to_string(number);
        };
        if (!settings.port) port = first_free_port(settings.host, port);
        order.address = with(port);
        if (port != 0) ++port;
    }
}

// A refusal of the seed file, with its place in it.
base::Failure bad_seed(const json::Document& seed, const world::Refused& refused) {
    const auto pointer = json::Pointer::parse(refused.field);
    base::Mark mark;
    if (pointer) mark = seed.mark(*pointer);
    return base::fail(code::BadSeedFile,
                      {{"where", refused.field.empty() ? "" : refused.field + ": "},
                       {"why", refused.message},
                       {"help", refused.hint}},
                      std::move(mark));
}

// A world as the command line and the seed file want it, if the file is about its pack.
base::Result<std::shared_ptr<serve::RunningWorld>> make_world(serve::Hub& hub,
                                                              const ServeSettings& settings,
                                                              serve::WorldOrder order) {
    const json::Value* pack = settings.seed ? settings.seed->root.find("pack") : nullptr;
    const bool is_other = pack != nullptr && pack->is_string() && pack->as_string() != order.pack;
    if (!settings.seed || is_other) return hub.create(order);
    if (auto refused = serve::read_seed(settings.seed->root, settings.said, order)) {
        return bad_seed(*settings.seed, *refused);
    }
    auto world = TRY(hub.create(order));
    if (auto refused = serve::apply_seed(hub, *world, settings.seed->root)) {
        return bad_seed(*settings.seed, *refused);
    }
    return world;
}

// Those that came back with the store and are no forks, oldest first.
std::vector<std::shared_ptr<serve::RunningWorld>> roots_of(const serve::Hub& hub,
                                                           std::size_t pack) {
    std::vector<std::shared_ptr<serve::RunningWorld>> roots;
    for (const auto& world : hub.worlds()) {
        if (world->identity.pack == pack && world->identity.parent.empty()) roots.push_back(world);
    }
    return roots;
}

base::Result<void> check_key(const serve::RunningWorld& world, const std::string& wanted) {
    if (wanted.empty() || world.identity.key == wanted) return {};
    return base::fail(code::BadArguments,
                      {{"why", "--key: the world " + base::quoted(world.identity.id) +
                                   " that came back has another key"},
                       {"verb", "serve"}});
}

// A file for a pack that nobody asked for is a mistake, not a file for nobody.
base::Result<void> check_pack_of_seed(const serve::Hub& hub, const ServeSettings& settings) {
    const json::Value* pack = settings.seed ? settings.seed->root.find("pack") : nullptr;
    if (pack == nullptr || !pack->is_string()) return {};
    const std::string name(pack->as_string());
    if (hub.find_pack(name) != serve::kNoPack) return {};
    return bad_seed(*settings.seed,
                    world::refused(404, "unknown_pack", "the pack '" + name + "' is not served",
                                   "/pack", world::nearest_hint(name, hub.pack_names())));
}

}  // namespace

bool ServeSettings::is_local() const {
    const auto address = io::parse_address(host + ":0");
    return !address || address->is_loopback();
}

SocketFolder::~SocketFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
}

base::Result<std::string> SocketFolder::path() {
    if (!path_.empty()) return path_;
    std::string folder = environment("XDG_RUNTIME_DIR");
    if (folder.empty()) folder = environment("TMPDIR");
    if (folder.empty()) folder = "/tmp";
    folder += "/understudy-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
        return base::fail(code::CannotWrite,
                          {{"file", base::quoted(folder)}, {"why", std::strerror(errno)}});
    }
    path_ = folder;
    return path_;
}

base::Result<Layout> make_worlds(serve::Hub& hub, const ServeSettings& settings,
                                 SocketFolder& sockets) {
    TRY_VOID(check_pack_of_seed(hub, settings));
    Layout layout;
    const std::size_t all = hub.packs().size() * settings.workers;
    for (std::size_t pack = 0; pack < hub.packs().size(); ++pack) {
        const auto roots = roots_of(hub, pack);
        if (!settings.port_per_world) {
            layout.orders.push_back({"", {serve::Door::Kind::Pack, pack, 0}});
        }
        for (std::size_t worker = 0; worker < settings.workers; ++worker) {
            serve::WorldOrder order = settings.world;
            order.pack = hub.packs()[pack].pack->name;
            order.key = settings.key;
            if (!order.key.empty() && all > 1) {
                order.key += '-' + std::to_string(layout.lines.size());
            }
            std::shared_ptr<serve::RunningWorld> world;
            if (worker < roots.size()) {
                world = roots[worker];
                TRY_VOID(check_key(*world, order.key));
            } else {
                world = TRY(make_world(hub, settings, std::move(order)));
            }
            if (settings.port_per_world) {
                layout.orders.push_back(
                    {"", {serve::Door::Kind::World, pack, world->identity.serial}});
            }
            layout.lines.push_back({std::move(world), layout.orders.size() - 1, {}});
        }
        layout.listener_of_pack.push_back(layout.lines[pack * settings.workers].listener);
    }
    for (std::size_t pack = 0; pack < hub.packs().size(); ++pack) {
        std::string path;
        if (hub.packs()[pack].pack->serve.unix_socket) {
            path = TRY(sockets.path()) + '/' + hub.packs()[pack].pack->name + ".sock";
            layout.orders.push_back({"unix:" + path, {serve::Door::Kind::Pack, pack, 0}});
        }
        layout.sockets.push_back(path);
    }
    if (!settings.socket.empty()) layout.orders.push_back({"unix:" + settings.socket, {}});
    return layout;
}

base::Result<std::vector<io::Address>> open_listeners(serve::Station& station, Layout& layout,
                                                      const ServeSettings& settings) {
    // Somebody may take a port between the look and the opening: look again, a few times.
    constexpr int kTries = 5;
    for (int tries = 1;; ++tries) {
        choose_ports(layout.orders, settings);
        auto addresses = station.open(layout.orders);
        if (addresses || settings.port || tries == kTries) return addresses;
    }
}

std::string url_of(io::Address address) {
    if (address.host == "0.0.0.0") address.host = "127.0.0.1";
    if (address.host == "::") address.host = "::1";
    return address.url();
}

}  // namespace understudy::app
