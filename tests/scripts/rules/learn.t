# Two runs show what varies. Only that is proposed, by class; what has no class is marked; nothing is written but on request.
$ chmod +x tool stream secret; understudy rules learn -- ./tool
\# proposed from 2 recordings of the same calls; look at each before you keep it
rules:
  - {use: opaque, at: {stream: ["stdout"], path: "$.fate"}, with: {type: "string"}}  # of no known class: "f41", "f42"
  - {use: opaque, at: {stream: ["stdout"], path: "$.luck"}, with: {type: "string"}}  # of no known class: "l41", "l42"
  - {use: opaque, at: {stream: ["stdout"], path: "$.mood"}, with: {type: "string"}}  # of no known class: "m41", "m42"
  - {use: pr_number, at: {stream: ["stdout"], path: "$.number"}}  # "41", "42"
  - {use: pr_number, at: {stream: ["stdout"], path: "$.url"}}  # "https://x.test/pull/41", "https://x.test/pull/42"
  - {use: opaque, at: {stream: ["stdout"], path: "$.whim"}, with: {type: "string"}}  # of no known class: "w41", "w42"
$ understudy rules learn --runs 3 -- ./tool
? 1
\# proposed from 3 recordings of the same calls; look at each before you keep it
rules:
  - {use: opaque, at: {stream: ["stdout"], path: "$.fate"}, with: {type: "string"}}  # of no known class: "f43", "f44", "f45"
  - {use: opaque, at: {stream: ["stdout"], path: "$.luck"}, with: {type: "string"}}  # of no known class: "l43", "l44", "l45"
  - {use: opaque, at: {stream: ["stdout"], path: "$.mood"}, with: {type: "string"}}  # of no known class: "m43", "m44", "m45"
  - {use: pr_number, at: {stream: ["stdout"], path: "$.number"}}  # "43", "44", "45"
  - {use: pr_number, at: {stream: ["stdout"], path: "$.url"}}  # "https://x.test/pull/43", "https://x.test/pull/44", "https://x.test/pull/45"
  - {use: opaque, at: {stream: ["stdout"], path: "$.whim"}, with: {type: "string"}}  # of no known class: "w43", "w44", "w45"
! warning: call cannot be replayed faithfully: 4 of 6 places differ and are of no known class [cassette.not_replayable]
!   hint: `lane: live`, `untested` or `strategy` of the service in understudy.yaml are the ways out
!
! 1 warning
$ understudy rules learn --write rules.yaml -- ./tool > out.txt; cmp out.txt rules.yaml && understudy rules learn --write rules.yaml -- ./tool
? 2
! error: "rules.yaml" is there already [app.bad_arguments]
!   hint: `understudy rules learn --help` shows how it is called
$ understudy rules learn --format json -- ./stream
{
  "rules": [
    {
      "rule": {
        "use": "id",
        "at": {
          "stream": [
            "stdout"
          ],
          "event": "init",
          "path": "$.session_id"
        }
      },
      "values": [
        "s48",
        "s49"
      ],
      "flagged": false
    },
    {
      "rule": {
        "use": "duration",
        "at": {
          "stream": [
            "stdout"
          ],
          "event": "result",
          "path": "$.duration_ms"
        },
        "with": {
          "unit": "ms"
        }
      },
      "values": [
        "48",
        "49"
      ],
      "flagged": false
    }
  ],
  "grammars": [
    {
      "exchange": "call",
      "part": "stdout",
      "grammar": "init hook? result",
      "settled": false
    }
  ],
  "notes": []
}
$ understudy rules learn -- ./stream
\# proposed from 2 recordings of the same calls; look at each before you keep it
rules:
  - {use: id, at: {stream: ["stdout"], event: "init", path: "$.session_id"}}  # "s50", "s51"
  - {use: duration, at: {stream: ["stdout"], event: "result", path: "$.duration_ms"}, with: {unit: "ms"}}  # "50", "51"
\# events of call, stdout (the last recording changed it: record again):
\# compare: {grammar: "init hook? result"}
$ understudy rules learn -- cat tool
\# proposed from 2 recordings of the same calls; look at each before you keep it
rules: []
$ sed 's/41/42/' one.yaml > two.yaml; sed 's/view/list/' one.yaml > other.yaml; for f in one two other; do understudy cassette seal $f.yaml; done; understudy rules learn one.yaml two.yaml
one.yaml: sealed, authored
two.yaml: sealed, authored
other.yaml: sealed, authored
\# proposed from 2 recordings of the same calls; look at each before you keep it
rules:
  - {use: issue_number, at: {stream: ["stdout"]}}  # "made /issues/41", "made /issues/42"
$ understudy rules learn one.yaml
? 2
! error: rules are learned from two recordings or more; there is 1 [rule.learn_too_few]
!   hint: record the same calls again and name both files
$ understudy rules learn one.yaml other.yaml
? 2
! error: the recordings are not of the same calls: call 1 is ["hub","view"] in one and ["hub","list"] in another [rule.learn_other_calls]
!   hint: learn from recordings of the same calls in the same order
$ understudy rules learn one.yaml tool
? 2
! error: "tool" is no cassette [app.bad_arguments]
!   hint: `understudy rules learn --help` shows how it is called
$ understudy rules learn --runs 1 -- ./tool
? 2
! error: --runs is a number from 2 to 10 [app.bad_arguments]
!   hint: `understudy rules learn --help` shows how it is called
$ understudy rules learn -- ./no-such-tool
? 2
! error: "./no-such-tool" cannot be started: No such file or directory [io.cannot_start]
$ understudy rules learn -- ./secret > out.txt; grep -c 9aZ3kLq8 out.txt; ls
0
count
one.yaml
other.yaml
out.txt
rules.yaml
secret
stream
tool
two.yaml

-- tool --
#!/bin/sh
n=$(cat count 2>/dev/null || echo 40); n=$((n+1)); echo $n > count
printf '{"number": %s, "url": "https://x.test/pull/%s", "mood": "m%s", "whim": "w%s", "luck": "l%s", "fate": "f%s"}\n' $n $n $n $n $n $n
-- stream --
#!/bin/sh
n=$(cat count 2>/dev/null || echo 40); n=$((n+1)); echo $n > count
echo '{"type": "init", "session_id": "s'$n'"}'
if [ $((n % 2)) = 0 ]; then echo '{"type": "hook"}'; fi
echo '{"type": "result", "duration_ms": '$n', "ok": true}'
-- secret --
#!/bin/sh
n=$(cat count 2>/dev/null || echo 40); n=$((n+1)); echo $n > count
printf 'token ghp_%s%s\n' "$(printf %s 9aZ3kLq8 Xv2Rt7Yw 1Bn5Cm4D f6Gh0Jp3 S9)" $n
-- one.yaml --
version: 1
service: hub
name: one
origin: authored
redactions: []
exchanges:
  - id: view
    kind: command
    at: 0
    input: {program: hub, args: [view]}
    output: {pieces: [{at: 1, from: stdout, text: "made /issues/41\n"}], exit_code: 0, duration: 2}
