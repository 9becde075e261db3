# What a step can be beside a plain call: a stream of events, standard input with bytes that are no text, files that change, a folder below scratch.
$ chmod +x bin/tool; export PATH="$PWD/bin:$PATH"; understudy record --plan plans/forms.yaml
! wrote cassettes/tool/events.yaml
! wrote cassettes/tool/bytes.yaml
! wrote cassettes/tool/write.yaml
! 3 written, 0 agreed
$ grep -e 'kind:' -e 'framing:' -e 'end:' -e 'carrier:' cassettes/tool/events.yaml
    kind: stream
    carrier: command
      framing: jsonl
      end: complete
$ grep -A1 -e 'stdin:' -e 'from: stdout' cassettes/tool/bytes.yaml
      stdin:
        base64: AP8K
--
          from: stdout
          base64: AP8K
$ grep -A3 -e 'cwd:' -e 'files:' cassettes/tool/write.yaml
      cwd: scratch/below
      env: {}
      stdin: none
    output:
--
      files:
        - path: below/out/a.txt
          digest: sha256:d9ed84a15ec3aa6e344981cb5b92da385361d08a8b6e579c73ce716e55cdecab
          size: 8

-- understudy.yaml --
services:
  tool: {}
-- bin/tool --
#!/bin/sh
case "$1" in
  events) printf '{"type":"init"}\n{"type":"result"}\n';;
  bytes) cat;;
  write) mkdir -p out; echo written > out/a.txt; echo noise > out/a.log;;
esac
-- plans/forms.yaml --
version: 1
service: tool
target: scratch
fixture: ../fixture
steps:
  - {id: events, run: [tool, events], effect: read, stream: jsonl, record: events, expect: {stdout: {lines: 2}}}
  - {id: bytes, run: [tool, bytes], stdin: {base64: "AP8K"}, effect: read, record: bytes}
  - {id: write, run: [tool, write], cwd: scratch/below, files: ["below/**/*.txt"], effect: write, record: write}
-- fixture/below/kept.txt --
kept
