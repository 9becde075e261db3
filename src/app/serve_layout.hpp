// Which worlds `serve` makes, and which listeners stand in front of them.
//
//     Layout layout = TRY(make_worlds(hub, settings, sockets));
//     auto addresses = TRY(open_listeners(station, layout, settings));
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "json/document.hpp"
#include "serve/seed_file.hpp"
#include "serve/station.hpp"

namespace understudy::app {

// What the command line asked for.
struct ServeSettings {
    std::size_t workers = 1;
    bool port_per_world = false;
    std::optional<std::uint16_t> port;
    std::string socket, key, host;
    serve::WorldOrder world;
    std::optional<json::Document> seed;  // what the worlds hold when they begin
    serve::SaidAlready said;             // what the command line says of them, which wins
    std::string pack_dir;
    bool json = false;
    std::chrono::milliseconds delivery_timeout{0};  // of any attempt

    bool is_local() const;  // nobody outside this machine can reach it
};

// A world with the line that is printed for it.
struct ServedWorld {
    std::shared_ptr<serve::RunningWorld> world;
    std::size_t listener = 0;  // in the orders
    std::string url;
};

struct Layout {
    std::vector<serve::ListenerOrder> orders;   // TCP first, then sockets
    std::vector<ServedWorld> lines;             // pack by pack
    std::vector<std::size_t> listener_of_pack;  // the one its URL is taken from
    std::vector<std::string> sockets;           // of each pack; may be empty
};

// A folder of our own for the sockets that packs ask for; gone at the end.
class SocketFolder {
public:
    SocketFolder() = default;
    SocketFolder(const SocketFolder&) = delete;
    SocketFolder& operator=(const SocketFolder&) = delete;
    ~SocketFolder();
    base::Result<std::string> path();  // made when it is first asked for

private:
    std::string path_;
};

base::Result<Layout> make_worlds(serve::Hub& hub, const ServeSettings& settings,
                                 SocketFolder& sockets);

// On the ports that were asked for, else on the first free ones.
base::Result<std::vector<io::Address>> open_listeners(serve::Station& station, Layout& layout,
                                                      const ServeSettings& settings);

// The first free port from the one where ours begin, or from a later one.
std::uint32_t first_free_port(const std::string& host, std::uint32_t from = 0);

// Never a name, and never an address that only means "all": what can be pasted into a client.
std::string url_of(io::Address address);

}  // namespace understudy::app
