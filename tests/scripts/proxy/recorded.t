# A recording is one timeline: what was asked and answered as it was, the key replaced, lengths right, over an old file only after review.
# needs: curl
# needs: python3
# wildcard: <PORT>=[0-9]+
$ sh start.sh; printf 'sk_%s_51Hq8Zt3Wx6Yv9Bn2Mc5Kd7J' live >key
$ sh proxy.sh $(cat service.url) --service shop -o shop.yaml; cat out said
url=http://127.0.0.1:<PORT>
as a base URL: http://127.0.0.1:<PORT>, in front of http://127.0.0.1:<PORT>
interrupt (Ctrl-C) ends the recording and writes shop.yaml
$ curl -s -A me -H "Authorization: Bearer $(cat key)" -H 'X-Case: Kept' "$(cat url)/v1/things?limit=2&name=a+b"
{"things": ["anvil"]}
$ curl -s -A me -d "{\"token\": \"$(cat key)\", \"who\": \"$USER\"}" -H 'Content-Type: application/json' "$(cat url)/v1/echo" | cut -c 1-21
{"got": {"token": "sk
$ sh stop.sh
understudy: wrote shop.yaml
stopped with 0
$ sed -e 's/127.0.0.1:[0-9]*/HOST/' -e 's/\( at\|duration\): [0-9]*$/\1: N/' shop.yaml | sed -n '/^redactions/,$p' | grep -v content_digest
redactions:
  - rule: stripe.secret_key
    at: exchanges[*].input.body
    count: 1
  - rule: stripe.secret_key
    at: exchanges[*].input.headers.Authorization
    count: 1
  - rule: stripe.secret_key
    at: exchanges[*].output.body
    count: 1
exchanges:
  - id: get-v1-things
    kind: http
    at: N
    input:
      method: GET
      scheme: http
      host: HOST
      path: /v1/things
      query:
        - - limit
          - "2"
        - - name
          - a b
      query_text: limit=2&name=a+b
      headers:
        - - Host
          - HOST
        - - User-Agent
          - me
        - - Accept
          - "*/*"
        - - Authorization
          - Bearer sk_live_xxxxxxxxxxxxxxxxxxxx0001
        - - X-Case
          - Kept
      protocol: http/1.1
    output:
      pieces:
        - at: N
          from: body
          text: |
            {"things": ["anvil"]}
      status: 200
      headers:
        - - Content-Type
          - application/json
        - - Content-Length
          - "22"
      duration: N
  - id: post-v1-echo
    kind: http
    at: N
    input:
      method: POST
      scheme: http
      host: HOST
      path: /v1/echo
      headers:
        - - Host
          - HOST
        - - User-Agent
          - me
        - - Accept
          - "*/*"
        - - Content-Type
          - application/json
        - - Content-Length
          - "56"
      body:
        text: "{\"token\": \"sk_live_xxxxxxxxxxxxxxxxxxxx0001\", \"who\": \"\"}"
      protocol: http/1.1
    output:
      pieces:
        - at: N
          from: body
          text: |
            {"got": {"token": "sk_live_xxxxxxxxxxxxxxxxxxxx0001", "who": ""}}
      status: 201
      headers:
        - - Content-Type
          - application/json
        - - Content-Length
          - "66"
      duration: N
$ grep -c "$(cat key)" shop.yaml
? 1
0
$ sh proxy.sh $(cat service.url) --service shop -o shop.yaml; curl -s $(cat url)/other >/dev/null; sh stop.sh
understudy: waits for review: .understudy/pending/shop.yaml (the file is there already and stays as it is)
stopped with 0
$ sh proxy.sh $(cat service.url) --service shop; curl -s $(cat url)/v1/things?a=1 $(cat url)/v1/things?a=1 $(cat url)/v1/things/ >/dev/null; sh stop.sh
understudy: wrote cassettes/shop/get-v1-things-498bfee4.yaml
understudy: wrote cassettes/shop/get-v1-things-b8bba326.yaml
stopped with 0
$ sh proxy.sh $(cat service.url) --service shop -o none.yaml; sh stop.sh; ls *.yaml; kill $(cat service.pid)
stopped with 0
shop.yaml

-- service.py --
import http.server, json, pathlib, sys, time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send(self, body, status=200):
        self.send_response_only(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/never":
            time.sleep(60)
        elif self.path == "/garbage":
            self.wfile.write(b"this is no HTTP\r\n\r\n")
            self.close_connection = True
        else:
            self.send(b'{"things": ["anvil"]}\n')

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send(b'{"got": %s}\n' % body, 201)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
pathlib.Path("part").write_text(f"http://127.0.0.1:{server.server_port}\n")
pathlib.Path("part").rename("service.url")
server.serve_forever()
-- start.sh --
python3 service.py >service.log 2>&1 &
echo $! >service.pid
for i in $(seq 400); do if [ -s service.url ]; then break; fi; sleep 0.05; done
-- proxy.sh --
rm -f done out said && mkfifo done
(sh -c 'echo $$ >pid && exec "$@"' proxy understudy proxy --ca-folder ca --port 0 "$@" >out 2>said; echo $? >done) >/dev/null 2>&1 &
for i in $(seq 400); do if grep -q '^interrupt' said 2>/dev/null; then break; fi; sleep 0.05; done
sed -nE 's/^url=(http:[^ ]+).*/\1/p' out >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
sed -n '/^interrupt/,$p' said | sed 1d
echo "stopped with $code"
