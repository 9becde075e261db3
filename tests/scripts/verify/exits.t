# The three exits of a service that recordings cannot prove: it is asked live only, some of its operations are untested,
# or another strategy decides. Each is said in every report, and none is taken for agreed.
$ chmod +x bin/dice && PATH="$PWD/bin:$PATH" understudy verify dice
agreed plans/dice/roll.yaml
understudy.yaml:2:9: info: the service dice has the lane `live`: nothing is replayed [cassette.live_only]

1 live plan: 1 agreed, 0 differed, 0 unknown
$ sed -i 's/between: 6/between: 0/' plans/dice/roll.yaml && sed -i 's/exit: 0/exit: 3/' plans/dice/roll.yaml && PATH="$PWD/bin:$PATH" understudy verify dice
? 1
differed plans/dice/roll.yaml
understudy.yaml:2:9: info: the service dice has the lane `live`: nothing is replayed [cassette.live_only]

plans/dice/roll.yaml:5:58: error: expected exit 3, got exit 0 [plan.exit] differed
  hint: standard output begins "a roll between: 6\n"
plans/dice/roll.yaml:5:69: error: standard output: "a roll between: 6\n" does not match "between: 0" [plan.no_match] differed

1 live plan: 0 agreed, 1 differed, 0 unknown
$ understudy verify dice
? 3
unknown plans/dice/roll.yaml: "dice" could not be started: there is no program "dice" on the PATH
understudy.yaml:2:9: info: the service dice has the lane `live`: nothing is replayed [cassette.live_only]

plans/dice/roll.yaml:5:21: warning: "dice" could not be started: there is no program "dice" on the PATH [plan.not_started] unknown

1 live plan: 0 agreed, 0 differed, 1 unknown
$ understudy verify shop --format json | sed -n '/"cassettes"/,$p'
? 3
  "cassettes": []
}
$ understudy verify shop
? 3
understudy.yaml:3:9: info: the service shop leaves refund untested: the sandbox has no money [cassette.untested]

0 cassettes: 0 agreed, 0 differed, 0 unknown
$ understudy verify lab
understudy.yaml:4:8: info: the service lab is tested in another way, property-based: see docs/lab.md [cassette.other_strategy]

0 cassettes: 0 agreed, 0 differed, 0 unknown
$ sed -i 's/, plans: plans.dice//' understudy.yaml && understudy verify dice
? 3
unknown dice: it is asked live only, and `plans` names no folder with a plan in it
understudy.yaml:2:9: info: the service dice has the lane `live`: nothing is replayed [cassette.live_only]

1 live plan: 0 agreed, 0 differed, 1 unknown

-- understudy.yaml --
services:
  dice: {lane: live, plans: plans/dice}
  shop: {untested: [{operation: refund, reason: the sandbox has no money}]}
  lab: {strategy: {name: property-based, document: docs/lab.md}}
-- bin/dice --
#!/bin/sh
echo "a roll between: 6"
-- plans/dice/roll.yaml --
version: 1
service: dice
target: scratch
steps:
  - {id: roll, run: [dice], effect: read, expect: {exit: 0, stdout: {matches: ["between: 6"]}}}
-- plans/dice/other.yaml --
version: 1
service: shop
target: scratch
steps:
  - {id: buy, run: [shop], effect: read}
