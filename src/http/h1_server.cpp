// HTTP/1.1 as a server speaks it: one exchange after the other, pipelined requests kept waiting as
// bytes until the answer before them is finished.
#include <utility>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/codec.hpp"
#include "http/impl/h1_policy.hpp"
#include "http/impl/h1_reader.hpp"
#include "http/impl/h1_write.hpp"

namespace understudy::http {

namespace {

using Got = H1Reader::Got;

constexpr std::size_t kHeldBytes = std::size_t{64} * 1024;
// How much of an unread body is read and dropped to keep a connection whose answer came early.
constexpr std::uint64_t kDroppedBytes = std::uint64_t{256} * 1024;

class H1Server final : public ServerCodec {
public:
    explicit H1Server(const Limits& limits)
        : reader_(H1Reader::Side::Request, limits), limits_(limits) {}

    void feed(std::string_view bytes, Events& events) override;
    void feed_end(Events& events) override;
    void leave_expectations() override { tells_to_go_on_ = false; }
    void respond(StreamId stream, const ResponseHead& head, Length length) override;
    void piece(StreamId stream, std::string_view bytes) override;
    void finish(StreamId stream, const Headers& trailers) override;
    void answer(StreamId stream, const ResponseHead& head, std::string_view body) override;
    bool upgrade(StreamId stream, const ResponseHead& head) override;
    void reset(StreamId stream, std::uint32_t code) override;
    void shut_down(std::uint32_t code, bool last) override;
    bool send_raw(std::string_view bytes) override;
    void refuse(const base::Error& error, int status) override;
    void consumed(StreamId /*stream*/, std::size_t /*bytes*/) override {}
    bool drain(std::string& out, std::size_t room) override;
    std::size_t backlog(StreamId /*stream*/) const override { return out_.size(); }
    bool wants_bytes() const override { return held_.size() - held_at_ < kHeldBytes; }
    bool wants_close() const override { return close_ && (!raw_ || (raw_sent_ && raw_received_)); }
    bool wants_half_close() const override { return raw_ && raw_sent_ && !raw_received_; }
    Phase phase() const override;

private:
    enum class Sending : std::uint8_t { Nothing, None, Counted, Chunked, UntilClose, Finished };

    bool has_held() const { return held_at_ < held_.size(); }
    bool is_current(StreamId stream) const { return stream == stream_ && working_; }
    void read(std::string_view& bytes, Events& events);
    bool begin(Events& events);
    void give_up(Events& events);
    void write_head(const ResponseHead& head, Length length);
    void after_answer();

    H1Reader reader_;
    Limits limits_;
    StreamId stream_ = 0;
    std::string out_;
    std::string held_;  // bytes that wait for the exchange to end
    std::size_t held_at_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t declared_ = 0;  // length of the answer, if Counted
    std::uint64_t sent_ = 0;
    Sending sending_ = Sending::Nothing;
    Version version_ = Version::Http11;
    bool working_ = false;   // an exchange is under way
    bool received_ = false;  // its request has ended
    bool head_only_ = false;
    bool keep_alive_ = true;
    bool close_ = false;
    bool raw_ = false;
    bool raw_sent_ = false;
    bool raw_received_ = false;
    bool peer_ended_ = false;
    bool dead_ = false;            // refused or reset: nothing more is read
    bool tells_to_go_on_ = true;   // by itself
    bool waits_to_go_on_ = false;  // the client sends its body when it is told to
};

void H1Server::feed(std::string_view bytes, Events& events) {
    if (dead_ || (close_ && !working_ && !raw_)) return;
    const bool from_held = has_held();
    if (from_held) {
        // What was read is dropped once it outweighs the rest, so that many small requests in one
        // read are not moved over and over.
        if (held_at_ * 2 > held_.size()) held_.erase(0, std::exchange(held_at_, 0));
        held_ += bytes;
        if (working_ && received_ && !raw_) return;
        bytes = std::string_view(held_).substr(held_at_);
    }
    read(bytes, events);
    if (from_held) {
        held_at_ = held_.size() - (dead_ ? 0 : bytes.size());
    } else if (!dead_) {
        held_.assign(bytes);
        held_at_ = 0;
    }
    if (peer_ended_ && !has_held()) feed_end(events);
}

void H1Server::read(std::string_view& bytes, Events& events) {
    while (true) {
        if (raw_) {
            if (!bytes.empty()) events.push_back(RawPiece{stream_, bytes});
            bytes = {};
            return;
        }
        if (working_ && received_) return;  // what follows waits for this exchange's end
        if (close_ && !working_) {
            bytes = {};
            return;
        }
        switch (reader_.next(bytes)) {
            case Got::Nothing: return;
            case Got::Head:
                if (!begin(events)) return;
                break;
            case Got::Piece:
                waits_to_go_on_ = false;
                if (sending_ != Sending::Finished) {
                    events.push_back(BodyPiece{stream_, reader_.piece()});
                } else if ((dropped_ += reader_.piece().size()) > kDroppedBytes) {
                    dead_ = close_ = true;
                    return;
                }
                break;
            case Got::End:
                received_ = true;
                if (sending_ == Sending::Finished) {
                    after_answer();
                } else {
                    events.push_back(Ended{stream_, std::move(reader_.trailers())});
                }
                break;
            case Got::Refused: give_up(events); return;
        }
    }
}

// The head is whole: judge it, and say how its body ends.
bool H1Server::begin(Events& events) {
    RequestHead& head = reader_.request();
    version_ = head.version;
    ++stream_;
    working_ = true;
    received_ = false;
    head_only_ = head.method == "HEAD";
    sending_ = Sending::Nothing;
    dropped_ = 0;
    auto framing = judge_request(head, limits_);
    if (!framing) {
        reader_.refuse(std::move(framing).error());
        give_up(events);
        return false;
    }
    keep_alive_ = keep_alive_ && keeps_alive(head.version, head.headers);
    const bool has_body = framing->kind == Framing::Kind::Chunked || framing->length > 0;
    waits_to_go_on_ = has_body && head.version == Version::Http11 && head.headers.has("expect");
    if (waits_to_go_on_ && tells_to_go_on_) {
        waits_to_go_on_ = false;
        out_ += "HTTP/1.1 100 Continue\r\n\r\n";
    }
    reader_.expect(*framing);
    events.push_back(RequestBegan{stream_, std::move(head), has_body});
    return true;
}

void H1Server::give_up(Events& events) {
    const int status = status_for(reader_.error().code);
    // An answer that is complete stays what it is; the connection just cannot go on.
    const bool answered = working_ && sending_ == Sending::Finished;
    if (!answered) events.push_back(Refused{working_ ? stream_ : 0, status, reader_.error()});
    refuse(reader_.error(), status);
}

void H1Server::feed_end(Events& events) {
    peer_ended_ = true;
    if (dead_) return;
    if (raw_) {
        if (raw_received_ || has_held()) return;  // what waits comes before its end
        raw_received_ = true;
        events.push_back(RawEnded{stream_});
        return;
    }
    if (working_ && received_) return;  // the answer still goes out
    if (has_held()) return;
    if (reader_.end() == Got::Refused) {
        if (working_) {
            if (sending_ != Sending::Finished) events.push_back(StreamReset{stream_, 0});
        } else {
            events.push_back(Refused{0, 400, reader_.error()});
        }
    }
    dead_ = close_ = true;
}

void H1Server::write_head(const ResponseHead& head, Length length) {
    append_status_line(out_, head);
    const bool body = allows_body(head.status);
    const bool own_coding = head.headers.has("transfer-encoding");
    const auto own_length = head.headers.find("content-length");
    const bool never_chunked = version_ == Version::Http10;
    for (const Field field : head.headers) {
        // HTTP/1.0 would take the chunks for the body itself.
        if (never_chunked && base::equal_ignoring_case(field.name, "transfer-encoding")) continue;
        append_field(out_, field.name, field.value);
    }
    const bool says_close = head.headers.has_word("connection", "close");
    if (says_close || head.status < 200) keep_alive_ = false;
    // Whether the body still comes, now that it is not asked for, nobody can tell.
    if (waits_to_go_on_) keep_alive_ = false;
    // Both is what readers quarrel about; whoever asked for it gets it, on a last answer.
    if (own_length && own_coding) keep_alive_ = false;
    sent_ = 0;
    if (!body) {
        sending_ = Sending::None;
    } else if (own_coding && !never_chunked) {
        if (!head.headers.has_word("transfer-encoding", "chunked")) {
            out_ += "Transfer-Encoding: chunked\r\n";
        }
        sending_ = Sending::Chunked;
    } else if (own_length) {
        sending_ = Sending::Counted;
        declared_ = static_cast<std::uint64_t>(base::parse_int64(*own_length).value_or(-1));
    } else if (length) {
        out_ += "Content-Length: ";
        append_number(out_, *length);
        out_ += "\r\n";
        sending_ = Sending::Counted;
        declared_ = *length;
    } else if (head_only_) {
        sending_ = Sending::None;  // how long it would be was not asked
    } else if (never_chunked) {
        keep_alive_ = false;
        sending_ = Sending::UntilClose;
    } else {
        out_ += "Transfer-Encoding: chunked\r\n";
        sending_ = Sending::Chunked;
    }
    if (head_only_) sending_ = Sending::None;
    if (!keep_alive_ || close_) {
        if (!says_close) out_ += "Connection: close\r\n";
    } else if (version_ == Version::Http10 && !head.headers.has("connection")) {
        out_ += "Connection: keep-alive\r\n";
    }
    out_ += "\r\n";
}

void H1Server::respond(StreamId stream, const ResponseHead& head, Length length) {
    if (!is_current(stream) || dead_ || sending_ != Sending::Nothing) return;
    if (is_informational(head.status)) {
        // HTTP/1.0 would take it for the answer; 101 ends HTTP, which upgrade() does.
        if (version_ == Version::Http10 || head.status == 101) return;
        if (head.status == 100) waits_to_go_on_ = false;
        append_status_line(out_, head);
        append_fields(out_, head.headers);
        out_ += "\r\n";
        return;
    }
    write_head(head, length);
}

void H1Server::piece(StreamId stream, std::string_view bytes) {
    if (!is_current(stream) || dead_) return;
    if (raw_) {
        if (!raw_sent_) out_ += bytes;
        return;
    }
    switch (sending_) {
        case Sending::Nothing: ASSERT(false, "a body before its head"); break;
        case Sending::None:
        case Sending::Finished: break;
        case Sending::Chunked: append_chunk(out_, bytes); break;
        case Sending::Counted:
        case Sending::UntilClose:
            out_ += bytes;
            sent_ += bytes.size();
            break;
    }
}

void H1Server::finish(StreamId stream, const Headers& trailers) {
    if (!is_current(stream) || dead_) return;
    if (raw_) {
        raw_sent_ = close_ = true;
        return;
    }
    ASSERT(sending_ != Sending::Nothing, "an end before its head");
    if (sending_ == Sending::Finished) return;
    if (sending_ == Sending::Chunked) append_last_chunk(out_, trailers);
    // Announced one length and sent another: the peer cannot know where the next answer begins.
    if (sending_ == Sending::Counted && sent_ != declared_) keep_alive_ = false;
    sending_ = Sending::Finished;
    if (received_) {
        after_answer();
    } else if (!keep_alive_) {
        dead_ = close_ = true;  // nothing that is still to come of the body would be of use
    }
}

void H1Server::after_answer() {
    working_ = false;
    reader_.restart();
    if (!keep_alive_ || (peer_ended_ && !has_held())) close_ = true;
    if (close_) held_at_ = held_.size();
}

void H1Server::answer(StreamId stream, const ResponseHead& head, std::string_view body) {
    if (!is_current(stream) || dead_ || sending_ != Sending::Nothing) return;
    write_head(head, body.size());
    piece(stream, body);
    finish(stream, {});
}

bool H1Server::upgrade(StreamId stream, const ResponseHead& head) {
    if (!is_current(stream) || dead_ || raw_ || !received_ || sending_ != Sending::Nothing) {
        return false;
    }
    append_status_line(out_, head);
    append_fields(out_, head.headers);
    out_ += "\r\n";
    raw_ = true;
    return true;
}

void H1Server::reset(StreamId stream, std::uint32_t /*code*/) {
    if (!is_current(stream)) return;
    dead_ = close_ = true;
    raw_sent_ = raw_received_ = true;
    out_.clear();
    held_at_ = held_.size();
}

void H1Server::shut_down(std::uint32_t /*code*/, bool /*last*/) {
    if (raw_) return;  // these bytes are not ours to end
    keep_alive_ = false;
    if (!working_ && reader_.at_start()) close_ = true;
    if (working_ && sending_ == Sending::Finished) dead_ = close_ = true;
}

bool H1Server::send_raw(std::string_view bytes) {
    out_ += bytes;
    keep_alive_ = false;
    return true;
}

void H1Server::refuse(const base::Error& error, int status) {
    const bool can_answer = working_ ? sending_ == Sending::Nothing : !close_;
    if (!dead_ && !raw_ && can_answer) {
        if (!working_) {  // what is known of the exchange before says nothing about this one
            head_only_ = false;
            version_ = Version::Http11;
        }
        const std::string text = base::message(error) + '\n';
        ResponseHead head;
        head.status = status;
        head.headers.add("Content-Type", "text/plain; charset=utf-8");
        head.headers.add("Connection", "close");
        write_head(head, text.size());
        if (!head_only_) out_ += text;
    }
    dead_ = close_ = true;
    raw_sent_ = raw_received_ = true;
    held_at_ = held_.size();
}

bool H1Server::drain(std::string& out, std::size_t /*room*/) {
    if (out.empty()) {
        out.swap(out_);
    } else {
        out += out_;
    }
    out_.clear();
    return false;
}

Phase H1Server::phase() const {
    if (raw_ || (working_ && received_) || dead_) return Phase::Working;
    if (working_) return Phase::Body;
    return reader_.at_start() ? Phase::Idle : Phase::Head;
}

}  // namespace

std::unique_ptr<ServerCodec> make_h1_server(const Limits& limits) {
    return std::make_unique<H1Server>(limits);
}

}  // namespace understudy::http
