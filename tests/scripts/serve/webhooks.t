# Who is told of events and what was sent, by command: endpoints made from outside and by the service's own API, every
# attempt in the log, retries on the world's clock, an event sent again, one that was held back and released.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ . ./server && understudy endpoint list
no endpoints
$ . ./server && understudy delivery list
no deliveries
$ . ./server && understudy endpoint secret http://sink.localhost/hook
secret  whsec_GkLNl4kSY8egdRidMA37itVumIQmtDKm
$ . ./server && understudy endpoint add http://sink.localhost/hook charge.created charge.succeeded --signature-time world
id              we_BnCTA31TT8eET7L1
resource        webhook_endpoints
url             http://sink.localhost/hook
subscribe       charge.created, charge.succeeded
active          true
signature_time  world
secret          whsec_GkLNl4kSY8egdRidMA37itVumIQmtDKm
$ sh call.sh POST /v1/webhook_endpoints -d url=http://sink.localhost/500 -d 'events[]=charge.succeeded'
201
$ cat answer && echo
{"id":"we_faoLRyJJDmmjNQUb","object":"webhook_endpoint","created":1735689600,"url":"http://sink.localhost/500","events":["charge.succeeded"],"secret":"whsec_3NFEVwv0Zp4ViVKcvPE1B5dxyzVfxUrp"}
$ . ./server && understudy endpoint secret http://sink.localhost/500
secret  whsec_3NFEVwv0Zp4ViVKcvPE1B5dxyzVfxUrp
$ . ./server && understudy endpoint list
ENDPOINT             ACTIVE  URL                         EVENTS                            SIGNED BY
we_BnCTA31TT8eET7L1  true    http://sink.localhost/hook  charge.created, charge.succeeded  world
we_faoLRyJJDmmjNQUb  true    http://sink.localhost/500   charge.succeeded                  wall
$ . ./server && understudy endpoint list --json
{"data":[{"id":"we_BnCTA31TT8eET7L1","resource":"webhook_endpoints","url":"http://sink.localhost/hook","subscribe":["charge.created","charge.succeeded"],"active":true,"signature_time":"world","secret":"whsec_Gk…"},{"id":"we_faoLRyJJDmmjNQUb","resource":"webhook_endpoints","url":"http://sink.localhost/500","subscribe":["charge.succeeded"],"active":true,"signature_time":"wall","secret":"whsec_3N…"}],"next":null,"evicted":0}

# A charge, and all that is due is sent before the clock's answer.
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ . ./server && understudy clock advance 2s
now    2025-01-01T00:00:02Z
fired  charge.succeeded
$ . ./server && understudy delivery list
DELIVERY  STATE      EVENT             TO                          CREATED               NEXT ATTEMPT
dlv_1     delivered  charge.created    http://sink.localhost/hook  2025-01-01T00:00:00Z  -
dlv_2     delivered  charge.succeeded  http://sink.localhost/hook  2025-01-01T00:00:02Z  -
dlv_3     retrying   charge.succeeded  http://sink.localhost/500   2025-01-01T00:00:02Z  2025-01-01T00:01:02Z
$ . ./server && understudy delivery list --state retrying --json | sed -E 's/t=[0-9]+,v1=[0-9a-f]+/t=T,v1=V/'
{"data":[{"id":"dlv_3","event_id":"evt_EXPH0PpQfWjrF80nO38IcDHy","event_type":"charge.succeeded","endpoint_id":"we_faoLRyJJDmmjNQUb","url":"http://sink.localhost/500","order":3,"state":"retrying","cause":{"kind":"timer","timer":"tmr_1"},"created_at":"2025-01-01T00:00:02Z","duplicate_of":null,"redelivery_of":null,"attempts":[{"n":1,"due_at":"2025-01-01T00:00:02Z","at":"2025-01-01T00:00:02Z","request":{"url":"http://sink.localhost/500","headers":{"content-type":"application/json","parcel-signature":"t=T,v1=V"},"body_sha256":"69a6dabfc953217e6fbe446984e88e4519126e32381d6b506f138fd6c78c0bcd","body":"{\"id\":\"evt_EXPH0PpQfWjrF80nO38IcDHy\",\"object\":\"event\",\"type\":\"charge.succeeded\",\"created\":1735689602,\"request\":null,\"data\":{\"object\":{\"id\":\"ch_W7pHlkWE35wHo8kKAg9UMqEd\",\"object\":\"charge\",\"created\":1735689600,\"amount\":2000,\"currency\":\"usd\",\"customer\":null,\"description\":null,\"metadata\":{},\"card\":{\"brand\":\"visa\"},\"status\":\"succeeded\",\"settled_at\":1735689602,\"failure_code\":null,\"amount_refunded\":0,\"refunded\":false,\"risk_score\":44}}}"},"response":{"status":500,"headers":{},"body":""},"outcome":"status","fault":null}],"next_attempt_at":"2025-01-01T00:01:02Z"}],"next":null,"evicted":0}
$ . ./server && understudy delivery list --event-type charge.created
DELIVERY  STATE      EVENT           TO                          CREATED               NEXT ATTEMPT
dlv_1     delivered  charge.created  http://sink.localhost/hook  2025-01-01T00:00:00Z  -
$ . ./server && understudy delivery list --endpoint we_faoLRyJJDmmjNQUb
DELIVERY  STATE     EVENT             TO                         CREATED               NEXT ATTEMPT
dlv_3     retrying  charge.succeeded  http://sink.localhost/500  2025-01-01T00:00:02Z  2025-01-01T00:01:02Z
$ . ./server && understudy delivery show dlv_1
delivery  dlv_1
event     charge.created evt_6x0hvWjqEMwL010kulIR6LNf
to        http://sink.localhost/hook
state     delivered
endpoint  we_BnCTA31TT8eET7L1
created   2025-01-01T00:00:00Z
attempt 1 at 2025-01-01T00:00:00Z: ok
  sent to http://sink.localhost/hook
    content-type: application/json
    parcel-signature: t=1735689600,v1=0c9a476aea0ca13d1922bbd4c9723671b2ab4e357066112062daa5ab891c4fdd
    {"id":"evt_6x0hvWjqEMwL010kulIR6LNf","object":"event","type":"charge.created","created":1735689600,"request":"req_LyMiXXhJMV3Itz","data":{"object":{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"usd","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"pending","settled_at":null,"failure_code":null,"amount_refunded":0,"refunded":false,"risk_score":44}}}
  answered 204
$ . ./server && understudy delivery show dlv_1 --include wall | sed -nE 's/, [0-9]+ ms$/, N ms/; /^attempt/p'
attempt 1 at 2025-01-01T00:00:00Z: ok, N ms
$ . ./server && understudy clock show | sed -n '/^timers/,/^$/p'
timers:
  DUE                   TIMER  DURATION  RESOURCE     OBJECT               MOVE
  2025-01-01T00:01:02Z  dlv_3  -         $deliveries  we_faoLRyJJDmmjNQUb  send
\
$ . ./server && understudy clock advance 1h
now    2025-01-01T01:00:02Z
fired  nothing
$ . ./server && understudy delivery show dlv_3 | sed -E 's/t=[0-9]+,v1=[0-9a-f]+/t=T,v1=V/; /^    [{]/d'
delivery  dlv_3
event     charge.succeeded evt_EXPH0PpQfWjrF80nO38IcDHy
to        http://sink.localhost/500
state     failed
endpoint  we_faoLRyJJDmmjNQUb
created   2025-01-01T00:00:02Z
attempt 1 at 2025-01-01T00:00:02Z: status
  sent to http://sink.localhost/500
    content-type: application/json
    parcel-signature: t=T,v1=V
  answered 500
attempt 2 at 2025-01-01T00:01:02Z: status
  sent to http://sink.localhost/500
    content-type: application/json
    parcel-signature: t=T,v1=V
  answered 500
attempt 3 at 2025-01-01T00:06:02Z: status
  sent to http://sink.localhost/500
    content-type: application/json
    parcel-signature: t=T,v1=V
  answered 500
attempt 4 at 2025-01-01T00:36:02Z: status
  sent to http://sink.localhost/500
    content-type: application/json
    parcel-signature: t=T,v1=V
  answered 500

# Again, by hand.
$ . ./server && understudy delivery redeliver dlv_1
delivery       dlv_4
event          charge.created evt_6x0hvWjqEMwL010kulIR6LNf
to             http://sink.localhost/hook
state          scheduled
endpoint       we_BnCTA31TT8eET7L1
created        2025-01-01T01:00:02Z
next attempt   2025-01-01T01:00:02Z
redelivery of  dlv_1
$ . ./server && understudy clock advance 0s
now    2025-01-01T01:00:02Z
fired  nothing
$ . ./server && understudy delivery show dlv_4
delivery       dlv_4
event          charge.created evt_6x0hvWjqEMwL010kulIR6LNf
to             http://sink.localhost/hook
state          delivered
endpoint       we_BnCTA31TT8eET7L1
created        2025-01-01T01:00:02Z
redelivery of  dlv_1
attempt 1 at 2025-01-01T01:00:02Z: ok
  sent to http://sink.localhost/hook
    content-type: application/json
    parcel-signature: t=1735693202,v1=7d7c8d10ec611f304208f2d1cabc37aa605715ee3b732a598f4af06e751e6529
    {"id":"evt_6x0hvWjqEMwL010kulIR6LNf","object":"event","type":"charge.created","created":1735689600,"request":"req_LyMiXXhJMV3Itz","data":{"object":{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"usd","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"pending","settled_at":null,"failure_code":null,"amount_refunded":0,"refunded":false,"risk_score":44}}}
  answered 204

# Held back, and released.
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}' --match '{"event_type":"charge.created"}' --count 1
id           flt_1
resource     $deliveries
operation    send
delivery     {"kind":"hold"}
count        1
match        {"event_type":"charge.created"}
fired        0
remaining    1
state        armed
specificity  3
created_seq  1
off_model    false
$ sh call.sh POST /v1/charges -d amount=700 -d source=tok_visa
201
$ . ./server && understudy clock advance 1s
now    2025-01-01T01:00:03Z
fired  nothing
$ . ./server && understudy delivery show dlv_5
delivery  dlv_5
event     charge.created evt_yQe3VAuKpDhBxK8jyGMxV4UX
to        http://sink.localhost/hook
state     held
endpoint  we_BnCTA31TT8eET7L1
created   2025-01-01T01:00:02Z
$ . ./server && understudy delivery release dlv_5 --json
{"id":"dlv_5","event_id":"evt_yQe3VAuKpDhBxK8jyGMxV4UX","event_type":"charge.created","endpoint_id":"we_BnCTA31TT8eET7L1","url":"http://sink.localhost/hook","order":5,"state":"scheduled","cause":{"kind":"call","trace":"trc_3"},"created_at":"2025-01-01T01:00:02Z","duplicate_of":null,"redelivery_of":null,"attempts":[],"next_attempt_at":"2025-01-01T01:00:03Z"}
$ . ./server && understudy clock advance 0s >advanced && understudy delivery show dlv_5 | sed -n '/^state/p; /^attempt/p'
state     delivered
attempt 1 at 2025-01-01T01:00:03Z: ok, by flt_1

# Twice: the log says which fault did it.
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"duplicate","copies":2,"gap":"1s"}' --count 1 >armed
$ . ./server && understudy delivery redeliver dlv_1 >again && understudy clock advance 2s >advanced && understudy delivery list --state delivered --json | grep -oE '"id":"dlv_[0-9]+"|"(duplicate|redelivery)_of":"[^"]*"|"at":"[^"]*"|"fault":"[^"]*"'
"id":"dlv_1"
"at":"2025-01-01T00:00:00Z"
"id":"dlv_2"
"at":"2025-01-01T00:00:02Z"
"id":"dlv_4"
"redelivery_of":"dlv_1"
"at":"2025-01-01T01:00:02Z"
"id":"dlv_5"
"at":"2025-01-01T01:00:03Z"
"fault":"flt_1"
"id":"dlv_6"
"redelivery_of":"dlv_1"
"at":"2025-01-01T01:00:03Z"
"fault":"flt_2"
"id":"dlv_7"
"duplicate_of":"dlv_6"
"at":"2025-01-01T01:00:04Z"
"id":"dlv_8"
"duplicate_of":"dlv_6"
"at":"2025-01-01T01:00:05Z"
"id":"dlv_9"
"at":"2025-01-01T01:00:04Z"

# Removed: it is told of nothing any more.
$ . ./server && understudy endpoint remove we_faoLRyJJDmmjNQUb
cleared 1
$ . ./server && understudy endpoint remove we_BnCTA31TT8eET7L1 --json
{"cleared":1}
$ . ./server && understudy endpoint list
no endpoints
$ sh call.sh POST /v1/charges -d amount=700 -d source=tok_visa
201
$ . ./server && understudy clock advance 2s >advanced && understudy delivery list --json | grep -oE '"id":"dlv_[0-9]+"' | tail -n 1
"id":"dlv_10"
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
