// The words of the file format, each list in the order of its enum: the reader, the writer and the
// digest all look here.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace understudy::cassette {

using Word = std::string_view;

inline constexpr std::array<Word, 4> kKinds{"command", "http", "stream", "webhook"};
inline constexpr std::array<Word, 4> kOrigins{"recorded", "edited", "authored", "derived"};
inline constexpr std::array<Word, 6> kFroms{"stdout", "stderr",   "stdin",
                                            "body",   "frame-in", "frame-out"};
inline constexpr std::array<Word, 5> kFrames{"text", "binary", "ping", "pong", "close"};
inline constexpr std::array<Word, 5> kFramings{"jsonl", "sse", "lines", "frames", "raw"};
inline constexpr std::array<Word, 2> kSchemes{"http", "https"};
inline constexpr std::array<Word, 4> kStreamEnds{"complete", "cut", "stalled", "reset"};
inline constexpr std::array<Word, 3> kCarriers{"command", "http", "websocket"};
inline constexpr std::array<Word, 4> kPhases{"setup", "step", "variation", "teardown"};
inline constexpr std::array<Word, 3> kEffects{"read", "write", "destructive"};
inline constexpr std::array<Word, 6> kCaptureFroms{"body",   "header", "status",
                                                   "stdout", "stderr", "exit"};
inline constexpr std::array<Word, 5> kTypes{"any", "string", "integer", "number", "boolean"};
inline constexpr std::array<Word, 2> kOrders{"free", "strict"};
inline constexpr std::array<Word, 2> kWhenUsedUp{"fail", "repeat_last"};
inline constexpr std::array<Word, 4> kErrors{"connect", "tls", "reset", "timeout"};

template <class Enum, std::size_t Count>
constexpr Word word_of(const std::array<Word, Count>& words, Enum value) {
    return words[static_cast<std::size_t>(value)];
}

}  // namespace understudy::cassette
