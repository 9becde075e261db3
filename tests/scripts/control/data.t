# What a world holds, by command: looked at, and set back.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ . ./server && understudy state
now 2025-01-01T00:00:00Z
events: none
webhook_endpoints: none
charges: none
customers: none
refunds: none
$ sh call.sh POST /v1/customers -d name=Ann
201
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ . ./server && understudy state
now 2025-01-01T00:00:00Z
events: 2
  {"id":"evt_6x0hvWjqEMwL010kulIR6LNf","object":"event","type":"customer.created","created":1735689600,"request":"req_kMWWlho5g1ilZU","data":{"object":{"id":"cus_1tOYOy09XWnrX7","object":"customer","cre...
  {"id":"evt_EXPH0PpQfWjrF80nO38IcDHy","object":"event","type":"charge.created","created":1735689600,"request":"req_LyMiXXhJMV3Itz","data":{"object":{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge"...
webhook_endpoints: none
charges: 1
  {"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"usd","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"pending","s...
customers: 1
  {"id":"cus_1tOYOy09XWnrX7","object":"customer","created":1735689600,"name":"Ann","email":null,"metadata":{},"standing":"active","total_spent":0,"charge_count":0}
refunds: none
$ . ./server && understudy state customers
now 2025-01-01T00:00:00Z
{
  "id": "cus_1tOYOy09XWnrX7",
  "object": "customer",
  "created": 1735689600,
  "name": "Ann",
  "email": null,
  "metadata": {},
  "standing": "active",
  "total_spent": 0,
  "charge_count": 0
}
$ . ./server && understudy state customers --json
{"now":"2025-01-01T00:00:00Z","data":[{"id":"cus_1tOYOy09XWnrX7","object":"customer","created":1735689600,"name":"Ann","email":null,"metadata":{},"standing":"active","total_spent":0,"charge_count":0}],"next":null,"evicted":0}
$ . ./server && understudy state refunds
now 2025-01-01T00:00:00Z
no objects
$ . ./server && understudy reset --t0 2026-01-01T00:00:00Z
now  2026-01-01T00:00:00Z
$ . ./server && understudy state customers
now 2026-01-01T00:00:00Z
no objects
$ . ./server && understudy reset --json
{"now":"2025-01-01T00:00:00Z"}
$ . ./server && understudy reset --t0 soon
? 1
! error: "soon" is no instant (422 invalid_instant at /t0) [app.refused]
!   hint: write it as 2025-01-01T00:00:00Z
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
