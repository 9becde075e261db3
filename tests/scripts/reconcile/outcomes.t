# The same story with other words, counts and identifiers is confirmed; what differs is said by abstraction, with an issue under an id that stays.
# wildcard: <DATE>=2[0-9]{3}-[0-9]{2}-[0-9]{2}
# wildcard: <SHA>=[0-9a-f]{64}
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ understudy reconcile parcel live/same.jsonl
confirmed: parcel against 1 committed fixture
  events, type-set: agreed
  events, order: agreed
  events, shape: agreed
  events, enum: agreed
$ understudy reconcile parcel live/other.jsonl --issue issue.md --record record.json
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
$ cat issue.md
\# parcel drifts from the live run: type-set, shape, enum

Event family: parcel, version 1
Drift: 0dc67729ec74
Owners: post

A live run and the committed fixtures do not tell the same story (2 breaking, 2 warnings). Until this is settled, nothing that rests on the family is promoted.

- [ ] reconcile.type_set: events: no scan came live; every committed fixture has one (live/other.jsonl)
- [ ] reconcile.type_set: events: weigh came live; no committed fixture has it (live/other.jsonl:2:1)
- [ ] reconcile.shape: events: open /id is string live, number in every committed fixture (live/other.jsonl:1:24)
- [ ] reconcile.enum: events: /reason has the value "eaten", which is not in the family's list reason (live/other.jsonl:3:29)

Either the live side is right: take the scrubbed capture over with `--update` and, where a difference is breaking, add a version to the family. Or the run is wrong: correct it and reconcile again.
$ cat record.json
{
  "family": "parcel",
  "version": 1,
  "outcome": "drift",
  "verdict": "differed",
  "date": "<DATE>",
  "digest": "<SHA>",
  "tool_version": "2.1.0",
  "producer": {
    "name": "van",
    "version": "2.1.0"
  },
  "policy": "<SHA>",
  "reconciled_by": "<VERSION>",
  "committed": [
    {
      "path": "fixtures/trip.jsonl",
      "digest": "<SHA>"
    }
  ],
  "compared": [
    {
      "level": "events",
      "abstraction": "type-set",
      "result": "differed"
    },
    {
      "level": "events",
      "abstraction": "order",
      "result": "agreed"
    },
    {
      "level": "events",
      "abstraction": "shape",
      "result": "differed"
    },
    {
      "level": "events",
      "abstraction": "enum",
      "result": "differed"
    }
  ],
  "issue": {
    "id": "0dc67729ec74",
    "title": "parcel drifts from the live run: type-set, shape, enum",
    "text": "Event family: parcel, version 1\nDrift: 0dc67729ec74\nOwners: post\n\nA live run and the committed fixtures do not tell the same story (2 breaking, 2 warnings). Until this is settled, nothing that rests on the family is promoted.\n\n- [ ] reconcile.type_set: events: no scan came live; every committed fixture has one (live/other.jsonl)\n- [ ] reconcile.type_set: events: weigh came live; no committed fixture has it (live/other.jsonl:2:1)\n- [ ] reconcile.shape: events: open /id is string live, number in every committed fixture (live/other.jsonl:1:24)\n- [ ] reconcile.enum: events: /reason has the value \"eaten\", which is not in the family's list reason (live/other.jsonl:3:29)\n\nEither the live side is right: take the scrubbed capture over with `--update` and, where a difference is breaking, add a version to the family. Or the run is wrong: correct it and reconcile again.\n"
  }
}
$ understudy reconcile parcel live/other.jsonl --format json | grep -c reconcile.type_set
? 1
2

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
