# Recorded webhooks that nobody was there for are counted at the end. How they are delivered is judged by tests/replay.
$ understudy cassette seal a.yaml
a.yaml: sealed, authored
$ sh replay.sh a.yaml --callback http://127.0.0.1:1 --json
$ sh stop.sh
understudy: never called: a.yaml, exchange make: `POST /v1/things` [replay.unused]
understudy: 1 webhook not sent, because what precedes them was not called or it ended before [replay.unsent]
stopped with 0
$ tail -n 1 out
{"ended":true,"recordings":1,"unmatched":[],"unused":[{"file":"a.yaml","exchange":"make"}],"webhooks":{"recorded":1,"sent":0,"differed":0}}

-- a.yaml --
version: 1
service: things
name: a
origin: authored
redactions: []
exchanges:
  - id: make
    kind: http
    at: 0
    input: {method: POST, path: /v1/things}
    output: {status: 201, duration: 1}
  - id: made
    kind: webhook
    at: 10
    caused_by: make
    input: {method: POST, path: /hooks, headers: [[X-Event, made]], body: {text: "{}"}}
    output: {status: 204, duration: 1}
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
