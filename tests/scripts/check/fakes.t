# A fake that fails is a finding at the exchange that was being played, and the next cassette gets a fresh one.
# wildcard: <LINE>=[0-9]+
$ sh record.sh
list.yaml
view-1.yaml
view-9.yaml
# It ends, and its last words are shown, harmless.
$ cat bad/ends.sh fake.sh >fake && understudy check --config fake.yaml
? 1
cassettes/hub/list.yaml:<LINE>:5: error: the fake ended before it answered (exit 3): boom \x1b[2J [cassette.fake_ended] differed

3 cassettes of 1 service: 2 agreed (2 as contract), 1 differed, 0 unknown

hub: contract: 2 agreed, 1 differed
# It writes what is no answer.
$ cp bad/rubbish.sh fake && understudy check --config fake.yaml cassettes/hub/list.yaml
? 1
cassettes/hub/list.yaml:<LINE>:5: error: what the fake wrote is no answer: it is no line of JSON [cassette.fake_bad_answer] differed
  hint: docs/reference/fake-protocol.md describes answers

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
$ cp fake.sh fake && sed -i 's/pieces/stdout/' answers/list && understudy check --config fake.yaml cassettes/hub/list.yaml
? 1
cassettes/hub/list.yaml:<LINE>:5: error: what the fake wrote is no answer: the answer: has no key "stdout" [cassette.fake_bad_answer] differed
  hint: docs/reference/fake-protocol.md describes answers

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
# It does not serve a recorded call, and says so.
$ cp answers/unknown answers/list && understudy check cassettes/hub/list.yaml
? 1
cassettes/hub/list.yaml:<LINE>:5: error: the fake does not serve this call: not served [cassette.fake_refused] differed
  hint: teach the fake this call, or list the operation under `untested` and remove the cassette

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
# It never answers.
$ understudy check --config late.yaml cassettes/hub/list.yaml
? 1
cassettes/hub/list.yaml:<LINE>:5: error: the fake did not answer within 200ms [cassette.fake_late] differed
  hint: `limit` of the service's `fake` in understudy.yaml may be longer

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

hub: contract: 1 differed
# It cannot be started: nothing is known, and nothing is claimed.
$ understudy check --config none.yaml cassettes/hub/list.yaml
? 3
cassettes/hub/list.yaml: warning: not compared: the fake cannot be started: there is no program "no-such-program" on the PATH [cassette.not_compared] unknown

1 cassette of 1 service: 0 agreed (0 as contract), 0 differed, 1 unknown

hub: contract: 1 unknown
$ understudy check --config none.yaml cassettes/hub/list.yaml --tolerate unknown >report.txt

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
-- fake.yaml --
services: {hub: {fake: {protocol: [sh, fake]}}}
-- late.yaml --
services: {hub: {fake: {protocol: [sh, -c, "cat >/dev/null"], limit: 200ms}}}
-- none.yaml --
services: {hub: {fake: {protocol: [no-such-program]}}}
-- bad/ends.sh --
if ! test -f ended; then
    read -r reset
    read -r call
    touch ended
    printf 'boom \033[2J\n' >&2
    exit 3
fi
-- bad/rubbish.sh --
while read -r line; do echo hello; done
