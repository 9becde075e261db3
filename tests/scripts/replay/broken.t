# What ended badly when it was recorded ends badly again; a recording that no connection can carry says so.
# needs: curl
$ understudy cassette seal a.yaml
a.yaml: sealed, authored
$ sh replay.sh a.yaml
$ curl -s "$(cat url)/cut" -w '\n'
? 18
half
$ curl -s "$(cat url)/reset"
? 56
$ curl -s "$(cat url)/refused"
? 56
$ curl -s "$(cat url)/early" | grep message
    "message": "the recording of `GET /early` cannot be played: its status 103 is not the end of an answer"
$ curl -s -o /dev/null --http2-prior-knowledge "$(cat url)/cut"
? 92
$ curl -s --http2-prior-knowledge "$(cat url)/shell" -H 'Upgrade: tcp' | grep message
    "message": "the recording of `GET /shell` cannot be played: an upgrade needs HTTP/1.1"
$ curl -s --http2-prior-knowledge "$(cat url)/chat" | grep message
    "message": "the recording of `GET /chat` cannot be played: this is no WebSocket handshake: it is not sent over HTTP/1.1"
$ curl -s "$(cat url)/chat" -w '\n'
{
  "error": {
    "type": "understudy_replay",
    "code": "replay.cannot_play",
    "message": "the recording of `GET /chat` cannot be played: this is no WebSocket handshake: Upgrade does not name websocket"
  }
}
\
$ sh stop.sh
understudy: error: the recording of `GET /early` cannot be played: its status 103 is not the end of an answer [replay.cannot_play]
understudy: error: the recording of `GET /shell` cannot be played: an upgrade needs HTTP/1.1 [replay.cannot_play]
understudy: error: the recording of `GET /chat` cannot be played: this is no WebSocket handshake: it is not sent over HTTP/1.1 [replay.cannot_play]
understudy: error: the recording of `GET /chat` cannot be played: this is no WebSocket handshake: Upgrade does not name websocket [replay.cannot_play]
understudy: called without a recording, 2 times: `GET /chat` [replay.unmatched]
understudy: called without a recording, 1 time: `GET /early` [replay.unmatched]
understudy: called without a recording, 1 time: `GET /shell` [replay.unmatched]
stopped with 97

-- a.yaml --
version: 1
service: things
name: a
origin: authored
redactions: []
match: {used_up: repeat_last}
exchanges:
  - id: cut
    kind: http
    at: 0
    input: {method: GET, path: /cut}
    output: {status: 200, headers: [[Content-Length, "100"]], body: {text: half}, end: cut, duration: 1}
  - id: reset
    kind: http
    at: 10
    input: {method: GET, path: /reset}
    output: {status: 200, headers: [[Content-Length, "100"]], end: reset, duration: 1}
  - id: refused
    kind: http
    at: 20
    input: {method: GET, path: /refused}
    output: {error: connect, duration: 1}
  - id: early
    kind: http
    at: 30
    input: {method: GET, path: /early}
    output: {status: 103, duration: 1}
  - id: shell
    kind: stream
    carrier: http
    at: 40
    input: {method: GET, path: /shell}
    output: {framing: raw, status: 101, headers: [[Upgrade, tcp], [Connection, Upgrade]], pieces: [], duration: 1}
  - id: chat
    kind: stream
    carrier: websocket
    at: 50
    input: {method: GET, path: /chat}
    output: {framing: frames, status: 101, pieces: [], end: complete, duration: 1}
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
