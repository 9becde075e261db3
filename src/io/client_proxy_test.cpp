// Calls through proxies; our own server plays them.
#include <gtest/gtest.h>

#include "io/impl/client_testing.hpp"

namespace understudy::io {
namespace {

using base::Code;

const TestAuthority& authority() {
    static const TestAuthority authority;
    return authority;
}

// Tells what it was asked; plays every host itself, unless it is told to refuse.
Accept proxy(int refusal = 0) {
    return [refusal](const ExchangePtr& exchange) -> std::unique_ptr<Handler> {
        const http::RequestHead& head = exchange->request();
        const std::string credentials(head.headers.get("proxy-authorization"));
        if (head.method != "CONNECT") {
            exchange->answer(ok(), head.method + ' ' + head.target + " [" + credentials + "] in [" +
                                       exchange->origin().tunnel + ']');
            return nullptr;
        }
        if (refusal != 0 || credentials == "Basic d3Jvbmc6d3Jvbmc=") {  // wrong:wrong
            http::ResponseHead no;
            no.status = refusal == 0 ? 407 : refusal;
            exchange->answer(no, "not here");
            return nullptr;
        }
        auto handler = std::make_unique<Scripted>();
        handler->end = [exchange](const http::Headers&) { EXPECT_TRUE(exchange->intercept()); };
        return handler;
    };
}

ClientOptions through(const TestServer& server, std::string_view credentials = {}) {
    ClientOptions options;
    options.authorities = authority().pem();
    const auto url =
        http::parse_url("http://" + std::string(credentials) + server.address().text());
    options.proxies.http = options.proxies.https = url.value();
    return options;
}

TEST(ClientProxy, PlainCallsGoByTheirWholeAddress) {
    const TestServer server(proxy());
    TestClient client(through(server));
    EXPECT_EQ(client.get("http://api.example.test/a?b"),
              "200 GET http://api.example.test/a?b [] in []");
    EXPECT_EQ(client.get("http://api.example.test:8080/"),
              "200 GET http://api.example.test:8080/ [] in []");
}

TEST(ClientProxy, SecureCallsGoThroughATunnel) {
    const TestServer server(proxy(), authority().options());
    for (const bool h2 : {true, false}) {
        ClientOptions options = through(server);
        options.offer_h2 = h2;
        TestClient client(options);
        EXPECT_EQ(client.get("https://api.example.test/a"),
                  "200 GET /a [] in [api.example.test:443]");
        EXPECT_EQ(client.get("https://api.example.test/b"),
                  "200 GET /b [] in [api.example.test:443]");
        EXPECT_EQ(client.client->connections(), 1U);
        EXPECT_EQ(client.get("https://192.0.2.1:8443/"), "200 GET / [] in [192.0.2.1:8443]");
        EXPECT_EQ(client.get("https://[2001:db8::1]/"), "200 GET / [] in [[2001:db8::1]:443]");
    }
}

TEST(ClientProxy, CredentialsAreShownToTheProxyAndToNobodyElse) {
    const TestServer server(proxy(), authority().options());
    TestClient client(through(server, "ann:open%20sesame@"));
    // ann:open sesame
    EXPECT_EQ(client.get("http://api.example.test/"),
              "200 GET http://api.example.test/ [Basic YW5uOm9wZW4gc2VzYW1l] in []");
    EXPECT_EQ(client.get("https://api.example.test/"), "200 GET / [] in [api.example.test:443]");
}

TEST(ClientProxy, ARefusalIsTold) {
    for (const int status : {403, 502}) {
        const TestServer server(proxy(status), authority().options());
        TestClient client(through(server));
        Caught answer;
        client.begin("https://api.example.test:8443/", answer);
        ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
        ASSERT_TRUE(answer.error);
        EXPECT_EQ(answer.error->code, Code::IoProxyRefused);
        EXPECT_EQ(answer.told(), "the proxy " + server.address().text() + " answered " +
                                     std::to_string(status) + " to CONNECT api.example.test:8443");
        EXPECT_TRUE(server.is_empty());
    }
}

TEST(ClientProxy, ARefusalDoesNotTellTheCredentials) {
    const TestServer server(proxy(), authority().options());
    TestClient client(through(server, "wrong:wrong@"));
    EXPECT_EQ(client.get("https://api.example.test/"),
              "the proxy " + server.address().text() + " answered 407 to CONNECT api.example.test");
}

TEST(ClientProxy, TheCertificateIsTheHostsAndNotTheProxys) {
    const TestServer server(proxy(), authority().options());
    const TestAuthority other;
    ClientOptions options = through(server);
    options.authorities = other.pem();
    TestClient client(options);
    EXPECT_EQ(client.get("https://api.example.test/"),
              "the certificate of api.example.test is not trusted: unable to get local issuer "
              "certificate");
}

TEST(ClientProxy, TheExemptGoDirectly) {
    Seen seen;
    const TestServer server(echo(seen));
    const TestServer never(proxy(403));
    ClientOptions options = through(never);
    options.proxies.exempt = {"127.0.0.1"};
    TestClient client(options);
    EXPECT_EQ(client.get(server.url("/a")), "200 GET /a");
}

TEST(ClientProxy, AProxyThatIsNotThere) {
    const Address address = nobody();
    ClientOptions options;
    options.proxies.http = options.proxies.https = http::parse_url(address.url()).value();
    TestClient client(options);
    const std::string told = "cannot connect to " + address.text() + ": Connection refused";
    EXPECT_EQ(client.get("http://api.example.test/"), told);
    EXPECT_EQ(client.get("https://api.example.test/"), told);
}

TEST(ClientProxy, AProxyThatSpeaksNonsense) {
    const RawServer server({[](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.send("SSH-2.0-x\r\n\r\n");
                                wire.read_all();
                            },
                            [](Wire& wire) {
                                wire.read_until("\r\n\r\n");
                                wire.close();
                            }});
    ClientOptions options;
    options.proxies.https = http::parse_url(server.address().url()).value();
    TestClient client(options);
    Caught answer;
    client.begin("https://api.example.test/", answer);
    ASSERT_TRUE(client.until([&] { return answer.is_over(); }));
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->code, Code::HttpBadStatusLine);
    EXPECT_EQ(client.get("https://api.example.test/"),
              "the connection to " + server.address().text() + " was lost: the server closed it");
}

}  // namespace
}  // namespace understudy::io
