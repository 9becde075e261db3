# What counts as the same call is the cassette's to say: headers beside the rest, only some places of the body, values that differ
# from run to run, variables.
# needs: curl
$ for file in */*.yaml; do understudy cassette seal $file; done
bad/match.yaml: sealed, authored
good/chat.yaml: sealed, authored
good/pages.yaml: sealed, authored
good/runs.yaml: sealed, authored
$ sh replay.sh good --var run=today
$ curl -s "$(cat url)/chat" -H 'Content-Type: application/json' -d '{"model":"m","seed":99}' -w '\n'
hello
$ curl -s "$(cat url)/chat" -H 'Content-Type: application/json' -d '{"model":"n","seed":1}' | grep -A9 'chat.yaml"'
        "file": "good/chat.yaml",
        "exchange": "chat",
        "call": "POST /chat",
        "differences": [
          "body /model: \"n\", not \"m\""
        ]
      },
      {
        "file": "good/pages.yaml",
        "exchange": "json",
$ curl -s "$(cat url)/runs/today/items/77?since=2031-02-03T04:05:06Z" -w '\n'
an item
$ curl -s "$(cat url)/page" -H 'Accept: text/plain' -w '\n'
a page
$ curl -s "$(cat url)/page" -H 'accept: application/json' -w '\n'
{}
$ curl -s "$(cat url)/page" -H 'accept: application/json' -w '\n'
{}
$ sh stop.sh
understudy: error: no recording answers `POST /chat` [replay.no_recording]
  hint: record it: `understudy proxy --help` says how; or change the call
  error: nearest: good/chat.yaml, exchange chat: `POST /chat`: body /model: "n", not "m" [replay.near_miss]
  error: nearest: good/pages.yaml, exchange json: `GET /page`: method: "POST", not "GET"; path segment 1: "chat", not "page"; body: JSON, not none; header accept: "*/*", not "application/json" [replay.near_miss]
  error: nearest: good/pages.yaml, exchange text: `GET /page`: method: "POST", not "GET"; path segment 1: "chat", not "page"; body: JSON, not none; header accept: "*/*", not "text/plain" [replay.near_miss]
understudy: called without a recording, 1 time: `POST /chat` [replay.unmatched]
stopped with 97
$ understudy replay bad/match.yaml
? 2
! error: `match.body` has "$.[", which is no place of a body [cassette.bad_match]
!   hint: a name, a JSON Pointer (`/messages/0/role`) or a JSONPath (`$.messages[*].role`); `*` is all of it, `none` nothing
!   error: the query "$.[" cannot be read: expected a name or "*" at character 3, found "[" [json.path_syntax]

-- good/chat.yaml --
version: 1
service: things
name: chat
origin: authored
redactions: []
match: {body: [model]}
exchanges:
  - id: chat
    kind: http
    at: 0
    input: {method: POST, path: /chat, headers: [[Content-Type, application/json]], body: {text: '{"model":"m","seed":1}'}}
    output: {status: 200, body: {text: hello}, duration: 1}
-- good/runs.yaml --
version: 1
service: things
name: runs
origin: authored
redactions: []
vars: {run: {type: string, value: yesterday}}
rules:
  - {use: number_in_url, at: {stream: path}}
  - {use: timestamps.ISO8601, at: {stream: query}}
exchanges:
  - id: item
    kind: http
    at: 0
    input: {method: GET, path: "/runs/${run}/items/41", query: [[since, "2026-01-01T00:00:00Z"]]}
    output: {status: 200, body: {text: an item}, duration: 1}
-- good/pages.yaml --
version: 1
service: things
name: pages
origin: authored
redactions: []
match: {headers: [accept], used_up: repeat_last}
exchanges:
  - id: json
    kind: http
    at: 0
    input: {method: GET, path: /page, headers: [[Accept, application/json]]}
    output: {status: 200, body: {text: "{}"}, duration: 1}
  - id: text
    kind: http
    at: 1
    input: {method: GET, path: /page, headers: [[Accept, text/plain]]}
    output: {status: 200, body: {text: a page}, duration: 1}
-- bad/match.yaml --
version: 1
service: things
name: match
origin: authored
redactions: []
match: {body: ["$.["]}
exchanges:
  - id: chat
    kind: http
    at: 0
    input: {method: POST, path: /chat}
    output: {status: 200, duration: 1}
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
