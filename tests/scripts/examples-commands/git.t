# The example of git: its gate is green, and one changed letter in the fake turns it red and names the line.
# copy: examples/commands
# needs: git python3
# wildcard: <FILES>=[0-9]+ files, [0-9.]+ kB
$ cd git && ./gate.sh
no findings in <FILES>
understudy.yaml:4:5: info: the service git leaves git merge that works out untested: it makes a commit of two parents and the fake has none [cassette.untested]
understudy.yaml:4:5: info: the service git leaves git clone untested: nothing in this project clones [cassette.untested]

cassettes/git/diff/none.yaml: warning: this cassette could not fail: empty output [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

cassettes/git/rev-parse/head.yaml: warning: this cassette could not fail: everything is replaced by rules [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

cassettes/git/rev-parse/short.yaml: warning: this cassette could not fail: everything is replaced by rules [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

cassettes/git/status/clean.yaml: warning: this cassette could not fail: empty output [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

42 cassettes of 1 service: 42 agreed (42 as contract), 0 differed, 0 unknown

git: contract: 42 agreed
git: could not fail: 4 cassettes
git: untested: git merge that works out (it makes a commit of two parents and the fake has none)
git: untested: git clone (nothing in this project clones)
$ cd git && sed -i 's/Preparing worktree/Making worktree/' fake/verbs.py && understudy check cassettes/git/worktree/add.yaml
? 1
understudy.yaml:4:5: info: the service git leaves git merge that works out untested: it makes a commit of two parents and the fake has none [cassette.untested]
understudy.yaml:4:5: info: the service git leaves git clone untested: nothing in this project clones [cassette.untested]

cassettes/git/worktree/add.yaml:54:11: info: add: only standard error differs, stderr line 1: "Preparing worktree (new branch 'topic')" -> "Making worktree (new branch 'topic')" [drift.stderr_only] differed
  hint: consumers that read only standard output do not notice

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

git: contract: 1 differed
git: untested: git merge that works out (it makes a commit of two parents and the fake has none)
git: untested: git clone (nothing in this project clones)
