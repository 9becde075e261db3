// Server-Sent Events and lines: the same for any cut, and joining the raw bytes gives the stream
// back.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "http/lines.hpp"
#include "http/sse.hpp"

using namespace understudy;

namespace {

template <class Reader, class Items>
bool read(Reader reader, std::string_view text, std::size_t step, Items& items) {
    for (std::size_t at = 0; at < text.size(); at += step) {
        if (!reader.feed(text.substr(at, step), items)) break;
    }
    return reader.end(items).has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::size_t step = data[0] % 17 + 1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);

    const http::SseOptions options{.all_blocks = true, .line_bytes = 64, .block_bytes = 256};
    http::SseBlocks whole;
    http::SseBlocks pieces;
    const bool good = read(http::SseReader(options), text, text.size() + 1, whole);
    if (read(http::SseReader(options), text, step, pieces) != good) std::abort();
    if (!(whole == pieces)) std::abort();
    std::string joined;
    for (const http::SseBlock& block : whole) {
        joined += block.raw;
        if (!block.is_event) continue;
        http::SseBlocks again;
        if (!read(http::SseReader(http::SseOptions{}), http::write_sse(block), 5, again))
            std::abort();
        if (again.size() != 1 || again[0].data != block.data || again[0].id != block.id) {
            std::abort();
        }
    }
    if (good && joined != text) std::abort();

    std::vector<std::string> lines;
    std::vector<std::string> cut_lines;
    const bool bounded = read(http::LineReader(64), text, text.size() + 1, lines);
    if (read(http::LineReader(64), text, step, cut_lines) != bounded) std::abort();
    if (lines != cut_lines) std::abort();
    joined.clear();
    for (const std::string& line : lines) joined += line;
    if (bounded && joined != text) std::abort();
    return 0;
}
