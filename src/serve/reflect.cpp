#include "serve/reflect.hpp"

#include <memory>
#include <string>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::serve {

namespace {

constexpr std::string_view kVersions[] = {"HTTP/1.0", "HTTP/1.1", "HTTP/2"};

// Header values are bytes; JSON is text.
std::string as_text(std::string_view bytes) {
    return base::is_utf8(bytes) ? std::string(bytes) : base::to_valid_utf8(bytes);
}

class Reflect final : public io::Handler {
public:
    explicit Reflect(std::shared_ptr<io::Exchange> exchange) : exchange_(std::move(exchange)) {}

    void on_piece(std::string_view bytes) override { body_ += bytes; }
    void on_end(const http::Headers& trailers) override {
        if (exchange_->request().method == "CONNECT" && exchange_->intercept()) return;
        http::ResponseHead head;
        head.headers.add("Content-Type", "application/json");
        exchange_->answer(head, json::write_pretty(describe(*exchange_, body_, trailers)) + '\n');
    }

private:
    std::shared_ptr<io::Exchange> exchange_;
    std::string body_;
};

}  // namespace

json::Value to_json(const http::Headers& headers) {
    json::Value list = json::Value::array();
    for (const http::Field field : headers) {
        json::Value pair = json::Value::array();
        pair.push_back(as_text(field.name));
        pair.push_back(as_text(field.value));
        list.push_back(pair);
    }
    return list;
}

json::Value describe(const io::Exchange& exchange, std::string_view body,
                     const http::Headers& trailers) {
    const http::RequestHead& request = exchange.request();
    const io::Origin& origin = exchange.origin();
    const std::string_view by_way = origin.secure ? "https" : "http";
    json::Value value = json::Value::object(
        {{"method", as_text(request.method)},
         {"target", as_text(request.target)},
         {"authority", as_text(request.authority)},
         {"scheme", request.scheme.empty() ? by_way : std::string_view(request.scheme)},
         {"version", kVersions[static_cast<std::size_t>(request.version)]},
         {"secure", origin.secure}});
    if (!origin.server_name.empty()) value.set("server_name", as_text(origin.server_name));
    if (!origin.tunnel.empty()) value.set("tunnel", as_text(origin.tunnel));
    value.set("headers", to_json(request.headers));
    value.set("trailers", to_json(trailers));
    value.set("body_bytes", static_cast<std::int64_t>(body.size()));
    value.set("body_base64", base::to_base64(body));
    return value;
}

io::Accept reflect() {
    return [](const std::shared_ptr<io::Exchange>& exchange) {
        return std::make_unique<Reflect>(exchange);
    };
}

}  // namespace understudy::serve
