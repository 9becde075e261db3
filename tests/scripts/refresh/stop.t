# The kill switch, at each point where it is looked at; and the lock.
$ sh set-up.sh
$ UNDERSTUDY_REFRESH=off sh us.sh refresh && echo nothing
? 4
warning: stopped before anything was done: UNDERSTUDY_REFRESH is off [refresh.stopped] unknown
  hint: nothing that had not been proposed by then was

0 services
$ touch shop/STOP && sh us.sh refresh; rm shop/STOP; ls shop/.understudy
warning: stopped before anything was done: there is a file STOP [refresh.stopped] unknown
  hint: nothing that had not been proposed by then was

0 services
# While the plan runs: no further step, but tear-down.
$ sed -i 's/"open"/"ready"/' tool/stock && sed -i '2i test "$1" = down || touch "$(dirname "$0")/../shop/STOP"' tool/mail && sh us.sh refresh mail; rm shop/STOP
mail: stopped
warning: stopped before the new recordings of mail were looked at: there is a file STOP [refresh.stopped] unknown
  hint: nothing that had not been proposed by then was

1 service: 1 stopped
$ cat torn-down
down
# In the gate: nothing is proposed.
$ sed -i '2d' tool/mail && sed -i 's/true/true, "id": 7/' tool/mail && touch stop-in-gate && sh us.sh refresh mail; rm -f shop/STOP stop-in-gate; ls shop/.understudy/refresh
differed cassettes/mail/send.yaml
mail: stopped
mail: gate passed, `sh ./gate.sh` ended with 0
cassettes/mail/send.yaml:48:11: info: send: stdout /id is new: nothing -> 7 [drift.field_added] differed
  hint: harmless to most consumers; record again to take it over

warning: stopped before mail was proposed: there is a file STOP [refresh.stopped] unknown
  hint: nothing that had not been proposed by then was

1 service: 1 stopped
events.jsonl
state.json
# Before the next service: the first is done, the second is not begun.
$ touch stop-in-driver && sh us.sh refresh --output command; rm -f shop/STOP stop-in-driver
differed cassettes/mail/send.yaml
mail: proposed .understudy/refresh/mail.patch, branch understudy/refresh/mail/a5cecc598492, 41
mail: gate passed, `sh ./gate.sh` ended with 0
cassettes/mail/send.yaml:48:11: info: send: stdout /id is new: nothing -> 7 [drift.field_added] differed
  hint: harmless to most consumers; record again to take it over

warning: stopped before the service stock: there is a file STOP [refresh.stopped] unknown
  hint: nothing that had not been proposed by then was

1 service: 1 proposed
# One service, or all.
$ cd shop && sed -i 's/^  mail:/  mail: {refresh: {enabled: false}}/' understudy.yaml && cd .. && sh us.sh refresh mail
mail: left out
info: mail is left out: `enabled` is false [refresh.disabled]

1 service: 1 left out
$ cd shop && sed -i 's/^refresh: {/refresh: {enabled: false, /' understudy.yaml && cd .. && sh us.sh refresh; cd shop && git checkout -q understudy.yaml
warning: stopped before anything was done: `enabled` of `refresh` is false [refresh.stopped] unknown
  hint: nothing that had not been proposed by then was

0 services
# Another run is at work.
$ cd shop && flock .git/understudy-refresh.lock sh -c 'printf "process 4711\n" >.git/understudy-refresh.lock; PATH="$PWD/../tool:$PATH" understudy refresh'
? 4
! error: another run of refresh is at work: process 4711 [refresh.locked]
!   hint: wait for it; a run that was killed leaves no lock
$ sh us.sh refresh mail >out; echo "ended with $?"
ended with 1
# A run that was killed: the next one clears up after it.
$ mkdir -p tmp/understudy-refresh-abcdef && cd shop && git worktree add -q --detach ../tmp/understudy-refresh-abcdef/base && printf 'process 4711\n%s\n' "$(cd ../tmp && pwd)/understudy-refresh-abcdef" >.git/understudy-refresh.lock && cd .. && sh us.sh refresh mail >out; echo "ended with $?"; ls tmp; cd shop && git worktree list | wc -l
ended with 1
1
# What the lock names and is not ours is left alone.
$ mkdir mine && printf 'process 4711\n%s\n' "$PWD/mine" >shop/.git/understudy-refresh.lock && sh us.sh refresh mail >out; ls -d mine
mine

-- set-up.sh --
# A shop with two services, recorded and committed; the tools live outside of it.
chmod +x tool/* && cd shop && git init -q -b main .
git config user.name Tester && git config user.email tester@example.test
PATH="$PWD/../tool:$PATH" understudy record --plan plans/stock.yaml --plan plans/mail.yaml 2>../recorded
rm -rf .understudy && git add -A && git commit -q -m base
-- us.sh --
# understudy in the shop, with the tools of the day
cd shop && PATH="$PWD/../tool:$PATH" exec understudy "$@"
-- merge.sh --
# what a person does with a proposal
cd shop && git apply .understudy/refresh/$1.patch && git add -A && git commit -q -m "merge $1"
-- tool/stock --
#!/bin/sh
case "$1" in
  count) echo '{"count": 3, "state": "open"}';;
  *) echo "no such word: $1" >&2; exit 4;;
esac
-- tool/mail --
#!/bin/sh
if [ "$1" = down ]; then echo down >"$(dirname "$0")/../torn-down"; exit; fi
echo '{"sent": true}'
-- shop/plans/stock.yaml --
version: 1
service: stock
target: scratch
steps:
  - {id: count, run: [stock, count], effect: read, record: count}
variations:
  - {of: count, id: missing, run: [stock, gone], record: missing, expect: {exit: nonzero}}
-- shop/plans/mail.yaml --
version: 1
service: mail
target: scratch
steps:
  - {id: send, run: [mail], effect: write, record: send}
teardown:
  - {run: [mail, down], effect: write}
-- shop/understudy.yaml --
services:
  mail:
  stock:
refresh: {escalation: [], stop_file: STOP, gate: [sh, ./gate.sh], driver: [sh, ./driver.sh]}
-- shop/gate.sh --
if [ -f "$UNDERSTUDY_CHECKOUT/../stop-in-gate" ]; then touch "$UNDERSTUDY_CHECKOUT/STOP"; fi
-- shop/driver.sh --
if [ -f ../stop-in-driver ]; then touch STOP; fi
cat >/dev/null && echo 41
