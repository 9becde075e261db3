# The service says something else: the change is put into a tree of the base, the gate runs there first, and only then it
# is proposed. The branch holds exactly the tree that the gate saw.
$ sh set-up.sh
$ sed -i 's/"open"/"ready"/' tool/stock && sh us.sh refresh
? 1
differed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `sh ./gate.sh` ended with 0
agreed cassettes/mail/send.yaml
mail: agreed
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "ready" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

2 services: 1 agreed, 1 proposed
# P37: the gate looked at the new bytes, in a tree of its own; P38: before anything was proposed.
$ cat gate.log
stock: "state": "ready"
# P41: the checkout is as it was.
$ cd shop && git status --short && git branch --list && git worktree list | wc -l
* main
1
$ cd shop && git apply --numstat .understudy/refresh/stock.patch | cut -f 3 && sed 's/: 20[0-9-]* /: DAY /' .understudy/refresh/stock.md
cassettes/stock/count.yaml
\# contract-refresh: DAY (stock)

- gate: passed, `sh ./gate.sh` ended with 0
- base: main
- tool: stock of unknown version

\## understudy refresh

1 change

| Severity | Place | Finding | Code | Id |
|---|---|---|---|---|
| warning | `cassettes/stock/count.yaml:49:11` | count: stdout /state differs: "open" -&gt; "ready" (differed)<br>before `"open"`<br>after `"ready"`<br>hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md) | `drift.value_changed` | `a17b2fea6847` |

- `fcc00b85d59c` value_changed, fingerprint `92ca5043c76d`
$ cd shop && cat .understudy/refresh/events.jsonl
{"event":"open","id":"fcc00b85d59c","fingerprint":"92ca5043c76d","service":"stock","cassette":"count","exchange":"count","place":"stdout /state","kind":"value_changed","severity":"warning","title":"stock: value_changed at stdout /state of count","message":"count: stdout /state differs: \"open\" -> \"ready\""}
# The same again: the same proposal stands, and nothing is told twice. As a branch it gets a commit on the base.
$ rm gate.log && sh us.sh refresh --output branch; wc -l <shop/.understudy/refresh/events.jsonl
differed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: stands .understudy/refresh/stock.patch, branch understudy/refresh/stock/76ca0fe21d54
stock: gate passed, `sh ./gate.sh` ended with 0
agreed cassettes/mail/send.yaml
mail: agreed
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "ready" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

2 services: 1 agreed, 1 stands
1
$ cd shop && git log --format='%s|%P' understudy/refresh/stock/76ca0fe21d54 | sed "s/$(git rev-parse main)/BASE/; s/: 20[0-9-]* /: DAY /" && git rev-parse understudy/refresh/stock/76ca0fe21d54^{tree} | cmp - ../gated && git diff --name-only main understudy/refresh/stock/76ca0fe21d54
contract-refresh: DAY (stock)|BASE
base|
cassettes/stock/count.yaml
# P42: a second run on the same day moves nothing.
$ cd shop && git rev-parse understudy/refresh/stock/76ca0fe21d54 >../first && cd .. && sh us.sh refresh --output branch stock | grep '^stock'; cd shop && git rev-parse understudy/refresh/stock/76ca0fe21d54 | cmp - ../first
stock: stands .understudy/refresh/stock.patch, branch understudy/refresh/stock/76ca0fe21d54
stock: gate passed, `sh ./gate.sh` ended with 0
# P31: a second, different change in the same file is another proposal, which takes the place of the first.
$ sed -i 's/"ready"/"closed"/' tool/stock && sh us.sh refresh --output branch stock; cd shop && git branch --list 'understudy/*' && tail -n 1 .understudy/refresh/events.jsonl
differed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch, branch understudy/refresh/stock/394dcc964df0
stock: gate passed, `sh ./gate.sh` ended with 0
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "closed" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

1 service: 1 proposed
  understudy/refresh/stock/394dcc964df0
{"event":"update","id":"fcc00b85d59c","fingerprint":"bc3eed88cc99","service":"stock","cassette":"count","exchange":"count","place":"stdout /state","kind":"value_changed","severity":"warning","title":"stock: value_changed at stdout /state of count","message":"count: stdout /state differs: \"open\" -> \"closed\""}
# P24, P43: unchanged parts of the file stay byte for byte; only the exchange that differs, its stamp and the digest move.
$ cd shop && grep '^[-+] .*count' .understudy/refresh/stock.patch
-            {"count": 3, "state": "open"}
+            {"count": 3, "state": "closed"}
# Merged: it agrees again, and that is proof. Findings close, the branch goes.
$ sh merge.sh stock && sh us.sh refresh --output branch && cd shop && tail -n 1 .understudy/refresh/events.jsonl && git branch --list
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: agreed
agreed cassettes/mail/send.yaml
mail: agreed
2 services: 2 agreed
{"event":"close","id":"fcc00b85d59c","fingerprint":"bc3eed88cc99","service":"stock","cassette":"count","kind":"value_changed","title":"stock: value_changed at stdout /state of count"}
* main

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
refresh: {escalation: [], gate: [sh, ./gate.sh]}
-- shop/gate.sh --
# what it is asked about, and what it sees
echo "$UNDERSTUDY_SERVICE: $(grep -o '"state[^}]*' cassettes/stock/count.yaml)" >>"$UNDERSTUDY_CHECKOUT/../gate.log"
git write-tree >"$UNDERSTUDY_CHECKOUT/../gated"
test "$PWD" != "$UNDERSTUDY_CHECKOUT"
