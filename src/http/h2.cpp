// HTTP/2 as a byte codec, server and client. The home of nghttp2, which knows the protocol and does
// no input or output; what is ours is the translation into events and the queues of bodies.
#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "http/codec.hpp"
#include "http/impl/h1_policy.hpp"
#include "http/impl/h2_codes.hpp"
#include "http/impl/h2_frames.hpp"

namespace understudy::http {

namespace {

using base::Code;

constexpr std::uint32_t kStreamWindow = 1024 * 1024;
constexpr std::int32_t kConnectionWindow = 16 * 1024 * 1024;
// How much of a body nobody wants any more is read and dropped before the peer is told to stop.
constexpr std::uint64_t kDroppedBytes = std::uint64_t{256} * 1024;
constexpr std::size_t kReadyBytes = std::size_t{64} * 1024;  // unsent, before no more is read
constexpr std::size_t kSentHeadBytes = std::size_t{1024} * 1024;

// What HTTP/1.1 says about its connection has no place here (RFC 9113, 8.2.2).
bool is_connection_field(const Field& field) {
    for (const std::string_view own :
         {"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"}) {
        if (base::equal_ignoring_case(field.name, own)) return true;
    }
    return base::equal_ignoring_case(field.name, "te") &&
           !base::equal_ignoring_case(field.value, "trailers");
}

// Without what would end a line if somebody further on speaks HTTP/1.1, and without the blanks at
// either end that HTTP/2 forbids.
std::string clean(std::string_view text) {
    std::string kept(text);
    std::erase_if(kept, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
    const std::size_t first = kept.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return kept.substr(first, kept.find_last_not_of(" \t") - first + 1);
}

std::string code_name(std::uint32_t code) {
    const auto names = h2_code_names();
    return code < names.size() ? std::string(names[code]) : std::to_string(code);
}

// A header block in nghttp2's form. The texts must outlive the call they are handed to.
class Block {
public:
    void add(std::string_view name, std::string_view value) {
        pairs_.emplace_back(base::to_lower_ascii(clean(name)), clean(value));
    }
    void add_all(const Headers& headers) {
        for (const Field field : headers) {
            if (!is_connection_field(field)) add(field.name, field.value);
        }
    }
    bool empty() const { return pairs_.empty(); }
    std::span<const nghttp2_nv> view() {
        view_.clear();
        for (auto& [name, value] : pairs_) {
            view_.push_back({reinterpret_cast<std::uint8_t*>(name.data()),
                             reinterpret_cast<std::uint8_t*>(value.data()), name.size(),
                             value.size(), NGHTTP2_NV_FLAG_NONE});
        }
        return view_;
    }

private:
    std::vector<std::pair<std::string, std::string>> pairs_;
    std::vector<nghttp2_nv> view_;
};

struct Exchange {
    RequestHead request;
    ResponseHead response;
    Headers trailers;
    std::size_t head_bytes = 0;
    std::size_t fields = 0;
    std::uint64_t body_bytes = 0;
    std::uint64_t dropped_bytes = 0;
    std::optional<base::Error> refused;  // what a server answers instead of passing it on
    bool refusal_told = false;
    bool began = false;     // the (final) head was handed out
    bool received = false;  // and the end
    bool quiet = false;     // we gave it up: nobody is told of it any more
    bool head_only = false;

    std::string queue;  // of the body to send
    std::size_t queue_at = 0;
    bool answered = false;  // our head was sent
    bool finished = false;  // our body is complete
    bool end_sent = false;  // and its last frame is made
    Headers own_trailers;
    std::size_t waiting() const { return queue.size() - queue_at; }
};

// What both roles share: the session, its streams, and the translation of its callbacks.
class Session {
public:
    Session(bool server, const Limits& limits);
    ~Session() { nghttp2_session_del(session_); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void feed(std::string_view bytes, Events& events);
    void feed_end(Events& events);
    void leave_expectations() { tells_to_go_on_ = false; }
    bool drain(std::string& out, std::size_t room);
    void piece(StreamId stream, std::string_view bytes);
    void finish(StreamId stream, const Headers& trailers);
    void reset(StreamId stream, std::uint32_t code);
    void consumed(StreamId stream, std::size_t bytes);
    void shut_down(std::uint32_t code, bool last);
    void refuse(std::uint32_t code);
    std::size_t backlog(StreamId stream) const;
    bool wants_bytes() const { return ready_.size() < kReadyBytes; }
    bool wants_close() const;
    bool can_begin();

    Exchange* find(StreamId stream);
    nghttp2_session* raw() { return session_; }
    std::map<StreamId, Exchange>& streams() { return streams_; }
    nghttp2_data_provider provider();

private:
    static Session& of(void* user) { return *static_cast<Session*>(user); }
    static void set_callbacks(nghttp2_session_callbacks* callbacks);
    int on_begin_headers(const nghttp2_frame& frame);
    int on_field(const nghttp2_frame& frame, std::string_view name, std::string_view value);
    int on_frame(const nghttp2_frame& frame);
    int on_data(StreamId stream, std::string_view bytes);
    int on_close(StreamId stream, std::uint32_t code);
    int on_sent(const nghttp2_frame& frame);
    int on_not_sent(const nghttp2_frame& frame, int problem);
    ssize_t on_read(StreamId stream, std::uint8_t* into, std::size_t room, std::uint32_t& flags);
    void take_pseudo(Exchange& exchange, std::string_view name, std::string_view value) const;
    void head_ended(StreamId stream, Exchange& exchange, bool last);
    void body_ended(StreamId stream, Exchange& exchange);
    std::optional<base::Error> judge(const RequestHead& head) const;
    void continue_if_asked(StreamId stream, const RequestHead& head);
    void answer_refused(StreamId stream, Exchange& exchange);
    void drop(StreamId stream, Exchange* exchange, std::size_t bytes);
    bool is_over(const Exchange& exchange) const;
    void tell(Event event);
    void tell_later(Events& events);
    void broken(std::string why);
    void flush();
    bool send(std::string& out, std::size_t room);

    nghttp2_session* session_ = nullptr;
    bool server_;
    Limits limits_;
    H2Frames frames_;
    std::map<StreamId, Exchange> streams_;
    Events* events_ = nullptr;                    // where events go while feeding
    Events later_;                                // what happened while we were not
    std::string ready_;                           // frames that are made but not drained
    std::uint32_t peer_code_ = NGHTTP2_NO_ERROR;  // why the peer is leaving, if it said so
    std::string peer_why_;
    bool bodies_wait_ = false;  // only other frames are made
    bool own_goaway_ = false;   // the GOAWAY that is being sent was asked for
    bool dead_ = false;
    bool tells_to_go_on_ = true;  // a client that expects 100
};

void Session::set_callbacks(nghttp2_session_callbacks* callbacks) {
    nghttp2_session_callbacks_set_on_begin_headers_callback(
        callbacks, [](nghttp2_session*, const nghttp2_frame* frame, void* user) {
            return of(user).on_begin_headers(*frame);
        });
    nghttp2_session_callbacks_set_on_header_callback(
        callbacks, [](nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                      std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                      std::uint8_t, void* user) {
            return of(user).on_field(*frame, {reinterpret_cast<const char*>(name), name_size},
                                     {reinterpret_cast<const char*>(value), value_size});
        });
    nghttp2_session_callbacks_set_on_frame_recv_callback(
        callbacks, [](nghttp2_session*, const nghttp2_frame* frame, void* user) {
            return of(user).on_frame(*frame);
        });
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(
        callbacks, [](nghttp2_session*, std::uint8_t, std::int32_t stream, const std::uint8_t* data,
                      std::size_t size, void* user) {
            return of(user).on_data(static_cast<StreamId>(stream),
                                    {reinterpret_cast<const char*>(data), size});
        });
    nghttp2_session_callbacks_set_on_stream_close_callback(
        callbacks, [](nghttp2_session*, std::int32_t stream, std::uint32_t code, void* user) {
            return of(user).on_close(static_cast<StreamId>(stream), code);
        });
    nghttp2_session_callbacks_set_on_frame_send_callback(
        callbacks, [](nghttp2_session*, const nghttp2_frame* frame, void* user) {
            return of(user).on_sent(*frame);
        });
    nghttp2_session_callbacks_set_on_frame_not_send_callback(
        callbacks, [](nghttp2_session*, const nghttp2_frame* frame, int problem, void* user) {
            return of(user).on_not_sent(*frame, problem);
        });
}

Session::Session(bool server, const Limits& limits)
    : server_(server), limits_(limits), frames_(server ? kH2Preface.size() : 0) {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_option* option = nullptr;
    ASSERT(nghttp2_session_callbacks_new(&callbacks) == 0 && nghttp2_option_new(&option) == 0,
           "out of memory");
    set_callbacks(callbacks);
    nghttp2_option_set_no_auto_window_update(option, 1);
    nghttp2_option_set_max_send_header_block_length(option, kSentHeadBytes);
    const int made = server ? nghttp2_session_server_new2(&session_, callbacks, this, option)
                            : nghttp2_session_client_new2(&session_, callbacks, this, option);
    nghttp2_option_del(option);
    nghttp2_session_callbacks_del(callbacks);
    ASSERT(made == 0, "out of memory");
    std::vector<nghttp2_settings_entry> settings = {
        {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, static_cast<std::uint32_t>(limits.streams)},
        {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, kStreamWindow},
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, static_cast<std::uint32_t>(limits.head_bytes)}};
    if (!server) settings.push_back({NGHTTP2_SETTINGS_ENABLE_PUSH, 0});
    nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
    nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, kConnectionWindow);
}

Exchange* Session::find(StreamId stream) {
    const auto found = streams_.find(stream);
    return found == streams_.end() ? nullptr : &found->second;
}

void Session::feed(std::string_view bytes, Events& events) {
    tell_later(events);
    events_ = &events;
    while (!dead_ && !bytes.empty()) {
        const std::string_view frame = frames_.next(bytes);
        if (frames_.is_too_large()) {  // nghttp2 would let a CONTINUATION of any size pass
            nghttp2_session_terminate_session(session_, NGHTTP2_FRAME_SIZE_ERROR);
            flush();
        }
        if (frame.empty()) break;
        const ssize_t used = nghttp2_session_mem_recv(
            session_, reinterpret_cast<const std::uint8_t*>(frame.data()), frame.size());
        if (used < 0) {
            broken(nghttp2_strerror(static_cast<int>(used)));
        } else {
            flush();
        }
    }
    events_ = nullptr;
}

void Session::feed_end(Events& events) {
    tell_later(events);
    if (dead_) return;
    dead_ = true;
    std::vector<StreamId> lost;
    for (const auto& [stream, exchange] : streams_) {
        if (!is_over(exchange) && (exchange.began || !server_)) lost.push_back(stream);
    }
    if (!lost.empty() && peer_code_ != NGHTTP2_NO_ERROR) {
        events.push_back(Refused{0, server_ ? 400 : 502,
                                 base::Error{Code::HttpH2Refused,
                                             {{"code", code_name(peer_code_)}, {"why", peer_why_}},
                                             {},
                                             {}}});
    } else {
        for (const StreamId stream : lost) events.push_back(StreamReset{stream, NGHTTP2_CANCEL});
    }
    // The peer may still be reading what was finished.
    std::erase_if(streams_, [&](const auto& entry) { return !server_ || !is_over(entry.second); });
}

// Whether nothing of it is told any more.
bool Session::is_over(const Exchange& exchange) const {
    return exchange.quiet || exchange.refusal_told ||
           (server_ ? exchange.finished : exchange.received);
}

void Session::tell(Event event) {
    (events_ != nullptr ? *events_ : later_).push_back(std::move(event));
}

void Session::tell_later(Events& events) {
    std::move(later_.begin(), later_.end(), std::back_inserter(events));
    later_.clear();
}

// The connection cannot go on, and with it none of its exchanges.
void Session::broken(std::string why) {
    if (dead_) return;
    dead_ = true;
    streams_.clear();
    tell(Refused{0, server_ ? 400 : 502,
                 base::Error{Code::HttpH2Broken, {{"why", std::move(why)}}, {}, {}}});
}

// Makes every frame that carries no body: what nghttp2 has against the peer's frames shows only in
// what it sends.
void Session::flush() {
    bodies_wait_ = true;
    send(ready_, SIZE_MAX);
    bodies_wait_ = false;
}

int Session::on_sent(const nghttp2_frame& frame) {
    if (frame.hd.type != NGHTTP2_GOAWAY || own_goaway_) return 0;
    const nghttp2_goaway& goaway = frame.goaway;
    if (goaway.error_code == NGHTTP2_NO_ERROR) return 0;
    const std::string_view why(reinterpret_cast<const char*>(goaway.opaque_data),
                               goaway.opaque_data_len);
    broken(why.empty() ? code_name(goaway.error_code) : std::string(why));
    return 0;
}

int Session::on_not_sent(const nghttp2_frame& frame, int problem) {
    if (server_ && frame.hd.type == NGHTTP2_HEADERS && problem == NGHTTP2_ERR_FRAME_SIZE_ERROR) {
        // Without its head the answer can never come.
        nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, frame.hd.stream_id,
                                  NGHTTP2_INTERNAL_ERROR);
    }
    return 0;
}

int Session::on_begin_headers(const nghttp2_frame& frame) {
    if (server_ && frame.headers.cat == NGHTTP2_HCAT_REQUEST) {
        Exchange& exchange = streams_[static_cast<StreamId>(frame.hd.stream_id)];
        exchange.request.version = Version::Http2;
        exchange.request.method.clear();
        exchange.request.target.clear();
    }
    return 0;
}

void Session::take_pseudo(Exchange& exchange, std::string_view name, std::string_view value) const {
    if (!server_) {
        if (name == ":status") {
            exchange.response.status = static_cast<int>(base::parse_int64(value).value_or(0));
        }
        return;
    }
    RequestHead& head = exchange.request;
    if (name == ":method") head.method = value;
    if (name == ":path") head.target = value;
    if (name == ":scheme") head.scheme = value;
    if (name == ":authority") head.authority = value;
}

int Session::on_field(const nghttp2_frame& frame, std::string_view name, std::string_view value) {
    const auto stream = static_cast<StreamId>(frame.hd.stream_id);
    Exchange* exchange = find(stream);
    if (exchange == nullptr || exchange->refused || is_over(*exchange)) return 0;
    const bool pseudo = name.starts_with(':');
    exchange->head_bytes += name.size() + value.size() + 32;  // as RFC 9113 counts them
    if (!pseudo) ++exchange->fields;
    const auto refuse = [&](Code why, std::uint64_t limit) {
        exchange->refused = base::Error{why, {{"limit", base::with_thousands(limit)}}, {}, {}};
        return 0;
    };
    if (exchange->head_bytes > limits_.head_bytes) {
        return refuse(Code::HttpHeadTooLarge, limits_.head_bytes);
    }
    if (exchange->fields > limits_.header_count) {
        return refuse(Code::HttpTooManyFields, limits_.header_count);
    }
    if (name == ":path" && value.size() > limits_.target_bytes) {
        return refuse(Code::HttpTargetTooLong, limits_.target_bytes);
    }
    if (exchange->began) {
        exchange->trailers.add(name, value);
    } else if (pseudo) {
        take_pseudo(*exchange, name, value);
    } else {
        Headers& headers = server_ ? exchange->request.headers : exchange->response.headers;
        headers.add(name, value);
    }
    return 0;
}

int Session::on_frame(const nghttp2_frame& frame) {
    if (frame.hd.type == NGHTTP2_GOAWAY && frame.goaway.error_code != NGHTTP2_NO_ERROR) {
        peer_code_ = frame.goaway.error_code;
        peer_why_ = frame.goaway.opaque_data_len == 0
                        ? "it gave no reason"
                        : base::quoted({reinterpret_cast<const char*>(frame.goaway.opaque_data),
                                        frame.goaway.opaque_data_len});
    }
    const bool head = frame.hd.type == NGHTTP2_HEADERS;
    if (!head && frame.hd.type != NGHTTP2_DATA) return 0;
    const auto stream = static_cast<StreamId>(frame.hd.stream_id);
    Exchange* exchange = find(stream);
    if (exchange == nullptr) return 0;
    const bool last = (frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    if (head && !exchange->began) head_ended(stream, *exchange, last);
    if (exchange->refused && !exchange->refusal_told) answer_refused(stream, *exchange);
    if (last) body_ended(stream, *exchange);
    return 0;
}

void Session::head_ended(StreamId stream, Exchange& exchange, bool last) {
    exchange.head_bytes = 0;  // trailers have a count of their own
    exchange.fields = 0;
    if (!server_) {
        exchange.response.version = Version::Http2;
        exchange.began = !is_informational(exchange.response.status);
        if (!exchange.refused && !is_over(exchange)) {
            tell(ResponseBegan{stream, std::move(exchange.response)});
        }
        exchange.response = {};
        return;
    }
    RequestHead& head = exchange.request;
    if (head.authority.empty()) head.authority = head.headers.get("host");
    if (head.method == "CONNECT") head.target = head.authority;
    exchange.began = true;
    exchange.head_only = head.method == "HEAD";
    if (!exchange.refused) exchange.refused = judge(head);
    if (exchange.refused) return;
    if (!last && tells_to_go_on_) continue_if_asked(stream, head);
    tell(RequestBegan{stream, std::move(head), !last});
}

// What nghttp2 does not look at.
std::optional<base::Error> Session::judge(const RequestHead& head) const {
    const auto length = base::parse_int64(head.headers.get("content-length"));
    if (length && static_cast<std::uint64_t>(*length) > limits_.body_bytes) {
        return base::Error{
            Code::HttpBodyTooLarge, {{"limit", base::with_thousands(limits_.body_bytes)}}, {}, {}};
    }
    for (const std::string_view expect : head.headers.all("expect")) {
        if (base::equal_ignoring_case(expect, "100-continue")) continue;
        return base::Error{Code::HttpUnknownExpectation, {{"value", base::quoted(expect)}}, {}, {}};
    }
    return std::nullopt;
}

void Session::continue_if_asked(StreamId stream, const RequestHead& head) {
    if (!base::equal_ignoring_case(head.headers.get("expect"), "100-continue")) return;
    Block block;
    block.add(":status", "100");
    const auto view = block.view();
    nghttp2_submit_headers(session_, NGHTTP2_FLAG_NONE, static_cast<std::int32_t>(stream), nullptr,
                           view.data(), view.size(), nullptr);
}

void Session::body_ended(StreamId stream, Exchange& exchange) {
    if (exchange.received || !exchange.began) return;
    const bool over = is_over(exchange);
    exchange.received = true;
    if (over) return;
    tell(Ended{stream, std::move(exchange.trailers)});
    if (server_ || exchange.end_sent) return;
    // The answer came before the request was sent: the rest of it is of no interest.
    exchange.quiet = exchange.finished = true;
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, static_cast<std::int32_t>(stream),
                              NGHTTP2_CANCEL);
}

int Session::on_data(StreamId stream, std::string_view bytes) {
    Exchange* exchange = find(stream);
    if (exchange == nullptr || is_over(*exchange)) {
        drop(stream, exchange, bytes.size());
        return 0;
    }
    exchange->body_bytes += bytes.size();
    if (exchange->body_bytes > limits_.body_bytes) {
        exchange->refused = base::Error{
            Code::HttpBodyTooLarge, {{"limit", base::with_thousands(limits_.body_bytes)}}, {}, {}};
        answer_refused(stream, *exchange);
        drop(stream, exchange, bytes.size());
        return 0;
    }
    tell(BodyPiece{stream, bytes});
    return 0;
}

// Of a body nobody wants. The peer may go on for a while; then it is asked to stop, once it has all
// of our answer.
void Session::drop(StreamId stream, Exchange* exchange, std::size_t bytes) {
    const auto id = static_cast<std::int32_t>(stream);
    if (exchange == nullptr || (exchange->dropped_bytes += bytes) <= kDroppedBytes) {
        nghttp2_session_consume(session_, id, bytes);
        return;
    }
    nghttp2_session_consume_connection(session_, bytes);
    if (!exchange->end_sent || exchange->quiet) return;
    exchange->quiet = true;
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, id, NGHTTP2_NO_ERROR);
}

// The message breaks a limit. A peer that was not answered yet is told so.
void Session::answer_refused(StreamId stream, Exchange& exchange) {
    const base::Error& error = *exchange.refused;
    const int status = server_ ? status_for(error.code) : 502;
    exchange.refusal_told = true;
    tell(Refused{stream, status, error});
    const auto id = static_cast<std::int32_t>(stream);
    if (!server_ || exchange.answered) {
        exchange.quiet = exchange.finished = true;
        nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
        return;
    }
    exchange.queue = base::message(error) + '\n';
    exchange.queue_at = 0;
    exchange.answered = exchange.finished = true;
    exchange.end_sent = exchange.head_only;
    Block block;
    block.add(":status", std::to_string(status));
    block.add("content-type", "text/plain; charset=utf-8");
    block.add("content-length", std::to_string(exchange.queue.size()));
    const nghttp2_data_provider body = provider();
    const auto view = block.view();
    nghttp2_submit_response(session_, id, view.data(), view.size(),
                            exchange.head_only ? nullptr : &body);
}

int Session::on_close(StreamId stream, std::uint32_t code) {
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return 0;
    const bool lost = !is_over(found->second) && (found->second.began || !server_);
    streams_.erase(found);
    if (lost) tell(StreamReset{stream, code});
    return 0;
}

nghttp2_data_provider Session::provider() {
    nghttp2_data_provider provider{};
    provider.source.ptr = this;
    provider.read_callback = [](nghttp2_session*, std::int32_t stream, std::uint8_t* into,
                                std::size_t room, std::uint32_t* flags, nghttp2_data_source* source,
                                void*) {
        return of(source->ptr).on_read(static_cast<StreamId>(stream), into, room, *flags);
    };
    return provider;
}

ssize_t Session::on_read(StreamId stream, std::uint8_t* into, std::size_t room,
                         std::uint32_t& flags) {
    if (bodies_wait_) return NGHTTP2_ERR_PAUSE;
    Exchange* exchange = find(stream);
    if (exchange == nullptr) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    const std::size_t size = std::min(room, exchange->waiting());
    if (size == 0 && !exchange->finished) return NGHTTP2_ERR_DEFERRED;
    std::copy_n(exchange->queue.data() + exchange->queue_at, size, reinterpret_cast<char*>(into));
    exchange->queue_at += size;
    if (exchange->waiting() == 0) {
        exchange->queue.clear();
        exchange->queue_at = 0;
        if (exchange->finished) flags |= NGHTTP2_DATA_FLAG_EOF;
        exchange->end_sent = exchange->finished;
        Block block;
        block.add_all(exchange->own_trailers);
        if (exchange->finished && !block.empty()) {
            flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
            const auto view = block.view();
            nghttp2_submit_trailer(session_, static_cast<std::int32_t>(stream), view.data(),
                                   view.size());
        }
    }
    return static_cast<ssize_t>(size);
}

void Session::piece(StreamId stream, std::string_view bytes) {
    Exchange* exchange = find(stream);
    if (exchange == nullptr || exchange->finished || exchange->head_only || bytes.empty()) return;
    // What has left is dropped once it outweighs what waits, so a long stream costs no more than
    // its backlog.
    if (exchange->queue_at > exchange->waiting()) {
        exchange->queue.erase(0, exchange->queue_at);
        exchange->queue_at = 0;
    }
    exchange->queue += bytes;
    nghttp2_session_resume_data(session_, static_cast<std::int32_t>(stream));
}

void Session::finish(StreamId stream, const Headers& trailers) {
    Exchange* exchange = find(stream);
    if (exchange == nullptr || exchange->finished) return;
    exchange->finished = true;
    exchange->own_trailers = trailers;
    nghttp2_session_resume_data(session_, static_cast<std::int32_t>(stream));
}

void Session::reset(StreamId stream, std::uint32_t code) {
    Exchange* exchange = find(stream);
    if (exchange == nullptr || exchange->quiet) return;
    exchange->finished = exchange->quiet = true;
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, static_cast<std::int32_t>(stream), code);
}

void Session::consumed(StreamId stream, std::size_t bytes) {
    if (!dead_) nghttp2_session_consume(session_, static_cast<std::int32_t>(stream), bytes);
}

bool Session::drain(std::string& out, std::size_t room) {
    if (out.empty()) {
        out.swap(ready_);
    } else {
        out += ready_;
    }
    ready_.clear();
    return send(out, room);
}

bool Session::send(std::string& out, std::size_t room) {
    while (out.size() < room) {
        const std::uint8_t* bytes = nullptr;
        const ssize_t size = nghttp2_session_mem_send(session_, &bytes);
        if (size < 0) broken(nghttp2_strerror(static_cast<int>(size)));
        if (size <= 0) return false;
        out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }
    return true;
}

// Sent at once: from here on nghttp2 lets no new exchange in.
void Session::shut_down(std::uint32_t code, bool last) {
    if (dead_) return;
    std::int32_t id = nghttp2_session_get_last_proc_stream_id(session_);
    if (!last) id = std::max(0, id - 2);
    nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE, id, code, nullptr, 0);
    own_goaway_ = true;
    flush();
    own_goaway_ = false;
}

void Session::refuse(std::uint32_t code) {
    if (dead_) return;
    dead_ = true;
    nghttp2_session_terminate_session(session_, code);
}

std::size_t Session::backlog(StreamId stream) const {
    const auto found = streams_.find(stream);
    return found == streams_.end() ? 0 : found->second.waiting();
}

bool Session::wants_close() const {
    return dead_ ||
           (nghttp2_session_want_read(session_) == 0 && nghttp2_session_want_write(session_) == 0);
}

bool Session::can_begin() {
    const std::uint32_t most =
        nghttp2_session_get_remote_settings(session_, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
    return !dead_ && nghttp2_session_check_request_allowed(session_) != 0 && streams_.size() < most;
}

class H2Server final : public ServerCodec {
public:
    explicit H2Server(const Limits& limits) : session_(true, limits) {}

    void feed(std::string_view bytes, Events& events) override { session_.feed(bytes, events); }
    void feed_end(Events& events) override { session_.feed_end(events); }
    void leave_expectations() override { session_.leave_expectations(); }
    void respond(StreamId stream, const ResponseHead& head, Length length) override {
        Exchange* exchange = session_.find(stream);
        if (exchange == nullptr || exchange->answered || exchange->quiet) return;
        if (is_informational(head.status)) {
            if (head.status == 101) return;  // HTTP/2 has no such thing
            Block block = to_block(head);
            const auto view = block.view();
            nghttp2_submit_headers(session_.raw(), NGHTTP2_FLAG_NONE,
                                   static_cast<std::int32_t>(stream), nullptr, view.data(),
                                   view.size(), nullptr);
            return;
        }
        submit(stream, *exchange, head, length);
    }
    void piece(StreamId stream, std::string_view bytes) override {
        const Exchange* exchange = session_.find(stream);
        ASSERT(exchange == nullptr || exchange->answered || exchange->quiet,
               "a body before its head");
        session_.piece(stream, bytes);
    }
    void finish(StreamId stream, const Headers& trailers) override {
        const Exchange* exchange = session_.find(stream);
        ASSERT(exchange == nullptr || exchange->answered || exchange->quiet,
               "an end before its head");
        session_.finish(stream, trailers);
    }
    void answer(StreamId stream, const ResponseHead& head, std::string_view body) override {
        Exchange* exchange = session_.find(stream);
        if (exchange == nullptr || exchange->answered || exchange->quiet) return;
        if (!exchange->head_only && allows_body(head.status)) exchange->queue = body;
        exchange->finished = true;
        submit(stream, *exchange, head, body.size());
    }
    bool upgrade(StreamId /*stream*/, const ResponseHead& /*head*/) override { return false; }
    void reset(StreamId stream, std::uint32_t code) override { session_.reset(stream, code); }
    void shut_down(std::uint32_t code, bool last) override { session_.shut_down(code, last); }
    bool send_raw(std::string_view /*bytes*/) override { return false; }
    void refuse(const base::Error& error, int /*status*/) override {
        const bool slow = error.code == Code::HttpTooSlow;
        session_.refuse(slow ? NGHTTP2_NO_ERROR : NGHTTP2_PROTOCOL_ERROR);
    }
    void consumed(StreamId stream, std::size_t bytes) override { session_.consumed(stream, bytes); }
    bool drain(std::string& out, std::size_t room) override { return session_.drain(out, room); }
    std::size_t backlog(StreamId stream) const override { return session_.backlog(stream); }
    bool wants_bytes() const override { return session_.wants_bytes(); }
    bool wants_close() const override { return session_.wants_close(); }
    bool wants_half_close() const override { return false; }
    Phase phase() const override {
        bool working = false;
        for (const auto& [stream, exchange] : session_.streams()) {
            if (!exchange.began) return Phase::Head;
            if (!exchange.received) return Phase::Body;
            working = true;
        }
        return working ? Phase::Working : Phase::Idle;
    }

private:
    static Block to_block(const ResponseHead& head) {
        Block block;
        block.add(":status", std::to_string(head.status));
        block.add_all(head.headers);
        return block;
    }
    void submit(StreamId stream, Exchange& exchange, const ResponseHead& head, Length length) {
        Block block = to_block(head);
        if (length && allows_body(head.status) && !head.headers.has("content-length")) {
            block.add("content-length", std::to_string(*length));
        }
        exchange.answered = true;
        const bool body = allows_body(head.status) && !exchange.head_only &&
                          !(exchange.finished && exchange.waiting() == 0);
        if (!body) exchange.finished = exchange.end_sent = true;
        const nghttp2_data_provider provider = session_.provider();
        const auto view = block.view();
        nghttp2_submit_response(session_.raw(), static_cast<std::int32_t>(stream), view.data(),
                                view.size(), body ? &provider : nullptr);
    }

    mutable Session session_;
};

class H2Client final : public ClientCodec {
public:
    explicit H2Client(const Limits& limits) : session_(false, limits) {}

    void feed(std::string_view bytes, Events& events) override { session_.feed(bytes, events); }
    void feed_end(Events& events) override { session_.feed_end(events); }
    StreamId request(const RequestHead& head, Length length) override {
        Block block;
        block.add(":method", head.method);
        if (head.method != "CONNECT") {
            block.add(":scheme", head.scheme.empty() ? "http" : head.scheme);
            // A URL without a path has one here.
            const std::string_view path = head.path_and_query();
            block.add(":path", path.starts_with('?') ? "/" + std::string(path) : std::string(path));
        }
        const std::string_view host =
            head.authority.empty() ? head.headers.get("host") : std::string_view(head.authority);
        if (!host.empty()) block.add(":authority", host);
        for (const Field field : head.headers) {
            if (!is_connection_field(field) && !base::equal_ignoring_case(field.name, "host")) {
                block.add(field.name, field.value);
            }
        }
        const bool body = !length || *length > 0;
        if (length && *length > 0 && !head.headers.has("content-length")) {
            block.add("content-length", std::to_string(*length));
        }
        const nghttp2_data_provider provider = session_.provider();
        const auto view = block.view();
        const std::int32_t id = nghttp2_submit_request(
            session_.raw(), nullptr, view.data(), view.size(), body ? &provider : nullptr, nullptr);
        ASSERT(id > 0, "an exchange was begun that can_begin() forbade");
        Exchange& exchange = session_.streams()[static_cast<StreamId>(id)];
        exchange.finished = exchange.end_sent = !body;
        return static_cast<StreamId>(id);
    }
    void piece(StreamId stream, std::string_view bytes) override { session_.piece(stream, bytes); }
    void finish(StreamId stream, const Headers& trailers) override {
        session_.finish(stream, trailers);
    }
    void reset(StreamId stream, std::uint32_t code) override { session_.reset(stream, code); }
    void consumed(StreamId stream, std::size_t bytes) override { session_.consumed(stream, bytes); }
    bool drain(std::string& out, std::size_t room) override { return session_.drain(out, room); }
    std::size_t backlog(StreamId stream) const override { return session_.backlog(stream); }
    bool can_begin() const override { return session_.can_begin(); }
    bool wants_close() const override { return session_.wants_close(); }
    bool wants_half_close() const override { return false; }

private:
    mutable Session session_;
};

}  // namespace

std::unique_ptr<ServerCodec> make_h2_server(const Limits& limits) {
    return std::make_unique<H2Server>(limits);
}

std::unique_ptr<ClientCodec> make_h2_client(const Limits& limits) {
    return std::make_unique<H2Client>(limits);
}

}  // namespace understudy::http
