# --write notes the day of a confirmed run in the sidecar; --update puts the capture in place of the fixture and keeps what it is for.
# wildcard: <DATE>=2[0-9]{3}-[0-9]{2}-[0-9]{2}
# wildcard: <SHA>=[0-9a-f]{64}
$ understudy reconcile parcel live/same.jsonl --write
confirmed: parcel against 1 committed fixture
  events, type-set: agreed
  events, order: agreed
  events, shape: agreed
  events, enum: agreed
wrote fixtures/trip.jsonl.meta.json
$ cat fixtures/trip.jsonl.meta.json
{
  "lane": "no-model",
  "harness": "van",
  "schema_version": 1,
  "redaction": "synthetic",
  "origin": "authored",
  "owner": "post",
  "keys": [
    "parcel:trip"
  ],
  "reconciled": {
    "date": "<DATE>",
    "outcome": "confirmed",
    "digest": "<SHA>",
    "policy": "<SHA>"
  }
}
$ understudy reconcile parcel live/other.jsonl --write
? 1
live/other.jsonl: error: events: no scan came live; every committed fixture has one [reconcile.type_set] differed
  constraint: type-set
live/other.jsonl:2:1: warning: events: weigh came live; no committed fixture has it [reconcile.type_set] differed
  constraint: type-set
live/other.jsonl:1:24: error: events: open /id is string live, number in every committed fixture [reconcile.shape] differed
  constraint: shape
live/other.jsonl:3:29: warning: events: /reason has the value "eaten", which is not in the family's list reason [reconcile.enum] differed
  constraint: enum

drift: parcel against 1 committed fixture
  events, type-set: differed
  events, order: agreed
  events, shape: differed
  events, enum: differed
issue 0dc67729ec74: parcel drifts from the live run: type-set, shape, enum
$ understudy reconcile parcel live/other.jsonl --update
live/other.jsonl: error: events: no scan came live; every committed fixture has one [reconcile.type_set] differed
  constraint: type-set
live/other.jsonl:2:1: warning: events: weigh came live; no committed fixture has it [reconcile.type_set] differed
  constraint: type-set
live/other.jsonl:1:24: error: events: open /id is string live, number in every committed fixture [reconcile.shape] differed
  constraint: shape
live/other.jsonl:3:29: warning: events: /reason has the value "eaten", which is not in the family's list reason [reconcile.enum] differed
  constraint: enum

updated: parcel against 1 committed fixture
  events, type-set: differed
  events, order: agreed
  events, shape: differed
  events, enum: differed
wrote fixtures/trip.jsonl
wrote fixtures/trip.jsonl.meta.json
a difference is breaking: add version 2 to the history of parcel and let the fixture claim it
$ understudy reconcile parcel live/raw.jsonl --update
? 2
! error: --update takes over what was scrubbed; the metadata of the capture does not say `redaction: scrubbed` [app.bad_arguments]
!   hint: `understudy reconcile --help` shows how it is called
$ cmp fixtures/trip.jsonl live/other.jsonl
$ cat fixtures/trip.jsonl.meta.json
{
  "lane": "no-model",
  "harness": "van",
  "schema_version": 1,
  "owner": "post",
  "keys": [
    "parcel:trip"
  ],
  "origin": "recorded",
  "producer": {
    "name": "van",
    "version": "2.1.0"
  },
  "command": [
    "van",
    "--go"
  ],
  "captured_at": "2026-05-02T10:11:12Z",
  "recorder_version": "1.0.0",
  "redaction": "scrubbed",
  "tool_version": "2.1.0",
  "reconciled": {
    "date": "<DATE>",
    "outcome": "updated",
    "digest": "<SHA>",
    "tool_version": "2.1.0",
    "policy": "<SHA>"
  }
}
$ understudy reconcile parcel live/other.jsonl
? 1
live/other.jsonl:3:29: warning: events: /reason has the value "eaten", which is not in the family's list reason [reconcile.enum] differed
  constraint: enum

drift: parcel against 1 committed fixture
  events, type-set: agreed
  events, order: agreed
  events, shape: agreed
  events, enum: differed
issue d3e761854f6f: parcel drifts from the live run: enum

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
-- live/raw.jsonl --
{"type": "open", "id": 1}
{"type": "close", "reason": "done"}
