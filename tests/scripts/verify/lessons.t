# P22: what no plan records is never deleted and never drifts. P24: an id that every run has anew is no difference, and
# goes into later calls. P30: what was not looked at is not healthy. P58: a recording that has never succeeded is told.
# P59: a plan is held to its own result. P60: the setting that names the sandbox is used.
$ chmod +x bin/hub; HUB_SANDBOX=acme/sandbox PATH="$PWD/bin:$PATH" understudy record --plan plans/issues.yaml
? 1
! wrote cassettes/hub/close.yaml
! not kept: merge
! plans/issues.yaml:9:77: error: expected exit 0, got exit 1 [plan.exit] differed
!   hint: standard error begins "no commits between the branches\n"
! plans/issues.yaml: error: the recording of "merge" is not kept: it is not what the plan expects [plan.not_written] differed
!
! 1 written, 0 agreed, 1 not kept
$ HUB_SANDBOX=acme/sandbox PATH="$PWD/bin:$PATH" understudy verify
? 1
agreed cassettes/hub/close.yaml
plans/issues.yaml:9:77: error: expected exit 0, got exit 1 [plan.exit] differed
  hint: standard error begins "no commits between the branches\n"
plans/issues.yaml: warning: the plan records "merge", and there is no such cassette [verify.never_recorded] unknown
  hint: `understudy record --plan` keeps it, or says why it does not

1 cassette: 1 agreed, 0 differed, 0 unknown
# Another sandbox, another id: the same behaviour.
$ HUB_SANDBOX=acme/other PATH="$PWD/bin:$PATH" understudy verify
? 1
agreed cassettes/hub/close.yaml
plans/issues.yaml:9:77: error: expected exit 0, got exit 1 [plan.exit] differed
  hint: standard error begins "no commits between the branches\n"
plans/issues.yaml: warning: the plan records "merge", and there is no such cassette [verify.never_recorded] unknown
  hint: `understudy record --plan` keeps it, or says why it does not

1 cassette: 1 agreed, 0 differed, 0 unknown
# A sandbox that nobody has listed is not written to; a name that is not set is no sandbox.
$ HUB_SANDBOX=acme-prod/site PATH="$PWD/bin:$PATH" understudy verify
? 5
unknown cassettes/hub/close.yaml: the step "create" is write, and the target "acme-prod/site" is not on the sandbox list of "hub"
plans/issues.yaml:5:5: error: the step "create" is write, and the target "acme-prod/site" is not on the sandbox list of "hub" [plan.not_sandbox]
  hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder

1 cassette: 0 agreed, 0 differed, 1 unknown
$ PATH="$PWD/bin:$PATH" understudy verify
? 3
unknown cassettes/hub/close.yaml: the variable HUB_SANDBOX of the environment is not set
plans/issues.yaml: warning: the variable HUB_SANDBOX of the environment is not set [plan.not_set] unknown
  hint: the plan takes it for its target or its commands

1 cassette: 0 agreed, 0 differed, 1 unknown
# A cassette that no plan records any more, and one that nobody can record.
$ cp cassettes/hub/close.yaml kept.yaml; sed -i 's/record: merge, expect: {exit: 0}/expect: {exit: nonzero}/' plans/issues.yaml; HUB_SANDBOX=acme/sandbox PATH="$PWD/bin:$PATH" understudy record -o cassettes/hub/by-hand.yaml -- hub version 2> said.txt > out; HUB_SANDBOX=acme/sandbox PATH="$PWD/bin:$PATH" understudy verify; cmp kept.yaml cassettes/hub/close.yaml
unknown cassettes/hub/by-hand.yaml: no plan says how it is recorded
agreed cassettes/hub/close.yaml
2 cassettes: 1 agreed, 0 differed, 1 unknown

-- understudy.yaml --
services: {hub: {sandbox: ["acme/*"]}}
-- bin/hub --
#!/bin/sh
case "$1" in
  create) echo "https://hub.test/$2/issues/14000$$";;
  close) echo "closed $2#$3";;
  merge) echo "no commits between the branches" >&2; exit 1;;
  version) echo "hub 1";;
esac
-- plans/issues.yaml --
version: 1
service: hub
target: "${HUB_SANDBOX}"
setup:
  - {id: create, run: [hub, create, "${target}"], effect: write, capture: {issue: {from: stdout, pattern: "/issues/([0-9]+)"}}, expect: {exit: 0}}
steps:
  - {id: close, run: [hub, close, "${target}", "${issue}"], effect: write, record: close, expect: {exit: 0}}
variations:
  - {of: close, id: merge, run: [hub, merge], record: merge, expect: {exit: 0}}
