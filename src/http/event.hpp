// What the bytes of a connection mean: the vocabulary all HTTP codecs share.
//
//     bytes ──feed──► codec ──► events        the same events for any cut of the same bytes,
//     bytes ◄─drain── codec ◄── sends         pieces of a body joined
//
// Views in events point into the bytes that were fed, or into what the codec kept of earlier ones:
// they are good until the bytes go away or the codec is fed again.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "http/message.hpp"

namespace understudy::http {

// Names one exchange of a connection. HTTP/1.1 counts 1, 2, 3; HTTP/2 has its own numbers.
using StreamId = std::uint32_t;

struct RequestBegan {
    StreamId stream = 0;
    RequestHead head;
    bool has_body = false;  // false: Ended follows at once
};
struct ResponseBegan {  // a 1xx comes as its own event before the final one
    StreamId stream = 0;
    ResponseHead head;
};
struct BodyPiece {
    StreamId stream = 0;
    std::string_view bytes;
};
struct Ended {
    StreamId stream = 0;
    Headers trailers;
};
// After 101 or CONNECT: bytes without meaning to us, both ways. Each side ends its own direction.
struct RawPiece {
    StreamId stream = 0;
    std::string_view bytes;
};
struct RawEnded {
    StreamId stream = 0;
};
struct StreamReset {  // the peer gave up this exchange
    StreamId stream = 0;
    std::uint32_t code = 0;  // HTTP/2's; 0 for HTTP/1.1
};
// The bytes break the protocol or a limit. A server codec has its answer ready to drain (if one can
// still be given) and wants to close; nothing more will come of what is fed.
struct Refused {
    StreamId stream = 0;  // 0: the connection
    int status = 400;     // what a server answers
    base::Error error;
};

using Event = std::variant<RequestBegan, ResponseBegan, BodyPiece, Ended, RawPiece, RawEnded,
                           StreamReset, Refused>;
using Events = std::vector<Event>;

}  // namespace understudy::http
