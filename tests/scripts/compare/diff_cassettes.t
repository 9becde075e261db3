# Two cassettes are compared by what they recorded: class, exchange and field, most serious first.
# Stamps, notes and rules are named apart and are no difference.
$ understudy diff old.yaml new.yaml
? 1
old.yaml:16:11: error: list: stdout /0/detailsUrl is now called /0/link, it seems (95 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it
old.yaml:16:11: warning: list: stdout /0/state differs: "OPEN" -> "opened" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

2 differences; beside the behaviour: rules
$ understudy diff old.yaml old.yaml
no difference
$ understudy diff old.yaml stamped.yaml
no difference; beside the behaviour: rules, notes
$ understudy diff old.yaml refused.yaml
? 1
old.yaml:17:18: error: list used to succeed and is refused now: exit_code 0 -> 1 [drift.now_refused] differed
  hint: make the call by hand: a name or an option it uses may have gone; what the tool said is on standard error
old.yaml:16:11: error: list: stdout is gone: [{"number":41,"state":"OPEN","detailsUrl":"https://ci.example/1"}] -> nothing [drift.field_removed] differed
  hint: a consumer that reads it gets nothing: let the fake return it, or record again if the service dropped it
old.yaml:15:7: warning: list: stderr line 1 differs: "" -> "Unknown JSON field: \"detailsUrl\"\n" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

3 differences; beside the behaviour: rules
$ understudy diff --as yaml old.yaml stamped.yaml
? 1
removed /rules: [{"use":"pr_number","at":{"path":"$[*].number"}}]
changed /exchanges/0/at: 0 -> 7
changed /exchanges/0/output/pieces/0/text: "[{\"number\":41,\"state\":\"OPEN\",\"detailsUrl\":\"https://ci.example/1\"}]\n" -> "[{\"number\":9,\"state\":\"OPEN\","
added /exchanges/0/output/pieces/1: {"at":3,"from":"stdout","text":"\"detailsUrl\":\"https://ci.example/1\"}]\n"}
changed /exchanges/0/output/duration: 2 -> 9
added /notes: "Looked at again."
6 differences

-- old.yaml --
version: 1
service: gh
name: old
origin: authored
redactions: []
content_digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
rules: [{use: pr_number, at: {path: "$[*].number"}}]
exchanges:
  - id: list
    kind: command
    at: 0
    phase: step
    input: {program: gh, args: [pr, list, --json, "number,state,detailsUrl"], cwd: root, stdin: none}
    output:
      pieces:
        - {at: 1, from: stdout, text: "[{\"number\":41,\"state\":\"OPEN\",\"detailsUrl\":\"https://ci.example/1\"}]\n"}
      exit_code: 0
      duration: 2
-- new.yaml --
version: 1
service: gh
name: old
origin: authored
redactions: []
content_digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
exchanges:
  - id: list
    kind: command
    at: 0
    phase: step
    input: {program: gh, args: [pr, list, --json, "number,state,detailsUrl"], cwd: root, stdin: none}
    output:
      pieces:
        - {at: 1, from: stdout, text: "[{\"number\":77,\"state\":\"opened\",\"link\":\"https://ci.example/1\"}]\n"}
      exit_code: 0
      duration: 2
-- stamped.yaml --
version: 1
service: gh
name: old
origin: authored
redactions: []
content_digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
notes: Looked at again.
exchanges:
  - id: list
    kind: command
    at: 7
    phase: step
    input: {program: gh, args: [pr, list, --json, "number,state,detailsUrl"], cwd: root, stdin: none}
    output:
      pieces:
        - {at: 1, from: stdout, text: "[{\"number\":9,\"state\":\"OPEN\","}
        - {at: 3, from: stdout, text: "\"detailsUrl\":\"https://ci.example/1\"}]\n"}
      exit_code: 0
      duration: 9
-- refused.yaml --
version: 1
service: gh
name: old
origin: authored
redactions: []
content_digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
exchanges:
  - id: list
    kind: command
    at: 0
    phase: step
    input: {program: gh, args: [pr, list, --json, "number,state,detailsUrl"], cwd: root, stdin: none}
    output:
      pieces:
        - {at: 1, from: stderr, text: "Unknown JSON field: \"detailsUrl\"\n"}
      exit_code: 1
      duration: 2
