# What refresh proposes can be decided here too, and what was rejected here is passed over there.
$ chmod +x tool/stock && git init -q -b main . && git config user.name Tester && git config user.email tester@example.test && PATH="$PWD/tool:$PATH" understudy record --plan plans/stock.yaml 2>/dev/null && rm -r .understudy && git add cassettes plans understudy.yaml && git commit -qm base
$ sed -i 's/"open"/"ready"/; s/exit 4/exit 5/' tool/stock && PATH="$PWD/tool:$PATH" understudy refresh >out; echo "ended with $?"; understudy review list
? 1
ended with 1
0606711025e1 warning value_changed cassettes/stock/count.yaml (count)
  value_changed: count: stdout /state differs: "open" -> "ready"
03bd90b7b909 error exit_changed cassettes/stock/missing.yaml (missing)
  exit_changed: missing ends otherwise: exit_code 4 -> 5
2 changes waiting for review
$ understudy review reject --class exit_changed --reason 'they will put it back' --until 2999-01-31 && PATH="$PWD/tool:$PATH" understudy refresh
? 1
rejected 03bd90b7b909 cassettes/stock/missing.yaml (missing)
1 change waiting for review
differed cassettes/stock/count.yaml
rejected cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "ready" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

cassettes/stock/missing.yaml: info: passed over until 2999-01-31: stock: exit_changed at exit_code of missing (they will put it back) [refresh.rejected]

1 service: 1 proposed
$ understudy review accept --all && git status --short && git add cassettes && git commit -qm 'as the service says' && PATH="$PWD/tool:$PATH" understudy refresh
accepted 0606711025e1 cassettes/stock/count.yaml (count)
0 changes waiting for review
 M cassettes/stock/count.yaml
?? cassettes/rejections.json
?? out
?? tool/
agreed cassettes/stock/count.yaml
rejected cassettes/stock/missing.yaml
stock: agreed
cassettes/stock/missing.yaml: info: passed over until 2999-01-31: stock: exit_changed at exit_code of missing (they will put it back) [refresh.rejected]

1 service: 1 agreed
# A cassette that its plan has dropped waits too; rejected here, its removal is not proposed there.
$ sed -i '/^variations/,$d' plans/stock.yaml && git commit -qam 'one step less' && PATH="$PWD/tool:$PATH" understudy refresh > out; understudy review list
? 1
2002202aea97 warning plan_dropped cassettes/stock/missing.yaml
  plan_dropped: plans/stock.yaml records "missing" no more: its removal is proposed
1 change waiting for review
$ understudy review list --format json | sed -n '/"class"/,/"severity"/p' | head -2; understudy review reject --class plan_dropped --reason 'somebody needs it' --until 2999-01-31 && understudy review list && PATH="$PWD/tool:$PATH" understudy refresh
      "class": "plan_dropped",
      "severity": "warning",
rejected 2002202aea97 cassettes/stock/missing.yaml
0 changes waiting for review
nothing waits for review
agreed cassettes/stock/count.yaml
rejected cassettes/stock/missing.yaml
stock: agreed
cassettes/stock/missing.yaml: info: passed over until 2999-01-31: stock: plan_dropped of missing (somebody needs it) [refresh.rejected]

1 service: 1 agreed
# Accepted, it is gone; a notice that cannot be read is told.
$ rm cassettes/rejections.json && PATH="$PWD/tool:$PATH" understudy refresh > out; understudy review accept --all && ls cassettes/stock && understudy review list
accepted 2002202aea97 cassettes/stock/missing.yaml
0 changes waiting for review
count.yaml
nothing waits for review
$ mkdir -p .understudy/pending/cassettes/stock && printf '{"version": 1, "service": "stock"}' > .understudy/pending/cassettes/stock/count.yaml.removed.json; understudy review list
? 2
! .understudy/pending/cassettes/stock/count.yaml.removed.json: error: what waits there cannot be used: it has no `cassette` [review.bad_pending]
!   hint: remove the file; what it was made from makes it again
$ printf '{}' > .understudy/pending/cassettes/stock/count.yaml.removed.json; understudy review list
? 2
! .understudy/pending/cassettes/stock/count.yaml.removed.json: error: what waits there cannot be used: it is not of version 1 [review.bad_pending]
!   hint: remove the file; what it was made from makes it again

-- understudy.yaml --
services: {stock: }
refresh: {gate: ["true"]}
-- tool/stock --
#!/bin/sh
case "$1" in
  count) echo '{"count": 3, "state": "open"}';;
  *) echo "no such word: $1" >&2; exit 4;;
esac
-- plans/stock.yaml --
version: 1
service: stock
target: scratch
steps:
  - {id: count, run: [stock, count], effect: read, record: count}
variations:
  - {of: count, id: missing, run: [stock, gone], record: missing, expect: {exit: nonzero}}
