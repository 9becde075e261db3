// The bounded memory of calls: requests and traces, compact while the world runs, made into records
// when somebody reads. Counters per operation and status are never evicted.
//
// An entry is kept as one block of bytes (kept_entry.hpp), beside it what is often asked for. Which
// field of the answer came from where is worked out by walking the kept body along the account of
// its parts (trace_fields.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "world/impl/feed.hpp"
#include "world/impl/kept_entry.hpp"
#include "world/impl/match.hpp"
#include "world/impl/render.hpp"
#include "world/world.hpp"

namespace understudy::world {

// A step of the resolution and what came of it, as one byte.
enum class Step : std::uint8_t {
    Nothing,
    FaultNoMatch,
    FaultFired,
    FaultSkipped,
    FaultPassed,
    FaultSpared,
    FaultStub,
    IdempotencyNoKey,
    IdempotencyFirstUse,
    IdempotencyReplayed,
    IdempotencyMismatch,
    IdempotencyInUse,
    IdempotencyRefused,
    ScenarioAbsent,
    ScenarioRan,
    ScenarioUnknown,
    MagicNone,
    MagicApplied,
    StatefulExecuted,
    StatefulRefused,
    StatefulFailed,
    StatefulShape,
};
std::string_view step_of(Step step);     // "fault", "idempotency", "scenario", "magic", "stateful"
std::string_view outcome_of(Step step);  // "no_match", "no_key", "absent", "none", "executed"

// What the fault step did to a call, where there was anything to do.
struct Struck {
    std::string id;      // of the fault or stub that was chosen; empty: none fitted
    std::string effect;  // "402 card_declined", "reset"; empty: it let the call pass
    std::vector<std::pair<std::string, std::string>> considered;  // id and why not
};

struct Entry {
    std::uint64_t number = 0;  // of the trace and of the request: trc_<n>, rq_<n>; never 0
    base::Instant at;
    std::string method;
    std::string target;      // as it came; keys in the query are masked by add()
    std::string request_id;  // the vendor's name for the call: request.id
    pack::Index operation = pack::kNone;
    ResolvedBy by = ResolvedBy::Stateful;
    int status = 200;
    json::Value credential_id, source_id;
    json::Value object_id;  // of the object addressed or made; null: none
    // add() drops those that are too long and keeps digest and length.
    std::shared_ptr<const std::string> request_body, answer_body;
    std::shared_ptr<const Frames> answer_frames;  // of a stream, instead of its body
    Account account;
    std::array<Step, 6> steps = {};   // Nothing: unused
    pack::Index error = pack::kNone;  // a refusal: the code of the catalogue that answered
    std::uint64_t replay_of = 0;      // an idempotent replay: number of the first trace
    std::string nearest;              // NoRoute: the declared path nearest to the one asked for
    std::string event;                // a world event: its name; the trace is not of a call
    std::vector<Transition> transitions;
    std::vector<Emitted> emitted;  // kept without their payloads
    std::vector<Scheduled> scheduled;
    std::vector<Warning> warnings;
    bool off_model = false;
    std::shared_ptr<const Struck> struck;  // null: nothing was armed that had to do with the call
    json::Value input, facets;             // as the pack types them; what counting matches against

    bool is_call() const { return event.empty(); }
    std::shared_ptr<const std::string> answer_text() const;  // null: nothing is kept
    void step(Step step);                                    // appends

    // Filled in by add().
    std::size_t request_bytes = 0, answer_bytes = 0;
    std::string request_digest, answer_digest;  // SHA-256, hex; empty: the body is kept
};

class Ledger {
public:
    // `told` is the position the feed goes on from.
    Ledger(std::shared_ptr<const pack::Pack> pack, std::size_t most, std::size_t body_bytes,
           std::string world = {}, std::uint64_t told = 0);

    void add(Entry entry);
    // What happened without a call: a timer fired, the tester did something.
    void tell(Feed::Kind kind, base::Instant at, json::Value record) {
        feed_.add(kind, at, std::move(record));
    }
    const Feed& feed() const { return feed_; }
    // What was told was told, also where the world has gone back.
    void go_on_telling(Feed feed) { feed_ = std::move(feed); }
    void clear();  // counters too: a reset begins anew
    void set_world(std::string world) { world_ = std::move(world); }

    std::size_t evicted() const { return evicted_; }
    std::size_t size() const { return lines_.size(); }
    World::Page requests(const World::RequestFilter& filter, std::uint64_t from,
                         std::size_t limit) const;
    std::optional<json::Value> request(std::string_view id) const;
    World::Page traces(const World::TraceFilter& filter, std::uint64_t from,
                       std::size_t limit) const;
    World::Kept find_trace(std::string_view id) const;
    std::optional<json::Value> trace(std::string_view id, const World::TraceFilter& filter) const;

    // Calls after the one of this number that fit. `known`: none that is gone could have fitted.
    struct Count {
        std::uint64_t calls = 0;
        bool known = true;
    };
    Count count(const Match& match, std::uint64_t after) const;

    struct Counter {
        std::string_view operation;  // its name; empty: no operation was found
        int status = 0;
        std::uint64_t calls = 0;
    };
    std::vector<Counter> counters() const;  // by place of the operation in the pack, then status

private:
    // What filters and counts look at first.
    struct Line {
        std::uint64_t number = 0;
        pack::Index operation = pack::kNone;
        std::int16_t status = 0;
        ResolvedBy by = ResolvedBy::Stateful;
        bool is_call = false;
        KeptEntry entry;
    };
    const Line* find(std::uint64_t number) const;
    json::Value record_of(const Line& line, const World::TraceFilter& filter) const;
    bool may_match(const Line& line, const World::RequestFilter& filter) const;

    std::shared_ptr<const pack::Pack> pack_;
    std::size_t most_, body_bytes_;
    std::string world_;
    std::deque<Line> lines_;  // numbers ascend, perhaps with gaps
    Feed feed_;
    std::uint64_t evicted_ = 0;
    std::uint64_t last_ = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> counters_;  // operation << 16 | status
};

// --- records: what is made of an entry when somebody reads it

// One field of an answer: where it came from and what one would pin.
struct TraceField {
    std::string path;
    bool exogenous = false;
    Source source = Source::Constant;
    std::string_view origin;             // empty: not said
    const json::Value* value = nullptr;  // inside the answer; null: the body was not kept
    json::Value pin;                     // {match, field}; null for faithful fields
    std::string set_by, by, bound_by;
    json::Value lost;  // matching pins and tapes that did not win: [{by, why}]; null: none
};
// Every leaf of the answer belongs to exactly one of these; see trace_fields.cpp. `body` must
// outlive the result; null: the body was not kept, and the fields follow from the parts alone.
// `first` is the entry a replay repeats, if it is still there.
std::vector<TraceField> fields_of(const pack::Pack& pack, const Entry& entry, const Entry* first,
                                  const json::Value* body);
bool matches(const TraceField& field, const World::TraceFilter& filter);

json::Value trace_record(const pack::Pack& pack, std::string_view world, const Entry& entry,
                         const Entry* first, const World::TraceFilter& filter);
json::Value request_record(const pack::Pack& pack, const Entry& entry);
bool matches(const pack::Pack& pack, const Entry& entry, const World::RequestFilter& filter);

// The target with the values of key-bearing query parameters (serve.auth) cut to eight characters.
std::string mask_target(const pack::Pack& pack, std::string_view target);

}  // namespace understudy::world
