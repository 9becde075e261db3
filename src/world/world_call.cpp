// One call from its bytes to its answer: who asks for what, the guard of idempotency keys, scenario
// and magic value, the work itself, and what is remembered of it. A refusal and an error of our own
// leave no trace in the state but their numbers.
#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/front.hpp"
#include "world/impl/guard.hpp"
#include "world/impl/strike.hpp"

namespace understudy::world {

using pack::Does;
using pack::kNone;

namespace {

class Calling {
public:
    Calling(World::Engine& engine, const Call& call, std::uint64_t number)
        : engine_(engine),
          call_(call),
          number_(number),
          name_("trc_" + std::to_string(number)),
          ground_(engine, "call", name_, number, &request_) {
        request_.call = &call_;
        facts_.request = &request_;
        // The request's id is given before the point one goes back to: no two calls have the same.
        draw_request_id(turn(), request_);
        ground_.begin();
        delivered_before_ = engine_.state.last("$delivery");
    }

    Outcome run() {
        resolve();
        Answer answer = settle();
        if (strike_.lever) engine_.state.put_lever(std::move(*strike_.lever));
        if (strike_.is_after() && strike_.has_error()) {
            answer = strike_.tells_in_stream() ? interrupt(answer) : replace(answer);
        }
        const bool is_ours = strike_.outcome == Strike::Outcome::Stub || is_unanswered_;
        if (!is_ours) {
            const auto finished = finish(turn(), answer, facts_);
            if (!finished) answer = failure(finished.error());
        }
        const bool held = strike_.has_transport() && holds_back(*strike_.members.find("transport"));
        if (!replayed_) remember(turn(), request_, first_, unfinished_, number_, held);
        answer.headers.set("X-Mock-Resolution-Trace", name_);

        Outcome outcome;
        outcome.trace = number_;
        if (strike_.has_transport()) {
            outcome.wire = Wire{*strike_.members.find("transport"),
                                entry_.struck->id,
                                match_,
                                engine_.definition.seed,
                                is_unanswered_,
                                held};
            std::string remark = remark_on(*outcome.wire, answer, call_.request.head.version);
            if (!remark.empty()) {
                entry_.warnings.push_back({"transport_changed", std::move(remark)});
            }
        }
        keep(answer);
        ground_.commit(outcome);
        std::vector<Warning> warnings;
        if (!engine_.let_time_pass(turn(), outcome, warnings)) {
            warnings.push_back({"runaway_timers", "timers that are due did not come to an end"});
        }
        for (Warning& warning : warnings) entry_.warnings.push_back(std::move(warning));
        if (held) engine_.await_answer(number_, delivered_before_);
        engine_.warn_in(entry_);
        const ResolvedBy by = entry_.by;
        engine_.own_ledger().add(std::move(entry_));
        outcome.by = by;
        outcome.struck = strike_.outcome == Strike::Outcome::Fired;
        outcome.answer = std::move(answer);
        return outcome;
    }

private:
    Turn& turn() { return ground_.turn(); }

    void resolve() {
        entry_.by = ResolvedBy::Stateful;
        auto read = read_call(turn(), call_, request_);
        if (auto* error = std::get_if<base::Error>(&read)) {
            failed_ = std::move(*error);
            return;
        }
        auto* away = std::get_if<TurnedAway>(&read);
        if (away != nullptr && away->by != ResolvedBy::Stateful) {
            if (away->by == ResolvedBy::NoRoute && stub_unrouted()) return;
            entry_.by = away->by;
            entry_.nearest = std::move(away->nearest);
            refused_ = std::move(away->refusal);
            return;
        }
        if (!pass_faults()) return;
        if (!pass_key()) return;
        if (away != nullptr) {
            entry_.step(Step::StatefulRefused);
            refused_ = std::move(away->refusal);
            return;
        }
        if (choose()) work();
    }

    Sought sought() {
        Sought call;
        const pack::Operation* operation = request_.operation;
        if (operation != nullptr) {
            call.operation = operation->name;
            call.verb = operation->verb;
            if (operation->resource != kNone) {
                call.resource = engine_.pack->resources[operation->resource].name;
            }
        }
        call.input = &request_.sent;
        call.facets = &entry_.facets;
        if (request_.self) {
            call.id = request_.self->id;
        } else if (const json::Value* id = request_.captured.find("id")) {
            call.id = *id;
        }
        call.credential_id = request_.credential_id;
        call.source_id = request_.source_id;
        call.method = call_.request.head.method;
        call.path = request_.path;
        return call;
    }

    // What the pack reads of the call for tests to match on. A facet that cannot be read is not
    // there.
    void read_facets() {
        if (request_.operation == nullptr || request_.operation->facets.empty()) return;
        entry_.facets = json::Value::object();
        const expr::Env env = env_of_call(turn(), request_);
        for (const auto& [name, expression] : request_.operation->facets) {
            auto value = turn().eyes.evaluate(expression, env);
            if (value && *value) entry_.facets.set(name, std::move(**value));
        }
    }

    // The armed faults; false: one of them, or a stub, has answered.
    bool pass_faults() {
        read_facets();
        if (!call_.in_history) {
            strike_ = strike(engine_.state, sought(), engine_.definition.seed);
        }
        note_strike();
        if (!strike_.acts()) return true;
        if (strike_.outcome == Strike::Outcome::Stub) {
            stub_answers();
            return false;
        }
        if (strike_.is_after()) return true;
        if (!strike_.has_error() && goes_on(*strike_.members.find("transport"))) return true;
        entry_.by = ResolvedBy::Fault;
        replayed_ = true;  // nothing was done, and nothing is kept
        ground_.undo();
        if (!strike_.has_error()) {
            is_unanswered_ = true;
            answer_ = Answer{0, {}, std::make_shared<const std::string>(), nullptr, kNone};
            return false;
        }
        injected();
        return false;
    }

    bool stub_unrouted() {
        strike_ = strike_unrouted(engine_.state, sought());
        if (!strike_.acts()) return false;
        note_strike();
        stub_answers();
        return true;
    }

    void stub_answers() {
        entry_.by = ResolvedBy::Stub;
        entry_.off_model = true;
        replayed_ = true;
        answer_ = answer_stub(strike_.members);
    }

    // The error of the fault, as the answer.
    void injected() {
        entry_.error = engine_.pack->errors.find(strike_.members.find("code")->as_string());
        auto rendered =
            render_refusal(turn(), refusal_of_fault(turn(), strike_.members, facts_), facts_);
        if (rendered) {
            answer_ = std::move(*rendered);
        } else {
            failed_ = std::move(rendered).error();
        }
    }

    // After execution: what was done stays, and the caller is told something else. A retry sees the
    // error only where the pack stores errors of that kind.
    Answer replace(const Answer& executed) {
        entry_.by = ResolvedBy::Fault;
        entry_.account = {};
        entry_.error = engine_.pack->errors.find(strike_.members.find("code")->as_string());
        auto rendered =
            render_refusal(turn(), refusal_of_fault(turn(), strike_.members, facts_), facts_);
        Answer answer = rendered ? std::move(*rendered) : failure(rendered.error());
        unfinished_ = is_stored(turn(), request_, answer.status) ? answer : executed;
        return answer;
    }

    // The error as an event of the stream, told by the transport. An answer that is no stream is
    // replaced.
    Answer interrupt(const Answer& executed) {
        json::Value transport = *strike_.members.find("transport");
        if (!executed.frames) {
            strike_.members.erase("transport");
            return replace(executed);
        }
        if (transport.has("data")) return executed;
        const json::Value* after = transport.find("after_events");
        const auto position = static_cast<std::uint64_t>(after->to_int64().value_or(0));
        auto told = tell_in_stream(turn(), refusal_of_fault(turn(), strike_.members, facts_),
                                   facts_, position);
        if (!told) return failure(told.error());
        if (!told->event.empty()) transport.set("event", json::Value(told->event));
        transport.set("data", std::move(told->data));
        strike_.members.set("transport", std::move(transport));
        return executed;
    }

    void note_strike() {
        constexpr Step kSteps[] = {Step::FaultNoMatch, Step::FaultFired,  Step::FaultSkipped,
                                   Step::FaultPassed,  Step::FaultSpared, Step::FaultStub};
        entry_.step(kSteps[static_cast<std::size_t>(strike_.outcome)]);
        if (!strike_.lever && strike_.considered.empty()) return;
        auto struck = std::make_shared<Struck>();
        struck->considered = std::move(strike_.considered);
        if (strike_.lever) {
            struck->id = strike_.lever->id();
            match_ = strike_.lever->matched - 1;
            const json::Value* off_model = strike_.lever->body.find("off_model");
            if (strike_.has_error() && off_model != nullptr)
                entry_.off_model = off_model->as_bool();
        }
        if (strike_.has_error()) {
            struck->effect = std::to_string(*strike_.members.find("status")->to_int64()) + " " +
                             std::string(strike_.members.find("code")->as_string());
        }
        if (strike_.has_transport()) {
            if (!struck->effect.empty()) struck->effect += ", ";
            struck->effect += strike_.members.find("transport")->find("kind")->as_string();
        }
        if (strike_.outcome == Strike::Outcome::Stub) struck->effect = "stub";
        if (strike_.is_after()) struck->effect += " after execution";
        entry_.struck = std::move(struck);
    }

    // The guard of idempotency keys; false: it has answered.
    bool pass_key() {
        auto guard = idempotency_of(turn(), request_);
        if (auto* replay = std::get_if<Replay>(&guard)) {
            entry_.step(Step::IdempotencyReplayed);
            entry_.by = ResolvedBy::IdempotentReplay;
            entry_.replay_of = replay->record.trace;
            facts_.replayed = true;
            facts_.original = replay->record.request_id;
            replayed_ = true;
            answer_ = answer_again(replay->record);
            return false;
        }
        if (auto* refusal = std::get_if<Refusal>(&guard)) {
            const std::string& keyword = refusal->issue.keyword;
            entry_.step(keyword == "idempotency"  ? Step::IdempotencyMismatch
                        : keyword == "concurrent" ? Step::IdempotencyInUse
                                                  : Step::IdempotencyRefused);
            refused_ = std::move(*refusal);
            return false;
        }
        first_ = std::move(std::get<FirstUse>(guard));
        entry_.step(first_.key.empty() ? Step::IdempotencyNoKey : Step::IdempotencyFirstUse);
        return true;
    }

    // Scenario, else magic value; false: it was an error, and that is the answer.
    bool choose() {
        auto scenario = scenario_of(turn(), request_);
        if (auto* refused = std::get_if<Refused>(&scenario)) {
            entry_.step(Step::ScenarioUnknown);
            own_envelope(*refused);
            return false;
        }
        if (auto* chosen = std::get_if<Chosen>(&scenario)) {
            chosen_ = std::move(*chosen);
            entry_.by = ResolvedBy::Scenario;
            entry_.step(Step::ScenarioRan);
        } else {
            entry_.step(Step::ScenarioAbsent);
            auto magic = magic_of(turn(), request_);
            if (auto* error = std::get_if<base::Error>(&magic)) {
                failed_ = std::move(*error);
                return false;
            }
            if (auto* found = std::get_if<Chosen>(&magic)) {
                chosen_ = std::move(*found);
                entry_.by = ResolvedBy::Magic;
                entry_.step(Step::MagicApplied);
            } else {
                entry_.step(Step::MagicNone);
            }
        }
        if (!chosen_ || chosen_->forced == nullptr) return true;
        turn().chosen = &*chosen_;
        if (!chosen_->forced->error) return true;
        request_.passed = true;  // one of the ways of executing a call
        Refusal refusal;
        refusal.use = *chosen_->forced->error;
        constexpr std::string_view kMagic = "magic ";
        if (chosen_->by.starts_with(kMagic)) {
            refusal.issue.param = chosen_->by.substr(kMagic.size());
            if (const json::Value* value = request_.input.find(refusal.issue.param)) {
                refusal.issue.value = *value;
            }
        }
        refusal.issue.verb = request_.operation->verb;
        refused_ = std::move(refusal);
        return false;
    }

    // Of an operation that only reads; those that change something look at theirs inside the
    // change.
    bool passes_guards(const pack::Operation& operation) {
        if (operation.guards.empty()) return true;
        const expr::Env env = env_of_call(turn(), request_);
        for (const pack::Guard& guard : operation.guards) {
            const auto holds = turn().eyes.holds(guard.is, env);
            if (!holds) {
                failed_ = holds.error();
                return false;
            }
            if (*holds) continue;
            Refusal refusal;
            refusal.use = guard.otherwise;
            refusal.issue.resource = engine_.pack->resources[operation.resource].singular;
            refusal.issue.verb = operation.verb;
            take(std::variant<Answer, Refusal, base::Error>(std::move(refusal)));
            return false;
        }
        return true;
    }

    void work() {
        const pack::Operation& operation = *request_.operation;
        const bool one = operation.resource != kNone &&
                         engine_.pack->resources[operation.resource].one &&
                         operation.does != Does::Create && operation.does != Does::Result;
        if (one && !request_.self) {
            auto only = single(turn(), operation.resource);
            if (!only) {
                failed_ = std::move(only).error();
                return;
            }
            request_.self = *only;
        }
        const bool reads = operation.does == Does::Get || operation.does == Does::List ||
                           operation.does == Does::Search;
        if (reads && !passes_guards(operation)) return;
        switch (operation.does) {
            case Does::Get: take(answer_get(turn(), request_, entry_.account)); break;
            case Does::List:
            case Does::Search: take(answer_list(turn(), request_, entry_.account)); break;
            case Does::Shape: {
                auto shown = answer_shape(turn(), request_, entry_.account);
                if (shown) {
                    entry_.step(Step::StatefulShape);
                    answer_ = std::move(*shown);
                } else {
                    failed_ = std::move(shown).error();
                }
                return;
            }
            default: carry_out(); break;
        }
    }

    void take(std::variant<Answer, Refusal, base::Error> outcome) {
        if (auto* answer = std::get_if<Answer>(&outcome)) {
            entry_.step(Step::StatefulExecuted);
            answer_ = std::move(*answer);
        } else if (auto* refusal = std::get_if<Refusal>(&outcome)) {
            entry_.step(Step::StatefulRefused);
            refused_ = std::move(*refusal);
        } else {
            failed_ = std::move(std::get<base::Error>(outcome));
        }
    }

    void carry_out() {
        auto done = execute(turn(), request_);
        if (auto* refusal = std::get_if<Refusal>(&done)) {
            entry_.step(Step::StatefulRefused);
            refused_ = std::move(*refusal);
            return;
        }
        // From here on the call was executed, whatever comes of it (idempotency.stores).
        request_.passed = true;
        if (auto* error = std::get_if<base::Error>(&done)) {
            failed_ = std::move(*error);
            return;
        }
        Executed& executed = std::get<Executed>(done);
        if (executed.object) entry_.object_id = executed.object->id;
        entry_.step(Step::StatefulExecuted);
        if (executed.answered) {
            // Committed, and still an error to the caller.
            entry_.error = executed.answered->use.code;
            auto rendered = render_refusal(turn(), *executed.answered, facts_);
            if (rendered) {
                answer_ = std::move(*rendered);
            } else {
                failed_ = std::move(rendered).error();
            }
            return;
        }
        auto rendered = answer_object(turn(), request_, executed, entry_.account);
        if (rendered) {
            answer_ = std::move(*rendered);
        } else {
            failed_ = std::move(rendered).error();
        }
    }

    Answer failure(const base::Error& error) {
        entry_.account = {};
        entry_.warnings.push_back(warning_of(error));
        return render_failure(turn(), error, facts_);
    }

    // The answer, with the state as it is to stay.
    Answer settle() {
        Answer answer;
        if (failed_) {
            ground_.undo();
            entry_.step(Step::StatefulFailed);
            answer = failure(*failed_);
        } else if (refused_) {
            ground_.undo();
            entry_.account = {};
            entry_.error = refused_->use.code;
            auto rendered = render_refusal(turn(), *refused_, facts_);
            answer = rendered ? std::move(*rendered) : failure(rendered.error());
        } else {
            if (replayed_) ground_.undo();
            answer = std::move(*answer_);
        }
        if (!first_.key.empty()) unfinished_ = answer;
        return answer;
    }

    // Only tests send what this answers, so it is in our own words.
    void own_envelope(const Refused& refused) {
        json::Value error =
            json::Value::object({{"code", refused.code}, {"message", refused.message}});
        if (!refused.field.empty()) error.set("field", json::Value(refused.field));
        if (!refused.hint.empty()) error.set("hint", json::Value(refused.hint));
        Answer answer;
        answer.status = refused.status;
        answer.headers.add("Content-Type", "application/json");
        answer.body = std::make_shared<const std::string>(
            json::write(json::Value::object({{"error", std::move(error)}})));
        answer_ = std::move(answer);
        replayed_ = true;  // nothing was done, and nothing is kept
    }

    void keep(const Answer& answer) {
        entry_.number = number_;
        entry_.at = engine_.state.now();
        entry_.method = call_.request.head.method;
        entry_.target = call_.request.head.target;
        entry_.request_id = request_.id;
        entry_.operation = request_.operation_index;
        entry_.status = answer.status;
        entry_.credential_id = request_.credential_id;
        entry_.source_id = request_.source_id;
        if (entry_.object_id.is_null() && request_.self) entry_.object_id = request_.self->id;
        if (!call_.request.body.empty()) {
            entry_.request_body = std::make_shared<const std::string>(call_.request.body);
        }
        if (answer.frames) {
            entry_.answer_frames = answer.frames;
        } else {
            entry_.answer_body = answer.body;
        }
        entry_.transitions = turn().transitions;
        entry_.emitted = turn().emitted;
        entry_.scheduled = std::move(turn().scheduled);
        entry_.input = std::move(request_.sent);
        for (const Warning& warning : request_.warnings) entry_.warnings.push_back(warning);
        for (const Warning& warning : turn().warnings) entry_.warnings.push_back(warning);
    }

    World::Engine& engine_;
    const Call& call_;
    std::uint64_t number_;
    std::string name_;
    Request request_;
    Facts facts_;
    Ground ground_;
    Entry entry_;
    FirstUse first_;
    std::optional<Chosen> chosen_;
    std::optional<Refusal> refused_;
    std::optional<base::Error> failed_;
    std::optional<Answer> answer_;
    Answer unfinished_;
    Strike strike_;
    std::uint64_t delivered_before_ = 0;  // number of the last delivery before this call
    std::uint64_t match_ = 0;             // calls that the fault was chosen for before
    bool is_unanswered_ = false;          // a fault ended the call before there was an answer
    bool replayed_ = false;  // the answer is not this call's own doing: it is not remembered
};

}  // namespace

Outcome World::Engine::call(const Call& call) {
    return Calling(*this, call, state.next("$trace")).run();
}

}  // namespace understudy::world
