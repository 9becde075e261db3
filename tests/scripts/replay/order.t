# A strict session: a call that began after another had ended must do so again; what nobody called fails it. --order decides over
# the cassette.
# needs: curl
$ understudy cassette seal a.yaml
a.yaml: sealed, authored
$ sh replay.sh a.yaml
$ curl -s "$(cat url)/v1/things" -H 'Content-Type: application/json' -d '{"tags":["x"],"name":"a"}' | grep message
    "message": "`POST /v1/things` came before `GET /v1/things?limit=3` had been answered",
$ curl -s "$(cat url)/v1/things?limit=3" -w '\n'
[]
$ curl -s "$(cat url)/v1/things" -H 'Content-Type: application/json' -d '{"tags":["x"],"name":"a"}' -w '\n'
{"id":1}
$ sh stop.sh
understudy: error: `POST /v1/things` came before `GET /v1/things?limit=3` had been answered [replay.too_early]
  hint: the session is strict: make the calls in the order of the recording, or say --order free
understudy: called without a recording, 1 time: `POST /v1/things` [replay.unmatched]
stopped with 97
$ sh replay.sh a.yaml
$ curl -s "$(cat url)/v1/things?limit=3" -w '\n'
[]
$ sh stop.sh
understudy: never called: a.yaml, exchange make: `POST /v1/things` [replay.unused]
stopped with 1
$ sh replay.sh a.yaml --order free
$ curl -s "$(cat url)/v1/things" -H 'Content-Type: application/json' -d '{"tags":["x"],"name":"a"}' -w '\n'
{"id":1}
$ sh stop.sh
understudy: never called: a.yaml, exchange list: `GET /v1/things?limit=3` [replay.unused]
stopped with 0

-- a.yaml --
version: 1
service: things
name: a
origin: authored
redactions: []
order: strict
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
