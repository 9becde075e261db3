// An exchange as a value.
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "cassette/impl/values.hpp"
#include "cassette/impl/words.hpp"
#include "cassette/read.hpp"

namespace understudy::cassette {

using json::Value;

namespace {

// Where a text stands by itself, in a list of arguments say.
Value text_or_base64(const std::string& bytes) {
    if (is_plain_text(bytes)) return Value(bytes);
    return Value::object({{"base64", base::to_base64(bytes)}});
}

void add_content(Value& map, const std::string& bytes, BodyFiles& bodies) {
    if (bytes.size() > kInlineBytes) {
        std::string digest = base::to_hex(base::sha256(bytes));
        map.append("file", "sha256:" + digest);
        map.append("size", static_cast<std::uint64_t>(bytes.size()));
        bodies.emplace(std::move(digest), bytes);
    } else if (is_plain_text(bytes)) {
        map.append("text", bytes);
    } else {
        map.append("base64", base::to_base64(bytes));
    }
}

Value body_value(const Body& body, BodyFiles& bodies) {
    Value map = Value::object();
    add_content(map, body.bytes, bodies);
    if (!body.media_type.empty()) map.append("media_type", body.media_type);
    return map;
}

Value pairs_value(const Pairs& pairs) {
    Value list = Value::array();
    for (const auto& [name, value] : pairs) {
        list.push_back(Value::array({text_or_base64(name), text_or_base64(value)}));
    }
    return list;
}

Value input_value(const CommandInput& input, BodyFiles& bodies) {
    Value args = Value::array();
    for (const std::string& arg : input.args) args.push_back(text_or_base64(arg));
    Value env = Value::object();
    for (const auto& [name, value] : input.env) env.append(name, text_or_base64(value));
    Value map = Value::object({{"program", text_or_base64(input.program)},
                               {"args", std::move(args)},
                               {"cwd", text_or_base64(input.cwd)},
                               {"env", std::move(env)}});
    map.append("stdin", input.stdin_body ? body_value(*input.stdin_body, bodies) : Value("none"));
    if (input.tty) map.append("tty", true);
    return map;
}

Value input_value(const HttpInput& input, BodyFiles& bodies) {
    Value map = Value::object({{"method", input.method}});
    if (!input.scheme.empty()) map.append("scheme", input.scheme);
    if (!input.host.empty()) map.append("host", input.host);
    map.append("path", text_or_base64(input.path));
    if (!input.query.empty()) map.append("query", pairs_value(input.query));
    if (!input.query_text.empty()) map.append("query_text", text_or_base64(input.query_text));
    if (!input.headers.empty()) map.append("headers", pairs_value(input.headers));
    if (input.body) map.append("body", body_value(*input.body, bodies));
    if (!input.trailers.empty()) map.append("trailers", pairs_value(input.trailers));
    if (!input.protocol.empty()) map.append("protocol", input.protocol);
    return map;
}

Value input_value(const WebhookInput& input, BodyFiles& bodies) {
    Value map = Value::object({{"method", input.method}, {"path", text_or_base64(input.path)}});
    if (!input.headers.empty()) map.append("headers", pairs_value(input.headers));
    if (input.body) map.append("body", body_value(*input.body, bodies));
    if (!input.scheme.empty()) map.append("scheme", input.scheme);
    return map;
}

Value capture_value(const plan::Capture& capture) {
    Value map = Value::object({{"from", word_of(kCaptureFroms, capture.from)}});
    if (!capture.header.empty()) map.append("name", capture.header);
    if (capture.place) map.append("path", capture.place->text);
    if (capture.pattern) map.append("pattern", capture.pattern->pattern());
    if (capture.type != plan::Capture::Type::Any) {
        map.append("type", word_of(kTypes, capture.type));
    }
    return map;
}

void add_ended(Value& map, const Ended& ended) {
    switch (ended.how) {
        case Ended::How::Exit: map.append("exit_code", ended.number); break;
        case Ended::How::Signal: map.append("signal", ended.number); break;
        case Ended::How::TimedOut: map.append("timed_out", true); break;
        case Ended::How::NotStarted: map.append("not_started", ended.why); break;
    }
}

Value file_value(const ChangedFile& file) {
    Value map = Value::object({{"path", text_or_base64(file.path)}});
    if (file.digest.empty()) {
        map.append("removed", true);
    } else {
        map.append("digest", file.digest);
        map.append("size", file.size);
    }
    return map;
}

}  // namespace

Value start_value(const Exchange& exchange, std::string_view name, BodyFiles& bodies) {
    Value map = Value::object({{name, exchange.id}, {"kind", name_of(exchange.kind)}});
    if (exchange.kind == Kind::Stream) map.append("carrier", name_of(exchange.carrier));
    map.append("at", exchange.at);
    if (exchange.phase != plan::Phase::Step) map.append("phase", word_of(kPhases, exchange.phase));
    if (exchange.effect) map.append("effect", word_of(kEffects, *exchange.effect));
    if (!exchange.captures.empty()) {
        Value captures = Value::object();
        for (const plan::Capture& each : exchange.captures) {
            captures.append(each.name, capture_value(each));
        }
        map.append("capture", std::move(captures));
    }
    if (!exchange.caused_by.empty()) map.append("caused_by", exchange.caused_by);
    if (exchange.recorded) map.append("recorded", provenance_value(*exchange.recorded));
    map.append("input", std::visit([&](const auto& input) { return input_value(input, bodies); },
                                   exchange.input));
    return map;
}

void add_piece(Value& value, const Piece& piece, BodyFiles& bodies) {
    value.append("at", piece.at);
    value.append("from", name_of(piece.from));
    if (piece.frame != Frame::Text) value.append("frame", name_of(piece.frame));
    add_content(value, piece.bytes, bodies);
}

Value output_value(const Exchange& exchange, bool with_pieces, BodyFiles& bodies) {
    const Output& output = exchange.output;
    Value map = Value::object();
    if (exchange.kind == Kind::Stream) map.append("framing", name_of(exchange.framing));
    if (with_pieces && (!output.pieces.empty() || exchange.kind == Kind::Command)) {
        Value pieces = Value::array();
        pieces.reserve(output.pieces.size());
        for (const Piece& each : output.pieces) {
            Value piece = Value::object();
            add_piece(piece, each, bodies);
            pieces.push_back(std::move(piece));
        }
        map.append("pieces", std::move(pieces));
    }
    if (output.end) map.append("end", name_of(*output.end));
    if (output.ended) add_ended(map, *output.ended);
    if (!output.files.empty()) {
        Value files = Value::array();
        for (const ChangedFile& file : output.files) files.push_back(file_value(file));
        map.append("files", std::move(files));
    }
    if (output.answer) {
        if (!output.answer->interim.empty()) {
            Value list = Value::array();
            for (const Interim& each : output.answer->interim) {
                Value interim = Value::object({{"status", each.status}});
                if (!each.headers.empty()) interim.append("headers", pairs_value(each.headers));
                list.push_back(std::move(interim));
            }
            map.append("interim", std::move(list));
        }
        map.append("status", output.answer->status);
        if (!output.answer->reason.empty()) {
            map.append("reason", text_or_base64(output.answer->reason));
        }
        if (!output.answer->headers.empty()) {
            map.append("headers", pairs_value(output.answer->headers));
        }
        if (!output.answer->trailers.empty()) {
            map.append("trailers", pairs_value(output.answer->trailers));
        }
    }
    if (!output.error.empty()) map.append("error", output.error);
    if (output.attempts != 1) map.append("attempts", std::uint64_t{output.attempts});
    map.append("duration", output.duration);
    return map;
}

Value exchange_value(const Exchange& exchange, BodyFiles& bodies) {
    Value map = start_value(exchange, "id", bodies);
    map.append("output", output_value(exchange, true, bodies));
    return map;
}

}  // namespace understudy::cassette
