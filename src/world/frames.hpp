// The frames of a streamed answer. A stream says nearly the same in every frame, and a slow one is
// there for long, so each frame is kept as what it does not share with the one before.
//
//     Frames frames;
//     frames.add("data: a\n\n");
//     frames.add("data: b\n\n");
//     FrameReader reader(std::make_shared<const Frames>(std::move(frames)));
//     while (reader.next()) send(reader.text());
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace understudy::world {

class Frames {
public:
    static constexpr std::uint32_t kEven = 100;  // percent

    // `wait`: before the frame leaves, in percent of the pace.
    void add(std::string_view frame, std::uint32_t wait = kEven);
    // No more is added: gives back the room for it.
    void seal();

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return bytes_; }  // of all frames together
    std::string text() const;                     // all of them, one after the other

    base::Duration pace = {};  // between two of them, where time passes

private:
    friend class FrameReader;

    std::string packed_;
    std::string last_;
    std::size_t size_ = 0, bytes_ = 0;
};

class FrameReader {
public:
    explicit FrameReader(std::shared_ptr<const Frames> frames) : frames_(std::move(frames)) {}

    bool next();  // false: that was the last
    std::string_view text() const { return text_; }
    base::Duration wait() const;  // before it leaves, after the one before

private:
    std::uint64_t number();

    std::shared_ptr<const Frames> frames_;
    std::size_t at_ = 0;
    std::string text_;
    std::uint32_t wait_ = 0;
};

}  // namespace understudy::world
