// The witness of every verdict, judged alone by that constraint alone, fails.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "grammar/impl/playbook.hpp"
#include "grammar/judge.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;
using json::Value;

constexpr std::string_view kEverything = R"({"grammar": "g", "types": ["a", "b", "c", "d", "e"],
  "constraints": [
    {"id": "seq", "kind": "seq", "start": "S", "accept": ["D"], "interruptible": ["R"],
     "states": {"S": {"a": "R"}, "R": {"b": "R", "c": "T", "d": "D"},
                "T": {"b": "R", "e": "T", "c": "D"}, "D": {"a": "R"}}},
    {"id": "per-key", "kind": "per-key", "key": "/k", "accept": ["Z"],
     "states": {"X": {"a": "Y", "b": "X"}, "Y": {"b": "Y", "c": "Z", "e": "W"}, "W": {"b": "Y"},
                "Z": {"d": "X"}}},
    {"id": "scoped", "kind": "per-key", "key": "/k", "scope": {"since": "d"},
     "states": {"X": {"a": "Y"}, "Y": {"b": "Y", "c": "Z"}}},
    {"id": "pairs", "kind": "open/close", "open": "a", "close": "b", "key": "/k", "before": "D"},
    {"id": "count", "kind": "open/close", "open": "a", "close": "b", "before": "D"},
    {"id": "end-pairs", "kind": "open/close", "open": "c", "close": "d"},
    {"id": "overlap", "kind": "open/close", "open": "c", "close": "d", "key": "/k", "overlap": false},
    {"id": "once", "kind": "once", "types": ["a", "e"], "scope": "/k"},
    {"id": "terminal", "kind": "terminal", "types": ["d"], "then": ["e"]},
    {"id": "gapless", "kind": "gapless", "field": "/n", "from": 0, "gap_marker": "e"},
    {"id": "monotone", "kind": "monotone", "field": "/n", "scope": "/k"},
    {"id": "ref", "kind": "ref", "field": "/n", "to": {"type": "a", "key": "/k"}},
    {"id": "constant", "kind": "constant", "field": "/k"},
    {"id": "concat", "kind": "concat", "of": {"type": "b", "field": "/t"},
     "equals": {"type": "c", "field": "/t"}},
    {"id": "running", "kind": "concat", "of": {"type": "b", "field": "/t"},
     "equals": {"type": "b", "field": "/s"}, "key": "/k"},
    {"id": "derived", "kind": "derived", "field": "/n", "function": "byte-length", "over": "/t"},
    {"id": "counted", "kind": "derived", "select": "d", "field": "/n", "function": "count",
     "over": {"records": "b"}},
    {"id": "same", "kind": "implies", "if": "self.n > 1", "then": {"has": "/s"}},
    {"id": "later", "kind": "implies", "if": {"type": "a"}, "then": {"record": "c"}, "key": "/k"},
    {"id": "before", "kind": "implies", "if": {"type": "a"}, "then": {"record": "b"},
     "by": {"before": "D"}},
    {"id": "earlier", "kind": "implies", "if": {"type": "c"}, "then": {"record": "b"}, "by": "earlier",
     "key": "/k"},
    {"id": "not-earlier", "kind": "implies", "if": {"type": "c"}, "then": {"no_record": "b"},
     "by": "earlier"},
    {"id": "anywhere", "kind": "implies", "if": {"type": "a"}, "then": {"record": "d"}, "by": "end"},
    {"id": "nowhere", "kind": "implies", "if": {"type": "e"}, "then": {"no_record": "d"}, "by": "end"},
    {"id": "never", "kind": "implies", "if": {"type": "d"}, "then": {"no_record": "a"}},
    {"id": "join", "kind": "join", "left": "/n", "right": "/k"},
    {"id": "roles", "kind": "join", "left": "/k", "right": {"role": "r", "field": "/k"}},
    {"id": "subset", "kind": "join", "left": "/n", "right": {"role": "r", "field": "/k"},
     "relation": "subset"},
    {"id": "superset", "kind": "join", "left": "/n", "right": {"role": "r", "field": "/k"},
     "relation": "superset"},
    {"id": "disjoint", "kind": "join", "left": "/n", "right": {"role": "r", "field": "/k"},
     "relation": "disjoint"}
  ]})";

rc::Gen<Record> record() {
    auto type = rc::gen::element("a", "b", "c", "d", "e");
    auto small = rc::gen::inRange(0, 3);
    auto text = rc::gen::element("", "x", "xy");
    auto present = rc::gen::inRange(0, 4);
    return rc::gen::map(
        rc::gen::tuple(type, small, small, text, text, present),
        [](const std::tuple<const char*, int, int, const char*, const char*, int>& parts) {
            const auto& [its_type, key, number, t, s, how] = parts;
            Value value = Value::object({{"type", its_type}});
            if (how != 0) value.set("k", key);
            if (how != 1) value.set("n", number);
            value.set("t", t);
            if (how == 3) value.set("s", s);
            return Record{value, {}};
        });
}

RC_GTEST_PROP(Witness, FailsAlone, ()) {
    static const Grammar grammar = grammar_of(kEverything);
    FakeBundle bundle;
    bundle.roles["r /k"] = {Value(0), Value(1)};
    auto records = *rc::gen::resize(40, rc::gen::container<std::vector<Record>>(record()));
    auto ending = *rc::gen::element(Ending::Complete, Ending::Failed, Ending::Interrupted);
    Outcome all = outcome_of(grammar, records, ending, {.bundle = &bundle});
    for (const Verdict& verdict : all.verdicts) {
        std::vector<Record> witness;
        for (const Span& span : verdict.witness) {
            RC_ASSERT(span.first >= 1 && span.first <= span.last && span.last <= records.size());
            for (std::size_t i = span.first; i <= span.last; ++i) witness.push_back(records[i - 1]);
        }
        Outcome alone =
            outcome_of(grammar, witness, ending, {.only = verdict.constraint, .bundle = &bundle});
        bool fails = std::any_of(alone.verdicts.begin(), alone.verdicts.end(),
                                 [&](const Verdict& each) { return each.code == verdict.code; });
        if (!fails) RC_LOG() << line_of(verdict) << " of " << records.size() << "\n";
        RC_ASSERT(fails);
    }
    // Judging twice, or in one go and step by step, says the same.
    Outcome again = outcome_of(grammar, records, ending, {.bundle = &bundle});
    RC_ASSERT(again.verdicts.size() == all.verdicts.size());
    for (std::size_t i = 0; i < all.verdicts.size(); ++i) {
        RC_ASSERT(line_of(all.verdicts[i]) == line_of(again.verdicts[i]));
    }
}

TEST(Witness, OneConstraintJudgedAloneSaysWhatItSaysAmongOthers) {
    FakeBundle bundle;
    bundle.roles["r /k"] = {Value(0), Value(1)};
    Grammar grammar = grammar_of(kEverything);
    auto records = records_of("a\nb\nc\nc\nb\n{\"type\":\"d\",\"k\":7,\"n\":3}\na\ne\ne\nd");
    Outcome all = outcome_of(grammar, records, Ending::Complete, {.bundle = &bundle});
    EXPECT_GT(all.verdicts.size(), 10u);
    for (const ConstraintInfo& constraint : grammar.constraints()) {
        std::string among;
        for (const Verdict& verdict : all.verdicts) {
            if (verdict.constraint == constraint.id) among += line_of(verdict) + "\n";
        }
        std::string alone;
        Outcome only = outcome_of(grammar, records, Ending::Complete,
                                  {.only = constraint.id, .bundle = &bundle});
        for (const Verdict& verdict : only.verdicts) alone += line_of(verdict) + "\n";
        EXPECT_EQ(alone, among) << constraint.id;
    }
}

}  // namespace
}  // namespace understudy::grammar
