# One changed byte in what the fake says turns the check red and names the field (A12). What was captured is compared as it
# came (P2), at the boundary where a program meets the tool: no signature is looked at (P70).
# wildcard: <LINE>=[0-9]+
$ sh record.sh
list.yaml
view-1.yaml
view-9.yaml
$ sed -i 's/first/firsT/' answers/list && understudy check
? 1
cassettes/hub/list.yaml:<LINE>:11: warning: list: stdout /0/title differs: "first" -> "firsT" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

3 cassettes of 1 service: 2 agreed (2 as contract), 1 differed, 0 unknown

hub: contract: 2 agreed, 1 differed
# A field with another name.
$ sed -i 's/firsT/first/; s/title/name/' answers/list && understudy check cassettes/hub/list.yaml
? 1
cassettes/hub/list.yaml:<LINE>:11: error: list: stdout /0/title is now called /0/name, it seems (95 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
# P12: a call that worked is refused.
$ sed -i 's/name/title/' answers/list && sed -i 's/: 0/: 1/' answers/view-1 && understudy check cassettes/hub/view-1.yaml
? 1
cassettes/hub/view-1.yaml:<LINE>:18: error: view used to succeed and is refused now: exit_code 0 -> 1 [drift.now_refused] differed
  hint: make the call by hand: a name or an option it uses may have gone; what the tool said is on standard error

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
# Another exit code.
$ sed -i 's/: 1/: 2/' answers/view-9 && understudy check cassettes/hub/view-9.yaml
? 1
cassettes/hub/view-9.yaml:<LINE>:18: error: view ends otherwise: exit_code 1 -> 2 [drift.exit_changed] differed
  hint: consumers decide by this number: find out which of the two sides is right before anything else

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
# Only stderr differs; how serious that is, is policy. The verdict stays.
$ sed -i 's/: 2/: 1/; s/no issue/no such issue/' answers/view-9 && understudy check cassettes/hub/view-9.yaml
? 1
cassettes/hub/view-9.yaml:<LINE>:11: info: view: only standard error differs, stderr line 1: "no issue 9" -> "no such issue 9" [drift.stderr_only] differed
  hint: consumers that read only standard output do not notice

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
$ printf 'services:\n  hub: {fake: {protocol: [sh, fake.sh]}, severity: {stderr_only: error}}\n' >understudy.yaml && understudy check cassettes/hub/view-9.yaml
? 1
cassettes/hub/view-9.yaml:<LINE>:11: error: view: only standard error differs, stderr line 1: "no issue 9" -> "no such issue 9" [drift.stderr_only] differed
  hint: consumers that read only standard output do not notice

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed

-- understudy.yaml --
services:
  hub: {fake: {protocol: [sh, fake.sh]}}
-- fake.sh --
# A fake that speaks JSON lines: docs/reference/fake-protocol.md.
while read -r line; do
    case "$line" in
    *'"op":"reset"'*) continue ;;
    *'"args":["list"]'*) answer=list ;;
    *'"args":["view","1"]'*) answer=view-1 ;;
    *'"args":["view","9"]'*) answer=view-9 ;;
    *) answer=unknown ;;
    esac
    id=${line#*:}
    printf '{"id": %s, %s}\n' "${id%%,*}" "$(cat answers/$answer)"
done
-- answers/list --
"pieces": [{"from": "stdout", "text": "[{\"id\": 1, \"title\": \"first\", \"state\": \"OPEN\"}]\n"}], "exit_code": 0
-- answers/view-1 --
"pieces": [{"from": "stdout", "text": "first\n"}], "exit_code": 0
-- answers/view-9 --
"pieces": [{"from": "stderr", "text": "no issue 9\n"}], "exit_code": 1
-- answers/unknown --
"error": "not served"
-- hub --
#!/bin/sh
# The real tool.
case "$1" in
list) echo '[{"id": 1, "title": "first", "state": "OPEN"}]' ;;
view) if [ "$2" = 1 ]; then echo first; else echo "no issue $2" >&2; exit 1; fi ;;
*) echo "usage: hub list|view" >&2; exit 2 ;;
esac
-- record.sh --
chmod +x hub
for call in list "view 1" "view 9"; do
    PATH="$PWD:$PATH" understudy record -o "cassettes/hub/$(echo $call | tr ' ' '-').yaml" -- hub $call >/dev/null 2>&1
done
ls cassettes/hub
