# Without what a run needs, nothing is known, and the one missing thing is named.
$ understudy reconcile parcel live/none.jsonl
? 3
warning: not run: the capture live/none.jsonl is missing [reconcile.not_run] unknown
  constraint: run

not-run: parcel: the capture live/none.jsonl is missing
$ understudy reconcile parcel live/same.jsonl --needs POST_KEY_THAT_NOBODY_SETS --needs HOME
? 3
warning: not run: POST_KEY_THAT_NOBODY_SETS is missing [reconcile.not_run] unknown
  constraint: run

not-run: parcel: POST_KEY_THAT_NOBODY_SETS is missing
$ POST_KEY=x understudy reconcile parcel live/same.jsonl --needs POST_KEY
confirmed: parcel against 1 committed fixture
  events, type-set: agreed
  events, order: agreed
  events, shape: agreed
  events, enum: agreed
$ understudy reconcile parcel live/gate.jsonl
? 3
warning: not run: a van with a driver is missing [reconcile.not_run] unknown
  constraint: run

not-run: parcel: a van with a driver is missing

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
-- live/gate.jsonl --
{"type": "open", "id": 1}
-- live/gate.jsonl.meta.json --
{"gate": {"missing": "a van with a driver"}}
