// Streams that stay open.
//
//     GET /events?count=N&every=MS    server-sent events `tick K`, from Last-Event-ID on
//     GET /ws                         a WebSocket that sends everything back
#include "base/text.hpp"
#include "http/sse.hpp"
#include "http/ws.hpp"
#include "http/ws_handshake.hpp"
#include "tests/server/stage.hpp"

namespace understudy::tests {

namespace {

class Ticks final : public io::Handler {
public:
    explicit Ticks(ExchangePtr exchange) : exchange_(std::move(exchange)) {}
    ~Ticks() override { exchange_->loop().cancel(timer_); }

    void on_end(const http::Headers& /*trailers*/) override {
        const io::Exchange& one = *exchange_;
        count_ = base::parse_int64(parameter(one, "count")).value_or(3);
        every_ = std::chrono::milliseconds(base::parse_int64(parameter(one, "every")).value_or(0));
        at_ = base::parse_int64(one.request().headers.get("last-event-id")).value_or(0);
        http::ResponseHead head;
        head.headers.add("Content-Type", "text/event-stream");
        head.headers.add("Cache-Control", "no-store");
        exchange_->respond(head, std::nullopt);
        tick();
    }
    void on_gone() override { exchange_->loop().cancel(timer_); }

private:
    void tick() {
        if (at_ >= count_) {
            exchange_->finish();
            return;
        }
        ++at_;
        exchange_->piece("id: " + std::to_string(at_) + "\ndata: tick " + std::to_string(at_) +
                         "\n\n");
        timer_ = exchange_->loop().after(every_, [this] { tick(); });
    }

    ExchangePtr exchange_;
    std::int64_t count_ = 0;
    std::int64_t at_ = 0;
    std::chrono::milliseconds every_{0};
    io::Loop::Timer timer_ = io::Loop::Timer::None;
};

class EchoSocket final : public io::Handler {
public:
    explicit EchoSocket(ExchangePtr exchange)
        : exchange_(std::move(exchange)), socket_(http::WebSocket::as_server({})) {}

    void on_piece(std::string_view bytes) override {
        socket_.feed(bytes, events_);
        answer();
    }
    void on_end(const http::Headers& /*trailers*/) override {
        if (!upgraded_) {
            const auto head = http::accept_handshake(exchange_->request());
            if (!head) {
                exchange_->answer(http::refuse_handshake(head.error()),
                                  base::message(head.error()));
                return;
            }
            upgraded_ = exchange_->upgrade(*head);
            return;
        }
        socket_.feed_end(events_);
        answer();
    }

private:
    void answer() {
        for (const http::WsEvent& event : events_) {
            const auto* message = std::get_if<http::WsMessage>(&event);
            if (message == nullptr) continue;
            if (message->is_text) {
                socket_.send_text(message->bytes);
            } else {
                socket_.send_binary(message->bytes);
            }
        }
        events_.clear();
        std::string out;
        socket_.drain(out);
        exchange_->piece(out);
        if (socket_.wants_close()) exchange_->finish();
    }

    ExchangePtr exchange_;
    http::WebSocket socket_;
    http::WsEvents events_;
    bool upgraded_ = false;
};

}  // namespace

HandlerPtr stream_route(const ExchangePtr& exchange) {
    const std::string path = path_of(*exchange);
    if (path == "/events") return std::make_unique<Ticks>(exchange);
    if (path == "/ws") return std::make_unique<EchoSocket>(exchange);
    return nullptr;
}

}  // namespace understudy::tests
