#include "serve/fixed.hpp"

#include <memory>

namespace understudy::serve {

namespace {

struct Answer {
    http::ResponseHead head;
    std::string body;
};

class Fixed final : public io::Handler {
public:
    Fixed(std::shared_ptr<io::Exchange> exchange, const Answer& answer)
        : exchange_(std::move(exchange)), answer_(answer) {}

    // Only now: a client that is still sending need not listen yet.
    void on_end(const http::Headers& /*trailers*/) override {
        if (exchange_->request().method == "CONNECT" && exchange_->intercept()) return;
        exchange_->answer(answer_.head, answer_.body);
    }

private:
    std::shared_ptr<io::Exchange> exchange_;
    const Answer& answer_;
};

}  // namespace

io::Accept fixed_answer(http::ResponseHead head, std::string body) {
    auto answer = std::make_shared<const Answer>(Answer{std::move(head), std::move(body)});
    return [answer](const std::shared_ptr<io::Exchange>& exchange) {
        return std::make_unique<Fixed>(exchange, *answer);
    };
}

}  // namespace understudy::serve
