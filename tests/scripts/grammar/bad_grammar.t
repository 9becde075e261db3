# All problems of a grammar file at once, with their places and the nearest known names.
$ understudy grammar check bad.yaml x.jsonl
? 2
! bad.yaml: error: the grammar "bad.yaml" has 5 problems [grammar.invalid]
!   bad.yaml:5:5: error: the seq b needs `accept` [grammar.missing]
!         - {id: b, kind: seq, start: Idle, acept: [Done], states: {Idle: {x: Gone}}}
!           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   bad.yaml:5:71: error: state "Gone" is not declared [grammar.undeclared_state]
!       , kind: seq, start: Idle, acept: [Done], states: {Idle: {x: Gone}}}
!                                                                   ^~~~
!     hint: name it among `states`, or in `accept` if nothing follows it
!   bad.yaml:5:37: error: unknown key "acept" in the seq b [grammar.unknown_key]
!         - {id: b, kind: seq, start: Idle, acept: [Done], states: {Idle: {x: Gone}}}
!                                           ^~~~~
!     hint: did you mean "accept"?
!   bad.yaml:4:19: error: kind cannot be "sequence" [grammar.unknown_word]
!         - {id: a, kind: sequence}
!                         ^~~~~~~~
!     hint: one of: seq, any, per-key, open/close, once, gapless, monotone, ref, constant, concat, derived, implies, join, terminal
!   bad.yaml:6:5: error: the per-key c needs `key` [grammar.missing]
!         - {id: c, kind: per-key, states: {Idle: {x: Busy}, Busy: {}}}
!           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

-- bad.yaml --
grammar: bad
type: /type
constraints:
  - {id: a, kind: sequence}
  - {id: b, kind: seq, start: Idle, acept: [Done], states: {Idle: {x: Gone}}}
  - {id: c, kind: per-key, states: {Idle: {x: Busy}, Busy: {}}}
-- x.jsonl --
{"type": "x"}
