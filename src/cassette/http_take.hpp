// One call over HTTP while it happens, and the exchange it was once it is over.
//
//     HttpTaking taking("https", "api.example.test", head, has_body);
//     taking.sent(at, bytes);  taking.sent_end(trailers);        what the program sends
//     taking.answered(head);   taking.came(at, bytes);           what the service answers
//     taking.ended(at, trailers);
//     Exchange exchange = taking.exchange();
//
// Whoever passes bytes on tells it what passes by, with times in milliseconds from the start of the
// call. What the bytes are (events, lines, frames, just a body) is looked at only in the end, so
// that telling costs next to nothing, and the exchange is the same however the bytes were cut, but
// for its times. Bodies stay encoded as they came; how they were framed on the wire is undone by
// then. A part that is larger than a cassette can hold is not kept: too_large() says which.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/read.hpp"
#include "http/message.hpp"

namespace understudy::cassette {

class HttpTaking {
public:
    // `host` as the program named it. `has_body`: pieces of the request's body follow, or at least
    // its end. `most`: bytes of a part that are kept.
    HttpTaking(std::string scheme, std::string host, http::RequestHead head, bool has_body,
               std::size_t most = kMaxBodyBytes);

    // Of the request's body; after a 101, whatever the program sends.
    void sent(std::int64_t at, std::string_view bytes);
    void sent_end(const http::Headers& trailers);

    void answered(const http::ResponseHead& head);  // answers before the answer too
    // Of the answer's body; after a 101, whatever the service sends.
    void came(std::int64_t at, std::string_view bytes);
    void ended(std::int64_t at, const http::Headers& trailers);
    // The answer broke off. `hard`: by a reset.
    void broke(std::int64_t at, bool hard);
    // There was no answer: connect, tls, reset, timeout.
    void failed(std::int64_t at, std::string_view error);

    bool has_answer() const { return answer_.has_value(); }
    const http::RequestHead& request() const { return request_; }
    const std::string& host() const { return host_; }
    std::size_t bytes() const;  // held here
    // "the answer's body"; empty: everything was kept.
    std::string_view too_large() const { return too_large_; }

    // Without id and place in time.
    Exchange exchange() const;
    // The same as what a service sent to a receiver.
    Exchange webhook() const;
    // What a recording is looked up by: of the request alone.
    HttpInput input() const;

private:
    // Bytes of one direction that came at one time, up to `end` of what that direction sent.
    struct Mark {
        std::int64_t at = 0;
        std::size_t end = 0;
        bool is_in = false;
    };

    bool keep(std::string& into, std::string_view bytes, std::string_view what);
    void mark(std::int64_t at, std::size_t end, bool is_in);
    bool is_upgraded() const { return answer_ && answer_->status == 101; }

    Answer answer() const;
    Body body_of_request() const;
    void fill_output(Exchange& exchange) const;
    std::vector<Piece> body_pieces() const;
    bool fill_events(Exchange& exchange) const;
    void fill_raw(Exchange& exchange) const;
    bool fill_frames(Exchange& exchange) const;

    std::string scheme_, host_;
    http::RequestHead request_;
    bool has_body_;
    std::size_t most_;
    std::string request_body_;
    http::Headers request_trailers_;
    std::vector<http::ResponseHead> interim_;
    std::optional<http::ResponseHead> answer_;
    std::string in_, out_;     // after a 101, from the program; the answer's body, or raw
    std::vector<Mark> marks_;  // of both, in the order they came
    http::Headers trailers_;
    std::int64_t duration_ = 0;
    StreamEnd end_ = StreamEnd::Cut;  // until it is told otherwise
    std::string error_;
    std::string_view too_large_;
};

}  // namespace understudy::cassette
