# A valid live-only record covers what only a live run can show, and nothing else; a run that the family holds refutes it.
$ understudy reconcile parcel live/storm.jsonl --scenario storm
? 1
live/storm.jsonl:3:1: warning: events: storm came live; no committed fixture has it [reconcile.type_set] differed
  constraint: type-set

drift: parcel against 1 committed fixture
  events, type-set: differed
  events, order: agreed
  events, shape: agreed
  events, enum: agreed
issue 0e7c3d19be74: parcel drifts from the live run: type-set
$ understudy reconcile parcel live/storm.jsonl --scenario storm --live-only live-only.yaml
live/storm.jsonl:3:1: info: events: storm came live; no committed fixture has it [reconcile.type_set] differed
  constraint: type-set

live-only: parcel, record LO-1
  events, type-set: differed
  events, order: agreed
  events, shape: agreed
  events, enum: agreed
$ understudy reconcile parcel live/same.jsonl --scenario storm --live-only live-only.yaml
? 1
live-only.yaml:3:5: error: the live-only record "LO-1": refuted: the family parcel was reconciled with this run and holds it [reconcile.live_only]
  constraint: live-only

drift: parcel against 1 committed fixture
  events, type-set: agreed
  events, order: agreed
  events, shape: agreed
  events, enum: agreed
issue cdaa938cbb30: parcel drifts from the live run: live-only
$ understudy reconcile parcel live/storm.jsonl --scenario late --live-only live-only.yaml
? 1
live/storm.jsonl:3:1: warning: events: storm came live; no committed fixture has it [reconcile.type_set] differed
  constraint: type-set

live-only.yaml:18:5: error: the live-only record "LO-2": it expired on 2026-01-03 [reconcile.live_only]
  constraint: expired
live-only.yaml:18:5: error: the live-only record "LO-2": the reviewer is the owner [reconcile.live_only]
  constraint: reviewer
live-only.yaml:18:5: error: the live-only record "LO-2": proof/none.json is not there [reconcile.live_only]
  constraint: evidence

drift: parcel against 1 committed fixture
  events, type-set: differed
  events, order: agreed
  events, shape: agreed
  events, enum: agreed
issue 0e7c3d19be74: parcel drifts from the live run: type-set

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
-- live/storm.jsonl --
{"type": "open", "id": 1}
{"type": "scan", "place": "a"}
{"type": "storm"}
{"type": "close", "reason": "done"}
-- proof/storm.json --
{"seen": true}
-- live-only.yaml --
gates: {release: {reasons: [upstream-not-reproducible]}}
records:
  - id: LO-1
    scenario: storm
    permutation: P1
    flow: PF-1
    claim: A storm stops the van on the road.
    reason: upstream-not-reproducible
    types: [storm]
    families: {parcel: nobody can order a storm}
    evidence: [proof/storm.json]
    owner: post
    reviewer: release
    opened: 2026-01-01
    review_by: 2999-01-01
    expires: 2999-02-01
    gate: release
  - id: LO-2
    scenario: late
    permutation: P1
    flow: PF-1
    claim: A storm makes the van late.
    reason: upstream-not-reproducible
    types: [storm]
    families: {parcel: nobody can order a storm}
    evidence: [proof/none.json]
    owner: post
    reviewer: post
    opened: 2026-01-01
    review_by: 2026-01-02
    expires: 2026-01-03
    gate: release
