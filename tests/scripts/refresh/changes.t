# What is a change and what is not: a plan that calls otherwise, a plan that dropped a cassette, an empty answer, a rejection.
$ sh set-up.sh
# A plan that has changed is told as that, and not as drift of the service.
$ cd shop && sed -i 's/\[stock, gone\]/[stock, lost]/' plans/stock.yaml && git commit -qam 'another word' && cd .. && sh us.sh refresh stock
? 1
agreed cassettes/stock/count.yaml
differed cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
cassettes/stock/missing.yaml: info: "missing" is called otherwise now: its plan has changed since it was recorded [refresh.plan_changed] differed
  hint: this is no drift of the service; what differs is in the proposal

1 service: 1 proposed
# P23: a plan that was only tidied up calls as before: drift is drift.
$ cd shop && git apply .understudy/refresh/stock.patch && sed -i 's/^target: scratch/target: scratch  # tidy/' plans/stock.yaml && git add -A && git commit -qm 'take it over' && cd .. && sed -i 's/"open"/"ready"/' tool/stock && sh us.sh refresh stock
? 1
differed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
cassettes/stock/count.yaml:49:11: warning: count: stdout /state differs: "open" -> "ready" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

1 service: 1 proposed
# P22: a cassette that its plan has dropped is proposed for removal, and only such a one.
$ sed -i 's/"ready"/"open"/' tool/stock && cd shop && sed -i '/^variations/,$d' plans/stock.yaml && git commit -qam 'one step less' && cd .. && sh us.sh refresh stock; cd shop && git apply --summary .understudy/refresh/stock.patch && git apply .understudy/refresh/stock.patch && git add -A && git commit -qm removed && cd .. && sh us.sh refresh stock
agreed cassettes/stock/count.yaml
removed cassettes/stock/missing.yaml
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
cassettes/stock/missing.yaml: warning: plans/stock.yaml records "missing" no more: its removal is proposed [refresh.plan_dropped] differed
  hint: put the step back into the plan, or merge the removal

1 service: 1 proposed
 delete mode 100644 cassettes/stock/missing.yaml
agreed cassettes/stock/count.yaml
stock: agreed
1 service: 1 agreed
# P56: nothing where there was something: a draft, whatever the gate says.
$ printf '#!/bin/sh\ntrue\n' >tool/stock && sh us.sh refresh stock
? 1
differed cassettes/stock/count.yaml
stock: proposed .understudy/refresh/stock.patch (draft)
stock: gate passed, `true` ended with 0
cassettes/stock/count.yaml:49:11: error: count: stdout is gone: {"count":3,"state":"open"} -> nothing [drift.field_removed] differed
  hint: a consumer that reads it gets nothing: let the fake return it, or record again if the service dropped it
cassettes/stock/count.yaml: error: the new recording of "count" is empty, and its cassette is not [plan.empty_now] differed
  hint: look at the plan before you accept it

1 service: 1 proposed
# P57: tear-down runs, and what it could not remove is told.
$ cd shop && printf 'teardown:\n  - {run: [sh, -c, "exit 3"], effect: write}\n' >>plans/mail.yaml && git commit -qam 'tear-down' && cd .. && sh us.sh refresh mail
? 1
agreed cassettes/mail/send.yaml
mail: agreed
plans/mail.yaml:7:5: error: tear-down failed; what "teardown-1" should have removed may still be there [plan.teardown_failed] differed
  hint: by hand: `sh -c "exit 3"`; or `--sweep` later; expected exit 0, got exit 3 (it printed nothing)

1 service: 1 agreed
# P47: the noise budget.
$ printf '#!/bin/sh\necho "{\\"count\\": 3, \\"a\\": 1, \\"b\\": 2, \\"c\\": 3, \\"state\\": \\"open\\"}"\n' >tool/stock && sh us.sh refresh stock; grep -c '"event":"open"' shop/.understudy/refresh/events.jsonl
differed cassettes/stock/count.yaml
stock: proposed .understudy/refresh/stock.patch
stock: gate passed, `true` ended with 0
cassettes/stock/count.yaml:49:11: info: count: stdout /a is new: nothing -> 1 [drift.field_added] differed
  hint: harmless to most consumers; record again to take it over
cassettes/stock/count.yaml:49:11: info: count: stdout /b is new: nothing -> 2 [drift.field_added] differed
  hint: harmless to most consumers; record again to take it over
cassettes/stock/count.yaml:49:11: info: count: stdout /c is new: nothing -> 3 [drift.field_added] differed
  hint: harmless to most consumers; record again to take it over

warning: 1 new finding did not fit into the noise budget of 2 new ones a run [refresh.more_findings]
  hint: they are in the report, and are told in the next runs

1 service: 1 proposed
7
# JSON has all exit codes.
$ sh us.sh refresh stock --format json | sed -n '/"services"/,$p'
? 1
  "services": [
    {
      "service": "stock",
      "result": "stands",
      "draft": false,
      "gate": "passed, `true` ended with 0",
      "patch": ".understudy/refresh/stock.patch",
      "report": ".understudy/refresh/stock.md",
      "cassettes": [
        {
          "file": "cassettes/stock/count.yaml",
          "verdict": "differed",
          "changes": [
            {
              "id": "5dc5efed8899",
              "fingerprint": "0459b0ab8241",
              "class": "field_added",
              "exchange": "count",
              "place": "stdout /a"
            },
            {
              "id": "d430d394506e",
              "fingerprint": "0459b0ab8241",
              "class": "field_added",
              "exchange": "count",
              "place": "stdout /b"
            },
            {
              "id": "aca22132efff",
              "fingerprint": "0459b0ab8241",
              "class": "field_added",
              "exchange": "count",
              "place": "stdout /c"
            }
          ]
        }
      ]
    }
  ],
  "events": [
    {
      "event": "open",
      "id": "aca22132efff",
      "fingerprint": "0459b0ab8241",
      "service": "stock",
      "cassette": "count",
      "exchange": "count",
      "place": "stdout /c",
      "kind": "field_added",
      "severity": "info",
      "title": "stock: field_added at stdout /c of count",
      "message": "count: stdout /c is new: nothing -> 3"
    },
    {
      "event": "close",
      "id": "87db1e4ac0c5",
      "fingerprint": "1a6decca1f79",
      "service": "",
      "kind": "more-findings",
      "title": "further findings wait in the report"
    }
  ],
  "exit_codes": [
    1
  ]
}
# How it is run daily.
$ sh us.sh refresh --schedule | sed "s#$PWD#PLACE#; s/^[0-9]* [2-5] /M H /; s/ 0[2-5]:[0-9]*:00/ HH:MM:00/; s/\"[0-9]* [2-5] /\"M H /"
\# --- cron: add this line with `crontab -e`
M H * * * cd 'PLACE/shop' && understudy refresh --due

\# --- systemd: ~/.config/systemd/user/understudy.service
[Unit]
Description=understudy refresh --due

[Service]
Type=oneshot
WorkingDirectory=PLACE/shop
ExecStart=/usr/bin/env understudy refresh --due

\# --- systemd: ~/.config/systemd/user/understudy.timer
\# systemctl --user enable --now understudy.timer
[Unit]
Description=daily: understudy refresh --due

[Timer]
OnCalendar=*-*-* HH:MM:00
Persistent=true

[Install]
WantedBy=timers.target

\# --- GitHub Actions: .github/workflows/understudy.yml
name: understudy
on:
  schedule:
    - cron: "M H * * *"
  workflow_dispatch:
permissions:
  contents: read
jobs:
  understudy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/cache@v4
        with:
          path: .understudy
          key: understudy-${{ github.run_id }}
          restore-keys: understudy-
      - run: understudy refresh --due
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: understudy
          path: .understudy/refresh
          include-hidden-files: true
          if-no-files-found: ignore
$ cd shop && understudy refresh --output command
? 2
! error: --output command needs a `driver` of `refresh` in understudy.yaml [app.bad_arguments]
!   hint: `understudy refresh --help` shows how it is called
$ cd shop && sed -i 's/^refresh: {/refresh: {auto_accept: [field_removed], every: never, /' understudy.yaml && understudy refresh
? 2
! error: understudy.yaml has 2 problems [cassette.bad_manifest]
!   hint: docs/reference/configuration.md describes the file
!   understudy.yaml:2:48: error: `every` of `refresh`: must be a time, as in 7d [cassette.manifest_problem]
!       refresh: {auto_accept: [field_removed], every: never, escalation: [], gate: ["true"], most_new_findings: 2}
!                                                      ^~~~~
!   understudy.yaml:2:25: error: `auto_accept` of `refresh`: "field_removed" can never be accepted by itself [cassette.manifest_problem]
!       refresh: {auto_accept: [field_removed], every: never, escalation: [], gate: ["true"], most_new_findings: 2}
!                               ^~~~~~~~~~~~~

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
refresh: {escalation: [], gate: ["true"], most_new_findings: 2}
