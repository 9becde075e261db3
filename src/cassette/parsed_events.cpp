// Streams as events. Nothing is dropped: a line that is no object, a block that was never finished
// and a frame that is no JSON are events too.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"
#include "http/lines.hpp"
#include "http/sse.hpp"
#include "json/parse.hpp"

namespace understudy::cassette {

namespace {

std::string type_in(const json::Value& value) {
    const json::Value* type = value.find("type");
    return type != nullptr && type->is_string() ? std::string(type->as_string()) : std::string();
}

Event malformed(std::string_view raw) {
    Event event;
    event.is_malformed = true;
    event.raw = raw;
    return event;
}

// Data that is no JSON object is a text: `[DONE]`.
Event event_of_data(std::string_view data) {
    Event event;
    auto value = json::parse(data);
    if (value && (value->is_object() || value->is_array())) {
        event.value = *std::move(value);
        event.kind = type_in(event.value);
    } else {
        event.value = text_value(data);
    }
    return event;
}

// A comment alone keeps a connection alive; how often it came is timing, as the cuts between pieces
// are.
bool is_noise(const http::SseBlock& block) {
    return block.is_whole && !block.is_event && !block.id && !block.retry;
}

Event event_of_block(const http::SseBlock& block) {
    if (!block.is_whole) return malformed(block.raw);
    Event event = block.is_event ? event_of_data(block.data) : Event{};
    json::Value about = json::Value::object();
    if (!block.event.empty()) {
        event.kind = block.event;
        about.set("event", text_value(block.event));
    }
    if (block.id) about.set("id", text_value(*block.id));
    if (block.retry) about.set("retry", static_cast<std::int64_t>(block.retry->count()));
    if (!block.is_event) about.set("is_event", false);
    if (about.size() > 0) event.about = std::move(about);
    return event;
}

}  // namespace

json::Value text_value(std::string_view bytes) {
    if (base::is_utf8(bytes)) return json::Value(bytes);
    std::string text;
    while (!bytes.empty()) {
        const std::size_t bad = base::find_invalid_utf8(bytes).value_or(bytes.size());
        for (const char c : bytes.substr(0, bad)) text += c == '\\' ? "\\\\" : std::string(1, c);
        if (bad < bytes.size()) text += "\\x" + base::to_hex(bytes.substr(bad, 1));
        bytes.remove_prefix(std::min(bad + 1, bytes.size()));
    }
    return json::Value(text);
}

std::vector<Event> events_of_lines(std::string_view text) {
    std::vector<Event> events;
    for (const std::string& line : lines_with_ends(text)) {
        const std::string_view record = http::line_text(line);
        if (base::trim(record).empty()) continue;
        auto value = json::parse(record);
        if (!value || !value->is_object()) {
            events.push_back(malformed(record));
            continue;
        }
        Event event;
        event.kind = type_in(*value);
        event.value = *std::move(value);
        events.push_back(std::move(event));
    }
    return events;
}

std::vector<Event> events_of_sse(std::string_view text) {
    http::SseOptions options;
    options.all_blocks = true;
    options.line_bytes = text.size() + 1;  // the text is there already: no limit is needed
    options.block_bytes = text.size() + 1;
    http::SseReader reader(options);
    http::SseBlocks blocks;
    std::vector<Event> events;
    if (!reader.feed(text, blocks) || !reader.end(blocks)) {
        events.push_back(malformed(text));
        return events;
    }
    for (const http::SseBlock& block : blocks) {
        if (!is_noise(block)) events.push_back(event_of_block(block));
    }
    return events;
}

Part frames_part(const Output& output) {
    Part part;
    part.name = "frames";
    part.form = PartForm::Jsonl;
    for (const Piece& piece : output.pieces) {
        if (piece.from != From::FrameIn && piece.from != From::FrameOut) continue;
        Event event = event_of_data(piece.bytes);
        event.about = json::Value::object({{"from", name_of(piece.from)}});
        if (piece.frame != Frame::Text) event.about.append("frame", name_of(piece.frame));
        part.events.push_back(std::move(event));
    }
    return part;
}

}  // namespace understudy::cassette
