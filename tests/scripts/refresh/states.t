# Repositories as they are: none, empty, detached, with work in hand, a work tree, a project below the top, another base.
$ mkdir alone && cp -r shop/. alone && cd alone && GIT_CEILING_DIRECTORIES=$PWD understudy refresh
? 2
! error: the project is in no git repository [refresh.no_repository]
!   hint: refresh proposes changes to a repository: `git init`, and commit the project
$ cd alone && git init -q -b main . && understudy refresh
? 2
! error: "main" names no commit [refresh.no_base]
!   hint: commit the project, or name another branch with `base` of `refresh` or --base
$ sh set-up.sh
$ cd shop && git checkout -q --detach && cd .. && sed -i 's/"open"/"ready"/' tool/stock && sh us.sh refresh stock | grep '^stock'; cd shop && git status --short && git checkout -q main
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
# P40: the base is a setting. A branch that is not there is told.
$ cd shop && git branch develop && sed -i 's/^steps:/steps:  # on develop/' plans/stock.yaml && git commit -qam 'main moves' && cd .. && sh us.sh refresh stock --base develop --output branch | grep '^stock'; cd shop && git log --format=%s understudy/refresh/stock/76ca0fe21d54 | sed 's/: 20[0-9-]* /: DAY /' && grep '^- base' .understudy/refresh/stock.md
stock: stands .understudy/refresh/stock.patch, branch understudy/refresh/stock/76ca0fe21d54
stock: gate passed, `true` ended with 0
contract-refresh: DAY (stock)
base
- base: develop
$ sh us.sh refresh --base nowhere
? 2
! error: "nowhere" names no commit [refresh.no_base]
!   hint: commit the project, or name another branch with `base` of `refresh` or --base
# What is not committed is not there.
$ cd shop && git rm -q --cached understudy.yaml && git commit -qm 'no project' && cd .. && sh us.sh refresh; cd shop && git reset -q --hard HEAD~1
! error: main has no understudy.yaml [refresh.no_project]
!   hint: commit it: refresh looks at what is committed, never at the checkout
# Staged and changed files stay as they are, the index too.
$ cd shop && echo new >staged && git add staged && echo more >>gate.txt && cd .. && sh us.sh refresh stock >out; cd shop && git status --short
 M gate.txt
A  staged
$ cd shop && git reset -q --hard
# A second work tree of the same repository; the branch it stands on is left alone.
$ cd shop && git worktree add -q ../second -b second && cd ../second && PATH="$PWD/../tool:$PATH" understudy refresh stock --output branch | grep '^stock'; git status --short
stock: proposed .understudy/refresh/stock.patch, branch understudy/refresh/stock/76ca0fe21d54
stock: gate passed, `true` ended with 0
$ cd shop && git worktree add -q ../third understudy/refresh/stock/76ca0fe21d54 && cd .. && sed -i 's/^steps:/steps:  # again/' shop/plans/mail.yaml && cd shop && git commit -qam 'main moves on' && cd .. && sh us.sh refresh stock --output branch | grep -A1 'left alone' | sed 's,in /.*/third,in third,'
? 1
warning: the branch understudy/refresh/stock/76ca0fe21d54 was left alone: it is checked out in third [refresh.branch_in_use]
  hint: the patch has the change
# A project below the top of its repository.
$ mkdir -p big/apps && cp -r shop big/apps/shop && rm -rf big/apps/shop/.git big/apps/shop/.understudy && cd big && git init -q -b main . && git config user.name Tester && git config user.email tester@example.test && git add -A && git commit -qm base && cd apps/shop && PATH="$PWD/../../../tool:$PATH" understudy refresh stock | grep stock; cd ../.. && git apply --numstat apps/shop/.understudy/refresh/stock.patch | cut -f 3 && git status --short
differed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "ready" [drift.value_changed] differed
apps/shop/cassettes/stock/count.yaml
# Seen from a folder of the project.
$ cd big/apps/shop/plans && PATH="$PWD/../../../../tool:$PATH" understudy refresh stock | grep stock
? 1
differed ../cassettes/stock/count.yaml
agreed ../cassettes/stock/missing.yaml
stock: stands ../.understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
../cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "ready" [drift.value_changed] differed
# A submodule.
$ mkdir outer && cd outer && git init -q -b main . && git -c protocol.file.allow=always submodule --quiet add ../shop shop >/dev/null 2>&1 && cd shop && git config user.name Tester && git config user.email tester@example.test && PATH="$PWD/../../tool:$PATH" understudy refresh stock | grep '^stock'; git status --short
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
# A state that cannot be used.
$ echo '{' >shop/.understudy/refresh/state.json && sh us.sh refresh
? 2
! .understudy/refresh/state.json: error: what refresh remembers cannot be used: the text ends in the middle of an object [refresh.bad_state]
!   hint: remove the file to begin anew; what was proposed may then be proposed once more
# Nobody has a name here: a commit is made all the same.
$ rm shop/.understudy/refresh/state.json && cd shop && git worktree remove ../third && git branch -q -D understudy/refresh/stock/76ca0fe21d54 && git config --unset user.name && git config --unset user.email && cd .. && sh us.sh refresh stock --output branch >out; cd shop && git log -1 --format='%an <%ae>' understudy/refresh/stock/76ca0fe21d54
understudy <understudy@localhost>

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
refresh: {escalation: [], gate: ["true"]}
-- shop/gate.txt --
some file
