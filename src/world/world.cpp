// Worlds: made from a pack and a definition, copied in constant time, looked at from outside.
#include "world/world.hpp"

#include "base/text.hpp"
#include "base/time.hpp"
#include "schema/check.hpp"
#include "world/code.hpp"
#include "world/impl/clock_settings.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/strike.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;

namespace {

base::Result<void> check_config(const pack::ConfigEntry& entry, const json::Value& value) {
    if (!entry.schema.compiled) return {};
    const schema::Outcome outcome = schema::check(*entry.schema.compiled, value);
    if (outcome.verdict != schema::Verdict::Invalid) return {};
    const std::string why = outcome.violations.empty()
                                ? std::string("it is invalid")
                                : base::message(schema::to_error(outcome.violations.front()));
    return base::fail(code::BadConfig, {{"name", entry.name}, {"why", why}});
}

base::Result<json::Value> config_of(const pack::Pack& pack, const Definition& definition) {
    std::vector<std::string> known;
    for (const pack::ConfigEntry& entry : pack.config) known.push_back(entry.name);
    for (const json::Member& member : definition.config.members()) {
        bool declared = false;
        for (const std::string& name : known) declared |= name == member.key();
        if (declared) continue;
        const std::string nearest = base::nearest(member.key(), known);
        const std::string help = known.empty() ? "it takes no config" : "";
        return base::fail(code::UnknownConfig, {{"pack", pack.name},
                                                {"name", std::string(member.key())},
                                                {"help", help},
                                                {"nearest", nearest}});
    }
    json::Value config = json::Value::object();
    for (const pack::ConfigEntry& entry : pack.config) {
        if (const json::Value* given = definition.config.find(entry.name)) {
            TRY_VOID(check_config(entry, *given));
            config.set(entry.name, *given);
        } else if (entry.pattern) {
            std::uint64_t budget = Allowance{}.steps;
            const pack::Drawing drawing{definition.seed, "$config", entry.name, 0, definition.t0};
            const auto drawn =
                TRY(pack::fill(*entry.pattern, expr::Env(pack::kNameCount), drawing, budget));
            config.set(entry.name, drawn ? *drawn : json::Value());
        } else {
            config.set(entry.name, entry.standard);
        }
    }
    return config;
}

// What the feed calls it; empty for what it does not tell: calls are told as requests.
std::string_view name_of(const Command& command) {
    struct Names {
        std::string_view operator()(const Call&) const { return {}; }
        std::string_view operator()(const Release&) const { return {}; }
        std::string_view operator()(const Advance&) const { return "advance"; }
        std::string_view operator()(const Trigger&) const { return "trigger"; }
        std::string_view operator()(const Reset&) const { return "reset"; }
        std::string_view operator()(const ArmFault&) const { return "arm_fault"; }
        std::string_view operator()(const ArmStub&) const { return "arm_stub"; }
        std::string_view operator()(const Clear&) const { return "clear"; }
        std::string_view operator()(const SetPin&) const { return "set_pin"; }
        std::string_view operator()(const SetTape&) const { return "set_tape"; }
        std::string_view operator()(const SetDurations&) const { return "set_durations"; }
        std::string_view operator()(const SetClock&) const { return "set_clock"; }
        std::string_view operator()(const Seed&) const { return "seed"; }
        std::string_view operator()(const History&) const { return "history"; }
        std::string_view operator()(const Restore&) const { return "restore"; }
        std::string_view operator()(const SetCoherence&) const { return "set_coherence"; }
        std::string_view operator()(const AddEndpoint&) const { return "add_endpoint"; }
        std::string_view operator()(const RemoveEndpoint&) const { return "remove_endpoint"; }
        std::string_view operator()(const Redeliver&) const { return "redeliver"; }
        std::string_view operator()(const LetGo&) const { return "release"; }
        std::string_view operator()(const Send&) const { return {}; }
        std::string_view operator()(const Report&) const { return {}; }
        std::string_view operator()(const Resume&) const { return {}; }
        std::string_view operator()(const GoAlone&) const { return {}; }
    };
    return std::visit(Names{}, command);
}

// Who carries out which command.
struct Carry {
    World::Engine& engine;
    using Done = std::variant<Outcome, Refused>;

    Done operator()(const Call& call) const { return engine.call(call); }
    Done operator()(const Advance& advance) const { return engine.advance(advance); }
    Done operator()(const Trigger& trigger) const { return engine.trigger(trigger); }
    Done operator()(const ArmFault& fault) const { return engine.arm(fault); }
    Done operator()(const ArmStub& stub) const { return engine.arm(stub); }
    Done operator()(const Clear& clear) const { return engine.clear(clear); }
    Done operator()(const Release& release) const { return engine.release(release); }
    Done operator()(const SetPin& pin) const { return engine.set_pin(pin); }
    Done operator()(const SetTape& tape) const { return engine.set_tape(tape); }
    Done operator()(const SetCoherence& set) const { return engine.set_coherence(set); }
    Done operator()(const SetDurations& set) const { return engine.set_durations(set); }
    Done operator()(const SetClock& set) const { return engine.set_clock(set); }
    Done operator()(const Seed& seed) const { return engine.seed(seed); }
    Done operator()(const History& history) const { return engine.history(history); }
    Done operator()(const Restore& restore) const { return engine.restore(restore); }
    Done operator()(const Reset& reset) const { return engine.reset(reset); }
    Done operator()(const AddEndpoint& order) const { return engine.add_endpoint(order); }
    Done operator()(const RemoveEndpoint& order) const { return engine.remove_endpoint(order); }
    Done operator()(const Redeliver& order) const { return engine.redeliver(order); }
    Done operator()(const LetGo& order) const { return engine.let_go(order); }
    Done operator()(const Send&) const { return engine.send(); }
    Done operator()(const Report& report) const { return engine.report(report); }
    Done operator()(const Resume&) const { return engine.resume(); }
    Done operator()(const GoAlone& order) const { return engine.go_alone(order); }
};

}  // namespace

World::Engine::Engine(std::shared_ptr<const pack::Pack> from, Definition defined,
                      json::Value worked_out)
    : pack(std::move(from)),
      definition(std::move(defined)),
      config(std::move(worked_out)),
      state(pack, definition.t0),
      mode(definition.clock),
      ledger(Ledger(pack, definition.journal_entries, definition.body_bytes, definition.id)) {}

base::Result<void> World::Engine::begin() {
    const auto begins = [](const pack::Resource& resource) {
        return !resource.begins_with.empty();
    };
    if (std::none_of(pack->resources.begin(), pack->resources.end(), begins)) return {};
    Ground ground(*this, "the beginning", {}, 0);
    TRY_VOID(make_first(ground.turn()));
    Outcome outcome;  // of no command: nobody hears of it
    ground.commit(outcome);
    return {};
}

Ledger& World::Engine::own_ledger() {
    return ledger.own(definition.id);
}

World::World(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

base::Result<World> World::create(std::shared_ptr<const pack::Pack> pack, Definition definition) {
    json::Value config = TRY(config_of(*pack, definition));
    auto engine =
        std::make_unique<Engine>(std::move(pack), std::move(definition), std::move(config));
    TRY_VOID(engine->begin());
    return World(std::move(engine));
}

const pack::Pack& World::pack() const {
    return *engine_->pack;
}
const Definition& World::definition() const {
    return engine_->definition;
}
base::Instant World::now() const {
    return engine_->state.now();
}
base::Instant World::t0() const {
    return start_in(engine_->state, engine_->definition.t0);
}
ClockMode World::clock_mode() const {
    return engine_->mode;
}
const json::Value& World::config() const {
    return engine_->config;
}

std::variant<Outcome, Refused> World::apply(const Command& command, base::Duration elapsed) {
    Engine& engine = *engine_;
    Outcome before;
    if (engine.mode == ClockMode::Ticking && !std::holds_alternative<Reset>(command) &&
        !std::holds_alternative<Restore>(command)) {
        engine.tick(elapsed, before);
    }
    std::variant<Outcome, Refused> done = std::visit(Carry{engine}, command);
    auto* outcome = std::get_if<Outcome>(&done);
    const std::string_view name = name_of(command);
    if (outcome != nullptr && !name.empty()) {
        engine.own_ledger().tell(Feed::Kind::Control, engine.state.now(),
                                 json::Value::object({{"command", name}}));
    }
    if (outcome != nullptr && !std::holds_alternative<Call>(command)) engine.tell(*outcome);
    if (outcome != nullptr) outcome->owes = engine.owes();
    if (outcome == nullptr || (before.transitions.empty() && before.events.empty())) return done;
    const auto put_first = [](auto& later, auto& earlier) {
        later.insert(later.begin(), std::make_move_iterator(earlier.begin()),
                     std::make_move_iterator(earlier.end()));
    };
    put_first(outcome->transitions, before.transitions);
    put_first(outcome->events, before.events);
    return done;
}

World::FeedPage World::feed(std::uint64_t after, std::size_t limit) const {
    return engine_->ledger->feed().after(*engine_->pack, after, limit);
}

World World::fork(std::string id) const {
    const Definition& own = engine_->definition;
    return fork(ForkAs{std::move(id), own.key, own.credential});
}

World World::fork(ForkAs as) const {
    auto copy = std::make_unique<Engine>(*engine_);
    copy->definition.id = std::move(as.id);
    copy->definition.key = std::move(as.key);
    copy->definition.credential = std::move(as.credential);
    return World(std::move(copy));
}

std::vector<json::Value> World::objects(Index resource) const {
    const Engine& engine = *engine_;
    std::vector<json::Value> shown;
    engine.state.each(resource, [&](const ObjectPtr& object) {
        if (object->deleted) return true;
        // Each object is a reading of its own, with an allowance of its own.
        Allowance allowance;
        Eyes eyes(*engine.pack, engine.state, engine.config, allowance);
        const Renderer renderer(eyes, nullptr);
        eyes.set_viewer(&renderer);
        auto record = renderer.render(object, pack::kRestView, {}, {}, nullptr);
        shown.push_back(record ? std::move(*record)
                               : json::Value::object({{"id", object->id},
                                                      {"error", base::message(record.error())}}));
        return true;
    });
    return shown;
}

json::Value World::state_record() const {
    json::Value resources = json::Value::object();
    for (Index i = 0; i < engine_->pack->resources.size(); ++i) {
        const pack::Resource& resource = engine_->pack->resources[i];
        if (resource.id_field == kNone && !resource.one) continue;
        json::Value list = json::Value::array();
        for (json::Value& object : objects(i)) list.push_back(std::move(object));
        resources.set(resource.name, std::move(list));
    }
    return json::Value::object(
        {{"now", base::to_rfc3339(now())}, {"resources", std::move(resources)}});
}

std::string World::digest() const {
    return engine_->state.digest();
}

json::Value World::counts() const {
    json::Value counts = json::Value::object();
    for (Index i = 0; i < engine_->pack->resources.size(); ++i) {
        const pack::Resource& resource = engine_->pack->resources[i];
        if (resource.id_field == kNone && !resource.one) continue;
        counts.set(resource.name, json::Value(static_cast<std::uint64_t>(engine_->state.count(i))));
    }
    return counts;
}

World::Page World::requests(const RequestFilter& filter, std::uint64_t from,
                            std::size_t limit) const {
    return engine_->ledger->requests(filter, from, limit);
}
std::optional<json::Value> World::request(std::string_view id) const {
    return engine_->ledger->request(id);
}
World::Page World::traces(const TraceFilter& filter, std::uint64_t from, std::size_t limit) const {
    return engine_->ledger->traces(filter, from, limit);
}
World::Kept World::find_trace(std::string_view id) const {
    return engine_->ledger->find_trace(id);
}
std::optional<json::Value> World::trace(std::string_view id, const TraceFilter& filter) const {
    return engine_->ledger->trace(id, filter);
}

json::Value World::pending() const {
    const pack::Pack& pack = *engine_->pack;
    json::Value list = json::Value::array();
    for (const Timer& timer : engine_->state.timers()) {
        const pack::Resource& resource = pack.resources[timer.resource];
        const ObjectPtr object = engine_->state.find(timer.resource, timer.key);
        const bool named = timer.duration != kNone;
        list.push_back(json::Value::object(
            {{"id", "tmr_" + std::to_string(timer.number)},
             {"due_at", base::to_rfc3339(timer.due)},
             {"started_at", base::to_rfc3339(timer.start)},
             {"duration", named ? json::Value(pack.durations[timer.duration].name) : json::Value()},
             {"resource", resource.name},
             {"object", object ? object->id : json::Value(timer.key)},
             {"move", resource.lifecycle->moves[timer.move].name}}));
    }
    for (const DeliveryPtr& delivery : engine_->state.waiting_deliveries()) {
        const bool first = delivery->is_first();
        list.push_back(json::Value::object(
            {{"id", delivery->id()},
             {"due_at", base::to_rfc3339(delivery->due)},
             {"started_at", base::to_rfc3339(delivery->created)},
             {"duration", first ? json::Value(pack::kWebhookDelay) : json::Value()},
             {"resource", kDeliveries},
             {"object", delivery->is_callback ? delivery->url : delivery->key},
             {"move", kSend}}));
    }
    return list;
}

json::Value World::durations() const {
    return engine_->durations();
}

json::Value World::clock_record() const {
    return json::Value::object({{"now", base::to_rfc3339(now())},
                                {"mode", name_of(clock_mode())},
                                {"t0", base::to_rfc3339(t0())},
                                {"pending", pending()},
                                {"durations", durations()}});
}

json::Value World::idempotency() const {
    json::Value list = json::Value::array();
    for (const Remembered& record : engine_->state.all_remembered()) {
        const std::string trace = "trc_" + std::to_string(record.trace);
        list.push_back(
            json::Value::object({{"key", record.shown_key},
                                 {"operation", record.operation},
                                 {"status", record.status},
                                 {"stored_at", base::to_rfc3339(record.stored)},
                                 {"request_id", record.request_id},
                                 {"trace", record.trace == 0 ? json::Value() : json::Value(trace)},
                                 {"running", record.running}}));
    }
    return list;
}

void World::record_changes(bool on) {
    engine_->recording = on;
    engine_->state.record(on);
}

std::vector<Change> World::take_changes() {
    std::vector<Change> changes = std::move(engine_->resets);
    engine_->resets.clear();
    for (Change& change : engine_->state.take_changes()) changes.push_back(std::move(change));
    return changes;
}

base::Result<void> World::replay(const std::vector<Change>& changes) {
    for (const Change& change : changes) {
        if (change.part != "reset") {
            TRY_VOID(engine_->state.apply(change));
            continue;
        }
        const auto start =
            change.value.is_string() ? base::parse_rfc3339(change.value.as_string()) : std::nullopt;
        if (!start) return base::fail(code::BadJournal, {{"why", "a reset names no instant"}});
        engine_->state = State(engine_->pack, *start);
    }
    engine_->mode = mode_in(engine_->state, engine_->definition.clock);
    return {};
}

std::size_t World::stored_bytes() const {
    return engine_->state.object_bytes();
}

}  // namespace understudy::world
