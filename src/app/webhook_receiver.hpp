// A small receiver of webhooks on this machine: takes every POST with 204 and keeps what it held.
//
//     const auto receiver = TRY(WebhookReceiver::open("127.0.0.1:0"));
//     plan variables: receiver = receiver->url()
//     receiver->wait(std::chrono::seconds(10), [&](const json::Value& body) { ... });
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::app {

// What a webhook says: a JSON value or, as some services send it, the members of a form.
std::optional<json::Value> read_webhook(std::string_view body);

class WebhookReceiver {
public:
    static base::Result<std::unique_ptr<WebhookReceiver>> open(const std::string& address);
    ~WebhookReceiver();
    WebhookReceiver(const WebhookReceiver&) = delete;
    WebhookReceiver& operator=(const WebhookReceiver&) = delete;

    std::string url() const;  // "http://127.0.0.1:40123/hook"

    // Those that were JSON or forms, in the order in which they came.
    std::vector<json::Value> bodies() const;

    // Until one is wanted, the time is over or we are told to stop.
    void wait(std::chrono::milliseconds longest,
              const std::function<bool(const json::Value& body)>& is_wanted);

private:
    struct State;
    explicit WebhookReceiver(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace understudy::app
