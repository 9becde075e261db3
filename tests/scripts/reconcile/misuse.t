# Wrong calls are refused before anything is compared.
$ understudy reconcile parcell live/same.jsonl
? 2
! error: there is no family parcell [fixture.unknown_family]
!   hint: did you mean "parcel"? `understudy family show` lists them all
$ understudy reconcile parcel live/same.jsonl --replay
? 2
! error: --replay needs a command after -- [app.bad_arguments]
!   hint: `understudy reconcile --help` shows how it is called
$ understudy reconcile parcel live/same.jsonl -- cat
? 2
! error: a command is only run with --replay [app.bad_arguments]
!   hint: `understudy reconcile --help` shows how it is called
$ understudy reconcile parcel live/same.jsonl --feed events
? 2
! error: --feed belongs to --replay [app.bad_arguments]
!   hint: `understudy reconcile --help` shows how it is called
$ understudy reconcile parcel live/same.jsonl --fixture fixtures/none.jsonl
? 2
! error: cannot read "fixtures/none.jsonl": No such file or directory [app.cannot_read]
$ understudy reconcile --replay parcel live/same.jsonl -- cat
? 2
! error: the family parcel cannot be replayed: it has no level map [reconcile.replay_levels]
!   hint: say what to feed and what to expect: --feed LEVEL --expect LEVEL

-- families/parcel/family.yaml --
family: parcel
title: Parcels
owners: [post]
version: 1
history: [{version: 1, date: 2026-01-05, level: breaking, text: First.}]
enums:
  harness: {values: [van]}
  reason: {values: [done, lost]}
container: jsonl
levels:
  events:
    type: /type
    grammar:
      grammar: parcel
      type: /type
      constraints:
        - {id: order, kind: seq, start: Idle, accept: [End], states: {Idle: {open: Open}, Open: {scan: Open, close: End}, End: {}}}
volatile:
  events: {/id: renumber}
reconcile:
  level: events
  abstractions: [type-set, order, shape, enum]
  enums: {events: {/reason: reason}}
-- understudy.yaml --
fixtures:
  map:
    - {files: "fixtures/*.jsonl", family: parcel}
-- fixtures/trip.jsonl --
{"type": "open", "id": 1}
{"type": "scan", "place": "a"}
{"type": "scan", "place": "b"}
{"type": "close", "reason": "done"}
-- fixtures/trip.jsonl.meta.json --
{
  "lane": "no-model",
  "harness": "van",
  "schema_version": 1,
  "redaction": "synthetic",
  "origin": "authored",
  "owner": "post",
  "keys": [
    "parcel:trip"
  ]
}
-- live/same.jsonl --
{"type": "open", "id": 4711}
{"type": "scan", "place": "somewhere else"}
{"type": "close", "reason": "lost"}
-- live/other.jsonl --
{"type": "open", "id": "x"}
{"type": "weigh", "grams": 5}
{"type": "close", "reason": "eaten"}
-- live/other.jsonl.meta.json --
{
  "lane": "model-backed",
  "harness": "van",
  "schema_version": 1,
  "redaction": "scrubbed",
  "origin": "recorded",
  "producer": {"name": "van", "version": "2.1.0"},
  "command": ["van", "--go"],
  "captured_at": "2026-05-02T10:11:12Z",
  "recorder_version": "1.0.0",
  "tool_version": "2.1.0"
}
