#include "serve/callbacks.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "base/text.hpp"
#include "cassette/parsed.hpp"
#include "http/url.hpp"
#include "io/client.hpp"
#include "serve/code.hpp"
#include "serve/impl/callback_signature.hpp"
#include "serve/impl/playable.hpp"

namespace understudy::serve {

namespace {

using Clock = std::chrono::steady_clock;

struct Callback {
    const Recording* recording = nullptr;
    const cassette::Exchange* exchange = nullptr;
    std::int64_t wait = 0;  // recorded milliseconds after what it follows

    std::string name() const { return recording->file + ", exchange " + exchange->id; }
};

// What the connection itself makes.
bool is_own_header(std::string_view name) {
    constexpr std::string_view kOwn[] = {"host", "content-length", "transfer-encoding",
                                         "connection", "keep-alive"};
    return std::any_of(std::begin(kOwn), std::end(kOwn),
                       [&](std::string_view own) { return base::equal_ignoring_case(own, name); });
}

std::string said(const std::string& bytes) {
    return cassette::canonical(cassette::parse_part("answer", bytes, false));
}

// What the receiver answered otherwise than when it was recorded; empty: nothing.
std::string difference(const cassette::Output& recorded, const http::Response& came) {
    if (!recorded.answer) return {};
    if (recorded.answer->status != came.head.status) {
        return "status " + std::to_string(came.head.status) + ", not " +
               std::to_string(recorded.answer->status);
    }
    const std::string body = cassette::bytes_of(recorded, cassette::From::Body);
    if (!body.empty() && said(body) != said(came.body())) return "another body";
    return {};
}

}  // namespace

struct Callbacks::State {
    CallbackOptions options;
    http::Url url;
    std::vector<Callback> first;                                     // follow no call
    std::unordered_map<std::uint32_t, std::vector<Callback>> after;  // by the call they follow
    std::unique_ptr<http::Caller> caller;

    struct Due {
        Callback callback;
        Clock::time_point at;
    };
    mutable std::mutex mutex;
    std::condition_variable woken;
    std::deque<Due> waiting;  // guarded by mutex
    Counts counts;            // guarded by mutex
    bool is_stopped = false;  // guarded by mutex
    std::thread thread;

    void gather(const Replayer& replayer);
    void put(const std::vector<Callback>& callbacks);
    void run();
    void send(const Callback& callback);
    http::Request request_of(const Callback& callback) const;
    std::string url_of(const Callback& callback) const;
    void tell(base::Code code, const Callback& callback, std::string why) const;
};

// A webhook follows the call that caused it, else the last one that had begun before it.
void Callbacks::State::gather(const Replayer& replayer) {
    std::unordered_map<const cassette::Exchange*, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < replayer.count(); ++i)
        numbers.emplace(replayer.at(i).exchange, i);
    for (const Recording& recording : replayer.recordings()) {
        std::vector<const cassette::Exchange*> timeline;
        for (const cassette::Exchange& each : recording.cassette.exchanges) {
            timeline.push_back(&each);
        }
        std::stable_sort(timeline.begin(), timeline.end(),
                         [](const auto* a, const auto* b) { return a->at < b->at; });
        std::map<std::string, const cassette::Exchange*> followed;  // by id: what it follows
        const cassette::Exchange* last = nullptr;
        for (const cassette::Exchange* each : timeline) {
            if (numbers.contains(each)) {
                last = each;
                followed[each->id] = each;
                continue;
            }
            if (each->webhook() == nullptr) continue;
            ++counts.recorded;
            const auto cause = followed.find(each->caused_by);
            const cassette::Exchange* call = cause != followed.end() ? cause->second : last;
            followed[each->id] = call;
            Callback callback{&recording, each, each->at};
            if (call == nullptr) {
                first.push_back(callback);
                continue;
            }
            callback.wait = std::max<std::int64_t>(0, each->at - call->at - call->output.duration);
            after[numbers.at(call)].push_back(callback);
        }
    }
}

void Callbacks::State::put(const std::vector<Callback>& callbacks) {
    const auto now = Clock::now();
    const std::lock_guard lock(mutex);
    if (is_stopped) return;
    for (const Callback& callback : callbacks) {
        const auto at = now + std::chrono::microseconds(callback.wait * options.pace);
        const auto place =
            std::upper_bound(waiting.begin(), waiting.end(), at,
                             [](Clock::time_point time, const Due& due) { return time < due.at; });
        waiting.insert(place, {callback, at});
    }
    woken.notify_one();
}

void Callbacks::State::run() {
    std::unique_lock lock(mutex);
    while (!is_stopped) {
        if (waiting.empty()) {
            woken.wait(lock);
            continue;
        }
        const auto at = waiting.front().at;
        if (at > Clock::now()) {
            woken.wait_until(lock, at);
            continue;
        }
        const Callback callback = waiting.front().callback;
        waiting.pop_front();
        lock.unlock();
        send(callback);
        lock.lock();
    }
}

std::string Callbacks::State::url_of(const Callback& callback) const {
    if (url.path != "/" || url.query) return options.url;
    return http::origin(url) + callback.exchange->webhook()->path;
}

http::Request Callbacks::State::request_of(const Callback& callback) const {
    const cassette::WebhookInput& sent = *callback.exchange->webhook();
    http::Request request;
    request.head.method = sent.method;
    for (const auto& [name, value] : sent.headers) {
        if (is_header_name(name) && !is_own_header(name)) request.head.headers.add(name, value);
    }
    if (sent.body) request.body = sent.body->bytes;
    if (sent.scheme.empty() || options.secret.empty()) return request;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const bool is_signed =
        is_signature_scheme(sent.scheme) &&
        sign_callback(request.head.headers, sent.scheme, options.secret, request.body,
                      std::chrono::duration_cast<std::chrono::seconds>(now).count());
    if (!is_signed) {
        tell(code::ReplayUnsigned, callback,
             is_signature_scheme(sent.scheme)
                 ? "the secret is none of this scheme"
                 : "the scheme " + base::quoted(sent.scheme) + " is not known");
    }
    return request;
}

void Callbacks::State::send(const Callback& callback) {
    const auto answer = caller->call(url_of(callback), request_of(callback));
    std::string why;
    if (!answer) {
        tell(code::ReplayUndelivered, callback, base::message(answer.error()));
    } else if (why = difference(callback.exchange->output, *answer); !why.empty()) {
        tell(code::ReplayOtherReceiver, callback, why);
    }
    const std::lock_guard lock(mutex);
    ++counts.sent;
    if (!answer || !why.empty()) ++counts.differed;
}

void Callbacks::State::tell(base::Code code, const Callback& callback, std::string why) const {
    if (!options.told) return;
    options.told({code, {{"callback", callback.name()}, {"why", std::move(why)}}, {}, {}});
}

Callbacks::Callbacks(std::unique_ptr<State> state) : state_(std::move(state)) {
    state_->thread = std::thread([state = state_.get()] { state->run(); });
}

Callbacks::~Callbacks() {
    stop();
}

base::Result<std::unique_ptr<Callbacks>> Callbacks::make(const Replayer& replayer,
                                                         CallbackOptions options) {
    auto state = std::make_unique<State>();
    state->url = TRY(http::parse_url(options.url));
    const std::string& host = state->url.host;
    const bool is_allowed = http::is_this_machine(host) ||
                            std::any_of(options.allowed_hosts.begin(), options.allowed_hosts.end(),
                                        [&](const std::string& allowed) {
                                            return base::equal_ignoring_case(allowed, host);
                                        });
    if (!is_allowed) return base::fail(code::ReplayBadCallback, {{"host", base::quoted(host)}});
    io::ClientOptions how;
    how.offer_h2 = false;
    // A kept connection may have been closed by its receiver, and a POST is not made twice.
    how.keep = std::chrono::milliseconds(0);
    state->caller = TRY(io::make_caller(std::move(how), options.longest));
    state->options = std::move(options);
    state->gather(replayer);
    return std::unique_ptr<Callbacks>(new Callbacks(std::move(state)));
}

void Callbacks::begin() {
    state_->put(state_->first);
}

void Callbacks::after(std::uint32_t number) {
    const auto found = state_->after.find(number);
    if (found != state_->after.end()) state_->put(found->second);
}

void Callbacks::stop() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->is_stopped = true;
        state_->woken.notify_one();
    }
    if (state_->thread.joinable()) state_->thread.join();
}

Callbacks::Counts Callbacks::counts() const {
    const std::lock_guard lock(state_->mutex);
    return state_->counts;
}

std::size_t count_webhooks(const Replayer& replayer) {
    std::size_t count = 0;
    for (const Recording& recording : replayer.recordings()) {
        for (const cassette::Exchange& each : recording.cassette.exchanges) {
            if (each.webhook() != nullptr) ++count;
        }
    }
    return count;
}

}  // namespace understudy::serve
