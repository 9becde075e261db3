# Snapshots by command: taken, come back to, compared, carried to another server as a file.
# needs: curl
# limit-seconds: 60
# wildcard: <DIGEST>=[0-9a-f]{64}
# wildcard: <PORT>=[0-9]+
$ sh serve.sh
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ . ./server && understudy snapshot list
no snapshots
$ . ./server && understudy snapshot take before
id       snp_1
name     before
at       2025-01-01T00:00:00Z
packs    [{"name":"parcel","version":"0.1.0"}]
objects  2
$ . ./server && understudy clock advance 2s
now    2025-01-01T00:00:02Z
fired  charge.succeeded
$ sh call.sh POST /v1/customers -d name=Ann
201
$ . ./server && understudy fault arm charges create --status 402 --code card_declined --json >armed
$ . ./server && understudy duration set settle=0s
settle            0s
refund_settle     1s
authorization     1w
idempotency_keys  1d
webhook_delay     0s
$ . ./server && understudy snapshot take --json
{"id":"snp_2","at":"2025-01-01T00:00:02Z","packs":[{"name":"parcel","version":"0.1.0"}],"objects":5}
$ . ./server && understudy snapshot list
SNAPSHOT  NAME    AT                    OBJECTS
snp_1     before  2025-01-01T00:00:00Z  2
snp_2     -       2025-01-01T00:00:02Z  5
$ . ./server && understudy snapshot show snp_1
id       snp_1
name     before
at       2025-01-01T00:00:00Z
packs    [{"name":"parcel","version":"0.1.0"}]
objects  2
digest   <DIGEST>
$ . ./server && understudy world diff snp_1 snp_2
from  snp_1 (before) at 2025-01-01T00:00:00Z
to    snp_2 at 2025-01-01T00:00:02Z

objects:
  + customers cus_1tOYOy09XWnrX7  {"id":"cus_1tOYOy09XWnrX7","created":"2025-01-01T00:00:02Z","name":"Ann","email":null,"metadata":{},"standing":"active"}
  ~ charges ch_W7pHlkWE35wHo8kKAg9UMqEd
      status: "pending" -> "succeeded"
      settled_at: null -> "2025-01-01T00:00:02Z"
clock: 2025-01-01T00:00:00Z -> 2025-01-01T00:00:02Z
durations:
  settle: "2s" -> "0s"
timers:
  - tmr_1  {"id":"tmr_1","due_at":"2025-01-01T00:00:02Z","resource":"charges","object":"ch_W7pHlkWE35wHo8kKAg9UMqEd","move":"settle"}
events:
  + events evt_EXPH0PpQfWjrF80nO38IcDHy  {"id":"evt_EXPH0PpQfWjrF80nO38IcDHy","object":"event","type":"charge.succeeded","created":1735689602,"request":null,"data":{"object":{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":173...
  + events evt_yQe3VAuKpDhBxK8jyGMxV4UX  {"id":"evt_yQe3VAuKpDhBxK8jyGMxV4UX","object":"event","type":"customer.created","created":1735689602,"request":"req_LyMiXXhJMV3Itz","data":{"object":{"id":"cus_1tOYOy09XWnrX7","object":"customer","cre...
faults:
  + flt_1  {"id":"flt_1","resource":"charges","operation":"create","status":402,"code":"card_declined","when":"before","off_model":false,"warnings":[]}
$ . ./server && understudy world diff snp_2
from  snp_2 at 2025-01-01T00:00:02Z
to    w_1 at 2025-01-01T00:00:02Z
nothing differs
$ . ./server && understudy snapshot export snp_1 before.snapshot
$ . ./server && understudy snapshot export snp_1 | cmp - before.snapshot
$ . ./server && understudy restore before
world      w_1
key        key-of-t…
key forms  pk_test_…
pack       parcel@0.1.0, a stand-in for version 2026-05-01
url        http://127.0.0.1:<PORT>
clock      frozen at 2025-01-01T00:00:00Z, began at 2025-01-01T00:00:00Z
seed       0
pacing     real
accepts    own
coherence  off
config     {"account":"acct_kjEe4WZQEIwJYuUN"}
objects    1 events, 0 webhook_endpoints, 1 charges, 0 customers, 0 refunds
$ . ./server && understudy world diff before
from  snp_1 (before) at 2025-01-01T00:00:00Z
to    w_1 at 2025-01-01T00:00:00Z
nothing differs
$ . ./server && understudy snapshot import before.snapshot
id       snp_3
name     before
at       2025-01-01T00:00:00Z
packs    [{"name":"parcel","version":"0.1.0"}]
objects  2
$ . ./server && understudy snapshot import - <before.snapshot --json | grep -o '"id":"[^"]*"'
"id":"snp_4"
$ . ./server && sed 's/"amount":2000/"amount":2001/' before.snapshot | understudy snapshot import -
? 1
! error: the entries give another digest: <DIGEST> (422 invalid_snapshot at /digest) [app.refused]
!   hint: the file was changed after it was written
$ . ./server && echo no >odd && understudy snapshot import odd
? 1
! error: expected a value, found "no" (400 invalid_json) [app.refused]
!   hint: body:1:1
$ . ./server && understudy snapshot import missing.snapshot
? 2
! missing.snapshot: error: cannot read "missing.snapshot": No such file or directory [app.cannot_read]
$ . ./server && understudy snapshot delete snp_2
cleared 1
$ . ./server && understudy snapshot delete snp_9
? 1
! error: there is no snapshot "snp_9" (404 unknown_snapshot) [app.refused]
!   hint: there is before, before, before
$ . ./server && understudy snapshot delete --all
cleared 3
$ . ./server && understudy restore before
? 1
! error: there is no snapshot "before" (404 unknown_snapshot at /snapshot) [app.refused]
$ sh stop.sh
stopped with 0

-- serve.sh --
# Starts a server, waits until it has said everything, and writes down how to reach it.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
{
    sed -n 's/^url=\([^ ]*\) .*/export UNDERSTUDY_URL=\1/p' out | head -n 1
    echo export UNDERSTUDY_KEY=key-of-the-test-1
    sed -n 's/^admin_key=/export UNDERSTUDY_ADMIN_KEY=/p' out
} >server
-- call.sh --
# A call of the application: METHOD PATH [curl's words].
. ./server
method=$1 path=$2
shift 2
curl -s -o answer -w '%{http_code}\n' -X "$method" "$UNDERSTUDY_URL$path" -H "Authorization: Bearer $UNDERSTUDY_KEY" "$@"
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
