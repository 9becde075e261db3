# Trouble laid over what is replayed: wire faults, and faults that know what an event is. They are limited to calls by path, method
# and count; what is drawn is the same for the same seed.
# needs: curl
$ understudy cassette seal a.yaml
a.yaml: sealed, authored
$ sh replay.sh a.yaml --fault cut,after_events=2,path=/v1/messages,count=1 --fault malformed_event,at_event=1,method=GET --fault truncate,after_bytes=3,path=/v1/plain
$ curl -sN "$(cat url)/v1/messages" -d hello
? 18
data: {"n":1}

data: {"n":2}
\
$ curl -sN "$(cat url)/v1/messages" -d hello | tail -n 3

data: {"n":3}
\
$ curl -sN "$(cat url)/v1/events"
data: ('n':1}

data: {"n":2}
\
$ curl -s "$(cat url)/v1/plain" -X PUT -w '\n'
? 18
abc
$ sh stop.sh
stopped with 0
$ sh replay.sh a.yaml --fault cut --rng-seed 7
$ curl -sN "$(cat url)/v1/messages" -d hello >first; sh stop.sh
understudy: never called: a.yaml, exchange events: `GET /v1/events` [replay.unused]
understudy: never called: a.yaml, exchange plain: `PUT /v1/plain` [replay.unused]
stopped with 0
$ sh replay.sh a.yaml --fault cut --rng-seed 7
$ curl -sN "$(cat url)/v1/messages" -d hello >second; sh stop.sh
understudy: never called: a.yaml, exchange events: `GET /v1/events` [replay.unused]
understudy: never called: a.yaml, exchange plain: `PUT /v1/plain` [replay.unused]
stopped with 0
$ cmp first second && tail -n 2 first
data: {"n":1}
\

-- a.yaml --
version: 1
service: things
name: a
origin: authored
redactions: []
match: {used_up: repeat_last}
exchanges:
  - id: events
    kind: stream
    carrier: http
    at: 0
    input: {method: GET, path: /v1/events}
    output: {framing: sse, status: 200, headers: [[Content-Type, text/event-stream]], pieces: [{at: 0, from: body, text: "data: {\"n\":1}\n\n"}, {at: 5, from: body, text: "data: {\"n\":2}\n\n"}], duration: 6}
  - id: messages
    kind: stream
    carrier: http
    at: 10
    input: {method: POST, path: /v1/messages, headers: [[Content-Type, application/x-www-form-urlencoded]], body: {text: hello}}
    output: {framing: sse, status: 200, headers: [[Content-Type, text/event-stream]], pieces: [{at: 0, from: body, text: "data: {\"n\":1}\n\n"}, {at: 5, from: body, text: "data: {\"n\":2}\n\n"}, {at: 9, from: body, text: "data: {\"n\":3}\n\n"}], duration: 12}
  - id: plain
    kind: http
    at: 30
    input: {method: PUT, path: /v1/plain}
    output: {status: 200, headers: [[Content-Length, "6"]], body: {text: abcdef}, duration: 1}
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
