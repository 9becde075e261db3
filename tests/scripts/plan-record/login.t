# P53, P62: without its login a plan is unknown and runs nothing; with it, the login is in no file and in no message.
$ chmod +x bin/tool; export PATH="$PWD/bin:$PATH"; understudy record --plan plans/list.yaml
? 3
! unknown: list
! unknown: no-login
! unknown: wrong-login
! plans/list.yaml:3:15: warning: there is no login "key": the variable TOOL_KEY is not set [plan.no_login] unknown
!   hint: without it nothing is run and nothing is changed
!
! 0 written, 0 agreed, 3 unknown
$ export PATH="$PWD/bin:$PATH"; TOOL_KEY=wrong-one-here understudy record --plan plans/list.yaml
? 3
! unknown: list
! unknown: no-login
! unknown: wrong-login
! plans/list.yaml:3:49: warning: the probe of "key" failed: whether the service can be reached is not known [plan.probe_failed] unknown
!   hint: it was `tool whoami`; expected exit 0, got exit 4 (standard error begins "no login: '<secret>'\n")
!
! 0 written, 0 agreed, 3 unknown
$ export PATH="$PWD/bin:$PATH"; TOOL_KEY=plain-word-of-mine understudy record --plan plans/list.yaml
! wrote cassettes/tool/list.yaml
! wrote cassettes/tool/no-login.yaml
! wrote cassettes/tool/wrong-login.yaml
! 3 written, 0 agreed
$ grep -r -e plain-word-of-mine -e cGxhaW4td29yZC1vZi1taW5l . .understudy "$TMPDIR"
? 1
$ grep -h -A9 'input:' cassettes/tool/list.yaml | grep -A1 'env:'; grep -A2 redactions cassettes/tool/list.yaml | tail -2
      env:
        TOOL_KEY: xxxxxxxxxxxxxx0001
  - rule: known.value
    at: exchanges[*].input.env.TOOL_KEY
$ grep -h -e 'exit_code' -e 'text: ' cassettes/tool/no-login.yaml cassettes/tool/wrong-login.yaml
          text: |
      exit_code: 4
          text: |
      exit_code: 4

-- understudy.yaml --
services:
  tool: {}
-- bin/tool --
#!/bin/sh
case "$TOOL_KEY" in plain-*) true;; *) false;; esac || { echo "no login: '${TOOL_KEY:-none}'" >&2; exit 4; }
test "$1" = whoami && exit 0
echo "list of the owner of $TOOL_KEY"
-- plans/list.yaml --
version: 1
service: tool
credentials: [{name: key, env: TOOL_KEY, probe: [tool, whoami]}]
steps:
  - {id: list, run: [tool, list], effect: read, record: list}
variations:
  - {of: list, id: none, without: [key], record: no-login, expect: {exit: 4}}
  - {of: list, id: wrong, wrong: [key], record: wrong-login, expect: {exit: 4}}
