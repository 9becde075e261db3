// The waiting kind of call.
#include <gtest/gtest.h>

#include "io/impl/client_testing.hpp"

namespace understudy::io {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<http::Caller> caller(std::chrono::milliseconds limit = 10s) {
    auto made = make_caller({}, limit);
    EXPECT_TRUE(made);
    return std::move(made).value();
}

TEST(Caller, WaitsForTheAnswer) {
    Seen seen;
    const TestServer server(echo(seen));
    const auto one = caller();
    for (int i = 0; i < 3; ++i) {
        const auto got = one->call(server.url("/a"), {});
        ASSERT_TRUE(got) << base::message(got.error());
        EXPECT_EQ(got->head.status, 200);
        EXPECT_EQ(got->body(), "GET /a");
    }
    http::Request request;
    request.head.method = "POST";
    request.body = "body";
    const auto posted = one->call(server.url("/b"), request);
    ASSERT_TRUE(posted);
    EXPECT_EQ(posted->body(), "POST /b body");
    EXPECT_EQ(server->connections(), 1U);
}

TEST(Caller, KeepsThePiecesAndWhenTheyCame) {
    const TestServer server([](const ExchangePtr& exchange) {
        http::ResponseHead early;
        early.status = 103;
        exchange->respond(early, std::nullopt);
        exchange->respond(ok(), std::nullopt);
        exchange->piece("one");
        exchange->loop().after(20ms, [exchange] {
            exchange->piece("two");
            exchange->loop().after(20ms, [exchange] { exchange->finish({{"Sum", "6"}}); });
        });
        return std::make_unique<Scripted>();
    });
    const auto got = caller()->call(server.url("/"), {});
    ASSERT_TRUE(got);
    EXPECT_EQ(got->head.status, 200) << "not the early one";
    ASSERT_EQ(got->pieces.size(), 2U);
    EXPECT_EQ(got->pieces[0].bytes, "one");
    EXPECT_EQ(got->pieces[1].bytes, "two");
    EXPECT_GT(got->pieces[0].at, 0us);
    EXPECT_GE(got->pieces[1].at, 20ms);
    EXPECT_GE(got->pieces[1].at, got->pieces[0].at);
    EXPECT_EQ(got->trailers, (http::Headers{{"Sum", "6"}}));
}

TEST(Caller, SaysWhatWentWrongAndGoesOn) {
    Seen seen;
    const TestServer server(echo(seen));
    const auto one = caller();
    const Address none = nobody();
    const auto refused = one->call(none.url(), {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(base::message(refused.error()),
              "cannot connect to " + none.text() + ": Connection refused");
    const auto bad = one->call("nowhere", {});
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, base::Code::HttpBadUrl);
    EXPECT_TRUE(one->call(server.url("/a"), {}));
}

TEST(Caller, DoesNotWaitForEver) {
    const TestServer server([](const ExchangePtr&) { return std::make_unique<Scripted>(); });
    const auto one = caller(30ms);
    for (int i = 0; i < 2; ++i) {
        const auto got = one->call(server.url("/"), {});
        ASSERT_FALSE(got);
        EXPECT_EQ(base::message(got.error()),
                  "the call to " + server.address().text() + " took longer than 30ms");
    }
}

TEST(Caller, AConnectionThatDiedMeanwhileIsNotUsed) {
    Seen seen;
    auto first = std::make_unique<TestServer>(echo(seen));
    const Address address = first->address();
    const auto one = caller();
    ASSERT_TRUE(one->call(address.url() + "/a", {}));
    first.reset();  // nobody looks at the loop meanwhile
    ServerOptions options = one_loop();
    options.addresses = {address.text()};
    const TestServer second(echo(seen), options);
    http::Request request;
    request.head.method = "POST";
    request.body = "body";
    const auto got = one->call(address.url() + "/b", request);
    ASSERT_TRUE(got) << base::message(got.error());
    EXPECT_EQ(got->body(), "POST /b body");
}

TEST(Caller, CannotBeMadeWithAuthoritiesThatAreNotThere) {
    ClientOptions options;
    options.authorities = "/none/at/all.pem";
    const auto made = make_caller(options, 1s);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, base::Code::IoAuthorityUnreadable);
}

}  // namespace
}  // namespace understudy::io
