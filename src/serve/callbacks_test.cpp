#include "serve/callbacks.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "io/server.hpp"
#include "serve/impl/callback_signature.hpp"
#include "serve/impl/replay_testing.hpp"

namespace understudy::serve {
namespace {

// A receiver that answers 202 and remembers what came, in order.
class Receiver {
public:
    Receiver() {
        auto server = io::Server::start({}, [this](const std::shared_ptr<io::Exchange>& exchange) {
            return std::make_unique<Receiving>(*this, exchange);
        });
        EXPECT_TRUE(server.has_value());
        server_ = std::move(*server);
    }
    std::string url() const { return server_->addresses().front().url(); }
    // The first `count` of them, as `POST /path body`.
    std::vector<std::string> wait(std::size_t count) {
        std::unique_lock lock(mutex_);
        woken_.wait_for(lock, std::chrono::seconds(20), [&] { return came_.size() >= count; });
        return came_;
    }
    std::string header(std::size_t number, std::string_view name) {
        const std::lock_guard lock(mutex_);
        return std::string(headers_.at(number).get(name));
    }

private:
    class Receiving final : public io::Handler {
    public:
        Receiving(Receiver& owner, std::shared_ptr<io::Exchange> exchange)
            : owner_(owner), exchange_(std::move(exchange)) {}
        void on_piece(std::string_view bytes) override { body_ += bytes; }
        void on_end(const http::Headers& /*trailers*/) override {
            const http::RequestHead& request = exchange_->request();
            {
                const std::lock_guard lock(owner_.mutex_);
                owner_.came_.push_back(request.method + ' ' + request.target + ' ' + body_);
                owner_.headers_.push_back(request.headers);
                owner_.woken_.notify_all();
            }
            http::ResponseHead head;
            head.status = 202;
            exchange_->answer(head, "{\"ok\": true}");
        }

    private:
        Receiver& owner_;
        std::shared_ptr<io::Exchange> exchange_;
        std::string body_;
    };

    std::mutex mutex_;
    std::condition_variable woken_;
    std::vector<std::string> came_;
    std::vector<http::Headers> headers_;
    std::unique_ptr<io::Server> server_;
};

cassette::Exchange webhook(std::string id, std::int64_t at, std::string body,
                           std::string caused_by = "") {
    cassette::Exchange exchange;
    exchange.id = std::move(id);
    exchange.kind = cassette::Kind::Webhook;
    exchange.at = at;
    exchange.caused_by = std::move(caused_by);
    cassette::WebhookInput input;
    input.method = "POST";
    input.path = "/hooks";
    input.headers = {{"Content-Type", "application/json"}, {"Host", "old.test"}};
    input.body = cassette::Body{std::move(body), {}};
    exchange.input = std::move(input);
    exchange.output.answer = cassette::Answer{202, {}, {}};
    return exchange;
}

struct Sent {
    std::vector<std::string> told;
    std::mutex mutex;
    std::unique_ptr<Callbacks> callbacks;

    void start(const Replayer& replayer, std::string url, std::string secret = "") {
        CallbackOptions options;
        options.url = std::move(url);
        options.secret = std::move(secret);
        options.told = [this](const base::Error& error) {
            const std::lock_guard lock(mutex);
            told.push_back(std::string(base::name_of(error.code)) + ": " + base::message(error));
        };
        auto made = Callbacks::make(replayer, std::move(options));
        ASSERT_TRUE(made.has_value());
        callbacks = std::move(*made);
    }
};

TEST(Callbacks, FollowTheCallThatCausedThemInTheirOrder) {
    cassette::Exchange first = answered("first", get_call("/a"), "");
    cassette::Exchange second = answered("second", get_call("/b"), "");
    second.at = 100;
    const auto replayer = replayer_of(
        {recording_of("a.yaml", {webhook("before", 0, "0"), first, webhook("x", 50, "1"), second,
                                 webhook("late", 120, "3", "first"), webhook("y", 110, "2")})});
    EXPECT_EQ(count_webhooks(*replayer), 4U);
    Receiver receiver;
    Sent sent;
    sent.start(*replayer, receiver.url());
    // The first exchange of the file comes before any call: both begin at 0, and it stands first.
    sent.callbacks->begin();
    EXPECT_EQ(receiver.wait(1), (std::vector<std::string>{"POST /hooks 0"}));
    sent.callbacks->after(1);
    EXPECT_EQ(receiver.wait(2).back(), "POST /hooks 2");
    sent.callbacks->after(0);
    EXPECT_EQ(receiver.wait(4), (std::vector<std::string>{"POST /hooks 0", "POST /hooks 2",
                                                          "POST /hooks 1", "POST /hooks 3"}));
    EXPECT_NE(receiver.header(0, "host"), "old.test");
    sent.callbacks->stop();
    EXPECT_EQ(sent.callbacks->counts().sent, 4U);
    EXPECT_EQ(sent.callbacks->counts().differed, 0U);
    EXPECT_TRUE(sent.told.empty());
}

TEST(Callbacks, WhatTheReceiverAnswersIsCompared) {
    cassette::Exchange other_status = webhook("status", 0, "1");
    other_status.output.answer->status = 200;
    cassette::Exchange same_body = webhook("same", 1, "2");
    same_body.output.pieces = {{0, cassette::From::Body, R"({"ok":true})"}};
    cassette::Exchange other_body = webhook("body", 2, "3");
    other_body.output.pieces = {{0, cassette::From::Body, R"({"ok":false})"}};
    const auto replayer =
        replayer_of({recording_of("a.yaml", {other_status, same_body, other_body})});
    Receiver receiver;
    Sent sent;
    sent.start(*replayer, receiver.url() + "/all");
    sent.callbacks->begin();
    EXPECT_EQ(receiver.wait(3).back(), "POST /all 3");
    sent.callbacks->stop();
    EXPECT_EQ(
        sent.told,
        (std::vector<std::string>{
            "replay.other_receiver: the receiver answered the webhook of a.yaml, exchange status "
            "otherwise than recorded: status 202, not 200",
            "replay.other_receiver: the receiver answered the webhook of a.yaml, exchange body "
            "otherwise "
            "than recorded: another body"}));
    EXPECT_EQ(sent.callbacks->counts().differed, 2U);
}

TEST(Callbacks, AReceiverThatIsNotThereIsTold) {
    const auto replayer = replayer_of({recording_of("a.yaml", {webhook("w", 0, "")})});
    Sent sent;
    std::string url;
    {
        Receiver gone;
        url = gone.url();
    }
    sent.start(*replayer, url);
    sent.callbacks->begin();
    while (sent.callbacks->counts().sent == 0) std::this_thread::yield();
    sent.callbacks->stop();
    ASSERT_EQ(sent.told.size(), 1U);
    EXPECT_TRUE(sent.told[0].starts_with("replay.undelivered: the webhook of a.yaml, exchange w "));
    EXPECT_EQ(sent.callbacks->counts().differed, 1U);
}

TEST(Callbacks, GoToThisMachineOnly) {
    const auto replayer = replayer_of({recording_of("a.yaml", {webhook("w", 0, "")})});
    const auto code = [&](std::string url, std::vector<std::string> allowed) {
        CallbackOptions options;
        options.url = std::move(url);
        options.allowed_hosts = std::move(allowed);
        const auto made = Callbacks::make(*replayer, std::move(options));
        return made ? std::string("fine") : std::string(base::name_of(made.error().code));
    };
    EXPECT_EQ(code("http://example.test/x", {}), "replay.bad_callback");
    EXPECT_EQ(code("http://example.test/x", {"Example.test"}), "fine");
    EXPECT_EQ(code("http://localhost:1", {}), "fine");
    EXPECT_EQ(code("nonsense", {}), "http.bad_url");
}

TEST(Callbacks, AreSignedAnewWithTheirScheme) {
    cassette::Exchange hook = webhook("w", 0, "{}");
    auto input = *hook.webhook();
    input.scheme = "github";
    input.headers.emplace_back("X-Hub-Signature-256", "sha256=old");
    hook.input = input;
    cassette::Exchange unknown = webhook("u", 1, "{}");
    input.scheme = "carrier-pigeon";
    unknown.input = input;
    const auto replayer = replayer_of({recording_of("a.yaml", {hook, unknown})});
    Receiver receiver;
    Sent sent;
    const std::string secret = std::string(8, 'k');
    sent.start(*replayer, receiver.url(), secret);
    sent.callbacks->begin();
    receiver.wait(2);
    EXPECT_EQ(receiver.header(0, "x-hub-signature-256"),
              "sha256=" + base::to_hex(base::hmac(base::Digest::Sha256, secret, "{}")));
    sent.callbacks->stop();
    EXPECT_EQ(
        sent.told,
        std::vector<std::string>{
            "replay.unsigned: the webhook of a.yaml, exchange u was sent without a new signature: "
            "the scheme \"carrier-pigeon\" is not known"});
}

TEST(CallbackSignature, OfStripeAndOfStandardWebhooks) {
    http::Headers stripe{{"Stripe-Signature", "t=1,v1=old"}, {"A", "b"}};
    EXPECT_TRUE(sign_callback(stripe, "stripe", "key", "body", 1700000000));
    EXPECT_EQ(stripe.get("stripe-signature"),
              "t=1700000000,v1=" +
                  base::to_hex(base::hmac(base::Digest::Sha256, "key", "1700000000.body")));
    EXPECT_EQ(stripe.size(), 2U);

    const std::string key = "0123456789";
    http::Headers standard{{"webhook-id", "msg_1"}};
    EXPECT_TRUE(sign_callback(standard, "standardwebhooks", "whsec_" + base::to_base64(key), "body",
                              1700000000));
    EXPECT_EQ(standard.get("webhook-timestamp"), "1700000000");
    EXPECT_EQ(
        standard.get("webhook-signature"),
        "v1," + base::to_base64(base::hmac(base::Digest::Sha256, key, "msg_1.1700000000.body")));
    EXPECT_FALSE(sign_callback(standard, "standardwebhooks", "not base64!", "body", 1));
    http::Headers svix{{"svix-id", "msg_2"}, {"svix-signature", "v1,old"}};
    EXPECT_TRUE(sign_callback(svix, "standardwebhooks", base::to_base64(key), "", 1));
    EXPECT_TRUE(svix.has("svix-timestamp"));
    EXPECT_FALSE(is_signature_scheme("none"));
}

}  // namespace
}  // namespace understudy::serve
