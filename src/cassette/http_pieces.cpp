// What the bytes of an answer are: events, lines, frames, or just a body. The cutting is done by
// the readers of `http`; here every part finds out when its last byte came.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/http_take.hpp"
#include "cassette/impl/stream_parts.hpp"
#include "cassette/read.hpp"
#include "http/encoding.hpp"
#include "http/media_type.hpp"
#include "http/ws.hpp"
#include "http/ws_handshake.hpp"

namespace understudy::cassette {

namespace {

// Above this many pieces, or bytes, the pauses of a body that are shorter than kPause are noise of
// the network.
constexpr std::size_t kManyPieces = 64;
constexpr std::size_t kManyBytes = std::size_t{1} << 20U;
constexpr std::int64_t kPause = 100;

constexpr std::string_view kLineTypes[] = {"application/jsonl", "application/x-jsonlines",
                                           "application/x-ndjson", "application/ndjson",
                                           "application/stream+json"};

std::optional<Framing> framing_of(const http::RequestHead& request,
                                  const http::ResponseHead& answer) {
    const bool has_body = request.method != "HEAD" && http::allows_body(answer.status);
    if (!has_body || !http::content_encoding(answer.headers).empty()) return std::nullopt;
    const auto type = http::parse_media_type(answer.headers.get("content-type"));
    if (!type) return std::nullopt;
    const std::string essence = type->essence();
    if (essence == "text/event-stream") return Framing::Sse;
    const bool is_lines =
        std::find(std::begin(kLineTypes), std::end(kLineTypes), essence) != std::end(kLineTypes);
    return is_lines ? std::optional(Framing::Jsonl) : std::nullopt;
}

// Pieces whose pauses are shorter than `pause` become one.
std::vector<Piece> joined(const std::vector<Piece>& pieces, std::int64_t pause) {
    std::vector<Piece> fewer;
    std::int64_t last = 0;
    for (const Piece& piece : pieces) {
        if (fewer.empty() || piece.at - last >= pause) {
            fewer.push_back(piece);
        } else {
            fewer.back().bytes += piece.bytes;
        }
        last = piece.at;
    }
    return fewer;
}

// One direction of a WebSocket: what it said, and with which mark each message was whole.
class Listener {
public:
    Listener(http::WebSocket socket, From from) : socket_(std::move(socket)), from_(from) {}

    void hear(std::string_view bytes, std::int64_t at, std::vector<Piece>& pieces) {
        http::WsEvents events;
        socket_.feed(bytes, events);
        std::string unsent;
        socket_.drain(unsent);  // others answer
        for (http::WsEvent& event : events) {
            std::visit([&](auto& one) { this->note(one, at, pieces); }, event);
        }
    }
    bool is_closed() const { return is_closed_; }
    bool is_broken() const { return is_broken_; }

private:
    void add(std::string bytes, Frame frame, std::int64_t at, std::vector<Piece>& pieces) const {
        pieces.push_back({at, from_, std::move(bytes), frame});
    }
    void note(http::WsMessage& message, std::int64_t at, std::vector<Piece>& pieces) const {
        add(std::move(message.bytes), message.is_text ? Frame::Text : Frame::Binary, at, pieces);
    }
    void note(http::WsPing& ping, std::int64_t at, std::vector<Piece>& pieces) const {
        add(std::move(ping.bytes), Frame::Ping, at, pieces);
    }
    void note(http::WsPong& pong, std::int64_t at, std::vector<Piece>& pieces) const {
        add(std::move(pong.bytes), Frame::Pong, at, pieces);
    }
    void note(http::WsClosed& closed, std::int64_t at, std::vector<Piece>& pieces) {
        std::string bytes;
        if (closed.code != http::kWsNoCode) {
            bytes += static_cast<char>(closed.code >> 8U);
            bytes += static_cast<char>(closed.code & 0xFFU);
        }
        add(bytes + closed.reason, Frame::Close, at, pieces);
        is_closed_ = true;
    }
    void note(http::WsRefused&, std::int64_t, std::vector<Piece>&) { is_broken_ = true; }

    http::WebSocket socket_;
    From from_;
    bool is_closed_ = false;
    bool is_broken_ = false;
};

}  // namespace

std::vector<Piece> HttpTaking::body_pieces() const {
    std::vector<Piece> pieces;
    std::size_t begin = 0;
    for (const Mark& mark : marks_) {
        pieces.push_back({mark.at, From::Body, out_.substr(begin, mark.end - begin)});
        begin = mark.end;
    }
    if (pieces.size() <= kManyPieces && out_.size() <= kManyBytes) return pieces;
    pieces = joined(pieces, kPause);
    for (std::int64_t pause = kPause; pieces.size() > kManyPieces; pause *= 2) {
        pieces = joined(pieces, pause);
    }
    return pieces;
}

bool HttpTaking::fill_events(Exchange& exchange) const {
    const auto framing = framing_of(request_, *answer_);
    if (!framing) return false;
    auto parts = parts_of(out_, *framing);
    if (!parts) return false;
    exchange.kind = Kind::Stream;
    exchange.carrier = Carrier::Http;
    exchange.framing = *framing;
    std::size_t end = 0;
    auto mark = marks_.begin();
    for (std::string& part : *parts) {
        end += part.size();
        while (mark->end < end) ++mark;
        exchange.output.pieces.push_back({mark->at, From::Body, std::move(part)});
    }
    return true;
}

void HttpTaking::fill_raw(Exchange& exchange) const {
    exchange.carrier = Carrier::Http;
    exchange.framing = Framing::Raw;
    exchange.output.pieces.clear();
    std::size_t begin_in = 0, begin_out = 0;
    for (const Mark& mark : marks_) {
        std::size_t& begin = mark.is_in ? begin_in : begin_out;
        const std::string& bytes = mark.is_in ? in_ : out_;
        exchange.output.pieces.push_back({mark.at, mark.is_in ? From::FrameIn : From::FrameOut,
                                          bytes.substr(begin, mark.end - begin)});
        begin = mark.end;
    }
}

bool HttpTaking::fill_frames(Exchange& exchange) const {
    const http::WsAgreed agreed = http::agreed_extensions(*answer_);
    if (!answer_->headers.has_word("upgrade", "websocket") || !agreed.is_known) return false;
    constexpr http::WsLimits kLimits{.message_bytes = kMaxBodyBytes, .backlog_bytes = 1};
    http::WebSocket server = http::WebSocket::as_client([] { return 0U; }, kLimits);
    http::WebSocket client = http::WebSocket::as_server(kLimits);
    if (agreed.deflates) {
        server.inflate_messages(agreed.server_keeps_context);
        client.inflate_messages(agreed.client_keeps_context);
    }
    Listener in(std::move(client), From::FrameIn);
    Listener out(std::move(server), From::FrameOut);
    std::size_t begin_in = 0, begin_out = 0;
    for (const Mark& mark : marks_) {
        std::size_t& begin = mark.is_in ? begin_in : begin_out;
        const std::string_view bytes = mark.is_in ? in_ : out_;
        (mark.is_in ? in : out)
            .hear(bytes.substr(begin, mark.end - begin), mark.at, exchange.output.pieces);
        begin = mark.end;
    }
    // What is no WebSocket after all is kept as it came.
    if (in.is_broken() || out.is_broken()) return false;
    exchange.carrier = Carrier::Websocket;
    exchange.framing = Framing::Frames;
    // A WebSocket is complete when one of them closed it, whoever let go of the connection first.
    if (in.is_closed() || out.is_closed()) {
        exchange.output.end = StreamEnd::Complete;
    } else if (exchange.output.end == StreamEnd::Complete) {
        exchange.output.end = StreamEnd::Cut;
    }
    return true;
}

}  // namespace understudy::cassette
