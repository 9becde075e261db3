#include "serve/impl/relaying.hpp"

#include "base/text.hpp"
#include "json/write.hpp"
#include "serve/code.hpp"
#include "serve/impl/relay_heads.hpp"

namespace understudy::serve {

namespace {

using base::Code;

constexpr int kBadGateway = 502;
constexpr int kForbidden = 403;
constexpr int kTooLarge = 413;
constexpr int kSwitching = 101;
constexpr int kContinue = 100;
constexpr std::size_t kMostInterim = 64;
constexpr std::uint32_t kH2Cancel = 8;

http::Length length_of(const http::Headers& headers) {
    const auto text = headers.find("content-length");
    const auto length = text ? base::parse_int64(*text) : std::nullopt;
    if (!length || *length < 0) return std::nullopt;
    return static_cast<std::uint64_t>(*length);
}

// The request as it is recorded: as it was sent, but to whom it was meant.
http::RequestHead recorded_head(const http::RequestHead& request, const RelayRoute& route) {
    http::RequestHead head = request;
    if (route.host_header.empty()) return head;
    head.headers.clear();
    for (const http::Field field : request.headers) {
        const bool is_host = base::equal_ignoring_case(field.name, "host");
        head.headers.add(field.name, is_host ? std::string_view(route.host_header) : field.value);
    }
    return head;
}

// How a cassette calls it; empty: not at all.
std::string_view error_word(const base::Error& error) {
    switch (error.code) {
        case Code::IoCannotConnect:
        case Code::IoCannotResolve: return "connect";
        case Code::IoTlsFailed:
        case Code::IoCertificateRefused: return "tls";
        case Code::IoTimedOut: return "timeout";
        case Code::IoConnectionLost: return "reset";
        default: return {};
    }
}

}  // namespace

void answer_error(io::Exchange& exchange, int status, const base::Error& error) {
    http::ResponseHead head;
    head.status = status;
    head.headers.add("Content-Type", "application/json");
    head.headers.add("Cache-Control", "no-store");
    json::Value told =
        json::Value::object({{"type", "understudy_proxy"},
                             {"code", base::name_of(error.code)},
                             {"message", base::to_valid_utf8(base::message(error))}});
    const std::string hint = base::hint(error);
    if (!hint.empty()) told.set("hint", base::to_valid_utf8(hint));
    exchange.answer(head,
                    json::write_pretty(json::Value::object({{"error", std::move(told)}})) + '\n');
}

Relaying::Relaying(std::shared_ptr<RelayState> state, std::shared_ptr<io::Exchange> exchange,
                   RelayRoute route)
    : state_(std::move(state)),
      exchange_(std::move(exchange)),
      route_(std::move(route)),
      began_(exchange_->loop().now()) {
    state_->count_call();
    gathers_ = state_->looks_up(route_.is_callback);
    if (gathers_ || state_->records(route_.is_callback)) {
        taking_ = std::make_unique<cassette::HttpTaking>(
            route_.scheme, route_.host, recorded_head(exchange_->request(), route_),
            exchange_->has_body(), state_->options().most_body);
    }
    if (!gathers_) {
        begin();
        // The whole request is needed first, and a client may wait to be told that it is.
    } else if (exchange_->has_body() && exchange_->request().headers.has("expect")) {
        http::ResponseHead head;
        head.status = kContinue;
        exchange_->respond(head, std::nullopt);
    }
}

Relaying::~Relaying() {
    if (call_) call_->cancel();
}

void Relaying::begin() {
    const http::RequestHead& request = exchange_->request();
    const bool in_h2 = request.version == http::Version::Http2;
    const auto client = state_->client(exchange_->loop(), exchange_->origin().listener, in_h2);
    if (!client) return give_up(client.error());
    const http::Length length =
        exchange_->has_body() ? length_of(request.headers) : http::Length(0);
    call_ = (*client)->begin_as_is(route_.upstream, head_for_upstream(request, route_.host_header),
                                   length, back_);
}

void Relaying::on_piece(std::string_view bytes) {
    if (player_) return player_->on_piece(bytes);
    if (is_over_) return;
    if (taking_) taking_->sent(now(), bytes);
    if (!gathers_) return pass(bytes);
    gathered_ += bytes;
    if (gathered_.size() <= state_->options().most_body) return;
    is_over_ = true;
    const std::string limit = base::with_thousands(state_->options().most_body);
    answer_error(*exchange_, kTooLarge, {code::RelayCannotMatch, {{"limit", limit}}, {}, {}});
}

void Relaying::pass(std::string_view bytes) {
    if (!call_) return;
    call_->piece(bytes);
    if (call_->backlog() > io::Call::kFull) exchange_->hold(true);
}

void Relaying::on_end(const http::Headers& trailers) {
    if (player_) return player_->on_end(trailers);
    if (is_over_) return;
    if (taking_) taking_->sent_end(trailers);
    if (gathers_) return look_up(trailers);
    if (call_) call_->finish(trailers);
    if (!is_raw_) return;
    program_ended_ = true;
    if (upstream_ended_) conclude();
}

void Relaying::look_up(const http::Headers& trailers) {
    const RelayOptions& options = state_->options();
    const cassette::HttpInput input = taking_->input();
    if (options.mode == cassette::Mode::Forbid) {
        is_over_ = true;
        const base::Error error{code::RelayForbidden, {{"call", shown_call()}}, {}, {}};
        state_->tell(error, shown_call());
        return answer_error(*exchange_, kForbidden, error);
    }
    if (options.answers != nullptr) {
        player_ = options.answers->take(exchange_, input, route_.by_proxy);
        if (player_) return;
    }
    if (options.mode == cassette::Mode::Replay) {
        is_over_ = true;
        if (options.answers != nullptr) options.answers->refuse(exchange_, input, route_.by_proxy);
        return;
    }
    gathers_ = false;
    begin();
    if (!call_) return;
    pass(gathered_);
    gathered_ = std::string();
    call_->finish(trailers);
}

void Relaying::on_drained() {
    if (player_) return player_->on_drained();
    if (call_) call_->hold(false);
}

void Relaying::on_gone() {
    if (player_) return player_->on_gone();
    if (is_over_) return;
    if (call_) call_->cancel();
    if (!taking_) return;
    if (!taking_->has_answer()) {
        is_over_ = true;
        state_->count_left();
        return;
    }
    if (!upstream_ended_) taking_->broke(now(), false);
    conclude();
}

void Relaying::answered(const http::ResponseHead& head) {
    if (taking_) taking_->answered(head);
    if (head.status == kSwitching) return switched(head);
    if (!http::is_informational(head.status)) {
        has_head_ = true;
        exchange_->respond(head_for_program(head), length_of(head.headers));
    } else if (++interim_ <= kMostInterim) {
        exchange_->respond(head_for_program(head), std::nullopt);
    } else {
        call_->cancel();
        give_up({code::RelayTooManyInterim,
                 {{"host", base::quoted(route_.host)}, {"limit", std::to_string(kMostInterim)}},
                 {},
                 {}});
    }
}

void Relaying::switched(const http::ResponseHead& head) {
    if (exchange_->upgrade(head)) {
        has_head_ = is_raw_ = true;
        return;
    }
    call_->cancel();
    give_up({code::RelayCannotSwitch, {{"host", base::quoted(route_.host)}}, {}, {}});
}

void Relaying::came(std::string_view bytes) {
    if (taking_) taking_->came(now(), bytes);
    exchange_->piece(bytes);
    if (exchange_->backlog() > io::Exchange::kFull) call_->hold(true);
}

void Relaying::answer_ended(const http::Headers& trailers) {
    upstream_ended_ = true;
    if (taking_) taking_->ended(now(), trailers);
    exchange_->finish(trailers);
    if (!is_raw_ || program_ended_) conclude();
}

void Relaying::answer_failed(const base::Error& error) {
    const std::string_view word = error_word(error);
    if (has_head_) {
        const bool hard = error.arg("how") == "reset";
        const auto code = base::parse_int64(error.arg("stream"));
        if (taking_) taking_->broke(now(), hard);
        exchange_->break_off(hard, code ? static_cast<std::uint32_t>(*code) : kH2Cancel);
        return conclude();
    }
    const bool is_kept = taking_ && !word.empty();
    if (is_kept) taking_->failed(now(), word);
    if (is_kept || !taking_) {
        state_->tell(error, std::string(base::name_of(error.code)) + ' ' + route_.host);
    }
    answer_error(*exchange_, error.code == Code::IoNotAllowed ? kForbidden : kBadGateway, error);
    if (is_kept) return conclude();
    if (taking_) {
        drop({code::RelayNotKept, {{"call", shown_call()}, {"why", base::message(error)}}, {}, {}});
    }
    is_over_ = true;
}

// The exchange cannot go on, and it is not the upstream that ended it.
void Relaying::give_up(const base::Error& error) {
    if (is_over_) return;
    if (taking_) {
        drop({code::RelayNotKept, {{"call", shown_call()}, {"why", base::message(error)}}, {}, {}});
    } else {
        state_->tell(error, base::name_of(error.code));
    }
    is_over_ = true;
    if (has_head_) return exchange_->break_off(false, kH2Cancel);
    answer_error(*exchange_, kBadGateway, error);
}

std::int64_t Relaying::now() const {
    const auto since = exchange_->loop().now() - began_;
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

// Without its query, which may hold a secret.
std::string Relaying::shown_call() const {
    const http::RequestHead& request = exchange_->request();
    const std::string_view target = request.path_and_query();
    constexpr std::size_t kLongest = 100;
    const std::string_view path = target.substr(0, std::min(target.find('?'), kLongest));
    return base::to_valid_utf8(request.method + ' ' + route_.host + std::string(path));
}

void Relaying::drop(const base::Error& error) {
    taking_.reset();
    state_->lose(error);
}

void Relaying::conclude() {
    if (std::exchange(is_over_, true) || !taking_) return;
    if (!taking_->too_large().empty()) {
        const std::string limit = base::with_thousands(state_->options().most_body);
        return drop({code::RelayTooLarge,
                     {{"call", shown_call()},
                      {"what", std::string(taking_->too_large())},
                      {"limit", limit}},
                     {},
                     {}});
    }
    state_->keep(
        {std::move(*taking_), state_->since_begin(began_), route_.is_callback, route_.by_proxy});
    taking_.reset();
}

}  // namespace understudy::serve
