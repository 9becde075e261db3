# A call that no recording answers: 501, which clients are told not to try again; the nearest recordings and what differs in them;
# nothing of a secret. The end lists what was missed and exits with 97.
# needs: curl
$ understudy cassette seal a.yaml
a.yaml: sealed, authored
$ sh replay.sh a.yaml --json
$ sed -E 's/:[0-9]+/:PORT/' out
{"url":"http://127.0.0.1:PORT","recordings":2,"ca":"ca/ca.pem"}
$ curl -si "$(cat url)/v1/things?limit=4" | tr -d '\r' | sed '/^Content-Length/d'
HTTP/1.1 501 Not Implemented
Content-Type: application/json
Cache-Control: no-store
X-Should-Retry: false
Stripe-Should-Retry: false

{
  "error": {
    "type": "understudy_replay",
    "code": "replay.no_recording",
    "message": "no recording answers `GET /v1/things?limit=4`",
    "nearest": [
      {
        "file": "a.yaml",
        "exchange": "list",
        "call": "GET /v1/things?limit=3",
        "differences": [
          "query limit: \"4\", not \"3\""
        ]
      },
      {
        "file": "a.yaml",
        "exchange": "make",
        "call": "POST /v1/things",
        "differences": [
          "method: \"GET\", not \"POST\"",
          "body: none, not JSON",
          "query limit: \"4\" is not in it"
        ]
      }
    ],
    "hint": "record it: `understudy proxy --help` says how; or change the call"
  }
}
$ curl -s "$(cat url)/v1/things" -H 'Content-Type: application/json' -d '{"name":"b","tags":["x","y"]}' | grep -A8 '"exchange": "make"'
        "exchange": "make",
        "call": "POST /v1/things",
        "differences": [
          "body /name: \"b\", not \"a\"",
          "body /tags/1: \"y\" is not in it"
        ]
      },
      {
        "file": "a.yaml",
$ curl -s "$(cat url)/v1/things?limit=3" -w '\n'
[]
$ curl -s "$(cat url)/v1/things?limit=3" | grep -E 'code|message|hint'
    "code": "replay.used_up",
    "message": "`GET /v1/things?limit=3` has no answer left: it was recorded 1 time",
    "hint": "record the call as often as it is made, or set `used_up` of `match` to repeat_last"
$ curl -s -x "$(cat url)" http://other.test/v1/things?limit=3 | grep -E 'message|host'
    "message": "no recording answers `GET http://other.test/v1/things?limit=3`",
          "host: \"other.test\", not \"api.things.test\""
          "host: \"other.test\", not \"api.things.test\"",
$ curl -s "$(cat url)/v1/login?password=hunter2-and-more" -H 'Authorization: Bearer abcdefghijklmnop' | grep -E 'message'
    "message": "no recording answers `GET /v1/login?password=xxxxxxxxxxxx0001`",
$ sh stop.sh
understudy: error: no recording answers `GET /v1/things?limit=4` [replay.no_recording]
  hint: record it: `understudy proxy --help` says how; or change the call
  error: nearest: a.yaml, exchange list: `GET /v1/things?limit=3`: query limit: "4", not "3" [replay.near_miss]
  error: nearest: a.yaml, exchange make: `POST /v1/things`: method: "GET", not "POST"; body: none, not JSON; query limit: "4" is not in it [replay.near_miss]
understudy: error: no recording answers `POST /v1/things` [replay.no_recording]
  hint: record it: `understudy proxy --help` says how; or change the call
  error: nearest: a.yaml, exchange make: `POST /v1/things`: body /name: "b", not "a"; body /tags/1: "y" is not in it [replay.near_miss]
  error: nearest: a.yaml, exchange list: `GET /v1/things?limit=3`: method: "POST", not "GET"; body: JSON, not none; query limit: it has "3" [replay.near_miss]
understudy: error: `GET /v1/things?limit=3` has no answer left: it was recorded 1 time [replay.used_up]
  hint: record the call as often as it is made, or set `used_up` of `match` to repeat_last
understudy: error: no recording answers `GET http://other.test/v1/things?limit=3` [replay.no_recording]
  hint: record it: `understudy proxy --help` says how; or change the call
  error: nearest: a.yaml, exchange list: `GET //api.things.test/v1/things?limit=3`: host: "other.test", not "api.things.test" [replay.near_miss]
  error: nearest: a.yaml, exchange make: `POST //api.things.test/v1/things`: method: "GET", not "POST"; host: "other.test", not "api.things.test"; body: none, not JSON; query limit: "3" is not in it [replay.near_miss]
understudy: error: no recording answers `GET /v1/login?password=xxxxxxxxxxxx0001` [replay.no_recording]
  hint: record it: `understudy proxy --help` says how; or change the call
  error: nearest: a.yaml, exchange list: `GET /v1/things?limit=3`: path segment 2: "login", not "things"; query limit: it has "3"; query password: "xxxxxxxxxxxx0001" is not in it [replay.near_miss]
  error: nearest: a.yaml, exchange make: `POST /v1/things`: method: "GET", not "POST"; path segment 2: "login", not "things"; body: none, not JSON; query password: "xxxxxxxxxxxx0001" is not in it [replay.near_miss]
understudy: called without a recording, 1 time: `GET /v1/login?password=xxxxxxxxxxxx0001` [replay.unmatched]
understudy: called without a recording, 1 time: `GET /v1/things?limit=3` [replay.unmatched]
understudy: called without a recording, 1 time: `GET /v1/things?limit=4` [replay.unmatched]
understudy: called without a recording, 1 time: `GET http://other.test/v1/things?limit=3` [replay.unmatched]
understudy: called without a recording, 1 time: `POST /v1/things` [replay.unmatched]
understudy: never called: a.yaml, exchange make: `POST /v1/things` [replay.unused]
stopped with 97
$ tail -n 1 out
{"ended":true,"recordings":2,"unmatched":[{"call":"GET /v1/login?password=xxxxxxxxxxxx0001","times":1},{"call":"GET /v1/things?limit=3","times":1},{"call":"GET /v1/things?limit=4","times":1},{"call":"GET http://other.test/v1/things?limit=3","times":1},{"call":"POST /v1/things","times":1}],"unused":[{"file":"a.yaml","exchange":"make"}]}
$ grep -rc hunter2 out said
? 1
out:0
said:0

-- a.yaml --
version: 1
service: things
name: a
origin: authored
redactions: []
exchanges:
  - id: list
    kind: http
    at: 0
    input: {method: GET, host: api.things.test, path: /v1/things, query: [[limit, "3"]]}
    output: {status: 200, headers: [[Content-Type, application/json]], body: {text: '[]'}, duration: 4}
  - id: make
    kind: http
    at: 10
    input: {method: POST, host: api.things.test, path: /v1/things, headers: [[Content-Type, application/json]], body: {text: '{"name":"a","tags":["x"]}'}}
    output: {status: 201, reason: Made, headers: [[Location, /v1/things/1], [Content-Length, "8"], [location, twice]], body: {text: '{"id":1}'}, duration: 4}
-- replay.sh --
rm -f done out said && mkfifo done
(sh -c 'echo $$ >pid && exec "$@"' replay understudy replay --ca-folder ca --port 0 "$@" >out 2>said; echo $? >done) >/dev/null 2>&1 &
for i in $(seq 400); do if grep -q '^interrupt' said 2>/dev/null; then break; fi; sleep 0.05; done
sed -nE 's/.*(http:\/\/127.0.0.1:[0-9]+).*/\1/p' out >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
sed -n '/^interrupt/,$p' said | sed 1d
echo "stopped with $code"
