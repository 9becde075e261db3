#include "http/impl/boundaries.hpp"

#include "base/text.hpp"

namespace understudy::http {

EventFraming framing_of(const ResponseHead& head) {
    const std::string_view encoding = base::trim(head.headers.get("Content-Encoding"));
    if (!encoding.empty() && !base::equal_ignoring_case(encoding, "identity")) {
        return EventFraming::Opaque;
    }
    std::string_view type = head.headers.get("Content-Type");
    type = base::trim(type.substr(0, type.find(';')));
    return base::equal_ignoring_case(type, "text/event-stream") ? EventFraming::Blocks
                                                                : EventFraming::Lines;
}

Boundaries::Taken Boundaries::take(std::string_view bytes) {
    if (framing_ == EventFraming::Opaque) return {bytes.size(), false};
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (is_waiting_) {
            is_waiting_ = false;
            if (bytes[at] != '\n') return {at, true};
            return {at + 1, true};
        }
        if (ends_event(bytes[at])) return {at + 1, true};
    }
    return {bytes.size(), false};
}

bool Boundaries::take_end() {
    const bool ended = is_waiting_;
    is_waiting_ = false;
    return ended;
}

// An event has content if one of its lines is neither empty nor a comment: blank lines and comments
// between two events are not events.
bool Boundaries::ends_event(char byte) {
    if (framing_ == EventFraming::Lines) {
        if (byte != '\n') {
            has_content_ = has_content_ || byte != '\r';
            return false;
        }
        const bool ended = has_content_;
        has_content_ = false;
        return ended;
    }
    const bool follows_cr = after_cr_;
    after_cr_ = byte == '\r';
    if (byte == '\n' && follows_cr) return false;  // the line has ended already
    if (byte != '\n' && byte != '\r') {
        if (is_line_empty_) is_comment_ = byte == ':';
        is_line_empty_ = false;
        return false;
    }
    if (!is_line_empty_) {
        has_content_ = has_content_ || !is_comment_;
        is_line_empty_ = true;
        return false;
    }
    if (!has_content_) return false;
    has_content_ = false;
    is_waiting_ = byte == '\r';
    return byte == '\n';
}

}  // namespace understudy::http
