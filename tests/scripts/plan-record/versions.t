# P13: versions of a tool are recorded side by side, and where their words part is said; a budget of money stops steps.
$ chmod +x old/tool new/tool paid/tool; understudy record --plan plans/versions.yaml
! wrote cassettes/tool/say@1.2.yaml
! wrote cassettes/tool/say@1.3.yaml
! plans/versions.yaml: info: "say": say, stdout line 1 is not the same in the versions 1.2 and 1.3 [plan.versions_part]
!
! 2 written, 0 agreed
$ ls cassettes/tool
say@1.2.yaml
say@1.3.yaml
$ grep -h -A2 'variant' cassettes/tool/say@*.yaml
variant:
  label: "1.2"
  version: 1.2.3
--
variant:
  label: "1.3"
  version: 1.3.0
$ PATH="$PWD/paid:$PATH" understudy record --plan plans/paid.yaml
? 5
! wrote cassettes/tool/one.yaml
! wrote cassettes/tool/two.yaml
! unknown: three
! plans/paid.yaml:7:5: warning: the plan's budget of 0.3 USD is used up [plan.over_budget] unknown
!
! 2 written, 0 agreed, 1 unknown
$ ls cassettes/tool
one.yaml
say@1.2.yaml
say@1.3.yaml
two.yaml

-- understudy.yaml --
services:
  tool: {}
-- old/tool --
#!/bin/sh
test "$1" = --version && { echo 'tool version 1.2.3'; exit; }
echo "found bad commit"
-- new/tool --
#!/bin/sh
test "$1" = --version && { echo 'tool version 1.3.0'; exit; }
echo "found 'bad' commit"
-- paid/tool --
#!/bin/sh
echo '{"answer": "yes", "cost": 0.2}'
-- plans/versions.yaml --
version: 1
service: tool
version_from: [tool, --version]
versions:
  - {label: "1.2", path: ../old}
  - {label: "1.3", path: ../new}
steps:
  - {id: say, run: [tool], effect: read, record: say}
-- plans/paid.yaml --
version: 1
service: tool
budget: {money: {amount: 0.3, currency: USD}, cost_from: /cost}
steps:
  - {id: one, run: [tool], effect: read, record: one}
  - {id: two, run: [tool], effect: read, record: two}
  - {id: three, run: [tool], effect: read, record: three}
