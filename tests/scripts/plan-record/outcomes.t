# P59, P56: a first recording that misses its own plan is not written; over a cassette a difference waits for review, and an empty answer is called one.
# wildcard: <LINE>=[0-9]+
$ chmod +x bin/tool; export PATH="$PWD/bin:$PATH"; understudy record --plan plans/list.yaml
? 1
! not kept: list
! plans/list.yaml:5:78: error: expected exit 0, got exit 2 [plan.exit] differed
!   hint: standard error begins "usage: tool list\n"
! plans/list.yaml:5:71: error: standard output cannot be read as data [plan.unreadable] differed
!   hint: there is no value, only white space
! plans/list.yaml: error: the recording of "list" is not kept: it is not what the plan expects [plan.not_written] differed
!
! 0 written, 0 agreed, 1 not kept
$ ls cassettes 2>&1
? 2
ls: cannot access 'cassettes': No such file or directory
$ export PATH="$PWD/bin:$PATH"; echo good > state; understudy record --plan plans/list.yaml
! wrote cassettes/tool/list.yaml
! 1 written, 0 agreed
$ sha256sum cassettes/tool/*.yaml > before
$ export PATH="$PWD/bin:$PATH"; echo other > state; understudy record --plan plans/list.yaml
? 1
! waits for review: .understudy/pending/cassettes/tool/list.yaml (cassettes/tool/list.yaml stays)
! cassettes/tool/list.yaml:<LINE>:11: error: list: stdout /items has another type: [1] -> "1" [drift.field_retyped] differed
!   hint: a consumer that parses it breaks: use the type that was recorded, or record again if the service changed it
! cassettes/tool/list.yaml: info: the recording of "list" differs from its cassette and waits for review in .understudy/pending/cassettes/tool/list.yaml [plan.waits_for_review] differed
!   hint: the committed file was left as it is
!
! 0 written, 0 agreed, 1 waiting for review
$ export PATH="$PWD/bin:$PATH"; echo silent > state; understudy record --plan plans/list.yaml
? 1
! waits for review: .understudy/pending/cassettes/tool/list.yaml (cassettes/tool/list.yaml stays)
! plans/list.yaml:5:71: error: standard output cannot be read as data [plan.unreadable] differed
!   hint: there is no value, only white space
!
! cassettes/tool/list.yaml:<LINE>:11: error: list: stdout is gone: {"items":[1]} -> nothing [drift.field_removed] differed
!   hint: a consumer that reads it gets nothing: let the fake return it, or record again if the service dropped it
! cassettes/tool/list.yaml: error: the new recording of "list" is empty, and its cassette is not [plan.empty_now] differed
!   hint: look at the plan before you accept it
! cassettes/tool/list.yaml: info: the recording of "list" differs from its cassette and waits for review in .understudy/pending/cassettes/tool/list.yaml [plan.waits_for_review] differed
!   hint: the committed file was left as it is
!
! 0 written, 0 agreed, 1 waiting for review
$ sha256sum -c --quiet before
$ export PATH="$PWD/bin:$PATH"; echo good > state; understudy record --plan plans/list.yaml --format json | python3 -c 'import json, sys; print(json.load(sys.stdin)["summary"])'
0 written, 1 agreed
# Values that are not the same in two recordings need a rule.
$ export PATH="$PWD/bin:$PATH"; echo varies > state; understudy record --plan plans/list.yaml --out elsewhere
! wrote elsewhere/tool/list.yaml
! elsewhere/tool/list.yaml: warning: "list": list, stdout /at was not the same in two recordings [plan.varies]
!   hint: a rule says what class of value it is: `understudy rules learn`
!
! 1 written, 0 agreed

-- understudy.yaml --
services:
  tool: {}
-- bin/tool --
#!/bin/sh
case "$(cat "$STATE")" in
  good) echo '{"items": [1]}';;
  other) echo '{"items": "1"}';;
  silent) ;;
  varies) echo "{\"items\": [1], \"at\": $$}";;
  *) echo 'usage: tool list' >&2; exit 2;;
esac
-- state --
wrong
-- plans/list.yaml --
version: 1
service: tool
env: {STATE: "${PWD}/state"}
steps:
  - {id: list, run: [tool, list], effect: read, record: list, expect: {exit: 0, exists: /items}}
