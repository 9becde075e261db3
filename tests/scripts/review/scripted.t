# Recordings that would change a cassette wait; they are listed, taken over or turned down by scripts.
$ chmod +x tool/stock && PATH="$PWD/tool:$PATH" understudy record --plan plans/stock.yaml && understudy review list
nothing waits for review
! wrote cassettes/stock/count.yaml
! wrote cassettes/stock/missing.yaml
! 2 written, 0 agreed
$ sed -i 's/"open"/"ready"/; s/exit 4/exit 5/; s/no such/unknown/' tool/stock && PATH="$PWD/tool:$PATH" understudy record --plan plans/stock.yaml 2>/dev/null; understudy review list
? 1
0606711025e1 warning value_changed cassettes/stock/count.yaml (count)
  value_changed: count: stdout /state differs: "open" -> "ready"
03bd90b7b909 error exit_changed cassettes/stock/missing.yaml (missing)
  exit_changed: missing ends otherwise: exit_code 4 -> 5
  value_changed: missing: stderr line 1 differs: "no such word: gone" -> "unknown word: gone"
2 changes waiting for review
$ understudy review list --format json
? 1
{
  "pending": [
    {
      "id": "0606711025e1",
      "fingerprint": "76ca0fe21d54",
      "service": "stock",
      "cassette": "count",
      "exchange": "count",
      "file": "cassettes/stock/count.yaml",
      "pending": ".understudy/pending/cassettes/stock/count.yaml",
      "class": "value_changed",
      "severity": "warning",
      "changes": [
        {
          "id": "fcc00b85d59c",
          "fingerprint": "92ca5043c76d",
          "class": "value_changed",
          "severity": "warning",
          "exchange": "count",
          "place": "stdout /state",
          "message": "count: stdout /state differs: \"open\" -> \"ready\""
        }
      ]
    },
    {
      "id": "03bd90b7b909",
      "fingerprint": "738ed067a54e",
      "service": "stock",
      "cassette": "missing",
      "exchange": "missing",
      "file": "cassettes/stock/missing.yaml",
      "pending": ".understudy/pending/cassettes/stock/missing.yaml",
      "class": "exit_changed",
      "severity": "error",
      "changes": [
        {
          "id": "9aff5114b865",
          "fingerprint": "1718ea1e29a4",
          "class": "exit_changed",
          "severity": "error",
          "exchange": "missing",
          "place": "exit_code",
          "message": "missing ends otherwise: exit_code 4 -> 5"
        },
        {
          "id": "227bf6cdbe1e",
          "fingerprint": "4039fcf96a92",
          "class": "value_changed",
          "severity": "warning",
          "exchange": "missing",
          "place": "stderr line *",
          "message": "missing: stderr line 1 differs: \"no such word: gone\" -> \"unknown word: gone\""
        }
      ]
    }
  ]
}
$ understudy review list --severity error; understudy review list --class field_added && understudy review list --service mail
03bd90b7b909 error exit_changed cassettes/stock/missing.yaml (missing)
  exit_changed: missing ends otherwise: exit_code 4 -> 5
  value_changed: missing: stderr line 1 differs: "no such word: gone" -> "unknown word: gone"
1 change waiting for review
nothing waits for review
nothing waits for review
# Accepting one change takes that exchange over; notes, comments and all other bytes stay.
$ cp -r cassettes before && sed -i 's/^exchanges:/notes: kept by hand\nexchanges:  # of the shop/' cassettes/stock/count.yaml && understudy review accept 0606711025e1; diff before/stock/count.yaml cassettes/stock/count.yaml | grep '^[<>]' | grep -v 'digest\|recorded_at\|at: \|duration'
? 1
accepted 0606711025e1 cassettes/stock/count.yaml (count)
1 change waiting for review
\> notes: |
\>   kept by hand
\>   Comment on count: of the shop
<             {"count": 3, "state": "open"}
\>             {"count": 3, "state": "ready"}
# A rejection is kept with its reason and its end, and silences that one change.
$ understudy review reject 03bd90b7b909 --reason 'a bug of theirs' --until 2999-01-31 && cat cassettes/rejections.json && ls .understudy/pending 2>/dev/null
rejected 03bd90b7b909 cassettes/stock/missing.yaml (missing)
0 changes waiting for review
{
  "version": 1,
  "rejections": [
    {
      "id": "9aff5114b865",
      "fingerprint": "1718ea1e29a4",
      "service": "stock",
      "title": "stock: exit_changed at exit_code of missing",
      "reason": "a bug of theirs",
      "until": "2999-01-31"
    },
    {
      "id": "227bf6cdbe1e",
      "fingerprint": "4039fcf96a92",
      "service": "stock",
      "title": "stock: value_changed at stderr line * of missing",
      "reason": "a bug of theirs",
      "until": "2999-01-31"
    }
  ]
}
cassettes
$ PATH="$PWD/tool:$PATH" understudy record --plan plans/stock.yaml 2>/dev/null; understudy review list
nothing waits for review
$ sed -i 's/exit 5/exit 6/' tool/stock && PATH="$PWD/tool:$PATH" understudy record --plan plans/stock.yaml 2>/dev/null; understudy review list
? 1
03bd90b7b909 error exit_changed cassettes/stock/missing.yaml (missing)
  exit_changed: missing ends otherwise: exit_code 4 -> 6
1 change waiting for review
# Its day has come: it counts again.
$ sed -i 's/2999-01-31/2020-01-31/; s/exit 6/exit 5/' cassettes/rejections.json tool/stock && PATH="$PWD/tool:$PATH" understudy record --plan plans/stock.yaml 2>/dev/null; understudy review list | tail -n 1
? 1
1 change waiting for review
# Policy: only classes that take nothing away, and only if it lists them.
$ understudy review accept --auto
1 change waiting for review
$ sed -i 's/"state"/"more": 1, "state"/' tool/stock && PATH="$PWD/tool:$PATH" understudy record --plan plans/stock.yaml 2>/dev/null; understudy review accept --auto && understudy review accept --all && understudy review list
accepted 0606711025e1 cassettes/stock/count.yaml (count)
1 change waiting for review
accepted 03bd90b7b909 cassettes/stock/missing.yaml (missing)
0 changes waiting for review
nothing waits for review
# What is wrong is told, and then nothing is done.
$ understudy review accept
? 2
! error: name the changes, or choose them with --all, --class, --service or --severity [review.nothing_chosen]
!   hint: `understudy review list` shows what waits
$ understudy review accept 000000000000
? 2
! error: nothing that waits has the id "000000000000" [review.not_pending]
!   hint: `understudy review list` shows what waits
$ understudy review reject 000000000000
? 2
! error: --reason TEXT says why it is not wanted [app.bad_arguments]
!   hint: `understudy review reject --help` shows how it is called
$ understudy review reject 000000000000 --reason no --until yesterday
? 2
! error: --until is a day to come, as in 2027-01-31 [app.bad_arguments]
!   hint: `understudy review reject --help` shows how it is called
$ understudy review </dev/null
? 2
! error: there is nobody to ask: standard input is no terminal [review.no_terminal]
!   hint: `understudy review list`, `review accept` and `review reject` are for scripts
$ echo '{"version": 1, "rejections": [{"id": "a"}]}' >cassettes/rejections.json && understudy review list
? 2
! error: cassettes/rejections.json has 3 problems [refresh.bad_rejections]
!   cassettes/rejections.json:1:31: error: a rejection: needs `fingerprint` [refresh.rejection_problem]
!       {"version": 1, "rejections": [{"id": "a"}]}
!                                     ^~~~~~~~~~~
!   cassettes/rejections.json:1:31: error: a rejection: needs `reason` [refresh.rejection_problem]
!       {"version": 1, "rejections": [{"id": "a"}]}
!                                     ^~~~~~~~~~~
!   cassettes/rejections.json:1:31: error: a rejection: needs `until` [refresh.rejection_problem]
!       {"version": 1, "rejections": [{"id": "a"}]}
!                                     ^~~~~~~~~~~

-- understudy.yaml --
services: {stock: }
refresh: {auto_accept: [field_added]}
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
