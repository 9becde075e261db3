// Moves: where they start, what sets them off, their arms. What they do is in load_steps.cpp.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

using expr::Type;

constexpr std::string_view kMoveKeys[] = {
    "from",     "refuse",   "params", "guard", "after",  "at",   "cause",
    "cause_of", "workflow", "arms",   "call",  "create", "each", "move",
    "set",      "to",       "emits",  "clock", "answer", "then", "again"};
constexpr std::string_view kArmKeys[] = {"when",   "default", "call", "create", "each",
                                         "move",   "set",     "to",   "emits",  "clock",
                                         "answer", "then",    "again"};

std::vector<bool> read_from(Loader& loader, const Node& node, Index resource) {
    const Lifecycle& lifecycle = *loader.pack.resources[resource].lifecycle;
    std::vector<bool> from(lifecycle.states.size(), false);
    for (const Node& each : loader.reader.list(node)) {
        const auto name = loader.reader.text(each, "from");
        if (!name) continue;
        if (*name == "any") {
            for (std::size_t i = 1; i < from.size(); ++i) from[i] = true;
        } else if (const Index state = lifecycle.find_state(*name); state != kNone) {
            from[state] = true;
        }
    }
    return from;
}

std::optional<Cause> read_cause(Loader& loader, const Node& node, Index resource, Place& place) {
    if (!node) return std::nullopt;
    Cause cause;
    if (!node.is_map()) {
        cause.event = loader.reader.text(node, "cause").value_or("");
        place.with(Name::Data, type_of_params(loader, "data", {}, {}, true));
        return cause;
    }
    const Map map(loader.reader, node, "cause", {"event", "title", "of", "when", "data"});
    cause.event =
        loader.reader.text(map.need("event", "a name for it"), "cause.event").value_or("");
    cause.title = loader.reader.text(map.get("title"), "cause.title").value_or("");
    cause.data = read_params(loader, map.get("data"), kNone, Place{}, "cause.data");
    finish_params(loader, cause.data, map.get("data"), kNone, default_place(loader, resource),
                  "cause.data");
    std::vector<const Param*> params;
    for (Param& param : cause.data) {
        param.spelled = param.name;  // the control plane's, not the vendor's
        params.push_back(&param);
    }
    const Type data = type_of_params(loader, "data", params, {}, false);
    place.with(Name::Data, data);
    Place outside = pack_place(loader);
    outside.with(Name::Data, data).with(Name::Now, Type::timestamp());
    cause.of = read_expression(loader, map.get("of"), outside, "cause.of");
    outside.with(Name::It, Type::object(*loader.resource_shapes[resource]));
    cause.when = read_condition(loader, map.get("when"), outside, "cause.when");
    return cause;
}

// The field by which objects of `from` name those of `to`, if there is only one.
Index only_reference(const Loader& loader, Index from, Index to) {
    Index found = kNone;
    const std::vector<Field>& fields = loader.pack.resources[from].fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].ref != to) continue;
        if (found != kNone) return kNone;
        found = static_cast<Index>(i);
    }
    return found;
}

std::vector<Reaction> read_reactions(Loader& loader, const Node& node, Index resource,
                                     Place& place) {
    std::vector<Reaction> reactions;
    for (const Node& each : loader.reader.list(node)) {
        for (const Entry& entry : loader.reader.entries(each, "cause_of")) {
            Reaction reaction;
            const MoveName cause = move_named(loader, entry.node, entry.key);
            reaction.resource = cause.resource;
            reaction.move = cause.move;
            const Map map(loader.reader, entry.node, "cause_of." + entry.key,
                          {"arm", "by", "when"});
            if (cause.move == kNone) continue;
            if (const auto arm = loader.reader.text(map.get("arm"), "arm")) {
                reaction.arm = arm_named(loader, map.get("arm"), cause.resource, cause.move, *arm);
            }
            if (const auto by = loader.reader.text(map.get("by"), "by")) {
                reaction.by = field_named(loader, map.get("by"), cause.resource, *by);
            } else {
                reaction.by = only_reference(loader, cause.resource, resource);
                if (reaction.by == kNone) {
                    loader.reader.problem_at_key(
                        code::MissingKey,
                        {{"what", "cause_of." + entry.key},
                         {"key", "by"},
                         {"help", "the field of that object which names this one"}},
                        entry.node);
                }
            }
            const Type it = Type::object(*loader.resource_shapes[cause.resource]);
            Place seen = place;
            seen.with(Name::It, it);
            reaction.when = read_condition(loader, map.get("when"), seen, "cause_of.when");
            const bool other = !reactions.empty() && reactions.back().resource != cause.resource;
            place.with(Name::It, other ? Type::any() : it);
            reactions.push_back(std::move(reaction));
        }
    }
    return reactions;
}

void read_arms(Loader& loader, Move& move, const Node& node, Place place, Index resource) {
    std::size_t defaults = 0;
    std::size_t index = 0;
    const std::size_t shared = place.locals.size();
    for (const Entry& entry : loader.reader.entries(node, "arms of " + move.name)) {
        Arm& arm = move.arms[index++];
        const Map map(loader.reader, entry.node, "the arm " + arm.name, kArmKeys);
        Place inside = place;
        arm.when = read_condition(loader, map.get("when"), inside, "when");
        arm.is_default = loader.reader.flag(map.get("default"), "default").value_or(false);
        defaults += arm.is_default ? 1U : 0U;
        read_steps(loader, map, inside, resource, arm.steps);
        // The slots stay taken; the names are this arm's alone.
        place.locals = inside.locals;
        for (std::size_t i = shared; i < place.locals.size(); ++i) place.locals[i].visible = false;
    }
    move.locals = std::max(move.locals, place.locals.size());
    if (defaults != 1) {
        loader.reader.problem_at_key(
            code::ArmsDefault, {{"move", move.name}, {"count", std::to_string(defaults)}}, node);
    }
}

void check_said_twice(Loader& loader, const Move& move, const Node& node) {
    for (const std::string_view key : {"to", "answer"}) {
        if (!node.member(key)) continue;
        for (const Entry& arm : loader.reader.entries(node.member("arms"), "arms")) {
            const Node twice = arm.node.member(key);
            if (!twice) continue;
            loader.reader.problem_at_key(
                code::SaidTwice, {{"key", std::string(key)}, {"move", move.name}, {"arm", arm.key}},
                twice);
        }
    }
}

void read_move(Loader& loader, Index resource, Index index, const Node& node) {
    Move& move = loader.pack.resources[resource].lifecycle->moves[index];
    const Map map(loader.reader, node, "the move " + move.name, kMoveKeys);
    if (!map.is_map()) return;
    Place place = lifecycle_place(loader, resource, &move);
    move.from = read_from(loader, map.get("from"), resource);
    move.workflow = loader.reader.text(map.get("workflow"), "workflow").value_or("");
    move.refuse = read_error_use(loader, map.get("refuse"), place, "refuse");
    if (const Node after = map.get("after")) move.after = duration_named(loader, after, "after");
    if (const Node at = map.get("at")) {
        Place seen = pack_place(loader);
        for (const Name name : {Name::Self, Name::Parent, Name::Now}) {
            if (place.has(name)) seen.with(name, *place.names[slot(name)]);
        }
        move.at = read_expression(loader, at, seen, "at");
    }
    move.cause = read_cause(loader, map.get("cause"), resource, place);
    move.cause_of = read_reactions(loader, map.get("cause_of"), resource, place);
    finish_params(loader, move.params, map.get("params"), resource, place,
                  "params of " + move.name);
    move.guards = read_guards(loader, map.get("guard"), place, "guard");
    read_steps(loader, map, place, resource, move.steps);
    move.locals = place.locals.size();
    if (const Node arms = map.get("arms")) {
        read_arms(loader, move, arms, place, resource);
        check_said_twice(loader, move, node);
    }
}

void read_start(Loader& loader, Index resource, const Node& node) {
    Lifecycle& lifecycle = *loader.pack.resources[resource].lifecycle;
    const Place place = lifecycle_place(loader, resource, nullptr);
    const std::vector<Node> entries = loader.reader.list(node);
    const auto add_state = [&](State state) {
        for (const State known : lifecycle.start_states) {
            if (known == state) return;
        }
        lifecycle.start_states.push_back(state);
    };
    bool ended = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Node& each = entries[i];
        Choice<Start> choice;
        if (!each.is_map()) {
            const Index state = state_named(loader, each, resource);
            if (state == kNone) continue;
            add_state(state);
            if (i > 0) continue;  // a list of plain states: the first is taken
            choice.what.state = state;
        } else {
            if (ended) loader.reader.problem(code::AfterUnguarded, {}, each);
            const Map map(loader.reader, each, "start", {"when", "state", "emits"});
            choice.when = read_condition(loader, map.get("when"), place, "start.when");
            ended = ended || !map.has("when");
            const Node state = map.need("state");
            const Index found = state ? state_named(loader, state, resource) : kNone;
            if (found == kNone) continue;
            add_state(found);
            choice.what.state = found;
            choice.what.emits = read_emits(loader, map.get("emits"), place, resource);
            if (i + 1 == entries.size() && map.has("when")) {
                loader.reader.problem(code::NoLastChoice, {}, map.get("when"));
            }
        }
        lifecycle.start.push_back(std::move(choice));
    }
}

}  // namespace

void read_lifecycle(Loader& loader, Index resource) {
    if (!loader.pack.resources[resource].lifecycle) return;
    const Node node = loader.written[resource].node.member("lifecycle");
    Lifecycle& lifecycle = *loader.pack.resources[resource].lifecycle;
    const Place place = lifecycle_place(loader, resource, nullptr);
    lifecycle.refuse = read_error_use(loader, node.member("refuse"), place, "lifecycle.refuse");
    read_start(loader, resource, node.member("start"));
    bool brings_forth = false;
    for (std::size_t i = 0; i < lifecycle.moves.size(); ++i) {
        read_move(loader, resource, static_cast<Index>(i), loader.written[resource].moves[i]);
        const std::vector<bool>& from = lifecycle.moves[i].from;
        brings_forth = brings_forth || (!from.empty() && from[kNothing]);
    }
    if (!node.member("start") && node.is_map() && !brings_forth) {
        loader.reader.problem_at_key(
            code::MissingKey,
            {{"what", "the lifecycle of " + loader.pack.resources[resource].name},
             {"key", "start"},
             {"help", "the state of a new object"}},
            node);
    }
}

}  // namespace understudy::pack
