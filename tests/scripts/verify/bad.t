# A real service that answers rubbish, hangs or asks to wait: unknown with the reason, within its time, and nothing is
# claimed about the cassettes. What would write without permission is not begun, and how to allow it is said.
# wildcard: <PORT>=[0-9]+
$ sh with.sh good understudy record --plan plans/shop.yaml
wrote cassettes/shop/things.yaml
1 written, 0 agreed
$ sh with.sh good understudy verify
agreed cassettes/shop/things.yaml
1 cassette: 1 agreed, 0 differed, 0 unknown
$ sh with.sh rubbish understudy verify
? 3
unknown cassettes/shop/things.yaml: the status line cannot be read: it does not begin with an HTTP version
plans/shop.yaml:8:41: warning: GET /things got no answer [plan.no_answer] unknown
  hint: the status line cannot be read: it does not begin with an HTTP version

1 cassette: 0 agreed, 0 differed, 1 unknown
$ sh with.sh hangs understudy verify
? 3
unknown cassettes/shop/things.yaml: the call to 127.0.0.1:<PORT> took longer than 2s
plans/shop.yaml:8:41: warning: GET /things got no answer [plan.no_answer] unknown
  hint: the call to 127.0.0.1:<PORT> took longer than 2s

1 cassette: 0 agreed, 0 differed, 1 unknown
$ sh with.sh later understudy verify
? 3
unknown cassettes/shop/things.yaml: the answer was an accident of the moment in 2 calls
plans/shop.yaml:8:5: warning: the answer was an accident of the moment in 2 calls [plan.transient] unknown
  hint: try again later

warning: expected status 2xx, got 429 [plan.status] unknown
  hint: the body begins "{\"things\": [1, 2]}"

1 cassette: 0 agreed, 0 differed, 1 unknown
$ sh with.sh locked understudy verify
? 1
differed cassettes/shop/things.yaml
error: expected status 2xx, got 403 [plan.status] differed
  hint: the body begins "{\"things\": [1, 2]}"

cassettes/shop/things.yaml:44:15: error: things used to succeed and is refused now: status 200 -> 403 [drift.now_refused] differed
  hint: make the call by hand: a name or an option it uses may have gone; what the tool said is on standard error

1 cassette: 0 agreed, 1 differed, 0 unknown
$ sed -i 's/sandbox: .*/sandbox: []/' understudy.yaml && sed -i 's/id: things, effect: read/id: things, effect: write/' plans/shop.yaml && sh with.sh good understudy verify
? 5
unknown cassettes/shop/things.yaml: the step "things" is write, and the target "shop-test" is not on the sandbox list of "shop"
plans/shop.yaml:8:5: error: the step "things" is write, and the target "shop-test" is not on the sandbox list of "shop" [plan.not_sandbox]
  hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder

1 cassette: 0 agreed, 0 differed, 1 unknown
$ sed -i 's/sandbox: .*/sandbox: [shop-test]/' understudy.yaml && sed -i 's/id: things, effect: write/id: things, effect: destructive/' plans/shop.yaml && sh with.sh good understudy verify
? 5
unknown cassettes/shop/things.yaml: the step "things" is destructive, and only write is allowed here
plans/shop.yaml:8:5: error: the step "things" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it

1 cassette: 0 agreed, 0 differed, 1 unknown

-- understudy.yaml --
services:
  shop:
    sandbox: [shop-test]
    compare: {headers: false}
-- plans/shop.yaml --
version: 1
service: shop
target: shop-test
url: "${SHOP_URL}"
budget: {step: 2s}
transient: {tries: 2, every: 10ms}
steps:
  - {id: things, effect: read, request: {get: /things}, record: things}
-- with.sh --
rm -f port && mkfifo port
python3 service.py "$1" >/dev/null 2>&1 & service=$!
read -r number <port; rm -f port; shift
SHOP_URL=http://127.0.0.1:$number "$@" 2>&1; code=$?
kill $service
exit $code
-- service.py --
"""A service on a free port, which it writes into the fifo `port`: good, or wrong in the way that is named."""
import socket
import sys
how = sys.argv[1]
server = socket.create_server(("127.0.0.1", 0))
with open("port", "w") as out:
    print(server.getsockname()[1], file=out)
kept = []
while True:
    client, _ = server.accept()
    client.recv(65536)
    body = b'{"things": [1, 2]}'
    status = {"later": b"429 Too Many Requests", "locked": b"403 Forbidden"}.get(how, b"200 OK")
    if how == "hangs":
        kept.append(client)
        continue
    if how == "rubbish":
        client.sendall(b"\x00\xff this is no HTTP \r\n\r\n")
    else:
        client.sendall(b"HTTP/1.1 " + status + b"\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)
    client.close()
