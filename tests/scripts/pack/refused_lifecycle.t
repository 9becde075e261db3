# What a lifecycle may not say.
$ understudy serve moves
? 2
! error: 15 problems in the pack packs/moves [pack.problems]
!   packs/moves/pack.yaml:5:20: error: "soonish" is no duration [pack.bad_duration]
!       durations: { soon: soonish, later: 1h }
!                          ^~~~~~~
!     hint: write 500ms, 5s, 1h30m, 7d; never negative
!   packs/moves/pack.yaml:10:3: error: no start and no move leads to the state things.opne [pack.state_unreached]
!         things:
!         ^~~~~~
!   packs/moves/pack.yaml:20:33: error: this entry is never reached: the one before it has no `when` [pack.after_unguarded]
!             start: [ { state: open }, { when: self.size > 3, state: large } ]
!                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   packs/moves/pack.yaml:20:41: error: the last entry of a choice has no `when` [pack.no_last_choice]
!             start: [ { state: open }, { when: self.size > 3, state: large } ]
!                                               ^~~~~~~~~~~~~
!   packs/moves/pack.yaml:22:46: error: the last entry of a choice has no `when` [pack.no_last_choice]
!               grow:    { from: open, to: [ { when: self.size > 3, state: large } ], set: { made: now } }
!                                                    ^~~~~~~~~~~~~
!   packs/moves/pack.yaml:22:86: error: made cannot be set: it is `from: clock` [pack.not_settable]
!       open, to: [ { when: self.size > 3, state: large } ], set: { made: now } }
!                                                                   ^~~~
!     hint: only fields `from: moves` and `from: input` are set by moves
!   packs/moves/pack.yaml:23:33: error: the arms of shrink need exactly one `default: true`, not 0 [pack.arms_default]
!               shrink:  { from: large, arms: { once: { to: open }, twice: { to: open } } }
!                                       ^~~~
!   packs/moves/pack.yaml:24:74: error: to stands in the move swell and in its arm most; one of both [pack.said_twice]
!       :   { from: large, to: open, arms: { most: { default: true, to: open } } }
!                                                                   ^~
!   packs/moves/pack.yaml:25:39: error: there is no duration "never" [pack.unknown_name]
!               wait:    { from: open, after: never, to: open }
!                                             ^~~~~
!     hint: what takes time has a name under `durations`
!   packs/moves/pack.yaml:26:39: error: the event "thing.cheered" is not among events.types [pack.event_not_listed]
!               cheer:   { from: open, emits: thing.cheered }
!                                             ^~~~~~~~~~~~~
!   packs/moves/pack.yaml:27:9: error: moves lead back to themselves: things.call -> things.answer -> things.call [pack.cycle]
!               call:    { from: open, workflow: work, then: answer }
!               ^~~~
!     hint: a `when` or a timer must be able to end it
!   packs/moves/pack.yaml:28:9: error: two moves have the workflow name "work" [pack.two_workflows]
!               answer:  { from: open, workflow: work, then: call }
!               ^~~~~~
!   packs/moves/pack.yaml:29:9: error: no state allows the move things.jump [pack.move_not_allowed]
!               jump:    { to: open }
!               ^~~~
!     hint: give it `from`
!   packs/moves/pack.yaml:31:9: error: things.hurry moves the clock, and time itself can set it off: things.hurry [pack.clock_by_timer]
!               hurry:   { from: open, after: later, clock: now }
!               ^~~~~
!     hint: only what a call or a world event sets off can move the clock
!   packs/moves/pack.yaml:32:3: error: no start and no move leads to the state others.orphan [pack.state_unreached]
!         others:
!         ^~~~~~

-- packs/moves/pack.yaml --
format: 1
pack: moves
version: 0.1.0
models: { vendor: Moves, api: "1" }
durations: { soon: soonish, later: 1h }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: json }
errors: { envelope: { error: error }, on: { auth: no, no_route: no, required: no, type: no, missing: no }, codes: { no: { status: 400, message: no } } }
events: { types: [ thing.made ], payload: { type: event.type } }
resources:
  things:
    id: "th_{base62:8}"
    fields:
      size: { from: input }
      made: { from: clock }
      kind: { from: constant, value: thing }
      note: { from: moves, init: null }
      status: { from: lifecycle }
    operations: { create: POST /things, get: "GET /things/{id}", grow: "POST /things/{id}/grow" }
    lifecycle:
      start: [ { state: open }, { when: self.size > 3, state: large } ]
      moves:
        grow:    { from: open, to: [ { when: self.size > 3, state: large } ], set: { made: now } }
        shrink:  { from: large, arms: { once: { to: open }, twice: { to: open } } }
        swell:   { from: large, to: open, arms: { most: { default: true, to: open } } }
        wait:    { from: open, after: never, to: open }
        cheer:   { from: open, emits: thing.cheered }
        call:    { from: open, workflow: work, then: answer }
        answer:  { from: open, workflow: work, then: call }
        jump:    { to: open }
        leave:   { from: opne, to: open }
        hurry:   { from: open, after: later, clock: now }
  others:
    id: "ot_{base62:8}"
    fields: { status: { from: lifecycle } }
    operations: { get: "GET /others/{id}" }
    lifecycle: { start: new, moves: { lost: { from: orphan, to: new } } }
