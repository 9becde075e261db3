# P67, A13: a further service joins by manifest and plan alone; no code, no list of known services. Set-up runs first, and an
# id that the fake invents flows into the calls that follow (P16).
# wildcard: <LINE>=[0-9]+
$ chmod +x box && PATH="$PWD:$PATH" understudy record --plan plans/box/items.yaml
! wrote cassettes/box/item/make.yaml
! wrote cassettes/box/item/close.yaml
! wrote cassettes/box/item/close-missing.yaml
! 3 written, 0 agreed
$ understudy check --self-test
3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown

box: contract: 3 agreed
self-test: 11 of 11 mutants noticed; 1 of 1 planted cassette found and failed; 3 of 3 round trips equal
$ grep -A3 "args:" cassettes/box/item/close.yaml
      args:
        - make
        - ${run}
      cwd: scratch
--
      args:
        - close
        - ${item}
      cwd: scratch
# A fake that forgets what was made before.
$ sed -i 's/closed \$2/closed 0/' fakes/box.sh && understudy check
? 1
cassettes/box/item/close.yaml:<LINE>:11: warning: close: stdout line 1 differs: "closed 41" -> "closed 0" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

3 cassettes of 1 service: 2 agreed (2 as contract), 1 differed, 0 unknown

box: contract: 2 agreed, 1 differed

-- understudy.yaml --
services:
  box:
    plans: plans/box
    sandbox: [shelf]
    fake: {command: [sh, fakes/box.sh]}
    rules: [{use: id, at: {stream: [stdout], group: "(?:made|closed) ([0-9]+)"}, with: {kind: item, pattern: "[0-9]+"}}]
-- plans/box/items.yaml --
version: 1
service: box
target: shelf
setup:
  - {id: make, run: [box, make, "${run}"], effect: write, record: item/make, capture: {item: {from: stdout, pattern: "made ([0-9]+)", type: integer}}, expect: {exit: 0}}
steps:
  - {id: close, run: [box, close, "${item}"], effect: write, record: item/close, expect: {exit: 0}}
variations:
  - {of: close, record: item/close-missing, with: {item: 999}, expect: {exit: nonzero}}
-- box --
#!/bin/sh
case "$1 $2" in
"make "*) echo "made 41" ;;
"close 41") echo "closed 41" ;;
*) echo "no such item" >&2; exit 1 ;;
esac
-- fakes/box.sh --
case "$1" in
make) echo 7 >item; echo "made 7" ;;
close) if test "$(cat item 2>/dev/null)" = "$2"; then echo "closed $2"; else echo "no such item" >&2; exit 1; fi ;;
*) echo "no such item" >&2; exit 1 ;;
esac
