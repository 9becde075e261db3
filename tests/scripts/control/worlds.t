# Worlds by command: shown, listed, made, forked, ended. The key comes from the environment; --world names another world
# for the operator's key.
# needs: curl
# limit-seconds: 60
# wildcard: <PORT>=[0-9]+
# wildcard: <KEY>=usw_[0-9a-f]{40}
# wildcard: <HEX>=[0-9a-f]{40}
# wildcard: <CUT>=usw_[0-9a-f]{4}
$ sh serve.sh
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ . ./server && understudy world show
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
$ . ./server && understudy world list
WORLD  KEY        PACK    VERSION  CLOCK   NOW                   FORK OF  URL
w_1    key-of-t…  parcel  0.1.0    frozen  2025-01-01T00:00:00Z  -        http://127.0.0.1:<PORT>
$ . ./server && understudy world fork --ttl 10m
world       w_2
key         <KEY>
key forms   pk_test_<HEX>
pack        parcel@0.1.0, a stand-in for version 2026-05-01
url         http://127.0.0.1:<PORT>
clock       frozen at 2025-01-01T00:00:00Z, began at 2025-01-01T00:00:00Z
seed        0
pacing      real
accepts     own
coherence   off
fork of     w_1
ends after  10m
config      {"account":"acct_kjEe4WZQEIwJYuUN"}
objects     1 events, 0 webhook_endpoints, 1 charges, 0 customers, 0 refunds
$ . ./server && understudy world fork --new-key key-of-the-fork-1 --json
{"id":"w_3","key":"key-of-the-fork-1","key_forms":["pk_test_key-of-the-fork-1"],"packs":[{"name":"parcel","version":"0.1.0","modelled_version":"2026-05-01","url":"http://127.0.0.1:<PORT>"}],"config":{"account":"acct_kjEe4WZQEIwJYuUN"},"t0":"2025-01-01T00:00:00Z","now":"2025-01-01T00:00:00Z","clock":"frozen","pacing":"real","rng_seed":0,"accept_keys":"own","coherence":"off","parent":"w_1","counts":{"events":1,"webhook_endpoints":0,"charges":1,"customers":0,"refunds":0}}
$ . ./server && understudy world show w_3
world      w_3
key        key-of-t…
key forms  pk_test_…
pack       parcel@0.1.0, a stand-in for version 2026-05-01
url        http://127.0.0.1:<PORT>
clock      frozen at 2025-01-01T00:00:00Z, began at 2025-01-01T00:00:00Z
seed       0
pacing     real
accepts    own
coherence  off
fork of    w_1
config     {"account":"acct_kjEe4WZQEIwJYuUN"}
objects    1 events, 0 webhook_endpoints, 1 charges, 0 customers, 0 refunds
$ . ./server && understudy state --world w_3
now 2025-01-01T00:00:00Z
events: 1
  {"id":"evt_6x0hvWjqEMwL010kulIR6LNf","object":"event","type":"charge.created","created":1735689600,"request":"req_kMWWlho5g1ilZU","data":{"object":{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge"...
webhook_endpoints: none
charges: 1
  {"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"usd","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"pending","s...
customers: none
refunds: none
$ . ./server && understudy world create parcel --id mine --t0 2026-01-01T00:00:00Z --rng-seed 7
world      mine
key        <KEY>
key forms  pk_test_<HEX>
pack       parcel@0.1.0, a stand-in for version 2026-05-01
url        http://127.0.0.1:<PORT>
clock      frozen at 2026-01-01T00:00:00Z, began at 2026-01-01T00:00:00Z
seed       7
pacing     real
accepts    own
coherence  off
config     {"account":"acct_INYD3Iir89Q97FeR"}
objects    0 events, 0 webhook_endpoints, 0 charges, 0 customers, 0 refunds
$ . ./server && understudy clock advance 1h --world mine
now    2026-01-01T01:00:00Z
fired  nothing
$ . ./server && echo '{"pack":"parcel","id":"body"}' | understudy world create - --clock ticking --json | grep -oE '"(id|clock)":"[a-z]*"'
"id":"body"
"clock":"ticking"
$ . ./server && understudy world delete mine
cleared 1
$ . ./server && understudy world delete mine
? 1
! error: there is no world "mine" (404 unknown_world) [app.refused]
!   hint: there is w_1, w_2, w_3, body
$ . ./server && understudy world list --limit 2
WORLD  KEY        PACK    VERSION  CLOCK   NOW                   FORK OF  URL
w_1    key-of-t…  parcel  0.1.0    frozen  2025-01-01T00:00:00Z  -        http://127.0.0.1:<PORT>
w_2    <CUT>…  parcel  0.1.0    frozen  2025-01-01T00:00:00Z  w_1      http://127.0.0.1:<PORT>
there are more: --limit says how many are shown
$ . ./server && unset UNDERSTUDY_ADMIN_KEY && understudy world list
? 1
! error: this call needs the operator's key (403 forbidden_world) [app.refused]
!   hint: `serve` printed it as admin_key
$ . ./server && unset UNDERSTUDY_ADMIN_KEY UNDERSTUDY_KEY && understudy world list
? 3
! error: there is no operator's key to ask with [app.no_admin_key]
!   hint: say --admin-key KEY or set UNDERSTUDY_ADMIN_KEY; `understudy serve` prints it
$ . ./server && understudy world show --key key-of-the-fork-1 --json | grep -oE '"id":"[^"]*"'
"id":"w_3"
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
