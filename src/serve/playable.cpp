#include "serve/impl/playable.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::serve {

namespace {

using cassette::Exchange;
using cassette::Pairs;
using cassette::StreamEnd;

constexpr int kSwitching = 101;
constexpr int kContinue = 100;
constexpr int kFirstFinal = 200;
constexpr int kNoContent = 204;

http::Headers headers_of(const Pairs& pairs) {
    http::Headers headers;
    for (const auto& [name, value] : pairs) {
        if (is_header_name(name)) headers.add(name, value);
    }
    return headers;
}

std::uint64_t body_bytes(const cassette::Output& output) {
    std::uint64_t bytes = 0;
    for (const cassette::Piece& piece : output.pieces) {
        if (piece.from == cassette::From::Body) bytes += piece.bytes.size();
    }
    return bytes;
}

bool breaks_off(const cassette::Output& output) {
    return output.end && *output.end != StreamEnd::Complete;
}

// What is announced may be kept: it is the body's length, or the body broke off before it.
bool may_announce(std::int64_t said, std::uint64_t bytes, const cassette::Output& output) {
    if (said < 0) return false;
    const auto length = static_cast<std::uint64_t>(said);
    return length == bytes || (breaks_off(output) && length > bytes);
}

void frame(Playable& playable, const Exchange& exchange) {
    http::Headers& headers = playable.head.headers;
    // The answer to HEAD, and 304, say how long the body would be.
    const bool has_no_body = (exchange.http() != nullptr && exchange.http()->method == "HEAD") ||
                             !http::allows_body(playable.head.status);
    const auto coding = headers.find("transfer-encoding");
    const bool is_chunked = coding && headers.count("transfer-encoding") == 1 &&
                            base::equal_ignoring_case(base::trim(*coding), "chunked");
    if (!is_chunked || has_no_body) headers.remove("transfer-encoding");
    const auto said = headers.find("content-length");
    if (!said) return;
    const std::int64_t length =
        headers.count("content-length") == 1 ? base::parse_int64(*said).value_or(-1) : -1;
    if (has_no_body) {
        const bool may_stay = length == 0 || (length > 0 && playable.head.status != kNoContent);
        if (!may_stay) headers.remove("content-length");
        return;
    }
    const std::uint64_t bytes = body_bytes(exchange.output);
    if (is_chunked || !may_announce(length, bytes, exchange.output)) {
        headers.remove("content-length");
        return;
    }
    playable.length = static_cast<std::uint64_t>(length);
}

// A stream that says nothing of its answer was one.
cassette::Answer usual_answer(const Exchange& exchange) {
    cassette::Answer answer;
    answer.status = exchange.carrier == cassette::Carrier::Websocket ||
                            exchange.framing == cassette::Framing::Raw
                        ? kSwitching
                        : 200;
    if (exchange.framing == cassette::Framing::Sse) {
        answer.headers = {{"Content-Type", "text/event-stream"}};
    }
    return answer;
}

void look_for_whole(Playable& playable, const Exchange& exchange) {
    const auto& pieces = exchange.output.pieces;
    const bool is_plain = exchange.kind == cassette::Kind::Http && pieces.size() <= 1 &&
                          !breaks_off(exchange.output) && playable.trailers.empty() &&
                          playable.interim.empty();
    // Without a length it must leave in pieces, or one would be made up.
    const bool has_framing = playable.length || !http::allows_body(playable.head.status);
    if (!is_plain || !has_framing) return;
    playable.has_whole = true;
    if (!pieces.empty()) playable.whole = pieces.front().bytes;
}

}  // namespace

bool is_header_name(std::string_view name) {
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               kMarks.find(c) != std::string_view::npos;
    });
}

Playable playable_of(const Exchange& exchange) {
    Playable playable;
    const bool is_stream = exchange.kind == cassette::Kind::Stream;
    if (!exchange.output.error.empty() || (!exchange.output.answer && !is_stream)) {
        const bool is_never = exchange.output.error == "timeout";
        playable.way = is_never ? Playable::Way::Never : Playable::Way::Reset;
        return playable;
    }
    const cassette::Answer answer = exchange.output.answer.value_or(usual_answer(exchange));
    playable.head.status = answer.status;
    playable.head.reason = answer.reason;
    playable.head.headers = headers_of(answer.headers);
    playable.trailers = headers_of(answer.trailers);
    playable.breaks_off = breaks_off(exchange.output);
    if (answer.status < kFirstFinal && answer.status != kSwitching) {
        playable.way = Playable::Way::Not;
        playable.trouble =
            "its status " + std::to_string(answer.status) + " is not the end of an answer";
        return playable;
    }
    if (answer.status == kSwitching) {
        const bool is_socket = is_stream && exchange.carrier == cassette::Carrier::Websocket;
        playable.way = is_socket ? Playable::Way::Frames : Playable::Way::Raw;
        return playable;
    }
    for (const cassette::Interim& each : answer.interim) {
        if (each.status == kContinue || each.status == kSwitching) continue;
        http::ResponseHead head;
        head.status = each.status;
        head.headers = headers_of(each.headers);
        head.headers.remove("content-length");
        head.headers.remove("transfer-encoding");
        playable.interim.push_back(std::move(head));
    }
    frame(playable, exchange);
    look_for_whole(playable, exchange);
    return playable;
}

}  // namespace understudy::serve
