// Where an event of a streamed body ends: after the blank line of an event stream, after the line
// feed of a stream of lines.
#pragma once

#include <cstdint>
#include <string_view>

#include "http/message.hpp"

namespace understudy::http {

enum class EventFraming : std::uint8_t {
    Blocks,  // text/event-stream
    Lines,   // one JSON value a line, and anything else
    Opaque,  // encoded: its events cannot be seen
};
EventFraming framing_of(const ResponseHead& head);

class Boundaries {
public:
    explicit Boundaries(EventFraming framing) : framing_(framing) {}

    struct Taken {
        std::size_t bytes = 0;
        bool ended = false;  // an event ends after them; may be so after none
    };
    // Goes on to the end of the event or of the bytes, whichever is first. A CR that ends an event
    // waits for the byte after it, for an LF there belongs to it.
    Taken take(std::string_view bytes);
    // The body is over: does an event end here that was waiting?
    bool take_end();
    bool can_count() const { return framing_ != EventFraming::Opaque; }

private:
    bool ends_event(char byte);

    EventFraming framing_;
    bool is_line_empty_ = true;
    bool is_comment_ = false;   // of the line
    bool has_content_ = false;  // of the event
    bool after_cr_ = false;
    bool is_waiting_ = false;  // the event has ended, unless an LF comes
};

}  // namespace understudy::http
