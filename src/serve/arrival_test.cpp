// Where a request wanted to go.
#include "serve/impl/arrival.hpp"

#include <gtest/gtest.h>

namespace understudy::serve {

namespace {

http::RequestHead head(std::string method, std::string target, std::string authority) {
    http::RequestHead request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.authority = std::move(authority);
    return request;
}

}  // namespace

TEST(Arrival, ReadsHostPortAndWhetherAProxyIsMeant) {
    struct Case {
        http::RequestHead request;
        io::Origin origin;
        std::string host;
        bool by_proxy;
        std::string links;
    };
    io::Origin tunnel;
    tunnel.tunnel = "Api.Example.test:443";
    tunnel.secure = true;
    const Case cases[] = {
        {head("GET", "/v1", "127.0.0.1:8801"), {}, "127.0.0.1", false, "http://127.0.0.1:8801"},
        {head("GET", "/v1", "W-1.LocalHost.:8801"),
         {},
         "w-1.localhost",
         false,
         "http://W-1.LocalHost.:8801"},
        {head("GET", "/v1", "[::1]:8801"), {}, "::1", false, "http://[::1]:8801"},
        {head("GET", "/v1", ""), {}, "", false, "http://localhost"},
        {head("GET", "/v1?u=http://x.test/", "a.test"), {}, "a.test", false, "http://a.test"},
        {head("GET", "http://a.test/v1", "a.test"), {}, "a.test", true, "http://a.test"},
        {head("GET", "http://127.0.0.1:8801/v1", "127.0.0.1:8801"),
         {},
         "127.0.0.1",
         false,
         "http://127.0.0.1:8801"},
        {head("GET", "http://127.0.0.1:9/v1", "127.0.0.1:9"),
         {},
         "127.0.0.1",
         true,
         "http://127.0.0.1:9"},
        {head("CONNECT", "a.test:443", "a.test:443"), {}, "a.test", true, "http://a.test:443"},
        {head("GET", "/v1", "api.example.test"), tunnel, "api.example.test", true,
         "https://api.example.test"},
        {head("GET", "/v1", "other.test"), tunnel, "api.example.test", true, "https://other.test"},
    };
    for (const Case& one : cases) {
        const Destination found = destination_of(one.request, one.origin, 8801);
        EXPECT_EQ(found.host, one.host) << one.request.target;
        EXPECT_EQ(found.by_proxy, one.by_proxy) << one.request.target;
        EXPECT_EQ(found.origin, one.links) << one.request.target;
    }
}

}  // namespace understudy::serve
