# A fork that is taken while an advance waits for a receiver: the attempt and the advance stay with the parent. The fork
# stands where the parent stood, sends nothing of what was under way, and its own clock can be advanced.
# needs: curl
# needs: python3
# limit-seconds: 60
$ python3 receiver.py >receiver.log 2>&1 & echo $! >receiver.pid
$ sh serve.sh
$ sh until.sh port && . ./server && understudy duration set webhook_delay=1s >durations && understudy endpoint add "http://127.0.0.1:$(cat port)/hook" >endpoint
$ . ./server && curl -sS -o job "$UNDERSTUDY_URL/jobs" -H "Authorization: Bearer $UNDERSTUDY_KEY" -X POST
$ { . ./server; understudy clock advance 5s >advanced; echo $? >ended; } >/dev/null 2>&1 &
$ sh until.sh asked && . ./server && understudy world fork --new-key key-of-the-fork-1 >fork && understudy clock show --key key-of-the-fork-1 | head -n 1
now    2025-01-01T00:00:01Z
$ . ./server && understudy delivery list --key key-of-the-fork-1 | awk '{print $1, $2, $3}'
DELIVERY STATE EVENT
dlv_1 cancelled job.done
$ . ./server && timeout 10 understudy clock advance 1s --key key-of-the-fork-1
now    2025-01-01T00:00:02Z
fired  nothing
$ echo now >answer && sh until.sh ended && cat advanced
now    2025-01-01T00:00:05Z
fired  nothing
$ . ./server && understudy delivery list | awk '{print $1, $2, $3}'
DELIVERY STATE EVENT
dlv_1 delivered job.done
$ wc -l <asked
1
$ kill "$(cat receiver.pid)"; sh stop.sh
stopped with 0

-- receiver.py --
# Answers nobody before the file `answer` is there, and says whom it was asked by.
import http.server, os, pathlib, time

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with open("asked", "a") as log:
            print(self.path, file=log)
        end = time.monotonic() + 60
        while not os.path.exists("answer") and time.monotonic() < end:
            time.sleep(0.01)
        self.send_response(204)
        self.end_headers()

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
pathlib.Path("port.part").write_text(f"{server.server_port}\n")
pathlib.Path("port.part").rename("port")
server.serve_forever()
-- until.sh --
# Until the file is there.
for i in $(seq 1000); do
    if [ -s "$1" ]; then exit 0; fi
    sleep 0.02
done
echo "there is no $1"
-- serve.sh --
# Starts a server, waits until it has said everything, and writes down how to reach it.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve understudy serve jobs --port 0 --key key-of-the-test-1 --ca-folder ca "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
{
    sed -n 's/^url=\([^ ]*\) .*/export UNDERSTUDY_URL=\1/p' out | head -n 1
    echo export UNDERSTUDY_KEY=key-of-the-test-1
    sed -n 's/^admin_key=/export UNDERSTUDY_ADMIN_KEY=/p' out
} >server
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- packs/jobs/pack.yaml --
# A sender that is patient with its receivers.
format: 1
pack: jobs
version: 0.1.0
models: { vendor: Jobs, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. } }
events: { types: [ job.done ], payload: { type: event.type } }
webhooks:
  plain: { endpoint: { resource: hooks, url: self.url }, policy: { timeout: 30s, retries: [ 1h ] } }
resources:
  jobs:
    id: "j_{base62:8}"
    fields: { status: { from: lifecycle } }
    operations: { create: POST /jobs }
    lifecycle: { start: [ { state: done, emits: job.done } ] }
  hooks:
    id: "h_{base62:8}"
    fields: { url: { from: input, required: true, schema: { type: string } } }
    operations: { create: POST /hooks }
