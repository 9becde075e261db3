// What could happen next: every world event with the data for which it can happen now. Candidates
// are tried on a copy of the state, so what is shown will do when it is posted back.
#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "pack/example.hpp"
#include "world/impl/cause.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/ruling.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

constexpr std::size_t kMostShown = 20;

// What one parameter of an event may be. Nothing at all: it is left out.
struct Choices {
    std::string name;
    std::vector<Value> values;
    bool may_be_missing = false;
};

class Candidates {
public:
    Candidates(World::Engine& trial, MoveAt at)
        : trial_(trial), pack_(*trial.pack), at_(at), move_(move_at(pack_, at)) {}

    std::vector<Value> shown;
    std::uint64_t more = 0;
    std::string blocked_by;  // the first reason, where there is none

    void find() {
        std::vector<Choices> choices;
        for (const pack::Param& param : move_.cause->data) {
            Choices made = choices_for(param);
            if (made.values.empty() && !made.may_be_missing) {
                blocked(param.ref == kNone && !names_object(param)
                            ? "no data can be made up for " + param.name
                            : "there is no " + resource_of(param).singular);
                return;
            }
            choices.push_back(std::move(made));
        }
        combine(choices, 0, Value::object());
    }

private:
    // `of: data.charge`, or the member with the singular name of what is moved.
    bool names_object(const pack::Param& param) const {
        const pack::Cause& cause = *move_.cause;
        return cause.of ? cause.of->text() == "data." + param.name
                        : param.name == pack_.resources[at_.resource].singular;
    }
    const pack::Resource& resource_of(const pack::Param& param) const {
        return pack_.resources[param.ref != kNone ? param.ref : at_.resource];
    }

    Choices choices_for(const pack::Param& param) const {
        Choices made{param.name, {}, !param.required};
        if (param.ref != kNone || names_object(param)) {
            const Index resource = param.ref != kNone ? param.ref : at_.resource;
            trial_.state.each(resource, [&](const ObjectPtr& object) {
                if (!object->deleted) made.values.push_back(object->id);
                return true;
            });
            return made;
        }
        // A default fills itself in; what need not be said is not said.
        if (param.standard || !param.required) {
            made.may_be_missing = true;
            return made;
        }
        if (!param.schema.compiled) {
            made.values.emplace_back("text");
            return made;
        }
        pack::ExampleOptions options;
        options.key = param.name;
        options.direction = schema::Direction::Request;
        if (auto example = pack::make_example(param.schema, options)) {
            made.values.push_back(std::move(*example));
        }
        return made;
    }

    void combine(const std::vector<Choices>& choices, std::size_t next, const Value& data) {
        if (next == choices.size()) {
            consider(data);
            return;
        }
        for (const Value& value : choices[next].values) {
            Value with = data;
            with.set(choices[next].name, value);
            combine(choices, next + 1, with);
        }
        // Leaving it out is worth a look only where nothing else was found.
        const bool tried = !choices[next].values.empty() && !shown.empty();
        if (choices[next].may_be_missing && !tried) combine(choices, next + 1, data);
    }

    void consider(const Value& data) {
        Ground ground(trial_, "event " + move_.cause->event, "trc_0", 0);
        auto readied = ready(ground.turn(), at_, data);
        if (const auto* why = std::get_if<NotReady>(&readied)) {
            blocked(why->why);
        } else if (shown.size() == kMostShown) {
            ++more;
        } else if (const auto no = make_happen(ground.turn(), at_, std::get<Readied>(readied))) {
            blocked(no->why);
        } else {
            shown.push_back(std::get<Readied>(readied).data);
        }
        ground.undo();
        trial_.state.settle();
    }

    void blocked(std::string why) {
        if (blocked_by.empty()) blocked_by = std::move(why);
    }

    World::Engine& trial_;
    const pack::Pack& pack_;
    MoveAt at_;
    const pack::Move& move_;
};

Value data_schema(const pack::Pack& pack, const pack::Cause& cause) {
    Value properties = Value::object();
    Value required = Value::array();
    for (const pack::Param& param : cause.data) {
        Value schema = param.schema.written.is_object() ? param.schema.written : Value::object();
        if (param.ref != kNone) {
            schema.set("description", "the id of an object in " + pack.resources[param.ref].name);
        }
        properties.set(param.name, std::move(schema));
        if (param.required) required.push_back(param.name);
    }
    return Value::object({{"type", "object"},
                          {"properties", std::move(properties)},
                          {"required", std::move(required)},
                          {"additionalProperties", false}});
}

std::string precondition_of(const pack::Pack& pack, MoveAt at) {
    const pack::Move& move = move_at(pack, at);
    std::vector<std::string> parts;
    const std::string states = wanted_states(pack, at);
    if (!states.empty() && !move.from[pack::kNothing]) {
        parts.push_back(pack.resources[at.resource].singular + " is " + states);
    }
    if (move.cause->when) parts.push_back("`" + move.cause->when->text() + "`");
    return parts.empty() ? "none" : base::join(parts, " and ");
}

// The arm that a pin or a tape without further conditions would take now.
Value chosen_arm(const State& state, const std::string& name) {
    for (const Lever::Kind kind : {Lever::Kind::Pin, Lever::Kind::Tape}) {
        const std::vector<LeverPtr> levers = state.levers_in(kind, branch_bucket(name));
        for (auto lever = levers.rbegin(); lever != levers.rend(); ++lever) {
            if ((*lever)->match.specificity().constraints > 1) continue;
            if (const auto claim = claim_of(*lever)) return claim->value;
        }
    }
    return Value();
}

Value branch_record(const pack::Pack& pack, const State& state, MoveAt at) {
    const pack::Move& move = move_at(pack, at);
    const std::string name = name_of(pack, at);
    Value arms = Value::array();
    Value standard;
    for (const pack::Arm& arm : move.arms) {
        arms.push_back(arm.name);
        if (arm.is_default) standard = arm.name;
    }
    return Value::object({{"workflow", move.workflow.empty() ? name : move.workflow},
                          {"arms", std::move(arms)},
                          {"default", std::move(standard)},
                          {"chosen", chosen_arm(state, name)}});
}

void add_course(Value& record, const World::Engine& engine, const std::vector<MoveAt>& moves) {
    const pack::Pack& pack = *engine.pack;
    Allowance allowance;
    const Eyes eyes(pack, engine.state, engine.config, allowance);
    Value events = Value::array(), branches = Value::array(), durations = Value::array();
    const auto add_once = [](Value& list, Value item) {
        const auto items = list.items();
        if (std::find(items.begin(), items.end(), item) == items.end()) {
            list.push_back(std::move(item));
        }
    };
    for (const MoveAt at : moves) {
        const Course course = course_of(pack, at);
        for (const std::string& event : course.events) add_once(events, Value(event));
        for (const MoveAt branch : course.branches) {
            add_once(branches, branch_record(pack, engine.state, branch));
        }
        for (const Index duration : course.durations) {
            add_once(durations, Value::object({{"name", pack.durations[duration].name},
                                               {"value", base::to_text(eyes.duration(duration))}}));
        }
    }
    record.append("leads_to", std::move(events));
    record.append("branches", std::move(branches));
    record.append("durations", std::move(durations));
}

Value record_of(const World::Engine& engine, World::Engine& trial,
                const std::vector<MoveAt>& moves) {
    const pack::Pack& pack = *engine.pack;
    const pack::Cause& cause = *move_at(pack, moves.front()).cause;
    Value candidates = Value::array();
    std::uint64_t more = 0;
    std::string blocked_by;
    std::vector<std::string> preconditions;
    for (const MoveAt at : moves) {
        preconditions.push_back(precondition_of(pack, at));
        Candidates found(trial, at);
        found.find();
        for (Value& data : found.shown) {
            if (candidates.size() < kMostShown) {
                candidates.push_back(std::move(data));
            } else {
                ++more;
            }
        }
        more += found.more;
        if (blocked_by.empty()) blocked_by = found.blocked_by;
    }
    const bool possible = candidates.size() > 0;
    Value trigger;
    if (possible) trigger = Value::object({{"event", cause.event}, {"data", candidates[0]}});
    Value record = Value::object({{"event", cause.event},
                                  {"title", cause.title.empty() ? cause.event : cause.title},
                                  {"possible", possible},
                                  {"data_schema", data_schema(pack, cause)},
                                  {"candidates", std::move(candidates)},
                                  {"more", more},
                                  {"precondition", base::join(preconditions, ", or ")}});
    if (!possible) record.append("blocked_by", blocked_by);
    add_course(record, engine, moves);
    record.append("trigger", std::move(trigger));
    return record;
}

}  // namespace

std::vector<Value> World::Engine::next_events(bool all) const {
    Engine trial(*this);
    trial.recording = false;
    trial.state.record(false);
    std::vector<Value> records;
    std::vector<std::string> seen;
    for (const MoveAt at : all_moves(*pack)) {
        const pack::Move& move = move_at(*pack, at);
        if (!move.cause) continue;
        const std::string& event = move.cause->event;
        if (std::find(seen.begin(), seen.end(), event) != seen.end()) continue;
        seen.push_back(event);
        Value record = record_of(*this, trial, moves_of_event(*pack, event));
        if (all || record.find("possible")->as_bool()) records.push_back(std::move(record));
    }
    return records;
}

std::vector<Value> World::next_events(bool all) const {
    return engine_->next_events(all);
}

}  // namespace understudy::world
