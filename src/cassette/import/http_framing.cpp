#include "cassette/import/http_framing.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "http/lines.hpp"
#include "http/media_type.hpp"
#include "http/sse.hpp"

namespace understudy::cassette {

namespace {

constexpr std::array<std::string_view, 5> kJsonLines = {
    "application/jsonl",  "application/x-jsonlines", "application/x-ndjson",
    "application/ndjson", "application/stream+json",
};

std::optional<Framing> framing_of(const Answer& answer) {
    const std::string_view encoding = header_of(answer.headers, "content-encoding");
    if (!encoding.empty() && !base::equal_ignoring_case(encoding, "identity")) return std::nullopt;
    const auto type = http::parse_media_type(header_of(answer.headers, "content-type"));
    if (!type) return std::nullopt;
    if (type->essence() == "text/event-stream") return Framing::Sse;
    const bool is_lines =
        std::find(kJsonLines.begin(), kJsonLines.end(), type->essence()) != kJsonLines.end();
    return is_lines ? std::optional(Framing::Jsonl) : std::nullopt;
}

// Empty: the bytes cannot be cut, because one event is longer than any should be.
std::vector<std::string> cut(std::string_view bytes, Framing framing) {
    std::vector<std::string> parts;
    if (framing == Framing::Jsonl) {
        http::LineReader reader;
        if (!reader.feed(bytes, parts) || !reader.end(parts)) return {};
        return parts;
    }
    http::SseOptions options;
    options.all_blocks = true;
    http::SseReader reader(options);
    http::SseBlocks blocks;
    if (!reader.feed(bytes, blocks) || !reader.end(blocks)) return {};
    parts.reserve(blocks.size());
    for (http::SseBlock& block : blocks) parts.push_back(std::move(block.raw));
    return parts;
}

}  // namespace

std::string_view header_of(const Pairs& headers, std::string_view name) {
    for (const auto& [key, value] : headers) {
        if (base::equal_ignoring_case(key, name)) return value;
    }
    return {};
}

void remove_header(Pairs& headers, std::string_view name) {
    std::erase_if(headers,
                  [&](const auto& each) { return base::equal_ignoring_case(each.first, name); });
}

void set_body(Exchange& exchange, std::string bytes, std::int64_t at) {
    const auto framing = framing_of(*exchange.output.answer);
    std::vector<std::string> parts;
    if (framing) parts = cut(bytes, *framing);
    if (framing && (bytes.empty() || !parts.empty())) {
        exchange.kind = Kind::Stream;
        exchange.carrier = Carrier::Http;
        exchange.framing = *framing;
        exchange.output.end = StreamEnd::Complete;
    } else if (!bytes.empty()) {
        parts.clear();
        parts.push_back(std::move(bytes));
    }
    for (std::string& part : parts) {
        exchange.output.pieces.push_back({at, From::Body, std::move(part)});
    }
}

}  // namespace understudy::cassette
