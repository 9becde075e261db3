# Refresh where nothing has changed: no file of the checkout, no branch, no index is touched, and nothing is left in the
# repository or outside of it.
$ sh set-up.sh && cat recorded
wrote cassettes/stock/count.yaml
wrote cassettes/stock/missing.yaml
wrote cassettes/mail/send.yaml
3 written, 0 agreed
$ cd shop && git rev-parse HEAD >../head && git for-each-ref >../refs && cp .git/index ../index
$ TMPDIR=$PWD/tmp && export TMPDIR && mkdir tmp && sh us.sh refresh && ls tmp
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: agreed
agreed cassettes/mail/send.yaml
mail: agreed
2 services: 2 agreed
$ cd shop && git status --short && git rev-parse HEAD | cmp - ../head && git for-each-ref | cmp - ../refs && cmp .git/index ../index && git worktree list | wc -l
1
# Once seen, nothing is due; a tool that has changed is, and so is a changed plan.
$ sh us.sh refresh --due
stock: not due
mail: not due
2 services: 2 not due
$ echo '# another build' >>tool/stock && sh us.sh refresh --due
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: agreed
mail: not due
2 services: 1 agreed, 1 not due
$ sh us.sh refresh --due
stock: not due
mail: not due
2 services: 2 not due
$ cd shop && sed -i 's/^target: scratch/target: scratch  # as ever/' plans/mail.yaml && git commit -qam 'a plan' && cd .. && sh us.sh refresh --due
stock: not due
agreed cassettes/mail/send.yaml
mail: agreed
2 services: 1 agreed, 1 not due
# Age: seven days, or what the project says.
$ cd shop && sed -i 's/"last_seen": "20../"last_seen": "2019/' .understudy/refresh/state.json && cd .. && sh us.sh refresh --due
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: agreed
agreed cassettes/mail/send.yaml
mail: agreed
2 services: 2 agreed
# One service, by its name.
$ sh us.sh refresh stock --format json | sed -n '/"services"/,$p'
  "services": [
    {
      "service": "stock",
      "result": "agreed",
      "draft": false,
      "cassettes": [
        {
          "file": "cassettes/stock/count.yaml",
          "verdict": "agreed"
        },
        {
          "file": "cassettes/stock/missing.yaml",
          "verdict": "agreed"
        }
      ]
    }
  ],
  "events": [],
  "exit_codes": [
    0
  ]
}
$ sh us.sh refresh stok
? 2
! error: there is no service "stok"; did you mean "stock"? [app.bad_arguments]
!   hint: `understudy refresh --help` shows how it is called
# P41: what somebody is working on is not looked at, and stays.
$ cd shop && echo broken >cassettes/stock/count.yaml && cd .. && sh us.sh refresh stock && cd shop && git status --short
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: agreed
1 service: 1 agreed
 M cassettes/stock/count.yaml
# P22: what no plan records is told, and neither drifts nor is deleted.
$ cd shop && git checkout -q . && PATH="$PWD/../tool:$PATH" understudy record -o cassettes/mail/by-hand.yaml -- mail >/dev/null 2>&1 && git mv plans/stock.yaml plans/other.yaml && git add -A && git commit -qm 'no plan' && cd .. && sh us.sh refresh
? 3
not re-recordable cassettes/stock/count.yaml: its plan plans/stock.yaml is not there
not re-recordable cassettes/stock/missing.yaml: its plan plans/stock.yaml is not there
stock: unknown
not re-recordable cassettes/mail/by-hand.yaml: no plan says how it is recorded
agreed cassettes/mail/send.yaml
mail: agreed
2 services: 1 agreed, 1 unknown

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
