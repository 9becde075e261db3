# Where it may not go, and what it could not keep, is said to the program and to whoever runs it.
# needs: curl
# needs: python3
# wildcard: <PORT>=[0-9]+
$ sh start.sh
$ sh proxy.sh --forward --allow 127.0.0.1 --allow '*.svc.test' -o x.yaml; sed -e 's#=/.*/ca.pem#=CA#g' -e 's# SSL.*# ...#' said
as a proxy: HTTP_PROXY=http://127.0.0.1:<PORT> HTTPS_PROXY=http://127.0.0.1:<PORT> http_proxy=http://127.0.0.1:<PORT> https_proxy=http://127.0.0.1:<PORT>
to trust it: ...
may be reached: 127.0.0.1, *.svc.test
interrupt (Ctrl-C) ends the recording and writes x.yaml
$ curl -s -x $(cat url) http://elsewhere.example.test/
{
  "error": {
    "type": "understudy_proxy",
    "code": "relay.not_allowed",
    "message": "\"elsewhere.example.test\" may not be reached through this proxy",
    "hint": "say --allow elsewhere.example.test, or name it in the `hosts` of a service in understudy.yaml"
  }
}
$ curl -s -x $(cat url) http://elsewhere.example.test/again -o /dev/null -w '%{http_code}\n'
403
$ curl -s -x $(cat url) http://169.254.169.254/latest | grep message
    "message": "\"169.254.169.254\" may not be reached through this proxy",
$ curl -s -p -x $(cat url) https://elsewhere.example.test/ -w '%{http_connect}\n'
? 56
403
$ curl -s -x $(cat url) $(cat url)/ | grep message
    "message": "\"127.0.0.1:<PORT>\" is this proxy itself"
$ curl -s $(cat url)/ | grep -e message -e hint
    "message": "this is a proxy, and the request names no host to go to",
    "hint": "set HTTP_PROXY and HTTPS_PROXY of the program to this address; to stand in front of one service, say `understudy proxy URL`"
$ curl -s -x $(cat url) -X CONNECT --request-target a:b $(cat service.url)/ -o /dev/null -w '%{http_code}\n'
400
$ curl -s -x $(cat url) $(cat service.url)/garbage | grep message
    "message": "the status line cannot be read: it does not begin with an HTTP version"
$ curl -s -m 0.3 -x $(cat url) $(cat service.url)/never
? 28
$ sh stop.sh
understudy: error: "elsewhere.example.test" may not be reached through this proxy [relay.not_allowed]
  hint: say --allow elsewhere.example.test, or name it in the `hosts` of a service in understudy.yaml
understudy: error: "169.254.169.254" may not be reached through this proxy [relay.not_allowed]
  hint: say --allow 169.254.169.254, or name it in the `hosts` of a service in understudy.yaml
understudy: error: "127.0.0.1:<PORT>" is this proxy itself [relay.leads_back]
understudy: error: this is a proxy, and the request names no host to go to [relay.not_as_proxy]
  hint: set HTTP_PROXY and HTTPS_PROXY of the program to this address; to stand in front of one service, say `understudy proxy URL`
understudy: error: `GET 127.0.0.1:<PORT>/garbage` is not recorded: the status line cannot be read: it does not begin with an HTTP version [relay.not_kept]
understudy: 1 call not recorded: the program left before there was an answer [relay.left]
understudy: 1 call passed and not recorded [relay.lost]
stopped with 1
$ sh proxy.sh $(cat service.url) --mode pass-through
$ curl -s -x $(cat url) http://elsewhere.example.test/ | grep message
    "message": "this proxy stands in front of \"127.0.0.1:<PORT>\", not of \"elsewhere.example.test\"",
$ kill $(cat service.pid); while kill -0 $(cat service.pid) 2>/dev/null; do sleep 0.02; done; curl -s $(cat url)/
{
  "error": {
    "type": "understudy_proxy",
    "code": "io.cannot_connect",
    "message": "cannot connect to 127.0.0.1:<PORT>: Connection refused",
    "hint": "is the server running?"
  }
}
$ sh stop.sh
understudy: error: this proxy stands in front of "127.0.0.1:<PORT>", not of "elsewhere.example.test" [relay.other_host]
  hint: for several hosts there is `understudy proxy --forward`
understudy: error: cannot connect to 127.0.0.1:<PORT>: Connection refused [io.cannot_connect]
  hint: is the server running?
stopped with 0
$ sh proxy.sh $(cat service.url) --mode forbid; curl -s "$(cat url)/v1?key=x" | grep message; sh stop.sh
    "message": "`GET 127.0.0.1:<PORT>/v1` may not be made in this session",
understudy: error: `GET 127.0.0.1:<PORT>/v1` may not be made in this session [relay.forbidden]
  hint: its mode is forbid
stopped with 0
$ ls *.yaml
? 2
! ls: cannot access '*.yaml': No such file or directory

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
