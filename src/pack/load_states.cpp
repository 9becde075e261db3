// The names of a lifecycle: states (nobody lists them; they are those that start, from and to
// mention), moves and arms.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

void add_state(Loader& loader, Lifecycle& lifecycle, const Node& node) {
    if (!node.is_text()) return;
    const std::string name(node.value->as_string());
    if (name == "any" || name == "nothing") return;
    if (lifecycle.find_state(name) != kNone) return;
    if (!is_name(name)) {
        loader.reader.problem(
            code::BadName,
            {{"name", base::quoted(name)},
             {"what", "a state"},
             {"why", "a name is letters, digits and underscores, a letter first"}},
            node);
    }
    lifecycle.states.push_back(name);
}

// A state, a list of states, or a choice.
void add_states(Loader& loader, Lifecycle& lifecycle, const Node& node) {
    for (const Node& each : loader.reader.list(node)) {
        add_state(loader, lifecycle, each.is_map() ? each.member("state") : each);
    }
}

void declare_move(Loader& loader, Lifecycle& lifecycle, const Entry& entry) {
    Move move;
    move.name = entry.key;
    move.mark = entry.node.key_mark();
    if (!is_name(entry.key)) {
        loader.reader.problem_at_key(
            code::BadName,
            {{"name", base::quoted(entry.key)},
             {"what", "a move"},
             {"why", "a name is letters, digits and underscores, a letter first"}},
            entry.node);
    }
    add_states(loader, lifecycle, entry.node.member("from"));
    add_states(loader, lifecycle, entry.node.member("to"));
    for (const Entry& each : loader.reader.entries(entry.node.member("arms"), "arms")) {
        Arm arm;
        arm.name = each.key;
        arm.mark = each.node.key_mark();
        add_states(loader, lifecycle, each.node.member("to"));
        move.arms.push_back(std::move(arm));
    }
    lifecycle.moves.push_back(std::move(move));
}

}  // namespace

void declare_lifecycle(Loader& loader, Index resource, const Node& node) {
    const std::string& owner = loader.pack.resources[resource].name;
    const Map map(loader.reader, node, "the lifecycle of " + owner, {"start", "refuse", "moves"});
    Lifecycle lifecycle;
    lifecycle.states.emplace_back("nothing");
    add_states(loader, lifecycle, map.get("start"));
    for (const Entry& entry : loader.reader.entries(map.get("moves"), "moves of " + owner)) {
        declare_move(loader, lifecycle, entry);
        loader.written[resource].moves.push_back(entry.node);
    }
    loader.pack.resources[resource].lifecycle = std::move(lifecycle);
}

}  // namespace understudy::pack
