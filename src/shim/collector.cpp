#include "shim/collector.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "shim/code.hpp"
#include "shim/impl/channel.hpp"

namespace understudy::shim {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 30U;  // of all calls of a session
constexpr std::size_t kChunk = 65536;

}  // namespace

struct Collector::Connection final : io::Watcher {
    Collector* owner = nullptr;
    io::Fd fd;
    std::string bytes;  // length, then message

    void on_ready(io::Ready) override {
        std::array<char, kChunk> chunk{};
        for (;;) {
            const ssize_t got = ::recv(fd.get(), chunk.data(), chunk.size(), 0);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0 && errno == EAGAIN) return;
            const bool is_too_much = got > 0 && static_cast<std::size_t>(got) > owner->left_;
            if (got <= 0 || is_too_much) return owner->drop(*this);  // not kept: no word back
            owner->left_ -= static_cast<std::size_t>(got);
            bytes.append(chunk.data(), static_cast<std::size_t>(got));
            if (!is_whole()) continue;
            if (owner->keep(std::string_view(bytes).substr(sizeof(std::uint64_t)))) {
                ::send(fd.get(), &kKept, 1, MSG_NOSIGNAL);
            }
            return owner->drop(*this);
        }
    }
    bool is_whole() const {
        std::uint64_t size = 0;
        if (bytes.size() < sizeof size) return false;
        std::memcpy(&size, bytes.data(), sizeof size);
        return bytes.size() - sizeof size >= size;
    }
};

Collector::Collector(io::Loop& loop) : loop_(loop), left_(kMostBytes) {}

Collector::~Collector() {
    for (auto& [connection, owned] : connections_) loop_.forget(connection->fd.get(), *connection);
    if (listener_) loop_.forget(listener_.get(), *this);
}

base::Result<void> Collector::listen(const std::string& folder) {
    auto listener = listen_in(folder);
    if (listener && loop_.watch(listener->get(), *this)) {
        listener_ = std::move(*listener);
        return {};
    }
    const std::string why = listener ? std::strerror(errno) : base::message(listener.error());
    return base::fail(code::NoCollector, {{"why", why}});
}

void Collector::on_ready(io::Ready) {
    for (;;) {
        io::Fd fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!fd) {
            if (errno == EINTR || errno == ECONNABORTED) continue;
            return;
        }
        auto connection = std::make_unique<Connection>();
        connection->owner = this;
        connection->fd = std::move(fd);
        Connection* const key = connection.get();
        if (!loop_.watch(key->fd.get(), *key)) continue;
        connections_.emplace(key, std::move(connection));
    }
}

bool Collector::keep(std::string_view message) {
    auto call = from_message(message);
    if (!call) return false;
    calls_.push_back(std::move(*call));
    return true;
}

void Collector::drop(Connection& connection) {
    loop_.forget(connection.fd.get(), connection);
    // It is inside of its own call: it goes when that is over.
    loop_.post([this, key = &connection] {
        connections_.erase(key);
        if (connections_.empty() && when_idle_) when_idle_();
    });
}

std::size_t Collector::open() const {
    return connections_.size();
}

void Collector::when_idle(std::function<void()> work) {
    when_idle_ = std::move(work);
}

std::vector<RecordedCall> Collector::take() {
    std::stable_sort(calls_.begin(), calls_.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    return std::move(calls_);
}

}  // namespace understudy::shim
