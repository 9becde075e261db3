// What a mapping answers, how late and how broken, and what it sends off afterwards.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/import/http_framing.hpp"
#include "cassette/import/wiremock_parts.hpp"
#include "json/write.hpp"

namespace understudy::cassette::wiremock {

namespace {

using json::Node;
using json::Value;

constexpr std::int64_t kMostChunks = 1'000;

std::int64_t clamped(double milliseconds) {
    if (!(milliseconds > 0)) return 0;
    const auto most = static_cast<double>(kMostMilliseconds);
    return milliseconds >= most ? kMostMilliseconds : static_cast<std::int64_t>(milliseconds);
}

double number_of(const ForeignMap& map, std::string_view key) {
    const Value* value = map.is_map() ? map.node().value->find(key) : nullptr;
    return value != nullptr && value->is_number() ? value->to_double() : 0;
}

// A path below the folder of bodies, whatever the system.
bool is_path_below(std::string_view name) {
    if (name.empty() || name.starts_with('/') || name.find('\\') != name.npos ||
        name.find('\0') != name.npos || (name.size() > 1 && name[1] == ':')) {
        return false;
    }
    const auto steps = base::split(name, '/');
    return std::none_of(steps.begin(), steps.end(), [](std::string_view step) {
        return step.empty() || step == "." || step == "..";
    });
}

std::string read_body_file(HttpConversion& made, const Node& node, const ForeignBodies* bodies) {
    const std::string name = made.text(node, "bodyFileName");
    if (!is_path_below(name)) {
        made.problem(node, "bodyFileName", "it leads out of the folder __files");
        return {};
    }
    if (is_template(name)) {
        made.problem(node, "bodyFileName", "it is a template, and no template is run");
        return {};
    }
    if (bodies == nullptr) {
        made.problem(node, "bodyFileName", "the folder __files cannot be read here");
        return {};
    }
    auto bytes = bodies->read(made.file_name(), name);
    if (!bytes) made.problem(node, "bodyFileName", base::message(bytes.error()));
    return bytes.value_or("");
}

std::string read_body(HttpConversion& made, ForeignMap& response, const ForeignBodies* bodies) {
    const Node text = response.get("body");
    const Node base64 = response.get("base64Body");
    const Node json = response.get("jsonBody");
    const Node file = response.get("bodyFileName");
    if (base64) {
        auto bytes = base::from_base64(made.text(base64, "base64Body"), base::Base64::Loose);
        if (!bytes) made.problem(base64, "base64Body", "it is no base64");
        return bytes.value_or("");
    }
    if (text) return made.text(text, "body");
    if (file) return read_body_file(made, file, bodies);
    return json ? json::write(*json.value) : "";
}

// The middle of a distribution stands for all of it.
std::int64_t read_delay(HttpConversion& made, ForeignMap& response) {
    const Node fixed = response.get("fixedDelayMilliseconds");
    std::int64_t delay = 0;
    if (fixed && fixed.value->is_number()) delay = clamped(fixed.value->to_double());
    const Node spread = response.get("delayDistribution");
    if (!spread) return delay;
    ForeignMap map = made.map(spread, "delayDistribution");
    const std::string type = made.text(map.get("type"), "delayDistribution.type");
    if (type == "uniform") return clamped((number_of(map, "lower") + number_of(map, "upper")) / 2);
    if (type == "fixed") return clamped(number_of(map, "milliseconds"));
    return clamped(number_of(map, "median"));
}

void tell_delay(HttpConversion& made, ForeignMap& response) {
    const Value* spread =
        response.is_map() ? response.node().value->find("delayDistribution") : nullptr;
    if (spread == nullptr || !spread->is_object()) return;
    const Value* type = spread->find("type");
    if (type != nullptr && type->is_string() && type->as_string() == "fixed") return;
    const Node node = response.node().member("delayDistribution");
    made.approximated(node, "a delay by chance", "its middle is taken each time");
    made.keep(*spread, made.exchange().id + ", delayDistribution");
}

// A body that drips: as many pieces, evenly over the time.
void dribble(HttpConversion& made, const Node& node) {
    ForeignMap map = made.map(node, "chunkedDribbleDelay");
    Output& output = made.exchange().output;
    const auto count =
        std::clamp<std::int64_t>(clamped(number_of(map, "numberOfChunks")), 1, kMostChunks);
    const std::int64_t total = clamped(number_of(map, "totalDuration"));
    std::string bytes;
    for (const Piece& piece : output.pieces) bytes += piece.bytes;
    const bool is_stream = made.exchange().kind == Kind::Stream;
    const std::int64_t start = output.duration;
    output.duration = std::min(start + total, kMostMilliseconds);
    if (is_stream || bytes.empty()) {
        made.approximated(node, "chunkedDribbleDelay",
                          "events keep their borders, and come evenly");
        std::int64_t number = 0;
        const auto pieces = static_cast<std::int64_t>(output.pieces.size());
        for (Piece& piece : output.pieces) piece.at = start + total * ++number / pieces;
        return;
    }
    const auto size = static_cast<std::int64_t>(bytes.size());
    output.pieces.clear();
    for (std::int64_t i = 0; i < count; ++i) {
        const auto begin = static_cast<std::size_t>(size * i / count);
        const auto end = static_cast<std::size_t>(size * (i + 1) / count);
        if (begin == end) continue;
        output.pieces.push_back(
            {start + total * (i + 1) / count, From::Body, bytes.substr(begin, end - begin)});
    }
}

// True: the answer is over with it.
bool read_fault(HttpConversion& made, const Node& node) {
    if (!node) return false;
    Exchange& exchange = made.exchange();
    const std::string fault = made.text(node, "fault");
    if (fault == "MALFORMED_RESPONSE_CHUNK") {
        made.approximated(node, "the fault " + fault, "the answer breaks off after its head");
        exchange.output.answer.emplace();
        exchange.output.answer->status = 200;
        exchange.output.end = StreamEnd::Cut;
        return true;
    }
    exchange.output.error = "reset";
    if (fault == "CONNECTION_RESET_BY_PEER") return true;
    if (fault == "EMPTY_RESPONSE" || fault == "RANDOM_DATA_THEN_CLOSE") {
        made.approximated(node, "the fault " + fault, "the connection is reset");
        return true;
    }
    made.problem(node, "fault", base::quoted(fault) + " is no known fault");
    return true;
}

void read_transformers(HttpConversion& made, ForeignMap& response, std::string_view body) {
    const Node transformers = response.get("transformers");
    if (transformers) {
        made.not_carried(transformers, "response.transformers",
                         "nothing is run here; the answer is carried as it is written");
    } else if (is_template(body)) {
        made.approximated(response.node(), "an answer that looks like a template",
                          "no template is run; it is carried as it is written");
    }
}

}  // namespace

bool read_response(HttpConversion& made, const Node& node, const ForeignBodies* bodies) {
    ForeignMap response = made.map(node, "response");
    if (!response.is_map()) {
        made.end(std::nullopt);
        return false;
    }
    if (response.has("proxyBaseUrl")) {
        made.leave_out(response.node(), "a mapping that passes calls on",
                       "it has no answer of its own");
        return false;
    }
    Output& output = made.exchange().output;
    output.duration = read_delay(made, response);
    tell_delay(made, response);
    if (read_fault(made, response.get("fault"))) {
        made.keep_rest(response, "response");
        return true;
    }
    output.answer.emplace();
    output.answer->status = 200;
    if (const Node status = response.get("status")) {
        made.set_status(status, response.get("statusMessage"));
    }
    output.answer->headers = made.header_map(response.get("headers"), "response.headers");
    std::string body = read_body(made, response, bodies);
    read_transformers(made, response, body);
    made.set_answer_body(std::move(body), node, false);
    if (const Node drip = response.get("chunkedDribbleDelay")) dribble(made, drip);
    made.keep_rest(response, "response");
    return true;
}

namespace {

std::optional<Body> webhook_body(HttpConversion& made, ForeignMap& parameters) {
    const Node base64 = parameters.get("base64Body");
    const Node text = parameters.get("body");
    if (base64) {
        auto bytes = base::from_base64(made.text(base64, "base64Body"), base::Base64::Loose);
        if (!bytes) made.problem(base64, "base64Body", "it is no base64");
        return Body{bytes.value_or(""), {}};
    }
    if (!text) return std::nullopt;
    return Body{made.text(text, "body"), {}};
}

// What goes to a receiver. A cassette knows no host of one, so the address is kept in the notes.
Exchange read_webhook(HttpConversion& made, const Node& node, const std::string& cause) {
    ForeignMap parameters = made.map(node, "parameters");
    const std::string url = made.text(parameters.get("url"), "url");
    made.keep(Value::object({{"url", url}}), cause + ", webhook");
    if (is_template(json::write(*node.value))) {
        made.approximated(node, "a webhook made by a template",
                          "no template is run; it is carried as it is written");
    }
    const std::size_t scheme = url.find("://");
    const std::size_t path = url.find('/', scheme == url.npos ? 0 : scheme + 3);
    WebhookInput input;
    input.method = made.text(parameters.get("method"), "method");
    if (input.method.empty()) input.method = "POST";
    input.path = path == url.npos ? "/" : url.substr(path);
    input.headers = made.header_map(parameters.get("headers"), "headers");
    input.body = webhook_body(made, parameters);
    Exchange webhook;
    webhook.kind = Kind::Webhook;
    webhook.caused_by = cause;
    if (const Node delay = parameters.get("delay"); delay && delay.value->is_object()) {
        webhook.at = clamped(number_of(ForeignMap(delay), "milliseconds"));
    }
    webhook.input = std::move(input);
    webhook.output.answer.emplace();
    webhook.output.answer->status = 200;
    made.keep_rest(parameters, "webhook");
    return webhook;
}

}  // namespace

std::vector<Exchange> read_webhooks(HttpConversion& made, ForeignMap& mapping,
                                    const std::string& cause) {
    std::vector<Exchange> webhooks;
    for (const std::string_view key : {"serveEventListeners", "postServeActions"}) {
        for (const Node& each : made.list(mapping.get(key), key)) {
            ForeignMap listener = made.map(each, key);
            const std::string name = made.text(listener.get("name"), "name");
            const Node parameters = listener.get("parameters");
            if (name != "webhook" || !parameters) {
                made.not_carried(each, "the listener " + base::quoted(name),
                                 "webhooks are the only ones a cassette holds");
                continue;
            }
            webhooks.push_back(read_webhook(made, parameters, cause));
            webhooks.back().id = cause + "-webhook-" + std::to_string(webhooks.size());
            made.approximated(each, "the answer of a webhook's receiver",
                              "the mapping does not say it; 200 is taken");
            made.keep_rest(listener, "listener");
        }
    }
    return webhooks;
}

}  // namespace understudy::cassette::wiremock
