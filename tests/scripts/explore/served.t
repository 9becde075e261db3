# A service at a URL. Without more only reading calls are made of it; a world is told to begin anew for each walk.
# limit-seconds: 240
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock frozen --ca-folder ca
# Nothing may be written, so nothing is: only lists, refusals and what is not there.
$ PARCEL_KEY=key-of-the-test-1 understudy explore parcel --target $(cat url) --login PARCEL_KEY | sed "s|$(cat url)|URL|"
reached:
  operations  10 of 19, not createWebhookEndpoint, deleteWebhookEndpoint, createCharge, updateCharge, captureCharge, createCustomer, updateCustomer, deleteCustomer, createRefund
  states      0 of 11, not charges.authorized, charges.pending, charges.failed, charges.expired, charges.succeeded, charges.disputed, customers.active, customers.flagged, refunds.pending, refunds.succeeded, refunds.failed
  moves       0 of 6, not charges.capture, charges.expire (a timer of 1w), charges.settle (a timer of 2s), charges.dispute (the world event cardholder.disputes), customers.flag, refunds.settle (a timer of 1s)
  arms        0 of 6, not charges.capture.accepted, charges.capture.refused, charges.settle.failed (a timer of 2s), charges.settle.succeeded (a timer of 2s), refunds.settle.succeeded (a timer of 1s), refunds.settle.failed (a timer of 1s)
  errors      5 of 17, not body_unreadable, media_type_unsupported, method_not_allowed, parameter_missing, parameters_exclusive, amount_too_small, state_conflict, charge_not_refundable, refund_exceeds_charge, card_declined, idempotency_mismatch, idempotency_key_too_long
  filters     9 of 9
  pages       1 of 3, not starting_after, ending_before
left out: 222 walks, because they write; --allow-write lets them
parcel@0.1.0 against URL: agreed: 186 walks, 611 calls, 0 divergences
$ UNDERSTUDY_URL=$(cat url) UNDERSTUDY_KEY=key-of-the-test-1 understudy request list --json | grep -c '"method":"\(POST\|PUT\|DELETE\)"'
? 1
0
# A world whose key is not this one cannot be told anything.
$ understudy explore parcel --target $(cat url) --target-key wrong-key-of-the-test 2>&1 | sed "s|$(cat url)|URL|g"
? 3
error: URL is no world that can be told to begin anew: it answers 401 [explore.not_a_world]
  hint: --target-key is the key of a world as `understudy serve` prints it; leave it out for any other service
$ sh stop.sh
stopped with 0
# Something else answers there: that says nothing about the service.
$ sh serve.sh python3 odd.py page
$ understudy explore parcel --target $(cat url) | sed "s|$(cat url)|URL|g" | tail -n 3
? 3
warning: 3 walks could not be judged: the target answers with text that is no JSON [explore.not_judged] unknown

parcel@0.1.0 against URL: unknown: 3 walks, 6 calls, 0 divergences; ended because the target could not be asked
$ sh stop.sh > out
# So does one that has had enough of us, or says nothing at all within our patience.
$ sh serve.sh python3 odd.py limit
$ understudy explore parcel --target $(cat url) | sed "s|$(cat url)|URL|g" | tail -n 3
? 3
warning: 3 walks could not be judged: the target answers 429 Too Many Requests [explore.not_judged] unknown

parcel@0.1.0 against URL: unknown: 3 walks, 6 calls, 0 divergences; ended because the target could not be asked
$ sh stop.sh > out
$ sh serve.sh python3 odd.py hang
$ understudy explore parcel --target $(cat url) --patience 200ms | sed -E "s|$(cat url)|URL|g; s|127.0.0.1:[0-9]+|HOST|" | tail -n 3
? 3
warning: 3 walks could not be judged: the call to HOST took longer than 200ms [explore.not_judged] unknown

parcel@0.1.0 against URL: unknown: 3 walks, 6 calls, 0 divergences; ended because the target could not be asked
$ sh stop.sh > out

-- odd.py --
"""Answers every call with a page for people, or with 429, or not at all."""
import http.server
import sys
import threading


class Odd(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if sys.argv[1] == "hang":
            threading.Event().wait()
        self.send_response(429 if sys.argv[1] == "limit" else 200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<p>Down for maintenance</p>")

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Odd)
server.daemon_threads = True
print(f"url=http://127.0.0.1:{server.server_port} world=none\nadmin_key=none", flush=True)
server.serve_forever()
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=([^ ]*) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
