// From an exchange to its parts, in a fixed order: how it ended, then what it said.
#include "cassette/parsed.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

Value to_value(const Ended& ended) {
    switch (ended.how) {
        case Ended::How::Exit: return Value::object({{"exit_code", ended.number}});
        case Ended::How::Signal: return Value::object({{"signal", ended.number}});
        case Ended::How::TimedOut: return Value::object({{"timed_out", true}});
        case Ended::How::NotStarted: break;
    }
    return Value::object({{"not_started", text_value(ended.why)}});
}

Part value_part(std::string name, Value value) {
    Part part;
    part.name = std::move(name);
    part.form = PartForm::Json;
    part.value = std::move(value);
    return part;
}

// Everything that tells how an exchange ended, as one map.
Part end_part(const Exchange& exchange) {
    const Output& output = exchange.output;
    Value end = output.ended ? to_value(*output.ended) : Value::object();
    if (output.answer) end.set("status", output.answer->status);
    if (!output.error.empty()) end.set("error", text_value(output.error));
    if (output.end) end.set("end", name_of(*output.end));
    if (exchange.kind == Kind::Webhook && output.attempts != 1) {
        end.set("attempts", static_cast<std::int64_t>(output.attempts));
    }
    return value_part("end", std::move(end));
}

// How the bytes travel, not what they say: the body itself is compared.
bool is_framing_header(std::string_view name) {
    constexpr std::string_view kNames[] = {"connection", "content-length", "keep-alive",
                                           "transfer-encoding"};
    return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// By name in lower case; the order between names says nothing, that between repeats does.
Value to_value(const Pairs& headers) {
    Value all = Value::object();
    for (const auto& [name, text] : headers) {
        const std::string key = base::to_lower_ascii(base::to_valid_utf8(name));
        if (is_framing_header(key)) continue;
        Value* before = all.find_mutable(key);
        if (before == nullptr) {
            all.set(key, text_value(text));
        } else if (before->is_array()) {
            before->push_back(text_value(text));
        } else {
            *before = Value::array({*before, text_value(text)});
        }
    }
    return all;
}

Value to_value(const std::vector<ChangedFile>& files) {
    Value all = Value::object();
    for (const ChangedFile& file : files) {
        Value about;  // null: it was removed
        if (!file.digest.empty()) {
            about = Value::object({{"digest", file.digest}, {"size", Value(file.size)}});
        }
        all.set(base::to_valid_utf8(file.path), std::move(about));
    }
    return all;
}

// Which stream spoke when: runs of one stream, each with the lines it finished. Wording is compared
// elsewhere, so a rule for stdout need not be said again for this.
Value interleaving_of(const Output& output) {
    Value runs = Value::array();
    From last = From::Stdin;
    for (const Piece& piece : output.pieces) {
        if (piece.from != From::Stdout && piece.from != From::Stderr) continue;
        if (piece.bytes.empty()) continue;
        const auto lines =
            static_cast<std::int64_t>(std::count(piece.bytes.begin(), piece.bytes.end(), '\n'));
        if (runs.size() > 0 && last == piece.from) {
            Value& run = runs.mutable_items().back();
            run.set("lines", run.find("lines")->to_int64().value_or(0) + lines);
        } else {
            runs.push_back(Value::object({{"from", name_of(piece.from)}, {"lines", lines}}));
        }
        last = piece.from;
    }
    return runs;
}

bool has_pieces(const Output& output, From from) {
    return std::any_of(output.pieces.begin(), output.pieces.end(),
                       [from](const Piece& piece) { return piece.from == from; });
}

class Gatherer {
public:
    Gatherer(const Exchange& exchange, const CompareOptions& options)
        : exchange_(exchange), output_(exchange.output), options_(options) {}

    std::vector<Part> gather() {
        if (options_.inputs) parts_.push_back(value_part("input", input_value(exchange_)));
        parts_.push_back(end_part(exchange_));
        switch (exchange_.kind) {
            case Kind::Command: command(); break;
            case Kind::Http: http(); break;
            case Kind::Webhook: webhook(); break;
            case Kind::Stream: stream(); break;
        }
        return std::move(parts_);
    }

private:
    void text(std::string name, std::string bytes) {
        parts_.push_back(parse_part(std::move(name), std::move(bytes), options_.exact));
    }

    void command() {
        text("stdout", bytes_of(output_, From::Stdout));
        process_rest();
    }

    void process_rest() {
        text("stderr", bytes_of(output_, From::Stderr));
        if (!output_.files.empty()) parts_.push_back(value_part("files", to_value(output_.files)));
        if (options_.interleaving) {
            parts_.push_back(value_part("interleaving", interleaving_of(output_)));
        }
    }

    void answer_head() {
        if (!options_.headers || !output_.answer) return;
        parts_.push_back(value_part("headers", to_value(output_.answer->headers)));
        if (!output_.answer->trailers.empty()) {
            parts_.push_back(value_part("trailers", to_value(output_.answer->trailers)));
        }
    }

    void http() {
        answer_head();
        text("body", bytes_of(output_, From::Body));
    }

    // What the service does in a webhook is what it sends.
    void webhook() {
        const WebhookInput* sent = exchange_.webhook();
        if (sent != nullptr) {
            parts_.push_back(
                value_part("request", Value::object({{"method", text_value(sent->method)},
                                                     {"path", text_value(sent->path)},
                                                     {"scheme", text_value(sent->scheme)},
                                                     {"has_body", sent->body.has_value()}})));
            if (options_.headers) parts_.push_back(value_part("headers", to_value(sent->headers)));
            text("body", sent->body ? sent->body->bytes : std::string());
        }
        if (has_pieces(output_, From::Body)) text("answer", bytes_of(output_, From::Body));
    }

    void framed(std::string name, From from) {
        std::string bytes = bytes_of(output_, from);
        if (options_.exact) {
            parts_.push_back(parse_part(std::move(name), std::move(bytes), true));
            return;
        }
        const PartForm form = exchange_.framing == Framing::Jsonl ? PartForm::Jsonl
                              : exchange_.framing == Framing::Sse ? PartForm::Sse
                              : exchange_.framing == Framing::Raw ? PartForm::Bytes
                                                                  : PartForm::Lines;
        parts_.push_back(parse_as(std::move(name), std::move(bytes), form));
    }

    void stream() {
        if (exchange_.framing == Framing::Frames) parts_.push_back(frames_part(output_));
        switch (exchange_.carrier) {
            case Carrier::Command:
                if (exchange_.framing != Framing::Frames) framed("stdout", From::Stdout);
                process_rest();
                break;
            case Carrier::Http:
                answer_head();
                if (exchange_.framing == Framing::Raw) {
                    framed("frame-in", From::FrameIn);
                    framed("frame-out", From::FrameOut);
                } else if (exchange_.framing != Framing::Frames) {
                    framed("body", From::Body);
                }
                break;
            case Carrier::Websocket:
                answer_head();
                if (exchange_.framing != Framing::Frames) framed("frame-in", From::FrameIn);
                break;
        }
    }

    const Exchange& exchange_;
    const Output& output_;
    const CompareOptions& options_;
    std::vector<Part> parts_;
};

}  // namespace

std::string_view name_of(PartForm form) {
    constexpr std::string_view kNames[] = {"json", "jsonl", "sse", "table", "lines", "bytes"};
    return kNames[static_cast<std::size_t>(form)];
}

std::vector<Part> parts_of(const Exchange& exchange, const CompareOptions& options) {
    return Gatherer(exchange, options).gather();
}

}  // namespace understudy::cassette
