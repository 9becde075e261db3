#include "io/impl/tls.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "io/impl/leaf.hpp"

namespace understudy::io {

namespace {

constexpr std::size_t kRead = std::size_t{16} * 1024;
constexpr unsigned char kBoth[] = "\x02h2\x08http/1.1";
constexpr unsigned char kOld[] = "\x08http/1.1";

std::string last_problem(std::string_view otherwise) {
    const unsigned long code = ERR_peek_last_error();
    const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
    ERR_clear_error();
    return reason == nullptr ? std::string(otherwise) : std::string(reason);
}

struct FreeContext {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using OwnedContext = std::unique_ptr<SSL_CTX, FreeContext>;

bool is_ip(const std::string& host) {
    ASN1_OCTET_STRING* address = a2i_IPADDRESS(host.c_str());
    if (address == nullptr) return false;
    ASN1_OCTET_STRING_free(address);
    return true;
}

}  // namespace

struct Tls::Engine {
    SSL* ssl = nullptr;
    BIO* in = nullptr;   // owned by ssl
    BIO* out = nullptr;  // owned by ssl
    std::string host;    // what a server shows to a client that names none
    Authority* authority = nullptr;

    explicit Engine(SSL_CTX* context) : ssl(SSL_new(context)) {
        ASSERT(ssl != nullptr, "out of memory");
        in = BIO_new(BIO_s_mem());
        out = BIO_new(BIO_s_mem());
        BIO_set_mem_eof_return(in, -1);
        SSL_set_bio(ssl, in, out);
    }
    ~Engine() { SSL_free(ssl); }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // The certificate for the name this client asks for, made on the spot if it is a new one.
    static int choose_certificate(SSL* ssl, void* /*unused*/) {
        auto* engine = static_cast<Engine*>(SSL_get_app_data(ssl));
        const char* asked = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
        const auto leaf = engine->authority->mint(asked == nullptr ? engine->host : asked);
        if (!leaf) return 0;
        return SSL_use_certificate(ssl, (*leaf)->certificate.get()) == 1 &&
                       SSL_use_PrivateKey(ssl, (*leaf)->key.get()) == 1
                   ? 1
                   : 0;
    }
    static int choose_protocol(SSL* /*ssl*/, const unsigned char** out, unsigned char* size,
                               const unsigned char* offered, unsigned offered_size,
                               void* /*unused*/) {
        unsigned char* chosen = nullptr;
        if (SSL_select_next_proto(&chosen, size, kBoth, sizeof kBoth - 1, offered, offered_size) !=
            OPENSSL_NPN_NEGOTIATED) {
            return SSL_TLSEXT_ERR_NOACK;
        }
        *out = chosen;
        return SSL_TLSEXT_ERR_OK;
    }
};

Tls::Tls(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
Tls::~Tls() = default;

Tls::State Tls::feed(std::string_view cipher, std::string& plain) {
    // After the peer's last word nothing is read any more, so nothing is kept either.
    if (state_ == State::Failed || state_ == State::Ended) return state_;
    BIO_write(engine_->in, cipher.data(), static_cast<int>(cipher.size()));
    advance(plain);
    return state_;
}

void Tls::advance(std::string& plain) {
    ERR_clear_error();
    if (state_ == State::Handshake) {
        const int done = SSL_do_handshake(engine_->ssl);
        if (done != 1) {
            if (SSL_get_error(engine_->ssl, done) != SSL_ERROR_WANT_READ)
                fail("the handshake failed");
            return;
        }
        state_ = State::Open;
        if (!unsent_.empty()) {
            const std::string waiting = std::exchange(unsent_, {});
            send(waiting);
        }
    }
    while (state_ == State::Open) {
        const std::size_t before = plain.size();
        plain.resize(before + kRead);
        std::size_t got = 0;
        const int done = SSL_read_ex(engine_->ssl, plain.data() + before, kRead, &got);
        plain.resize(before + (done == 1 ? got : 0));
        if (done == 1) continue;
        switch (SSL_get_error(engine_->ssl, done)) {
            case SSL_ERROR_WANT_READ: return;
            case SSL_ERROR_ZERO_RETURN: state_ = State::Ended; return;
            default: fail("the peer sent what is no TLS"); return;
        }
    }
}

void Tls::fail(std::string_view what) {
    const long verdict = SSL_get_verify_result(engine_->ssl);
    failure_ = certificate_refused() ? X509_verify_cert_error_string(verdict) : last_problem(what);
    ERR_clear_error();
    state_ = State::Failed;
}

bool Tls::certificate_refused() const {
    return SSL_is_server(engine_->ssl) == 0 && SSL_get_verify_result(engine_->ssl) != X509_V_OK;
}

void Tls::send(std::string_view plain) {
    if (plain.empty() || state_ == State::Failed) return;
    if (state_ == State::Handshake) {
        unsent_ += plain;
        return;
    }
    std::size_t sent = 0;
    ERR_clear_error();
    // Memory never says "later": all of it is written, or the session is broken.
    if (SSL_write_ex(engine_->ssl, plain.data(), plain.size(), &sent) != 1) fail("writing failed");
}

void Tls::end() {
    if (state_ == State::Failed || state_ == State::Handshake) return;
    ERR_clear_error();
    SSL_shutdown(engine_->ssl);
    ERR_clear_error();
}

void Tls::drain(std::string& out) {
    const std::size_t size = BIO_ctrl_pending(engine_->out);
    if (size == 0) return;
    const std::size_t before = out.size();
    out.resize(before + size);
    const int got = BIO_read(engine_->out, out.data() + before, static_cast<int>(size));
    out.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
}

std::string_view Tls::protocol() const {
    const unsigned char* chosen = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(engine_->ssl, &chosen, &size);
    return {reinterpret_cast<const char*>(chosen), size};
}

std::string_view Tls::server_name() const {
    const char* asked = SSL_get_servername(engine_->ssl, TLSEXT_NAMETYPE_host_name);
    return asked == nullptr ? std::string_view{} : std::string_view(asked);
}

struct TlsServer::Context {
    OwnedContext ssl;
    std::shared_ptr<Authority> authority;
};

TlsServer::TlsServer(std::shared_ptr<Authority> authority) : context_(std::make_unique<Context>()) {
    context_->authority = std::move(authority);
    context_->ssl.reset(SSL_CTX_new(TLS_server_method()));
    SSL_CTX* ssl = context_->ssl.get();
    ASSERT(ssl != nullptr, "OpenSSL gave no context");
    SSL_CTX_set_min_proto_version(ssl, TLS1_2_VERSION);
    SSL_CTX_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_cert_cb(ssl, Tls::Engine::choose_certificate, nullptr);
    SSL_CTX_set_alpn_select_cb(ssl, Tls::Engine::choose_protocol, nullptr);
}

TlsServer::~TlsServer() = default;

std::unique_ptr<Tls> TlsServer::open(std::string_view host) const {
    auto engine = std::make_unique<Tls::Engine>(context_->ssl.get());
    engine->host = host;
    engine->authority = context_->authority.get();
    SSL_set_app_data(engine->ssl, engine.get());
    SSL_set_accept_state(engine->ssl);
    return std::unique_ptr<Tls>(new Tls(std::move(engine)));
}

struct TlsClient::Context {
    OwnedContext ssl;
};

TlsClient::TlsClient(std::unique_ptr<Context> context) : context_(std::move(context)) {}
TlsClient::~TlsClient() = default;

base::Result<std::unique_ptr<TlsClient>> TlsClient::make(const std::string& authorities) {
    auto context = std::make_unique<Context>();
    context->ssl.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX* ssl = context->ssl.get();
    ASSERT(ssl != nullptr, "OpenSSL gave no context");
    SSL_CTX_set_min_proto_version(ssl, TLS1_2_VERSION);
    SSL_CTX_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_verify(ssl, SSL_VERIFY_PEER, nullptr);
    const bool loaded = authorities.empty()
                            ? SSL_CTX_set_default_verify_paths(ssl) == 1
                            : SSL_CTX_load_verify_locations(ssl, authorities.c_str(), nullptr) == 1;
    if (!loaded) {
        return base::fail(base::Code::IoAuthorityUnreadable,
                          {{"path", authorities.empty() ? "the system's store" : authorities},
                           {"why", last_problem("it holds no certificate")}});
    }
    return std::unique_ptr<TlsClient>(new TlsClient(std::move(context)));
}

std::unique_ptr<Tls> TlsClient::open(std::string_view host, bool offer_h2) const {
    auto engine = std::make_unique<Tls::Engine>(context_->ssl.get());
    engine->host = host;
    SSL* ssl = engine->ssl;
    X509_VERIFY_PARAM* verify = SSL_get0_param(ssl);
    if (is_ip(engine->host)) {
        X509_VERIFY_PARAM_set1_ip_asc(verify, engine->host.c_str());
    } else {
        // The macro for this has a C cast in it.
        SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, engine->host.data());
        X509_VERIFY_PARAM_set_hostflags(verify, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
        X509_VERIFY_PARAM_set1_host(verify, engine->host.data(), engine->host.size());
    }
    SSL_set_alpn_protos(ssl, offer_h2 ? kBoth : kOld,
                        offer_h2 ? sizeof kBoth - 1 : sizeof kOld - 1);
    SSL_set_connect_state(ssl);
    auto tls = std::unique_ptr<Tls>(new Tls(std::move(engine)));
    std::string nothing;
    tls->advance(nothing);  // the first flight
    return tls;
}

}  // namespace understudy::io
