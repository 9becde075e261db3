# Wrong calls and files that cannot be imported: said with their place, and what could be read is still reported.
$ understudy import
? 2
! error: import needs FORMAT (what the files are: vcr, vcrpy, go-vcr, betamax, har, wiremock, hydraflow) [app.missing_argument]
!   hint: `understudy import --help` shows how it is called
$ understudy import hydrafow old
? 2
! error: the format "hydrafow" cannot be imported [cassette.import.unknown_format]
!   hint: did you mean "hydraflow"? the formats are: vcr, vcrpy, go-vcr, betamax, har, wiremock, hydraflow
$ understudy import hydraflow nowhere
? 2
! error: cannot read "nowhere": No such file or directory [app.cannot_read]
$ understudy import hydraflow empty
? 2
! error: there is no file of the format hydraflow in "empty" [cassette.import.nothing]
!   hint: name the folder that holds the recordings
$ understudy import hydraflow old --format json | grep -c '"cassette.import.problem"'
? 2
4
$ understudy import hydraflow old -o out
? 2
old/git/bad.yaml:2:8: error: input.command: it is missing [cassette.import.problem]
  at: /input/command
  hint: the file was not imported
old/git/bad.yaml:2:15: error: input.args: a list of texts is expected [cassette.import.problem]
  at: /input/args
  hint: the file was not imported
old/git/bad.yaml:3:35: error: output.stdout: a text is expected, not array [cassette.import.problem]
  at: /output/stdout
  hint: the file was not imported
old/git/bad.yaml:3:21: error: output.exit_code: a number from 0 to 255 is expected [cassette.import.problem]
  at: /output/exit_code
  hint: the file was not imported

old/git/broken.yaml:2:1: error: not valid YAML: the text ends inside a flow collection [yaml.syntax]

old/more/good.yaml: error: "old/git/good.yaml" is imported as git/good already [cassette.import.same_name]
  hint: rename one of the two; this one was not imported

1 cassette imported: 0 vacuous, 1 success only, 0 not runnable, 0 hand-written; 3 files not imported
vacuous (0)
success only (1): git/good
not runnable (0)
hand-written (0)
plan to write first: plans/git.yaml, for 1 cassette
wrote out/cassettes/git/good.yaml
wrote out/understudy.yaml
wrote out/plans/git.yaml.draft
$ find out -type f | sort
out/cassettes/git/good.yaml
out/plans/git.yaml.draft
out/understudy.yaml
$ printf 'services: 1\n' > out/understudy.yaml; understudy import hydraflow old/git/good.yaml -o out
? 2
! error: out/understudy.yaml has 1 problem [cassette.bad_manifest]
!   hint: docs/reference/configuration.md describes the file
!   out/understudy.yaml:1:11: error: `services`: must be a map, not number [cassette.manifest_problem]
!       services: 1
!                 ^

-- empty/README.txt --
nothing
-- old/git/bad.yaml --
adapter: git
input: {args: x}
output: {exit_code: soon, stdout: [1]}
-- old/git/broken.yaml --
adapter: [git
-- old/git/good.yaml --
adapter: git
recorded_at: 2026-05-13T10:11:12Z
input: {command: git, args: [version]}
output: {exit_code: 0, stdout: "git version 2.39.2\n"}
-- old/more/good.yaml --
adapter: git
recorded_at: 2026-05-13T10:11:12Z
input: {command: git, args: [version]}
output: {exit_code: 0, stdout: "git version 2.39.2\n"}
