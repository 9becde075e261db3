#include "serve/station.hpp"

#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "base/text.hpp"
#include "serve/courier.hpp"
#include "serve/feed.hpp"
#include "serve/impl/arrival.hpp"
#include "serve/socket_talk.hpp"
#include "serve/vendor.hpp"

namespace understudy::serve {

namespace {

struct Listener {
    Door door;
    std::atomic<std::uint16_t> port{0};  // known once it is open
};

// Those of one server. Answers that are given from elsewhere ask whether its loops are still there.
struct Listeners {
    std::vector<std::unique_ptr<Listener>> all;
    std::mutex mutex;
    bool is_gone = false;  // guarded by mutex

    void post(io::Exchange& exchange, std::function<void()> work) {
        const std::lock_guard lock(mutex);
        if (!is_gone) exchange.loop().post(std::move(work));
    }
    void end() {
        const std::lock_guard lock(mutex);
        is_gone = true;
    }
};

http::ResponseHead text_head(int status) {
    http::ResponseHead head;
    head.status = status;
    head.headers.add("Content-Type", "text/plain; charset=utf-8");
    return head;
}

std::string not_our_host(const Hub& hub, const std::string& host) {
    const std::vector<std::string> hosts = hub.declared_hosts();
    std::string text = "understudy: this proxy makes no connections; " + base::quoted(host) +
                       " is none of the hosts its packs declare";
    if (!hosts.empty()) text += " (" + base::join(hosts, ", ") + ')';
    return text + '\n';
}

// False: the trouble is all there is.
bool spoil(io::Exchange& exchange, const world::Wire& wire) {
    http::FaultContext context;
    context.seed = wire.seed;
    context.fault_id = wire.fault;
    context.match = wire.match;
    context.version = exchange.request().version;
    auto fault = http::make_fault(wire.transport, context);
    if (!fault) return true;  // it was checked when it was armed
    exchange.spoil(std::move(*fault));
    if (!wire.unanswered) return true;
    exchange.finish();
    return false;
}

void leave(const std::shared_ptr<io::Exchange>& exchange, const VendorAnswer& answer) {
    if (answer.wire && !spoil(*exchange, *answer.wire)) return;
    if (answer.stream) return answer.stream->start(exchange, answer.head);
    exchange->answer(answer.head, *answer.body);
}

void leave(const std::shared_ptr<io::Exchange>& exchange, const ControlAnswer& answer) {
    exchange->answer(answer.head, answer.body);
}

void refuse(const std::shared_ptr<io::Exchange>& exchange, const VendorAnswer& /*instead_of*/,
            const base::Error& error) {
    leave(exchange, vendor_failure(error));
}

void refuse(const std::shared_ptr<io::Exchange>& exchange, const ControlAnswer& /*instead_of*/,
            const base::Error& error) {
    leave(exchange, Control::failure(error));
}

// The answer leaves when everything that was done before it is kept. The exchange may outlive its
// handler, and so does what waits here.
template <class Answer>
void leave_when_kept(world::Journal& journal, const std::shared_ptr<io::Exchange>& exchange,
                     Answer answer) {
    struct Departure {
        std::shared_ptr<io::Exchange> exchange;
        Answer answer;
    };
    auto departure = std::make_shared<Departure>(Departure{exchange, std::move(answer)});
    // Given away by the store's thread, so that the exchange ends on its own loop.
    const auto told = [departure](const base::Result<void>& kept) mutable {
        io::Loop& loop = departure->exchange->loop();
        loop.post([departure = std::move(departure), kept] {
            if (kept) {
                leave(departure->exchange, departure->answer);
            } else {
                refuse(departure->exchange, departure->answer, kept.error());
            }
        });
    };
    const base::Result<bool> kept = journal.when_kept(told);
    if (!kept) {
        refuse(exchange, departure->answer, kept.error());
    } else if (*kept) {
        leave(exchange, departure->answer);
    }
}

template <class Answer>
void leave_in_time(world::Journal& journal, const std::shared_ptr<io::Exchange>& exchange,
                   Answer answer) {
    if (journal.keeps_rows()) {
        leave_when_kept(journal, exchange, std::move(answer));
    } else {
        leave(exchange, answer);
    }
}

// One request: gathers the body, then answers on the same thread, or when the store has written
// what was done.
class Asked final : public io::Handler {
public:
    Asked(std::shared_ptr<io::Exchange> exchange, Hub& hub, const Control& control,
          std::shared_ptr<Listeners> listeners)
        : exchange_(std::move(exchange)),
          hub_(hub),
          control_(control),
          listeners_(std::move(listeners)),
          listener_(*listeners_->all[exchange_->origin().listener]) {
        is_control_ = is_control_path(exchange_->request().path_and_query());
    }
    // The answer has left, or nobody waits for it.
    ~Asked() override {
        if (release_) release_();
        if (!owing_) return;
        // Behind the bytes of this turn.
        exchange_->loop().after(std::chrono::nanoseconds(0),
                                [world = std::move(owing_)] { world->send_due(); });
    }
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

    void on_piece(std::string_view bytes) override {
        if (talk_) return talk_->feed(bytes);
        if (is_control_) {
            bytes = bytes.substr(0, kControlBodyBytes + 1 - body_.size());
        }
        body_ += bytes;
    }

    void on_end(const http::Headers& /*trailers*/) override {
        if (talk_) return talk_->feed_end();
        const http::RequestHead& request = exchange_->request();
        Destination destination = destination_of(request, exchange_->origin(), listener_.port);
        const Scope scope = hub_.scope_of(listener_.door, destination.host, destination.by_proxy);
        if (scope.is_foreign) {
            exchange_->answer(text_head(403), not_our_host(hub_, destination.host));
            return;
        }
        if (request.method == "CONNECT") {
            if (exchange_->intercept()) return;
            exchange_->answer(text_head(501), "understudy: CONNECT needs HTTP/1.1 here\n");
            return;
        }
        if (is_control_) {
            ControlAnswer answer = control_.answer(request, body_, scope);
            if (answer.feed) {
                feed_ = std::make_shared<FeedReader>(exchange_, std::move(answer.feed->world),
                                                     answer.feed->after);
                feed_->start(std::move(answer.head));
                return;
            }
            if (answer.later) {
                wait_for(answer);
                return;
            }
            owing_ = std::move(answer.owing);
            send(std::move(answer));
            return;
        }
        const Arrival arrival{scope, std::move(destination.host), std::move(destination.origin)};
        VendorAnswer answer = answer_vendor(hub_, arrival, {request, std::move(body_)});
        if (answer.socket != pack::kNone) {
            talk_ = std::make_shared<SocketTalk>(exchange_, hub_, arrival, std::move(answer.pack),
                                                 answer.socket);
            return talk_->start();
        }
        release_ = std::move(answer.release);
        owing_ = std::move(answer.owing);
        stream_ = answer.stream;
        send(std::move(answer));
    }

    void on_gone() override {
        if (stream_) stream_->stop();
        if (talk_) talk_->stop();
    }

    void on_drained() override {
        if (feed_) feed_->write();
    }

private:
    template <class Answer>
    void send(Answer answer) {
        leave_in_time(hub_.journal(), exchange_, std::move(answer));
    }

    // The answer is for others to give, from whatever thread.
    void wait_for(const ControlAnswer& answer) {
        answer.later([exchange = exchange_, listeners = listeners_,
                      &journal = hub_.journal()](ControlAnswer given) {
            listeners->post(*exchange, [exchange, &journal, given = std::move(given)]() mutable {
                leave_in_time(journal, exchange, std::move(given));
            });
        });
    }

    std::shared_ptr<io::Exchange> exchange_;
    Hub& hub_;
    const Control& control_;
    std::shared_ptr<Listeners> listeners_;
    const Listener& listener_;
    bool is_control_ = false;
    std::string body_;
    std::function<void()> release_;
    std::shared_ptr<RunningWorld> owing_;
    std::shared_ptr<FeedReader> feed_;
    std::shared_ptr<PacedStream> stream_;
    std::shared_ptr<SocketTalk> talk_;
};

}  // namespace

struct Station::State {
    Hub& hub;
    StationOptions options;
    std::unique_ptr<Control> control;
    std::unique_ptr<Courier> courier;

    struct Open {
        std::shared_ptr<Listeners> listeners;
        std::unique_ptr<io::Server> server;
    };
    std::mutex mutex;
    std::vector<Open> shared;                          // opened by open()
    std::unordered_map<std::uint64_t, Open> private_;  // of one world each, by serial
    std::vector<std::thread> closing;
    bool stopped = false;

    base::Result<Open> start(std::vector<ListenerOrder> orders, unsigned loops);
    base::Result<Reach> open_for_world(const std::string& address, const Door& door);
    void close_for_world(std::uint64_t world);
    void end(const Open& open) const;
};

base::Result<Station::State::Open> Station::State::start(std::vector<ListenerOrder> orders,
                                                         unsigned loops) {
    Open open;
    open.listeners = std::make_shared<Listeners>();
    io::ServerOptions how;
    how.addresses.clear();
    for (ListenerOrder& order : orders) {
        how.addresses.push_back(std::move(order.address));
        open.listeners->all.push_back(std::make_unique<Listener>());
        open.listeners->all.back()->door = order.door;
    }
    how.allow_outside = options.allow_outside;
    how.authority = options.authority;
    how.loops = loops;
    open.server =
        TRY(io::Server::start(std::move(how), [this, listeners = open.listeners](
                                                  const std::shared_ptr<io::Exchange>& exchange) {
            return std::make_unique<Asked>(exchange, hub, *control, listeners);
        }));
    for (std::size_t i = 0; i < open.listeners->all.size(); ++i) {
        open.listeners->all[i]->port = open.server->addresses()[i].port;
    }
    return open;
}

base::Result<Reach> Station::State::open_for_world(const std::string& address, const Door& door) {
    Open open = TRY(start({{address, door}}, 1));
    const io::Address& real = open.server->addresses().front();
    Reach reach{real.url(), real.port, {}};
    std::vector<std::uint64_t> orphans;  // of worlds whose time was over
    {
        const std::lock_guard lock(mutex);
        for (const auto& [world, other] : private_) {
            if (!hub.find_serial(world)) orphans.push_back(world);
        }
        private_.insert_or_assign(door.world, std::move(open));
    }
    for (const std::uint64_t world : orphans) close_for_world(world);
    return reach;
}

// The store may still have answers for the server's loops, which end with the server.
void Station::State::end(const Open& open) const {
    open.server->shut_down();
    // Nobody is left to be told of a failure.
    if (hub.journal().keeps_rows()) static_cast<void>(hub.journal().commit().has_value());
    open.listeners->end();
}

// The call that ends a world may have come in by the world's own listener, whose thread cannot wait
// for itself.
void Station::State::close_for_world(std::uint64_t world) {
    const std::lock_guard lock(mutex);
    const auto found = private_.find(world);
    if (found == private_.end() || stopped) return;
    closing.emplace_back(
        [this, open = std::make_shared<Open>(std::move(found->second))] { end(*open); });
    private_.erase(found);
}

Station::Station(Hub& hub, StationOptions options)
    : state_(new State{hub, std::move(options), nullptr, nullptr, {}, {}, {}, {}, false}) {
    CourierOptions delivering;
    delivering.longest = state_->options.delivery_timeout;
    state_->courier = std::make_unique<Courier>(hub.journal(), std::move(delivering));
    hub.set_errands(state_->courier.get());
    ControlOptions how;
    how.version = state_->options.version;
    how.host = state_->options.host;
    how.open = [state = state_.get()](const std::string& address, const Door& door) {
        return state->open_for_world(address, door);
    };
    how.close = [state = state_.get()](std::uint64_t world) { state->close_for_world(world); };
    state_->control = std::make_unique<Control>(hub, std::move(how));
}

Station::~Station() {
    shut_down();
}

base::Result<std::vector<io::Address>> Station::open(std::vector<ListenerOrder> orders) {
    State::Open open = TRY(state_->start(std::move(orders), state_->options.loops));
    std::vector<io::Address> addresses = open.server->addresses();
    {
        const std::lock_guard lock(state_->mutex);
        state_->shared.push_back(std::move(open));
    }
    // What an earlier process has left to deliver; receivers can call back from here on.
    for (const auto& world : state_->hub.worlds()) {
        if (!state_->hub.packs()[world->identity.pack].pack->webhooks.empty()) world->send_due();
    }
    return addresses;
}

void Station::shut_down() {
    state_->hub.set_errands(nullptr);
    state_->courier->stop();
    for (const auto& world : state_->hub.worlds()) {
        world->give_up_waiting({503, "shutting_down", "the process ends", {}, {}});
    }
    std::vector<State::Open> open;
    std::vector<std::thread> closing;
    {
        const std::lock_guard lock(state_->mutex);
        state_->stopped = true;
        open = std::move(state_->shared);
        for (auto& [world, one] : state_->private_) open.push_back(std::move(one));
        state_->private_.clear();
        closing = std::move(state_->closing);
    }
    for (const State::Open& one : open) state_->end(one);
    for (std::thread& thread : closing) thread.join();
}

namespace {

ControlAnswer waited_for(const ControlAnswer& answer) {
    std::promise<ControlAnswer> promise;
    answer.later([&promise](ControlAnswer given) { promise.set_value(std::move(given)); });
    return promise.get_future().get();
}

}  // namespace

http::Response Station::answer(const Door& door, http::Request request) {
    Destination destination = destination_of(request.head, {}, 0);
    const Scope scope = state_->hub.scope_of(door, destination.host, destination.by_proxy);
    http::Response response;
    const auto kept = [this]() -> base::Result<void> {
        world::Journal& journal = state_->hub.journal();
        return journal.keeps_rows() ? journal.commit() : base::Result<void>();
    };
    if (is_control_path(request.head.path_and_query())) {
        ControlAnswer answer = state_->control->answer(request.head, request.body, scope);
        if (answer.later) answer = waited_for(answer);
        if (const auto written = kept(); !written) answer = Control::failure(written.error());
        if (answer.owing) answer.owing->send_due();
        if (answer.feed)
            answer.body = feed_after(*answer.feed->world, answer.feed->after, true).text;
        response.head = std::move(answer.head);
        response.pieces.push_back({std::move(answer.body), {}});
        return response;
    }
    VendorAnswer answer = answer_vendor(
        state_->hub, {scope, std::move(destination.host), std::move(destination.origin)},
        std::move(request));
    if (const auto written = kept(); !written) answer = vendor_failure(written.error());
    if (answer.owing) answer.owing->send_due();
    response.head = std::move(answer.head);
    response.pieces.push_back({*answer.body, {}});
    return response;
}

const Control& Station::control() const {
    return *state_->control;
}

}  // namespace understudy::serve
