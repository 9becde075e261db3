// What is refused of fields and of the expressions in them. Each case tells all that is said.
#include "pack/refusal_testing.hpp"

namespace understudy::pack {
namespace {

class FieldsRefused : public Refused {};

TEST_P(FieldsRefused, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(told_of(GetParam()), GetParam().says);
}

constexpr Refusal kCases[] = {
    {"NoSource",
     R"(resources:
  charges:
    id: "ch_{base62:24}"
    fields: { amount: { schema: { type: integer } } }
)",
     R"(pack.yaml:9:15: the field amount has no source [pack.no_source]
  hint: say where it comes from: `from:` one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
)"},
    {"WrongSource",
     R"(resources:
  charges:
    id: "ch_{base62:24}"
    fields: { amount: { from: inptu } }
)",
     R"(pack.yaml:9:31: from cannot be "inptu" [pack.wrong_word]
  hint: did you mean "input"? one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
)"},
    {"TwoSources",
     R"(resources:
  charges:
    id: "ch_{base62:24}"
    fields: { id: { from: input } }
)",
     R"(pack.yaml:9:15: the field id is declared twice; a field has exactly one source [pack.two_sources]
)"},
    {"UnknownFieldKey",
     R"(resources:
  charges:
    id: "ch_{base62:24}"
    fields: { amount: { from: input, requird: true } }
)",
     R"(pack.yaml:9:38: the field amount has no key "requird" [pack.unknown_key]
  hint: did you mean "required"?
)"},
    {"OtherSourceKey",
     R"(resources:
  charges:
    id: "ch_{base62:24}"
    fields: { amount: { from: constant, value: 1, init: 0 } }
)",
     R"(pack.yaml:9:51: init does not go with `from: constant` [pack.key_of_other_source]
  hint: it belongs to `from: moves`
)"},
    {"ExogenousNoSchema",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { output: { from: exogenous } }
)",
     R"(pack.yaml:9:15: the exogenous field output has no schema [pack.no_schema]
  hint: give `schema` or `schema_from`: what comes from outside is always checked
)"},
    {"DerivedNow",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { age: { from: derived, is: 'now' } }
)",
     R"(pack.yaml:9:41: the derived field age reads `now` [pack.derived_reads_now]
  hint: a derived field depends on the object alone; `from: clock` keeps an instant
)"},
    {"DerivedSchedule",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { age: { from: derived, is: 'schedule("x", 1)' } }
)",
     R"(pack.yaml:9:42: unknown function `schedule` [expr.unknown_function]
)"},
    {"Star",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { items.*.price: { from: moves } }
)",
     R"(pack.yaml:9:15: items.*.price is an element of a list and cannot be `from: moves` [pack.star_source]
  hint: elements come from input; build the list in a derived field otherwise
)"},
    {"CycleDerived",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { a: { from: derived, is: self.b }, b: { from: derived, is: self.a } }
)",
     R"(pack.yaml:9:15: derived fields of runs lead back to themselves: a -> b -> a [pack.cycle]
)"},
    {"UnknownNameInExpression",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { amount: { from: input }, a: { from: derived, is: self.amuont } }
)",
     R"(pack.yaml:9:69: runs has no field `amuont` [expr.unknown_field]
  hint: did you mean "amount"? fields: id, amount, a
)"},
    {"ForgottenQuotes",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { method: { from: input, default: manual } }
)",
     R"(pack.yaml:9:47: unknown name `manual` [expr.unknown_name]
  hint: names here: config, input, params, now; a text needs quotes of its own
)"},
    {"UnknownFunction",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { method: { from: input }, a: { from: derived, is: 'lokup("x", self.method)' } }
)",
     R"(pack.yaml:9:65: unknown function `lokup` [expr.unknown_function]
  hint: did you mean "lookup"?
)"},
    {"UnknownTable",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { method: { from: input }, a: { from: derived, is: 'lookup("brnds", self.method)' } }
tables: { brands: { a: b } }
)",
     R"(pack.yaml:9:64: there is no table "brnds" [pack.unknown_name]
  hint: did you mean "brands"? known: brands
)"},
    {"UnknownSchedule",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle }, due: { from: moves, init: 'schedule("dunnin", 0)' } }
    operations: { create: POST /runs }
    lifecycle: { start: open, moves: {} }
schedules: { dunning: [ 1h ] }
)",
     R"(pack.yaml:9:70: there is no schedule "dunnin" [pack.unknown_name]
  hint: did you mean "dunning"? known: dunning
)"},
    {"BadRef",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { task: { from: input, ref: tasks } }
  task: { id: "t_{uuid}" }
)",
     R"(pack.yaml:9:41: there is no resource "tasks" [pack.unknown_name]
  hint: did you mean "task"? known: runs, task
)"},
    {"BadError",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { amount: { from: input, refuse: { minimum: wron, minimun: wrong } } }
)",
     R"(pack.yaml:9:57: there is no error "wron" [pack.unknown_name]
  hint: did you mean "wrong"? errors are declared under errors.codes
pack.yaml:9:63: the field amount.refuse has no key "minimun" [pack.unknown_key]
  hint: did you mean "minimum"? keys here are keywords of JSON Schema
)"},
    {"BadSchema",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { amount: { from: input, schema: { type: intger } }, b: { from: input, schema: 5 } }
)",
     R"(pack.yaml:9:46: the schema of the field amount cannot be used [pack.bad_schema]
pack.yaml:9:92: the schema of the field b must be a JSON Schema, not the number 5 [pack.wrong_kind]
)"},
    {"ByNoReference",
     R"(resources:
  charges:
    id: "ch_{uuid}"
    fields: { total: { from: aggregate, sum: amount, over: refunds, by: amount, where: it.charge.total > 0 } }
  refunds:
    id: "re_{uuid}"
    fields: { amount: { from: input }, charge: { from: input, ref: charges } }
)",
     R"(pack.yaml:9:73: the field total.by must be a reference to charges, not the field amount [pack.wrong_kind]
  hint: give it `ref: charges`
pack.yaml:9:88: where must be a condition over fields of `it` alone, not it.charge.total [pack.wrong_kind]
  hint: aggregates are kept at each write of one object
)"},
    {"SetType",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { n: { from: moves, init: '"many"', schema: { type: integer } }, k: { from: constant, value: 5, schema: { type: string } }, status: { from: lifecycle } }
    operations: { create: POST /runs, close: "POST /runs/{id}/close" }
    lifecycle: { start: open, moves: { close: { from: open, to: closed, set: { n: 'true' } } } }
)",
     R"(pack.yaml:9:39: "\"many\"" gives string, but n wants int [pack.type_contradiction]
pack.yaml:9:106: this gives the number 5, but k wants string [pack.type_contradiction]
pack.yaml:11:83: "true" gives bool, but n wants int [pack.type_contradiction]
)"},
    {"Differs",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { amount: { from: input, differs: runs.amount } }
)",
     R"(pack.yaml:9:47: `differs: runs.amount` names no assumption [pack.no_assumption]
  hint: plans/assumptions.yaml must list it
)"},
    {"NoId",
     R"(resources:
  runs: { fields: { n: { from: input } } }
)",
     R"(pack.yaml:7:3: the resource runs needs id [pack.missing_key]
  hint: a pattern, as in "ch_{base62:24}"
)"},
    {"Parents",
     R"(resources:
  a: { id: "a_{uuid}", parent: b }
  b: { id: "b_{uuid}", parent: a }
)",
     R"(pack.yaml:7:32: parents lead back to themselves: a -> b -> a [pack.cycle]
)"},
};

INSTANTIATE_TEST_SUITE_P(Each, FieldsRefused, testing::ValuesIn(kCases), name_of_case);

}  // namespace
}  // namespace understudy::pack
