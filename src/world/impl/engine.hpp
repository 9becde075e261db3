// The inside of a World. Private to world*.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "world/impl/eyes.hpp"
#include "world/impl/memo.hpp"
#include "world/impl/render.hpp"
#include "world/impl/shared_ledger.hpp"
#include "world/impl/shown_bodies.hpp"
#include "world/impl/state.hpp"
#include "world/impl/turn.hpp"
#include "world/world.hpp"

namespace understudy::world {

struct World::Engine {
    Engine(std::shared_ptr<const pack::Pack> pack, Definition definition, json::Value config);
    Engine(const Engine&) = default;

    std::shared_ptr<const pack::Pack> pack;
    Definition definition;
    json::Value config;
    State state;
    ClockMode mode;  // as the state says it: looked at with every command
    SharedLedger ledger;
    bool recording = false;
    ShownBodies shown;
    OwnDrawings drawings;
    Memo memo;
    bool in_history = false;     // what happens now belongs to the past
    std::vector<Change> resets;  // a reset that the store has not been told of

    Ledger& own_ledger();

    // --- world.cpp
    base::Result<void> begin();  // with what the pack says is there from the first
    // --- world_call.cpp
    Outcome call(const Call& call);
    // --- world_levers.cpp
    std::variant<Outcome, Refused> arm(const ArmFault& order);
    std::variant<Outcome, Refused> arm(const ArmStub& order);
    std::variant<Outcome, Refused> clear(const Clear& order);
    Outcome release(const Release& order);
    // --- world_event.cpp
    std::variant<Outcome, Refused> trigger(const Trigger& trigger);
    // --- world_exogenous.cpp
    std::variant<Outcome, Refused> set_pin(const SetPin& pin);
    std::variant<Outcome, Refused> set_tape(const SetTape& tape);
    // --- world_next.cpp
    std::vector<json::Value> next_events(bool all) const;
    // --- world_coherence.cpp
    bool is_to_warn() const;  // the mode
    bool warns() const;       // and there is something to warn of
    Outcome set_coherence(const SetCoherence& set);
    // Looks at these objects, or at the whole script and every object, and keeps what it finds in
    // the state. What is new also goes to the outcome.
    void review(const std::vector<ObjectPtr>& touched, Outcome& outcome);
    void review_all(Outcome& outcome);
    // A control command is over: its answer says what it has brought about.
    void tell(Outcome& outcome);
    // What is known to contradict itself and had a part in this answer.
    void warn_in(Entry& entry) const;
    // --- world_clock.cpp
    void tick(base::Duration elapsed, Outcome& outcome);
    Outcome reset(const Reset& reset);
    // Fires the timers that are due until then, each at its instant. False: more than a world may
    // fire.
    bool run_until(base::Instant until, Outcome& outcome, std::vector<Warning>& warnings);
    // Fires one, and gives its record to whoever wants it. Without it the outcome has no payloads.
    void fire_timer(const Timer& timer, Outcome& outcome, std::vector<Warning>& warnings,
                    json::Value* detail);
    // The feed learns of these transitions and events of the outcome.
    void tell_since(const Outcome& outcome, std::size_t moved, std::size_t emitted);
    // --- world_advance.cpp
    std::variant<Outcome, Refused> advance(const Advance& advance);
    // Goes on with the advance that is under way, and those behind it. Attempts to deliver may have
    // to wait until the answer of a call has left: then it goes as far as the first of them.
    enum class Attempts : std::uint8_t { Begin, Wait };
    void go_on(Outcome& outcome, Attempts attempts = Attempts::Begin);
    bool is_advancing() const;
    // Nothing that is under way will let it go on.
    bool has_stopped() const;
    // A change is committed: the advance that it asked for begins, or what is due now fires. False:
    // that did not come to an end.
    bool let_time_pass(const Turn& turn, Outcome& outcome, std::vector<Warning>& warnings);
    void end_advances();  // whoever waits for one is told by the one who ended it
    // --- world_deliveries.cpp
    Outcome send();
    Outcome report(const Report& report);
    Outcome resume();
    std::variant<Outcome, Refused> redeliver(const Redeliver& order);
    std::variant<Outcome, Refused> let_go(const LetGo& order);
    // The next delivery whose attempt can begin now; null: none.
    DeliveryPtr next_delivery(base::Instant until) const;
    // Begins an attempt, or does what a fault has it do instead.
    void begin(const DeliveryPtr& delivery, Outcome& outcome);
    void begin_due(Outcome& outcome);
    void cancel_in_flight();
    // What was noted after this delivery waits until the answer of the call has left.
    void await_answer(std::uint64_t trace, std::uint64_t after);
    bool owes() const;  // something is due to be sent, and nothing that is under way sees to it
    void tell_of(const Delivery& delivery);
    // --- world_endpoints.cpp
    std::variant<Outcome, Refused> add_endpoint(const AddEndpoint& order);
    std::variant<Outcome, Refused> remove_endpoint(const RemoveEndpoint& order);
    Outcome go_alone(const GoAlone& order);
    // Of endpoints that were seeded: the secret they were given, or the one they would have had.
    void keep_secrets(pack::Index resource, const std::vector<json::Value>& ids);
    // --- world_seed.cpp
    std::variant<Outcome, Refused> seed(const Seed& seed);
    // --- world_history.cpp
    std::variant<Outcome, Refused> history(const History& history);
    // --- snapshot.cpp
    std::variant<Outcome, Refused> restore(const Restore& restore);
    // --- world_durations.cpp
    std::variant<Outcome, Refused> set_durations(const SetDurations& set);
    Outcome set_clock(const SetClock& set);
    json::Value durations() const;
};

// A turn with everything it stands on, for as long as one change takes.
class Ground {
public:
    Ground(World::Engine& engine, std::string cause, std::string bound_by, std::uint64_t trace,
           const Request* request = nullptr);

    Turn& turn() { return turn_; }
    // What was done so far stays whatever comes: the change begins here.
    void begin();
    // Nothing of this change has happened.
    void undo();
    // It has: what it did goes to the outcome.
    void commit(Outcome& outcome);

private:
    World::Engine& engine_;
    State& state_;
    Allowance allowance_;
    Eyes eyes_;
    Renderer viewer_;
    Turn turn_;
    std::size_t mark_;
};

// The name of one of our own errors as warnings of traces have it: "chain_too_long".
Warning warning_of(const base::Error& error);

}  // namespace understudy::world
