#include "cassette/fake_message.hpp"

#include <array>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "json/parse.hpp"
#include "json/reader.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::MapReader;
using json::Node;
using json::Reader;

constexpr std::string_view kAnswer = "the answer";
constexpr std::int64_t kMostExit = 255;
constexpr std::int64_t kMostSignal = 64;
constexpr std::int64_t kFirstStatus = 100;
constexpr std::int64_t kLastStatus = 599;
constexpr std::string_view kFroms[] = {"stdout", "stderr", "body", "frame-out"};
constexpr std::array kFromValues = {From::Stdout, From::Stderr, From::Body, From::FrameOut};
constexpr std::string_view kEnds[] = {"complete", "cut", "stalled", "reset"};

// --- calls

json::Value body_value(std::string_view bytes) {
    if (base::is_utf8(bytes)) return json::Value::object({{"text", bytes}});
    return json::Value::object({{"base64", base::to_base64(bytes)}});
}

json::Value body_value(const std::optional<Body>& body) {
    return body ? body_value(body->bytes) : json::Value();
}

// Plain where it can be.
json::Value word_value(std::string_view bytes) {
    return base::is_utf8(bytes) ? json::Value(bytes) : body_value(bytes);
}

json::Value pairs_value(const Pairs& pairs) {
    json::Value list = json::Value::array();
    for (const auto& [name, value] : pairs) {
        list.push_back(json::Value::array({word_value(name), word_value(value)}));
    }
    return list;
}

void add_command(json::Value& message, const CommandInput& input) {
    json::Value args = json::Value::array();
    for (const std::string& arg : input.args) args.push_back(word_value(arg));
    json::Value env = json::Value::object();
    for (const auto& [name, value] : input.env)
        env.set(base::to_valid_utf8(name), word_value(value));
    message.append("program", word_value(input.program));
    message.append("args", std::move(args));
    message.append("env", std::move(env));
    message.append("cwd", word_value(input.cwd));
    message.append("stdin", body_value(input.stdin_body));
}

void add_http(json::Value& message, const HttpInput& input) {
    message.append("method", word_value(input.method));
    message.append("host", word_value(input.host));
    message.append("path", word_value(input.path));
    message.append("query", pairs_value(input.query));
    message.append("headers", pairs_value(input.headers));
    message.append("body", body_value(input.body));
}

// --- answers

// `text` or `base64` of a map that may have other keys too.
std::optional<std::string> read_bytes(Reader& reader, MapReader& map) {
    const Node text = map.get("text");
    const Node base64 = map.get("base64");
    if (static_cast<bool>(text) == static_cast<bool>(base64)) {
        if (map.is_map()) reader.problem(map.node(), map.what(), "needs `text` or `base64`");
        return std::nullopt;
    }
    const Node& given = text ? text : base64;
    if (!given.value->is_string()) {
        reader.wrong_kind(given, map.what(text ? "text" : "base64"), "a text");
        return std::nullopt;
    }
    if (text) return std::string(text.value->as_string());
    auto bytes = base::from_base64(base64.value->as_string());
    if (!bytes) reader.problem(base64, map.what("base64"), "is not base64");
    return bytes;
}

void read_pieces(Reader& reader, const Node& node, Output& output) {
    for (const Node& each : reader.list(node, "`pieces` of the answer")) {
        MapReader map(reader, each, "a piece");
        const auto from = reader.word(map.need("from"), map.what("from"), kFroms);
        auto bytes = read_bytes(reader, map);
        map.done();
        if (from && bytes) output.pieces.push_back({0, kFromValues[*from], std::move(*bytes)});
    }
}

Pairs read_headers(Reader& reader, const Node& node) {
    constexpr std::string_view kWhat = "`headers` of the answer";
    Pairs headers;
    for (const Node& each : reader.list(node, kWhat)) {
        const bool is_pair = each.value->is_array() && each.value->size() == 2 &&
                             (*each.value)[0].is_string() && (*each.value)[1].is_string();
        if (!is_pair) {
            reader.problem(each, std::string(kWhat), "a header is a list of name and value");
            continue;
        }
        headers.emplace_back((*each.value)[0].as_string(), (*each.value)[1].as_string());
    }
    return headers;
}

void read_files(Reader& reader, const Node& node, Output& output) {
    for (const Node& each : reader.list(node, "`files` of the answer")) {
        MapReader map(reader, each, "a file");
        ChangedFile file;
        file.path = reader.text(map.need("path"), map.what("path")).value_or("");
        if (!reader.flag(map.get("removed"), map.what("removed")).value_or(false)) {
            if (const auto bytes = read_bytes(reader, map)) {
                file.digest = "sha256:" + base::to_hex(base::sha256(*bytes));
                file.size = bytes->size();
            }
        }
        map.done();
        output.files.push_back(std::move(file));
    }
}

// Exactly one of the ways to end.
void read_end(Reader& reader, MapReader& map, Output& output) {
    std::size_t ends = 0;
    const auto ended = [&](Ended::How how, int number, std::string why = {}) {
        output.ended = Ended{how, number, std::move(why)};
    };
    if (const Node node = map.get("exit_code")) {
        ++ends;
        if (const auto code = reader.whole(node, map.what("exit_code"), 0, kMostExit)) {
            ended(Ended::How::Exit, static_cast<int>(*code));
        }
    }
    if (const Node node = map.get("signal")) {
        ++ends;
        if (const auto number = reader.whole(node, map.what("signal"), 1, kMostSignal)) {
            ended(Ended::How::Signal, static_cast<int>(*number));
        }
    }
    if (const Node node = map.get("timed_out")) {
        ++ends;
        if (!reader.flag(node, map.what("timed_out")).value_or(true)) {
            reader.problem(node, map.what("timed_out"), "is there only if it is true");
        }
        ended(Ended::How::TimedOut, 0);
    }
    if (const Node node = map.get("not_started")) {
        ++ends;
        ended(Ended::How::NotStarted, 0, reader.text(node, map.what("not_started")).value_or(""));
    }
    if (const Node node = map.get("status")) {
        ++ends;
        const auto status = reader.whole(node, map.what("status"), kFirstStatus, kLastStatus);
        output.answer = Answer{static_cast<int>(status.value_or(0)), {}, {}};
    }
    if (const Node node = map.get("headers")) {
        Pairs headers = read_headers(reader, node);
        if (output.answer) {
            output.answer->headers = std::move(headers);
        } else {
            reader.problem(node, map.what("headers"), "belongs to an answer with a `status`");
        }
    }
    if (ends != 1 && map.is_map()) {
        reader.problem(map.node(), std::string(kAnswer),
                       "needs exactly one of `exit_code`, `signal`, `timed_out`, `not_started`, "
                       "`status` and `error`");
    }
}

void read_stream_end(Reader& reader, const Node& node, const Exchange& call, Output& output) {
    if (call.kind != Kind::Stream) {
        if (node) reader.problem(node, "`end` of the answer", "belongs to a stream");
        return;
    }
    const auto end = reader.word(node, "`end` of the answer", kEnds);
    output.end = static_cast<StreamEnd>(end.value_or(0));
}

bool is_http(const Exchange& call) {
    return call.http() != nullptr;
}

base::Failure bad_answer(std::string why, std::vector<base::Error> because = {}) {
    return base::fail(code::FakeBadAnswer, {{"why", std::move(why)}}, {}, std::move(because));
}

}  // namespace

std::string reset_message(std::string_view given) {
    json::Value message = json::Value::object({{"op", "reset"}});
    message.append("given", given.empty() ? json::Value() : json::Value(given));
    return json::write(message) + '\n';
}

std::string call_message(std::uint64_t id, const Exchange& call,
                         const std::vector<Variable>& vars) {
    json::Value message = json::Value::object({{"id", id}, {"kind", name_of(call.kind)}});
    if (call.kind == Kind::Stream) {
        message.append("carrier", name_of(call.carrier));
        message.append("framing", name_of(call.framing));
    }
    if (const CommandInput* command = call.command()) add_command(message, *command);
    if (const HttpInput* http = call.http()) add_http(message, *http);
    json::Value values = json::Value::object();
    for (const Variable& variable : vars) values.set(variable.name, variable.value);
    message.append("vars", std::move(values));
    return json::write(message) + '\n';
}

base::Result<Answered> read_answer(std::string_view line, std::uint64_t id, const Exchange& call) {
    auto document = json::parse_document({"the fake's answer", std::string(line)});
    if (!document) return bad_answer("it is no line of JSON", {std::move(document).error()});
    Reader reader(*document, code::Problem);
    MapReader map(reader, reader.root(), std::string(kAnswer));
    const Node answered = map.need("id");
    if (answered && !(answered.value->is_number() &&
                      answered.value->to_int64() == static_cast<std::int64_t>(id))) {
        reader.problem(answered, map.what("id"), "is not " + std::to_string(id));
    }
    if (const Node error = map.get("error"); error && answered) {
        const auto why = reader.text(error, map.what("error"));
        map.done();
        if (reader.problems().empty()) return base::fail(code::FakeRefused, {{"why", *why}});
    }
    Answered result;
    read_pieces(reader, map.get("pieces"), result.output);
    read_end(reader, map, result.output);
    read_stream_end(reader, map.get("end"), call, result.output);
    if (const Node files = map.get("files")) {
        result.has_files = true;
        read_files(reader, files, result.output);
    }
    map.done();
    if (reader.problems().empty() && is_http(call) != result.output.answer.has_value()) {
        reader.problem(reader.root(), std::string(kAnswer),
                       is_http(call) ? "needs a `status`: the call is HTTP"
                                     : "has a `status`, and the call is a command");
    }
    if (reader.problems().empty()) return result;
    const std::string first = base::message(reader.problems().front());
    return bad_answer(first, reader.take_problems());
}

}  // namespace understudy::cassette
