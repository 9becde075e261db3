// TLS as a transformer of bytes: ciphertext in, plaintext out, and the other way round. OpenSSL
// does the work on memory only; sockets are somebody else's.
//
//     peer ──► feed() ──► plain        one layer; a tunnel inside TLS has two
//     peer ◄── drain() ◄── send()
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "io/authority.hpp"

namespace understudy::io {

class Tls {
public:
    enum class State : std::uint8_t { Handshake, Open, Ended, Failed };

    ~Tls();
    Tls(const Tls&) = delete;
    Tls& operator=(const Tls&) = delete;

    State feed(std::string_view cipher, std::string& plain);
    void send(std::string_view plain);  // kept until the handshake is done
    void end();                         // no more from us: close_notify
    void drain(std::string& out);

    State state() const { return state_; }
    std::string_view protocol() const;     // "h2", "http/1.1" or empty
    std::string_view server_name() const;  // what the client asked for; may be empty
    const std::string& failure() const { return failure_; }
    bool certificate_refused() const;

private:
    friend class TlsServer;
    friend class TlsClient;
    struct Engine;
    explicit Tls(std::unique_ptr<Engine> engine);
    void advance(std::string& plain);
    void fail(std::string_view what);

    std::unique_ptr<Engine> engine_;
    State state_ = State::Handshake;
    std::string unsent_;
    std::string failure_;
};

// Makes server ends that show a certificate of our own authority for whatever name is asked for.
class TlsServer {
public:
    explicit TlsServer(std::shared_ptr<Authority> authority);
    ~TlsServer();
    // `host` is shown to a client that asks for no name.
    std::unique_ptr<Tls> open(std::string_view host) const;

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

// Makes client ends that believe the system's authorities, or those in `authorities` (a PEM file;
// SSL_CERT_FILE counts as well).
class TlsClient {
public:
    static base::Result<std::unique_ptr<TlsClient>> make(const std::string& authorities);
    ~TlsClient();
    std::unique_ptr<Tls> open(std::string_view host, bool offer_h2) const;

private:
    struct Context;
    explicit TlsClient(std::unique_ptr<Context> context);
    std::unique_ptr<Context> context_;
};

}  // namespace understudy::io
