#include "world/impl/script.hpp"

#include <algorithm>

#include "world/impl/ruling.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Name;

// Full names of the operations that are meant: faults may name a verb of a resource.
std::vector<std::string> operations_of(const pack::Pack& pack, const Match& match) {
    std::vector<std::string> names;
    for (const pack::Operation& operation : pack.operations) {
        const bool ours =
            match.resource.empty() || (operation.resource != pack::kNone &&
                                       pack.resources[operation.resource].name == match.resource);
        const bool meant = match.operations.empty() ||
                           std::any_of(match.operations.begin(), match.operations.end(),
                                       [&](const std::string& name) {
                                           return name == operation.name || name == operation.verb;
                                       });
        if (ours && meant) names.push_back(operation.name);
    }
    for (const std::string& name : match.operations) {
        const bool is_known = std::any_of(
            pack.operations.begin(), pack.operations.end(), [&](const pack::Operation& operation) {
                return operation.name == name || operation.verb == name;
            });
        if (!is_known) names.push_back(name);  // a name from data, a move, a world event
    }
    return names;
}

void add_operations(Value& seen, const pack::Pack& pack, const Match& match) {
    const std::vector<std::string> names = operations_of(pack, match);
    Value list = Value::array();
    for (const std::string& name : names) list.push_back(name);
    seen.set("operation", names.size() == 1 ? Value(names.front()) : Value());
    seen.set("operations", std::move(list));
}

ScriptPart part_of(const pack::Pack& pack, const Lever& lever) {
    ScriptPart part;
    part.id = lever.id();
    if (lever.kind == Lever::Kind::Fault) {
        part.list = Name::Faults;
        part.kind = "fault";
        part.seen = lever.body;
    } else {
        const bool is_pin = lever.kind == Lever::Kind::Pin;
        const bool is_branch = lever.field == kBranch;
        part.list = is_branch ? Name::Branches : is_pin ? Name::Pins : Name::Tapes;
        part.kind = is_branch ? "branch" : is_pin ? "pin" : "tape";
        part.seen = Value::object({{"field", lever.field}});
        Value values = Value::array();
        if (is_pin) {
            if (const Value* value = lever.body.find("value")) values.push_back(*value);
        } else if (const Value* entries = lever.body.find("values")) {
            for (const Value& entry : entries->items()) {
                if (const Value* value = entry.find("value")) values.push_back(*value);
            }
        }
        const Value first = values.size() > 0 ? values[0] : Value();
        part.seen.set(is_branch ? "arm" : "value", first);
        part.seen.set(is_branch ? "arms" : "values", std::move(values));
    }
    part.seen.set("id", part.id);
    part.seen.set("match", to_json(lever.match));
    add_operations(part.seen, pack, lever.match);
    return part;
}

}  // namespace

std::vector<ScriptPart> script_of(const pack::Pack& pack, const State& state, bool seeds) {
    std::vector<ScriptPart> parts;
    for (const Lever::Kind kind : {Lever::Kind::Fault, Lever::Kind::Pin, Lever::Kind::Tape}) {
        for (const LeverPtr& lever : state.levers(kind)) parts.push_back(part_of(pack, *lever));
    }
    if (!seeds) return parts;
    for (pack::Index r = 0; r < pack.resources.size(); ++r) {
        const std::string& name = pack.resources[r].name;
        state.each(r, [&](const ObjectPtr& object) {
            const auto& origins = object->origins;
            if (std::find(origins.begin(), origins.end(), Origin::Seed) == origins.end()) {
                return true;
            }
            parts.push_back({Name::Seeds, "seed", key_of(object->id),
                             Value::object({{"id", object->id}, {"resource", name}})});
            return true;
        });
    }
    return parts;
}

void set_script(expr::Env& env, const std::vector<const ScriptPart*>& parts) {
    for (const Name name : {Name::Faults, Name::Pins, Name::Tapes, Name::Branches, Name::Seeds}) {
        Value list = Value::array();
        for (const ScriptPart* part : parts) {
            if (part->list == name) list.push_back(part->seen);
        }
        env.set(pack::slot(name), expr::Given::own(std::move(list)));
    }
}

}  // namespace understudy::world
