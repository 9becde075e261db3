#include "app/webhook_receiver.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "app/stop_signals.hpp"
#include "http/form.hpp"
#include "io/server.hpp"
#include "json/parse.hpp"

namespace understudy::app {

std::optional<json::Value> read_webhook(std::string_view body) {
    if (auto value = json::parse(body)) return std::move(*value);
    if (body.find('=') == std::string_view::npos) return std::nullopt;
    auto form = http::read_form(body, http::FormStyle::Repeated);
    if (!form) return std::nullopt;
    return std::move(*form);
}

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;  // of one webhook
constexpr std::size_t kMostBodies = 10'000;
constexpr std::chrono::milliseconds kGlance{50};

// Shared with the threads of the server, which may outlive what asks.
struct Caught {
    std::mutex mutex;
    std::condition_variable came;
    std::vector<json::Value> bodies;

    void add(std::string_view text) {
        auto value = read_webhook(text);
        if (!value) return;
        const std::lock_guard lock(mutex);
        if (bodies.size() < kMostBodies) bodies.push_back(std::move(*value));
        came.notify_all();
    }
};

class Catching final : public io::Handler {
public:
    Catching(std::shared_ptr<io::Exchange> exchange, std::shared_ptr<Caught> caught)
        : exchange_(std::move(exchange)), caught_(std::move(caught)) {}

    void on_piece(std::string_view bytes) override {
        if (body_.size() + bytes.size() <= kMostBytes) body_ += bytes;
    }
    void on_end(const http::Headers&) override {
        caught_->add(body_);
        http::ResponseHead head;
        head.status = 204;
        exchange_->answer(head, "");
    }

private:
    std::shared_ptr<io::Exchange> exchange_;
    std::shared_ptr<Caught> caught_;
    std::string body_;
};

}  // namespace

struct WebhookReceiver::State {
    std::shared_ptr<Caught> caught = std::make_shared<Caught>();
    std::unique_ptr<io::Server> server;
};

WebhookReceiver::WebhookReceiver(std::unique_ptr<State> state) : state_(std::move(state)) {}

WebhookReceiver::~WebhookReceiver() {
    state_->server->shut_down();
}

base::Result<std::unique_ptr<WebhookReceiver>> WebhookReceiver::open(const std::string& address) {
    auto state = std::make_unique<State>();
    io::ServerOptions options;
    options.addresses = {address};
    options.loops = 1;
    state->server = TRY(
        io::Server::start(std::move(options),
                          [caught = state->caught](const std::shared_ptr<io::Exchange>& exchange) {
                              return std::make_unique<Catching>(exchange, caught);
                          }));
    return std::unique_ptr<WebhookReceiver>(new WebhookReceiver(std::move(state)));
}

std::string WebhookReceiver::url() const {
    return "http://127.0.0.1:" + std::to_string(state_->server->addresses().front().port) + "/hook";
}

std::vector<json::Value> WebhookReceiver::bodies() const {
    const std::lock_guard lock(state_->caught->mutex);
    return state_->caught->bodies;
}

void WebhookReceiver::wait(std::chrono::milliseconds longest,
                           const std::function<bool(const json::Value& body)>& is_wanted) {
    const auto until = std::chrono::steady_clock::now() + longest;
    Caught& caught = *state_->caught;
    std::unique_lock lock(caught.mutex);
    const auto is_there = [&] {
        return std::any_of(caught.bodies.begin(), caught.bodies.end(), is_wanted);
    };
    while (!is_there() && !StopSignals::were_sent() && std::chrono::steady_clock::now() < until) {
        caught.came.wait_for(lock, kGlance);
    }
}

}  // namespace understudy::app
