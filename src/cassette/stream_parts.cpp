#include "cassette/impl/stream_parts.hpp"

#include "cassette/read.hpp"
#include "http/lines.hpp"
#include "http/sse.hpp"

namespace understudy::cassette {

std::optional<std::vector<std::string>> parts_of(std::string_view bytes, Framing framing) {
    std::vector<std::string> parts;
    if (framing == Framing::Jsonl || framing == Framing::Lines) {
        http::LineReader reader(kMaxBodyBytes);
        if (!reader.feed(bytes, parts) || !reader.end(parts)) return std::nullopt;
        return parts;
    }
    if (framing != Framing::Sse) return std::nullopt;
    http::SseReader reader(
        {.all_blocks = true, .line_bytes = kMaxBodyBytes, .block_bytes = kMaxBodyBytes});
    http::SseBlocks blocks;
    if (!reader.feed(bytes, blocks) || !reader.end(blocks)) return std::nullopt;
    for (http::SseBlock& block : blocks) parts.push_back(std::move(block.raw));
    return parts;
}

}  // namespace understudy::cassette
