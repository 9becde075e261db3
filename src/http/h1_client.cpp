// HTTP/1.1 as a client speaks it: one exchange at a time on a connection.
#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/codec.hpp"
#include "http/impl/h1_policy.hpp"
#include "http/impl/h1_reader.hpp"
#include "http/impl/h1_write.hpp"

namespace understudy::http {

namespace {

using Got = H1Reader::Got;

class H1Client final : public ClientCodec {
public:
    explicit H1Client(const Limits& limits)
        : reader_(H1Reader::Side::Response, limits), limits_(limits) {}

    void feed(std::string_view bytes, Events& events) override;
    void feed_end(Events& events) override;
    StreamId request(const RequestHead& head, Length length) override;
    void piece(StreamId stream, std::string_view bytes) override;
    void finish(StreamId stream, const Headers& trailers) override;
    void reset(StreamId stream, std::uint32_t code) override;
    void consumed(StreamId /*stream*/, std::size_t /*bytes*/) override {}
    bool drain(std::string& out, std::size_t room) override;
    std::size_t backlog(StreamId /*stream*/) const override { return out_.size(); }
    bool can_begin() const override { return !working_ && !close_; }
    bool wants_close() const override { return close_ && !working_; }
    bool wants_half_close() const override { return raw_ && raw_sent_ && working_; }

private:
    void end_body(const Headers& trailers);
    bool begin(Events& events);
    void end(Events& events);
    void give_up(Events& events);

    H1Reader reader_;
    Limits limits_;
    StreamId stream_ = 0;
    std::string out_;
    std::string method_;
    Length declared_;  // of the request's body, if it is not chunked
    std::uint64_t body_bytes_ = 0;
    bool working_ = false;
    bool chunked_ = false;  // the request's body
    bool sent_ = true;      // all of it
    bool raw_ = false;
    bool raw_sent_ = false;
    bool raw_received_ = false;
    bool close_ = false;
};

StreamId H1Client::request(const RequestHead& head, Length length) {
    ASSERT(can_begin(), "an HTTP/1.1 connection carries one exchange at a time");
    append_request_line(out_, head);
    if (!head.headers.has("host")) append_field(out_, "Host", head.authority);
    append_fields(out_, head.headers);
    const bool own_coding = head.headers.has("transfer-encoding");
    const auto own_length = head.headers.find("content-length");
    const bool usually_has_body =
        head.method == "POST" || head.method == "PUT" || head.method == "PATCH";
    chunked_ = own_coding || (!length && !own_length);
    declared_.reset();
    body_bytes_ = 0;
    if (chunked_) {
        if (!head.headers.has_word("transfer-encoding", "chunked")) {
            out_ += "Transfer-Encoding: chunked\r\n";
        }
    } else if (own_length) {
        declared_ = static_cast<std::uint64_t>(base::parse_int64(*own_length).value_or(-1));
    } else if (*length > 0 || usually_has_body) {
        out_ += "Content-Length: ";
        append_number(out_, *length);
        out_ += "\r\n";
        declared_ = *length;
    }
    out_ += "\r\n";
    method_ = head.method;
    if (head.headers.has_word("connection", "close")) close_ = true;
    sent_ = false;
    raw_ = raw_sent_ = raw_received_ = false;
    if (length && *length == 0) end_body({});
    working_ = true;
    return ++stream_;
}

void H1Client::piece(StreamId stream, std::string_view bytes) {
    if (stream != stream_ || !working_ || raw_sent_) return;
    if (raw_) {
        out_ += bytes;
    } else if (sent_) {
        return;  // no body was announced, or it has ended
    } else if (chunked_) {
        append_chunk(out_, bytes);
    } else {
        out_ += bytes;
        body_bytes_ += bytes.size();
    }
}

void H1Client::finish(StreamId stream, const Headers& trailers) {
    if (stream != stream_ || !working_) return;
    if (raw_) {
        raw_sent_ = true;
        working_ = !raw_received_;
    } else if (!sent_) {
        end_body(trailers);
    }
}

void H1Client::end_body(const Headers& trailers) {
    if (chunked_) append_last_chunk(out_, trailers);
    // Announced one length and sent another: the peer cannot know where the next request begins.
    if (!chunked_ && body_bytes_ != declared_.value_or(0)) close_ = true;
    sent_ = true;
}

void H1Client::reset(StreamId stream, std::uint32_t /*code*/) {
    if (stream != stream_ || !working_) return;
    working_ = false;
    close_ = true;
    out_.clear();
    reader_.refuse({});
}

void H1Client::feed(std::string_view bytes, Events& events) {
    while (true) {
        if (!working_) {
            if (bytes.empty() || close_) return;
            // An answer to nothing: whatever it is, it must not become the next one's.
            close_ = true;
            events.push_back(
                Refused{0, 502, base::Error{base::Code::HttpUnexpectedBytes, {}, {}, {}}});
            return;
        }
        switch (reader_.next(bytes)) {
            case Got::Nothing: return;
            case Got::Head:
                if (!begin(events)) return;
                break;
            case Got::Piece:
                if (raw_) {
                    events.push_back(RawPiece{stream_, reader_.piece()});
                } else {
                    events.push_back(BodyPiece{stream_, reader_.piece()});
                }
                break;
            case Got::End: end(events); break;
            case Got::Refused: give_up(events); return;
        }
    }
}

bool H1Client::begin(Events& events) {
    ResponseHead& head = reader_.response();
    auto framing = judge_response(head, method_, limits_);
    if (!framing) {
        reader_.refuse(std::move(framing).error());
        give_up(events);
        return false;
    }
    if (is_informational(head.status) && head.status != 101) {
        events.push_back(ResponseBegan{stream_, std::move(head)});
        reader_.expect({});
        reader_.restart();
        return true;
    }
    raw_ = framing->kind == Framing::Kind::Raw;
    if (raw_ || framing->kind == Framing::Kind::UntilClose ||
        !keeps_alive(head.version, head.headers)) {
        close_ = true;
    }
    reader_.expect(*framing);
    events.push_back(ResponseBegan{stream_, std::move(head)});
    return true;
}

void H1Client::end(Events& events) {
    events.push_back(Ended{stream_, std::move(reader_.trailers())});
    working_ = false;
    // The answer came before the request was sent: the rest of it cannot be taken back.
    if (!sent_) close_ = true;
    reader_.restart();
}

void H1Client::give_up(Events& events) {
    events.push_back(Refused{stream_, 502, reader_.error()});
    working_ = false;
    close_ = true;
}

void H1Client::feed_end(Events& events) {
    close_ = true;
    if (raw_ && working_) {
        if (raw_received_) return;
        raw_received_ = true;
        working_ = !raw_sent_;  // ours go on until we end them
        events.push_back(RawEnded{stream_});
        return;
    }
    if (!working_) return;
    switch (reader_.end()) {
        case Got::End: end(events); break;
        case Got::Nothing:
            reader_.refuse(
                base::Error{base::Code::HttpCutShort, {{"what", "an exchange"}}, {}, {}});
            give_up(events);
            break;
        default: give_up(events); break;
    }
}

bool H1Client::drain(std::string& out, std::size_t /*room*/) {
    if (out.empty()) {
        out.swap(out_);
    } else {
        out += out_;
    }
    out_.clear();
    return false;
}

}  // namespace

std::unique_ptr<ClientCodec> make_h1_client(const Limits& limits) {
    return std::make_unique<H1Client>(limits);
}

}  // namespace understudy::http
