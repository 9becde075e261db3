#include "cassette/export/wiremock.hpp"

#include <map>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/export/http_call.hpp"
#include "cassette/import/http_framing.hpp"
#include "cassette/target.hpp"
#include "http/media_type.hpp"
#include "http/message.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

Value equal_to(std::string_view text) {
    return Value::object({{"equalTo", base::to_valid_utf8(text)}});
}

// Fields that describe the message on its wire, which the server makes itself.
bool is_made_by_server(std::string_view name) {
    return base::equal_ignoring_case(name, "transfer-encoding") ||
           base::equal_ignoring_case(name, "connection") ||
           base::equal_ignoring_case(name, "keep-alive");
}

Value body_pattern(HttpCalls& calls, const HttpInput& input) {
    const std::string& bytes = input.body->bytes;
    const auto type = http::parse_media_type(header_of(input.headers, "content-type"));
    if ((!type || http::is_json(*type)) && !bytes.empty()) {
        if (const auto value = json::parse(bytes);
            value && (value->is_object() || value->is_array())) {
            return Value::object({{"equalToJson", bytes}});
        }
    }
    if (base::is_utf8(bytes)) {
        const bool is_looser = type && (http::is_form(*type) || http::is_multipart(*type));
        if (is_looser) {
            calls.tell(Carried::Nearly, "the body of a form", "its text must be the same");
        }
        return equal_to(bytes);
    }
    return Value::object({{"binaryEqualTo", base::to_base64(bytes)}});
}

Value query_value(const Pairs& query) {
    Value map = Value::object();
    for (const auto& [name, values] : grouped(query)) {
        if (values.size() == 1) {
            map.set(base::to_valid_utf8(name), equal_to(values.front()));
            continue;
        }
        Value list = Value::array();
        for (const std::string& value : values) list.push_back(equal_to(value));
        map.set(base::to_valid_utf8(name), Value::object({{"hasExactly", std::move(list)}}));
    }
    return map;
}

Value request_value(HttpCalls& calls, const HttpInput& input, const Match& match) {
    Value request = Value::object({{"method", input.method}});
    if (input.query.empty()) {
        request.set("url", base::to_valid_utf8(target_of(input)));
    } else {
        request.set("urlPath", base::to_valid_utf8(input.path));
        request.set("queryParameters", query_value(input.query));
    }
    Value headers = Value::object();
    for (const std::string& name : match.headers) {
        const std::string_view value = header_of(input.headers, name);
        headers.set(name, value.empty() ? Value::object({{"absent", true}}) : equal_to(value));
    }
    if (headers.size() > 0) request.set("headers", std::move(headers));
    const bool looks_at_body = match.body != std::vector<std::string>{"none"};
    if (input.body && !input.body->bytes.empty() && looks_at_body) {
        request.set("bodyPatterns", Value::array({body_pattern(calls, input)}));
    }
    if (!input.host.empty()) {
        calls.tell(Carried::AsRemarks, "the host of a call", "mappings answer for any host");
    }
    return request;
}

Value fault_value(HttpCalls& calls, const Output& output) {
    const bool is_reset = output.error == "reset";
    if (!is_reset) {
        calls.tell(Carried::Nearly, "the error " + output.error, "the answer is empty there");
    }
    return Value::object({{"fault", is_reset ? "CONNECTION_RESET_BY_PEER" : "EMPTY_RESPONSE"}});
}

Value response_value(HttpCalls& calls, const HttpCall& call) {
    const Output& output = call.output();
    if (!output.answer) return fault_value(calls, output);
    const Answer& answer = *output.answer;
    Value response = Value::object({{"status", answer.status}});
    if (!answer.reason.empty()) response.set("statusMessage", base::to_valid_utf8(answer.reason));
    Value headers = Value::object();
    for (const auto& [name, values] : grouped(answer.headers)) {
        if (is_made_by_server(name)) continue;
        Value list = Value::array();
        for (const std::string& value : values) list.push_back(base::to_valid_utf8(value));
        headers.set(base::to_valid_utf8(name), values.size() == 1 ? list[0] : list);
    }
    if (headers.size() > 0) response.set("headers", std::move(headers));
    if (!call.body.empty()) {
        const bool is_text = is_plain_text(call.body);
        response.set(is_text ? "body" : "base64Body",
                     is_text ? call.body : base::to_base64(call.body));
    }
    if (output.duration > 0) response.set("fixedDelayMilliseconds", output.duration);
    return response;
}

class WiremockExporter final : public Exporter {
public:
    std::string_view name() const override { return "wiremock"; }
    std::string_view about() const override { return "stub mappings of WireMock"; }
    std::string_view ending() const override { return ".json"; }
    std::string_view folder() const override { return "mappings"; }
    Exported write(const Sealed& sealed, const ExportOptions&) const override {
        Exported exported;
        const Cassette& head = sealed.head();
        HttpCalls calls(sealed, {.durations = true, .errors = true}, exported);
        std::vector<Value> mappings;
        std::map<std::string, std::vector<std::size_t>> same;  // a request: its mappings
        while (const HttpCall* call = calls.next()) {
            Value request = request_value(calls, call->input, head.match);
            same[json::write(request)].push_back(mappings.size());
            mappings.push_back(
                Value::object({{"name", head.service + "/" + head.name + " " + call->exchange->id},
                               {"request", std::move(request)},
                               {"response", response_value(calls, *call)}}));
        }
        if (mappings.empty()) return exported;
        for (const auto& [request, order] : same) make_scenario(mappings, order, head);
        if (head.match.used_up == WhenUsedUp::Fail) {
            calls.tell(Carried::Nearly, "answers that are used up",
                       "the last answer of a mapping is given again and again");
        }
        Value list = Value::array();
        for (Value& each : mappings) list.push_back(std::move(each));
        const Value total = Value::object({{"total", static_cast<std::int64_t>(list.size())}});
        exported.text =
            json::write_pretty(Value::object({{"mappings", list}, {"meta", total}})) + "\n";
        return exported;
    }

private:
    // Equal calls get their answers in turn: a scenario with a state for each.
    static void make_scenario(std::vector<Value>& mappings, const std::vector<std::size_t>& order,
                              const Cassette& head) {
        if (order.size() < 2) return;
        const std::string name =
            head.service + "/" + head.name + " " + std::to_string(order.front() + 1);
        for (std::size_t i = 0; i < order.size(); ++i) {
            Value& mapping = mappings[order[i]];
            mapping.set("scenarioName", name);
            mapping.set("requiredScenarioState",
                        i == 0 ? "Started" : "answer " + std::to_string(i + 1));
            if (i + 1 < order.size()) {
                mapping.set("newScenarioState", "answer " + std::to_string(i + 2));
            }
        }
    }
};

}  // namespace

const Exporter& wiremock_exporter() {
    static const WiremockExporter kExporter;
    return kExporter;
}

}  // namespace understudy::cassette
