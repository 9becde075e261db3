# A recording in use that is too old fails under CI, is recorded anew where the mode records, and is told everywhere; one that nobody asks for is left alone.
# needs: curl
# needs: python3
# wildcard: <PORT>=[0-9]+
$ sh start.sh
$ sh proxy.sh $(cat service.url); curl -s $(cat url)/a $(cat url)/b >/dev/null; sh stop.sh
understudy: wrote cassettes/shop/get-a-65c73aa9.yaml
understudy: wrote cassettes/shop/get-b-51d8a09d.yaml
stopped with 0
$ for file in cassettes/shop/*.yaml; do sed -i 's/recorded_at: .*/recorded_at: 2020-01-01T00:00:00Z/' $file; understudy cassette seal $file --reason older; done
cassettes/shop/get-a-65c73aa9.yaml: sealed, edited
cassettes/shop/get-b-51d8a09d.yaml: sealed, edited
$ CI=true sh proxy.sh $(cat service.url) --mode replay; curl -s $(cat url)/a; sh stop.sh
{"things": ["anvil"]}
understudy: never called: cassettes/shop/get-b-51d8a09d.yaml, exchange get-b: `GET /b` [replay.unused]
cassettes/shop/get-a-65c73aa9.yaml: error: exchange get-a was recorded at 2020-01-01T00:00:00Z, more than 30d ago, and is in use [app.expired]
  hint: record it anew with `understudy proxy --mode record`, and review it

1 error
stopped with 1
$ sh proxy.sh $(cat service.url) --mode replay; curl -s $(cat url)/a; sh stop.sh
{"things": ["anvil"]}
understudy: never called: cassettes/shop/get-b-51d8a09d.yaml, exchange get-b: `GET /b` [replay.unused]
cassettes/shop/get-a-65c73aa9.yaml: warning: exchange get-a was recorded at 2020-01-01T00:00:00Z, more than 30d ago, and is in use [app.expired]
  hint: record it anew with `understudy proxy --mode record`, and review it

1 warning
stopped with 0
$ sh proxy.sh $(cat service.url) --mode record-missing; curl -s $(cat url)/a; sh stop.sh
{"things": ["anvil"]}
understudy: waits for review: .understudy/pending/cassettes/shop/get-a-65c73aa9.yaml (the file is there already and stays as it is)
understudy: never called: cassettes/shop/get-b-51d8a09d.yaml, exchange get-b: `GET /b` [replay.unused]
cassettes/shop/get-a-65c73aa9.yaml: warning: exchange get-a was recorded at 2020-01-01T00:00:00Z, more than 30d ago: the service was called instead, and its answer waits for review [app.expired_renewed]

1 warning
stopped with 0
$ CI=1 sh proxy.sh $(cat service.url) --mode replay --expires 10000d; curl -s $(cat url)/a; sh stop.sh
{"things": ["anvil"]}
understudy: never called: cassettes/shop/get-b-51d8a09d.yaml, exchange get-b: `GET /b` [replay.unused]
stopped with 0
$ sh proxy.sh $(cat service.url) --mode replay; curl -s $(cat url)/c | grep message; sh stop.sh; kill $(cat service.pid)
    "message": "no recording answers `GET http://127.0.0.1:<PORT>/c`",
understudy: error: no recording answers `GET http://127.0.0.1:<PORT>/c` [replay.no_recording]
  hint: record it: `understudy proxy --help` says how; or change the call
  error: nearest: cassettes/shop/get-a-65c73aa9.yaml, exchange get-a: `GET http://127.0.0.1:<PORT>/a`: path segment 1: "c", not "a" [replay.near_miss]
  error: nearest: cassettes/shop/get-b-51d8a09d.yaml, exchange get-b: `GET http://127.0.0.1:<PORT>/b`: path segment 1: "c", not "b" [replay.near_miss]
understudy: called without a recording, 1 time: `GET http://127.0.0.1:<PORT>/c` [replay.unmatched]
understudy: never called: cassettes/shop/get-a-65c73aa9.yaml, exchange get-a: `GET /a` [replay.unused]
understudy: never called: cassettes/shop/get-b-51d8a09d.yaml, exchange get-b: `GET /b` [replay.unused]
stopped with 97

-- understudy.yaml --
services:
  shop: {hosts: ["127.0.0.1"], expires: 30d}
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
