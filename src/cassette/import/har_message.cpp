// Requests, answers and messages of an HTTP archive.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/import/charset.hpp"
#include "cassette/import/har_parts.hpp"
#include "cassette/import/http_framing.hpp"
#include "http/query.hpp"
#include "json/parse.hpp"

namespace understudy::cassette::har {

namespace {

using json::Node;
using json::Value;

// Cookies and the query are there once more in the header fields and the address; sizes follow.
void pass_what_follows(ForeignMap& map) {
    for (const std::string_view key : {"cookies", "headersSize", "bodySize"}) {
        map.pass(key);
    }
}

// What is wrapped in base64. Polly writes the chunks of a compressed body as a list of such texts.
std::optional<std::string> unwrapped(std::string_view text) {
    if (!text.starts_with('[')) return base::from_base64(text, base::Base64::Loose);
    const auto chunks = json::parse(text);
    if (!chunks || !chunks->is_array()) return std::nullopt;
    std::string bytes;
    for (const Value& chunk : chunks->items()) {
        if (!chunk.is_string()) return std::nullopt;
        const auto part = base::from_base64(chunk.as_string(), base::Base64::Loose);
        if (!part) return std::nullopt;
        bytes += *part;
    }
    return bytes;
}

struct ForeignBody {
    std::string bytes;
    bool was_text = true;
};

ForeignBody read_text(HttpConversion& made, ForeignMap& map, std::string_view what) {
    const Node text = map.get("text");
    const std::string encoding = made.text(map.get("encoding"), what);
    ForeignBody body{made.text(text, what), true};
    if (base::equal_ignoring_case(encoding, "base64")) {
        auto bytes = unwrapped(body.bytes);
        if (!bytes) made.problem(text, what, "it is no base64");
        return {bytes.value_or(""), false};
    }
    if (!encoding.empty()) {
        made.not_carried(map.node().member("encoding"), std::string(what) + ".encoding",
                         "base64 is the only one that is known");
    }
    return body;
}

// The pairs of a form, where its text is not there.
std::string form_text(HttpConversion& made, const Node& params) {
    std::vector<http::QueryPair> pairs;
    for (const Node& each : made.list(params, "postData.params")) {
        ForeignMap pair = made.map(each, "postData.params");
        http::QueryPair made_pair;
        made_pair.name = made.text(pair.get("name"), "postData.params");
        made_pair.value = made.text(pair.get("value"), "postData.params");
        made.keep_rest(pair, "postData.params");
        pairs.push_back(std::move(made_pair));
    }
    made.approximated(params, "the body of a form",
                      "the file holds its pairs and not its text, which is written anew");
    return http::to_query(pairs, http::SpaceStyle::Plus);
}

// Some tools write bytes that are no text as characters of the same numbers. The length tells.
std::string bytes_of_text(const HttpInput& input, std::string text) {
    const auto length = base::parse_int64(header_of(input.headers, "content-length"));
    if (!length || *length == static_cast<std::int64_t>(text.size())) return text;
    auto bytes = to_charset(text, "ISO-8859-1");
    return bytes && *length == static_cast<std::int64_t>(bytes->size()) ? std::move(*bytes) : text;
}

void read_post_data(HttpConversion& made, const Node& node) {
    ForeignMap data = made.map(node, "request.postData");
    if (!data.is_map()) return;
    const Node params = data.get("params");
    const bool has_params = params && params.value->is_array() && params.value->size() > 0;
    const std::string type = made.text(data.get("mimeType"), "postData.mimeType");
    const bool is_known = type.empty() || !header_of(made.input().headers, "content-type").empty();
    if (data.has("text")) {
        ForeignBody body = read_text(made, data, "request.postData");
        if (body.was_text) body.bytes = bytes_of_text(made.input(), std::move(body.bytes));
        if (!body.bytes.empty()) made.set_request_body(std::move(body.bytes));
    } else if (has_params) {
        made.set_request_body(form_text(made, params));
    } else {
        made.approximated(node, "the body of a request", "the file does not hold it");
    }
    if (!is_known) made.input().headers.emplace_back("Content-Type", type);
    made.keep_rest(data, "request.postData");
}

// Words of browsers for what went wrong.
std::string error_of(std::string_view said) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kErrors = {{
        {"TIMED_OUT", "timeout"},
        {"TIMEOUT", "timeout"},
        {"SSL", "tls"},
        {"CERT", "tls"},
        {"NAME_NOT_RESOLVED", "connect"},
        {"REFUSED", "connect"},
        {"UNREACHABLE", "connect"},
    }};
    for (const std::string_view own : {"connect", "tls", "timeout"}) {
        if (said == own) return std::string(own);
    }
    for (const auto& [word, error] : kErrors) {
        if (said.find(word) != said.npos) return std::string(error);
    }
    return "reset";
}

}  // namespace

void read_request(HttpConversion& made, const Node& node) {
    ForeignMap request = made.map(node, "request");
    made.set_method(request.get("method"));
    made.set_url(request.get("url"));
    made.set_protocol(request.get("httpVersion"), "request.httpVersion");
    made.input().headers = read_pairs(made, request.get("headers"), "request.headers");
    read_post_data(made, request.get("postData"));
    pass_what_follows(request);
    const Value* query = request.is_map() ? node.value->find("queryString") : nullptr;
    if (query != nullptr && query->size() == made.input().query.size()) {
        request.pass("queryString");
    }
    made.keep_rest(request, "request");
}

void read_response(HttpConversion& made, const Node& node, const std::string& error) {
    ForeignMap response = made.map(node, "response");
    const Node status = response.get("status");
    const Node reason = response.get("statusText");
    const std::string failed = made.text(response.get("_error"), "response._error");
    if (!node || (status && status.value->is_number() && status.value->to_int64() == 0)) {
        const std::string said = error.empty() ? failed : error;
        made.exchange().output.error = error_of(said);
        made.approximated(node ? status : node, "an answer that never came",
                          "what went wrong is told as connect, tls, timeout or reset");
        if (!said.empty()) made.keep(Value(said), made.exchange().id + ", error");
        return;
    }
    made.set_status(status, reason);
    if (!made.exchange().output.answer) return;
    Answer& answer = *made.exchange().output.answer;
    answer.headers = read_pairs(made, response.get("headers"), "response.headers");
    if (made.input().protocol.empty()) {
        made.set_protocol(response.get("httpVersion"), "response.httpVersion");
    }
    response.pass("httpVersion");
    response.pass("redirectURL");
    pass_what_follows(response);
    ForeignMap content = made.map(response.get("content"), "response.content");
    const std::string type = made.text(content.get("mimeType"), "content.mimeType");
    const Node size = content.get("size");
    content.pass("compression");
    const ForeignBody body = read_text(made, content, "response.content");
    if (header_of(answer.headers, "content-type").empty() && !type.empty() && !body.bytes.empty() &&
        type != "x-unknown") {
        answer.headers.emplace_back("Content-Type", type);
        made.approximated(content.get("mimeType"), "the media type of an answer",
                          "it is carried as the header field Content-Type");
    }
    const bool has_size = size && size.value->is_number() && size.value->to_double() > 0;
    if (!content.has("text") && has_size) {
        made.approximated(content.node(), "the body of an answer", "the file does not hold it");
    }
    made.set_answer_body(body.bytes, content.node(), body.was_text);
    made.keep_rest(content, "response.content");
    made.keep_rest(response, "response");
}

void read_messages(HttpConversion& made, const Node& node, std::optional<base::Instant> start) {
    if (!node) return;
    Exchange& exchange = made.exchange();
    exchange.kind = Kind::Stream;
    exchange.carrier = Carrier::Websocket;
    exchange.framing = Framing::Frames;
    exchange.output.end = StreamEnd::Complete;
    exchange.output.pieces.clear();
    constexpr double kMilliseconds = 1'000;
    constexpr std::int64_t kBinary = 2;
    const double begin =
        start ? static_cast<double>(start->seconds) + static_cast<double>(start->nanoseconds) / 1e9
              : 0;
    for (const Node& each : made.list(node, "_webSocketMessages")) {
        ForeignMap message = made.map(each, "_webSocketMessages");
        Piece piece;
        const std::string type = made.text(message.get("type"), "type");
        piece.from = type == "send" ? From::FrameIn : From::FrameOut;
        if (type != "send" && type != "receive") {
            made.approximated(each, "a message of a WebSocket", "it does not say who sent it");
        }
        const Node time = message.get("time");
        if (start && time && time.value->is_number()) {
            const double after = (time.value->to_double() - begin) * kMilliseconds;
            if (after > 0 && after < static_cast<double>(kMostMilliseconds)) {
                piece.at = std::llround(after);
            }
        }
        const auto opcode = made.whole(message.get("opcode"), "opcode").value_or(1);
        const Node data = message.get("data");
        piece.bytes = made.text(data, "data");
        if (opcode == kBinary) {
            piece.frame = Frame::Binary;
            auto bytes = base::from_base64(piece.bytes, base::Base64::Loose);
            if (!bytes) made.problem(data, "data", "it is no base64");
            piece.bytes = bytes.value_or("");
        }
        exchange.output.duration = std::max(exchange.output.duration, piece.at);
        exchange.output.pieces.push_back(std::move(piece));
        made.keep_rest(message, "_webSocketMessages");
    }
}

}  // namespace understudy::cassette::har
