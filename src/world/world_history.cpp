// A past for the world: calls and events are made back-dated, one after another, timers fire in
// between, and everything is left behind as live calls would have left it. All or nothing.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "base/time.hpp"
#include "json/parse.hpp"
#include "json/pointer.hpp"
#include "world/code.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/named_answers.hpp"
#include "world/impl/operation_call.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using json::Value;
using pack::Index;
using pack::kNone;
using Problem = std::optional<Refused>;

namespace {

struct PastStep {
    base::Instant at;
    const Value* value = nullptr;
    std::size_t index = 0;
    json::Pointer place;
};

// What a step may arm for itself and those after it: the bodies of control calls, done at its
// instant before it. One line for each.
struct Arming {
    std::string_view member;
    std::variant<Outcome, Refused> (*arm)(World::Engine& engine, const Value& body);
};
constexpr Arming kArmings[] = {
    {"durations",
     [](World::Engine& engine, const Value& body) { return engine.set_durations({body}); }},
    {"pins", [](World::Engine& engine, const Value& body) { return engine.set_pin({body}); }},
    {"tapes", [](World::Engine& engine, const Value& body) { return engine.set_tape({body}); }},
};

std::string text_of(const Value* value) {
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : "";
}

// A vendor's error, which may be any size and any bytes.
std::string shortened(const std::string& body) {
    constexpr std::size_t kMost = 1'000;
    if (body.size() <= kMost) return base::to_valid_utf8(body);
    return base::to_valid_utf8(std::string_view(body).substr(0, kMost)) + "…";
}

// A refusal of an inner command, at its place in this one.
Refused placed(Refused refused, const json::Pointer& place) {
    refused.field = place.to_text() + refused.field;
    return refused;
}

std::variant<std::vector<PastStep>, Refused> read_steps(const Value& body, base::Instant now) {
    const Value* list = body.find("steps");
    if (list == nullptr || !list->is_array() || list->size() == 0) {
        return refused(422, "invalid_request", "a history has steps", "/steps");
    }
    std::vector<PastStep> steps;
    for (std::size_t i = 0; i < list->size(); ++i) {
        PastStep step;
        step.value = &(*list)[i];
        step.index = i;
        step.place = json::Pointer({"steps"}) / i;
        const std::string place = step.place.to_text();
        const std::string text = text_of(step.value->find("at"));
        const auto at = base::parse_rfc3339(text);
        if (!at) {
            return refused(422, "invalid_instant", base::quoted(text) + " is no instant",
                           place + "/at", "write it as 2025-01-01T00:00:00Z");
        }
        if (!steps.empty() && *at < steps.back().at) {
            return refused(
                422, "invalid_instant",
                text + " is before the step before it, at " + base::to_rfc3339(steps.back().at),
                place + "/at", "steps stand in the order in which they happened");
        }
        if (*at > now) {
            return refused(422, "invalid_instant",
                           text + " is later than the world's now, " + base::to_rfc3339(now),
                           place + "/at", "a history ends at the world's now");
        }
        if (step.value->has("call") == step.value->has("event")) {
            return refused(422, "invalid_request", "a step has either a call or an event", place);
        }
        step.at = *at;
        steps.push_back(std::move(step));
    }
    return steps;
}

class Replaying {
public:
    Replaying(World::Engine& engine, const History& history) : engine_(engine), history_(history) {}

    Problem run(const std::vector<PastStep>& steps) {
        const base::Instant end = engine_.state.now();
        engine_.state.set_now(steps.front().at);
        for (const PastStep& step : steps) {
            if (auto problem = pass_until(step.at)) return problem;
            if (auto problem = arm(step)) return problem;
            auto problem = step.value->has("call") ? call(step) : event(step);
            if (problem) return problem;
        }
        return pass_until(end);
    }

    Outcome outcome;
    std::map<std::string, std::string> names;  // key of an object -> name of the step that made it

private:
    Problem pass_until(base::Instant until) {
        std::vector<Warning> warnings;
        if (!engine_.run_until(until, outcome, warnings)) {
            const std::string limit = base::with_thousands(engine_.definition.most_timers);
            return refused(
                409, "runaway_timers",
                base::message({code::RunawayTimers,
                               {{"limit", limit}, {"now", base::to_rfc3339(engine_.state.now())}},
                               {},
                               {}}));
        }
        engine_.state.set_now(until);
        engine_.state.settle();
        return std::nullopt;
    }

    Problem arm(const PastStep& step) {
        for (const Arming& one : kArmings) {
            const Value* body = step.value->find(one.member);
            if (body == nullptr) continue;
            const json::Pointer place = step.place / one.member;
            if (!body->is_array()) {
                if (auto problem = arm(one, *body, place)) return problem;
                continue;
            }
            for (std::size_t i = 0; i < body->size(); ++i) {
                if (auto problem = arm(one, (*body)[i], place / i)) return problem;
            }
        }
        return std::nullopt;
    }

    Problem arm(const Arming& one, const Value& body, const json::Pointer& place) {
        if (!body.is_object()) {
            return refused(422, "invalid_request", std::string(one.member) + " are maps",
                           place.to_text());
        }
        auto armed = one.arm(engine_, body);
        if (auto* no = std::get_if<Refused>(&armed)) return placed(std::move(*no), place);
        return std::nullopt;
    }

    void take(Outcome done) {
        const auto append = [](auto& to, auto& from) {
            to.insert(to.end(), std::make_move_iterator(from.begin()),
                      std::make_move_iterator(from.end()));
        };
        append(outcome.transitions, done.transitions);
        append(outcome.events, done.events);
    }

    Problem call(const PastStep& step) {
        const Value& told = *step.value->find("call");
        const json::Pointer place = step.place / "call";
        const std::string name = text_of(told.find("operation"));
        const Index index = engine_.pack->find_operation(name);
        if (index == kNone) {
            std::vector<std::string> known;
            for (const pack::Operation& one : engine_.pack->operations) known.push_back(one.name);
            return refused(404, "unknown_operation",
                           "no operation '" + name + "' in pack " + engine_.pack->name + '@' +
                               engine_.pack->version,
                           (place / "operation").to_text(), nearest_hint(name, known));
        }
        const Value* given = told.find("input");
        const Value* headers = told.find("headers");
        for (const Value* map : {given, headers}) {
            if (map == nullptr || map->is_object()) continue;
            return refused(422, "invalid_request", "input and headers are maps", place.to_text());
        }
        auto input = answers_.resolve(given == nullptr ? Value::object() : *given, place / "input");
        if (auto* no = std::get_if<Refused>(&input)) return std::move(*no);
        auto request = request_of(*engine_.pack, engine_.pack->operations[index],
                                  std::get<Value>(input), engine_.config);
        if (const auto* missing = std::get_if<std::string>(&request)) {
            return refused(422, "invalid_request", name + " needs '" + *missing + "' in its path",
                           (place / "input" / *missing).to_text());
        }
        Call made;
        made.request = std::get<http::Request>(std::move(request));
        if (headers != nullptr) {
            for (const json::Member& header : headers->members()) {
                made.request.head.headers.set(header.key(), text_of(&header.value));
            }
        }
        made.credential = history_.credential;
        made.host = "localhost";
        made.origin = history_.origin;
        made.in_history = true;
        Outcome done = engine_.call(made);
        constexpr int kFirstError = 400;
        if (done.answer.status >= kFirstError) {
            return replay_refused(
                step, name,
                std::to_string(done.answer.status) + " " + shortened(*done.answer.body));
        }
        if (const Value* as = told.find("as")) {
            auto answer = json::parse(*done.answer.body);
            if (const Value* id = answer ? answer->find("id") : nullptr) {
                names.emplace(key_of(*id), text_of(as));
            }
            answers_.add(text_of(as), answer ? std::move(*answer) : Value(*done.answer.body));
        }
        take(std::move(done));
        return std::nullopt;
    }

    Problem event(const PastStep& step) {
        const Value& told = *step.value->find("event");
        const json::Pointer place = step.place / "event";
        const std::string name = text_of(told.find("name"));
        const Value* given = told.find("data");
        auto data = answers_.resolve(given == nullptr ? Value::object() : *given, place / "data");
        if (auto* no = std::get_if<Refused>(&data)) return std::move(*no);
        auto done = engine_.trigger({name, std::get<Value>(std::move(data))});
        if (auto* no = std::get_if<Refused>(&done)) {
            if (no->code == "precondition_failed") return replay_refused(step, name, no->message);
            if (no->field == "/event") no->field = "/name";
            return placed(std::move(*no), place);
        }
        take(std::get<Outcome>(std::move(done)));
        return std::nullopt;
    }

    Refused replay_refused(const PastStep& step, const std::string& name, const std::string& why) {
        return refused(422, "replay_refused",
                       "step " + std::to_string(step.index) + ", " + name + " at " +
                           base::to_rfc3339(step.at) + ", was refused: " + why,
                       step.place.to_text(), "nothing of the history has happened");
    }

    World::Engine& engine_;
    const History& history_;
    NamedAnswers answers_;
};

}  // namespace

std::variant<Outcome, Refused> World::Engine::history(const History& history) {
    auto steps = read_steps(history.body, state.now());
    if (auto* no = std::get_if<Refused>(&steps)) return std::move(*no);
    const base::Instant first = std::get<std::vector<PastStep>>(steps).front().at;
    if (const auto changed = state.changed(); changed && *changed > first) {
        return refused(
            409, "history_overlap",
            "something has happened at " + base::to_rfc3339(*changed) + ", after the first step",
            "/steps/0/at", "begin then or later, or reset the world first");
    }
    const State before = state;
    const SharedLedger requests = ledger;
    Replaying replaying(*this, history);
    in_history = true;
    auto problem = replaying.run(std::get<std::vector<PastStep>>(steps));
    in_history = false;
    if (problem) {
        state.become(before);
        ledger = requests;
        return std::move(*problem);
    }
    Value created = Value::array();
    for (Index i = 0; i < pack->resources.size(); ++i) {
        if (pack->events && pack->events->stored_as == i) continue;
        const std::uint64_t known = before.last(pack->resources[i].name);
        state.each(i, [&](const ObjectPtr& object) {
            if (object->sequence <= known) return true;
            Value record =
                Value::object({{"resource", pack->resources[i].name}, {"id", object->id}});
            const auto name = replaying.names.find(key_of(object->id));
            if (name != replaying.names.end()) record.set("as", name->second);
            created.push_back(std::move(record));
            return true;
        });
    }
    Outcome outcome = std::move(replaying.outcome);
    outcome.result = Value::object({{"created", std::move(created)},
                                    {"events", static_cast<std::uint64_t>(outcome.events.size())},
                                    {"now", base::to_rfc3339(state.now())}});
    return outcome;
}

}  // namespace understudy::world
