# pack lint reports everything wrong with a pack at once, each with its line; warnings alone are no failure.
$ understudy pack lint broken
? 2
packs/broken/pack.yaml:1:1: error: errors.on does not say how the service answers no_route, required, type, missing [pack.errors_incomplete]
    format: 1
    ^~~~~~~~~
packs/broken/pack.yaml:5:1: error: a pack has no key "srve" [pack.unknown_key]
    srve: { input: json }
    ^~~~
  hint: did you mean "serve"?
packs/broken/pack.yaml:10:7: error: the field name has no source [pack.no_source]
          name: { form: input }
          ^~~~
  hint: say where it comes from: `from:` one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
packs/broken/pack.yaml:11:21: error: from cannot be "inptu" [pack.wrong_word]
          size: { from: inptu }
                        ^~~~~
  hint: did you mean "input"? one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
packs/broken/pack.yaml:13:7: warning: no plan reaches the operation "createThing" [pack.untested]
          create: POST things
          ^~~~~~
packs/broken/pack.yaml:13:15: error: "things" is no route: a path begins with a slash [pack.bad_route]
          create: POST things
                  ^~~~~~~~~~~
  hint: write a method and a path, as in GET /charges

5 errors, 1 warning in 1 place checked
$ understudy pack lint parcel
parcel@0.1.0: 5 resources, 19 operations; nothing to complain about
$ understudy pack show broken
? 2
! error: 5 problems in the pack packs/broken [pack.problems]
!   packs/broken/pack.yaml:1:1: error: errors.on does not say how the service answers no_route, required, type, missing [pack.errors_incomplete]
!       format: 1
!       ^~~~~~~~~
!   packs/broken/pack.yaml:5:1: error: a pack has no key "srve" [pack.unknown_key]
!       srve: { input: json }
!       ^~~~
!     hint: did you mean "serve"?
!   packs/broken/pack.yaml:10:7: error: the field name has no source [pack.no_source]
!             name: { form: input }
!             ^~~~
!     hint: say where it comes from: `from:` one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
!   packs/broken/pack.yaml:11:21: error: from cannot be "inptu" [pack.wrong_word]
!             size: { from: inptu }
!                           ^~~~~
!     hint: did you mean "input"? one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
!   packs/broken/pack.yaml:13:15: error: "things" is no route: a path begins with a slash [pack.bad_route]
!             create: POST things
!                     ^~~~~~~~~~~
!     hint: write a method and a path, as in GET /charges
$ understudy serve broken
? 2
! error: 5 problems in the pack packs/broken [pack.problems]
!   packs/broken/pack.yaml:1:1: error: errors.on does not say how the service answers no_route, required, type, missing [pack.errors_incomplete]
!       format: 1
!       ^~~~~~~~~
!   packs/broken/pack.yaml:5:1: error: a pack has no key "srve" [pack.unknown_key]
!       srve: { input: json }
!       ^~~~
!     hint: did you mean "serve"?
!   packs/broken/pack.yaml:10:7: error: the field name has no source [pack.no_source]
!             name: { form: input }
!             ^~~~
!     hint: say where it comes from: `from:` one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
!   packs/broken/pack.yaml:11:21: error: from cannot be "inptu" [pack.wrong_word]
!             size: { from: inptu }
!                           ^~~~~
!     hint: did you mean "input"? one of input, clock, id, lifecycle, moves, derived, aggregate, children, constant, exogenous
!   packs/broken/pack.yaml:13:15: error: "things" is no route: a path begins with a slash [pack.bad_route]
!             create: POST things
!                     ^~~~~~~~~~~
!     hint: write a method and a path, as in GET /charges
$ understudy pack list
anthropic       0.1.0     built in      Anthropic 2023-06-01
broken          ?         ./packs       does not load; see `understudy pack lint broken`
deck            0.1.0     built in      Deck 2.0.0
openai          0.1.0     built in      OpenAI 2020-10-01
parcel          0.1.0     built in      Parcel 2026-05-01
stripe          0.1.0     built in      Stripe 2026-08-26.dahlia
twilio          0.1.0     built in      Twilio 2010-04-01

-- packs/broken/pack.yaml --
format: 1
pack: broken
version: 0.1.0
models: { vendor: Broken, api: "1" }
srve: { input: json }
resources:
  things:
    id: "th_{base62:8}"
    fields:
      name: { form: input }
      size: { from: inptu }
    operations:
      create: POST things
