# P30: what could not be observed is unknown. It proposes nothing, closes nothing, and after 14 days it is a finding of its
# own. Other services go on.
$ sh set-up.sh
$ sed -i 's/"open"/"ready"/' tool/stock && sh us.sh refresh >out; echo "ended with $?"
ended with 1
# A19: no login is no error and no change; what is open stays open.
$ cd shop && sed -i 's/^steps:/credentials: [{name: key, env: STOCK_KEY, probe: [stock, count]}]\nsteps:/' plans/stock.yaml && git commit -qam 'a login' && cd .. && sh us.sh refresh
? 3
unknown cassettes/stock/count.yaml: there is no login "key": the variable STOCK_KEY is not set
unknown cassettes/stock/missing.yaml: there is no login "key": the variable STOCK_KEY is not set
stock: unknown
agreed cassettes/mail/send.yaml
mail: agreed
plans/stock.yaml:4:15: warning: there is no login "key": the variable STOCK_KEY is not set [plan.no_login] unknown
  hint: without it nothing is run and nothing is changed

2 services: 1 agreed, 1 unknown
$ cd shop && grep -c '"event":"close"' .understudy/refresh/events.jsonl; grep -A1 '"attempts"' .understudy/refresh/state.json && git status --short
0
      "attempts": 1,
      "told": true
$ sh us.sh refresh --tolerate unknown >out; echo "ended with $?"
ended with 0
# The tool is not there, or the plan may not run.
$ mv tool/mail tool/post && sh us.sh refresh mail; mv tool/post tool/mail
unknown cassettes/mail/send.yaml: "mail" could not be started: there is no program "mail" on the PATH
mail: unknown
plans/mail.yaml:5:21: warning: "mail" could not be started: there is no program "mail" on the PATH [plan.not_started] unknown

1 service: 1 unknown
$ cd shop && sed -i 's/^target: scratch/target: the-real-one/' plans/mail.yaml && git commit -qam 'a target' && cd .. && sh us.sh refresh mail
? 5
unknown cassettes/mail/send.yaml: the step "send" is write, and the target "the-real-one" is not on the sandbox list of "mail"
mail: unknown
plans/mail.yaml:5:5: error: the step "send" is write, and the target "the-real-one" is not on the sandbox list of "mail" [plan.not_sandbox]
  hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder

1 service: 1 unknown
# P58: not verified for too long. It is told once, and a person is called; --tolerate does not hide it.
$ sed -i 's/"unknown_since": "20../"unknown_since": "2019/' shop/.understudy/refresh/state.json && sh us.sh refresh stock --tolerate unknown | sed 's/2019[^:]*:[0-9:]*Z/DAY/; s/after [0-9,]* days/after N days/'
? 7
unknown cassettes/stock/count.yaml: there is no login "key": the variable STOCK_KEY is not set
unknown cassettes/stock/missing.yaml: there is no login "key": the variable STOCK_KEY is not set
stock: unknown
plans/stock.yaml:4:15: warning: there is no login "key": the variable STOCK_KEY is not set [plan.no_login] unknown
  hint: without it nothing is run and nothing is changed

error: stock: not verified since DAY: count, missing; there is no login "key": the variable STOCK_KEY is not set [refresh.unverified_too_long] unknown
  hint: it counts neither as agreed nor as differed until it is observed again
error: escalated to human after N days: stock: unverified-too-long [refresh.escalated]
  hint: it stays so until a run proves that it is over

1 service: 1 unknown
$ tail -n 1 shop/.understudy/refresh/events.jsonl | sed 's/2019[^:]*:[0-9:]*Z/DAY/'
{"event":"open","id":"3c92a872bd26","fingerprint":"f573aa39b2b5","service":"stock","kind":"unverified-too-long","severity":"error","title":"stock: unverified-too-long","message":"not verified since DAY: count, missing; there is no login \"key\": the variable STOCK_KEY is not set"}
# Seen again: that is over, and the change that was open all along is still open.
$ STOCK_KEY=of-the-test-1 sh us.sh refresh stock >out; echo "ended with $?"; tail -n 1 shop/.understudy/refresh/events.jsonl
ended with 1
{"event":"close","id":"3c92a872bd26","fingerprint":"f573aa39b2b5","service":"stock","kind":"unverified-too-long","title":"stock: unverified-too-long"}

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
-- shop/understudy.yaml --
services: {stock: , mail: {sandbox: [shop-test]}}
refresh: {gate: [sh, -c, "true"]}
