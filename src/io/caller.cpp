// The waiting kind of call: a loop that runs until the answer is there.
#include "base/assert.hpp"
#include "io/client.hpp"

namespace understudy::io {

namespace {

class Collect final : public Answer {
public:
    explicit Collect(Loop& loop) : loop_(loop), start_(std::chrono::steady_clock::now()) {}

    void on_response(const http::ResponseHead& head) override {
        if (!http::is_informational(head.status) || head.status == 101) response_.head = head;
    }
    void on_piece(std::string_view bytes) override {
        const auto at = std::chrono::steady_clock::now() - start_;
        response_.pieces.push_back(
            {std::string(bytes), std::chrono::duration_cast<std::chrono::microseconds>(at)});
    }
    void on_end(const http::Headers& trailers) override {
        response_.trailers = trailers;
        loop_.stop();
    }
    void on_failed(const base::Error& error) override {
        error_ = error;
        loop_.stop();
    }
    base::Result<http::Response> take() {
        if (error_) return base::fail(std::move(*error_));
        return std::move(response_);
    }

private:
    Loop& loop_;
    std::chrono::steady_clock::time_point start_;
    http::Response response_;
    std::optional<base::Error> error_;
};

class WaitingCaller final : public http::Caller {
public:
    WaitingCaller(std::shared_ptr<Loop> loop, std::unique_ptr<Client> client,
                  std::chrono::milliseconds limit)
        : loop_(std::move(loop)), client_(std::move(client)), limit_(limit) {}

    base::Result<http::Response> call(std::string_view url, const http::Request& request) override {
        Collect answer(*loop_);
        const auto call =
            TRY(client_->begin(url, request.head, request.body.size(), answer, limit_));
        call->piece(request.body);
        call->finish();
        loop_->run();
        call->cancel();  // an upgraded one would go on
        return answer.take();
    }

private:
    std::shared_ptr<Loop> loop_;
    std::unique_ptr<Client> client_;
    std::chrono::milliseconds limit_;
};

}  // namespace

base::Result<std::unique_ptr<http::Caller>> make_caller(ClientOptions options,
                                                        std::chrono::milliseconds limit) {
    auto loop = std::make_shared<Loop>();
    auto client = TRY(Client::make(loop, std::move(options)));
    return std::make_unique<WaitingCaller>(std::move(loop), std::move(client), limit);
}

}  // namespace understudy::io
