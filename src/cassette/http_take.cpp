#include "cassette/http_take.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/target.hpp"
#include "http/encoding.hpp"
#include "http/media_type.hpp"

namespace understudy::cassette {

namespace {

// A service that never comes to the point.
constexpr std::size_t kMostInterim = 64;

Pairs pairs_of(const http::Headers& headers) {
    Pairs pairs;
    pairs.reserve(headers.size());
    for (const http::Field field : headers) pairs.emplace_back(field.name, field.value);
    return pairs;
}

std::string_view protocol_of(http::Version version) {
    switch (version) {
        case http::Version::Http10: return "http/1.0";
        case http::Version::Http11: return "http/1.1";
        case http::Version::Http2: return "h2";
    }
    return {};
}

// How a callback is signed, by the name of the field that says so; a scheme without a word of its
// own goes by that name.
std::string signature_of(const http::Headers& headers) {
    constexpr std::pair<std::string_view, std::string_view> kWords[] = {
        {"stripe-signature", "stripe"},
        {"x-hub-signature-256", "github"},
        {"x-hub-signature", "github"},
        {"webhook-signature", "standardwebhooks"},
        {"svix-signature", "standardwebhooks"}};
    for (const auto& [field, word] : kWords) {
        if (headers.has(field)) return std::string(word);
    }
    for (const http::Field field : headers) {
        std::string name = base::to_lower_ascii(field.name);
        if (name.find("signature") != std::string::npos) return name;
    }
    return {};
}

}  // namespace

HttpTaking::HttpTaking(std::string scheme, std::string host, http::RequestHead head, bool has_body,
                       std::size_t most)
    : scheme_(std::move(scheme)),
      host_(std::move(host)),
      request_(std::move(head)),
      has_body_(has_body),
      most_(most) {}

bool HttpTaking::keep(std::string& into, std::string_view bytes, std::string_view what) {
    if (!too_large_.empty()) return false;
    if (bytes.size() > most_ - into.size()) {
        too_large_ = what;
        // It will not be kept: what is here already need not be either.
        request_body_ = in_ = out_ = std::string();
        marks_ = {};
        return false;
    }
    into += bytes;
    return true;
}

void HttpTaking::mark(std::int64_t at, std::size_t end, bool is_in) {
    if (!marks_.empty() && marks_.back().at == at && marks_.back().is_in == is_in) {
        marks_.back().end = end;
    } else {
        marks_.push_back({at, end, is_in});
    }
}

void HttpTaking::sent(std::int64_t at, std::string_view bytes) {
    if (bytes.empty()) return;
    if (!is_upgraded()) {
        keep(request_body_, bytes, "the request's body");
    } else if (keep(in_, bytes, "what was sent after the upgrade")) {
        mark(at, in_.size(), true);
    }
}

void HttpTaking::sent_end(const http::Headers& trailers) {
    if (!is_upgraded()) request_trailers_ = trailers;
}

void HttpTaking::answered(const http::ResponseHead& head) {
    if (http::is_informational(head.status) && head.status != 101) {
        if (interim_.size() < kMostInterim) interim_.push_back(head);
    } else {
        answer_ = head;
    }
}

void HttpTaking::came(std::int64_t at, std::string_view bytes) {
    if (bytes.empty()) return;
    if (keep(out_, bytes, "the answer's body")) mark(at, out_.size(), false);
}

void HttpTaking::ended(std::int64_t at, const http::Headers& trailers) {
    trailers_ = trailers;
    duration_ = at;
    end_ = StreamEnd::Complete;
}

void HttpTaking::broke(std::int64_t at, bool hard) {
    duration_ = at;
    end_ = hard ? StreamEnd::Reset : StreamEnd::Cut;
}

void HttpTaking::failed(std::int64_t at, std::string_view error) {
    duration_ = at;
    error_ = error;
}

std::size_t HttpTaking::bytes() const {
    constexpr std::size_t kHead = 1024;  // about what heads take
    return kHead + request_body_.size() + in_.size() + out_.size();
}

HttpInput HttpTaking::input() const {
    HttpInput input;
    input.method = request_.method;
    input.scheme = scheme_;
    input.host = host_;
    set_target(input, request_.path_and_query());
    input.headers = pairs_of(request_.headers);
    if (has_body_) input.body = body_of_request();
    input.trailers = pairs_of(request_trailers_);
    input.protocol = protocol_of(request_.version);
    return input;
}

Body HttpTaking::body_of_request() const {
    Body body{request_body_, {}};
    if (body.bytes.size() > kInlineBytes) {
        const auto type = http::parse_media_type(request_.headers.get("content-type"));
        if (type) body.media_type = type->essence();
    }
    return body;
}

Answer HttpTaking::answer() const {
    Answer answer;
    answer.status = answer_->status;
    answer.headers = pairs_of(answer_->headers);
    answer.trailers = pairs_of(trailers_);
    const bool has_phrase = answer_->version != http::Version::Http2 && !answer_->reason.empty();
    if (has_phrase && answer_->reason != http::usual_reason(answer_->status)) {
        answer.reason = answer_->reason;
    }
    for (const http::ResponseHead& each : interim_) {
        answer.interim.push_back({each.status, pairs_of(each.headers)});
    }
    return answer;
}

Exchange HttpTaking::exchange() const {
    Exchange exchange;
    exchange.kind = Kind::Http;
    exchange.input = input();
    fill_output(exchange);
    return exchange;
}

Exchange HttpTaking::webhook() const {
    Exchange exchange;
    exchange.kind = Kind::Webhook;
    WebhookInput input;
    input.method = request_.method;
    input.path = request_.path_and_query();
    input.headers = pairs_of(request_.headers);
    if (has_body_) input.body = body_of_request();
    input.scheme = signature_of(request_.headers);
    exchange.input = std::move(input);
    fill_output(exchange);
    return exchange;
}

void HttpTaking::fill_output(Exchange& exchange) const {
    Output& output = exchange.output;
    output.duration = duration_;
    if (!answer_) {
        output.error = error_.empty() ? "reset" : error_;
        return;
    }
    output.answer = answer();
    if (is_upgraded()) {
        exchange.kind = Kind::Stream;
        output.end = end_;
        if (!fill_frames(exchange)) fill_raw(exchange);
        return;
    }
    if (exchange.kind == Kind::Http && fill_events(exchange)) {
        output.end = end_;
        return;
    }
    output.pieces = body_pieces();
    if (end_ != StreamEnd::Complete) output.end = end_;
}

}  // namespace understudy::cassette
