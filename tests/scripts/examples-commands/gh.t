# The example of GitHub: what was written by hand is shown apart, and a fake that drops a field is found out.
# copy: examples/commands
# needs: python3
# wildcard: <FILES>=[0-9]+ files, [0-9.]+ kB
$ cd gh && ./gate.sh
no findings in <FILES>
cassettes/github/issue/list-none.yaml: warning: this cassette could not fail: empty container [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

understudy.yaml:4:5: info: shown apart, because only recordings are a contract: 29 authored of the service github [cassette.not_contract]

32 cassettes of 1 service: 32 agreed (3 as contract), 0 differed, 0 unknown

github: contract: 3 agreed
github: apart, authored: 29 agreed
github: could not fail: 1 cassette
$ cd gh && sed -i 's/"mergeable": mergeable, //' fake/gh_words.py && understudy check cassettes/github/pr/view.yaml
? 1
cassettes/github/pr/view.yaml:44:11: error: view: stdout /mergeable is gone: "MERGEABLE" -> nothing [drift.field_removed] differed
  hint: a consumer that reads it gets nothing: let the fake return it, or record again if the service dropped it

understudy.yaml:4:5: info: shown apart, because only recordings are a contract: 1 authored of the service github [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

github: contract: no recording
github: apart, authored: 1 differed
# A field that used to be there, and a call that used to work (P12).
$ cd gh && sed -i 's/"link", "name"/"detailsUrl", "name"/' fake/gh_words.py && understudy check cassettes/github/pr/checks.yaml
? 1
cassettes/github/pr/checks.yaml:48:18: error: checks used to succeed and is refused now: exit_code 0 -> 1 [drift.now_refused] differed
  hint: make the call by hand: a name or an option it uses may have gone; what the tool said is on standard error
cassettes/github/pr/checks.yaml:44:11: error: checks: stdout is gone: [{"link":"https://github.com/acme/sandbox/actions/runs/12345678900/job/23456789010","name":"build","state":"SUCCESS"},{"link":"https://github.com/acme/sandbox/actions/runs/12345678901/job/23456789011"... -> nothing [drift.field_removed] differed
  hint: a consumer that reads it gets nothing: let the fake return it, or record again if the service dropped it
cassettes/github/pr/checks.yaml:43:7: warning: checks: stderr line 1 differs: "" -> "Unknown JSON field: \"link\"\nAvailable fields:\n  bucket\n  completedAt\n  description\n  event\n  detailsUrl\n  name\n  startedAt\n  state\n  workflow\n" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

understudy.yaml:4:5: info: shown apart, because only recordings are a contract: 1 authored of the service github [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

github: contract: no recording
github: apart, authored: 1 differed
