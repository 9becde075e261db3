// Both planes over real connections: listeners of worlds that come and go, the proxy, and stopping.
#include "serve/station.hpp"

#include <gtest/gtest.h>

#include "io/client.hpp"
#include "serve/impl/hub_testing.hpp"

namespace understudy::serve {

namespace {

using namespace std::chrono_literals;

class Served {
public:
    Served() {
        auto addresses = process.station.open({{"127.0.0.1:0", door_of_pack(0)}});
        auto made = io::make_caller({}, 10s);
        EXPECT_TRUE(addresses.has_value() && made.has_value());
        url = addresses->front().url();
        caller = std::move(*made);
    }

    http::Response call(const std::string& at, std::string method, const std::string& key,
                        std::string body = {}) {
        http::Request request;
        request.head.method = std::move(method);
        if (!key.empty()) request.head.headers.add("Authorization", "Bearer " + key);
        if (!body.empty()) request.head.headers.add("Content-Type", "application/json");
        request.body = std::move(body);
        const auto answer = caller->call(at, request);
        EXPECT_TRUE(answer.has_value()) << (answer ? "" : base::render(answer.error()));
        return answer.value_or(http::Response{});
    }

    Process process;
    std::string url;
    std::unique_ptr<http::Caller> caller;
};

}  // namespace

TEST(Station, AnswersBothPlanesOnOneOrigin) {
    Served served;
    const auto world = served.process.create({.pack = "notes"});
    const std::string& key = world->identity.key;
    const http::Response made =
        served.call(served.url + "/notes", "POST", key, R"({"text":"hello"})");
    EXPECT_EQ(made.head.status, 201);
    EXPECT_FALSE(made.head.headers.get("X-Mock-Resolution-Trace").empty());
    const http::Response refused = served.call(served.url + "/notes", "GET", "nobody");
    EXPECT_EQ(refused.head.status, 401);
    // Nobody's answer has no trace that somebody could read.
    EXPECT_TRUE(refused.head.headers.get("X-Mock-Resolution-Trace").empty());
    EXPECT_EQ(served.call(served.url + "/__admin__/health", "GET", "").body(),
              "{\"status\":\"ok\"}\n");
}

TEST(Station, AWorldCanHaveAListenerOfItsOwn) {
    Served served;
    const std::string admin = served.process.admin();
    const auto record = json::parse(served
                                        .call(served.url + "/__admin__/worlds", "POST", admin,
                                              R"({"pack":"notes","port":0,"accept_keys":"any"})")
                                        .body())
                            .value();
    const std::string own(record.find("packs")->items()[0].find("url")->as_string());
    EXPECT_NE(own, served.url);
    EXPECT_EQ(served.call(own + "/notes", "GET", "whatever").head.status, 200);
    EXPECT_EQ(served.call(served.url + "/notes", "GET", "whatever").head.status, 401);
    // Ended by a call that came in by its own listener.
    EXPECT_EQ(served.call(own + "/__admin__/worlds/w_1", "DELETE", admin).body(),
              "{\"cleared\":1}\n");
    served.process.station.shut_down();
    EXPECT_FALSE(served.caller->call(own + "/notes", {}).has_value());
}

TEST(Station, AListenerThatCannotBeOpenedLeavesNoWorldBehind) {
    Served served;
    const std::string port = served.url.substr(served.url.rfind(':') + 1);
    const http::Response refused =
        served.call(served.url + "/__admin__/worlds", "POST", served.process.admin(),
                    R"({"pack":"notes","port":)" + port + '}');
    EXPECT_EQ(refused.head.status, 422);
    EXPECT_NE(refused.body().find("\"field\":\"/port\""), std::string::npos) << refused.body();
    EXPECT_EQ(served.process.hub.count(), 0U);
}

TEST(Station, ABodyLargerThanAControlCallMayBeIsRefused) {
    Served served;
    const http::Response refused =
        served.call(served.url + "/__admin__/worlds", "POST", served.process.admin(),
                    std::string(kControlBodyBytes + 10, ' '));
    EXPECT_EQ(refused.head.status, 413);
    EXPECT_NE(refused.body().find("body_too_large"), std::string::npos);
}

}  // namespace understudy::serve
