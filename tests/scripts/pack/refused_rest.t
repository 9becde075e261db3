# What else a pack may not say: routes, errors, webhooks, magic values, evidence.
$ understudy serve rest
? 2
! error: 13 problems in the pack packs/rest [pack.problems]
!   packs/rest/pack.yaml:4:45: error: models.captured is 2026-06-09, but cassettes/ holds no recording of that date [pack.captured_without_evidence]
!       models: { vendor: Rest, api: "1", captured: 2026-06-09 }
!                                                   ^~~~~~~~~~
!     hint: leave it out: the pack is then shown as unconfirmed
!   packs/rest/pack.yaml:8:13: error: the webhook kind plain has no policy [pack.no_policy]
!       webhooks: { plain: { secret: { kind: credential }, send: { encoding: json } } }
!                   ^~~~~
!   packs/rest/pack.yaml:10:56: error: a magic value may not choose size: it is faithful (`from: input`) [pack.forced_faithful]
!         - { at: size, value: 13, exogenous: { createThing: { size: 4 } } }
!                                                              ^~~~
!     hint: choose an error, an arm or an exogenous value
!   packs/rest/pack.yaml:12:31: error: there is no arm of things.grow "huge" [pack.unknown_name]
!         big: { arms: { things.grow: huge } }
!                                     ^~~~
!     hint: known: big
!   packs/rest/pack.yaml:13:70: error: there is no duration "keys" [pack.unknown_name]
!       cy: { header: Idempotency-Key, methods: [ POST ], lifetime: keys, mismatch: no }
!                                                                   ^~~~
!     hint: what takes time has a name under `durations`
!   packs/rest/pack.yaml:17:35: error: there is no field of things "sizee" [pack.unknown_name]
!           views: { short: { keep: [ id, sizee ] } }
!                                         ^~~~~
!     hint: did you mean "size"? known: id, size, score, status
!   packs/rest/pack.yaml:22:22: error: GET /things/{id} and GET /things/{name} cannot be told apart [pack.routes_clash]
!             show: { route: "GET /things/{name}", does: get }
!                            ^~~~~~~~~~~~~~~~~~~~
!   packs/rest/pack.yaml:22:22: error: the path parameters of GET /things/{name} do not find a single object of things [pack.finds_many]
!             show: { route: "GET /things/{name}", does: get }
!                            ^~~~~~~~~~~~~~~~~~~~
!     hint: they must be its id or a `unique` set
!   packs/rest/pack.yaml:22:22: error: GET /things/{name} has the parameter "name", which nothing finds [pack.unknown_parameter]
!             show: { route: "GET /things/{name}", does: get }
!                            ^~~~~~~~~~~~~~~~~~~~
!     hint: declare it under `find`, `params` or `serve.hosts`
!   packs/rest/pack.yaml:23:22: error: GET /things/{id} and GET /things/{size} cannot be told apart [pack.routes_clash]
!             find: { route: "GET /things/{size}", does: get }
!                            ^~~~~~~~~~~~~~~~~~~~
!   packs/rest/pack.yaml:23:22: error: the path parameters of GET /things/{size} do not find a single object of things [pack.finds_many]
!             find: { route: "GET /things/{size}", does: get }
!                            ^~~~~~~~~~~~~~~~~~~~
!     hint: they must be its id or a `unique` set
!   packs/rest/pack.yaml:23:22: error: GET /things/{size} has the parameter "size", which nothing finds [pack.unknown_parameter]
!             find: { route: "GET /things/{size}", does: get }
!                            ^~~~~~~~~~~~~~~~~~~~
!     hint: declare it under `find`, `params` or `serve.hosts`
!   packs/rest/pack.yaml:24:46: error: there is no field of things "colour" [pack.unknown_name]
!             list: { route: GET /things, filters: { colour: equal } }
!                                                    ^~~~~~
!     hint: known: id, size, score, status
$ understudy serve future
? 2
! error: 1 problem in the pack packs/future [pack.problems]
!   packs/future/pack.yaml:1:9: error: format 2 is not known [pack.unknown_format]
!       format: 2
!               ^
!     hint: this understudy reads format 1
$ understudy serve admin
? 2
! error: 4 problems in the pack packs/admin [pack.problems]
!   packs/admin/pack.yaml:7:1: error: graphql is not supported yet [pack.not_supported]
!       graphql: {}
!       ^~~~~~~
!   packs/admin/pack.yaml:8:9: error: tables must be a map, not the number 3 [pack.wrong_kind]
!       tables: 3
!               ^
!   packs/admin/pack.yaml:9:59: error: "/__admin__/things/{id}" lies under /__admin__, which belongs to the control plane [pack.reserved_path]
!       resources: { things: { id: "th_{seq}", operations: { get: "GET /__admin__/things/{id}", list: GET /things, all: { route: GET /all, does: list, name: listThing
!                                                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   packs/admin/pack.yaml:9:108: error: the operation "listThings" is there twice [pack.repeated]
!       ns: { get: "GET /__admin__/things/{id}", list: GET /things, all: { route: GET /all, does: list, name: listThings } } } }
!                                                                   ^~~

-- packs/rest/pack.yaml --
format: 1
pack: rest
version: 0.1.0
models: { vendor: Rest, api: "1", captured: 2026-06-09 }
tables: { brands: { "4": visa } }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors: { envelope: { error: error }, on: { auth: no, no_route: no, required: no, type: no, missing: no }, codes: { no: { status: 400, message: no } } }
webhooks: { plain: { secret: { kind: credential }, send: { encoding: json } } }
magic:
  - { at: size, value: 13, exogenous: { createThing: { size: 4 } } }
scenarios:
  big: { arms: { things.grow: huge } }
idempotency: { header: Idempotency-Key, methods: [ POST ], lifetime: keys, mismatch: no }
resources:
  things:
    id: "th_{base62:8}"
    views: { short: { keep: [ id, sizee ] } }
    fields: { size: { from: input }, score: { from: exogenous, schema: { type: integer } }, status: { from: lifecycle } }
    operations:
      create: POST /things
      get: "GET /things/{id}"
      show: { route: "GET /things/{name}", does: get }
      find: { route: "GET /things/{size}", does: get }
      list: { route: GET /things, filters: { colour: equal } }
    lifecycle: { start: open, moves: { grow: { from: open, arms: { big: { default: true } } } } }
-- packs/future/pack.yaml --
format: 2
pack: future
version: 0.1.0
models: { vendor: Future, api: "1" }
graphql: {}
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors: { envelope: { error: error }, on: { auth: no, no_route: no, required: no, type: no, missing: no }, codes: { no: { status: 400, message: no } } }
resources: { things: { id: "th_{seq}", operations: { get: "GET /things/{id}" } } }
-- packs/admin/pack.yaml --
format: 1
pack: admin
version: 0.1.0
models: { vendor: Admin, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors: { envelope: { error: error }, on: { auth: no, no_route: no, required: no, type: no, missing: no }, codes: { no: { status: 400, message: no } } }
graphql: {}
tables: 3
resources: { things: { id: "th_{seq}", operations: { get: "GET /__admin__/things/{id}", list: GET /things, all: { route: GET /all, does: list, name: listThings } } } }
