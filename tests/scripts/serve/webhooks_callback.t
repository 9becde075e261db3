# Callbacks: webhooks to a URL that one object carries. There is no endpoint and no event; the log and faults know them
# by the name of the resource and the state that was entered.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ sh call.sh POST /calls -d '{"back":"http://sink.localhost/410"}'
200
$ sh call.sh POST /calls -d '{}'
200
$ sh call.sh POST /calls -d '{"back":"https://app.example.com/hook"}'
200
$ sh call.sh POST /calls -d '{"back":"http://sink.localhost/500"}' && call=$(grep -o 'c_[0-9A-Za-z]*' answer) && sh call.sh POST "/calls/$call/finish"
200
200
$ . ./server && understudy clock advance 0s >advanced && understudy delivery list
DELIVERY  STATE       EVENT      TO                            CREATED               NEXT ATTEMPT
dlv_1     delivered   call.open  http://sink.localhost/410     2025-01-01T00:00:00Z  -
dlv_2     suppressed  call.open  https://app.example.com/hook  2025-01-01T00:00:00Z  -
dlv_3     retrying    call.open  http://sink.localhost/500     2025-01-01T00:00:00Z  2025-01-01T00:01:00Z
dlv_4     retrying    call.done  http://sink.localhost/500     2025-01-01T00:00:00Z  2025-01-01T00:01:00Z
$ . ./server && understudy delivery show dlv_1
delivery  dlv_1
event     call.open -
to        http://sink.localhost/410
state     delivered
created   2025-01-01T00:00:00Z
attempt 1 at 2025-01-01T00:00:00Z: ok
  sent to http://sink.localhost/410
    content-type: application/x-www-form-urlencoded
    x-signature: 7796415aa91fdf78d04219a9587202f923d357404306e6b4f1d6fec95d312e1b
    Status=open&Id=c_koBw2oGG
  answered 410
$ . ./server && understudy endpoint list
no endpoints
$ . ./server && understudy clock advance 1m >advanced && understudy delivery list --state failed
DELIVERY  STATE   EVENT      TO                         CREATED               NEXT ATTEMPT
dlv_3     failed  call.open  http://sink.localhost/500  2025-01-01T00:00:00Z  -
dlv_4     failed  call.done  http://sink.localhost/500  2025-01-01T00:00:00Z  -
$ . ./server && understudy delivery redeliver dlv_1 >again && understudy clock advance 0s >advanced && understudy delivery show dlv_5 | sed -n '/^state/p; /^redelivery/p; /^attempt/p'
state          delivered
redelivery of  dlv_1
attempt 1 at 2025-01-01T00:01:00Z: ok

# Faults take the state that an object begins in as well as those it enters later.
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}' --match '{"event_type":"call.done"}' | sed -n '/^match/p; /^state/p'
match        {"event_type":"call.done"}
state        armed
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}' --match '{"event_type":"call.open"}' | sed -n '/^match/p; /^state/p'
match        {"event_type":"call.open"}
state        armed
$ sh stop.sh
stopped with 0

-- serve.sh --
# Starts a server, waits until it has said everything, and writes down how to reach it.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve understudy serve calls --port 0 --key key-of-the-test-1 --ca-folder ca "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
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
curl -s -o answer -w '%{http_code}\n' -X "$method" "$UNDERSTUDY_URL$path" -H "Authorization: Bearer $UNDERSTUDY_KEY" -H "Content-Type: application/json" "$@"
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- packs/calls/pack.yaml --
format: 1
pack: calls
version: 0.1.0
models: { vendor: Calls, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. } }
webhooks:
  status: { secret: { kind: credential }, send: { encoding: form, headers: { X-Signature: 'hex(hmac_sha256(secret, body))' } }, policy: { success: [ 2xx, 410 ], timeout: 5s, retries: [ 1m ] } }
resources:
  calls:
    id: "c_{base62:8}"
    fields: { status: { from: lifecycle }, back: { from: input, schema: { type: string }, nullable: true } }
    operations: { create: POST /calls, finish: "POST /calls/{id}/finish" }
    lifecycle: { start: open, moves: { finish: { from: open, to: done } } }
    callback: { kind: status, url: self.back, encoding: form, on: [ start, done ], body: { Status: self.status, Id: self.id } }
