#include "io/server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

#include "base/log.hpp"
#include "io/impl/connection.hpp"

namespace understudy::io {

using base::Result;

namespace {

constexpr int kAcceptsAtOnce = 64;  // then those already there have their turn

unsigned cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

// One listening socket on one loop.
class Listener final : public Watcher {
public:
    Listener(Ground& ground, int socket, const Address& address, std::size_t index)
        : ground_(ground), socket_(socket), address_(address), index_(index) {}

    // Level by level, so that a turn cut short is taken up by itself.
    bool start() { return ground_.loop.watch_shared(socket_, *this); }
    void stop() { ground_.loop.forget(socket_, *this); }

    void on_ready(Ready /*ready*/) override {
        for (int i = 0; i < kAcceptsAtOnce; ++i) {
            Fd client(::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
            const int problem = client ? 0 : errno;
            if (problem == EINTR || problem == ECONNABORTED) continue;
            if (is_out_of_something(problem)) rest();
            if (problem != 0) return;
            if (address_.kind != Address::Kind::Unix) {
                const int on = 1;
                ::setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            }
            std::string host = ground_.tls == nullptr ? std::string() : own_host(client.get());
            ground_.add(std::move(client), index_, std::move(host));
        }
    }

private:
    static bool is_out_of_something(int problem) {
        return problem == EMFILE || problem == ENFILE || problem == ENOBUFS || problem == ENOMEM;
    }

    // No descriptor is left: being told again and again would only burn the time others need to
    // finish and give some back.
    void rest() {
        base::log(base::LogLevel::Warning, "too many open files: new connections have to wait");
        stop();
        ground_.loop.after(std::chrono::milliseconds(100), [this] {
            if (!ground_.draining && !start()) rest();
        });
    }

    // Whom a client takes us for that asks for no name in TLS. A certificate for localhost is good
    // for 127.0.0.1 and ::1.
    std::string own_host(int client) const {
        if (address_.kind == Address::Kind::Unix) return "localhost";
        sockaddr_storage name{};
        socklen_t size = sizeof name;
        std::array<char, INET6_ADDRSTRLEN> text{};
        if (::getsockname(client, reinterpret_cast<sockaddr*>(&name), &size) != 0) return {};
        const void* bytes = name.ss_family == AF_INET
                                ? static_cast<void*>(&reinterpret_cast<sockaddr_in&>(name).sin_addr)
                                : &reinterpret_cast<sockaddr_in6&>(name).sin6_addr;
        const std::string host = ::inet_ntop(name.ss_family, bytes, text.data(), text.size());
        return host == "127.0.0.1" || host == "::1" ? "localhost" : host;
    }

    Ground& ground_;
    int socket_;
    const Address& address_;
    std::size_t index_;
};

}  // namespace

struct Server::State {
    ServerOptions options;
    Accept accept;
    std::unique_ptr<TlsServer> tls;
    std::vector<Address> addresses;
    std::vector<Fd> sockets;
    std::vector<std::unique_ptr<Ground>> grounds;
    std::vector<std::vector<std::unique_ptr<Listener>>> listeners;  // of each ground
    std::vector<std::thread> threads;
    std::vector<std::unique_ptr<std::atomic<std::size_t>>> counts;
    bool stopped = false;

    Result<void> open(std::size_t loops);
};

Result<void> Server::State::open(std::size_t loops) {
    for (std::size_t i = 0; i < loops; ++i) {
        auto ground = std::make_unique<Ground>();
        ground->options = &options;
        ground->accept = &accept;
        ground->tls = tls.get();
        counts.push_back(std::make_unique<std::atomic<std::size_t>>(0));
        ground->count_changed = [count = counts.back().get(), raw = ground.get()](std::size_t now) {
            *count = now;
            if (now == 0 && raw->draining) raw->loop.stop();
        };
        grounds.push_back(std::move(ground));
        listeners.emplace_back();
    }
    addresses.reserve(options.addresses.size());  // listeners refer to them
    for (std::size_t index = 0; index < options.addresses.size(); ++index) {
        Address address = TRY(parse_address(options.addresses[index]));
        if (!options.allow_outside && !address.is_loopback()) {
            return base::fail(base::Code::IoNotLoopback, {{"address", address.text()}});
        }
        const bool unix_socket = address.kind == Address::Kind::Unix;
        const bool shared = loops > 1 && !unix_socket;
        std::vector<int> sockets_here;
        for (std::size_t i = 0; i < (shared ? loops : 1); ++i) {
            sockets.push_back(TRY(listen_on(address, shared, i == 0)));
            sockets_here.push_back(sockets.back().get());
        }
        addresses.push_back(address);
        for (std::size_t i = 0; i < loops; ++i) {
            const int socket = sockets_here[shared ? i : 0];
            listeners[i].push_back(
                std::make_unique<Listener>(*grounds[i], socket, addresses.back(), index));
        }
    }
    return {};
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, Accept accept) {
    // A whole server from the first line on: what fails half-way is shut down as usual.
    std::unique_ptr<Server> server(new Server(std::make_unique<State>()));
    State* state = server->state_.get();
    state->options = std::move(options);
    state->accept = std::move(accept);
    if (state->options.authority)
        state->tls = std::make_unique<TlsServer>(state->options.authority);
    TRY_VOID(state->open(state->options.loops == 0 ? cores() : state->options.loops));
    for (std::size_t i = 0; i < state->grounds.size(); ++i) {
        for (const auto& listener : state->listeners[i]) {
            if (!listener->start()) {
                return base::fail(base::Code::IoSystem,
                                  {{"call", "epoll_ctl"}, {"why", std::strerror(errno)}});
            }
        }
        state->threads.emplace_back([ground = state->grounds[i].get()] { ground->loop.run(); });
    }
    return server;
}

Server::~Server() {
    shut_down();
}

const std::vector<Address>& Server::addresses() const {
    return state_->addresses;
}

unsigned Server::loops() const {
    return static_cast<unsigned>(state_->grounds.size());
}

std::size_t Server::connections() const {
    std::size_t sum = 0;
    for (const auto& count : state_->counts) sum += *count;
    return sum;
}

void Server::shut_down() {
    if (std::exchange(state_->stopped, true)) return;
    // At once, so that who comes now is refused and need not wait for us to be done; and so that
    // a new server's socket of the same path is not taken for ours.
    for (const Fd& socket : state_->sockets) ::shutdown(socket.get(), SHUT_RDWR);
    for (const Address& address : state_->addresses) {
        if (address.kind == Address::Kind::Unix) ::unlink(address.host.c_str());
    }
    for (std::size_t i = 0; i < state_->grounds.size(); ++i) {
        Ground* ground = state_->grounds[i].get();
        ground->loop.post([this, ground, i] {
            for (const auto& listener : state_->listeners[i]) listener->stop();
            ground->shut_down();
        });
    }
    for (std::thread& thread : state_->threads) thread.join();
    // What the last turn left to be told, and what that leaves.
    for (const auto& ground : state_->grounds) {
        constexpr int kTurns = 16;
        for (int i = 0; i < kTurns; ++i) ground->loop.turn(std::chrono::milliseconds(0));
    }
    state_->sockets.clear();
}

}  // namespace understudy::io
