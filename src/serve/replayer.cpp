#include "serve/replayer.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "cassette/target.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"
#include "serve/code.hpp"
#include "serve/impl/takings.hpp"

namespace understudy::serve {

namespace {

using cassette::HttpInput;

constexpr std::size_t kLongKey = 512;  // beyond, a digest stands for it
constexpr std::size_t kNearest = 3;    // recordings named in a miss
constexpr std::size_t kMostRemembered = 10'000;
constexpr std::size_t kMostUnmatched = 1'000;  // different calls; further ones are counted together

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return base::fast_hash(text); }
};
template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

// Bodies may be long, and a table need not hold them twice.
std::string short_key(std::string key) {
    return key.size() <= kLongKey ? std::move(key) : "=" + base::sha256(key);
}

// A host as a program names it. A word alone is the role of a service, and any host may play it.
bool is_host_name(std::string_view host) {
    return host.find_first_of(".:") != std::string_view::npos || host == "localhost";
}

// Calls that are matched in one way.
struct Way {
    cassette::Match policy;
    cassette::Rules rules;
    ByText<EqualCalls> all;                       // whatever their host
    ByText<EqualCalls> hosted;                    // with their host in the key
    ByText<EqualCalls> hostless;                  // those that name none
    ByText<std::vector<std::uint32_t>> redacted;  // by their keys without numbers
};

std::string text_of(const cassette::Rules& rules) {
    std::string text;
    for (const cassette::RuleSpec& spec : rules.specs()) text += json::write(spec.written) + '\n';
    return text;
}

// Those that demand more come first, so that the better fit answers.
std::size_t demands_of(const cassette::Match& policy) {
    const bool is_whole = policy.body.empty() || policy.body.front() == "*";
    return policy.headers.size() * 2 + (is_whole ? 1 : 0);
}

}  // namespace

struct Replayer::State {
    std::vector<Recording> recordings;
    ReplayerOptions options;

    struct Place {
        std::uint32_t recording = 0, exchange = 0;
        Way* way = nullptr;
        bool is_redacted = false;
    };
    std::vector<Place> places;  // of the recorded calls
    Takings takings;
    std::vector<std::unique_ptr<Way>> ways;
    std::unordered_set<std::string> hosts;  // of recordings
    std::vector<std::string> headers;
    cassette::Match everything;  // all that any way looks at
    bool has_redacted = false;

    // Calls with secrets that were found once, by their own key: they are not sealed again.
    std::shared_mutex mutex;
    ByText<std::shared_ptr<EqualCalls>> remembered;
    std::map<std::string, std::size_t> unmatched;

    const cassette::Exchange& exchange(std::uint32_t number) const {
        const Place& place = places[number];
        return recordings[place.recording].cassette.exchanges[place.exchange];
    }
    const HttpInput& input(std::uint32_t number) const { return *exchange(number).http(); }
    Taken taken(std::uint32_t number) const {
        return {number, &exchange(number), &recordings[places[number].recording]};
    }
    cassette::HttpWay how(const Way& way, bool with_host) const {
        return {way.policy, way.rules, with_host};
    }

    void add(std::uint32_t which, std::map<std::string, std::uint32_t>& known);
    void add_call(std::uint32_t which, std::uint32_t exchange, Way& way);
    void index();
    bool counts_host(const HttpInput& call, bool with_host) const;

    // Every list of equal calls that may answer, best first, until `use` says that it is enough.
    template <class Use>
    bool each_list(const HttpInput& call, bool with_host, const Use& use);
    std::shared_ptr<EqualCalls> sealed_list(const HttpInput& call, bool with_host);
    std::vector<std::uint32_t> sealed_numbers(const HttpInput& call, const HttpInput& sealed,
                                              bool with_host);
    Takings::Result take(const HttpInput& call, bool with_host, bool* is_known);
    std::vector<Near> nearest(const HttpInput& call, bool with_host);
    void note(const std::string& call);
};

void Replayer::State::add(std::uint32_t which, std::map<std::string, std::uint32_t>& known) {
    Recording& recording = recordings[which];
    for (cassette::Variable& variable : recording.cassette.vars) {
        for (const auto& [name, value] : options.vars) {
            if (variable.name == name) variable.value = value;
        }
    }
    cassette::Match policy = recording.policy;
    policy.used_up = {};  // is of each call, and does not part the ways
    const std::string name = base::join(policy.headers, "\n") + "\n\n" +
                             base::join(policy.body, "\n") + "\n\n" + text_of(recording.rules);
    const auto [place, is_new] = known.emplace(name, static_cast<std::uint32_t>(ways.size()));
    if (is_new) {
        ways.push_back(std::make_unique<Way>());
        ways.back()->policy = policy;
        ways.back()->rules = recording.rules;
    }
    for (std::uint32_t i = 0; i < recording.cassette.exchanges.size(); ++i) {
        if (is_http_call(recording.cassette.exchanges[i])) add_call(which, i, *ways[place->second]);
    }
}

void Replayer::State::add_call(std::uint32_t which, std::uint32_t exchange, Way& way) {
    Recording& recording = recordings[which];
    cassette::Exchange& one = recording.cassette.exchanges[exchange];
    one.input = cassette::filled(*one.http(), recording.cassette.vars);
    Takings::Call call;
    call.file = which;
    call.at = one.at;
    call.duration = one.output.duration;
    call.is_strict = options.order.value_or(recording.cassette.order) == cassette::Order::Strict;
    call.repeats_last = recording.policy.used_up == cassette::WhenUsedUp::RepeatLast;
    // Set-up and tear-down were the plan's calls; the program under test need not make them.
    call.is_awaited = one.phase == plan::Phase::Step || one.phase == plan::Phase::Variation;
    takings.add(call);
    places.push_back({which, exchange, &way, !recording.cassette.redactions.empty()});
}

void Replayer::State::index() {
    const auto put = [](ByText<EqualCalls>& table, std::string key, std::uint32_t number) {
        table[short_key(std::move(key))].numbers.push_back(number);
    };
    for (std::uint32_t number = 0; number < places.size(); ++number) {
        Way& way = *places[number].way;
        const HttpInput& call = input(number);
        const std::string key = cassette::http_key(call, way.policy, way.rules, false);
        put(way.all, key, number);
        if (is_host_name(call.host)) {
            hosts.insert(cassette::canonical_host(call.host, call.scheme));
            put(way.hosted, cassette::http_key(call, way.policy, way.rules, true), number);
        } else {
            put(way.hostless, key, number);
        }
        if (!places[number].is_redacted) continue;
        has_redacted = true;
        way.redacted[short_key(cassette::without_numbers(key))].push_back(number);
    }
    std::stable_sort(ways.begin(), ways.end(), [](const auto& a, const auto& b) {
        return demands_of(a->policy) > demands_of(b->policy);
    });
    for (const auto& way : ways) {
        for (std::string& name : cassette::headers_looked_at(way->policy)) {
            if (std::find(headers.begin(), headers.end(), name) == headers.end()) {
                headers.push_back(std::move(name));
            }
        }
    }
    everything.headers = headers;
    takings.begin();
}

bool Replayer::State::counts_host(const HttpInput& call, bool with_host) const {
    return with_host ||
           (!call.host.empty() && hosts.contains(cassette::canonical_host(call.host, call.scheme)));
}

template <class Use>
bool Replayer::State::each_list(const HttpInput& call, bool with_host, const Use& use) {
    const auto look = [&](ByText<EqualCalls>& table, const std::string& key) {
        const auto found = table.find(key);
        return found != table.end() && use(found->second);
    };
    for (const auto& way : ways) {
        if (with_host && !way->hosted.empty()) {
            const std::string key =
                short_key(cassette::http_key(call, way->policy, way->rules, true));
            if (look(way->hosted, key)) return true;
        }
        ByText<EqualCalls>& others = with_host ? way->hostless : way->all;
        if (others.empty()) continue;
        const std::string key = short_key(cassette::http_key(call, way->policy, way->rules, false));
        if (look(others, key)) return true;
    }
    return false;
}

// Recordings of the same call with other pseudonyms in it. Those with the same numbers first.
std::vector<std::uint32_t> Replayer::State::sealed_numbers(const HttpInput& call,
                                                           const HttpInput& sealed,
                                                           bool with_host) {
    std::vector<std::uint32_t> numbers;
    each_list(sealed, with_host, [&](const EqualCalls& calls) {
        numbers.insert(numbers.end(), calls.numbers.begin(), calls.numbers.end());
        return false;
    });
    for (const auto& way : ways) {
        const std::string key = cassette::http_key(sealed, way->policy, way->rules, false);
        const auto found = way->redacted.find(short_key(cassette::without_numbers(key)));
        if (found == way->redacted.end()) continue;
        for (const std::uint32_t number : found->second) {
            if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) continue;
            const HttpInput& recorded = input(number);
            const bool needs_host = with_host && is_host_name(recorded.host);
            if (cassette::fits_sealed(call, sealed, recorded, how(*way, needs_host))) {
                numbers.push_back(number);
            }
        }
    }
    return numbers;
}

// The call as it is when sealed, which costs more and is seldom needed.
std::shared_ptr<EqualCalls> Replayer::State::sealed_list(const HttpInput& call, bool with_host) {
    if (!has_redacted || !options.sealed) return nullptr;
    const std::string own =
        base::sha256(cassette::http_key(call, everything, cassette::Rules{}, with_host));
    {
        const std::shared_lock lock(mutex);
        const auto found = remembered.find(own);
        if (found != remembered.end()) return found->second;
    }
    const auto sealed = options.sealed(call);
    if (!sealed || *sealed == call) return nullptr;
    std::vector<std::uint32_t> numbers = sealed_numbers(call, *sealed, with_host);
    if (numbers.empty()) return nullptr;
    const std::unique_lock lock(mutex);
    if (remembered.size() >= kMostRemembered) remembered.clear();
    auto& place = remembered[own];
    if (!place) place = std::make_shared<EqualCalls>(std::move(numbers));
    return place;
}

Takings::Result Replayer::State::take(const HttpInput& call, bool with_host, bool* is_known) {
    const bool counts = counts_host(call, with_host);
    Takings::Result result;
    const auto use = [&](EqualCalls& calls) {
        *is_known = true;
        result = takings.take(calls);
        return result.why == Takings::Why::Taken;
    };
    if (each_list(call, counts, use) || *is_known) return result;
    if (const auto calls = sealed_list(call, counts)) use(*calls);
    return result;
}

std::vector<Replayer::Near> Replayer::State::nearest(const HttpInput& call, bool with_host) {
    std::vector<cassette::Recorded> recorded;
    recorded.reserve(places.size());
    for (std::uint32_t number = 0; number < places.size(); ++number) {
        const Way& way = *places[number].way;
        recorded.push_back({&input(number), &way.policy, &way.rules});
    }
    std::vector<Near> near;
    for (cassette::NearMiss& miss : cassette::nearest(call, recorded, with_host, kNearest)) {
        const auto number = static_cast<std::uint32_t>(miss.which);
        for (std::string& each : miss.differences) each = report::shown(each);
        near.push_back({recordings[places[number].recording].file, exchange(number).id,
                        cassette::shown_call(input(number), with_host),
                        std::move(miss.differences)});
    }
    return near;
}

void Replayer::State::note(const std::string& call) {
    const std::unique_lock lock(mutex);
    const bool has_room = unmatched.size() < kMostUnmatched || unmatched.contains(call);
    ++unmatched[has_room ? call : "(others)"];
}

Replayer::Replayer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Replayer::~Replayer() = default;

base::Result<std::unique_ptr<Replayer>> Replayer::make(std::vector<Recording> recordings,
                                                       ReplayerOptions options) {
    auto state = std::make_unique<State>();
    state->recordings = std::move(recordings);
    state->options = std::move(options);
    std::map<std::string, std::uint32_t> known;
    for (std::uint32_t i = 0; i < state->recordings.size(); ++i) {
        TRY_VOID(cassette::check_match(state->recordings[i].policy));
        state->add(i, known);
    }
    state->index();
    return std::unique_ptr<Replayer>(new Replayer(std::move(state)));
}

std::optional<Replayer::Taken> Replayer::take(const HttpInput& call, bool with_host) {
    bool is_known = false;
    const Takings::Result result = state_->take(call, with_host, &is_known);
    if (result.why != Takings::Why::Taken) return std::nullopt;
    return state_->taken(result.number);
}

bool Replayer::end(std::uint32_t number) {
    return state_->takings.end(number);
}

Replayer::Miss Replayer::miss(const HttpInput& call, bool with_host) {
    State& state = *state_;
    const bool counts = state.counts_host(call, with_host);
    Miss miss;
    // Only what was sealed may be shown, and compared in words.
    const auto sealed = state.options.sealed ? state.options.sealed(call) : std::nullopt;
    miss.call =
        sealed ? cassette::shown_call(*sealed, counts) : report::shown(call.method) + " /...";
    state.note(miss.call);
    std::optional<std::uint32_t> before;
    std::size_t times = 0;
    const auto look = [&](EqualCalls& calls) {
        times = std::max(times, calls.numbers.size());
        for (const std::uint32_t number : calls.numbers) {
            if (!before) before = state.takings.awaited_before(number);
        }
        return false;
    };
    state.each_list(call, counts, look);
    if (times == 0) {
        if (const auto calls = state.sealed_list(call, counts)) look(*calls);
    }
    if (before) {
        miss.error = {
            code::ReplayTooEarly,
            {{"call", miss.call}, {"before", cassette::shown_call(state.input(*before), counts)}},
            {},
            {}};
    } else if (times > 0) {
        miss.error = {code::ReplayUsedUp,
                      {{"call", miss.call}, {"count", base::plural(times, "time")}},
                      {},
                      {}};
    } else {
        miss.error = {code::ReplayNoRecording, {{"call", miss.call}}, {}, {}};
        if (sealed) miss.nearest = state.nearest(*sealed, counts);
    }
    for (const Near& near : miss.nearest) {
        miss.error.because.push_back({code::ReplayNearMiss,
                                      {{"file", report::shown(near.file)},
                                       {"exchange", near.exchange},
                                       {"call", near.call},
                                       {"differences", base::join(near.differences, "; ")}},
                                      {},
                                      {}});
    }
    return miss;
}

std::optional<std::string> Replayer::difference_of(const Taken& taken,
                                                   const cassette::Piece& recorded,
                                                   std::string_view came, bool is_text) const {
    const cassette::Rules& rules = taken.recording->message_rules;
    if (cassette::is_same_message(recorded, came, is_text, rules)) return std::nullopt;
    if ((recorded.frame == cassette::Frame::Text) != is_text) {
        return is_text ? "it is text, not binary" : "it is binary, not text";
    }
    // Compared as bodies are: place by place, and sealed where it has secrets in it.
    const auto as_call = [](std::string_view bytes) {
        HttpInput call;
        call.method = "MESSAGE";
        call.body = cassette::Body{std::string(bytes), {}};
        return call;
    };
    const HttpInput mine = as_call(came), theirs = as_call(recorded.bytes);
    const auto sealed = state_->options.sealed ? state_->options.sealed(mine) : std::nullopt;
    if (!sealed) return "it has other bytes";
    const cassette::Match policy;
    const cassette::Rules none;
    const cassette::HttpWay how{policy, none, false};
    if (cassette::fits_sealed(mine, *sealed, theirs, how)) return std::nullopt;
    const cassette::Recorded only[] = {{&theirs, &policy, &none}};
    std::vector<std::string> words;
    for (const cassette::NearMiss& near : cassette::nearest(*sealed, only, false, 1)) {
        words = near.differences;
    }
    return report::shown(base::join(words, "; "));
}

void Replayer::note_unmatched(const std::string& call) {
    state_->note(call);
}

const std::vector<std::string>& Replayer::headers_looked_at() const {
    return state_->headers;
}

const std::vector<Recording>& Replayer::recordings() const {
    return state_->recordings;
}

std::size_t Replayer::count() const {
    return state_->places.size();
}

Replayer::Taken Replayer::at(std::uint32_t number) const {
    return state_->taken(number);
}

std::vector<Replayer::Unmatched> Replayer::unmatched() const {
    const std::shared_lock lock(state_->mutex);
    std::vector<Unmatched> all;
    for (const auto& [call, times] : state_->unmatched) all.push_back({call, times});
    return all;
}

std::vector<std::uint32_t> Replayer::unused() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t number = 0; number < state_->places.size(); ++number) {
        const bool is_unused =
            state_->takings.is_free(number) && state_->takings.call(number).is_awaited;
        if (is_unused) all.push_back(number);
    }
    return all;
}

bool Replayer::is_strict(std::uint32_t number) const {
    return state_->takings.call(number).is_strict;
}

}  // namespace understudy::serve
