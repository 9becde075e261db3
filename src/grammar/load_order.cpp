// The kinds that speak of record types only: seq, any, per-key, open/close, once, terminal.
#include "grammar/impl/reader.hpp"

namespace understudy::grammar {

void load_seq(Reader& reader, MapReader& map, Constraint& constraint) {
    SeqRule rule;
    if (auto automaton = load_automaton(reader, map, true)) rule.automaton = std::move(*automaton);
    constraint.rule = std::move(rule);
}

void load_any(Reader& reader, MapReader& map, Constraint& constraint) {
    AnyRule rule;
    if (auto types = reader.selector(map.need("types"), "types")) rule.types = std::move(*types);
    rule.after = reader.moment(map.get("after"), "after");
    constraint.rule = std::move(rule);
}

void load_per_key(Reader& reader, MapReader& map, Constraint& constraint) {
    PerKeyRule rule;
    if (auto key = reader.key(map.need("key"), "key")) rule.key = std::move(*key);
    if (auto automaton = load_automaton(reader, map, false)) rule.automaton = std::move(*automaton);
    rule.scope = reader.scope(map.get("scope"));
    constraint.rule = std::move(rule);
}

void load_open_close(Reader& reader, MapReader& map, Constraint& constraint) {
    OpenCloseRule rule;
    if (auto open = reader.selector(map.need("open"), "open")) rule.open = std::move(*open);
    if (auto close = reader.selector(map.need("close"), "close")) rule.close = std::move(*close);
    rule.key = reader.key(map.get("key"), "key");
    rule.before = reader.moment(map.get("before"), "before");
    rule.overlap = reader.flag(map.get("overlap"), "overlap").value_or(true);
    Node stay = map.get("stay_open");
    if (stay && stay.value->is_bool())
        rule.stay_open = stay.value->as_bool();
    else
        rule.stay_open_when = reader.guard(stay, "stay_open");
    constraint.rule = std::move(rule);
}

void load_once(Reader& reader, MapReader& map, Constraint& constraint, bool terminal) {
    OnceRule rule;
    rule.terminal = terminal;
    if (auto types = reader.selector(map.need("types"), "types")) rule.types = std::move(*types);
    rule.scope = reader.scope(map.get("scope"));
    if (terminal) rule.then = reader.selector(map.get("then"), "then");
    constraint.rule = std::move(rule);
}

}  // namespace understudy::grammar
