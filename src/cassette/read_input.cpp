// How an exchange begins: what it is, when, why, and what went in.
#include "base/text.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/impl/names.hpp"
#include "cassette/impl/words.hpp"

namespace understudy::cassette {

using json::MapReader;
using json::Node;

namespace {

bool has_place(plan::Capture::From from) {
    using From = plan::Capture::From;
    return from == From::Body || from == From::Stdout || from == From::Stderr;
}

}  // namespace

std::string FileReader::read_id(const Node& node, const std::string& what) {
    const std::string id = reader_.text(node, what).value_or("");
    if (node && node.value->is_string() && !is_exchange_id(id)) {
        reader_.problem(node, what, std::string(kIdRule));
    }
    return id;
}

CommandInput FileReader::read_command(MapReader& map) {
    CommandInput input;
    const Node program = map.need("program");
    input.program = bytes(program, map.what("program"));
    if (program && input.program.empty()) {
        reader_.problem(program, map.what("program"), "must not be empty");
    }
    for (const Node& arg : reader_.list(map.need("args"), map.what("args"))) {
        input.args.push_back(bytes(arg, map.what("args")));
    }
    if (const Node cwd = map.get("cwd")) {
        input.cwd = bytes(cwd, map.what("cwd"));
        if (!is_cwd(input.cwd)) reader_.problem(cwd, map.what("cwd"), std::string(kCwdRule));
    }
    if (const Node env = map.get("env")) input.env = members(env, map.what("env"));
    if (const Node given = map.get("stdin")) {
        const bool is_none = given.value->is_string() && given.value->as_string() == "none";
        if (given.value->is_object()) {
            input.stdin_body = body(given, map.what("stdin"));
        } else if (!is_none) {
            reader_.problem(given, map.what("stdin"), "must be `none` or a map with the bytes");
        }
    }
    input.tty = reader_.flag(map.get("tty"), map.what("tty")).value_or(false);
    return input;
}

HttpInput FileReader::read_http(MapReader& map) {
    HttpInput input;
    input.method = needed_text(map, "method");
    const auto scheme = reader_.word(map.get("scheme"), map.what("scheme"), kSchemes);
    if (scheme) input.scheme = kSchemes[*scheme];
    input.host = optional_text(map, "host");
    input.path = bytes(map.need("path"), map.what("path"));
    if (const Node query = map.get("query")) input.query = pairs(query, map.what("query"));
    if (const Node text = map.get("query_text")) {
        input.query_text = bytes(text, map.what("query_text"));
    }
    if (const Node headers = map.get("headers"))
        input.headers = pairs(headers, map.what("headers"));
    input.body = body(map.get("body"), map.what("body"));
    if (const Node trailers = map.get("trailers"))
        input.trailers = pairs(trailers, map.what("trailers"));
    input.protocol = optional_text(map, "protocol");
    return input;
}

WebhookInput FileReader::read_webhook(MapReader& map) {
    WebhookInput input;
    input.method = needed_text(map, "method");
    input.path = bytes(map.need("path"), map.what("path"));
    if (const Node headers = map.get("headers"))
        input.headers = pairs(headers, map.what("headers"));
    input.body = body(map.get("body"), map.what("body"));
    input.scheme = optional_text(map, "scheme");
    return input;
}

std::vector<plan::Capture> FileReader::read_captures(const Node& node, const std::string& what) {
    std::vector<plan::Capture> found;
    for (const auto& [name, value] : reader_.members(node, what)) {
        MapReader map(reader_, value, "the capture `" + name + "`");
        plan::Capture capture;
        capture.name = name;
        capture.mark = reader_.mark(value);
        if (!is_variable_name(name)) {
            reader_.problem(value, map.what(), std::string(kVariableRule));
        }
        const auto from = reader_.word(map.need("from"), map.what("from"), kCaptureFroms);
        if (from) capture.from = static_cast<plan::Capture::From>(*from);
        if (const Node path = map.get("path")) {
            const auto text = reader_.text(path, map.what("path"));
            auto place = plan::Place::parse(text.value_or(""));
            if (!place) {
                reader_.problem(path, map.what("path"), std::move(place).error());
            } else if (from && !has_place(capture.from)) {
                reader_.problem(path, map.what("path"), "only a body or an output has places");
            } else {
                capture.place = std::move(*place);
            }
        }
        capture.header = optional_text(map, "name");
        if (from && (capture.from == plan::Capture::From::Header) == capture.header.empty()) {
            reader_.problem(value, map.what(), "`name` goes with `from: header`, and only with it");
        }
        if (const Node pattern = map.get("pattern")) {
            auto compiled =
                base::Regex::compile(reader_.text(pattern, map.what("pattern")).value_or(""));
            if (compiled) {
                capture.pattern = std::move(*compiled);
            } else {
                reader_.problem(pattern, map.what("pattern"), std::move(compiled).error());
            }
        }
        const auto type = reader_.word(map.get("type"), map.what("type"), kTypes);
        if (type) capture.type = static_cast<plan::Capture::Type>(*type);
        map.done();
        found.push_back(std::move(capture));
    }
    return found;
}

bool FileReader::read_start(MapReader& map, Exchange& exchange) {
    const auto kind = reader_.word(map.need("kind"), map.what("kind"), kKinds);
    if (kind) exchange.kind = static_cast<Kind>(*kind);
    exchange.at = reader_.whole(map.need("at"), map.what("at"), 0, kMostMilliseconds).value_or(0);
    const auto phase = reader_.word(map.get("phase"), map.what("phase"), kPhases);
    if (phase) exchange.phase = static_cast<plan::Phase>(*phase);
    const auto effect = reader_.word(map.get("effect"), map.what("effect"), kEffects);
    if (effect) exchange.effect = static_cast<plan::Effect>(*effect);
    if (const Node capture = map.get("capture")) {
        exchange.captures = read_captures(capture, map.what("capture"));
    }
    exchange.caused_by = read_id(map.get("caused_by"), map.what("caused_by"));
    exchange.recorded = read_provenance(map.get("recorded"), map.what("recorded"));
    bool is_command = exchange.kind == Kind::Command;
    if (exchange.kind == Kind::Stream) {
        const auto carrier = reader_.word(map.need("carrier"), map.what("carrier"), kCarriers);
        if (carrier) exchange.carrier = static_cast<Carrier>(*carrier);
        is_command = exchange.carrier == Carrier::Command;
    }
    MapReader input(reader_, map.need("input"), map.what("input"));
    if (!kind || !input.is_map()) return kind.has_value();
    if (is_command) {
        exchange.input = read_command(input);
    } else if (exchange.kind == Kind::Webhook) {
        exchange.input = read_webhook(input);
    } else {
        exchange.input = read_http(input);
    }
    input.done();
    return true;
}

}  // namespace understudy::cassette
