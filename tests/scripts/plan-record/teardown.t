# P57: tear-down runs after failure, time-out and interrupt; what it could not remove is named, noted and swept later.
# wildcard: <RUN>=us-[0-9a-f]{8}
$ chmod +x bin/tool; export PATH="$PWD/bin:$PATH"; mkdir shop; echo bad > mode; understudy record --plan plans/shop.yaml
? 1
! wrote cassettes/tool/make.yaml
! wrote cassettes/tool/look.yaml
! plans/shop.yaml:11:5: error: tear-down failed; what "teardown-1" should have removed may still be there [plan.teardown_failed] differed
!   hint: by hand: `tool drop <RUN>`; or `--sweep` later; expected exit 0, got exit 1 (standard error begins "the shop is closed\n")
!
! 2 written, 0 agreed
$ ls shop .understudy/runs | sed 's/us-[0-9a-f]*/RUN/'
.understudy/runs:
RUN.json

shop:
RUN
$ export PATH="$PWD/bin:$PATH"; echo good > mode; understudy record --plan plans/shop.yaml --sweep
! swept <RUN>
! swept what was left
$ ls shop .understudy/runs
.understudy/runs:

shop:
$ export PATH="$PWD/bin:$PATH"; understudy record --plan plans/shop.yaml --sweep
! nothing was left to sweep
$ export PATH="$PWD/bin:$PATH"; understudy record --plan plans/shop.yaml --sweep --run nonsense
? 2
! error: --run is the marker of a run, as in us-7f3a09c1 [app.bad_arguments]
!   hint: `understudy record --help` shows how it is called
# An interrupt stops the steps, not the tear-down; a hung step is ended with all it started (P49, P50).
$ export PATH="$PWD/bin:$PATH"; understudy record --plan plans/interrupted.yaml
? 4
! unknown: after
! plans/interrupted.yaml:9:21: warning: tool stop got no answer [plan.no_answer] unknown
!   hint: the run was stopped
!
! 0 written, 0 agreed, 1 unknown
$ ls shop
$ export PATH="$PWD/bin:$PATH"; understudy record --plan plans/hangs.yaml
? 3
! unknown: hang
! plans/hangs.yaml:9:21: warning: "tool" was stopped: it did not end within 200ms [plan.timed_out] unknown
!   hint: `timeout` of the step, or `step` of the budget, gives it longer
!
! 0 written, 0 agreed, 1 unknown
$ ls shop cassettes 2>&1
cassettes:
tool

shop:

-- understudy.yaml --
services:
  tool: {sandbox: [shop]}
-- bin/tool --
#!/bin/sh
cd "$SHOP" || exit 9
case "$1 $(cat ../mode)" in
  make*) touch "$2"; echo "made $2";;
  drop*bad) echo 'the shop is closed' >&2; exit 1;;
  drop*) rm -f "$2";;
  stop*) kill -TERM $PPID; sleep 60;;
  hang*) sleep 60 & sleep 60;;
esac
-- plans/shop.yaml --
version: 1
service: tool
target: shop
repeat: 1
env: {SHOP: "${PWD}/shop"}
setup:
  - {id: make, run: [tool, make, "${run}"], effect: write, record: make, capture: {thing: {pattern: "made (.*)"}}}
steps:
  - {id: look, run: [echo, "${thing}"], effect: read, record: look}
teardown:
  - {run: [tool, drop, "${thing}"], effect: write}
-- plans/interrupted.yaml --
version: 1
service: tool
target: shop
repeat: 1
env: {SHOP: "${PWD}/shop"}
setup:
  - {id: make, run: [tool, make, "${run}"], effect: write, capture: {thing: {pattern: "made (.*)"}}}
steps:
  - {id: stop, run: [tool, stop], effect: read}
  - {id: after, run: [tool, after], effect: read, record: after}
teardown:
  - {run: [tool, drop, "${thing}"], effect: write}
-- plans/hangs.yaml --
version: 1
service: tool
target: shop
repeat: 1
env: {SHOP: "${PWD}/shop"}
setup:
  - {id: make, run: [tool, make, "${run}"], effect: write, capture: {thing: {pattern: "made (.*)"}}}
steps:
  - {id: hang, run: [tool, hang], effect: read, timeout: 200ms, record: hang}
teardown:
  - {run: [tool, drop, "${thing}"], effect: write}
