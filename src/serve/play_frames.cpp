#include <deque>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "http/ws.hpp"
#include "http/ws_handshake.hpp"
#include "serve/code.hpp"
#include "serve/impl/player.hpp"

namespace understudy::serve {

namespace {

using cassette::Frame;
using cassette::From;
using cassette::Piece;
using cassette::StreamEnd;

constexpr std::uint16_t kOtherMessage = 1011;  // RFC 6455: the server cannot go on

// The recorded head with what belongs to this handshake. No extension is spoken here, whatever was
// agreed on when it was recorded: messages are kept as the program saw them.
http::ResponseHead switching(const http::ResponseHead& recorded, const http::ResponseHead& ours,
                             const http::RequestHead& request) {
    http::ResponseHead head;
    head.status = recorded.status;
    head.reason = recorded.reason;
    for (const http::Field field : recorded.headers) {
        if (base::equal_ignoring_case(field.name, "sec-websocket-extensions") ||
            base::equal_ignoring_case(field.name, "content-length") ||
            base::equal_ignoring_case(field.name, "transfer-encoding")) {
            continue;
        }
        if (base::equal_ignoring_case(field.name, "sec-websocket-protocol") &&
            !request.headers.has_word("sec-websocket-protocol", field.value)) {
            continue;
        }
        const bool is_own = base::equal_ignoring_case(field.name, "sec-websocket-accept");
        head.headers.add(field.name, is_own ? ours.headers.get(field.name) : field.value);
    }
    for (const http::Field field : ours.headers) {
        if (!head.headers.has(field.name)) head.headers.add(field.name, field.value);
    }
    return head;
}

class FramePlayer final : public Player, public std::enable_shared_from_this<FramePlayer> {
public:
    explicit FramePlayer(Playing playing)
        : playing_(std::move(playing)), socket_(http::WebSocket::as_server({})) {}

    void start() override {
        io::Exchange& exchange = *playing_.exchange;
        const http::RequestHead& request = exchange.request();
        const auto ours = http::accept_handshake(request);
        if (!ours) {
            playing_.cannot_play(base::message(ours.error()));
            return over();
        }
        for (const auto& each : playing_.stage->options.faults) {
            if (!fault_) fault_ = each->strike_messages(*playing_.taken.exchange);
        }
        const http::ResponseHead head = switching(playing_.playable().head, *ours, request);
        if (!exchange.upgrade(head)) {
            playing_.cannot_play("a WebSocket needs HTTP/1.1");
            return over();
        }
        go_on();
    }

    void on_piece(std::string_view bytes) override {
        http::WsEvents events;
        socket_.feed(bytes, events);
        take(events);
    }

    void on_end() override {
        http::WsEvents events;
        socket_.feed_end(events);
        take(events);
    }

    void on_drained() override { go_on(); }
    void on_gone() override { over(); }

private:
    void take(http::WsEvents& events) {
        for (http::WsEvent& event : events) {
            if (auto* message = std::get_if<http::WsMessage>(&event)) {
                came_.push_back(std::move(*message));
            } else if (std::holds_alternative<http::WsClosed>(event) ||
                       std::holds_alternative<http::WsRefused>(event)) {
                is_closed_ = true;
            }
        }
        go_on();
    }

    void go_on() {
        if (is_over_ || is_inside_) return;
        const auto self = shared_from_this();
        is_inside_ = true;
        if (timer_ == io::Loop::Timer::None) {
            while (!is_closed_ && !is_ending_ && playing_.exchange->is_open() && step()) {
            }
        }
        flush();
        is_inside_ = false;
    }

    // The next piece. False: it has to wait.
    bool step() {
        const auto& pieces = playing_.output().pieces;
        if (next_ == pieces.size()) return come_to_end();
        const Piece& piece = pieces[next_];
        if (piece.from == From::FrameOut) return send(piece);
        if (piece.from != From::FrameIn || piece.frame == Frame::Ping ||
            piece.frame == Frame::Pong) {
            return pass();  // when a client pings is its own affair
        }
        if (piece.frame == Frame::Close || came_.empty()) return false;
        const http::WsMessage message = std::move(came_.front());
        came_.pop_front();
        ++messages_;
        const auto difference = playing_.stage->replayer.difference_of(
            playing_.taken, piece, message.bytes, message.is_text);
        if (difference) {
            complain(*difference);
            return false;
        }
        return pass();
    }

    bool send(const Piece& piece) {
        if (playing_.exchange->backlog() + socket_.backlog() > io::Exchange::kFull) return false;
        if (!is_due(piece)) return false;
        const bool is_message = piece.frame == Frame::Text || piece.frame == Frame::Binary;
        if (is_message && fault_ && sent_++ == fault_->after && !strike()) return false;
        switch (piece.frame) {
            case Frame::Text: {
                const std::string_view text = spoilt(piece);
                if (!socket_.send_text(text)) socket_.send_binary(text);
                break;
            }
            case Frame::Binary: socket_.send_binary(spoilt(piece)); break;
            case Frame::Ping: socket_.send_ping(piece.bytes); break;
            case Frame::Pong: break;  // pings are answered as they come
            case Frame::Close: close_with(piece.bytes); break;
        }
        return pass();
    }

    // True: the message is sent, other than it was.
    bool strike() {
        is_spoilt_ = fault_->kind == MessageFault::Kind::Malformed;
        if (is_spoilt_) return true;
        is_ending_ = true;  // nothing more is sent
        if (fault_->kind == MessageFault::Kind::Stall) return false;
        flush();
        playing_.exchange->finish();
        over();
        return false;
    }

    // No JSON any more: its first half.
    std::string_view spoilt(const Piece& piece) {
        const std::string_view bytes = piece.bytes;
        return std::exchange(is_spoilt_, false) ? bytes.substr(0, bytes.size() / 2) : bytes;
    }

    void close_with(std::string_view bytes) {
        is_ending_ = true;
        if (bytes.size() < 2) {
            socket_.send_close(http::kWsNoCode, {});
            return;
        }
        const auto code = static_cast<std::uint16_t>((static_cast<unsigned char>(bytes[0]) << 8U) |
                                                     static_cast<unsigned char>(bytes[1]));
        if (!socket_.send_close(code, bytes.substr(2))) socket_.send_close(http::kWsNoCode, {});
    }

    bool pass() {
        last_at_ = playing_.output().pieces[next_].at;
        ++next_;
        return true;
    }

    // All was played: what more comes was not recorded, and the end is as it was.
    bool come_to_end() {
        if (!came_.empty()) {
            ++messages_;
            complain("it is one more than was recorded");
            return false;
        }
        const StreamEnd end = playing_.output().end.value_or(StreamEnd::Complete);
        switch (end) {
            case StreamEnd::Complete:
                is_ending_ = true;
                socket_.send_close(http::kWsNormal, {});
                return false;
            case StreamEnd::Cut:
                flush();
                playing_.exchange->finish();
                over();
                return false;
            case StreamEnd::Reset:
                flush();
                reset_behind(playing_.exchange);
                over();
                return false;
            case StreamEnd::Stalled: break;
        }
        return false;
    }

    void complain(const std::string& difference) {
        const std::string call = playing_.call();
        playing_.stage->replayer.note_unmatched(call + ", message " + std::to_string(messages_));
        playing_.stage->tell(
            {code::ReplayOtherMessage,
             {{"call", call}, {"number", std::to_string(messages_)}, {"difference", difference}},
             {},
             {}});
        is_ending_ = true;
        socket_.send_close(kOtherMessage, "not the recorded message");
    }

    // Waits as long as passed between the piece before and this one.
    bool is_due(const Piece& piece) {
        const auto wait = playing_.stage->paced(piece.at - last_at_);
        if (wait.count() <= 0 || waited_for_ == next_ + 1) return true;
        waited_for_ = next_ + 1;
        timer_ = playing_.exchange->loop().after(wait, [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (!self) return;
            self->timer_ = io::Loop::Timer::None;
            self->go_on();
        });
        return false;
    }

    void flush() {
        if (is_over_ || !playing_.exchange->is_open()) return;
        std::string out;
        socket_.drain(out);
        if (!out.empty()) playing_.exchange->piece(out);
        if (!socket_.wants_close()) return;
        playing_.exchange->finish();
        over();
    }

    void over() {
        if (is_over_) return;
        is_over_ = true;
        playing_.stage->over(playing_.taken.number);
    }

    Playing playing_;
    http::WebSocket socket_;
    std::deque<http::WsMessage> came_;  // and were not looked at
    std::size_t next_ = 0;              // piece
    std::size_t waited_for_ = 0;        // the piece after this one's index
    std::size_t messages_ = 0;          // of the client, looked at
    std::optional<MessageFault> fault_;
    std::uint64_t sent_ = 0;  // messages, where there is a fault
    std::int64_t last_at_ = 0;
    io::Loop::Timer timer_ = io::Loop::Timer::None;
    bool is_spoilt_ = false;  // the next message is
    bool is_closed_ = false;  // by the client
    bool is_ending_ = false;  // we have sent a close
    bool is_inside_ = false;
    bool is_over_ = false;
};

}  // namespace

std::shared_ptr<Player> play_frames(Playing playing) {
    return std::make_shared<FramePlayer>(std::move(playing));
}

}  // namespace understudy::serve
