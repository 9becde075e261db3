#include "serve/relay.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "serve/code.hpp"
#include "serve/impl/relaying.hpp"

namespace understudy::serve {

namespace {

using cassette::Mode;

// A kept connection may be closed by the other side at any time, and a call that must not be made
// twice is lost then: servers keep theirs for some seconds at least.
constexpr std::chrono::seconds kKept(1);
constexpr std::size_t kConnections = 4'096;  // nobody waits for another
constexpr std::size_t kHeadBytes = std::size_t{256} * 1024;
constexpr std::size_t kFields = 1'000;

// CONNECT: what comes inside is an exchange of its own.
class Tunnel final : public io::Handler {
public:
    explicit Tunnel(std::shared_ptr<io::Exchange> exchange) : exchange_(std::move(exchange)) {}
    void on_end(const http::Headers& /*trailers*/) override {
        if (exchange_->intercept()) return;
        answer_error(*exchange_, 501, {code::RelayNoTunnel, {}, {}, {}});
    }

private:
    std::shared_ptr<io::Exchange> exchange_;
};

// Answered once the request is whole: a client that is still sending need not listen yet.
class Refusing final : public io::Handler {
public:
    Refusing(std::shared_ptr<io::Exchange> exchange, RelayRefusal refusal)
        : exchange_(std::move(exchange)), refusal_(std::move(refusal)) {
        if (exchange_->has_body() && exchange_->request().headers.has("expect")) answer();
    }
    void on_end(const http::Headers& /*trailers*/) override { answer(); }

private:
    void answer() {
        if (std::exchange(is_answered_, true)) return;
        answer_error(*exchange_, refusal_.status, refusal_.error);
    }

    std::shared_ptr<io::Exchange> exchange_;
    RelayRefusal refusal_;
    bool is_answered_ = false;
};

}  // namespace

RelayState::RelayState(RelayOptions how)
    : options_(std::move(how)), began_(std::chrono::steady_clock::now()) {}

bool RelayState::records(bool is_callback) const {
    const Mode mode = options_.mode;
    return mode == Mode::Record || mode == Mode::RecordMissing ||
           (mode == Mode::Shadow && !is_callback);
}

bool RelayState::looks_up(bool is_callback) const {
    const Mode mode = options_.mode;
    return !is_callback &&
           (mode == Mode::Replay || mode == Mode::RecordMissing || mode == Mode::Forbid);
}

io::ClientOptions RelayState::client_options(const RelayDoor& door, bool in_h2) const {
    io::ClientOptions how;
    how.authorities = options_.authorities;
    if (door.kind != RelayDoor::Kind::Callback) how.proxies = options_.proxies;
    how.offer_h2 = how.prior_h2 = in_h2;
    how.socket = door.socket;
    how.connections = kConnections;
    how.keep = kKept;
    how.limits.body_bytes = UINT64_MAX / 2;
    how.limits.head_bytes = kHeadBytes;
    how.limits.header_count = kFields;
    AllowList named = options_.allowed;
    if (door.kind != RelayDoor::Kind::Forward) named = AllowList({door.upstream.host});
    how.may_reach = [named = std::move(named)](std::string_view address) {
        return named.allows_address(address);
    };
    return how;
}

base::Result<io::Client*> RelayState::client(io::Loop& loop, std::size_t door, bool in_h2) {
    const std::lock_guard lock(mutex_);
    auto& client = clients_[{&loop, door, in_h2}];
    if (!client) {
        client = TRY(io::Client::make(loop.shared_from_this(),
                                      client_options(options_.doors.at(door), in_h2)));
    }
    return client.get();
}

std::vector<std::uint16_t> RelayState::own_ports() const {
    const std::lock_guard lock(mutex_);
    return own_ports_;
}

void RelayState::set_own_ports(std::vector<std::uint16_t> ports) {
    const std::lock_guard lock(mutex_);
    own_ports_ = std::move(ports);
}

std::chrono::nanoseconds RelayState::since_begin(io::SteadyTime time) const {
    return std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(time - began_));
}

void RelayState::count_call() {
    const std::lock_guard lock(mutex_);
    ++counts_.calls;
}

void RelayState::count_left() {
    const std::lock_guard lock(mutex_);
    ++counts_.left;
}

void RelayState::count_refused() {
    const std::lock_guard lock(mutex_);
    ++counts_.refused;
}

void RelayState::tell(const base::Error& error, std::string_view about) {
    constexpr std::size_t kMostTold = 1'000;
    if (!options_.told) return;
    {
        const std::lock_guard lock(mutex_);
        if (told_.size() >= kMostTold || !told_.insert(std::string(about)).second) return;
    }
    options_.told(error);
}

void RelayState::keep(Relayed call) {
    const std::size_t bytes = call.taking.bytes();
    {
        const std::lock_guard lock(mutex_);
        if (kept_.size() < options_.most_calls && bytes <= options_.most_bytes - kept_bytes_) {
            kept_bytes_ += bytes;
            kept_.push_back(std::move(call));
            return;
        }
        ++counts_.lost;
    }
    tell({code::RelayTooMuch,
          {{"calls", base::with_thousands(options_.most_calls)},
           {"bytes", base::with_thousands(options_.most_bytes)}},
          {},
          {}},
         "too much");
}

void RelayState::lose(const base::Error& error) {
    {
        const std::lock_guard lock(mutex_);
        ++counts_.lost;
    }
    tell(error, base::message(error));
}

std::vector<Relayed> RelayState::take() {
    const std::lock_guard lock(mutex_);
    std::vector<Relayed> all = std::move(kept_);
    kept_.clear();
    std::stable_sort(all.begin(), all.end(),
                     [](const Relayed& a, const Relayed& b) { return a.at < b.at; });
    return all;
}

Relay::Counts RelayState::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

struct Relay::State : RelayState {
    using RelayState::RelayState;
};

Relay::Relay(std::shared_ptr<State> state) : state_(std::move(state)) {}

Relay::~Relay() {
    state_->forget_clients();
}

base::Result<std::unique_ptr<Relay>> Relay::make(RelayOptions options) {
    // Read once before anything is served, so that a wrong file is told at once.
    io::ClientOptions trial;
    trial.authorities = options.authorities;
    TRY(io::Client::make(std::make_shared<io::Loop>(), trial));
    return std::unique_ptr<Relay>(new Relay(std::make_shared<State>(std::move(options))));
}

io::Accept Relay::accept() {
    return [state = state_](
               const std::shared_ptr<io::Exchange>& exchange) -> std::unique_ptr<io::Handler> {
        const std::size_t door = exchange->origin().listener;
        RouteFound found =
            route_of(exchange->request(), exchange->origin(), state->options().doors.at(door),
                     state->options().allowed, state->own_ports());
        if (found.refusal) {
            state->count_refused();
            state->tell(found.refusal->error, base::message(found.refusal->error));
            return std::make_unique<Refusing>(exchange, std::move(*found.refusal));
        }
        if (found.route->is_tunnel) return std::make_unique<Tunnel>(exchange);
        return std::make_unique<Relaying>(state, exchange, std::move(*found.route));
    };
}

void Relay::set_own_ports(std::vector<std::uint16_t> ports) {
    state_->set_own_ports(std::move(ports));
}

std::vector<Relayed> Relay::take() {
    return state_->take();
}

Relay::Counts Relay::counts() const {
    return state_->counts();
}

}  // namespace understudy::serve
