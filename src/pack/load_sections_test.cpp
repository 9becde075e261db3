// What is refused of the sections of pack.yaml. Each case tells all that is said.
#include "pack/refusal_testing.hpp"

namespace understudy::pack {
namespace {

class SectionsRefused : public Refused {};

TEST_P(SectionsRefused, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(told_of(GetParam()), GetParam().says);
}

constexpr Refusal kCases[] = {
    {"UnknownTop",
     R"(resorces: {}
)",
     R"(pack.yaml:6:1: a pack has no key "resorces" [pack.unknown_key]
  hint: did you mean "resources"?
)"},
    {"BadPattern",
     R"(resources:
  a: { id: "a_{base62}" }
  b: { id: "b_{base63:4}" }
  c: { id: "c_{hex:0}" }
  d: { id: "d_{hex:4" }
  e: { id: "e_}" }
)",
     R"(pack.yaml:7:12: "a_{base62}" is no pattern: {base62} needs a length [pack.bad_pattern]
  hint: as in {base62:24}, {hex:32}, {uuid}
pack.yaml:8:12: "b_{base63:4}" is no pattern: {base63:4} is no generator [pack.bad_pattern]
  hint: base62, hex, digits with a length, base64 with a number of octets, seq, uuid, ulid
pack.yaml:9:12: "c_{hex:0}" is no pattern: {hex:0} has no length from 1 to 256 [pack.bad_pattern]
  hint: as in {base62:24}, {hex:32}, {uuid}
pack.yaml:10:12: "d_{hex:4" is no pattern: a hole is not closed [pack.bad_pattern]
  hint: a brace itself is written twice
pack.yaml:11:12: "e_}" is no pattern: a brace closes that was never opened [pack.bad_pattern]
  hint: a brace itself is written twice
)"},
    {"BadDuration",
     R"(durations: { a: -5s, b: soon, c: 5 }
schedules: { d: [ 1h, never ] }
)",
     R"(pack.yaml:6:17: "-5s" is no duration [pack.bad_duration]
  hint: write 500ms, 5s, 1h30m, 7d; never negative
pack.yaml:6:25: "soon" is no duration [pack.bad_duration]
  hint: write 500ms, 5s, 1h30m, 7d; never negative
pack.yaml:6:34: durations.c must be a duration, not the number 5 [pack.wrong_kind]
  hint: write 500ms, 5s, 1h30m, 7d
pack.yaml:7:23: "never" is no duration [pack.bad_duration]
  hint: write 500ms, 5s, 1h30m, 7d; never negative
)"},
    {"ForcedFaithful",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { amount: { from: input }, output: { from: exogenous, schema: { type: integer } } }
    operations: { create: POST /runs }
scenarios: { rich: { exogenous: { createRun: { amount: 5 } } }, odd: { exogenous: { createRun: { outptu: 5 } } }, none: {} }
magic: { at: amount, value: 5 }
)",
     R"(pack.yaml:11:48: the scenario rich may not choose amount: it is faithful (`from: input`) [pack.forced_faithful]
  hint: choose an error, an arm or an exogenous value
pack.yaml:11:98: there is no field of createRun "outptu" [pack.unknown_name]
  hint: did you mean "output"? known: id, amount, output
pack.yaml:11:121: the scenario none needs error [pack.missing_key]
  hint: or `arms`, or `exogenous`
pack.yaml:12:8: a magic value needs error [pack.missing_key]
  hint: or `arms`, or `exogenous`
)"},
    {"NoPolicy",
     R"(webhooks: { status: { secret: { kind: credential } } }
)",
     R"(pack.yaml:6:13: the webhook kind status has no policy [pack.no_policy]
)"},
    {"Webhooks",
     R"(webhooks:
  a:
    endpoint: { resource: hooks, url: '"http://" + self.host', subscribe: self.made }
    secret: { kind: input, of: self.sercet }
    policy: { success: [ 200, 2x ], timeout: 5s, retries: [] }
resources:
  hooks:
    id: "h_{base62:8}"
    fields: { host: { from: input }, made: { from: clock }, secret: { from: id, secret_of: b } }
    operations: { create: POST /hooks }
)",
     R"(pack.yaml:8:39: the webhook kind a reads "\"http://\" + self.host", which is no input field of hooks [pack.not_an_input_field]
  hint: name the field itself, as in self.url: testers register endpoints through it
pack.yaml:8:75: the webhook kind a reads "self.made", which is no input field of hooks [pack.not_an_input_field]
  hint: name the field itself, as in self.url: testers register endpoints through it
pack.yaml:9:37: hooks has no field `sercet` [expr.unknown_field]
  hint: did you mean "secret"? fields: id, host, made, secret
pack.yaml:10:31: webhooks.a.policy.success must be a status as in 204, or a class as in 2xx, not the text "2x" [pack.wrong_kind]
pack.yaml:14:92: there is no webhook kind "b" [pack.unknown_name]
  hint: did you mean "a"? known: a
)"},
    {"Captured",
     R"(models: { vendor: V, captured: "2026-01-01" }
)",
     R"(pack.yaml:6:32: models.captured is 2026-01-01, but cassettes/ holds no recording of that date [pack.captured_without_evidence]
  hint: leave it out: the pack is then shown as unconfirmed
)"},
    {"Graphql",
     R"(graphql: {}
)",
     R"(pack.yaml:6:1: graphql is not supported yet [pack.not_supported]
)"},
    {"BadResourceName",
     R"(resources:
  9lives: { id: "x_{uuid}" }
)",
     R"(pack.yaml:7:3: "9lives" cannot be the name of a resource: a name is letters, digits and underscores, a letter first [pack.bad_name]
)"},
    {"WrongKinds",
     R"(resources: [ a ]
tables: { brands: 5 }
serve: { hosts: [ api ], names: snake, auth: { places: [ bearr ] } }
)",
     R"(pack.yaml:6:12: resources must be a map, not a list [pack.wrong_kind]
pack.yaml:7:19: tables.brands must be a map, not the number 5 [pack.wrong_kind]
pack.yaml:8:19: serve.hosts must be a map, not the text "api" [pack.wrong_kind]
pack.yaml:8:33: serve.names cannot be "snake" [pack.wrong_word]
  hint: did you mean "same"? one of same, pascal, camel
pack.yaml:8:58: a place of the key cannot be "bearr" [pack.wrong_word]
  hint: did you mean "bearer"? one of bearer, basic_user, basic_password
)"},
    {"UnknownPageKey",
     R"(lists: { page: { both: wrong, styl: cursor } }
)",
     R"(pack.yaml:6:31: lists.page has no key "styl" [pack.unknown_key]
  hint: did you mean "style"? keys here: style, after, before, limit, number, token, default, max, both, route
)"},
    {"NotAMap",
     R"(resources: { runs: 5 }
)",
     R"(pack.yaml:6:20: the resource runs must be a map, not the number 5 [pack.wrong_kind]
)"},
    {"IdempotencyIncomplete",
     R"(idempotency: { header: Idempotency-Key }
)",
     R"(pack.yaml:6:14: idempotency needs lifetime [pack.missing_key]
  hint: a duration
pack.yaml:6:14: idempotency needs mismatch [pack.missing_key]
  hint: the error for a reused key
)"},
    {"Shapes",
     R"(shapes: { v1: { file: ../v1.json }, v2: { file: shapes/v2.json } }
resources:
  runs: { id: "r_{uuid}", shape: v3#run }
)",
     R"(pack.yaml:6:23: "../v1.json" leads out of the pack's folder [pack.outside_folder]
  hint: a pack reads its own files only
pack.yaml:6:49: there is no file "shapes/v2.json" [pack.unknown_name]
  hint: known: pack.yaml
pack.yaml:8:34: there is no shape "v3" [pack.unknown_name]
  hint: did you mean "v1"? as in v1#customer
)"},
    {"Format2",
     R"(format: 2
pack: Test Pack
)",
     R"(pack.yaml:1:9: format 2 is not known [pack.unknown_format]
  hint: this understudy reads format 1
)"},
    {"ErrorsIncomplete",
     R"(format: 1
pack: test
serve: { auth: { places: [ bearer ] } }
errors: { on: { required: wrong }, codes: { wrong: {} } }
)",
     R"(pack.yaml:4:11: errors.on does not say how the service answers auth, no_route, type, missing [pack.errors_incomplete]
)"},
};

INSTANTIATE_TEST_SUITE_P(Each, SectionsRefused, testing::ValuesIn(kCases), name_of_case);

}  // namespace
}  // namespace understudy::pack
