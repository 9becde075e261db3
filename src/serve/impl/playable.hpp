// A recorded answer made ready for a connection: header fields that can be sent, and framing that
// is this connection's and not the recorded one's.
//
//     Content-Length      kept where it is the body's length; else left out, and the end tells
//     Transfer-Encoding   kept where it is just `chunked`
//     1xx                 100 is the connection's own affair; 101 is an upgrade
//
// Everything else stays as it was recorded, in its order and with its case. A field whose name is
// no name is left out: it would be read as something else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"
#include "http/codec.hpp"
#include "http/message.hpp"

namespace understudy::serve {

struct Playable {
    enum class Way : std::uint8_t {
        Body,    // a head and a body, whole or in pieces
        Frames,  // messages of a WebSocket
        Raw,     // bytes both ways
        Reset,   // there was no answer: the connection is reset
        Never,   // there was none, and nobody was told
        Not,     // it cannot be played: `trouble`
    };
    Way way = Way::Body;
    bool breaks_off = false;  // the answer ends before its end
    http::ResponseHead head;
    http::Length length;  // of the body; none: told by its end
    http::Headers trailers;
    std::vector<http::ResponseHead> interim;
    bool has_whole = false;  // the body is one piece, and may leave with the head
    std::string_view whole;  // in the exchange
    std::string trouble;     // why it cannot be played
};

// Refers to the exchange.
Playable playable_of(const cassette::Exchange& exchange);

bool is_header_name(std::string_view name);

}  // namespace understudy::serve
