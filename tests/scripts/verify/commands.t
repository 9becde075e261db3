# The plans behind the cassettes are run against the real thing, and what it says is held against what was recorded. One
# verdict a cassette; nothing is written.
$ chmod +x bin/stock && PATH="$PWD/bin:$PATH" understudy record --plan plans/stock.yaml
! wrote cassettes/stock/count.yaml
! wrote cassettes/stock/missing.yaml
! 2 written, 0 agreed
$ PATH="$PWD/bin:$PATH" understudy verify
agreed cassettes/stock/count.yaml
agreed cassettes/stock/missing.yaml
2 cassettes: 2 agreed, 0 differed, 0 unknown
# The tool has changed: which cassette, which field, which class of drift.
$ sed -i 's/"count"/"total"/; s/exit 4/exit 5/' bin/stock && PATH="$PWD/bin:$PATH" understudy verify stock
? 1
differed cassettes/stock/count.yaml
differed cassettes/stock/missing.yaml
plans/stock.yaml:7:82: error: expected exit 4, got exit 5 [plan.exit] differed
  hint: standard error begins "no such word: gone\n"

cassettes/stock/count.yaml:49:11: error: count: stdout /count is now called /total, it seems (50 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it

cassettes/stock/missing.yaml:54:18: error: missing ends otherwise: exit_code 4 -> 5 [drift.exit_changed] differed
  hint: consumers decide by this number: find out which of the two sides is right before anything else

2 cassettes: 0 agreed, 2 differed, 0 unknown
$ PATH="$PWD/bin:$PATH" understudy verify --format json | sed -n '/"cassettes"/,$p'
? 1
  "cassettes": [
    {
      "file": "cassettes/stock/count.yaml",
      "verdict": "differed",
      "exchanges": [
        {
          "id": "count",
          "verdict": "differed"
        }
      ]
    },
    {
      "file": "cassettes/stock/missing.yaml",
      "verdict": "differed",
      "exchanges": [
        {
          "id": "missing",
          "verdict": "differed"
        }
      ]
    }
  ]
}
$ git init -q . && git add -A && PATH="$PWD/bin:$PATH" understudy verify > /dev/null; git status --short | grep -v '^A'
? 1
# Where nothing can be observed nothing is claimed: no tool, no login, no plan, a plan that records something else.
$ understudy verify
? 3
unknown cassettes/stock/count.yaml: "stock" could not be started: there is no program "stock" on the PATH
unknown cassettes/stock/missing.yaml: "stock" could not be started: there is no program "stock" on the PATH
plans/stock.yaml:5:22: warning: "stock" could not be started: there is no program "stock" on the PATH [plan.not_started] unknown

2 cassettes: 0 agreed, 0 differed, 2 unknown
$ sed -i 's/^steps:/credentials: [{name: key, env: STOCK_KEY, probe: [stock, count]}]\nsteps:/' plans/stock.yaml && PATH="$PWD/bin:$PATH" understudy verify
? 3
unknown cassettes/stock/count.yaml: there is no login "key": the variable STOCK_KEY is not set
unknown cassettes/stock/missing.yaml: there is no login "key": the variable STOCK_KEY is not set
plans/stock.yaml:4:15: warning: there is no login "key": the variable STOCK_KEY is not set [plan.no_login] unknown
  hint: without it nothing is run and nothing is changed

2 cassettes: 0 agreed, 0 differed, 2 unknown
$ rm plans/stock.yaml && understudy record -o cassettes/stock/single.yaml -- uname -s > name.txt 2> said.txt; understudy verify
? 3
unknown cassettes/stock/count.yaml: its plan plans/stock.yaml is not there
unknown cassettes/stock/missing.yaml: its plan plans/stock.yaml is not there
unknown cassettes/stock/single.yaml: no plan says how it is recorded
3 cassettes: 0 agreed, 0 differed, 3 unknown
$ understudy verify stok
? 2
! error: there is no service "stok"; did you mean "stock"? [app.bad_arguments]
!   hint: `understudy verify --help` shows how it is called
$ rm -r cassettes && understudy verify
? 3
0 cassettes: 0 agreed, 0 differed, 0 unknown

-- understudy.yaml --
services: {stock: {programs: [stock]}}
-- bin/stock --
#!/bin/sh
case "$1" in
  count) echo '{"count": 3}';;
  *) echo "no such word: $1" >&2; exit 4;;
esac
-- plans/stock.yaml --
version: 1
service: stock
target: scratch
steps:
  - {id: count, run: [stock, count], effect: read, record: count, expect: {exit: 0}}
variations:
  - {of: count, id: missing, run: [stock, gone], record: missing, expect: {exit: 4}}
