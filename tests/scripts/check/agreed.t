# What was recorded is played against the fake, at the boundary where the program meets it (P4): recorded argv in, bytes and
# exit out. Calls, recordings and coverage have one vocabulary, argv (P64).
$ sh record.sh
list.yaml
view-1.yaml
view-9.yaml
$ understudy check
3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown

hub: contract: 3 agreed
$ understudy check cassettes/hub/view-9.yaml
1 cassette of 1 service: 1 agreed (1 as contract), 0 differed, 0 unknown

hub: contract: 1 agreed
$ understudy check --format json | sed -n '/"verdicts"/,$p'
  "verdicts": [
    {
      "file": "cassettes/hub/list.yaml",
      "service": "hub",
      "name": "list",
      "origin": "recorded",
      "contract": true,
      "verdict": "agreed"
    },
    {
      "file": "cassettes/hub/view-1.yaml",
      "service": "hub",
      "name": "view-1",
      "origin": "recorded",
      "contract": true,
      "verdict": "agreed"
    },
    {
      "file": "cassettes/hub/view-9.yaml",
      "service": "hub",
      "name": "view-9",
      "origin": "recorded",
      "contract": true,
      "verdict": "agreed"
    }
  ]
}
$ understudy check --format markdown
| Service | |
|---|---|
| hub | contract: 3 agreed |

\## understudy check

3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown
$ mkdir below && cd below && understudy check ../cassettes/hub
3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown

hub: contract: 3 agreed

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
