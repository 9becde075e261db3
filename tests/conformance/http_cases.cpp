// Reads HTTP/1.1 with our codec, one case a line: {"kind", "input" in hex, "finishes", "upgrades"}
// in, what was read out, in the same order. http_suite.py has the cases and compares.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "http/codec.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

using namespace understudy;

namespace {

struct Message {
    json::Value method;
    json::Value url;
    json::Value status;
    json::Value headers = json::Value::array();
    std::string body;
    bool is_complete = false;
};

struct Reading {
    std::vector<Message> messages;
    std::string refused;  // the error, if any
    bool is_upgraded = false;
};

void add_headers(json::Value& into, const http::Headers& headers) {
    // Names and values are bytes; JSON takes them as Latin-1 text.
    const auto text = [](std::string_view bytes) {
        std::string utf8;
        for (const char byte : bytes) {
            const auto c = static_cast<unsigned char>(byte);
            if (c >= 0x80) utf8 += static_cast<char>(0xC0U | (c >> 6U));
            utf8 += static_cast<char>(c < 0x80 ? c : (0x80U | (c & 0x3FU)));
        }
        return utf8;
    };
    for (const http::Field field : headers) {
        into.push_back(json::Value::array({text(field.name), text(field.value)}));
    }
}

// Takes the events of one feed; returns the streams whose requests are whole.
std::vector<http::StreamId> take(const http::Events& events, Reading& reading) {
    std::vector<http::StreamId> ended;
    for (const http::Event& event : events) {
        if (const auto* request = std::get_if<http::RequestBegan>(&event)) {
            Message& message = reading.messages.emplace_back();
            message.method = request->head.method;
            message.url = request->head.target;
            add_headers(message.headers, request->head.headers);
        } else if (const auto* response = std::get_if<http::ResponseBegan>(&event)) {
            Message& message = reading.messages.emplace_back();
            message.status = response->head.status;
            add_headers(message.headers, response->head.headers);
            // Nothing says that these have ended: they have no body.
            message.is_complete = http::is_informational(response->head.status);
            reading.is_upgraded = response->head.status == 101;
        } else if (const auto* piece = std::get_if<http::BodyPiece>(&event)) {
            reading.messages.back().body += piece->bytes;
        } else if (const auto* end = std::get_if<http::Ended>(&event)) {
            add_headers(reading.messages.back().headers, end->trailers);
            reading.messages.back().is_complete = true;
            ended.push_back(end->stream);
        } else if (const auto* refused = std::get_if<http::Refused>(&event)) {
            reading.refused =
                std::string(base::name_of(refused->error.code)) + ": " + message(refused->error);
        } else if (std::holds_alternative<http::StreamReset>(event)) {
            reading.refused = "given up: the connection ended in the middle";
        }
    }
    return ended;
}

// Each request is answered, so that the codec goes on to the next; but for one that asks for
// another protocol, after which nothing is HTTP.
Reading read_requests(std::string_view input, std::size_t step, bool finishes, bool upgrades) {
    const auto codec = http::make_h1_server({});
    Reading reading;
    http::ResponseHead answer;
    std::string out;
    const auto feed = [&](std::string_view bytes) {
        http::Events events;
        codec->feed(bytes, events);
        // Every answer may let one more request through; there are no more of them than bytes.
        for (std::size_t i = 0; i <= input.size() && reading.refused.empty(); ++i) {
            const std::vector<http::StreamId> ended = take(events, reading);
            if (!ended.empty() && upgrades) reading.is_upgraded = true;
            if (ended.empty() || reading.is_upgraded) return;
            for (const http::StreamId stream : ended) codec->answer(stream, answer, "");
            codec->drain(out, SIZE_MAX);
            events.clear();
            codec->feed({}, events);
        }
    };
    for (std::size_t at = 0; at < input.size(); at += step) {
        if (!reading.refused.empty() || reading.is_upgraded) break;
        feed(input.substr(at, step));
    }
    if (finishes && reading.refused.empty()) {
        http::Events events;
        codec->feed_end(events);
        take(events, reading);
    }
    return reading;
}

// Byte by byte, so that the next request is out before its answer begins.
Reading read_responses(std::string_view input, bool finishes, bool upgrades) {
    const auto codec = http::make_h1_client({});
    http::RequestHead request;
    request.authority = "example.test";
    if (upgrades) request.headers = {{"Connection", "Upgrade"}, {"Upgrade", "other"}};
    Reading reading;
    std::string out;
    for (std::size_t at = 0; at < input.size() && reading.refused.empty(); ++at) {
        if (reading.is_upgraded) break;
        if (codec->can_begin()) codec->request(request, 0);
        codec->drain(out, SIZE_MAX);
        http::Events events;
        codec->feed(input.substr(at, 1), events);
        take(events, reading);
    }
    if (finishes && reading.refused.empty()) {
        http::Events events;
        codec->feed_end(events);
        take(events, reading);
    }
    return reading;
}

json::Value to_json(const Reading& reading) {
    json::Value messages = json::Value::array();
    for (const Message& message : reading.messages) {
        messages.push_back(json::Value::object({{"method", message.method},
                                                {"url", message.url},
                                                {"status", message.status},
                                                {"headers", message.headers},
                                                {"body", base::to_hex(message.body)},
                                                {"complete", message.is_complete}}));
    }
    return json::Value::object({{"refused", reading.refused}, {"messages", messages}});
}

bool flag(const json::Value& line, std::string_view name) {
    const json::Value* value = line.find(name);
    return value != nullptr && value->is_bool() && value->as_bool();
}

}  // namespace

int main() {
    std::string text;
    while (std::getline(std::cin, text)) {
        const auto line = json::parse(text);
        const json::Value* hex = line ? line->find("input") : nullptr;
        const json::Value* kind = line ? line->find("kind") : nullptr;
        if (hex == nullptr || !hex->is_string() || kind == nullptr || !kind->is_string()) {
            std::fprintf(stderr, "usage: conformance_http_cases, one case as JSON a line\n");
            return 2;
        }
        const std::string input = base::from_hex(hex->as_string()).value_or("");
        const bool finishes = flag(*line, "finishes");
        const bool upgrades = flag(*line, "upgrades");
        json::Value result;
        if (kind->as_string() == "request") {
            result = to_json(read_requests(input, input.size() + 1, finishes, upgrades));
            const json::Value bytewise = to_json(read_requests(input, 1, finishes, upgrades));
            result.set("agree", result == bytewise);
        } else {
            result = to_json(read_responses(input, finishes, upgrades));
            result.set("agree", true);
        }
        std::printf("%s\n", json::write(result).c_str());
    }
    return 0;
}
