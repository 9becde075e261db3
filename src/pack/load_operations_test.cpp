// What is refused of operations, routes and what they show. Each case tells all that is said.
#include "pack/refusal_testing.hpp"

namespace understudy::pack {
namespace {

class OperationsRefused : public Refused {};

TEST_P(OperationsRefused, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(told_of(GetParam()), GetParam().says);
}

constexpr Refusal kCases[] = {
    {"BadRoute",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { amount: { from: input } }
    operations: { create: FETCH /runs, get: "GET runs/{id}", update: "POST /runs/{id", list: "GET /runs?x=1", delete: "DELETE /runs//{id}", search: "GET /runs/{a}/{a}" }
)",
     R"(pack.yaml:10:27: "FETCH /runs" is no route: it begins with a method, GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS [pack.bad_route]
  hint: write a method and a path, as in GET /charges
pack.yaml:10:45: "runs/{id}" is no route: a path begins with a slash [pack.bad_route]
  hint: write a method and a path, as in GET /charges
pack.yaml:10:70: "/runs/{id" is no route: a parameter is not closed [pack.bad_route]
  hint: write a method and a path, as in GET /charges
pack.yaml:10:94: "/runs?x=1" is no route: a path has neither query nor white space [pack.bad_route]
  hint: write a method and a path, as in GET /charges
pack.yaml:10:119: "/runs//{id}" is no route: a segment is empty [pack.bad_route]
  hint: write a method and a path, as in GET /charges
pack.yaml:10:149: "/runs/{a}/{a}" is no route: the parameter a is there twice [pack.bad_route]
  hint: write a method and a path, as in GET /charges
)"},
    {"AdminRoute",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    operations: { get: "GET /__admin__/runs/{id}" }
serve: { hosts: [ { host: "*", base: /__admin__ } ] }
)",
     R"(pack.yaml:9:24: "/__admin__/runs/{id}" lies under /__admin__, which belongs to the control plane [pack.reserved_path]
pack.yaml:10:38: "/__admin__" lies under /__admin__, which belongs to the control plane [pack.reserved_path]
)"},
    {"NoDoes",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    operations: { crate: POST /runs }
)",
     R"(pack.yaml:9:19: the operation crate needs does [pack.missing_key]
  hint: did you mean "create"? `does:` one of create, get, list, search, update, delete, move, result
)"},
    {"SameOperation",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    operations: { get: "GET /runs/{id}", fetch: { route: "GET /run/{id}", does: get, name: getRun } }
)",
     R"(pack.yaml:9:42: the operation "getRun" is there twice [pack.repeated]
)"},
    {"ConditionNoBool",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { amount: { from: input, schema: { type: integer } } }
    operations: { create: { route: POST /runs, guard: { is: self.amount + 1, else: wrong } } }
)",
     R"(pack.yaml:10:61: "self.amount + 1" gives int, but guard.is wants true or false [pack.type_contradiction]
)"},
    {"SetsUnsettable",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { n: { from: constant, value: 1 } }
    operations: { update: { route: "POST /runs/{id}", params: { m: { sets: n }, k: { sets: nn } }, writes: [ n ] } }
)",
     R"(pack.yaml:10:76: n cannot be set: it is `from: constant` [pack.not_settable]
  hint: only fields `from: moves` and `from: input` are set by moves
pack.yaml:10:92: there is no field of runs "nn" [pack.unknown_name]
  hint: did you mean "n"? known: id, n
pack.yaml:10:110: n cannot be set: it is `from: constant` [pack.not_settable]
  hint: only fields `from: moves` and `from: input` are set by moves
)"},
    {"GivesOther",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { n: { from: input } }
    operations: { create: { route: POST /runs, gives: { n: { type: integer } } } }
)",
     R"(pack.yaml:10:57: gives does not go with `from: input` [pack.key_of_other_source]
  hint: it belongs to `from: exogenous`
)"},
    {"ResultSources",
     R"(resources:
  runs:
    operations: { ask: { route: POST /ask, does: result, fields: { n: { from: moves } } } }
)",
     R"(pack.yaml:8:68: the source of n, a value without an object, cannot be "moves" [pack.wrong_word]
  hint: one of input, clock, id, derived, aggregate, constant, exogenous
)"},
    {"Filters",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { created: { from: clock } }
    operations: { list: { route: GET /runs, filters: { creatd: range, id: equals }, syntax: gitlab } }
)",
     R"(pack.yaml:10:56: there is no field of runs "creatd" [pack.unknown_name]
  hint: did you mean "created"? known: id, created
pack.yaml:10:75: the filter id cannot be "equals" [pack.wrong_word]
  hint: did you mean "equal"? one of equal, one_of, range, prefix, contains
pack.yaml:10:93: syntax cannot be "gitlab" [pack.wrong_word]
  hint: did you mean "github"? one of stripe, github
)"},
    {"UnknownView",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    tombstone: gon
    views: { gone: { keep: [ idd ] } }
    operations: { get: { route: "GET /runs/{id}", answers: { view: gone2 } } }
)",
     R"(pack.yaml:9:16: there is no view of runs "gon" [pack.unknown_name]
  hint: did you mean "gone"? known: rest, list, event, gone
pack.yaml:10:30: there is no field of runs "idd" [pack.unknown_name]
  hint: did you mean "id"? known: id
pack.yaml:11:68: there is no view of runs "gone2" [pack.unknown_name]
  hint: did you mean "gone"? known: rest, list, event, gone
)"},
    {"Hijack",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    operations: { attach: { route: POST /attach, does: result, stream: { framing: hijack } } }
)",
     R"(pack.yaml:9:83: framing: hijack is not supported yet [pack.not_supported]
)"},
    {"OtherPath",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    operations:
      talk: { route: GET /talk, does: result, stream: { framing: websocket, on: { type: go, call: createRun } } }
      create: POST /runs
)",
     R"(pack.yaml:10:99: createRun has another path than talkRun, whose messages call it [pack.other_path]
  hint: a message has no path of its own: give both the same one
)"},
};

INSTANTIATE_TEST_SUITE_P(Each, OperationsRefused, testing::ValuesIn(kCases), name_of_case);

}  // namespace
}  // namespace understudy::pack
