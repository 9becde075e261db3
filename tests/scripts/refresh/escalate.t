# Three attempts with one content, and a person is called, once; proposals pause. Recovery only on proof. The forge is a
# command, which must say where it filed what.
$ sh set-up.sh
$ sed -i 's/"open"/"ready"/' tool/stock && sh us.sh refresh stock | grep '^stock'; cat forge.log
stock: proposed .understudy/refresh/stock.patch, branch understudy/refresh/stock/76ca0fe21d54, https://forge.test/41
stock: gate passed, `true` ended with 0
{"version":1,"kind":"change","event":"open","service":"stock","title":"contract-refresh: DAY","body_file":"SHOP/.understudy/refresh/stock.md","labels":["contract-refresh"],"findings":["fcc00b85d59c"],"base":"main","branch":"understudy/refresh/stock/76ca0fe21d54","patch":"SHOP/.understudy/refresh/stock.patch","draft":false,"auto_accept":false,"reference":null}
# P45: a driver that prints nothing, or zero, or fails, has filed nothing: it is told and tried again.
$ sh us.sh refresh stock | grep '^stock'; cat forge.log
stock: stands .understudy/refresh/stock.patch, branch understudy/refresh/stock/76ca0fe21d54, https://forge.test/41
stock: gate passed, `true` ended with 0
{"version":1,"kind":"change","event":"open","service":"stock","title":"contract-refresh: DAY","body_file":"SHOP/.understudy/refresh/stock.md","labels":["contract-refresh"],"findings":["fcc00b85d59c"],"base":"main","branch":"understudy/refresh/stock/76ca0fe21d54","patch":"SHOP/.understudy/refresh/stock.patch","draft":false,"auto_accept":false,"reference":null}
$ rm forge.log && sed -i 's/"ready"/"closed"/' tool/stock && echo 'cat >/dev/null' >shop/answer.sh && sh us.sh refresh stock
? 1
differed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch, branch understudy/refresh/stock/394dcc964df0
stock: gate passed, `true` ended with 0
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "closed" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

error: the driver has filed nothing: it printed nothing [refresh.not_filed]
  hint: the next run tries again; a driver prints {"reference": "41"}

1 service: 1 proposed
$ echo 'echo 0' >shop/answer.sh && sh us.sh refresh stock --due | grep -A1 filed
? 1
error: the driver has filed nothing: its reference is 0 [refresh.not_filed]
  hint: the next run tries again; a driver prints {"reference": "41"}
$ echo 'exit 9' >shop/answer.sh && sh us.sh refresh stock | grep -A1 filed
? 7
error: the driver has filed nothing: `sh ./driver.sh` ended with 9 [refresh.not_filed]
  hint: the next run tries again; a driver prints {"reference": "41"}
# That was the third attempt: escalated, exit 7. What the driver did not take is offered again.
$ rm -f forge.log && cp answer.sh shop/answer.sh && sh us.sh refresh stock; cat forge.log
differed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: held, branch understudy/refresh/stock/394dcc964df0, https://forge.test/41
stock: gate passed, `true` ended with 0
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "closed" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

1 service: 1 held
{"version":1,"kind":"escalation","event":"open","service":"stock","title":"stock: value_changed at stdout /state of count","body_file":"SHOP/.understudy/refresh/findings/escalation-fcc00b85d59c.md","labels":["contract-refresh"],"findings":["fcc00b85d59c"],"to":"human","reference":null}
# Once is enough, and a person is needed until it is over.
$ rm -f forge.log && sh us.sh refresh stock | tail -n 1; ls forge.log
? 2
1 service: 1 held
! ls: cannot access 'forge.log': No such file or directory
# P31: another content is another change: it is proposed again.
$ sed -i 's/"closed"/"gone"/' tool/stock && sh us.sh refresh stock | grep '^stock'; grep -o '"event":"[a-z]*"' forge.log
stock: proposed .understudy/refresh/stock.patch, branch understudy/refresh/stock/b99ccb30376d, https://forge.test/41
stock: gate passed, `true` ended with 0
"event":"update"
# P48: a call that is refused now escalates at once, and is never handed over as ready.
$ rm -f forge.log && sed -i 's/^case/exit 1\ncase/' tool/stock && sh us.sh refresh stock; cat forge.log
differed cassettes/stock/count.yaml
unknown cassettes/stock/missing.yaml: not run: the step "count" did not agree
stock: proposed .understudy/refresh/stock.patch, branch understudy/refresh/stock/02ecad70dd58, https://forge.test/41 (draft)
stock: gate passed, `true` ended with 0
plans/stock.yaml:5:22: error: expected exit 0, got exit 1 [plan.exit] differed
  hint: it printed nothing

cassettes/stock/count.yaml:53:18: error: count used to succeed and is refused now: exit_code 0 -> 1 [drift.now_refused] differed
  hint: make the call by hand: a name or an option it uses may have gone; what the tool said is on standard error
cassettes/stock/count.yaml:49:11: error: count: stdout is gone: {"count":3,"state":"open"} -> nothing [drift.field_removed] differed
  hint: a consumer that reads it gets nothing: let the fake return it, or record again if the service dropped it
cassettes/stock/count.yaml: error: the new recording of "count" is empty, and its cassette is not [plan.empty_now] differed
  hint: look at the plan before you accept it

error: escalated to human after 1 attempt: stock: now_refused at exit_code of count [refresh.escalated]
  hint: it stays so until a run proves that it is over

1 service: 1 proposed
{"version":1,"kind":"change","event":"update","service":"stock","title":"contract-refresh: DAY","body_file":"SHOP/.understudy/refresh/stock.md","labels":["contract-refresh"],"findings":["0aa019b45aaf","95edbceeec9f"],"base":"main","branch":"understudy/refresh/stock/02ecad70dd58","patch":"SHOP/.understudy/refresh/stock.patch","draft":true,"auto_accept":false,"reference":"https://forge.test/41"}
{"version":1,"kind":"escalation","event":"open","service":"stock","title":"stock: now_refused at exit_code of count","body_file":"SHOP/.understudy/refresh/findings/escalation-0aa019b45aaf.md","labels":["contract-refresh"],"findings":["0aa019b45aaf"],"to":"human","reference":null}
# It is as it was: closed, on proof.
$ rm -f forge.log && sed -i '/^exit 1/d; s/"gone"/"open"/' tool/stock && sh us.sh refresh stock && grep -c '"event":"close"' shop/.understudy/refresh/events.jsonl
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: agreed
1 service: 1 agreed
3
# A companion finding goes to the driver, and so does its end.
$ cd shop && sed -i 's/gate: \[true\]/gate: ["false"]/; s/"true"/sh, .\/gate.sh/' understudy.yaml && cat >gate.sh <gate-of-count.sh && git add -A && git commit -qm 'a gate' && cd .. && sed -i 's/"count"/"total"/' tool/stock && sh us.sh refresh stock | grep '^stock'; grep -o '"kind":"[a-z]*","event":"[a-z]*"\|"title":"[^"]*"\|"draft":[a-z]*' forge.log
stock: held .understudy/refresh/stock.patch, branch understudy/refresh/stock/473b3de578db (draft)
stock: gate failed, `sh ./gate.sh` ended with 1
"kind":"finding","event":"close"
"title":"stock: now_refused at exit_code of count"
"kind":"finding","event":"close"
"title":"stock: value_changed at stdout /state of count"
"kind":"finding","event":"open"
"title":"stock: fake-must-change"
$ rm forge.log && sed -i 's/"total"/"count"/' tool/stock && sh us.sh refresh stock | grep '^stock'; cat forge.log
stock: agreed
{"version":1,"kind":"finding","event":"close","service":"stock","title":"stock: fake-must-change","body_file":"SHOP/.understudy/refresh/findings/b17835193c19.md","labels":["contract-refresh"],"findings":["b17835193c19"],"reference":"https://forge.test/41"}
# P45: what the driver did not close is closed by a later run, under the same reference; until then it is not forgotten.
$ sed -i 's/"count"/"total"/' tool/stock && sh us.sh refresh stock > out; rm forge.log; echo 'exit 9' >shop/answer.sh && sed -i 's/"total"/"count"/' tool/stock && sh us.sh refresh stock; cat forge.log
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: agreed
error: the driver has filed nothing: `sh ./driver.sh` ended with 9 [refresh.not_filed]
  hint: the next run tries again; a driver prints {"reference": "41"}

1 service: 1 agreed
{"version":1,"kind":"finding","event":"close","service":"stock","title":"stock: fake-must-change","body_file":"SHOP/.understudy/refresh/findings/b17835193c19.md","labels":["contract-refresh"],"findings":["b17835193c19"],"reference":"https://forge.test/41"}
$ sed -n '/"closings"/,$p' shop/.understudy/refresh/state.json; rm forge.log && cp answer.sh shop/answer.sh && sh us.sh refresh stock | tail -n 1; cat forge.log; grep -c closings shop/.understudy/refresh/state.json
? 1
  "closings": {
    "b17835193c19": {
      "service": "stock",
      "title": "stock: fake-must-change",
      "reference": "https://forge.test/41"
    }
  }
}
1 service: 1 agreed
{"version":1,"kind":"finding","event":"close","service":"stock","title":"stock: fake-must-change","body_file":"SHOP/.understudy/refresh/findings/b17835193c19.md","labels":["contract-refresh"],"findings":["b17835193c19"],"reference":"https://forge.test/41"}
0

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
services: {stock: , mail: }
refresh: {gate: ["true"], output: command, driver: [sh, ./driver.sh], base: main}
-- shop/driver.sh --
sed 's#"/[^"]*/shop/#"SHOP/#g; s/ (stock)"/"/; s/refresh: 20[0-9-]*/refresh: DAY/' >>../forge.log
sh ./answer.sh
-- shop/answer.sh --
echo '{"reference": "https://forge.test/41"}'
-- answer.sh --
echo '{"reference": "https://forge.test/41"}'
-- shop/gate-of-count.sh --
grep -q '"count' cassettes/stock/count.yaml || grep -q 'count\\"' cassettes/stock/count.yaml
