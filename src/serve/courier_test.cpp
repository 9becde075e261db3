// Deliveries over real sockets: the courier's side of them. What worlds decide is tested in the
// room `world`; what outside receivers see, in tests/acceptance.
#include "serve/courier.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <mutex>

#include "io/server.hpp"
#include "serve/impl/parcel_testing.hpp"

namespace understudy::serve {
namespace {

using json::Value;

// A receiver in this process: notes what comes, and answers as it is told to.
class App {
public:
    explicit App(int status) : status_(status) {
        io::ServerOptions how;
        how.addresses = {"127.0.0.1:0"};
        how.loops = 1;
        how.patience.drain = std::chrono::milliseconds(10);  // some never answer
        auto started = io::Server::start(std::move(how), [this](const auto& exchange) {
            return std::make_unique<Hook>(*this, exchange);
        });
        EXPECT_TRUE(started.has_value());
        server_ = std::move(*started);
    }
    ~App() { server_->shut_down(); }

    std::string url() const { return server_->addresses().front().url() + "/hook"; }
    std::vector<std::string> bodies() {
        const std::lock_guard lock(mutex_);
        return bodies_;
    }
    // Waits until so many have come; false: they did not.
    bool has(std::size_t count) {
        std::unique_lock lock(mutex_);
        return came_.wait_for(lock, std::chrono::seconds(20),
                              [&] { return bodies_.size() >= count; });
    }

private:
    struct Hook final : io::Handler {
        Hook(App& of, std::shared_ptr<io::Exchange> with) : app(of), exchange(std::move(with)) {}
        void on_piece(std::string_view bytes) override { body += bytes; }
        void on_end(const http::Headers&) override {
            {
                const std::lock_guard lock(app.mutex_);
                app.bodies_.push_back(body);
            }
            app.came_.notify_all();
            if (app.status_ == 0) return;  // it never answers
            http::ResponseHead head;
            head.status = app.status_;
            exchange->answer(head, "thanks");
        }
        App& app;
        std::shared_ptr<io::Exchange> exchange;
        std::string body;
    };

    int status_;
    std::unique_ptr<io::Server> server_;
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<std::string> bodies_;
};

constexpr std::string_view kCharge = R"({"amount":2000,"source":"tok_visa"})";

class Shop : public Parcel {
public:
    void add(const std::string& url) {
        EXPECT_EQ(control("POST /webhooks/endpoints", R"({"url":")" + url + R"("})").status, 201);
    }
    void charge() { EXPECT_EQ(vendor("POST /v1/charges", std::string(kCharge)).status, 201); }
    // Begins one that cannot end yet.
    std::future<RunningWorld::Advanced> advance() {
        auto told = std::make_shared<std::promise<RunningWorld::Advanced>>();
        const auto applied = world->advance(
            {base::Duration{1, 0}, {}, false},
            [told](RunningWorld::Advanced ended) { told->set_value(std::move(ended)); });
        EXPECT_TRUE(applied.has_value());
        EXPECT_NE(std::get<world::Outcome>(*applied).under_way, 0U);
        return told->get_future();
    }
    // Of each delivery: state and the outcomes of its attempts.
    std::string log() {
        std::string text;
        const Value page = control("GET /webhooks/deliveries").value;
        for (const Value& one : page.find("data")->items()) {
            text += std::string(one.find("event_type")->as_string()) + ' ' +
                    std::string(one.find("state")->as_string());
            for (const Value& attempt : one.find("attempts")->items()) {
                const Value& outcome = *attempt.find("outcome");
                text += ' ' + (outcome.is_null() ? "-" : std::string(outcome.as_string()));
            }
            text += '\n';
        }
        return text;
    }
};

TEST(Courier, BringsRealRequestsAndTellsWhatCameOfThem) {
    App app(200);
    Shop shop;
    shop.add(app.url());
    shop.charge();
    EXPECT_EQ(shop.control("POST /clock/advance", R"({"by":"2s"})").at("fired"),
              R"(["charge.succeeded"])");
    EXPECT_EQ(shop.log(), "charge.created delivered ok\ncharge.succeeded delivered ok\n");
    ASSERT_EQ(app.bodies().size(), 2U);
    const Value sent = *json::parse(app.bodies()[1]);
    EXPECT_EQ(*sent.find("type"), Value("charge.succeeded"));
    const Value record = shop.control("GET /webhooks/deliveries/dlv_2?include=wall").value;
    const Value& attempt = record.find("attempts")->items()[0];
    EXPECT_EQ(*attempt.find("response")->find("body"), Value("thanks"));
    EXPECT_EQ(*attempt.find("request")->find("body"), Value(app.bodies()[1]));
    EXPECT_TRUE(attempt.has("elapsed_ms"));
    EXPECT_NE(
        shop.as_operator("GET /metrics")
            .text.find("understudy_delivery_attempts_total{pack=\"parcel\",outcome=\"ok\"} 2"),
        std::string::npos);
}

TEST(Courier, ModelsReceiversThatFail) {
    Shop shop;
    std::string gone;
    {
        App app(200);
        gone = app.url();
    }
    App failing(500);
    shop.add(gone);
    shop.add(failing.url());
    shop.add("http://sink.localhost/404/x");
    shop.charge();
    shop.control("POST /clock/advance", R"({"by":"0s"})");
    EXPECT_EQ(shop.log(),
              "charge.created retrying refused\n"
              "charge.created retrying status\n"
              "charge.created retrying status\n");
    EXPECT_EQ(shop.control("GET /webhooks/deliveries?state=retrying").value.find("data")->size(),
              3U);
}

TEST(Courier, AHangingReceiverCostsItsTimeAndNoMore) {
    App hanging(0);
    Shop shop;
    Station impatient(shop.hub,
                      {.version = "0", .delivery_timeout = std::chrono::milliseconds(50)});
    shop.add(hanging.url());
    shop.charge();
    shop.control("POST /clock/advance", R"({"by":"0s"})");
    EXPECT_EQ(shop.log(), "charge.created retrying timeout\n");
    impatient.shut_down();
}

TEST(Courier, AResetEndsWhatIsUnderWay) {
    App hanging(0);
    Shop shop;
    shop.add(hanging.url());
    shop.charge();
    ASSERT_TRUE(hanging.has(1));
    auto waiting = shop.advance();
    EXPECT_EQ(shop.control("POST /reset", "{}").status, 200);
    const RunningWorld::Advanced ended = waiting.get();
    EXPECT_EQ(std::get<world::Refused>(ended).code, "advance_cancelled");
    EXPECT_EQ(shop.log(), "");
}

TEST(Courier, ATickingWorldDeliversWhileNobodyLooks) {
    App app(200);
    Shop shop;
    shop.add(app.url());
    shop.control("POST /clock/durations", R"({"settle":"100ms"})");
    shop.charge();
    shop.control("POST /clock/mode", R"({"mode":"ticking"})");
    EXPECT_TRUE(app.has(2)) << shop.log();
}

TEST(Courier, AnAdvanceThatWaitsIsToldWhenTheProcessEnds) {
    App hanging(0);
    Shop shop;
    shop.add(hanging.url());
    shop.charge();
    ASSERT_TRUE(hanging.has(1));
    auto waiting = shop.advance();
    shop.station.shut_down();
    const RunningWorld::Advanced ended = waiting.get();
    EXPECT_EQ(std::get<world::Refused>(ended).code, "shutting_down");
}

}  // namespace
}  // namespace understudy::serve
