# A folder is taken over as a whole, with the files it no longer has; a capture may lie outside of the project and be ignored by git.
$ cd project && understudy reconcile trip "$PWD/../out/live" --update
live/notes/2.json:1:1: error: notes: note /text is gone: every committed record has it [reconcile.shape] differed
  constraint: shape
live/notes/2.json:1:26: info: notes: note /body is new: no committed fixture has it [reconcile.shape] differed
  constraint: shape

updated: trip against 1 committed fixture
  plan, type-set: agreed
  plan, order: agreed
  plan, shape: agreed
  notes, type-set: agreed
  notes, order: agreed
  notes, shape: differed
wrote trips/a.meta.json
wrote trips/a/notes/2.json
wrote trips/a/plan.json
wrote trips/redaction-report-live.json
a difference is breaking: add version 2 to the history of trip and let the fixture claim it
$ cd project && find trips -type f | sort
trips/a.meta.json
trips/a/notes/2.json
trips/a/plan.json
trips/redaction-report-live.json
$ cd project && cat trips/a/notes/2.json trips/redaction-report-live.json
{"type": "note", "body": "right"}
{"result": "clean"}
$ cd project && understudy reconcile trip ../out/live
confirmed: trip against 1 committed fixture
  plan, type-set: agreed
  plan, order: agreed
  plan, shape: agreed
  notes, type-set: agreed
  notes, order: agreed
  notes, shape: agreed
$ cd project && understudy reconcile trip ../out/live --write && grep -c date trips/a.meta.json
confirmed: trip against 1 committed fixture
  plan, type-set: agreed
  plan, order: agreed
  plan, shape: agreed
  notes, type-set: agreed
  notes, order: agreed
  notes, shape: agreed
wrote trips/a.meta.json
1
$ cd project && understudy reconcile trip ../out/empty
? 1
empty/plan.json: error: a placeholder: it says nothing [reconcile.not_replayable] unknown
  constraint: artifact
  hint: an artifact must be the data itself, as its family says
empty/plan.json:1:1: error: plan: /driver is gone: every committed record has it [reconcile.shape] differed
  constraint: shape

empty/notes/1.json:1:1: error: notes: note /body is gone: every committed record has it [reconcile.shape] differed
  constraint: shape
empty/notes/1.json:1:26: info: notes: note /text is new: no committed fixture has it [reconcile.shape] differed
  constraint: shape

drift: trip against 1 committed fixture
  plan, type-set: agreed
  plan, order: agreed
  plan, shape: differed
  notes, type-set: agreed
  notes, order: agreed
  notes, shape: differed
issue cf7932effb30: trip drifts from the live run: artifact, shape

-- project/understudy.yaml --
fixtures:
  map:
    - {files: "trips/*/", family: trip}
-- project/families/trip/family.yaml --
family: trip
title: Trips
owners: [post]
version: 1
history: [{version: 1, date: 2026-01-05, level: breaking, text: First.}]
container: dir
files:
  plan: {name: plan.json, container: json, required: true}
  note: {name: "notes/{number}.json", container: json}
levels:
  plan: {role: plan}
  notes: {role: note, type: /type}
-- project/trips/a/plan.json --
{"driver": "x"}
-- project/trips/a/notes/1.json --
{"type": "note", "text": "left"}
-- project/trips/a.meta.json --
{"lane": "no-model", "schema_version": 1, "redaction": "synthetic", "origin": "authored", "seed": 7}
-- out/live/plan.json --
{"driver": "y"}
-- out/live/notes/2.json --
{"type": "note", "body": "right"}
-- out/live.meta.json --
{"redaction": "scrubbed", "origin": "recorded", "receipt": "redaction-report-live.json"}
-- out/redaction-report-live.json --
{"result": "clean"}
-- out/empty/plan.json --
{}
-- out/empty/notes/1.json --
{"type": "note", "text": "left"}
