# What a field may not say: each mistake with its place, all of them in one go.
$ understudy serve fields
? 2
! error: 16 problems in the pack packs/fields [pack.problems]
!   packs/fields/pack.yaml:11:25: error: init does not go with `from: input` [pack.key_of_other_source]
!             a: { from: input, init: 3 }
!                               ^~~~
!     hint: it belongs to `from: moves`
!   packs/fields/pack.yaml:12:7: error: the exogenous field b has no schema [pack.no_schema]
!             b: { from: exogenous }
!             ^
!     hint: give `schema` or `schema_from`: what comes from outside is always checked
!   packs/fields/pack.yaml:13:31: error: the derived field c reads `now` [pack.derived_reads_now]
!             c: { from: derived, is: 'self.a == now' }
!                                     ^~~~~~~~~~~~~~~
!     hint: a derived field depends on the object alone; `from: clock` keeps an instant
!   packs/fields/pack.yaml:14:34: error: "\"many\"" gives string, but d wants int [pack.type_contradiction]
!             d: { from: input, default: '"many"', schema: { type: integer } }
!                                        ^~~~~~~~
!   packs/fields/pack.yaml:15:33: error: the schema of the field e cannot be used [pack.bad_schema]
!             e: { from: input, schema: { type: nonsense } }
!                                       ^~~~~~~~~~~~~~~~~~
!     error: /type: there is no type "nonsense" [schema.unknown_type]
!       hint: the types are null, boolean, integer, number, string, array and object
!   packs/fields/pack.yaml:16:31: error: "x_{base99:4}" is no pattern: {base99:4} is no generator [pack.bad_pattern]
!             f: { from: id, pattern: "x_{base99:4}" }
!                                     ^~~~~~~~~~~~~~
!     hint: base62, hex, digits with a length, base64 with a number of octets, seq, uuid, ulid
!   packs/fields/pack.yaml:17:7: error: g.*.h is an element of a list and cannot be `from: moves` [pack.star_source]
!             g.*.h: { from: moves, init: 1 }
!             ^~~~~
!     hint: elements come from input; build the list in a derived field otherwise
!   packs/fields/pack.yaml:18:30: error: there is no resource "thinks" [pack.unknown_name]
!             i: { from: input, ref: thinks }
!                                    ^~~~~~
!     hint: did you mean "things"? known: things
!   packs/fields/pack.yaml:19:7: error: derived fields of things lead back to themselves: j -> k -> j [pack.cycle]
!             j: { from: derived, is: 'self.k + 1' }
!             ^
!   packs/fields/pack.yaml:21:34: error: `differs: fields.nowhere` names no assumption [pack.no_assumption]
!             l: { from: input, differs: fields.nowhere }
!                                        ^~~~~~~~~~~~~~
!     hint: plans/assumptions.yaml must list it
!   packs/fields/pack.yaml:22:42: error: expected `)`, found the end [expr.syntax]
!             m: { from: derived, is: size(self.a }
!                                                ^
!   packs/fields/pack.yaml:23:31: error: unknown function `lenght` [expr.unknown_function]
!             n: { from: derived, is: lenght(self.a) }
!                                     ^~~~~~
!   packs/fields/pack.yaml:24:7: error: the field o needs value [pack.missing_key]
!             o: { from: constant }
!             ^
!     hint: a constant is what it says
!   packs/fields/pack.yaml:25:36: error: things has no field `zzz` [expr.unknown_field]
!             p: { from: derived, is: self.zzz }
!                                          ^~~
!   packs/fields/pack.yaml:26:31: error: "x_{base62:0}" is no pattern: {base62:0} has no length from 1 to 256 [pack.bad_pattern]
!             q: { from: id, pattern: "x_{base62:0}" }
!                                     ^~~~~~~~~~~~~~
!     hint: as in {base62:24}, {hex:32}, {uuid}
!   packs/fields/pack.yaml:27:7: error: the field id is declared twice; a field has exactly one source [pack.two_sources]
!             id: { from: input }
!             ^~

-- packs/fields/pack.yaml --
format: 1
pack: fields
version: 0.1.0
models: { vendor: Fields, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors: { envelope: { error: error }, on: { auth: no, no_route: no, required: no, type: no, missing: no }, codes: { no: { status: 400, message: no } } }
resources:
  things:
    id: "th_{base62:8}"
    fields:
      a: { from: input, init: 3 }
      b: { from: exogenous }
      c: { from: derived, is: 'self.a == now' }
      d: { from: input, default: '"many"', schema: { type: integer } }
      e: { from: input, schema: { type: nonsense } }
      f: { from: id, pattern: "x_{base99:4}" }
      g.*.h: { from: moves, init: 1 }
      i: { from: input, ref: thinks }
      j: { from: derived, is: 'self.k + 1' }
      k: { from: derived, is: 'self.j + 1' }
      l: { from: input, differs: fields.nowhere }
      m: { from: derived, is: size(self.a }
      n: { from: derived, is: lenght(self.a) }
      o: { from: constant }
      p: { from: derived, is: self.zzz }
      q: { from: id, pattern: "x_{base62:0}" }
      id: { from: input }
    operations: { create: POST /things, get: "GET /things/{id}" }
