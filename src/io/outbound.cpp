#include "io/impl/outbound.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "io/impl/limit_text.hpp"

namespace understudy::io {

using base::Code;

namespace {

constexpr int kReadsAtOnce = 16;
constexpr std::size_t kRoom = std::size_t{64} * 1024;

constexpr std::uint32_t kRefusedStream = 7;  // HTTP/2: not a byte of it was looked at

bool is_at_hand(const Outgoing& call) {
    return call.kept_whole && !call.retried && !call.answered;
}

bool may_be_repeated(const Outgoing& call) {
    for (const std::string_view method : {"GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"}) {
        if (call.head.method == method) return is_at_hand(call);
    }
    return false;
}

}  // namespace

Outbound::Outbound(OutboundOwner& owner, std::shared_ptr<Loop> loop, const ClientOptions& options,
                   const TlsClient* tls, http::Url url, const http::Url* proxy)
    : owner_(owner), loop_(std::move(loop)), options_(options), tls_(tls), url_(std::move(url)) {
    if (proxy != nullptr) proxy_ = *proxy;
    const http::Url& first = proxy_ ? *proxy_ : url_;
    if (!options_.socket.empty()) {
        where_ = "unix:" + options_.socket;
        return;
    }
    const bool six = first.host.find(':') != std::string::npos;
    where_ =
        (six ? '[' + first.host + ']' : first.host) + ':' + std::to_string(http::port_of(first));
}

Outbound::~Outbound() {
    loop_->cancel(timer_);
    loop_->cancel(again_);
    loop_->cancel(reading_);
    loop_->cancel(telling_);
    if (socket_) loop_->forget(socket_.get(), *this);
}

void Outbound::start() {
    timer_ = loop_->after(options_.connect, [this] {
        close(base::Error{
            Code::IoTimedOut,
            {{"what", "connecting to " + where_}, {"limit", limit_text(options_.connect)}},
            {},
            {}});
    });
    if (!options_.socket.empty()) {
        connect_to_socket();
        return;
    }
    const http::Url& first = proxy_ ? *proxy_ : url_;
    lookup_ = std::make_unique<Lookup>(loop_, first.host, http::port_of(first),
                                       [this](base::Result<std::vector<Target>> targets) {
                                           if (!targets) {
                                               close(targets.error());
                                               return;
                                           }
                                           targets_ = std::move(*targets);
                                           try_next();
                                       });
}

void Outbound::connect_to_socket() {
    Target target;
    auto* name = reinterpret_cast<sockaddr_un*>(&target.address);
    name->sun_family = AF_UNIX;
    target.size = sizeof(sockaddr_un);
    if (options_.socket.size() < sizeof name->sun_path) {
        std::memcpy(name->sun_path, options_.socket.data(), options_.socket.size());
        targets_.push_back(target);
    } else {
        connect_why_ = "the path is too long for a socket";
    }
    // Like a lookup: whoever began this is not called back from within.
    reading_ = loop_->after({}, [this] {
        reading_ = Loop::Timer::None;
        try_next();
    });
}

bool Outbound::may_connect(const Target& target) {
    if (!options_.may_reach || target.address.ss_family == AF_UNIX) return true;
    const std::string address = text_of(target);
    if (options_.may_reach(address)) return true;
    not_allowed_ = address;
    return false;
}

// One address after the other: a name may stand for several, and not all of them listen.
void Outbound::try_next() {
    if (socket_) {
        loop_->forget(socket_.get(), *this);
        socket_.reset();
    }
    stage_ = Stage::Connecting;
    while (next_target_ < targets_.size()) {
        const Target& target = targets_[next_target_++];
        if (!may_connect(target)) continue;
        socket_ =
            Fd(::socket(target.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!socket_) {
            connect_why_ = std::strerror(errno);
            continue;
        }
        const int on = 1;
        ::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const int done = ::connect(socket_.get(),
                                   reinterpret_cast<const sockaddr*>(&target.address), target.size);
        if ((done == 0 || errno == EINPROGRESS) && loop_->watch(socket_.get(), *this)) return;
        connect_why_ = std::strerror(errno);
    }
    if (connect_why_.empty() && !not_allowed_.empty()) {
        const http::Url& first = proxy_ ? *proxy_ : url_;
        close({Code::IoNotAllowed, {{"host", first.host}, {"address", not_allowed_}}, {}, {}});
        return;
    }
    close(base::Error{Code::IoCannotConnect, {{"address", where_}, {"why", connect_why_}}, {}, {}});
}

void Outbound::connected() {
    int problem = 0;
    socklen_t size = sizeof problem;
    ::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0) {
        connect_why_ = std::strerror(problem);
        try_next();
        return;
    }
    sockaddr_storage peer{};
    socklen_t peer_size = sizeof peer;
    if (::getpeername(socket_.get(), reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) return;
    if (!http::is_secure(url_)) {
        opened(options_.prior_h2 && !proxy_ ? "h2" : "http/1.1");
    } else if (proxy_) {
        begin_tunnel();
    } else {
        begin_tls();
    }
}

void Outbound::begin_tunnel() {
    stage_ = Stage::Tunnel;
    codec_ = http::make_h1_client(options_.limits);
    const bool six = url_.host.find(':') != std::string::npos;
    http::RequestHead head;
    head.method = "CONNECT";
    head.target =
        (six ? '[' + url_.host + ']' : url_.host) + ':' + std::to_string(http::port_of(url_));
    head.authority = head.target;
    if (proxy_->userinfo) {
        const std::string plain = base::from_percent(*proxy_->userinfo).value_or(*proxy_->userinfo);
        head.headers.add("Proxy-Authorization", "Basic " + base::to_base64(plain));
    }
    codec_->request(head, 0);
    flush();
}

void Outbound::take_tunnel(const http::Events& events) {
    for (const http::Event& event : events) {
        if (const auto* began = std::get_if<http::ResponseBegan>(&event)) {
            const int status = began->head.status;
            if (http::is_informational(status)) continue;
            if (status < 200 || status > 299) {
                close(base::Error{Code::IoProxyRefused,
                                  {{"proxy", where_},
                                   {"status", std::to_string(status)},
                                   {"address", http::authority(url_)}},
                                  {},
                                  {}});
                return;
            }
            codec_.reset();
            begin_tls();
            return;
        }
        if (const auto* refused = std::get_if<http::Refused>(&event)) {
            close(refused->error);
            return;
        }
    }
}

void Outbound::begin_tls() {
    stage_ = Stage::Tls;
    layer_ = tls_->open(url_.host, options_.offer_h2);
    flush();
}

void Outbound::opened(std::string_view protocol) {
    loop_->cancel(timer_);
    timer_ = Loop::Timer::None;
    is_shared_ = protocol == "h2";
    codec_ =
        is_shared_ ? http::make_h2_client(options_.limits) : http::make_h1_client(options_.limits);
    stage_ = Stage::Open;
    was_open_ = true;
    flush();  // HTTP/2 begins with a preface
    // Those it was opened for may have given up: then it is kept like any other idle one.
    if (stage_ == Stage::Open) after_events();
}

void Outbound::take(const std::shared_ptr<Outgoing>& call) {
    ASSERT(has_room(), "a connection was given more than it can take");
    loop_->cancel(timer_);
    timer_ = Loop::Timer::None;
    http::RequestHead head = call->head;
    // A proxy that is spoken to plainly wants to know the whole address.
    if (proxy_ && !http::is_secure(url_)) {
        head.target = "http://" + head.authority + head.target;
        if (proxy_->userinfo && !head.headers.has("proxy-authorization")) {
            const std::string plain =
                base::from_percent(*proxy_->userinfo).value_or(*proxy_->userinfo);
            head.headers.add("Proxy-Authorization", "Basic " + base::to_base64(plain));
        }
    }
    call->stream = codec_->request(head, call->length);
    call->connection = this;
    calls_.push_back(call);
    if (!call->body.empty()) codec_->piece(call->stream, call->body);
    if (call->finished) codec_->finish(call->stream, call->trailers);
    flush();
}

void Outbound::hold_changed(Outgoing& call) {
    if (call.held) return;
    if (call.unread > 0) {
        codec_->consumed(call.stream, std::exchange(call.unread, 0));
        flush();
    }
    if (unread_) read_later();
}

bool Outbound::has_died_quietly(const Outgoing& call) const {
    if (is_shared_ || !used_ || may_be_repeated(call)) return false;
    char byte = 0;
    const ssize_t got = ::recv(socket_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

void Outbound::send(Outgoing& call, std::string_view bytes) {
    codec_->piece(call.stream, bytes);
    flush();
}

void Outbound::end(Outgoing& call) {
    codec_->finish(call.stream, call.trailers);
    flush();
}

std::size_t Outbound::backlog(const Outgoing& call) const {
    return (codec_ ? codec_->backlog(call.stream) : 0) + out_.size() - out_at_;
}

void Outbound::drop(Outgoing& call) {
    const auto kept = remove(call.stream);
    if (!kept) return;
    constexpr std::uint32_t kCancel = 8;  // HTTP/2's CANCEL
    codec_->reset(call.stream, kCancel);
    flush();
    if (stage_ == Stage::Open && busy_ == 0) after_events();
}

void Outbound::on_ready(Ready ready) {
    if (stage_ == Stage::Gone) return;
    if (stage_ == Stage::Connecting) {
        if (ready.writable || ready.hung_up) connected();
        if (stage_ <= Stage::Connecting || stage_ == Stage::Gone) return;
    }
    if (ready.writable) {
        writable_ = true;
        flush();
    }
    if (ready.readable && stage_ != Stage::Gone) read();
}

// One exchange at a time: nobody else waits for what is not read.
bool Outbound::is_held() const {
    return stage_ == Stage::Open && !is_shared_ && !calls_.empty() && calls_.front()->held;
}

void Outbound::read_later() {
    loop_->cancel(reading_);
    reading_ = loop_->after({}, [this] {
        reading_ = Loop::Timer::None;
        read();
    });
}

void Outbound::read() {
    std::array<char, kRoom> buffer;  // not set: it is read into
    unread_ = false;
    for (int turn = 0; stage_ != Stage::Gone && socket_ && !read_ended_; ++turn) {
        unread_ = is_held();
        if (unread_) return;
        // A server that never pauses does not keep the loop from its timers and other connections.
        if (turn == kReadsAtOnce) {
            read_later();
            return;
        }
        const ssize_t got = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
        if (got > 0) {
            ++busy_;
            take_bytes({buffer.data(), static_cast<std::size_t>(got)});
            --busy_;
            if (stage_ == Stage::Gone) return;
            flush();
            if (stage_ == Stage::Open) after_events();
        } else if (got == 0) {
            peer_ended();
            return;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (errno != EINTR) {
            base::Error error = lost(std::strerror(errno));
            if (errno == ECONNRESET) error.args.push_back({"how", "reset"});
            close(error);
            return;
        }
    }
}

void Outbound::take_bytes(std::string_view bytes) {
    if (!layer_) {
        take_plain(bytes);
        return;
    }
    std::string plain;
    const Tls::State state = layer_->feed(bytes, plain);
    if (stage_ == Stage::Tls && state != Tls::State::Handshake && state != Tls::State::Failed) {
        opened(layer_->protocol());
    }
    if (!plain.empty() && stage_ != Stage::Gone) take_plain(plain);
    if (stage_ == Stage::Gone) return;
    if (state == Tls::State::Failed) {
        const Code code =
            layer_->certificate_refused() ? Code::IoCertificateRefused : Code::IoTlsFailed;
        --busy_;
        flush();  // the alert
        ++busy_;
        if (stage_ == Stage::Gone) return;
        close(base::Error{code, {{"host", url_.host}, {"why", layer_->failure()}}, {}, {}});
    } else if (state == Tls::State::Ended) {
        peer_ended();
    }
}

void Outbound::take_plain(std::string_view bytes) {
    http::Events events;
    codec_->feed(bytes, events);
    if (stage_ == Stage::Tunnel) {
        take_tunnel(events);
    } else {
        was_heard_ = true;
        deal(events);
    }
}

void Outbound::deal(http::Events& events) {
    for (http::Event& event : events) {
        if (stage_ == Stage::Gone) return;
        if (auto* began = std::get_if<http::ResponseBegan>(&event)) {
            if (Outgoing* call = find(began->stream); call != nullptr) {
                call->answered = true;
                // From here on it is the caller's bytes that go both ways, and not a body.
                if (began->head.status == 101) call->finished = false;
                call->answer->on_response(began->head);
            }
        } else if (auto* piece = std::get_if<http::BodyPiece>(&event)) {
            if (Outgoing* call = find(piece->stream); call != nullptr)
                call->answer->on_piece(piece->bytes);
            if (!codec_) continue;
            // HTTP/2 lets the peer send more once we say so: a held call says nothing.
            if (Outgoing* call = find(piece->stream); call != nullptr && call->held && is_shared_) {
                call->unread += piece->bytes.size();
            } else {
                codec_->consumed(piece->stream, piece->bytes.size());
            }
        } else if (auto* raw = std::get_if<http::RawPiece>(&event)) {
            if (Outgoing* call = find(raw->stream); call != nullptr)
                call->answer->on_piece(raw->bytes);
        } else if (auto* ended = std::get_if<http::Ended>(&event)) {
            used_ = true;
            if (const auto call = remove(ended->stream)) {
                Answer* answer = std::exchange(call->answer, nullptr);
                call->sever();
                answer->on_end(ended->trailers);
            }
        } else if (auto* raw_end = std::get_if<http::RawEnded>(&event)) {
            end_raw(raw_end->stream);
        } else if (auto* reset = std::get_if<http::StreamReset>(&event)) {
            if (const auto call = remove(reset->stream)) {
                if (reset->code == kRefusedStream && is_at_hand(*call)) {
                    call->retried = true;
                    owner_.on_refused(*this, call);
                    continue;
                }
                const std::string code = std::to_string(reset->code);
                base::Error error = lost("the server gave up this exchange (code " + code + ')');
                error.args.push_back({"stream", code});
                call->fail(error);
            }
        } else if (auto* refused = std::get_if<http::Refused>(&event)) {
            if (refused->stream == 0) {
                close(refused->error);
            } else if (const auto call = remove(refused->stream)) {
                call->fail(refused->error);
            }
        }
    }
}

// The server's direction is over, ours goes on until we end it.
void Outbound::end_raw(http::StreamId stream) {
    const Outgoing* found = find(stream);
    if (found == nullptr) return;
    if (found->finished) {
        const auto call = remove(stream);
        Answer* answer = std::exchange(call->answer, nullptr);
        call->sever();
        answer->on_end({});
        return;
    }
    const auto call = calls_.front();
    call->sends_only = true;
    loop_->cancel(call->timer);
    call->timer = Loop::Timer::None;
    std::exchange(call->answer, nullptr)->on_end({});
}

// A connection that has nothing to do is kept for a while, or is of no more use.
void Outbound::after_events() {
    if (codec_->wants_close() && calls_.empty()) {
        close(lost("the server closed it"));
        return;
    }
    if (unread_ && !is_held() && reading_ == Loop::Timer::None) read_later();
    if (!has_room()) return;
    owner_.on_room(*this);
    if (stage_ != Stage::Open || !calls_.empty() || timer_ != Loop::Timer::None) return;
    timer_ = loop_->after(options_.keep, [this] { close(lost("it was idle for too long")); });
}

void Outbound::look_again() {
    again_ = Loop::Timer::None;
    http::Events events = std::exchange(later_, {});
    ++busy_;
    deal(events);
    --busy_;
    flush();
    if (stage_ == Stage::Open) after_events();
}

void Outbound::peer_ended() {
    if (read_ended_) return;
    if (stage_ == Stage::Open) {
        http::Events events;
        ++busy_;
        // A body that ends with the connection ends here, any other is cut short. A call of which
        // no answer ever began has lost its connection, and may be made anew on another one.
        const bool fresh = std::all_of(calls_.begin(), calls_.end(),
                                       [](const auto& call) { return !call->answered; });
        if (!fresh) {
            codec_->feed_end(events);
            deal(events);
        }
        --busy_;
        read_ended_ = stage_ == Stage::Open && !calls_.empty() && calls_.front()->sends_only;
        if (read_ended_) return;
    }
    if (stage_ != Stage::Gone) close(lost("the server closed it"));
}

void Outbound::flush() {
    if (busy_ > 0 || stage_ <= Stage::Connecting || stage_ == Stage::Gone) return;
    write();
    if (stage_ != Stage::Gone) notice_drained();
}

// Whoever waits for room is told on a turn of its own: it may be its call that brought us here.
void Outbound::notice_drained() {
    if (telling_ != Loop::Timer::None) return;
    for (const auto& call : calls_) {
        if (!call->full || backlog(*call) > Call::kFull / 4) continue;
        telling_ = loop_->after({}, [this] {
            telling_ = Loop::Timer::None;
            tell_drained();
        });
        return;
    }
}

void Outbound::tell_drained() {
    const auto calls = calls_;
    for (const auto& call : calls) {
        if (call->connection != this || !call->full || backlog(*call) > Call::kFull / 4) continue;
        call->full = false;
        if (call->answer != nullptr) call->answer->on_drained();
        if (stage_ == Stage::Gone) return;
    }
}

void Outbound::write() {
    while (true) {
        if (out_at_ == out_.size()) {
            out_.clear();
            out_at_ = 0;
            if (layer_) {
                std::string plain;
                if (codec_) codec_->drain(plain, kRoom);
                layer_->send(plain);
                layer_->drain(out_);
            } else if (codec_) {
                codec_->drain(out_, kRoom);
            }
            if (out_.empty()) break;
        }
        if (!writable_) return;
        const ssize_t sent =
            ::send(socket_.get(), out_.data() + out_at_, out_.size() - out_at_, MSG_NOSIGNAL);
        if (sent >= 0) {
            out_at_ += static_cast<std::size_t>(sent);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            writable_ = false;
            return;
        } else if (errno != EINTR) {
            // The answer may have come all the same: what is there is read before giving up.
            if ((errno == EPIPE || errno == ECONNRESET) && !read_ended_) {
                out_.clear();
                out_at_ = 0;
                return;
            }
            close(lost(std::strerror(errno)));
            return;
        }
    }
    // What HTTP/2 finds wrong while it sends ends exchanges, too. Told on a turn of its own: it may
    // be a caller's call that brought us here.
    if (is_shared_ && stage_ == Stage::Open && again_ == Loop::Timer::None) {
        codec_->feed({}, later_);
        if (!later_.empty() || (calls_.empty() && codec_->wants_close())) {
            again_ = loop_->after({}, [this] { look_again(); });
        }
    }
    if (codec_ && codec_->wants_half_close() && !half_closed_) {
        half_closed_ = true;
        if (layer_) {
            layer_->end();
            layer_->drain(out_);
            if (!out_.empty()) flush();
        } else {
            ::shutdown(socket_.get(), SHUT_WR);
        }
    }
    // Both directions of an upgraded call are over, and all of it has left.
    if (read_ended_ && codec_->wants_close() && again_ == Loop::Timer::None) {
        again_ = loop_->after({}, [this] {
            again_ = Loop::Timer::None;
            close(lost("the exchange is over"));
        });
    }
}

void Outbound::close(const base::Error& error) {
    if (stage_ == Stage::Gone) return;
    const bool was_used = used_;
    stage_ = Stage::Gone;
    loop_->cancel(timer_);
    loop_->cancel(again_);
    loop_->cancel(reading_);
    loop_->cancel(telling_);
    timer_ = again_ = reading_ = telling_ = Loop::Timer::None;
    lookup_.reset();
    if (socket_) {
        loop_->forget(socket_.get(), *this);
        socket_.reset();
    }
    std::vector<std::shared_ptr<Outgoing>> again;
    for (const auto& call : std::exchange(calls_, {})) {
        call->connection = nullptr;
        if (was_used && may_be_repeated(*call)) {
            call->retried = true;
            again.push_back(call);
        } else {
            call->fail(error);
        }
    }
    last_error_ = error;
    owner_.on_gone(*this, std::move(again));
}

void Outbound::cancel_all() {
    for (const auto& call : std::exchange(calls_, {})) {
        call->answer = nullptr;
        call->sever();
    }
    close({});
}

Outgoing* Outbound::find(http::StreamId stream) {
    for (const auto& call : calls_) {
        if (call->stream == stream) return call.get();
    }
    return nullptr;
}

std::shared_ptr<Outgoing> Outbound::remove(http::StreamId stream) {
    for (auto at = calls_.begin(); at != calls_.end(); ++at) {
        if ((*at)->stream != stream) continue;
        std::shared_ptr<Outgoing> call = std::move(*at);
        calls_.erase(at);
        call->connection = nullptr;
        if (call->unread > 0 && codec_) {
            codec_->consumed(stream, std::exchange(call->unread, 0));
        }
        return call;
    }
    return nullptr;
}

base::Error Outbound::lost(std::string_view why) const {
    return {Code::IoConnectionLost, {{"address", where_}, {"why", std::string(why)}}, {}, {}};
}

// --- calls

void Outgoing::piece(std::string_view bytes) {
    if (is_over() || finished || bytes.empty()) return;
    constexpr std::size_t kKept = std::size_t{64} * 1024;  // to be sent anew, if need be
    if (connection == nullptr) {
        body += bytes;
        full = full || body.size() > kFull;
        return;
    }
    if (kept_whole && body.size() + bytes.size() <= kKept) {
        body += bytes;
    } else {
        kept_whole = false;
        body.clear();
    }
    connection->send(*this, bytes);
    full = full || backlog() > kFull;
}

void Outgoing::finish(const http::Headers& last) {
    if (is_over() || finished) return;
    finished = true;
    trailers = last;
    if (connection != nullptr) connection->end(*this);
}

void Outgoing::hold(bool wanted) {
    if (is_over() || held == wanted) return;
    held = wanted;
    if (connection != nullptr) connection->hold_changed(*this);
}

void Outgoing::cancel() {
    if (is_over()) return;
    answer = nullptr;
    const auto self = shared_from_this();
    if (connection != nullptr) connection->drop(*this);
    sever();
}

std::size_t Outgoing::backlog() const {
    if (is_over()) return 0;
    return connection == nullptr ? body.size() : connection->backlog(*this);
}

void Outgoing::fail(const base::Error& error) {
    Answer* told = std::exchange(answer, nullptr);
    const auto self = shared_from_this();
    sever();
    if (told != nullptr) told->on_failed(error);
}

void Outgoing::sever() {
    connection = nullptr;
    sends_only = false;
    loop->cancel(timer);
    timer = Loop::Timer::None;
}

}  // namespace understudy::io
