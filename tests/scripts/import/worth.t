# Importing says what each file is worth, and writes nothing unless it is told where. P1, P3, P5, P6: hand-written, not
# runnable, success only and vacuous cassettes are named, and none of them counts as recorded.
$ understudy import hydraflow old
old/claude_streams/ping.jsonl:2:1: warning: this line is no JSON object; it is kept as it is [cassette.import.malformed_line]

old/github/comment.yaml:16:1: warning: the key "baseline_only" is given twice, in the lines 14 and 16: the last one counts, false [cassette.import.repeated_key]
  at: /baseline_only
  see: old/github/comment.yaml:14:1: /baseline_only: here for the first time
old/github/comment.yaml:2:14: warning: the file is called "comment" and its interaction "post_comment"; the name of the file is taken, the other kept in the notes [cassette.import.other_name]
  at: /interaction
old/github/comment.yaml:6:8: warning: the format has no key "tries"; it is kept in the notes [cassette.import.unknown_key]
  at: /tries
old/github/comment.yaml:9:26: warning: argument 3 is the number 42; the text "42" is taken [cassette.import.converted]
  at: /input/args/2
old/github/comment.yaml:11:14: warning: output.exit_code is the text "0"; the number 0 is taken [cassette.import.converted]
  at: /output/exit_code

4 cassettes imported: 1 vacuous, 3 success only, 2 not runnable, 3 hand-written; 1 file of another format
vacuous (1): git/push
success only (3): claude/ping, git/push, github/comment
not runnable (2): claude/ping, git/push
hand-written (3): claude/ping, git/push, github/comment
plan to write first: plans/github.yaml, for 2 cassettes; target: acme/sandbox
$ ls
old
$ understudy import hydraflow old -o project
old/claude_streams/ping.jsonl:2:1: warning: this line is no JSON object; it is kept as it is [cassette.import.malformed_line]

old/github/comment.yaml:16:1: warning: the key "baseline_only" is given twice, in the lines 14 and 16: the last one counts, false [cassette.import.repeated_key]
  at: /baseline_only
  see: old/github/comment.yaml:14:1: /baseline_only: here for the first time
old/github/comment.yaml:2:14: warning: the file is called "comment" and its interaction "post_comment"; the name of the file is taken, the other kept in the notes [cassette.import.other_name]
  at: /interaction
old/github/comment.yaml:6:8: warning: the format has no key "tries"; it is kept in the notes [cassette.import.unknown_key]
  at: /tries
old/github/comment.yaml:9:26: warning: argument 3 is the number 42; the text "42" is taken [cassette.import.converted]
  at: /input/args/2
old/github/comment.yaml:11:14: warning: output.exit_code is the text "0"; the number 0 is taken [cassette.import.converted]
  at: /output/exit_code

4 cassettes imported: 1 vacuous, 3 success only, 2 not runnable, 3 hand-written; 1 file of another format
vacuous (1): git/push
success only (3): claude/ping, git/push, github/comment
not runnable (2): claude/ping, git/push
hand-written (3): claude/ping, git/push, github/comment
plan to write first: plans/github.yaml, for 2 cassettes; target: acme/sandbox
wrote project/cassettes/claude/ping.yaml
wrote project/cassettes/git/push.yaml
wrote project/cassettes/github/comment.yaml
wrote project/cassettes/github/missing.yaml
wrote project/understudy.yaml
wrote project/plans/github.yaml.draft
wrote project/plans/claude.yaml.draft
wrote project/plans/git.yaml.draft
$ cat project/understudy.yaml project/cassettes/git/push.yaml
services:
  claude: {}
  git: {}
  github:
    programs:
      - gh
version: 1
service: git
name: push
origin: authored
provenance:
  recorded_at: 2026-04-22T14:00:00Z
  recorder:
    name: hydraflow
    commit: 729304f1
  pinned: {}
  unverified: true
redactions: []
content_digest: sha256:307392fa18b80c5ecb611b151eba95e04a7e5005916b74b15a5929fc100b712d
notes: |-
  Shown as silent.
  Imported from the ADR-0047 layout.
  Not runnable: "push" names a method of git, not a program.
  fixture_repo: fixtures/sandbox
exchanges:
  - id: call
    kind: command
    at: 0
    input:
      program: push
      args:
        - origin
        - main
      cwd: root
      env: {}
      stdin: none
    output:
      pieces: []
      exit_code: 0
      duration: 0
$ cat project/plans/git.yaml.draft
\# A draft made by `understudy import`. Say the real call and the effect (read, write,
\# destructive) of each step, take out what you do not need, and drop `.draft` from the name.
version: 1
service: "git"
target: "fixtures/sandbox"
steps:
  - id: "push"
    # say the call behind ["push","origin","main"]
    run: ["git"]
    record: "push"
    expect: {"exit":0}
$ understudy import hydraflow old -o project | tail -n 1
8 files unchanged
$ sed -i 's/All good/All bad/' old/github/comment.yaml; understudy import hydraflow old -o project | tail -n 2
differs from what is there, waits as project/.understudy/pending/cassettes/github/comment.yaml
7 files unchanged
$ grep -c 'All good' project/cassettes/github/comment.yaml
1

-- old/git/push.yaml --
# Shown as silent.
adapter: git
interaction: push
recorded_at: "2026-04-22T14:00:00Z"
recorder_sha: "729304f1"
fixture_repo: fixtures/sandbox
input:
  command: push
  args: [origin, main]
  stdin: null
  env: {}
output:
  exit_code: 0
  stdout: ""
  stderr: ""
normalizers: []
-- old/github/comment.yaml --
adapter: github
interaction: post_comment
recorded_at: 2026-05-13T10:11:12Z
recorder_sha: "00000000"
fixture_repo: acme/sandbox
tries: 3
input:
  command: gh
  args: [issue, comment, 42, --body, "All good"]
output:
  exit_code: "0"
  stdout: "https://github.com/acme/sandbox/pull/42#issuecomment-7\n"
  stderr: ""
baseline_only: true
normalizers: [pr_number]
baseline_only: false
-- old/github/missing.yaml --
adapter: github
recorded_at: 2026-05-13T10:11:12Z
recorder_sha: 4be1c07
input: {command: gh, args: [issue, view, "99"]}
output: {exit_code: 1, stdout: "", stderr: "not found\n"}
-- old/claude_streams/ping.jsonl --
{"type": "system", "subtype": "init", "cwd": "/Users/maria/work"}
oops
{"type": "result", "result": "pong"}
-- old/compose.yaml --
services: {}
-- old/notes.txt --
not looked at
