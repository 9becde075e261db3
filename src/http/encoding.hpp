// Content encodings: gzip, deflate, br, zstd, identity. The only home of the compressors.
//
//     std::string plain = TRY(decode("gzip, br", bytes, limit));    // br is undone first
//
//     Decoder decoder = TRY(Decoder::make("gzip", limit));           // a body as it arrives
//     TRY_VOID(decoder.feed(piece, plain));
//     TRY_VOID(decoder.end());
//
// Small input can decode to any size, so every decoder has a limit on what it makes, in each step
// of a list too, and stops there with Code::HttpDecodedTooLarge. Input that is cut short or
// damaged, or goes on after its end, is Code::HttpBadEncoding. No bytes at all decode to no bytes
// whatever the encoding: answers to HEAD, 204 and 304 name an encoding and have no body.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "http/headers.hpp"

namespace understudy::http {

enum class Encoding : std::uint8_t { Identity, Gzip, Deflate, Brotli, Zstd };

std::string_view name_of(Encoding encoding);                    // "br"
std::optional<Encoding> encoding_named(std::string_view name);  // any case; x-gzip is gzip

// The value of a Content-Encoding header, in the order applied; identity is left out. Empty: none.
// Code::HttpUnknownEncoding, or HttpBadEncoding if it lists more than eight.
base::Result<std::vector<Encoding>> parse_encodings(std::string_view header);

// All Content-Encoding headers joined into one value, as if there were only one.
std::string content_encoding(const Headers& headers);

inline constexpr std::uint64_t kDecodedBytes = std::uint64_t{64} * 1024 * 1024;

base::Result<std::string> decode(std::string_view header, std::string_view bytes,
                                 std::uint64_t limit = kDecodedBytes);

// deflate is read with its zlib wrapping or without, as browsers do; gzip and zstd may be several
// members in a row. After a failure every call repeats it.
class Decoder {
public:
    static base::Result<Decoder> make(std::string_view header, std::uint64_t limit = kDecodedBytes);
    Decoder(Decoder&&) noexcept;
    Decoder& operator=(Decoder&&) noexcept;
    ~Decoder();

    base::Result<void> feed(std::string_view bytes, std::string& out);  // appends
    base::Result<void> end();                                           // fails if it is cut short

private:
    struct State;
    explicit Decoder(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// The messages of one direction of a WebSocket that were compressed as RFC 7692 says, one after the
// other: deflate without wrapping, the last four bytes left out. With a kept context a message may
// refer to what earlier ones said.
class MessageInflater {
public:
    explicit MessageInflater(bool keeps_context);
    MessageInflater(MessageInflater&&) noexcept;
    MessageInflater& operator=(MessageInflater&&) noexcept;
    ~MessageInflater();

    // After a failure every call repeats it.
    base::Result<std::string> inflate(std::string_view message, std::uint64_t limit);

private:
    struct State;
    std::unique_ptr<State> state_;
};
// The other way; what a peer would send. Each by itself, without a context.
std::string deflate_message(std::string_view message);

// Always the same bytes for the same input; deflate with its zlib wrapping.
// Code::HttpUnknownEncoding.
base::Result<std::string> encode(std::string_view header, std::string_view bytes);
std::string encode(Encoding encoding, std::string_view bytes);

// What to answer with, given an Accept-Encoding header (its values joined if there are several) and
// what we have, the dearest first. The highest q wins, among equals the dearest. identity need not
// be in `available`: it is there unless refused, and taken when nothing else is asked for. Nothing:
// all that we have is refused.
std::optional<Encoding> best_encoding(std::string_view accept, std::span<const Encoding> available);

}  // namespace understudy::http
