// Cuts the bytes of an HTTP/2 connection into frames, without a look at what they say.
//
// Each frame is answered before the next is looked at, so that what we make of the bytes does not
// depend on how they came. Only bodies are handed on in parts: of other frames nghttp2 makes
// something else then (it counts each part of a CONTINUATION's head as one more, and what is wrong
// at their end comes after what is wrong at their beginning).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace understudy::http {

class H2Frames {
public:
    // `preface` bytes come before the first frame.
    explicit H2Frames(std::size_t preface) : left_(preface) {}

    // Takes from the front of `bytes` what belongs to one frame; good until the next call. Nothing:
    // there is too little, or the frame is too large.
    std::string_view next(std::string_view& bytes);
    bool is_too_large() const { return too_large_; }

private:
    std::size_t needed() const;
    std::string_view take(std::string_view& bytes);

    std::size_t left_;     // of the preface or of a body
    std::string partial_;  // a frame, or its head, so far
    bool handed_on_ = false;
    bool too_large_ = false;
};

}  // namespace understudy::http
