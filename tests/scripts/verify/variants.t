# P13: a release of a tool changes its words. Versions recorded side by side are verified side by side, and --variants says
# where they part.
$ chmod +x old/tool new/tool; understudy record --plan plans/versions.yaml 2> said.txt; understudy verify
agreed cassettes/tool/say@1.2.yaml
agreed cassettes/tool/say@1.3.yaml
2 cassettes: 2 agreed, 0 differed, 0 unknown
$ understudy verify --variants
agreed cassettes/tool/say@1.2.yaml
agreed cassettes/tool/say@1.3.yaml
plans/versions.yaml: info: "say": say, stdout line 1 is not the same in the versions 1.2 and 1.3 [plan.versions_part]

2 cassettes: 2 agreed, 0 differed, 0 unknown
$ sed -i "s/'bad'/\"bad\"/" new/tool && understudy verify --variants
? 1
agreed cassettes/tool/say@1.2.yaml
differed cassettes/tool/say@1.3.yaml
cassettes/tool/say@1.3.yaml:52:11: warning: say: stdout line 1 differs: "found 'bad' commit" -> "found bad commit" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

2 cassettes: 1 agreed, 1 differed, 0 unknown

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
-- plans/versions.yaml --
version: 1
service: tool
version_from: [tool, --version]
versions:
  - {label: "1.2", path: ../old}
  - {label: "1.3", path: ../new}
steps:
  - {id: say, run: [tool], effect: read, record: say}
