# `check --self-test` shows that the check can fail: mutants are noticed, a planted cassette is collected and fails (P71), the
# next recording passes and not only the committed file (P73).
$ sh record.sh
list.yaml
view-1.yaml
view-9.yaml
$ understudy check --self-test
3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown

hub: contract: 3 agreed
self-test: 16 of 16 mutants noticed; 1 of 1 planted cassette found and failed; 3 of 3 round trips equal
$ understudy check --self-test --format json | sed -n '/"self_test"/,$p'
  "self_test": {
    "mutants": {
      "tried": 16,
      "good": 16
    },
    "planted": {
      "tried": 1,
      "good": 1
    },
    "round_trips": {
      "tried": 3,
      "good": 3
    },
    "plans_without_login": {
      "tried": 0,
      "good": 0
    }
  }
}
# A fake that answers otherwise each time passes once and not again.
$ printf 'services: {hub: {fake: {command: [sh, turn.sh]}}}\n' >understudy.yaml && understudy check --self-test cassettes/hub/view-1.yaml
? 1
cassettes/hub/view-1.yaml: error: record, write, read, record: the next recording does not pass: view stdout line 1 [cassette.round_trip]
  hint: what varies from run to run needs a rule; `understudy rules learn` proposes one

1 cassette of 1 service: 1 agreed (1 as contract), 0 differed, 0 unknown

hub: contract: 1 agreed
self-test: 5 of 5 mutants noticed; 1 of 1 planted cassette found and failed; 0 of 1 round trip equal
# Where order does not count, nothing notices that it changed: such a mutant survives, and is listed.
$ cp unordered.yaml understudy.yaml && understudy check --self-test cassettes/hub/list.yaml
? 1
cassettes/hub/list.yaml: error: the check would not notice: stdout of list with /1 and the one before it swapped [cassette.mutant_survived]
  hint: a rule, a view, a grammar or `unordered` hides it; `understudy rules audit` shows what rules hide

1 cassette of 1 service: 1 agreed (1 as contract), 0 differed, 0 unknown

hub: contract: 1 agreed
self-test: 8 of 9 mutants noticed; 1 of 1 planted cassette found and failed; 1 of 1 round trip equal
# A fake that is gone when it is asked again: what must fail did not.
$ cp once.yaml understudy.yaml && chmod +x once.sh && understudy check --self-test cassettes/hub/view-9.yaml
? 1
understudy.yaml:1:17: error: the self-test wanted a planted cassette of the service hub to fail, but it did not fail [cassette.self_test_failed]

cassettes/hub/view-9.yaml: error: record, write, read, record: the next recording does not pass: the fake cannot be started: "./once.sh" cannot be started: No such file or directory [cassette.round_trip]
  hint: what varies from run to run needs a rule; `understudy rules learn` proposes one

1 cassette of 1 service: 1 agreed (1 as contract), 0 differed, 0 unknown

hub: contract: 1 agreed
self-test: 2 of 2 mutants noticed; 0 of 1 planted cassette found and failed; 0 of 1 round trip equal
# A plan without its login is unknown, and calls nothing.
$ cp plans.yaml understudy.yaml && understudy check --self-test | grep self-test
self-test: 16 of 16 mutants noticed; 1 of 1 planted cassette found and failed; 3 of 3 round trips equal; 1 of 1 plan unknown without a login

-- understudy.yaml --
services:
  hub: {fake: {protocol: [sh, fake.sh]}}
-- fake.sh --
# A fake that speaks JSON lines: docs/reference/fake-protocol.md.
while read -r line; do
    case "$line" in
    *'"op":"reset"'*) continue ;;
    *'"args":["list"]'*) answer=list ;;
    *'"args":["view","1"]'*) answer=view-1 ;;
    *'"args":["view","9"]'*) answer=view-9 ;;
    *) answer=unknown ;;
    esac
    id=${line#*:}
    printf '{"id": %s, %s}\n' "${id%%,*}" "$(cat answers/$answer)"
done
-- answers/list --
"pieces": [{"from": "stdout", "text": "[{\"id\": 1, \"title\": \"first\"}, {\"id\": 2, \"title\": \"second\"}]\n"}], "exit_code": 0
-- answers/view-1 --
"pieces": [{"from": "stdout", "text": "first\n"}], "exit_code": 0
-- answers/view-9 --
"pieces": [{"from": "stderr", "text": "no issue 9\n"}], "exit_code": 1
-- answers/unknown --
"error": "not served"
-- hub --
#!/bin/sh
# The real tool.
case "$1" in
list) echo '[{"id": 1, "title": "first"}, {"id": 2, "title": "second"}]' ;;
view) if [ "$2" = 1 ]; then echo first; else echo "no issue $2" >&2; exit 1; fi ;;
*) echo "usage: hub list|view" >&2; exit 2 ;;
esac
-- record.sh --
chmod +x hub
for call in list "view 1" "view 9"; do
    PATH="$PWD:$PATH" understudy record -o "cassettes/hub/$(echo $call | tr ' ' '-').yaml" -- hub $call >/dev/null 2>&1
done
ls cassettes/hub
-- turn.sh --
case "$1" in
understudy*) echo unknown >&2; exit 2 ;;
esac
turn=$UNDERSTUDY_ROOT/turn
test -f "$turn" && echo second || echo first
touch "$turn"
-- unordered.yaml --
services: {hub: {fake: {protocol: [sh, fake.sh]}, compare: {unordered: ["$"]}}}
-- once.yaml --
services: {hub: {fake: {command: [./once.sh]}}}
-- once.sh --
#!/bin/sh
case "$1" in
understudy*) rm "$0" ;;
esac
echo "no issue 9" >&2
exit 1
-- plans.yaml --
services: {hub: {plans: plans, fake: {command: [./hub]}}}
-- plans/list.yaml --
version: 1
service: hub
target: none
credentials: [{name: token, env: HUB_TOKEN, probe: [hub, list]}]
steps:
  - {id: list, run: [hub, list], effect: read, record: list, expect: {exit: 0}}
