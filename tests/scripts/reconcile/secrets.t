# A capture with a secret in it is not compared: it has to be scrubbed first. No character of the secret is shown.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ sh make.sh; understudy reconcile parcel live/secret.jsonl
? 8
live/secret.jsonl:2:28: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  at: /1/place
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 secret in the capture: scrub it first; nothing was compared
$ understudy reconcile parcel live/secret.jsonl --format json | grep -c "Qx7Lm2Vb9Rk4Tz1Wp6Hs"
? 1
0

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
-- make.sh --
# Put together here, so that nobody takes this file for a leak.
printf '{"type": "open", "id": 1}\n{"type": "scan", "place": "glpat-%s"}\n{"type": "close", "reason": "done"}\n' Qx7Lm2Vb9Rk4Tz1Wp6Hs > live/secret.jsonl
