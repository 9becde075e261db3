// Reads HTTP/1.1 messages from bytes cut anywhere: lines, heads, lengths and chunks. Strict: what
// two readers could understand differently is refused, never repaired.
//
//     while (true) switch (reader.next(bytes)) {
//         case Got::Nothing: return;                 // bytes is used up
//         case Got::Head: reader.expect(framing);    // the owner says how the body ends
//         case Got::Piece: use(reader.piece());
//         case Got::End: ...                         // reader.trailers()
//         case Got::Refused: ...                     // reader.error(); stays so
//     }
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "http/codec.hpp"

namespace understudy::http {

// How the end of a body is told.
struct Framing {
    enum class Kind : std::uint8_t { None, Counted, Chunked, UntilClose, Raw };
    Kind kind = Kind::None;
    std::uint64_t length = 0;
};

class H1Reader {
public:
    enum class Side : std::uint8_t { Request, Response };
    enum class Got : std::uint8_t { Nothing, Head, Piece, End, Refused };

    H1Reader(Side side, const Limits& limits) : side_(side), limits_(limits) {}

    // Takes from the front of `bytes` what makes up one thing.
    Got next(std::string_view& bytes);
    Got end();  // no more bytes will come: End for a body that ends so, Refused in the middle
    void expect(Framing framing);  // after Head
    void restart();                // after End: the next message
    void refuse(base::Error error);

    RequestHead& request() { return request_; }
    ResponseHead& response() { return response_; }
    std::string_view piece() const { return piece_; }
    Headers& trailers() { return trailers_; }
    const base::Error& error() const { return error_; }

    bool at_start() const { return state_ == State::Start && partial_.empty(); }

private:
    enum class State : std::uint8_t {
        Start,   // request or status line
        Fields,  // header lines
        Decide,  // the owner has not said how the body ends
        Counted,
        Chunk,  // a chunk's size line
        ChunkData,
        ChunkEnd,  // the CR LF after it
        Trailers,
        UntilClose,
        Raw,
        Done,
        Refused,
    };

    bool take_line(std::string_view& bytes, std::string_view& line);
    Got fail(base::Code code, std::vector<base::Arg> args = {});
    Got read_start(std::string_view line);
    Got read_request_line(std::string_view line);
    Got read_status_line(std::string_view line);
    Got read_field(std::string_view line, Headers& into);
    Got read_chunk_size(std::string_view line);
    Got read_chunk_end(std::string_view& bytes);
    Got take_piece(std::string_view& bytes, bool counted);
    bool count_body(std::uint64_t more);

    Side side_;
    Limits limits_;
    State state_ = State::Start;
    std::string partial_;  // the line so far, when it was cut
    std::string line_;     // the line being read, when it was pieced together
    std::size_t head_bytes_ = 0;
    unsigned blank_lines_ = 0;
    std::uint64_t left_ = 0;  // of the length or the chunk
    std::uint64_t body_bytes_ = 0;
    std::size_t extension_bytes_ = 0;  // of the body's chunks so far
    RequestHead request_;
    ResponseHead response_;
    Headers trailers_;
    std::string_view piece_;
    base::Error error_;
};

}  // namespace understudy::http
