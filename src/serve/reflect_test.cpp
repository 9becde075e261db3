// The handlers of this room over a real connection: what arrived is what is said.
#include "serve/reflect.hpp"

#include <gtest/gtest.h>

#include "io/client.hpp"
#include "json/parse.hpp"
#include "serve/fixed.hpp"

namespace understudy::serve {

namespace {

using namespace std::chrono_literals;

class Serving {
public:
    explicit Serving(io::Accept accept) {
        io::ServerOptions options;
        options.loops = 1;
        auto server = io::Server::start(options, std::move(accept));
        auto caller = io::make_caller({}, 10s);
        if (server) server_ = std::move(*server);
        if (caller) caller_ = std::move(*caller);
    }
    http::Response call(std::string_view target, const http::Request& request) {
        const auto answer =
            caller_->call(server_->addresses()[0].url() + std::string(target), request);
        EXPECT_TRUE(answer.has_value()) << (answer ? "" : base::render(answer.error()));
        return answer.value_or(http::Response{});
    }

private:
    std::unique_ptr<io::Server> server_;
    std::unique_ptr<http::Caller> caller_;
};

}  // namespace

TEST(Reflect, TellsMethodTargetHeadersAndBodyAsTheyCame) {
    Serving serving(reflect());
    http::Request request;
    request.head.method = "POST";
    request.head.headers = {{"X-One", "1"}, {"x-two", "2"}, {"X-One", "again"}};
    request.body = "a=b";
    const http::Response answer = serving.call("/v1/x%2Fy?limit=3", request);
    EXPECT_EQ(answer.head.status, 200);
    const auto value = json::parse(answer.body());
    ASSERT_TRUE(value.has_value());
    EXPECT_EQ(value->find("method")->as_string(), "POST");
    EXPECT_EQ(value->find("target")->as_string(), "/v1/x%2Fy?limit=3");
    EXPECT_EQ(value->find("version")->as_string(), "HTTP/1.1");
    EXPECT_EQ(value->find("body_base64")->as_string(), "YT1i");
    std::vector<std::string> names;
    for (const json::Value& pair : value->find("headers")->items()) {
        names.push_back(std::string(pair.items()[0].as_string()));
    }
    const std::vector<std::string> expected = {"Host", "X-One", "x-two", "X-One", "Content-Length"};
    EXPECT_EQ(names, expected);
}

TEST(Reflect, BytesThatAreNoTextStayValidJson) {
    http::Headers headers{{"X-Raw",
                           "a\xff"
                           "b"}};
    const json::Value list = to_json(headers);
    EXPECT_EQ(list.items()[0].items()[1].as_string(),
              "a\xEF\xBF\xBD"
              "b");
}

TEST(Fixed, SaysTheSameToEverything) {
    http::ResponseHead head;
    head.status = 201;
    head.headers.add("X-Kind", "fixed");
    Serving serving(fixed_answer(head, "always"));
    for (const std::string_view target : {"/", "/other?x=1"}) {
        const http::Response answer = serving.call(target, {});
        EXPECT_EQ(answer.head.status, 201);
        EXPECT_EQ(answer.head.headers.get("x-kind"), "fixed");
        EXPECT_EQ(answer.body(), "always");
    }
}

}  // namespace understudy::serve
