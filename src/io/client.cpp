#include "io/client.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "base/text.hpp"
#include "io/impl/limit_text.hpp"
#include "io/impl/outbound.hpp"

namespace understudy::io {

using base::Code;
using base::Result;

// The pool: for each origin its connections and the calls that wait for one.
struct Client::State final : OutboundOwner {
    struct Line {
        std::vector<std::unique_ptr<Outbound>> connections;
        std::deque<std::shared_ptr<Outgoing>> waiting;
        bool one_each = false;  // it was seen to speak HTTP/1.1: a connection for each call
        bool serving = false;   // serve() is on its way
    };

    std::shared_ptr<Loop> loop;
    ClientOptions options;
    std::unique_ptr<TlsClient> tls;  // reading the system's store takes a while: when it is needed
    std::map<std::string, Line> lines;
    std::map<const Outbound*, Line*> line_of;
    std::vector<std::unique_ptr<Outbound>> buried;  // until no call is inside them
    bool closing = false;
    std::weak_ptr<State> weak_self;

    std::shared_ptr<Call> begin(std::shared_ptr<Outgoing> call);
    void serve(Line& line, const http::Url& url);
    void serve_later(Line& line, const http::Url& url);
    bool open_one(Line& line, const http::Url& url);
    std::size_t wanted(const Line& line, const http::Url& url) const;
    static void fail_waiting(Line& line, const base::Error& error);
    void on_room(Outbound& connection) override;
    void on_refused(Outbound& connection, std::shared_ptr<Outgoing> call) override;
    void on_gone(Outbound& connection, std::vector<std::shared_ptr<Outgoing>> again) override;
    void bury(std::unique_ptr<Outbound> connection);
    static void forget_cancelled(Line& line);
};

void Client::State::forget_cancelled(Line& line) {
    std::erase_if(line.waiting, [](const auto& call) { return call->is_over(); });
}

// Gives waiting calls to connections with room, and opens new ones for the rest.
void Client::State::serve(Line& line, const http::Url& url) {
    forget_cancelled(line);
    for (std::size_t i = 0; i < line.connections.size() && !line.waiting.empty(); ++i) {
        while (!line.waiting.empty() && i < line.connections.size() &&
               line.connections[i]->has_room()) {
            if (line.connections[i]->has_died_quietly(*line.waiting.front())) {
                line.connections[i]->close_as_dead();
                continue;
            }
            const auto call = std::move(line.waiting.front());
            line.waiting.pop_front();
            line.connections[i]->take(call);
        }
    }
    std::size_t opening = 0;
    for (const auto& connection : line.connections) opening += connection->is_opening() ? 1 : 0;
    while (opening < wanted(line, url) && line.connections.size() < options.connections &&
           open_one(line, url)) {
        ++opening;
    }
}

// Not from within a call that others are in the middle of.
void Client::State::serve_later(Line& line, const http::Url& url) {
    if (std::exchange(line.serving, true)) return;
    // Not the call: it holds the loop, and a loop that runs no more keeps what was posted to it.
    loop->post([weak = weak_self, &line, url] {
        const auto state = weak.lock();
        if (!state) return;
        line.serving = false;
        state->serve(line, url);
    });
}

bool Client::State::open_one(Line& line, const http::Url& url) {
    if (http::is_secure(url) && !tls) {
        auto made = TlsClient::make(options.authorities);
        if (!made) {
            fail_waiting(line, made.error());
            return false;
        }
        tls = std::move(*made);
    }
    auto connection = std::make_unique<Outbound>(*this, loop, options, tls.get(), url,
                                                 options.proxies.for_url(url));
    Outbound& fresh = *connection;
    line_of[&fresh] = &line;
    line.connections.push_back(std::move(connection));
    fresh.start();
    return true;
}

// How many connections should be opening. Where HTTP/2 may be spoken one is enough for all, and
// whether it is shows when it is open.
std::size_t Client::State::wanted(const Line& line, const http::Url& url) const {
    const bool asks = http::is_secure(url) ? options.offer_h2 : options.prior_h2;
    const bool may_share = asks && !line.one_each;
    return may_share ? std::min<std::size_t>(1, line.waiting.size()) : line.waiting.size();
}

void Client::State::on_room(Outbound& connection) {
    Line& line = *line_of.at(&connection);
    line.one_each = !connection.is_shared();
    forget_cancelled(line);
    while (!line.waiting.empty() && connection.has_room()) {
        if (connection.has_died_quietly(*line.waiting.front())) {
            connection.close_as_dead();
            return;
        }
        const auto call = std::move(line.waiting.front());
        line.waiting.pop_front();
        connection.take(call);
    }
    if (!line.waiting.empty()) {
        const http::Url url = line.waiting.front()->url;
        serve(line, url);
    }
}

// A connection could not be opened. While another is open, those who wait are served by it;
// otherwise those who have none coming fail, so that nobody tries for ever.
void Client::State::fail_waiting(Line& line, const base::Error& error) {
    std::size_t opening = 0;
    for (const auto& connection : line.connections) {
        if (!connection->is_opening()) return;
        ++opening;
    }
    forget_cancelled(line);
    std::vector<std::shared_ptr<Outgoing>> failed;
    while (line.waiting.size() > opening) {
        failed.push_back(std::move(line.waiting.front()));
        line.waiting.pop_front();
    }
    for (const auto& call : failed) call->fail(error);
}

void Client::State::on_refused(Outbound& connection, std::shared_ptr<Outgoing> call) {
    Line& line = *line_of.at(&connection);
    const http::Url url = call->url;
    line.waiting.push_back(std::move(call));
    serve_later(line, url);
}

void Client::State::on_gone(Outbound& connection, std::vector<std::shared_ptr<Outgoing>> again) {
    Line& line = *line_of.at(&connection);
    line_of.erase(&connection);
    const bool never_opened = connection.is_fresh();
    const auto found = std::find_if(line.connections.begin(), line.connections.end(),
                                    [&](const auto& one) { return one.get() == &connection; });
    const base::Error error = connection.last_error();
    bury(std::move(*found));
    line.connections.erase(found);
    for (auto call = again.rbegin(); call != again.rend(); ++call) line.waiting.push_front(*call);
    if (closing) return;
    if (never_opened) {
        fail_waiting(line, error);
    } else if (!line.waiting.empty()) {
        const http::Url url = line.waiting.front()->url;
        serve(line, url);
    }
}

void Client::State::bury(std::unique_ptr<Outbound> connection) {
    buried.push_back(std::move(connection));
    if (buried.size() > 1 || closing) return;
    loop->post([weak = weak_self] {
        if (const auto self = weak.lock()) self->buried.clear();
    });
}

Client::Client(std::shared_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<Client>> Client::make(std::shared_ptr<Loop> loop, ClientOptions options) {
    auto state = std::make_shared<State>();
    state->weak_self = state;
    state->loop = std::move(loop);
    if (!options.authorities.empty()) state->tls = TRY(TlsClient::make(options.authorities));
    state->options = std::move(options);
    return std::unique_ptr<Client>(new Client(std::move(state)));
}

Client::~Client() {
    state_->closing = true;
    for (auto& [origin, line] : state_->lines) {
        for (const auto& call : std::exchange(line.waiting, {})) call->cancel();
        while (!line.connections.empty()) {
            line.connections.back()->cancel_all();
        }
    }
}

Result<std::shared_ptr<Call>> Client::begin(std::string_view url, http::RequestHead head,
                                            http::Length length, Answer& answer,
                                            std::optional<std::chrono::milliseconds> limit) {
    auto call = std::make_shared<Outgoing>();
    call->url = TRY(http::parse_url(url));
    head.target = http::target(call->url);
    head.scheme = http::is_secure(call->url) ? "https" : "http";
    head.authority = http::authority(call->url);
    call->head = std::move(head);
    call->length = length;
    call->answer = &answer;
    if (limit) {
        call->timer = state_->loop->after(*limit, [weak = std::weak_ptr(call), limit = *limit] {
            const auto late = weak.lock();
            if (!late || late->is_over()) return;
            const base::Error error{Code::IoTimedOut,
                                    {{"what", "the call to " + http::authority(late->url)},
                                     {"limit", limit_text(limit)}},
                                    {},
                                    {}};
            Answer* told = std::exchange(late->answer, nullptr);
            if (late->connection != nullptr) late->connection->drop(*late);
            late->sever();
            told->on_failed(error);
        });
    }
    return state_->begin(std::move(call));
}

std::shared_ptr<Call> Client::begin_as_is(const http::Url& url, http::RequestHead head,
                                          http::Length length, Answer& answer) {
    auto call = std::make_shared<Outgoing>();
    call->url = url;
    head.scheme = http::is_secure(url) ? "https" : "http";
    if (head.authority.empty()) head.authority = http::authority(url);
    call->head = std::move(head);
    call->length = length;
    call->answer = &answer;
    return state_->begin(std::move(call));
}

std::shared_ptr<Call> Client::State::begin(std::shared_ptr<Outgoing> call) {
    call->loop = loop;
    call->finished = call->length && *call->length == 0;
    Line& line = lines[http::origin(call->url)];
    line.waiting.push_back(call);
    // Not from within this call: the answer hears nothing before its caller has the call in hand.
    serve_later(line, call->url);
    return call;
}

std::size_t Client::connections() const {
    return state_->line_of.size();
}

}  // namespace understudy::io
