# P1: what was written or changed by hand is played too, but shown apart and never called contract.
# wildcard: <LINE>=[0-9]+
$ sh record.sh
list.yaml
view-1.yaml
view-9.yaml
$ understudy check
3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown

hub: contract: 3 agreed
# A change that nobody sealed does not load; the others are played all the same.
$ sed -i 's/    at: 0/    at: 7/' cassettes/hub/list.yaml && understudy check
? 2
cassettes/hub/list.yaml:<LINE>:17: error: the contents do not fit content_digest: the file was changed after it was written [cassette.digest_mismatch]
  hint: to keep the change: `understudy cassette seal cassettes/hub/list.yaml --reason TEXT`; to drop it: take the file from git

2 cassettes of 1 service: 2 agreed (2 as contract), 0 differed, 0 unknown; 1 file did not load

hub: contract: 2 agreed
hub: do not load: 1 file
$ understudy cassette seal cassettes/hub/list.yaml --reason "a later start" >sealed.txt && understudy check
understudy.yaml:2:8: info: shown apart, because only recordings are a contract: 1 edited of the service hub [cassette.not_contract]

3 cassettes of 1 service: 3 agreed (2 as contract), 0 differed, 0 unknown

hub: contract: 2 agreed
hub: apart, edited: 1 agreed

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
