# P7, P23: a cassette that is a single call, and says so (`plan: self`), is run again from its own input, if the call only
# reads. What cannot be run so says why.
$ chmod +x bin/stock; PATH="$PWD/bin:$PATH" understudy record -o cassettes/stock/count.yaml -- stock count nails
{"of": "nails", "count": 3}
! understudy: wrote cassettes/stock/count.yaml
$ grep -n 'effect\|^plan' cassettes/stock/count.yaml
? 1
$ sed -i 's/^redactions:/plan: self\nredactions:/' cassettes/stock/count.yaml && PATH="$PWD/bin:$PATH" understudy verify
? 3
unknown cassettes/stock/count.yaml: it cannot be run by itself: it does not say what its call does: `effect: read`
1 cassette: 0 agreed, 0 differed, 1 unknown
$ sed -i 's/^    kind: command/    kind: command\n    effect: read/' cassettes/stock/count.yaml && understudy cassette seal cassettes/stock/count.yaml --reason "it only reads" 2>&1 | sed 's/sha256:[0-9a-f]*/SUM/'; PATH="$PWD/bin:$PATH" understudy verify
cassettes/stock/count.yaml: sealed, edited
agreed cassettes/stock/count.yaml
1 cassette: 1 agreed, 0 differed, 0 unknown
$ sed -i 's/: 3}/: true}/' bin/stock && PATH="$PWD/bin:$PATH" understudy verify
? 1
differed cassettes/stock/count.yaml
cassettes/stock/count.yaml:42:11: error: count-nails: stdout /count has another type: 3 -> true [drift.field_retyped] differed
  hint: a consumer that parses it breaks: use the type that was recorded, or record again if the service changed it

1 cassette: 0 agreed, 1 differed, 0 unknown
$ understudy verify
? 3
unknown cassettes/stock/count.yaml: "stock" could not be started: there is no program "stock" on the PATH
warning: "stock" could not be started: there is no program "stock" on the PATH [plan.not_started] unknown

1 cassette: 0 agreed, 0 differed, 1 unknown

-- understudy.yaml --
services: {stock: {programs: [stock]}}
-- bin/stock --
#!/bin/sh
echo "{\"of\": \"$2\", \"count\": 3}"
