# The ratchet: gaps are tolerated for a while, with reason, owner and expiry, and their list may only shrink.
$ sh record.sh
close-1.yaml
list.yaml
view-1.yaml
view-9.yaml
$ git init -q && cp listed.yaml ratchet.yaml && git add . && git -c user.name=a -c user.email=a@example.test commit -qm one
$ understudy coverage --calls calls.jsonl | grep -A2 "error\|tolerated"
? 1
error: the program calls podman ps <stdin, which no recording knows [coverage.unseen_shape]
  hint: record it, or list it in the ratchet file with reason, owner and expiry

5 calls of 5 shapes: 2 recorded, 1 gap; 1 tolerated

hub: recorded: 2 of 4 shapes in 4 calls
# It grew since the commit.
$ cat more.yaml >>ratchet.yaml && understudy coverage --calls calls.jsonl | grep -A2 "error\|tolerated"
? 1
ratchet.yaml:2:3: error: the list of tolerated gaps has grown by podman ps <stdin [coverage.ratchet_grew]
  hint: say --allow-growth if that was decided

5 calls of 5 shapes: 2 recorded, 0 gaps; 2 tolerated

hub: recorded: 2 of 4 shapes in 4 calls
$ understudy coverage --calls calls.jsonl --allow-growth | grep -A2 "error\|tolerated"
5 calls of 5 shapes: 2 recorded, 0 gaps; 2 tolerated

hub: recorded: 2 of 4 shapes in 4 calls
# It is no longer needed, or its day has come.
$ cp old.yaml ratchet.yaml && understudy coverage --calls calls.jsonl | grep -A2 "error\|tolerated"
? 1
error: the program calls podman ps <stdin, which no recording knows [coverage.unseen_shape]
  hint: record it, or list it in the ratchet file with reason, owner and expiry

ratchet.yaml:1:3: error: the gap hub list --limit=integer was tolerated until 2001-01-01; ask hub-team [coverage.ratchet_expired]
  hint: record the call, or give the entry a new day
ratchet.yaml:2:3: error: the gap hub view --web is no longer there [coverage.ratchet_not_needed]
  hint: remove the entry
ratchet.yaml:2:3: error: the list of tolerated gaps has grown by hub view --web [coverage.ratchet_grew]
  hint: say --allow-growth if that was decided
\
# An entry without an owner.
$ printf -- '- {shape: x, reason: y, expires: "2999-01-01"}\n' >ratchet.yaml && understudy coverage --calls calls.jsonl
? 2
! error: ratchet.yaml has 1 problem [coverage.bad_ratchet]
!   hint: an entry has shape, reason, owner and expires, the last a day
!   ratchet.yaml:1:3: error: an entry: needs `owner` [cassette.problem]
!       - {shape: x, reason: y, expires: "2999-01-01"}
!         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
$ understudy coverage --calls calls.jsonl --ratchet nowhere.yaml
? 2
! nowhere.yaml: error: cannot read "nowhere.yaml": No such file or directory [app.cannot_read]

-- understudy.yaml --
coverage: {ratchet: ratchet.yaml}
services:
  hub:
    untested: [{operation: hub merge, reason: it needs two people}]
-- hub --
#!/bin/sh
case "$1" in
list) echo '[{"id": 1}]' ;;
view) if [ "$2" = 1 ]; then echo first; else echo "no issue $2" >&2; exit 1; fi ;;
esac
-- record.sh --
chmod +x hub
for call in list "view 1" "view 9" "close 1"; do
    PATH="$PWD:$PATH" understudy record -o "cassettes/hub/$(echo $call | tr ' ' '-').yaml" -- hub $call >/dev/null 2>&1
done
ls cassettes/hub
-- calls.jsonl --
{"program": "hub", "shape": {"words": ["list"], "flags": {}, "stdin": false}, "outcome": "replayed", "cassette": "hub/list.yaml", "exchange": 0}
{"program": "hub", "shape": {"words": ["list"], "flags": {"--limit": "integer"}, "stdin": false}, "outcome": "missed"}
{"program": "hub", "shape": {"words": ["view"], "flags": {}, "stdin": false}, "outcome": "replayed", "cassette": "hub/view-1.yaml", "exchange": 0}
{"program": "hub", "shape": {"words": ["merge"], "flags": {"--squash": "none"}, "stdin": false}, "outcome": "ran"}
{"program": "podman", "shape": {"words": ["ps"], "flags": {}, "stdin": true}, "outcome": "ran"}
-- listed.yaml --
- {shape: hub list --limit=integer, reason: not recorded yet, owner: hub-team, expires: "2999-01-01"}
-- old.yaml --
- {shape: hub list --limit=integer, reason: not recorded yet, owner: hub-team, expires: "2001-01-01"}
- {shape: hub view --web, reason: it opens a browser, owner: hub-team, expires: "2999-01-01"}
-- more.yaml --
- {shape: podman ps <stdin, reason: not ours, owner: ops, expires: "2999-01-01"}
