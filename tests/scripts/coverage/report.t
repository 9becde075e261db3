# One report about what the recordings cover of the calls that were made (P64, P68): gaps fail, the rest is told.
$ sh record.sh
close-1.yaml
list.yaml
view-1.yaml
view-9.yaml
$ understudy coverage --calls calls.jsonl
? 1
cassettes/hub/close-1.yaml: warning: this cassette could not fail: empty output [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it
cassettes/hub/close-1.yaml: warning: no observed call matches this recording [coverage.unused]
  hint: remove it, or run the tests that use it

understudy.yaml:4:5: info: 4 cassettes of the service hub without a plan cannot be recorded again: close-1, list, view-1, view-9 [coverage.not_re_recordable]
understudy.yaml:4:5: error: the program calls hub list --limit=integer, and no recording backs the fake's answer [coverage.no_recording]
  hint: record it, or list it in the ratchet file with reason, owner and expiry

cassettes/hub/list.yaml: warning: hub list is recorded in success only [coverage.success_only]
  hint: record a call that fails, is refused, or finds nothing

error: the program calls podman ps <stdin, which no recording knows [coverage.unseen_shape]
  hint: record it, or list it in the ratchet file with reason, owner and expiry

5 calls of 5 shapes: 2 recorded, 2 gaps

hub: recorded: 2 of 4 shapes in 4 calls
hub: written by hand: 0 of 4 cassettes (0%)
hub: oldest recording: 0 days (cassettes/hub/close-1.yaml)
hub: nobody uses: 1 cassette
hub: could not fail: 1 cassette
hub: cannot be recorded again: 4 cassettes
hub: success only: hub list
podman: recorded: 0 of 1 shape in 1 call
$ understudy coverage --calls calls.jsonl --format json | sed -n '/"services"/,$p'
? 1
  "services": [
    {
      "name": "hub",
      "calls": 4,
      "shapes": 4,
      "recorded_shapes": 2,
      "cassettes": 4,
      "hand_written": 0,
      "hand_written_share": 0.0,
      "vacuous": 1,
      "unused": 1,
      "not_re_recordable": [
        "close-1",
        "list",
        "view-1",
        "view-9"
      ],
      "success_only": [
        "hub list"
      ],
      "oldest_days": 0
    },
    {
      "name": "podman",
      "calls": 1,
      "shapes": 1,
      "recorded_shapes": 0,
      "cassettes": 0,
      "hand_written": 0,
      "hand_written_share": 0.0,
      "vacuous": 0,
      "unused": 0,
      "not_re_recordable": [],
      "success_only": []
    }
  ],
  "gaps": 2,
  "tolerated": 0
}
$ understudy coverage --calls calls.jsonl --format json >before.json; rm cassettes/hub/list.yaml; understudy coverage --calls calls.jsonl --before before.json --format markdown
? 1
| Service | |
|---|---|
| hub | recorded: 1 of 4 shapes in 4 calls |
| hub | written by hand: 0 of 3 cassettes (0%, before: 0%) |
| hub | oldest recording: 0 days (cassettes/hub/close-1.yaml) |
| hub | nobody uses: 1 cassette |
| hub | could not fail: 1 cassette |
| hub | cannot be recorded again: 3 cassettes |
| podman | recorded: 0 of 1 shape in 1 call |

\## understudy coverage

5 calls of 5 shapes: 1 recorded, 3 gaps

| Severity | Place | Finding | Code | Id |
|---|---|---|---|---|
| warning | `cassettes/hub/close-1.yaml` | this cassette could not fail: empty output<br>hint: whatever the fake does, or nearly, agrees with it | `cassette.vacuous` | `af99f1d01d9b` |
| warning | `cassettes/hub/close-1.yaml` | no observed call matches this recording<br>hint: remove it, or run the tests that use it | `coverage.unused` | `3ebd722a6284` |
| info | `understudy.yaml:4:5` | 3 cassettes of the service hub without a plan cannot be recorded again: close-1, view-1, view-9 | `coverage.not_re_recordable` | `e16402f6f36f` |
| error | `understudy.yaml:4:5` | the program calls hub list, which no recording knows<br>hint: record it, or list it in the ratchet file with reason, owner and expiry | `coverage.unseen_shape` | `8e6f85ceb3aa` |
| error | `understudy.yaml:4:5` | the program calls hub list --limit=integer, and no recording backs the fake's answer<br>hint: record it, or list it in the ratchet file with reason, owner and expiry | `coverage.no_recording` | `bde709469db3` |
| error |  | the program calls podman ps &lt;stdin, which no recording knows<br>hint: record it, or list it in the ratchet file with reason, owner and expiry | `coverage.unseen_shape` | `d1c3fc8fbe0f` |
# Without calls nothing is known.
$ understudy coverage
? 3
warning: no call was observed: .understudy/calls.jsonl is not there or holds none [coverage.no_calls] unknown
  hint: run the tests under `understudy with DIR --log FILE -- COMMAND`

cassettes/hub/close-1.yaml: warning: this cassette could not fail: empty output [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

understudy.yaml:4:5: info: 3 cassettes of the service hub without a plan cannot be recorded again: close-1, view-1, view-9 [coverage.not_re_recordable]

0 calls of 0 shapes: 0 recorded, 0 gaps

hub: recorded: 0 of 0 shapes in 0 calls
hub: written by hand: 0 of 3 cassettes (0%)
hub: oldest recording: 0 days (cassettes/hub/close-1.yaml)
hub: could not fail: 1 cassette
hub: cannot be recorded again: 3 cassettes
# A line that is no call is told.
$ mkdir -p .understudy && printf '{"program": "hub"}\n' >.understudy/calls.jsonl && sed -n 3p calls.jsonl >>.understudy/calls.jsonl && understudy coverage
.understudy/calls.jsonl: warning: line 1 of ".understudy/calls.jsonl" is no call [coverage.bad_line]
  hint: such a log is written by `understudy with --log`

cassettes/hub/close-1.yaml: warning: this cassette could not fail: empty output [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it
cassettes/hub/close-1.yaml: warning: no observed call matches this recording [coverage.unused]
  hint: remove it, or run the tests that use it

understudy.yaml:4:5: info: 3 cassettes of the service hub without a plan cannot be recorded again: close-1, view-1, view-9 [coverage.not_re_recordable]

1 call of 1 shape: 1 recorded, 0 gaps

hub: recorded: 1 of 1 shape in 1 call
hub: written by hand: 0 of 3 cassettes (0%)
hub: oldest recording: 0 days (cassettes/hub/close-1.yaml)
hub: nobody uses: 1 cassette
hub: could not fail: 1 cassette
hub: cannot be recorded again: 3 cassettes
$ understudy coverage --calls nowhere.jsonl
? 2
! nowhere.jsonl: error: cannot read "nowhere.jsonl": No such file or directory [app.cannot_read]
$ understudy coverage --config nothing.yaml
? 2
! error: nothing.yaml names no services, so there is nothing to check [cassette.no_services]
!   hint: docs/guide/first-cassette.md shows how

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
-- nothing.yaml --
cassettes: x
