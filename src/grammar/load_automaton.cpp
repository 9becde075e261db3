// States and transitions as a grammar file spells them:
//
//     start: Idle
//     accept: [Done]
//     states:
//       Idle: {session_start: Run}
//       Run:  {text_delta | tool_use: Run, session_end: [{to: Failed, when: self.error}, {to:
//       Done}]}
//       "*":  {error: Failed}       # in every state that has transitions of its own
//
// A state is declared by standing among `states`, or in `accept`, `failed` or `interruptible`.
// Where nothing is said about accepting, a target without transitions is a final state.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "grammar/impl/reader.hpp"

namespace understudy::grammar {

using base::Code;
using json::Member;

namespace {

class Builder {
public:
    Builder(Reader& reader, MapReader& map, bool needs_accept)
        : reader_(reader), map_(map), needs_accept_(needs_accept) {}

    std::optional<Automaton> build() {
        std::size_t before = reader_.problems().size();
        Node states = map_.need("states");
        Node start = map_.get("start");
        accept_ = needs_accept_ ? map_.need("accept") : map_.get("accept");
        failed_ = map_.get("failed");
        interruptible_ = map_.get("interruptible");
        automaton_.says_accept = static_cast<bool>(accept_);
        automaton_.says_failed = static_cast<bool>(failed_);
        if (!states) return std::nullopt;
        if (!states.value->is_object() || states.value->size() == 0) {
            reader_.wrong_shape(states, "states", "a map of states to their transitions");
            return std::nullopt;
        }
        if (!declare(states)) return std::nullopt;
        for (const Member& member : states.value->members()) {
            Node node{&member.value, states.at / member.key()};
            if (member.key() != "*") read_state(*find(member.key()), node);
        }
        if (Node any = states.member("*")) spread(any);
        choose_start(start);
        mark_states();
        if (reader_.problems().size() == before) refuse_unreachable(states);
        if (reader_.problems().size() != before) return std::nullopt;
        return std::move(automaton_);
    }

private:
    bool declare(const Node& states) {
        for (const Member& member : states.value->members()) {
            if (member.key() != "*" && !find(member.key())) add(member.key());
            if (automaton_.states.size() > kMaxStates)
                return too_large("states", kMaxStates, states);
        }
        for (const Node& list : {accept_, failed_, interruptible_}) {
            if (is_all(list)) continue;
            for (const Node& item : reader_.list(list)) {
                auto name = reader_.text(item, "a state");
                if (name && !find(*name)) listed_only_.push_back({*name, item});
                if (name && !find(*name)) add(*name);
            }
        }
        return true;
    }

    std::optional<std::uint32_t> find(std::string_view name) const {
        auto found = index_.find(std::string(name));
        if (found == index_.end()) return std::nullopt;
        return found->second;
    }

    static bool is_all(const Node& node) {
        return node && node.value->is_string() && node.value->as_string() == "all";
    }

    void add(std::string_view name) {
        AutomatonState state;
        state.name = name;
        index_.emplace(name, static_cast<std::uint32_t>(automaton_.states.size()));
        automaton_.states.push_back(std::move(state));
    }

    bool too_large(std::string_view what, std::size_t limit, const Node& node) {
        reader_.problem(Code::GrammarLimit,
                        {{"what", "the number of " + std::string(what)},
                         {"limit", base::with_thousands(limit)}},
                        node);
        return false;
    }

    void read_state(std::uint32_t state, const Node& node) {
        if (node.value->is_null()) return;
        if (!node.value->is_object()) {
            return reader_.wrong_shape(node, "a state", "a map of types to states");
        }
        for (const Member& member : node.value->members()) {
            Node target{&member.value, node.at / member.key()};
            std::vector<Edge> edges = read_edges(state, member.key(), target);
            transitions_ += edges.size();
            if (transitions_ > kMaxTransitions) {
                too_large("transitions", kMaxTransitions, node);
                return;
            }
            for (std::string_view name : base::split(member.key(), '|')) {
                connect(state, base::trim(name), edges, target);
            }
        }
    }

    void connect(std::uint32_t state, std::string_view name, const std::vector<Edge>& edges,
                 const Node& node) {
        AutomatonState& here = automaton_.states[state];
        if (name == "*") {
            here.otherwise = edges;
            return;
        }
        if (name.empty()) return reader_.wrong_shape(node, "a transition", "named by a type");
        TypeId type = reader_.type(name, node);
        if (!here.on.emplace(type, edges).second) return conflict(here.name, name, node);
        here.order.push_back(type);
    }

    void conflict(const std::string& state, std::string_view type, const Node& node) {
        reader_.problem_at_key(Code::GrammarConflict,
                               {{"state", base::quoted(state)}, {"type", std::string(type)}}, node);
    }

    // `Done`, `{to: Done, when: ...}`, or a list of them; the first that holds is taken.
    std::vector<Edge> read_edges(std::uint32_t state, std::string_view type, const Node& node) {
        std::vector<Edge> edges;
        for (const Node& item : reader_.list(node)) {
            Node to = item;
            std::optional<expr::Program> when;
            if (item.value->is_object()) {
                MapReader map(reader_, item, "a transition");
                to = map.need("to");
                when = reader_.guard(map.get("when"), "when");
                map.done();
            }
            auto name = reader_.text(to, "to");
            if (!name) continue;
            bool is_shadowed = std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
                return !edge.when || (when && edge.when->text() == when->text());
            });
            if (is_shadowed) conflict(automaton_.states[state].name, type, item);
            if (auto target = resolve(*name, to)) edges.push_back({std::move(when), *target});
        }
        return edges;
    }

    std::optional<std::uint32_t> resolve(const std::string& name, const Node& node) {
        std::erase_if(listed_only_, [&](const auto& entry) { return entry.first == name; });
        if (auto found = find(name)) return found;
        if (!automaton_.says_accept && !needs_accept_) {
            add(name);
            automaton_.states.back().accept = true;
            return static_cast<std::uint32_t>(automaton_.states.size() - 1);
        }
        undeclared(name, node);
        return std::nullopt;
    }

    void undeclared(const std::string& name, const Node& node) {
        std::vector<std::string> known;
        for (const AutomatonState& state : automaton_.states) {
            if (state.name != name) known.push_back(state.name);
        }
        reader_.problem(Code::GrammarUndeclaredState,
                        {{"state", base::quoted(name)}, {"nearest", base::nearest(name, known)}},
                        node);
    }

    // The transitions of `*` go to every state that has some and does not speak of the type itself.
    void spread(const Node& node) {
        std::size_t at = automaton_.states.size();
        automaton_.states.emplace_back().name = "*";
        read_state(static_cast<std::uint32_t>(at), node);
        AutomatonState all = std::move(automaton_.states[at]);
        automaton_.states.erase(automaton_.states.begin() + static_cast<std::ptrdiff_t>(at));
        shift_after(all, at);
        for (auto& [name, index] : index_) {
            if (index > at) --index;
        }
        for (AutomatonState& state : automaton_.states) {
            if (state.is_final()) continue;
            for (TypeId type : all.order) {
                if (!state.on.emplace(type, all.on[type]).second) continue;
                state.order.push_back(type);
                if (++transitions_ > kMaxTransitions) {
                    too_large("transitions", kMaxTransitions, node);
                    return;
                }
            }
            if (state.otherwise.empty()) state.otherwise = all.otherwise;
        }
    }

    // Final states that `*` itself brought in stand behind it; they move down by one.
    static void shift_after(AutomatonState& all, std::size_t at) {
        auto shift = [&](std::vector<Edge>& edges) {
            for (Edge& edge : edges) {
                if (edge.to > at) --edge.to;
            }
        };
        for (auto& [type, edges] : all.on) shift(edges);
        shift(all.otherwise);
    }

    void choose_start(const Node& node) {
        auto name = reader_.text(node, "start");
        if (!name) return;
        auto found = find(*name);
        if (found)
            automaton_.start = *found;
        else
            undeclared(*name, node);
        std::erase_if(listed_only_, [&](const auto& entry) { return entry.first == *name; });
    }

    void mark_states() {
        for (const auto& [name, node] : listed_only_) undeclared(name, node);
        mark(accept_, &AutomatonState::accept);
        mark(failed_, &AutomatonState::failed);
        mark(interruptible_, &AutomatonState::interruptible);
    }

    void mark(const Node& list, bool AutomatonState::*member) {
        if (is_all(list)) {
            for (AutomatonState& state : automaton_.states) state.*member = true;
            return;
        }
        for (const Node& item : reader_.list(list)) {
            if (!item.value->is_string()) continue;
            if (auto found = find(item.value->as_string())) {
                automaton_.states[*found].*member = true;
            }
        }
    }

    void refuse_unreachable(const Node& states) {
        std::vector<bool> reached(automaton_.states.size(), false);
        std::vector<std::uint32_t> waiting = {automaton_.start};
        reached[automaton_.start] = true;
        auto follow = [&](const std::vector<Edge>& edges) {
            for (const Edge& edge : edges) {
                if (reached[edge.to]) continue;
                reached[edge.to] = true;
                waiting.push_back(edge.to);
            }
        };
        while (!waiting.empty()) {
            const AutomatonState& state = automaton_.states[waiting.back()];
            waiting.pop_back();
            for (const auto& [type, edges] : state.on) follow(edges);
            follow(state.otherwise);
        }
        for (std::size_t i = 0; i < reached.size(); ++i) {
            if (reached[i]) continue;
            const std::string& name = automaton_.states[i].name;
            Node node = states.member(name);
            reader_.problem_at_key(Code::GrammarUnreachableState, {{"state", base::quoted(name)}},
                                   node ? node : states);
        }
    }

    Reader& reader_;
    MapReader& map_;
    bool needs_accept_;
    Node accept_;
    Node failed_;
    Node interruptible_;
    Automaton automaton_;
    std::unordered_map<std::string, std::uint32_t> index_;
    std::vector<std::pair<std::string, Node>> listed_only_;  // named nowhere but in accept and such
    std::size_t transitions_ = 0;
};

void mark_short_form(Reader& reader, const Node& list, Automaton& automaton,
                     bool AutomatonState::*member, std::string_view what) {
    if (!list) return;
    for (AutomatonState& state : automaton.states) state.*member = false;
    if (list.value->is_string() && list.value->as_string() == "all") {
        for (AutomatonState& state : automaton.states) state.*member = true;
        return;
    }
    std::vector<std::string> known;
    for (const AutomatonState& state : automaton.states) known.push_back(state.name);
    for (const Node& item : reader.list(list)) {
        auto name = reader.text(item, what);
        if (!name) continue;
        if (auto found = automaton.find(*name)) {
            automaton.states[*found].*member = true;
        } else {
            reader.problem(
                Code::GrammarUndeclaredState,
                {{"state", base::quoted(*name)}, {"nearest", base::nearest(*name, known)}}, item);
        }
    }
}

}  // namespace

std::optional<Automaton> load_automaton(Reader& reader, MapReader& map, bool needs_accept) {
    if (!map.has("order")) return Builder(reader, map, needs_accept).build();
    map.exclude("order", {"states", "start", "accept"});
    auto automaton = read_short_form(reader, map.get("order"));
    Node failed = map.get("failed");
    Node interruptible = map.get("interruptible");
    if (!automaton) return std::nullopt;
    automaton->says_failed = static_cast<bool>(failed);
    mark_short_form(reader, failed, *automaton, &AutomatonState::failed, "failed");
    for (AutomatonState& state : automaton->states) state.accept = state.accept && !state.failed;
    mark_short_form(reader, interruptible, *automaton, &AutomatonState::interruptible,
                    "interruptible");
    return automaton;
}

}  // namespace understudy::grammar
