// The small readers all kinds share: text, flags, types, guards, keys, scopes.
#include "grammar/impl/reader.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::grammar {

using base::Code;
using json::Value;

namespace {

std::string a_kind(const Value& value) {
    std::string name(json::name_of(value.kind()));
    if (name == "null") return "nothing";
    return (name == "array" || name == "object" ? "an " : "a ") + name;
}

std::string listed(std::span<const std::string_view> words) {
    std::string text;
    for (std::string_view word : words) {
        if (!text.empty()) text += ", ";
        text += word;
    }
    return text;
}

}  // namespace

Node Node::member(std::string_view key) const {
    const Value* found = value == nullptr ? nullptr : value->find(key);
    return found == nullptr ? Node{} : Node{found, at / key};
}

Node Node::item(std::size_t index) const {
    return Node{&(*value)[index], at / index};
}

void Reader::problem(Code code, std::vector<base::Arg> args, const Node& node,
                     std::vector<base::Error> because) {
    if (is_full()) return;
    problems_.push_back({code, std::move(args), document_.mark(node.at), std::move(because)});
}

void Reader::problem_at_key(Code code, std::vector<base::Arg> args, const Node& node) {
    if (is_full()) return;
    problems_.push_back({code, std::move(args), document_.mark_of_key(node.at), {}});
}

void Reader::wrong_shape(const Node& node, std::string_view what, std::string_view expected) {
    problem(Code::GrammarShape,
            {{"what", std::string(what)},
             {"expected", std::string(expected)},
             {"found", a_kind(*node.value)}},
            node);
}

void Reader::unknown_word(const Node& node, std::string_view what, std::string_view word,
                          std::span<const std::string_view> words) {
    problem(Code::GrammarUnknownWord,
            {{"what", std::string(what)},
             {"word", base::quoted(word)},
             {"known", listed(words)},
             {"nearest", base::nearest(word, words)}},
            node);
}

std::optional<std::string> Reader::text(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_string()) return std::string(node.value->as_string());
    wrong_shape(node, what, "text");
    return std::nullopt;
}

std::optional<bool> Reader::flag(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_bool()) return node.value->as_bool();
    wrong_shape(node, what, "true or false");
    return std::nullopt;
}

std::optional<std::int64_t> Reader::whole(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_number()) {
        if (auto number = node.value->to_int64()) return number;
    }
    wrong_shape(node, what, "a whole number");
    return std::nullopt;
}

std::vector<Node> Reader::list(const Node& node) {
    std::vector<Node> nodes;
    if (!node) return nodes;
    if (!node.value->is_array()) return {node};
    for (std::size_t i = 0; i < node.value->size(); ++i) nodes.push_back(node.item(i));
    return nodes;
}

std::vector<std::string> Reader::texts(const Node& node, std::string_view what) {
    std::vector<std::string> texts;
    for (const Node& item : list(node)) {
        if (auto one = text(item, what)) texts.push_back(std::move(*one));
    }
    return texts;
}

std::optional<expr::Program> Reader::guard(const Node& node, std::string_view what) {
    auto written = text(node, what);
    if (!written) return std::nullopt;
    model_.has_guards = true;
    auto program = expr::compile(*written, scope_);
    if (program) return std::move(*program);
    // Only now, because finding a place in a large file is not free.
    program = expr::compile(*written, scope_, {}, document_.mark(node.at));
    problem(Code::GrammarBadGuard, {{"what", std::string(what)}}, node, {program.error()});
    return std::nullopt;
}

std::optional<Locator> Reader::locator(const Node& node, std::string_view what) {
    auto written = text(node, what);
    if (!written) return std::nullopt;
    auto locator = Locator::parse(*written);
    if (locator) return std::move(*locator);
    problem(Code::GrammarBadPointer,
            {{"what", std::string(what)}, {"text", base::quoted(*written)}}, node,
            {locator.error()});
    return std::nullopt;
}

std::vector<Locator> Reader::locators(const Node& node, std::string_view what) {
    std::vector<Locator> locators;
    for (const Node& item : list(node)) {
        if (auto one = locator(item, what)) locators.push_back(std::move(*one));
    }
    return locators;
}

TypeId Reader::type(std::string_view name, const Node& node) {
    auto found = model_.type_ids.find(std::string(name));
    if (found != model_.type_ids.end()) return found->second;
    if (model_.types.size() >= kMaxTypes) {
        if (!type_limit_hit_) {
            problem(Code::GrammarLimit,
                    {{"what", "the number of types"}, {"limit", base::with_thousands(kMaxTypes)}},
                    node);
        }
        type_limit_hit_ = true;
        return 0;
    }
    auto id = static_cast<TypeId>(model_.types.size());
    model_.types.emplace_back(name);
    model_.type_ids.emplace(name, id);
    return id;
}

std::vector<TypeId> Reader::types(const Node& node, std::string_view what) {
    std::vector<TypeId> ids;
    for (const Node& item : list(node)) {
        auto name = text(item, what);
        if (!name) continue;
        if (name->empty()) {
            wrong_shape(item, what, "the name of a type");
            continue;
        }
        ids.push_back(type(*name, item));
    }
    return ids;
}

std::optional<Selector> Reader::selector(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    Selector selector;
    if (!node.value->is_object()) {
        selector.every = false;
        selector.types = types(node, what);
        return selector;
    }
    MapReader map(*this, node, std::string(what));
    map.exclude("type", {"types"});
    for (std::string_view key : {"type", "types"}) {
        Node named = map.get(key);
        if (!named) continue;
        selector.every = false;
        selector.types = types(named, key);
    }
    selector.except = types(map.get("except"), "except");
    selector.when = guard(map.get("when"), "when");
    map.done();
    return selector;
}

std::optional<KeySpec> Reader::key(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    KeySpec spec;
    auto add = [&](TypeId type, const Node& place) {
        std::vector<Locator> parts = locators(place, what);
        if (parts.empty()) {
            if (place.value->is_array()) wrong_shape(place, what, "a pointer, or a list of them");
            return;
        }
        spec.rules.push_back({type, std::move(parts)});
    };
    if (node.value->is_object()) {
        for (const json::Member& member : node.value->members()) {
            Node place{&member.value, node.at / member.key()};
            add(type(member.key(), place), place);
        }
        if (node.value->size() == 0) wrong_shape(node, what, "a pointer for at least one type");
    } else {
        add(kNoType, node);
    }
    if (spec.rules.empty()) return std::nullopt;
    return spec;
}

Scope Reader::scope(const Node& node) {
    Scope scope;
    if (!node) return scope;
    if (node.value->is_string() && node.value->as_string() == "file") return scope;
    if (!node.value->is_object()) {
        scope.by = key(node, "scope");
        return scope;
    }
    MapReader map(*this, node, "scope");
    scope.by = key(map.get("by"), "by");
    scope.since = selector(map.get("since"), "since");
    map.done();
    return scope;
}

std::optional<Moment> Reader::moment(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    Moment moment;
    std::optional<std::string> state;
    std::optional<std::string> of;
    Node state_node = node;
    if (node.value->is_object()) {
        MapReader map(*this, node, std::string(what));
        map.exclude("type", {"state", "of"});
        moment.types = types(map.get("type"), "type");
        state_node = map.get("state");
        state = text(state_node, "state");
        of = text(map.get("of"), "of");
        if (!map.has("type")) map.need("state");
        map.done();
        if (map.has("type") || !state) return moment;
    } else {
        state = text(node, what);
        if (!state) return std::nullopt;
    }
    std::vector<std::string> known;
    std::size_t matches = 0;
    for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
        const Constraint& constraint = model_.constraints[i];
        const auto* seq = std::get_if<SeqRule>(&constraint.rule);
        if (constraint.kind != Kind::Seq || seq == nullptr || (of && constraint.id != *of))
            continue;
        for (const AutomatonState& each : seq->automaton.states) known.push_back(each.name);
        auto found = seq->automaton.find(*state);
        if (!found) continue;
        if (matches++ == 0) {
            moment.is_state = true;
            moment.seq = i;
            moment.state = *found;
        }
    }
    if (matches == 1) return moment;
    Code code = matches == 0 ? Code::GrammarUndeclaredState : Code::GrammarAmbiguousState;
    problem(code, {{"state", base::quoted(*state)}, {"nearest", base::nearest(*state, known)}},
            state_node);
    return std::nullopt;
}

std::optional<std::size_t> Reader::word(const Node& node, std::string_view what,
                                        std::span<const std::string_view> words) {
    auto written = text(node, what);
    if (!written) return std::nullopt;
    auto found = std::find(words.begin(), words.end(), *written);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    unknown_word(node, what, *written, words);
    return std::nullopt;
}

MapReader::MapReader(Reader& reader, Node node, std::string what)
    : reader_(reader), node_(std::move(node)), what_(std::move(what)) {
    is_map_ = node_.value->is_object();
    if (!is_map_) {
        reader_.wrong_shape(node_, what_, "a map");
    } else if (node_.value->has_repeated_keys()) {
        reader_.problem(Code::GrammarRepeatedKey, {{"what", what_}}, node_);
    }
}

bool MapReader::has(std::string_view key) const {
    return static_cast<bool>(node_.member(key));
}

Node MapReader::get(std::string_view key) {
    asked_.emplace_back(key);
    return node_.member(key);
}

Node MapReader::need(std::string_view key) {
    Node found = get(key);
    if (!found && is_map_) {
        reader_.problem(Code::GrammarMissing, {{"what", what_}, {"key", std::string(key)}}, node_);
    }
    return found;
}

void MapReader::exclude(std::string_view a, std::initializer_list<std::string_view> others) {
    if (!has(a)) return;
    for (std::string_view other : others) {
        if (!has(other)) continue;
        asked_.emplace_back(other);
        reader_.problem_at_key(Code::GrammarExclusive,
                               {{"what", what_}, {"a", std::string(a)}, {"b", std::string(other)}},
                               node_.member(other));
    }
}

void MapReader::done() {
    if (!is_map_) return;
    for (const json::Member& member : node_.value->members()) {
        if (reader_.is_full()) return;
        if (std::find(asked_.begin(), asked_.end(), member.key()) != asked_.end()) continue;
        reader_.problem_at_key(Code::GrammarUnknownKey,
                               {{"key", base::quoted(member.key())},
                                {"what", what_},
                                {"nearest", base::nearest(member.key(), asked_)}},
                               Node{&member.value, node_.at / member.key()});
    }
}

}  // namespace understudy::grammar
