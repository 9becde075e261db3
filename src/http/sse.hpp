// Server-Sent Events (WHATWG HTML, 9.2): read piece by piece, and written.
//
//     SseReader reader;
//     TRY_VOID(reader.feed("event: ping\ndata: {}\n\n", blocks));    // one block
//     blocks[0].data;                                                // "{}"
//
// A block is what stands between two blank lines. Most are events; a comment that keeps the
// connection alive, or an id alone, is a block without one. Each block carries the exact bytes it
// came from, so that joining `raw` of all blocks gives the stream back: recordings need that. The
// blocks are the same for any cut of the bytes.
//
// Texts are bytes as they came; whoever needs UTF-8 checks it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::http {

struct SseBlock {
    bool is_event = false;                           // it has data: a client dispatches it
    std::string event;                               // its name; empty: clients see "message"
    std::string data;                                // its data lines joined by LF
    std::optional<std::string> id;                   // set here
    std::optional<std::chrono::milliseconds> retry;  // set here
    std::vector<std::string> comments;               // without the colon
    std::string last_id;   // what a client would send as Last-Event-ID from here on
    bool is_whole = true;  // false: the stream ended inside it; never an event
    std::string raw;       // its bytes, byte order mark and blank line included
    friend bool operator==(const SseBlock&, const SseBlock&) = default;
};
using SseBlocks = std::vector<SseBlock>;

struct SseOptions {
    bool all_blocks = false;  // also those that are no events, and the unfinished rest at the end
    std::size_t line_bytes = std::size_t{4} * 1024 * 1024;
    std::size_t block_bytes = std::size_t{16} * 1024 * 1024;
};

// Past a limit: Code::HttpMessageTooLarge, which every further call repeats.
class SseReader {
public:
    explicit SseReader(const SseOptions& options = {});

    // A block that ends with CR waits for the next byte: LF would belong to it.
    base::Result<void> feed(std::string_view bytes, SseBlocks& blocks);
    base::Result<void> end(SseBlocks& blocks);

private:
    void take_line();  // the bytes from line_at_ on, without their end
    void take_field(std::string_view name, std::string_view value);
    void finish_block(SseBlocks& blocks);
    base::Result<void> check_room(std::size_t of_line, std::size_t of_block);

    SseOptions options_;
    SseBlock block_;
    std::size_t line_at_ = 0;  // in block_.raw
    bool first_line_ = true;   // may begin with a byte order mark
    bool has_data_ = false;
    bool after_cr_ = false;  // the last byte was CR: an LF belongs to its line
    bool done_ = false;      // the blank line has come, its LF perhaps not
    std::string last_id_;
    std::optional<base::Error> error_;
};

// The block as text, its blank line included. `raw`, `last_id` and `is_whole` are not looked at;
// data is written if the block is an event. Every line break in data (CR LF, CR, LF) begins a new
// data line; elsewhere line breaks are dropped, as they cannot be said.
std::string write_sse(const SseBlock& block);

// A comment with its blank line, as servers send to keep a connection alive.
std::string write_sse_comment(std::string_view text);

}  // namespace understudy::http
