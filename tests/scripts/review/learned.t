# Rules that were learned wait for review like everything else: by `record`, from the recordings of one plan, and by
# `rules learn --for`, from runs or recordings that somebody names. What no rule can tame is said at once.
$ export PATH="$PWD/tool:$PATH"; chmod +x tool/*; understudy record --plan plans/clock.yaml
! wrote cassettes/clock/now.yaml
! rules wait for review: .understudy/pending/cassettes/clock/now.yaml.rules.json
! cassettes/clock/now.yaml: warning: "now": now, stdout /count was not the same in two recordings [plan.varies]
!   hint: a rule says what class of value it is: `understudy rules learn`
! cassettes/clock/now.yaml: warning: "now": now, stdout /id was not the same in two recordings [plan.varies]
!   hint: a rule says what class of value it is: `understudy rules learn`
!
! 1 written, 0 agreed
$ understudy review list
? 1
caca25260fe3 info learned_rule cassettes/clock/now.yaml
  learned_rule: {"use":"count","at":{"stream":["stdout"],"path":"$.count"}} for 731, 1462, 2193
0c99b9c6fe93 info learned_rule cassettes/clock/now.yaml
  learned_rule: {"use":"uuid","at":{"stream":["stdout"],"path":"$.id"}} for 5f43f3c1-e7ef-4d3c-8e7b-84925e0ac121, 5f43f3c1-e7ef-4d3c-8e7b-84925e0ac122, 5f43f3c1-e7ef-4d3c-8e7b-84925e0ac123
2 changes waiting for review
# Accepted, one is a rule of the cassette; rejected, it is not proposed again. Comments and bytes stay.
$ understudy review accept $(understudy review list --format json | python3 -c 'import json, sys; print([each["id"] for each in json.load(sys.stdin)["pending"] if "$.count" in each["changes"][0]["place"]][0])') && sed -n '/^rules/,/^[a-qs-z]/p' cassettes/clock/now.yaml
accepted caca25260fe3 cassettes/clock/now.yaml
1 change waiting for review
rules:
  - use: count
    at:
      stream:
        - stdout
      path: $.count
$ understudy review reject --class learned_rule --reason 'it is to be compared' --until 2999-01-31
rejected 0c99b9c6fe93 cassettes/clock/now.yaml
0 changes waiting for review
$ understudy review list && ls .understudy
nothing waits for review
pending
telemetry.jsonl
$ export PATH="$PWD/tool:$PATH"; understudy rules learn --for cassettes/clock/now.yaml -- clock 2>&1 | tail -1; understudy review list
2 rules waiting for review: `understudy review`
nothing waits for review
# A rule is no recording of which another rule could be made, and one that cannot be read is not put there.
$ mkdir -p .understudy/pending/cassettes/clock; printf '{"version": 1, "rules": [{"rule": {"use": "no_such_class"}, "values": ["1"]}]}' > .understudy/pending/cassettes/clock/now.yaml.rules.json; cp cassettes/clock/now.yaml before; understudy review list; understudy review accept --all
? 2
31dc32f1eaef info learned_rule cassettes/clock/now.yaml
  learned_rule: {"use":"no_such_class"} for 1
1 change waiting for review
! error: there is 1 problem in the rules [rule.bad_rules]
!   hint: docs/reference/rules.md describes them
!   cassettes/clock/now.yaml:61:5: error: there is no normalizer "no_such_class"; the known ones are column, count, duration, host, id, issue_number, number_in_url, opaque, path, port, pr_number, sha:long, sha:short, size, text, timestamps.ISO8601, timestamps.RFC1123, timestamps.epoch, uuid, version [rule.unknown_normalizer]
!         - use: no_such_class
!           ^~~~~~~~~~~~~~~~~~
!     hint: a project adds its own under `normalizers` in understudy.yaml
$ cmp before cassettes/clock/now.yaml
$ printf '{"version": 1, "rules": [{}]}' > .understudy/pending/cassettes/clock/now.yaml.rules.json; understudy review list
? 2
! .understudy/pending/cassettes/clock/now.yaml.rules.json: error: what waits there cannot be used: one of its `rules` has no `rule` [review.bad_pending]
!   hint: remove the file; what it was made from makes it again
$ printf '{"version": 2}' > .understudy/pending/cassettes/clock/now.yaml.rules.json; understudy review list
? 2
! .understudy/pending/cassettes/clock/now.yaml.rules.json: error: what waits there cannot be used: it is not of version 1 [review.bad_pending]
!   hint: remove the file; what it was made from makes it again
$ printf '{"version": 1}' > .understudy/pending/cassettes/clock/now.yaml.rules.json; understudy review list
? 2
! .understudy/pending/cassettes/clock/now.yaml.rules.json: error: what waits there cannot be used: it has no `rules` [review.bad_pending]
!   hint: remove the file; what it was made from makes it again
$ printf 'rules' > .understudy/pending/cassettes/clock/now.yaml.rules.json; understudy review list
? 2
! .understudy/pending/cassettes/clock/now.yaml.rules.json: error: what waits there cannot be used: expected a value, found "rules" [review.bad_pending]
!   hint: remove the file; what it was made from makes it again
$ rm -r .understudy && export PATH="$PWD/tool:$PATH"; cp cassettes/clock/now.yaml cassettes/clock/now.yml; understudy rules learn --for cassettes/clock/now.yml -- clock > out; rm cassettes/clock/now.yml
! error: --for names a cassette in YAML, below the folder of the project [app.bad_arguments]
!   hint: `understudy rules learn --help` shows how it is called
$ mkdir -p ../out-of-it; export PATH="$PWD/tool:$PATH"; cp cassettes/clock/now.yaml ../out-of-it/now.yaml; understudy rules learn --for ../out-of-it/now.yaml -- clock > /dev/null; rm -r ../out-of-it
! error: --for names a cassette in YAML, below the folder of the project [app.bad_arguments]
!   hint: `understudy rules learn --help` shows how it is called
$ export PATH="$PWD/tool:$PATH"; understudy rules learn --for cassettes/clock/now.yaml -- echo same > out
! there is no rule to propose
# A service whose every answer is another is no case for recordings.
$ export PATH="$PWD/tool:$PATH"; understudy record --plan plans/dice.yaml
! wrote cassettes/dice/roll.yaml
! rules wait for review: .understudy/pending/cassettes/dice/roll.yaml.rules.json
! cassettes/dice/roll.yaml: warning: "roll": roll, stdout /a was not the same in two recordings [plan.varies]
!   hint: a rule says what class of value it is: `understudy rules learn`
! cassettes/dice/roll.yaml: warning: "roll": roll, stdout /b was not the same in two recordings [plan.varies]
!   hint: a rule says what class of value it is: `understudy rules learn`
! cassettes/dice/roll.yaml: warning: "roll": roll, stdout /c was not the same in two recordings [plan.varies]
!   hint: a rule says what class of value it is: `understudy rules learn`
! cassettes/dice/roll.yaml: warning: roll cannot be replayed faithfully: 3 of 4 places differ and are of no known class [cassette.not_replayable]
!   hint: `lane: live`, `untested` or `strategy` of the service in understudy.yaml are the ways out
!
! 1 written, 0 agreed

-- understudy.yaml --
services: {clock: {}, dice: {}}
-- tool/clock --
#!/bin/sh
state=${STATE:-$PWD/state}; n=$(($(cat "$state") + 1)); echo $n > "$state"
echo "{\"kind\": \"clock\", \"zone\": \"utc\", \"count\": $((n * 731)), \"id\": \"5f43f3c1-e7ef-4d3c-8e7b-84925e0ac12$n\"}"
-- tool/dice --
#!/bin/sh
n=$(($(cat "$STATE") + 1)); echo $n > "$STATE"
set -- amber birch coral dune ember fern grove heath iris jade
shift $((n % 6))
echo "{\"a\": \"$1 and $2\", \"b\": \"$2, $3\", \"c\": \"the $3\", \"kind\": \"dice\"}"
-- state --
0
-- plans/clock.yaml --
version: 1
service: clock
env: {STATE: "${PWD}/state"}
repeat: 3
steps:
  - {id: now, run: [clock], effect: read, record: now, expect: {exit: 0}}
-- plans/dice.yaml --
version: 1
service: dice
env: {STATE: "${PWD}/state"}
repeat: 3
steps:
  - {id: roll, run: [dice], effect: read, record: roll, expect: {exit: 0}}
