# P54, P55: git plans run for real in a clean room. The fixture stays as it was, the room is gone, what agrees leaves its file byte for byte.
# needs: git
$ git config --global init.defaultBranch odd && git config --global user.name "Host User"
$ understudy record --plan plans/git.yaml
! wrote cassettes/git/show.yaml
! wrote cassettes/git/toplevel.yaml
! wrote cassettes/git/unknown-revision.yaml
! 3 written, 0 agreed
$ grep -A8 'pinned' cassettes/git/toplevel.yaml
  pinned:
    LC_ALL: C.UTF-8
    TZ: UTC
    COLUMNS: "80"
    TERM: dumb
    NO_COLOR: "1"
    git_config: empty
    home: private
    scratch: /scratch
$ grep -h -A2 'from: std' cassettes/git/toplevel.yaml
          from: stdout
          text: |
            /scratch
$ sha256sum cassettes/git/*.yaml > before
$ understudy record --plan plans/git.yaml
! agreed cassettes/git/show.yaml
! agreed cassettes/git/toplevel.yaml
! agreed cassettes/git/unknown-revision.yaml
! 0 written, 3 agreed
$ sha256sum -c --quiet before
$ ls -A fixture .understudy; ls -A "$TMPDIR"
.understudy:
telemetry.jsonl

fixture:
a.txt
# The set-up that its captures and needs lead to comes along; inputs keep their holes.
$ grep -e '- id:' -e 'phase:' -e '{head}' cassettes/git/show.yaml
  - id: init
    phase: setup
  - id: add
    phase: setup
  - id: commit
    phase: setup
  - id: head
    phase: setup
  - id: show
        - ${head}
# P5: what fails is recorded like anything else.
$ grep -e 'exit_code' -e 'fatal' cassettes/git/unknown-revision.yaml
            fatal: Not a valid object name nothing
      exit_code: 128
$ python3 -c 'import json; [print(json.loads(line)["step"], json.loads(line)["end"]) for line in open(".understudy/telemetry.jsonl")]' | sort | uniq -c | sort -k2
      3 add exit 0
      3 commit exit 0
      3 head exit 0
      3 init exit 0
      3 show exit 0
      3 toplevel exit 0
      3 unknown exit 128
      3 version exit 0

-- understudy.yaml --
services:
  git:
    rules:
      - {use: "sha:short", at: {line: "^\\["}}
-- plans/git.yaml --
version: 1
service: git
target: scratch
fixture: ../fixture
version_from: [git, --version]
env:
  GIT_AUTHOR_NAME: U
  GIT_AUTHOR_EMAIL: u@example.com
  GIT_COMMITTER_NAME: U
  GIT_COMMITTER_EMAIL: u@example.com
setup:
  - {id: init, run: [git, init, -q, -b, main], effect: write}
  - {id: add, run: [git, add, -A], effect: write, needs: [init]}
steps:
  - {id: commit, run: [git, commit, -q, -m, "first of ${run}"], effect: write, needs: [add], expect: {stdout: {empty: true}}}
  - {id: head, run: [git, rev-parse, HEAD], effect: read, needs: [commit], capture: {head: {pattern: "[0-9a-f]{40}"}}}
  - {id: show, run: [git, cat-file, -t, "${head}"], effect: read, record: show, expect: {stdout: {text: "commit\n"}}}
  - {id: toplevel, run: [git, rev-parse, --show-toplevel], effect: read, record: toplevel}
variations:
  - {of: show, id: unknown, with: {head: nothing}, record: unknown-revision, expect: {exit: 128}}
-- fixture/a.txt --
hello
