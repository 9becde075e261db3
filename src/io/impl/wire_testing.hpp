// A client for tests that sends exactly the bytes it is told to: a blocking socket, bare or inside
// TLS. Every wait is bounded; nothing sleeps.
//
//     Wire wire(server.addresses()[0]);
//     wire.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
//     EXPECT_EQ(wire.answer().body, "hello");
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "io/address.hpp"
#include "io/impl/tls.hpp"

namespace understudy::io {

// Only reached when something is wrong.
constexpr std::chrono::seconds kLongEnough(10);

// Other threads make it true soon: it is looked at again and again, but not for ever.
template <class Condition>
bool soon(const Condition& condition) {
    const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        ::poll(nullptr, 0, 1);
    }
    return true;
}

inline sockaddr_storage name_of(const Address& address, socklen_t& size) {
    sockaddr_storage name{};
    if (address.kind == Address::Kind::Unix) {
        auto& unix_name = reinterpret_cast<sockaddr_un&>(name);
        unix_name.sun_family = AF_UNIX;
        std::memcpy(unix_name.sun_path, address.host.c_str(), address.host.size() + 1);
        size = sizeof unix_name;
    } else if (address.kind == Address::Kind::Ipv4) {
        auto& four = reinterpret_cast<sockaddr_in&>(name);
        four.sin_family = AF_INET;
        four.sin_port = htons(address.port);
        ::inet_pton(AF_INET, address.host.c_str(), &four.sin_addr);
        size = sizeof four;
    } else {
        auto& six = reinterpret_cast<sockaddr_in6&>(name);
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(address.port);
        ::inet_pton(AF_INET6, address.host.c_str(), &six.sin6_addr);
        size = sizeof six;
    }
    return name;
}

class Wire {
public:
    enum class End : std::uint8_t { Open, Ended, Reset, Silent };

    // A small `room` (SO_RCVBUF) makes a client that is soon full.
    explicit Wire(const Address& address, int room = 0) {
        socklen_t size = 0;
        const sockaddr_storage name = name_of(address, size);
        socket_ = Fd(::socket(name.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (room > 0) ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
        const timeval bound{kLongEnough.count(), 0};
        ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof bound);
        ::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &bound, sizeof bound);
        if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&name), size) != 0) {
            ADD_FAILURE() << "cannot connect to " << address.text() << ": " << std::strerror(errno);
        }
    }
    explicit Wire(Fd socket) : socket_(std::move(socket)) {}

    // False: the server no longer takes it.
    bool send(std::string_view bytes) {
        std::string cipher(bytes);
        for (std::size_t i = layers_.size(); i-- > 0;) {
            layers_[i]->send(cipher);
            cipher.clear();
            layers_[i]->drain(cipher);
        }
        return send_raw(cipher);
    }
    bool send_raw(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    void send_each_byte(std::string_view bytes) {
        for (std::size_t i = 0; i < bytes.size(); ++i) send(bytes.substr(i, 1));
    }
    void end() {  // no more from us
        if (!layers_.empty()) {
            std::string cipher;
            for (std::size_t i = layers_.size(); i-- > 0;) {
                layers_[i]->send(cipher);
                layers_[i]->end();
                cipher.clear();
                layers_[i]->drain(cipher);
            }
            send_raw(cipher);
        }
        ::shutdown(socket_.get(), SHUT_WR);
    }
    void close() { socket_.reset(); }
    void cut() {  // a TCP reset
        const linger now{1, 0};
        ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        socket_.reset();
    }

    // One more layer of TLS, inside those there are.
    bool start_tls(const TlsClient& client, std::string_view host, bool offer_h2 = false) {
        auto layer = client.open(host, offer_h2);
        std::string hello;
        layer->drain(hello);
        send(hello);
        layers_.push_back(std::move(layer));
        while (layers_.back()->state() == Tls::State::Handshake && is_open()) read_more();
        return layers_.back()->state() == Tls::State::Open;
    }
    const Tls& tls() const { return *layers_.back(); }

    // The next bytes, whatever they are; empty at the end.
    std::string read() {
        while (in_.empty() && is_open()) read_more();
        return std::exchange(in_, {});
    }
    std::string read_exactly(std::size_t size) {
        while (in_.size() < size && is_open()) read_more();
        return take(std::min(size, in_.size()));
    }
    std::string read_until(std::string_view mark) {
        std::size_t found = in_.find(mark);
        while (found == std::string::npos && is_open()) {
            read_more();
            found = in_.find(mark);
        }
        return take(found == std::string::npos ? in_.size() : found + mark.size());
    }
    std::string read_all() {
        while (is_open()) read_more();
        return std::exchange(in_, {});
    }
    End how() const { return end_; }
    bool is_open() const { return end_ == End::Open; }
    int number() const { return socket_.get(); }

    struct Answer {
        int status = 0;
        std::string head;
        std::string body;
    };
    // One answer of HTTP/1.1, 1xx ones skipped.
    Answer answer(bool head_only = false) {
        Answer answer;
        do {
            answer.head = read_until("\r\n\r\n");
            answer.status = static_cast<int>(
                base::parse_int64(
                    answer.head.substr(0, 12).substr(std::min<std::size_t>(9, answer.head.size())))
                    .value_or(0));
        } while (answer.status / 100 == 1 && answer.status != 101);
        if (head_only || answer.status == 101) return answer;
        const std::string small = base::to_lower_ascii(answer.head);
        constexpr std::string_view kLength = "\r\ncontent-length: ";
        if (const std::size_t at = small.find(kLength); at != std::string::npos) {
            const std::string text = small.substr(at + kLength.size());
            answer.body = read_exactly(std::stoul(text));
        } else if (small.find("\r\ntransfer-encoding: chunked") != std::string::npos) {
            answer.body = chunks();
        } else if (answer.status >= 200 && answer.status != 204 && answer.status != 304) {
            answer.body = read_all();
        }
        return answer;
    }
    std::string trailers;  // of the last chunked answer

private:
    void read_more() {
        std::array<char, 65536> buffer;
        const ssize_t got = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
        if (got == 0) end_ = End::Ended;
        if (got < 0 && errno != EINTR) end_ = errno == EAGAIN ? End::Silent : End::Reset;
        if (got <= 0) return;
        std::string bytes(buffer.data(), static_cast<std::size_t>(got));
        for (const auto& layer : layers_) {
            std::string plain;
            if (layer->feed(bytes, plain) == Tls::State::Ended) end_ = End::Ended;
            if (layer->state() == Tls::State::Failed) end_ = End::Reset;
            bytes = std::move(plain);
        }
        in_ += bytes;
        if (!layers_.empty()) send({});  // the rest of a handshake
    }
    std::string take(std::size_t size) {
        std::string taken = in_.substr(0, size);
        in_.erase(0, size);
        return taken;
    }
    std::string chunks() {
        std::string body;
        while (true) {
            const std::string line = read_until("\r\n");
            const std::size_t size = line.empty() ? 0 : std::stoul(line, nullptr, 16);
            if (size == 0) break;
            body += read_exactly(size);
            if (read_exactly(2) != "\r\n") break;
        }
        trailers.clear();
        for (std::string line = read_until("\r\n"); line.size() > 2; line = read_until("\r\n")) {
            trailers += line;
        }
        return body;
    }

    Fd socket_;
    std::vector<std::unique_ptr<Tls>> layers_;  // outermost first
    std::string in_;
    End end_ = End::Open;
};

inline std::string get(std::string_view target, std::string_view more = {}) {
    std::string text = "GET ";
    text += target;
    text += " HTTP/1.1\r\nHost: x\r\n";
    text += more;
    return text + "\r\n";
}
inline std::string post(std::string_view target, std::string_view body) {
    std::string text = "POST ";
    text += target;
    text += " HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    text += body;
    return text;
}

}  // namespace understudy::io
