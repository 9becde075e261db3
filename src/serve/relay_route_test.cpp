#include "serve/impl/relay_route.hpp"

#include <gtest/gtest.h>

namespace understudy::serve {
namespace {

http::RequestHead request(std::string target, std::string authority, std::string method = "GET") {
    http::RequestHead head;
    head.method = std::move(method);
    if (const auto colon = target.find("://"); colon != std::string::npos && target[0] != '/') {
        head.scheme = target.substr(0, colon);
    }
    head.target = std::move(target);
    head.authority = std::move(authority);
    return head;
}

RelayDoor in_front_of(const std::string& url, RelayDoor::Kind kind = RelayDoor::Kind::Reverse) {
    return {kind, http::parse_url(url).value(), {}};
}

// "https://api.test:443 as api.test", or "403 relay.not_allowed".
std::string told(const RouteFound& found) {
    if (found.refusal) {
        return std::to_string(found.refusal->status) + ' ' +
               std::string(base::name_of(found.refusal->error.code));
    }
    const RelayRoute& route = *found.route;
    return http::origin(route.upstream) + " as " + route.scheme + ' ' + route.host +
           (route.host_header.empty() ? "" : ", Host " + route.host_header) +
           (route.is_tunnel ? ", a tunnel" : "") + (route.is_callback ? ", a callback" : "");
}

std::string through(const RelayDoor& door, const http::RequestHead& head,
                    const io::Origin& origin = {}) {
    return told(route_of(head, origin, door,
                         AllowList({"api.test", "other.test:8443", "localhost"}), {4000, 4001}));
}

io::Origin inside(std::string tunnel, bool secure = true) {
    io::Origin origin;
    origin.tunnel = std::move(tunnel);
    origin.secure = secure;
    return origin;
}

TEST(RelayRoute, AReverseDoorLeadsToItsOneUpstream) {
    const RelayDoor door = in_front_of("https://api.test");
    EXPECT_EQ(through(door, request("/a", "127.0.0.1:4000")),
              "https://api.test:443 as https api.test, Host api.test");
    EXPECT_EQ(through(in_front_of("http://localhost:8080"), request("/a", "x")),
              "http://localhost:8080 as http localhost:8080, Host localhost:8080");
    EXPECT_EQ(through(door, request("http://evil.test/", "evil.test")), "403 relay.other_host");
    EXPECT_EQ(through(door, request("evil.test:443", "evil.test:443", "CONNECT")),
              "403 relay.other_host");
    EXPECT_EQ(through(door, request("api.test:443", "api.test:443", "CONNECT")),
              "https://api.test:443 as https api.test, Host api.test, a tunnel");
    EXPECT_EQ(through(door, request("/a", "api.test"), inside("api.test:443")),
              "https://api.test:443 as https api.test, Host api.test");
}

TEST(RelayRoute, AForwardDoorLeadsWhereItIsAllowed) {
    RelayDoor door;
    door.kind = RelayDoor::Kind::Forward;
    EXPECT_EQ(through(door, request("http://api.test/a", "api.test")),
              "http://api.test:80 as http api.test");
    EXPECT_EQ(through(door, request("https://api.test/a", "api.test")),
              "https://api.test:443 as https api.test");
    EXPECT_EQ(through(door, request("http://API.test:80/a", "API.test:80")),
              "http://api.test:80 as http api.test");
    EXPECT_EQ(through(door, request("http://evil.test/", "evil.test")), "403 relay.not_allowed");
    EXPECT_EQ(through(door, request("other.test:443", "other.test:443", "CONNECT")),
              "403 relay.not_allowed");
    EXPECT_EQ(through(door, request("other.test:8443", "other.test:8443", "CONNECT")),
              "https://other.test:8443 as https other.test:8443, a tunnel");
    EXPECT_EQ(through(door, request("/a?b", "other.test:8443"), inside("other.test:8443")),
              "https://other.test:8443 as https other.test:8443");
    EXPECT_EQ(through(door, request("/a?b", "other.test"), inside("other.test:8443", false)),
              "http://other.test:8443 as http other.test")
        << "plain inside, and named otherwise";
    EXPECT_EQ(through(door, request("/a", "api.test")), "400 relay.not_as_proxy");
    EXPECT_EQ(through(door, request("ftp://api.test/a", "api.test")), "400 relay.bad_host");
    EXPECT_EQ(through(door, request("x:1", "x:1", "CONNECT"), inside("api.test:443")),
              "403 relay.tunnel_in_tunnel");
}

TEST(RelayRoute, ItNeverLeadsBackToItself) {
    RelayDoor door;
    door.kind = RelayDoor::Kind::Forward;
    EXPECT_EQ(through(door, request("http://localhost:4001/", "localhost:4001")),
              "508 relay.leads_back");
    EXPECT_EQ(through(door, request("http://localhost:4002/", "localhost:4002")),
              "http://localhost:4002 as http localhost:4002");
}

TEST(RelayRoute, ACallbackGoesToTheProgramWithItsOwnHost) {
    EXPECT_EQ(through(in_front_of("http://127.0.0.1:3000", RelayDoor::Kind::Callback),
                      request("/hook", "public.example.test", "POST")),
              "http://127.0.0.1:3000 as http 127.0.0.1:3000, a callback");
}

}  // namespace
}  // namespace understudy::serve
