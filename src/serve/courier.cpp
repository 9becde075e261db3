#include "serve/courier.hpp"

#include <mutex>
#include <thread>
#include <unordered_map>

#include "base/text.hpp"
#include "http/url.hpp"
#include "io/client.hpp"

namespace understudy::serve {

namespace {

using Milliseconds = std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

// Of an answer's body this much is kept; what comes behind it is not waited for.
constexpr std::size_t kAnswerBytes = std::size_t{64} * 1024;

base::Instant wall_now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(since - seconds);
    return {seconds.count(), static_cast<std::int32_t>(rest.count())};
}

Milliseconds to_milliseconds(base::Duration duration) {
    return std::chrono::seconds(duration.seconds) + Milliseconds(duration.nanoseconds / 1'000'000);
}

std::string trouble_of(const base::Error& error) {
    switch (error.code) {
        case base::Code::IoTimedOut: return "timeout";
        case base::Code::IoTlsFailed:
        case base::Code::IoCertificateRefused: return "tls";
        case base::Code::IoCannotConnect:
        case base::Code::IoCannotResolve: return "refused";
        default: return "reset";  // lost, or no HTTP at all
    }
}

int sink_status(const http::Url& url) {
    const std::string_view path = url.path;
    const auto status = path.size() >= 4 ? base::parse_int64(path.substr(1, 3)) : std::nullopt;
    const bool is_whole = path.size() == 4 || (path.size() > 4 && path[4] == '/');
    return status && is_whole && *status >= 200 && *status <= 599 ? static_cast<int>(*status) : 204;
}

// A world, and which of its lives: what belongs to an earlier one is dropped.
struct Home {
    std::shared_ptr<RunningWorld> world;
    std::uint64_t era = 0;
};

// One request on its way.
class Errand final : public io::Answer {
public:
    using Over = std::function<void(Errand&)>;

    Errand(Home home, world::Outgoing what, Over over)
        : home_(std::move(home)), over_(std::move(over)), began_(SteadyClock::now()) {
        report_.delivery = what.delivery;
        report_.attempt = what.attempt;
        report_.url = std::move(what.url);
        report_.sent = std::move(what.headers);
        report_.sent_body = std::move(what.body);
        timeout_ = to_milliseconds(what.timeout);
    }

    void send(io::Client& client, Milliseconds longest) {
        http::RequestHead head;
        head.method = "POST";
        for (const auto& [name, value] : report_.sent) head.headers.add(name, value);
        const std::string& body = *report_.sent_body;
        auto call = client.begin(report_.url, std::move(head), body.size(), *this,
                                 std::min(timeout_, longest));
        if (!call) return end(trouble_of(call.error()));
        call_ = std::move(*call);
        call_->piece(body);
        if (!is_over_) call_->finish();
    }

    void answer_itself(int status) {
        report_.status = status;
        end("");
    }

    void on_response(const http::ResponseHead& head) override {
        if (http::is_informational(head.status)) return;
        report_.status = head.status;
        for (const auto& header : head.headers) {
            report_.headers.emplace_back(std::string(header.name), std::string(header.value));
        }
    }
    void on_piece(std::string_view bytes) override {
        const std::size_t room = kAnswerBytes - report_.body.size();
        report_.body += bytes.substr(0, room);
        if (bytes.size() < room) return;
        // Enough is known. The rest may be a gigabyte.
        is_enough_ = true;
        end("");
    }
    void on_end(const http::Headers& /*trailers*/) override { end(""); }
    void on_failed(const base::Error& error) override { end(trouble_of(error)); }

    // Its name among the errands. Not its address: one that was let go leaves that to the next, and
    // word of its own end may still be on the way.
    std::uint64_t number = 0;

    const Home& home() const { return home_; }
    const world::Report& report() const { return report_; }
    void let_go() {
        if (call_ && (is_enough_ || !is_over_)) call_->cancel();
        call_ = nullptr;
    }

private:
    void end(std::string trouble) {
        if (is_over_) return;
        is_over_ = true;
        if (!trouble.empty()) report_.status = 0;
        report_.trouble = std::move(trouble);
        const auto took = SteadyClock::now() - began_;
        report_.elapsed_ms =
            static_cast<std::uint64_t>(std::chrono::duration_cast<Milliseconds>(took).count());
        over_(*this);
    }

    Home home_;
    Over over_;
    SteadyClock::time_point began_;
    Milliseconds timeout_{0};
    world::Report report_;
    std::shared_ptr<io::Call> call_;
    bool is_over_ = false;
    bool is_enough_ = false;
};

}  // namespace

struct Courier::State : std::enable_shared_from_this<Courier::State> {
    State(world::Journal& to, CourierOptions how) : journal(to), options(std::move(how)) {}

    world::Journal& journal;
    CourierOptions options;
    std::shared_ptr<io::Loop> loop = std::make_shared<io::Loop>();
    // On the loop's thread only.
    std::unique_ptr<io::Client> client;
    std::unordered_map<std::uint64_t, std::unique_ptr<Errand>> errands;
    std::uint64_t last_errand = 0;

    std::mutex mutex;
    std::thread thread;    // guarded by mutex
    bool stopped = false;  // guarded by mutex

    // Does it on the courier's thread, which begins with its first errand.
    void post(std::function<void()> work) {
        const std::lock_guard lock(mutex);
        if (stopped) return;
        if (!thread.joinable()) thread = std::thread([this] { loop->run(); });
        loop->post(std::move(work));
    }

    io::Client* connected() {
        if (client) return client.get();
        io::ClientOptions how;
        how.authorities = options.authorities;
        how.offer_h2 = false;
        // A kept connection may have been closed by its receiver, and a POST is not made twice.
        how.keep = Milliseconds(0);
        // Receivers of many worlds may share an origin, and none is to wait for another.
        how.connections = 4'096;
        auto made = io::Client::make(loop, std::move(how));
        if (made) client = std::move(*made);
        return client.get();
    }

    // What was decided must be kept before anybody hears of it.
    void begin_when_kept(Home home, std::vector<world::Begun> begun) {
        const auto self = shared_from_this();
        const auto begin = [self, home, begun] {
            for (const world::Begun& one : begun) self->begin(home, one);
        };
        if (!journal.keeps_rows()) return begin();
        // What cannot be kept is not sent, and nobody waits for it.
        const auto give_up = [home](const base::Error& error) {
            home.world->give_up_waiting(
                {500, "store_failed", base::message(error), {}, base::hint(error)});
        };
        const base::Result<bool> kept =
            journal.when_kept([self, begin, give_up](const base::Result<void>& written) {
                if (written) {
                    self->post(begin);
                } else {
                    self->post([give_up, error = written.error()] { give_up(error); });
                }
            });
        if (!kept) {
            give_up(kept.error());
        } else if (*kept) {
            begin();
        }
    }

    void begin(const Home& home, const world::Begun& begun) {
        auto what = home.world->outgoing(begun, wall_now(), home.era);
        if (!what) return;  // it is not wanted any more
        const auto over = [this](Errand& errand) {
            loop->post([this, number = errand.number] { end(number); });
        };
        if (!*what) {
            // The pack's own expressions fail: nothing can be sent.
            world::Outgoing nothing;
            nothing.delivery = begun.delivery;
            nothing.attempt = begun.attempt;
            nothing.body = std::make_shared<const std::string>();
            add(std::make_unique<Errand>(home, std::move(nothing), over)).on_failed(what->error());
            return;
        }
        const auto url = http::parse_url((*what)->url);
        Errand& errand = add(std::make_unique<Errand>(home, std::move(**what), over));
        if (url && url->host == kSinkHost) return errand.answer_itself(sink_status(*url));
        io::Client* to = connected();
        if (to == nullptr) return errand.on_failed({base::Code::IoSystem, {}, {}, {}});
        errand.send(*to, options.longest);
    }

    Errand& add(std::unique_ptr<Errand> errand) {
        Errand& added = *errand;
        added.number = ++last_errand;
        errands.emplace(added.number, std::move(errand));
        return added;
    }

    void end(std::uint64_t number) {
        const auto found = errands.find(number);
        if (found == errands.end()) return;
        const std::unique_ptr<Errand> over = std::move(found->second);
        errands.erase(found);
        over->let_go();
        const Home& home = over->home();
        home.world->report(over->report(), home.era);
    }
};

Courier::Courier(world::Journal& journal, CourierOptions options)
    : state_(std::make_shared<State>(journal, std::move(options))) {}

Courier::~Courier() {
    stop();
}

void Courier::deliver(std::shared_ptr<RunningWorld> world, std::vector<world::Begun> begun,
                      std::uint64_t era) {
    state_->post([state = state_.get(), home = Home{std::move(world), era},
                  begun = std::move(begun)] { state->begin_when_kept(home, begun); });
}

void Courier::abandon(std::uint64_t serial, std::uint64_t era) {
    state_->post([state = state_.get(), serial, era] {
        std::erase_if(state->errands, [&](const auto& one) {
            const Home& home = one.second->home();
            if (home.world->identity.serial != serial || home.era >= era) return false;
            one.second->let_go();
            return true;
        });
    });
}

void Courier::wake(std::weak_ptr<RunningWorld> world, std::chrono::nanoseconds after) {
    state_->post([state = state_.get(), world = std::move(world), after] {
        state->loop->after(after, [world] {
            if (const auto alive = world.lock()) alive->send_due();
        });
    });
}

void Courier::stop() {
    std::thread thread;
    {
        const std::lock_guard lock(state_->mutex);
        state_->stopped = true;
        thread = std::move(state_->thread);
    }
    if (!thread.joinable()) return;
    state_->loop->post([state = state_.get()] {
        for (auto& [number, errand] : state->errands) errand->let_go();
        state->errands.clear();
        state->client.reset();
        state->loop->stop();
    });
    thread.join();
}

}  // namespace understudy::serve
