# Equal calls get successive answers: list, create, list again shows the new item. What the call means is compared, not how it is
# written; what comes back is what was recorded, headers in their order and with their case.
# needs: curl
$ understudy cassette seal a.yaml
a.yaml: sealed, authored
$ sh replay.sh a.yaml
$ sed -E 's/:[0-9]+/:PORT/' out
url=http://127.0.0.1:PORT recordings=4
$ sed -E 's/:[0-9]+/:PORT/g' said
as a base URL: http://127.0.0.1:PORT
as a proxy: HTTP_PROXY=http://127.0.0.1:PORT HTTPS_PROXY=http://127.0.0.1:PORT
trusted by: ca/ca.pem
interrupt (Ctrl-C) stops it
$ curl -s "$(cat url)/v1/things?limit=3" -w '\n'
[]
$ curl -si "$(cat url)/v1/things" -H 'Content-Type: application/json' -d '{"tags": ["x"], "name": "\u0061"}' -w '\n' | tr -d '\r'
HTTP/1.1 201 Made
Location: /v1/things/1
Content-Length: 8
location: twice

{"id":1}
$ curl -s --http2-prior-knowledge "$(cat url)/v1/%74hings?limit=3" -w '\n%{http_version}\n'
[1]
2
$ sh stop.sh
understudy: never called: a.yaml, exchange unused: `DELETE /v1/things/1` [replay.unused]
stopped with 0

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
  - id: again
    kind: http
    at: 20
    input: {method: GET, host: api.things.test, path: /v1/things, query: [[limit, "3"]]}
    output: {status: 200, headers: [[Content-Type, application/json]], body: {text: '[1]'}, duration: 4}
  - id: unused
    kind: http
    at: 30
    input: {method: DELETE, path: /v1/things/1}
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
