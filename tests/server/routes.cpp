// Routes that need no more than a request and an answer.
//
//     GET  /hello            hello
//     ANY  /echo             the request, described
//     POST /upload           {"bytes": N, "sha256": "..."}
//     GET  /bytes/N          N bytes of a fixed pattern, in chunks, as fast as they are taken
//     GET  /lines?count=N    N JSON lines
//     GET  /wait             the head at once, the body when POST /release comes
//     any of them ?fault={"kind": ...}
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "serve/reflect.hpp"
#include "tests/server/fault_text.hpp"
#include "tests/server/stage.hpp"

namespace understudy::tests {

namespace {

class WhenRead final : public io::Handler {
public:
    using Then = std::function<void(io::Exchange&, std::string&, const http::Headers&)>;
    WhenRead(ExchangePtr exchange, Then then)
        : exchange_(std::move(exchange)), then_(std::move(then)) {}
    void on_piece(std::string_view bytes) override { body_ += bytes; }
    void on_end(const http::Headers& trailers) override { then_(*exchange_, body_, trailers); }

private:
    ExchangePtr exchange_;
    Then then_;
    std::string body_;
};

// As much as fits, then again when it has left: a slow reader costs no memory.
class Bytes final : public io::Handler {
public:
    Bytes(ExchangePtr exchange, std::uint64_t size) : exchange_(std::move(exchange)), left_(size) {}
    void on_end(const http::Headers& /*trailers*/) override {
        http::ResponseHead head;
        head.headers.add("Content-Type", "application/octet-stream");
        exchange_->respond(head, std::nullopt);
        on_drained();
    }
    void on_drained() override {
        constexpr std::size_t kPart = 16 * 1024;
        while (left_ > 0 && exchange_->is_open() && exchange_->backlog() <= io::Exchange::kFull) {
            std::string part(static_cast<std::size_t>(std::min<std::uint64_t>(left_, kPart)), '\0');
            for (char& c : part) c = static_cast<char>('a' + at_++ % 26);
            left_ -= part.size();
            exchange_->piece(part);
        }
        if (left_ == 0 && !std::exchange(done_, true)) exchange_->finish();
    }

private:
    ExchangePtr exchange_;
    std::uint64_t left_;
    std::uint64_t at_ = 0;
    bool done_ = false;
};

void arm_fault(io::Exchange& exchange) {
    const std::string spec = parameter(exchange, "fault");
    if (spec.empty()) return;
    http::FaultContext context;
    context.version = exchange.request().version;
    if (auto fault = fault_from(spec, context)) exchange.spoil(std::move(*fault));
}

std::uint64_t number(std::string_view text, std::uint64_t otherwise) {
    const auto value = base::parse_int64(text);
    return value && *value >= 0 ? static_cast<std::uint64_t>(*value) : otherwise;
}

}  // namespace

std::string path_of(const io::Exchange& exchange) {
    const std::string_view target = exchange.request().path_and_query();
    return std::string(target.substr(0, target.find('?')));
}

std::string parameter(const io::Exchange& exchange, std::string_view name) {
    const std::string_view target = exchange.request().path_and_query();
    const std::size_t mark = target.find('?');
    if (mark == std::string_view::npos) return {};
    for (const std::string_view pair : base::split(target.substr(mark + 1), '&')) {
        const std::size_t equal = pair.find('=');
        if (pair.substr(0, equal) != name || equal == std::string_view::npos) continue;
        return base::from_percent(pair.substr(equal + 1)).value_or(std::string());
    }
    return {};
}

void answer_text(io::Exchange& exchange, int status, std::string_view type, std::string_view body) {
    http::ResponseHead head;
    head.status = status;
    head.headers.add("Content-Type", type);
    exchange.answer(head, body);
}

HandlerPtr when_read(ExchangePtr exchange, WhenRead::Then then) {
    return std::make_unique<WhenRead>(std::move(exchange), std::move(then));
}

HandlerPtr simple_route(Stage& stage, const ExchangePtr& exchange) {
    const std::string path = path_of(*exchange);
    arm_fault(*exchange);
    if (exchange->request().method == "CONNECT") {
        return when_read(exchange, [](io::Exchange& one, std::string&, const http::Headers&) {
            if (!one.intercept()) answer_text(one, 501, "text/plain", "no tunnel here\n");
        });
    }
    if (path == "/hello") {
        return when_read(exchange, [](io::Exchange& one, std::string&, const http::Headers&) {
            answer_text(one, 200, "text/plain", "hello\n");
        });
    }
    if (path == "/echo") {
        return when_read(
            exchange, [](io::Exchange& one, std::string& body, const http::Headers& trailers) {
                answer_json(one, 200, json::write(serve::describe(one, body, trailers)));
            });
    }
    if (path == "/upload") {
        return when_read(exchange, [](io::Exchange& one, std::string& body, const http::Headers&) {
            answer_json(one, 200,
                        "{\"bytes\":" + std::to_string(body.size()) + ",\"sha256\":\"" +
                            base::to_hex(base::sha256(body)) + "\"}");
        });
    }
    if (path.starts_with("/bytes/")) {
        return std::make_unique<Bytes>(exchange, number(std::string_view(path).substr(7), 0));
    }
    if (path == "/lines") {
        return when_read(exchange, [](io::Exchange& one, std::string&, const http::Headers&) {
            http::ResponseHead head;
            head.headers.add("Content-Type", "application/x-ndjson");
            one.respond(head, std::nullopt);
            const std::uint64_t count = number(parameter(one, "count"), 3);
            for (std::uint64_t i = 1; i <= count; ++i)
                one.piece("{\"n\":" + std::to_string(i) + "}\r\n");
            one.finish();
        });
    }
    if (path == "/wait") {
        return when_read(exchange,
                         [&stage, exchange](io::Exchange& one, std::string&, const http::Headers&) {
                             one.respond({}, std::nullopt);
                             stage.held.push_back(exchange);
                         });
    }
    if (path == "/release") {
        return when_read(exchange, [&stage](io::Exchange& one, std::string&, const http::Headers&) {
            for (const ExchangePtr& waiting : std::exchange(stage.held, {})) {
                waiting->piece("done");
                waiting->finish();
            }
            answer_text(one, 204, "text/plain", "");
        });
    }
    return nullptr;
}

}  // namespace understudy::tests
