#include "cassette/export/har.hpp"

#include <cmath>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/export/http_call.hpp"
#include "cassette/import/http_framing.hpp"
#include "cassette/target.hpp"
#include "http/encoding.hpp"
#include "http/message.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

Value pairs_value(const Pairs& pairs) {
    Value list = Value::array();
    for (const auto& [name, value] : pairs) {
        list.push_back(Value::object(
            {{"name", base::to_valid_utf8(name)}, {"value", base::to_valid_utf8(value)}}));
    }
    return list;
}

// `text`, and `encoding` where it is none.
void add_text(Value& map, std::string_view bytes) {
    const bool is_text = base::is_utf8(bytes);
    map.set("text", is_text ? std::string(bytes) : base::to_base64(bytes));
    if (!is_text) map.set("encoding", "base64");
}

std::string version_of(const HttpInput& input) {
    if (input.protocol == "h2") return "HTTP/2.0";
    if (input.protocol == "http/1.0") return "HTTP/1.0";
    return input.protocol.empty() ? "unknown" : "HTTP/1.1";
}

Value cookies() {
    return Value::array();  // they stand in the header fields; readers make their own of them
}

Value request_value(const HttpInput& input) {
    Value request = Value::object({{"method", input.method},
                                   {"url", base::to_valid_utf8(url_of(input))},
                                   {"httpVersion", version_of(input)},
                                   {"cookies", cookies()},
                                   {"headers", pairs_value(input.headers)},
                                   {"queryString", pairs_value(input.query)}});
    if (input.body) {
        Value data = Value::object(
            {{"mimeType", base::to_valid_utf8(header_of(input.headers, "content-type"))}});
        add_text(data, input.body->bytes);
        request.set("postData", std::move(data));
    }
    request.set("headersSize", -1);
    request.set("bodySize",
                input.body ? static_cast<std::int64_t>(input.body->bytes.size()) : std::int64_t{0});
    return request;
}

// Archives hold bodies unpacked.
std::string unpacked(HttpCalls& calls, const Answer& answer, const std::string& body) {
    const std::string_view encoding = header_of(answer.headers, "content-encoding");
    if (encoding.empty() || body.empty()) return body;
    auto plain = http::decode(encoding, body);
    if (!plain) return body;
    calls.tell(Carried::Nearly, "a compressed body", "archives hold bodies unpacked");
    return std::move(*plain);
}

Value response_value(HttpCalls& calls, const HttpCall& call) {
    Value response = Value::object();
    if (!call.output().answer) {
        response =
            Value::object({{"status", 0},
                           {"statusText", ""},
                           {"httpVersion", version_of(call.input)},
                           {"cookies", cookies()},
                           {"headers", Value::array()},
                           {"content", Value::object({{"size", 0}, {"mimeType", "x-unknown"}})},
                           {"redirectURL", ""},
                           {"headersSize", -1},
                           {"bodySize", -1},
                           {"_error", call.output().error}});
        return response;
    }
    const Answer& answer = *call.output().answer;
    const std::string_view usual = http::usual_reason(answer.status);
    const std::string body = unpacked(calls, answer, call.body);
    std::string type = base::to_valid_utf8(header_of(answer.headers, "content-type"));
    if (type.empty()) type = "x-unknown";
    Value content =
        Value::object({{"size", static_cast<std::int64_t>(body.size())}, {"mimeType", type}});
    if (!body.empty()) add_text(content, body);
    response.set("status", answer.status);
    response.set("statusText",
                 answer.reason.empty() ? std::string(usual) : base::to_valid_utf8(answer.reason));
    response.set("httpVersion", version_of(call.input));
    response.set("cookies", cookies());
    response.set("headers", pairs_value(answer.headers));
    response.set("content", std::move(content));
    response.set("redirectURL", base::to_valid_utf8(header_of(answer.headers, "location")));
    response.set("headersSize", -1);
    response.set("bodySize", static_cast<std::int64_t>(call.body.size()));
    return response;
}

Value messages_value(HttpCalls& calls, const HttpCall& call, base::Instant start) {
    constexpr double kMilliseconds = 1'000;
    constexpr double kNanoseconds = 1e9;
    const double begin = static_cast<double>(start.seconds) + start.nanoseconds / kNanoseconds;
    Value list = Value::array();
    for (const Piece& piece : call.output().pieces) {
        if (piece.frame != Frame::Text && piece.frame != Frame::Binary) {
            calls.tell(Carried::NotAtAll, "control frames of a WebSocket",
                       "archives hold its messages");
            continue;
        }
        const bool is_text = piece.frame == Frame::Text;
        list.push_back(Value::object(
            {{"type", piece.from == From::FrameIn ? "send" : "receive"},
             {"time", begin + static_cast<double>(piece.at) / kMilliseconds},
             {"opcode", is_text ? 1 : 2},
             {"data", is_text ? base::to_valid_utf8(piece.bytes) : base::to_base64(piece.bytes)}}));
    }
    return list;
}

Value entry_value(HttpCalls& calls, const HttpCall& call) {
    const base::Instant start = calls.time();
    if (!calls.knows_time()) {
        calls.tell(Carried::Nearly, "when a call was made",
                   "it is not known, and archives need a time: 1970 is written");
    }
    const std::int64_t duration = call.output().duration;
    Value entry = Value::object(
        {{"startedDateTime", base::to_rfc3339_millis(start)},
         {"time", duration},
         {"request", request_value(call.input)},
         {"response", response_value(calls, call)},
         {"cache", Value::object()},
         {"timings", Value::object({{"send", 0}, {"wait", duration}, {"receive", 0}})}});
    if (call.exchange->kind == Kind::Stream && call.exchange->carrier == Carrier::Websocket) {
        entry.set("_webSocketMessages", messages_value(calls, call, start));
    }
    return entry;
}

class HarExporter final : public Exporter {
public:
    std::string_view name() const override { return "har"; }
    std::string_view about() const override { return "HTTP archives (HAR 1.2)"; }
    std::string_view ending() const override { return ".har"; }
    Exported write(const Sealed& sealed, const ExportOptions& options) const override {
        Exported exported;
        HttpCalls calls(sealed,
                        {.times = true,
                         .durations = true,
                         .protocol = true,
                         .errors = true,
                         .sockets = true,
                         .repeats = true},
                        exported);
        Value entries = Value::array();
        while (const HttpCall* call = calls.next()) entries.push_back(entry_value(calls, *call));
        if (entries.size() == 0) return exported;
        const Value log = Value::object(
            {{"version", "1.2"},
             {"creator", Value::object({{"name", "understudy"}, {"version", options.version}})},
             {"pages", Value::array()},
             {"entries", std::move(entries)}});
        exported.text = json::write_pretty(Value::object({{"log", log}})) + "\n";
        return exported;
    }
};

}  // namespace

const Exporter& har_exporter() {
    static const HarExporter kExporter;
    return kExporter;
}

}  // namespace understudy::cassette
