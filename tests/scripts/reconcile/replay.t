# A capture is fed to a consumer, and what it prints is compared; how it ends and how long it takes counts too.
$ understudy reconcile --replay echo live.json -- sh upper.sh
confirmed: echo against 1 committed fixture
  normalised, type-set: agreed
  normalised, order: agreed
  normalised, shape: agreed
  normalised, replay: agreed
$ understudy reconcile --replay echo live.json -- sh wrong.sh
? 1
output:2:1: error: normalised: the consumer printed 2 records, expected 1 [reconcile.replay] differed
  constraint: replay
output:1:27: error: normalised: record 1: /n is not what was expected [reconcile.replay] differed
  constraint: replay
  expected 7, actual 8
output:2:1: warning: normalised: extra came live; no committed fixture has it [reconcile.type_set] differed
  constraint: type-set

drift: echo against 1 committed fixture
  normalised, type-set: differed
  normalised, order: agreed
  normalised, shape: agreed
  normalised, replay: differed
issue e40cf18ab610: echo drifts from the live run: replay, type-set
$ understudy reconcile --replay echo live.json --each -- sh one.sh
confirmed: echo against 1 committed fixture
  normalised, type-set: agreed
  normalised, order: agreed
  normalised, shape: agreed
  normalised, replay: agreed
$ understudy reconcile --replay echo live.json -- sh -c "cat > /dev/null; exit 3"
? 1
live.json: error: the consumer refused native: it ended with 3 [reconcile.replay] differed
  constraint: replay

drift: echo against 1 committed fixture
  native, replay: differed
issue a47392f6d4c2: echo drifts from the live run: replay
$ understudy reconcile --replay echo live.json --limit 200ms -- sleep 30
? 1
live.json: error: the consumer refused native: it took too long [reconcile.replay] differed
  constraint: replay

drift: echo against 1 committed fixture
  native, replay: differed
issue a47392f6d4c2: echo drifts from the live run: replay
$ understudy reconcile --replay echo live.json -- ./not-there
? 3
warning: not run: "./not-there" cannot be started: No such file or directory [reconcile.not_run] unknown
  constraint: run

not-run: echo: "./not-there" cannot be started: No such file or directory
$ understudy reconcile --replay echo live.json --feed nativ -- cat
? 2
! error: the family echo cannot be replayed: it has no level "nativ" [reconcile.replay_levels]
!   hint: did you mean "native"? say what to feed and what to expect: --feed LEVEL --expect LEVEL

-- families/echo/family.yaml --
family: echo
title: Echoes
owners: [post]
version: 1
history: [{version: 1, date: 2026-01-05, level: breaking, text: First.}]
container: json
levels:
  native: {at: /native, type: /t}
  normalised: {at: /events, type: /type}
map:
  from: native
  to: normalised
  types: {hello: [greeting]}
volatile:
  normalised: {/at: timestamps.ISO8601}
reconcile:
  verb: replay
  level: normalised
  abstractions: [type-set, order, shape]
-- families/echo/examples/valid/a.json --
{"native": [{"t": "hello", "n": 1}], "events": [{"type": "greeting", "n": 1, "at": "x"}]}
-- live.json --
{"native": [{"t": "hello", "n": 7}], "events": [{"type": "greeting", "n": 7, "at": "y"}]}
-- upper.sh --
sed 's/"t":"hello"/"type":"greeting","at":"now"/'
-- one.sh --
sh upper.sh | tr -d "\n"
-- wrong.sh --
cat > /dev/null
echo '{"type": "greeting", "n": 8, "at": ""}'
echo '{"type": "extra"}'
