// Where calls go and which key they carry when a plan runs against a URL.
#include "plan/url_target.hpp"

#include <gtest/gtest.h>

#include "plan/code.hpp"

namespace understudy::plan {
namespace {

class RememberingCaller final : public http::Caller {
public:
    base::Result<http::Response> call(std::string_view url, const http::Request& request) override {
        lines.push_back(request.head.method + " " + std::string(url) + " [" +
                        std::string(request.head.headers.get("Authorization")) + "]" +
                        request.body);
        http::Response response;
        response.head.status = status;
        return response;
    }
    std::vector<std::string> lines;
    int status = 200;
};

Call to(std::string path, Auth auth = Auth::Own) {
    Call call;
    call.request.head.target = std::move(path);
    call.auth = auth;
    return call;
}

TEST(UrlTarget, PutsThePathBehindTheOriginAndTheKeyIntoTheHeader) {
    RememberingCaller caller;
    UrlTarget target(caller, "http://127.0.0.1:8801/", {.key = "usw_1", .base = "/api/"});
    ASSERT_TRUE(target.call(to("/v1/x?a=b")));
    ASSERT_TRUE(target.call(to("/v1/x", Auth::None)));
    ASSERT_TRUE(target.call(to("/v1/x", Auth::Wrong)));
    Call own = to("/v1/x");
    own.request.head.headers.add("authorization", "Basic eDo=");
    ASSERT_TRUE(target.call(own));
    Call elsewhere = to("/d");
    elsewhere.url = "http://other.test/d";
    ASSERT_TRUE(target.call(elsewhere));
    ASSERT_TRUE(target.control(to("/__admin__/state")));
    EXPECT_EQ(caller.lines,
              (std::vector<std::string>{
                  "GET http://127.0.0.1:8801/api/v1/x?a=b [Bearer usw_1]",
                  "GET http://127.0.0.1:8801/api/v1/x []",
                  "GET http://127.0.0.1:8801/api/v1/x [Bearer wrong-key-of-a-plan]",
                  "GET http://127.0.0.1:8801/api/v1/x [Basic eDo=]", "GET http://other.test/d []",
                  "GET http://127.0.0.1:8801/__admin__/state [Bearer usw_1]"}));
}

TEST(UrlTarget, TimePassesByTheControlApiOrAsItIsTold) {
    RememberingCaller caller;
    UrlTarget world(caller, "http://w", {});
    ASSERT_TRUE(world.pause(base::Duration{1, 500'000'000}));
    EXPECT_EQ(caller.lines.back(), R"(POST http://w/__admin__/clock/advance []{"by":"1.5s"})");
    caller.status = 422;
    EXPECT_EQ(world.pause(base::Duration{1, 0}).error().code, code::Status);

    caller.lines.clear();
    base::Duration waited;
    UrlTarget::Options options;
    options.control = false;
    UrlTarget still(caller, "http://s", options);
    EXPECT_TRUE(still.pause(base::Duration{1, 0}));
    options.pause = [&](base::Duration duration) -> base::Result<void> {
        waited = duration;
        return {};
    };
    UrlTarget service(caller, "http://s", options);
    EXPECT_TRUE(service.pause(base::Duration{3, 0}));
    EXPECT_EQ(waited, (base::Duration{3, 0}));
    EXPECT_TRUE(caller.lines.empty());
    const auto refused = service.control(to("/__admin__/state"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, code::NoControl);
    EXPECT_EQ(base::message(refused.error()), "the target has no control API");
}

}  // namespace
}  // namespace understudy::plan
