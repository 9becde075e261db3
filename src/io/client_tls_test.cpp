// Whom a client trusts.
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "io/impl/client_testing.hpp"
#include "io/impl/leaf.hpp"

namespace understudy::io {
namespace {

using base::Code;

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}
ClientOptions trusting(const TestAuthority& whom) {
    ClientOptions options;
    options.authorities = whom.pem();
    return options;
}

// What a call to this URL is told; the code of its error, too.
struct Outcome {
    std::string told;
    std::optional<Code> code;
};
Outcome outcome(TestClient& client, const std::string& url) {
    Caught answer;
    client.begin(url, answer);
    EXPECT_TRUE(client.until([&] { return answer.is_over(); }));
    return {answer.told(), answer.error ? std::optional(answer.error->code) : std::nullopt};
}

// A TLS server that shows one certificate to everybody.
RawServer::Deal showing(const std::string& name) {
    return [name](Wire& wire) {
        const auto leaf = authority().get()->mint(name);
        ASSERT_TRUE(leaf);
        SSL_CTX* context = SSL_CTX_new(TLS_server_method());
        SSL_CTX_use_certificate(context, (*leaf)->certificate.get());
        SSL_CTX_use_PrivateKey(context, (*leaf)->key.get());
        SSL* ssl = SSL_new(context);
        SSL_set_fd(ssl, wire.number());
        if (SSL_accept(ssl) == 1) {
            std::array<char, 1000> buffer{};
            SSL_read(ssl, buffer.data(), static_cast<int>(buffer.size()));
            constexpr std::string_view kAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
            SSL_write(ssl, kAnswer.data(), static_cast<int>(kAnswer.size()));
            SSL_read(ssl, buffer.data(), static_cast<int>(buffer.size()));
        }
        SSL_free(ssl);
        SSL_CTX_free(context);
    };
}

TEST(ClientTls, OurAuthorityIsTrustedByWhoeverNamesIt) {
    Seen seen;
    ServerOptions options = authority().options();
    options.addresses = {"127.0.0.1:0", "[::1]:0"};
    const TestServer server(echo(seen), options);
    TestClient client(trusting(authority()));
    const std::string four = std::to_string(server->addresses()[0].port);
    const std::string six = std::to_string(server->addresses()[1].port);
    EXPECT_EQ(client.get("https://localhost:" + four + "/a"), "200 GET /a");
    EXPECT_EQ(client.get("https://api.localhost:" + four + "/b"), "200 GET /b");
    EXPECT_EQ(client.get("https://127.0.0.1:" + four + "/c"), "200 GET /c");
    EXPECT_EQ(client.get("https://[::1]:" + six + "/d"), "200 GET /d");
}

TEST(ClientTls, AnUnknownAuthorityIsNot) {
    Seen seen;
    const TestServer server(echo(seen), authority().options());
    const TestAuthority other;
    TestClient client(trusting(other));
    Caught answer;
    client.begin(server.secure_url("/"), answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::IoCertificateRefused);
    EXPECT_EQ(answer.told(),
              "the certificate of localhost is not trusted: unable to get local issuer "
              "certificate");
    EXPECT_EQ(base::hint(*answer.error),
              "add the authority that signed it to the system's store, or name it with "
              "SSL_CERT_FILE");
    EXPECT_TRUE(seen.all().empty()) << "not a byte of the request was sent";
    EXPECT_TRUE(server.is_empty());
}

TEST(ClientTls, TheSystemsStoreDoesNotKnowUs) {
    Seen seen;
    const TestServer server(echo(seen), authority().options());
    TestClient client;
    EXPECT_EQ(outcome(client, server.secure_url("/")).code, Code::IoCertificateRefused);
}

TEST(ClientTls, ACertificateForSomebodyElseIsRefused) {
    struct Case {
        std::string shown;
        std::string asked;
        std::string told;
    };
    for (const Case& one : {
             Case{"other.test", "localhost",
                  "the certificate of localhost is not trusted: hostname mismatch"},
             Case{"other.test", "127.0.0.1",
                  "the certificate of 127.0.0.1 is not trusted: IP address mismatch"},
             Case{"*.a.localhost", "a.localhost",
                  "the certificate of a.localhost is not trusted: hostname mismatch"},
             Case{"*.a.localhost", "b.a.localhost", "200 ok"},
             Case{"*.a.localhost", "c.b.a.localhost",
                  "the certificate of c.b.a.localhost is not trusted: hostname mismatch"},
             Case{"127.0.0.1", "localhost",
                  "the certificate of localhost is not trusted: hostname mismatch"},
             Case{"127.0.0.1", "127.0.0.1", "200 ok"},
         }) {
        const RawServer server({showing(one.shown)});
        TestClient client(trusting(authority()));
        EXPECT_EQ(
            outcome(client, "https://" + one.asked + ':' + std::to_string(server.address().port))
                .told,
            one.told)
            << one.shown;
    }
}

TEST(ClientTls, WhatIsNoTlsFails) {
    const RawServer server({[](Wire& wire) {
                                wire.read();
                                wire.send("HTTP/1.1 400 Bad Request\r\n\r\n");
                                wire.read_all();
                            },
                            [](Wire& wire) {
                                wire.read();
                                wire.close();
                            }});
    TestClient client;
    const std::string url = "https://localhost:" + std::to_string(server.address().port) + '/';
    const Outcome plain = outcome(client, url);
    EXPECT_EQ(plain.code, Code::IoTlsFailed);
    EXPECT_EQ(plain.told, "TLS with localhost failed: wrong version number");
    const Outcome closed = outcome(client, url);
    EXPECT_EQ(closed.code, Code::IoConnectionLost);
    EXPECT_EQ(closed.told, "the connection to localhost:" + std::to_string(server.address().port) +
                               " was lost: the server closed it");
}

TEST(ClientTls, AuthoritiesThatCannotBeReadAreAnError) {
    ClientOptions options;
    options.authorities = authority().root() + "/none.pem";
    const auto client = Client::make(std::make_shared<Loop>(), options);
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().code, Code::IoAuthorityUnreadable);
    EXPECT_TRUE(base::message(client.error())
                    .starts_with("the certificate authority at " + options.authorities +
                                 " cannot be read: "))
        << base::message(client.error());
}

}  // namespace
}  // namespace understudy::io
