// Which fault strikes a call: the most specific that fits, then the newest. Only that one counts
// the call, whether it acts or not.
#include "world/impl/strike.hpp"

#include <functional>
#include <span>

#include "base/seed.hpp"
#include "http/fault.hpp"

namespace understudy::world {

namespace {

using json::Value;
using Outcome = Strike::Outcome;

constexpr std::size_t kMostConsidered = 20;

std::uint64_t number_of(const Value& body, std::string_view name) {
    const Value* found = body.find(name);
    const auto number = found != nullptr ? found->to_int64() : std::nullopt;
    return number && *number > 0 ? static_cast<std::uint64_t>(*number) : 0;
}

bool is_better(const Lever& one, const Lever& other) {
    const auto order = one.match.specificity() <=> other.match.specificity();
    return order != 0 ? order > 0 : one.created > other.created;
}

// The best that fits; why the others do not goes to `considered`.
LeverPtr choose(const State& state, Lever::Kind kind, std::span<const std::string> buckets,
                const Sought& call, Strike& strike,
                const std::function<bool(const Lever&)>& takes = {}) {
    LeverPtr best;
    const auto consider = [&](const Lever& lever, std::string why) {
        if (strike.considered.size() < kMostConsidered) {
            strike.considered.emplace_back(lever.id(), std::move(why));
        }
    };
    for (const std::string& bucket : buckets) {
        for (const LeverPtr& lever : state.levers_in(kind, bucket)) {
            if (takes && !takes(*lever)) continue;
            if (auto why = lever->match.why_not(call)) {
                consider(*lever, std::move(*why));
            } else if (!best || is_better(*lever, *best)) {
                if (best) consider(*best, lever->id() + " is more specific or newer");
                best = lever;
            } else {
                consider(*lever, best->id() + " is more specific or newer");
            }
        }
    }
    return best;
}

void use(Strike& strike, const Lever& chosen, std::uint64_t seed) {
    Lever lever = chosen;
    const std::uint64_t match = lever.matched++;
    const Value body = lever.body;
    const auto finish = [&](Outcome outcome) {
        strike.outcome = outcome;
        if (strike.acts()) {
            ++lever.fired;
            const std::uint64_t count = number_of(body, "count");
            if (count != 0 && lever.fired >= count) lever.spent = true;
        }
        strike.lever = std::move(lever);
    };
    if (match < number_of(body, "skip")) return finish(Outcome::Skipped);
    if (const Value* probability = body.find("probability")) {
        base::Stream stream{seed, {"fault", lever.id(), "probability"}, match};
        if (stream.unit() >= probability->to_double()) return finish(Outcome::Spared);
    }
    const Value* tape = body.find("tape");
    if (tape == nullptr) {
        strike.members = body;
        return finish(Outcome::Fired);
    }
    const std::string_view then = body.find("then")->as_string();
    const auto index = entry_at(*tape, then, lever.position);
    ++lever.position;
    if (!entry_at(*tape, then, lever.position)) lever.spent = true;
    if (!index)
        return finish(Outcome::Passed);  // a tape read from a file that says it is not spent
    strike.members = (*tape)[*index];
    finish(strike.members.has("pass") ? Outcome::Passed : Outcome::Fired);
}

void stub(Strike& strike, const State& state, const Sought& call, std::uint64_t seed) {
    const std::string everywhere[] = {bucket_of("", "")};
    if (const LeverPtr chosen = choose(state, Lever::Kind::Stub, everywhere, call, strike)) {
        use(strike, *chosen, seed);
        strike.members = *chosen->body.find("answer");
        strike.outcome = Outcome::Stub;
    }
}

}  // namespace

bool Strike::is_after() const {
    const Value* when = members.is_object() ? members.find("when") : nullptr;
    return outcome == Outcome::Fired && when != nullptr && when->is_string() &&
           when->as_string() == "after";
}

bool Strike::has_error() const {
    return outcome == Outcome::Fired && members.has("code");
}

bool Strike::has_transport() const {
    return outcome == Outcome::Fired && members.has("transport");
}

bool Strike::tells_in_stream() const {
    return has_transport() && is_error_event(*members.find("transport"));
}

bool is_error_event(const Value& transport) {
    const Value* kind = transport.find("kind");
    return kind != nullptr && kind->is_string() && kind->as_string() == "error_event";
}

Strike strike(const State& state, const Sought& call, std::uint64_t seed) {
    Strike made;
    if (state.has_levers(Lever::Kind::Fault)) {
        const std::string buckets[] = {bucket_of(call.resource, call.verb),
                                       bucket_of(call.resource, ""), bucket_of("", call.verb),
                                       bucket_of("", "")};
        // A call without a resource would look into the last two twice.
        const auto distinct = std::span(buckets).subspan(call.resource.empty() ? 2 : 0);
        if (const LeverPtr chosen = choose(state, Lever::Kind::Fault, distinct, call, made)) {
            use(made, *chosen, seed);
        }
    }
    // A fault that was chosen and lets the call pass lets it pass the stubs too.
    if (!made.lever && state.has_levers(Lever::Kind::Stub)) stub(made, state, call, seed);
    return made;
}

Strike strike_delivery(const State& state, const Value& facts, bool is_duplicate,
                       std::uint64_t seed) {
    Strike made;
    if (!state.has_levers(Lever::Kind::Fault)) return made;
    Sought attempt;
    attempt.resource = kDeliveries;
    attempt.verb = kSend;
    attempt.input = &facts;
    const std::string buckets[] = {bucket_of(kDeliveries, kSend), bucket_of(kDeliveries, "")};
    // A copy is not copied again: that would never end.
    const auto takes = [&](const Lever& lever) {
        const Value* what = lever.body.find("delivery");
        const Value* kind = what != nullptr ? what->find("kind") : nullptr;
        return !is_duplicate || kind == nullptr || kind->as_string() != "duplicate";
    };
    if (const LeverPtr chosen = choose(state, Lever::Kind::Fault, buckets, attempt, made, takes)) {
        use(made, *chosen, seed);
    }
    return made;
}

Strike strike_unrouted(const State& state, const Sought& call) {
    Strike made;
    if (state.has_levers(Lever::Kind::Stub)) stub(made, state, call, 0);
    return made;
}

bool goes_on(const Value& transport) {
    const auto fault = http::make_fault(transport, {});
    if (!fault) return true;
    http::Steps steps;
    (*fault)->pass(http::AnswerEnd{}, steps);
    return !steps.empty() && steps.back().kind == http::StepKind::End;
}

std::string remark_on(const Wire& wire, const Answer& answer, http::Version version) {
    http::FaultContext context;
    context.seed = wire.seed;
    context.fault_id = wire.fault;
    context.match = wire.match;
    context.version = version;
    const auto fault = http::make_fault(wire.transport, context);
    if (!fault) return base::message(fault.error());
    http::Steps steps;
    if (!wire.unanswered) {
        http::ResponseHead head;
        head.status = answer.status;
        head.headers = answer.headers;
        (*fault)->pass(http::AnswerHead{std::move(head), answer.body->size()}, steps);
        (*fault)->pass(http::AnswerPiece{*answer.body}, steps);
    }
    (*fault)->pass(http::AnswerEnd{}, steps);
    return std::string((*fault)->remark());
}

bool holds_back(const Value& transport) {
    const Value* kind = transport.find("kind");
    return kind != nullptr && kind->is_string() && kind->as_string() == "latency" &&
           goes_on(transport);
}

}  // namespace understudy::world
