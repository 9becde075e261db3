# One call is kept where the user says: its output passes through, our words go to standard error, and it ends as the command did (P5: failing calls too).
$ understudy record -o cassettes/sh/greet.yaml -- sh greet.sh ann
? 3
hello ann
! careful
! understudy: wrote cassettes/sh/greet.yaml
$ sed -n '/^exchanges/,$p' cassettes/sh/greet.yaml | sed 's/\(at\|duration\): .*/\1: N/'
exchanges:
  - id: call
    kind: command
    at: N
    input:
      program: sh
      args:
        - greet.sh
        - ann
      cwd: root
      env: {}
      stdin: none
    output:
      pieces:
        - at: N
          from: stdout
          text: |
            hello ann
        - at: N
          from: stderr
          text: |
            careful
      exit_code: 3
      duration: N
$ grep -c -e '^  recorded_at: ' -e '^    path_digest: ' -e '^    file_digest: ' -e '^content_digest: ' -e '^  pinned: {}' cassettes/sh/greet.yaml
5
$ understudy record -o cassettes/sh/greet.yaml -- sh greet.sh bob
? 3
hello bob
! careful
! understudy: waits for review: .understudy/pending/cassettes/sh/greet.yaml (the file is there already and stays as it is)
$ find . -name '*.yaml' | sort; grep -c ann cassettes/sh/greet.yaml
./.understudy/pending/cassettes/sh/greet.yaml
./cassettes/sh/greet.yaml
2
$ printf 'a\r\nb' | understudy record -o fed.yaml --match stdin --effect read -- cat | od -c | head -n 1
0000000   a  \r  \n   b
! understudy: wrote fed.yaml
$ grep -e plan -e match -e effect -e stdin fed.yaml
plan: self
match:
  stdin: true
    effect: read
      stdin:
$ understudy record -o killed.yaml -- sh -c 'kill -KILL $$'
? 137
! understudy: wrote killed.yaml
$ understudy record -o missing.yaml -- no-such-program
? 127
! understudy: there is no program "no-such-program" on the PATH
! understudy: wrote missing.yaml
$ grep -h -e signal -e not_started killed.yaml missing.yaml
      signal: 9
      not_started: there is no program "no-such-program" on the PATH
$ understudy record -o help.yaml -- sh greet.sh --help
? 3
hello --help
! careful
! understudy: wrote help.yaml
$ WORD=kept understudy record -o env.yaml --env 'WOR*' -- true && grep -A1 env: env.yaml
      env:
        WORD: kept
! understudy: wrote env.yaml

-- greet.sh --
echo "hello $1"
echo careful >&2
exit 3
