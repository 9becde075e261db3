// Arming, listing and clearing what testers set against calls; counting the calls that came.
#include "base/text.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/strike.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;
using Kind = Lever::Kind;

struct Words {
    Kind kind;
    std::string_view name;  // "fault"
};
constexpr Words words_of(Clear::What what) {
    switch (what) {
        case Clear::What::Faults: return {Kind::Fault, "fault"};
        case Clear::What::Stubs: return {Kind::Stub, "stub"};
        case Clear::What::Pins: return {Kind::Pin, "pin"};
        case Clear::What::Tapes: return {Kind::Tape, "tape"};
    }
    return {Kind::Fault, "fault"};
}

std::vector<Value> records_of(const State& state, Kind kind, Value (*record)(const Lever&)) {
    std::vector<Value> records;
    for (const LeverPtr& lever : state.levers(kind)) records.push_back(record(*lever));
    return records;
}

std::optional<Value> record_of(const State& state, Kind kind, std::string_view id,
                               Value (*record)(const Lever&)) {
    const auto number = number_in(id, kind);
    const LeverPtr lever = number ? state.lever(kind, *number) : nullptr;
    if (!lever) return std::nullopt;
    return record(*lever);
}

std::variant<Outcome, Refused> keep(State& state, std::variant<Lever, Refused> read,
                                    Value (*record)(const Lever&)) {
    if (auto* no = std::get_if<Refused>(&read)) return std::move(*no);
    Outcome outcome;
    outcome.result = record(*state.put_lever(std::move(std::get<Lever>(read))));
    state.settle();
    return outcome;
}

}  // namespace

std::variant<Outcome, Refused> World::Engine::arm(const ArmFault& order) {
    return keep(state, read_fault(order.body, *pack), fault_record);
}

std::variant<Outcome, Refused> World::Engine::arm(const ArmStub& order) {
    return keep(state, read_stub(order.body, *pack), stub_record);
}

std::variant<Outcome, Refused> World::Engine::clear(const Clear& order) {
    const auto [kind, name] = words_of(order.what);
    std::uint64_t cleared = 0;
    if (order.id.empty()) {
        for (const LeverPtr& lever : state.levers(kind)) {
            if (state.drop_lever(kind, lever->number)) ++cleared;
        }
    } else {
        const auto number = number_in(order.id, kind);
        if (!number || !state.drop_lever(kind, *number)) {
            std::vector<std::string> known;
            for (const LeverPtr& lever : state.levers(kind)) known.push_back(lever->id());
            return refused(404, "unknown_" + std::string(name),
                           "there is no " + std::string(name) + " " + base::quoted(order.id), {},
                           nearest_hint(order.id, known));
        }
        cleared = 1;
    }
    state.settle();
    Outcome outcome;
    outcome.result = Value::object({{"cleared", cleared}});
    return outcome;
}

Outcome World::Engine::release(const Release& order) {
    for (Remembered& record : state.all_remembered()) {
        if (!record.running || record.trace != order.trace) continue;
        record.running = false;
        state.remember(record);
        break;
    }
    for (const DeliveryPtr& waiting : state.waiting_deliveries()) {
        if (order.trace == 0 || waiting->awaits != order.trace) continue;
        Delivery freed = *waiting;
        freed.awaits = 0;
        state.put_delivery(std::move(freed));
    }
    state.settle();
    return {};
}

std::vector<Value> World::faults() const {
    return records_of(engine_->state, Kind::Fault, fault_record);
}
std::vector<Value> World::stubs() const {
    return records_of(engine_->state, Kind::Stub, stub_record);
}
std::optional<Value> World::fault(std::string_view id) const {
    return record_of(engine_->state, Kind::Fault, id, fault_record);
}
std::optional<Value> World::stub(std::string_view id) const {
    return record_of(engine_->state, Kind::Stub, id, stub_record);
}

std::variant<Value, Refused> World::count_requests(const Value& body) const {
    const pack::Pack& pack = *engine_->pack;
    static const Value kAnything = Value::object();
    const Value* given = body.find("match");
    auto read = read_match(
        given != nullptr ? *given : kAnything, "/match",
        {.resource = true, .operation = true, .id = true, .method_and_path = true, .status = true},
        pack);
    if (auto* no = std::get_if<Refused>(&read)) return std::move(*no);
    const Match& match = std::get<Match>(read);
    const std::string operation = match.operations.empty() ? "" : match.operations.front();
    if (auto no = check_resource(pack, match.resource, "/match/resource")) return std::move(*no);
    if (auto no = check_operation(pack, match.resource, operation, "/match/operation")) {
        return std::move(*no);
    }
    const Value* since = body.find("since");
    const std::int64_t after = since != nullptr ? since->to_int64().value_or(0) : 0;
    const Ledger::Count count = engine_->ledger->count(match, static_cast<std::uint64_t>(after));
    return Value::object({{"count", count.calls}, {"known", count.known}});
}

}  // namespace understudy::world
