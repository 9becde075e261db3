# What is refused about webhooks, in words: by the verbs, by the routes where a verb cannot send such a thing, and by
# serve itself.
# needs: curl
# limit-seconds: 60
$ understudy serve parcel --delivery-timeout soon
? 2
! error: --delivery-timeout is a duration from 1ms to 10m, not "soon" [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel --delivery-timeout 0s
? 2
! error: --delivery-timeout is a duration from 1ms to 10m, not "0s" [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel --delivery-timeout 11m
? 2
! error: --delivery-timeout is a duration from 1ms to 10m, not "11m" [app.bad_arguments]
!   hint: `understudy serve --help` shows how it is called
$ understudy serve parcel --allow-webhook-host
? 2
! error: the option --allow-webhook-host needs a value [app.missing_value]
!   hint: `understudy serve --help` shows how it is called
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca

# Endpoints.
$ . ./server && understudy endpoint add
? 2
! error: endpoint add needs URL (where events are sent; - reads the body) [app.missing_argument]
!   hint: `understudy endpoint add --help` shows how it is called
$ . ./server && understudy endpoint add nonsense
? 1
! error: "nonsense" is not a URL: it does not begin with a scheme such as https:// (422 invalid_url at /url) [app.refused]
!   hint: as in http://127.0.0.1:5055/hook
$ . ./server && understudy endpoint add ftp://127.0.0.1/hook
? 1
! error: "ftp://127.0.0.1/hook" is not a URL: its scheme is not http, https, ws or wss (422 invalid_url at /url) [app.refused]
!   hint: as in http://127.0.0.1:5055/hook
$ . ./server && understudy endpoint add ws://127.0.0.1/hook
? 1
! error: "ws://127.0.0.1/hook" is neither http nor https (422 invalid_url at /url) [app.refused]
!   hint: as in http://127.0.0.1:5055/hook
$ . ./server && understudy endpoint add http:///hook
? 1
! error: "http:///hook" is not a URL: there is no host (422 invalid_url at /url) [app.refused]
!   hint: as in http://127.0.0.1:5055/hook
$ . ./server && understudy endpoint add https://app.example.com/hook
? 1
! error: webhooks go to this machine only, not to "app.example.com" (422 endpoint_not_allowed at /url) [app.refused]
!   hint: start the server with --allow-webhook-host app.example.com
$ . ./server && understudy endpoint add http://127.1/hook
? 1
! error: "http://127.1/hook" is not a URL: the host looks like an IPv4 address but is not four numbers up to 255 (422 invalid_url at /url) [app.refused]
!   hint: as in http://127.0.0.1:5055/hook
$ . ./server && understudy endpoint add http://sink.localhost/ charge.created charge.suceeded
? 1
! error: no event type "charge.suceeded" in pack parcel@0.1.0 (422 unknown_event_type at /subscribe/1) [app.refused]
!   hint: did you mean 'charge.succeeded'?
$ . ./server && understudy endpoint add http://sink.localhost/ --signature-time moon
? 1
! error: /signature_time: "moon" is not one of "wall", "world" (422 invalid_request at /signature_time) [app.refused]
$ . ./server && understudy endpoint add http://sink.localhost/ --secret hello
? 1
! error: the secret does not have the service's form (422 invalid_secret at /secret) [app.refused]
!   hint: it is written whsec_{base62:32}
$ . ./server && understudy endpoint add http://sink.localhost/ --secrets hello
? 2
! error: endpoint add has no option --secrets [app.unknown_option]
!   hint: did you mean "--secret"? `understudy endpoint add --help` lists the options
$ sh ask POST /__admin__/webhooks/endpoints -d '{}'
{"error":{"code":"invalid_request","message":"the value: the property \"url\" is missing","docs":"control-api#refusals"}}
$ sh ask POST /__admin__/webhooks/endpoints -d '{"url":"http://sink.localhost/","subscribe":[]}'
{"error":{"code":"invalid_request","message":"/subscribe: an array of 0 items has 0 items; at least 1 are needed","field":"/subscribe","docs":"control-api#refusals"}}
$ sh ask POST /__admin__/webhooks/endpoints -d '{"url":"http://sink.localhost/","events":["*"]}'
{"error":{"code":"invalid_request","message":"/events: the property \"events\" is not allowed here","field":"/events","docs":"control-api#refusals"}}
$ sh ask POST /__admin__/webhooks/endpoints -d '{"url":5}'
{"error":{"code":"invalid_request","message":"/url: expected string, found number 5","field":"/url","docs":"control-api#refusals"}}
$ . ./server && understudy endpoint list
no endpoints
$ . ./server && understudy endpoint remove we_1
? 1
! error: there is no endpoint "we_1" (404 unknown_endpoint) [app.refused]
$ . ./server && understudy endpoint remove
? 2
! error: endpoint remove needs ID (an endpoint) [app.missing_argument]
!   hint: `understudy endpoint remove --help` shows how it is called
$ . ./server && understudy endpoint secret
? 2
! error: endpoint secret needs URL (of the endpoint, whether it exists yet or not) [app.missing_argument]
!   hint: `understudy endpoint secret --help` shows how it is called
$ sh ask GET /__admin__/webhooks/secret
{"error":{"code":"invalid_request","message":"which endpoint's?","hint":"name its URL: ?url=http://127.0.0.1:5055/hook","docs":"control-api#refusals"}}

# Deliveries.
$ . ./server && understudy delivery show dlv_1
? 1
! error: there is no delivery "dlv_1" (404 unknown_delivery) [app.refused]
!   hint: deliveries are called dlv_1, dlv_2 and so on
$ . ./server && understudy delivery show
? 2
! error: delivery show needs ID (a delivery (dlv_1)) [app.missing_argument]
!   hint: `understudy delivery show --help` shows how it is called
$ . ./server && understudy delivery redeliver dlv_1
? 1
! error: there is no delivery "dlv_1" (404 unknown_delivery) [app.refused]
!   hint: deliveries are called dlv_1, dlv_2 and so on
$ . ./server && understudy delivery release nonsense
? 1
! error: there is no delivery "nonsense" (404 unknown_delivery) [app.refused]
!   hint: deliveries are called dlv_1, dlv_2 and so on
$ . ./server && understudy delivery list --state deliverd
? 1
! error: state cannot be "deliverd" (422 invalid_request) [app.refused]
!   hint: did you mean 'delivered'?
$ . ./server && understudy delivery list --endpoint we_1
no deliveries
$ sh ask GET '/__admin__/webhooks/deliveries?include=walls'
{"error":{"code":"invalid_request","message":"include cannot be \"walls\"","hint":"did you mean 'wall'?","docs":"control-api#refusals"}}
$ . ./server && understudy endpoint add http://sink.localhost/ >endpoint
$ sh ask POST /v1/charges -d amount=2000 -d source=tok_visa >charge && sh ask POST /__admin__/clock/advance -d '{"by":"0s"}' >advanced
$ . ./server && understudy delivery release dlv_1
? 1
! error: dlv_1 is delivered, not held (409 not_held) [app.refused]
$ . ./server && understudy delivery show dlv_1 --include walls
? 1
! error: include cannot be "walls" (422 invalid_request) [app.refused]
!   hint: did you mean 'wall'?

# Faults of deliveries.
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"lose"}'
? 1
! error: there is no delivery fault "lose" (422 invalid_request at /delivery/kind) [app.refused]
!   hint: there is duplicate, reorder, delay, drop, hold, tamper
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"dorp","seen_as":"failed"}'
? 1
! error: there is no delivery fault "dorp" (422 invalid_request at /delivery/kind) [app.refused]
!   hint: did you mean 'drop'?
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"drop"}'
? 1
! error: seen_as is one of delivered, failed (422 invalid_request at /delivery/seen_as) [app.refused]
!   hint: there is delivered, failed
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"drop","seen_as":"faild"}'
? 1
! error: seen_as is one of delivered, failed (422 invalid_request at /delivery/seen_as) [app.refused]
!   hint: did you mean 'failed'?
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"delay"}'
? 1
! error: it is not said by how long (422 invalid_request at /delivery/by) [app.refused]
!   hint: as in 5s or 2h
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"delay","by":"soon"}'
? 1
! error: "soon" is no duration (422 invalid_duration at /delivery/by) [app.refused]
!   hint: write 500ms, 5s, 1h30m or 7d
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"delay","by":"-1s"}'
? 1
! error: "-1s" is no duration (422 invalid_duration at /delivery/by) [app.refused]
!   hint: write 500ms, 5s, 1h30m or 7d
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"duplicate","copies":0}'
? 1
! error: copies is a number from 1 to 1000 (422 invalid_request at /delivery/copies) [app.refused]
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"reorder","window":0}'
? 1
! error: window is a number from 1 to 1000000 (422 invalid_request at /delivery/window) [app.refused]
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold","by":"5s"}'
? 1
! error: hold has no "by" (422 invalid_request at /delivery/by) [app.refused]
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"tamper","part":"header"}'
? 1
! error: part is one of signature, timestamp, body (422 invalid_request at /delivery/part) [app.refused]
!   hint: there is signature, timestamp, body
$ . ./server && understudy fault arm '$deliveries' send --delivery hold
? 2
! error: --delivery is no JSON [app.not_json]
!   hint: a text needs quotes of its own, as in '"text"'
!   --delivery:1:1: error: expected a value, found "hold" [json.syntax]
!       hold
!       ^~~~
$ . ./server && understudy fault arm '$deliveries' send --status 500
? 1
! error: a fault of deliveries has no status (422 invalid_request at /status) [app.refused]
!   hint: as in {"delivery": {"kind": "drop", "seen_as": "failed"}}
$ . ./server && understudy fault arm '$deliveries' send
? 1
! error: a fault of deliveries needs a delivery (422 invalid_request at /delivery) [app.refused]
!   hint: as in {"delivery": {"kind": "drop", "seen_as": "failed"}}
$ . ./server && understudy fault arm '$deliveries' list --delivery '{"kind":"hold"}'
? 1
! error: deliveries know no "list" (404 unknown_operation at /operation) [app.refused]
!   hint: it is called send
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}' --match '{"event_type":"charge.suceeded"}'
? 1
! error: no event type "charge.suceeded" in pack parcel@0.1.0 (422 unknown_event_type at /match/event_type) [app.refused]
!   hint: did you mean 'charge.succeeded'?
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}' --match '{"attempt":"first"}'
? 1
! error: /match/attempt: expected integer, found string "first" (422 invalid_request at /match/attempt) [app.refused]
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}' --input '{"amount":1}'
? 1
! error: deliveries cannot be matched by "input" (422 unknown_constraint at /match/input) [app.refused]
!   hint: there is event_type, endpoint_id, attempt
$ . ./server && understudy fault tape '$deliveries' send '{"delivery":{"kind":"hold"}}' '{"status":500}'
? 1
! error: an entry has a delivery or passes (422 invalid_request at /tape/1) [app.refused]
$ . ./server && understudy fault arm charges create --delivery '{"kind":"hold"}'
? 1
! error: what happens to deliveries is armed on the resource $deliveries (422 invalid_request at /resource) [app.refused]
$ . ./server && understudy fault list
no faults
$ sh stop.sh
stopped with 0

# Packs that sign otherwise, or send nothing.
$ sh serve.sh understudy serve silent --port 0 --key key-of-the-test-1 --ca-folder ca
$ . ./server && understudy endpoint add http://sink.localhost/
? 1
! error: the pack silent sends no events to endpoints (422 no_endpoints) [app.refused]
$ . ./server && understudy endpoint secret http://sink.localhost/
secret  -
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}'
? 1
! error: the pack silent sends no webhooks (422 invalid_request at /resource) [app.refused]
$ sh stop.sh
stopped with 0
$ sh serve.sh understudy serve calls --port 0 --key key-of-the-test-1 --ca-folder ca
$ . ./server && understudy endpoint add http://sink.localhost/
? 1
! error: the pack calls sends no events to endpoints (422 no_endpoints) [app.refused]
!   hint: its objects carry URLs of their own
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"tamper","part":"timestamp"}'
? 1
! error: the webhooks of calls carry no time to tamper with (422 invalid_request at /delivery/part) [app.refused]
!   hint: tamper with signature or body
$ . ./server && understudy fault arm '$deliveries' send --delivery '{"kind":"hold"}' --match '{"event_type":"call.dnoe"}'
? 1
! error: no event type "call.dnoe" in pack calls@0.1.0 (422 unknown_event_type at /match/event_type) [app.refused]
!   hint: did you mean 'call.done'?
$ sh stop.sh
stopped with 0
$ sh serve.sh understudy serve given --port 0 --key key-of-the-test-1 --ca-folder ca
$ sh ask POST /__admin__/webhooks/endpoints -d '{"url":"http://sink.localhost/","secret":""}'
{"error":{"code":"invalid_secret","message":"a secret has 1 to 255 characters","field":"/secret","docs":"control-api#refusals"}}
$ . ./server && understudy endpoint add http://sink.localhost/ --secret of-my-own --json
{"id":"h_c4hGBahE","resource":"hooks","url":"http://sink.localhost/","subscribe":["*"],"active":true,"signature_time":"wall","secret":"of-my-own"}
$ . ./server && understudy endpoint add http://sink.localhost/ --secret of-my-own
? 1
! error: the endpoint could not be made: url_taken (409 endpoint_refused) [app.refused]
$ sh stop.sh
stopped with 0
$ sh serve.sh understudy serve keyed --port 0 --key key-of-the-test-1 --ca-folder ca
$ . ./server && understudy endpoint add http://sink.localhost/ --secret of-my-own
? 1
! error: the service signs with the world's key (422 invalid_secret at /secret) [app.refused]
!   hint: leave it out
$ . ./server && understudy endpoint secret http://sink.localhost/
secret  key-of-the-test-1
$ sh stop.sh
stopped with 0
$ sh serve.sh understudy serve unsigned --port 0 --key key-of-the-test-1 --ca-folder ca
$ . ./server && understudy endpoint add http://sink.localhost/ --secret of-my-own
? 1
! error: the service does not sign (422 invalid_secret at /secret) [app.refused]
!   hint: leave it out
$ . ./server && understudy endpoint add http://sink.localhost/ --json
{"id":"h_c4hGBahE","resource":"hooks","url":"http://sink.localhost/","subscribe":["*"],"active":true,"signature_time":"wall","secret":null}
$ . ./server && understudy endpoint secret http://sink.localhost/
secret  -
$ sh stop.sh
stopped with 0

-- serve.sh --
# Starts a server, waits until it has said everything, and writes down how to reach it.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -n 's/^url=\([^ ]*\) .*/export UNDERSTUDY_KEY=key-of-the-test-1 UNDERSTUDY_URL=\1/p' out >server
-- ask --
# METHOD PATH [curl's words]
. ./server
method=$1 path=$2
shift 2
curl -sS -X "$method" "$UNDERSTUDY_URL$path" -H "Authorization: Bearer $UNDERSTUDY_KEY" "$@"
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
-- packs/silent/pack.yaml --
format: 1
pack: silent
version: 0.1.0
models: { vendor: Silent, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. } }
resources:
  notes:
    id: "n_{base62:8}"
    operations: { create: POST /notes }
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
  status: { secret: { kind: credential }, send: { headers: { X-Signature: 'hex(hmac_sha256(secret, body))' } }, policy: { timeout: 5s, retries: [] } }
resources:
  calls:
    id: "c_{base62:8}"
    fields: { status: { from: lifecycle }, back: { from: input, schema: { type: string }, nullable: true } }
    operations: { create: POST /calls, finish: "POST /calls/{id}/finish" }
    lifecycle: { start: open, moves: { finish: { from: open, to: done } } }
    callback: { kind: status, url: self.back, on: [ done ], body: { status: self.status } }
-- packs/given/pack.yaml --
format: 1
pack: given
version: 0.1.0
models: { vendor: Given, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. }, url_taken: { status: 409, message: Taken. } }
events: { types: [ hook.pinged ], payload: { type: event.type } }
webhooks:
  given: { endpoint: { resource: hooks, url: self.url }, secret: { kind: input, of: self.secret }, policy: { timeout: 5s, retries: [] } }
resources:
  hooks:
    id: "h_{base62:8}"
    fields: { url: { from: input, required: true, schema: { type: string } }, secret: { from: input, schema: { type: string }, nullable: true }, status: { from: lifecycle } }
    unique: { fields: [ url ], else: url_taken }
    operations: { create: POST /hooks, ping: "POST /hooks/{id}/ping" }
    lifecycle: { start: open, moves: { ping: { from: open, to: open, emits: hook.pinged } } }
-- packs/keyed/pack.yaml --
format: 1
pack: keyed
version: 0.1.0
models: { vendor: Keyed, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. } }
events: { types: [ hook.pinged ], payload: { type: event.type } }
webhooks:
  keyed: { endpoint: { resource: hooks, url: self.url }, secret: { kind: credential }, policy: { timeout: 5s, retries: [] } }
resources:
  hooks:
    id: "h_{base62:8}"
    fields: { url: { from: input, required: true, schema: { type: string } }, status: { from: lifecycle } }
    operations: { create: POST /hooks, ping: "POST /hooks/{id}/ping" }
    lifecycle: { start: open, moves: { ping: { from: open, to: open, emits: hook.pinged } } }
-- packs/unsigned/pack.yaml --
format: 1
pack: unsigned
version: 0.1.0
models: { vendor: Unsigned, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no }, input: [ json ] }
errors:
  envelope: { error: error }
  on: { auth: no, no_route: no, required: no, type: no, missing: no }
  codes: { no: { status: 400, message: No. } }
events: { types: [ hook.pinged ], payload: { type: event.type } }
webhooks:
  unsigned: { endpoint: { resource: hooks, url: self.url }, policy: { timeout: 5s, retries: [] } }
resources:
  hooks:
    id: "h_{base62:8}"
    fields: { url: { from: input, required: true, schema: { type: string } }, status: { from: lifecycle } }
    operations: { create: POST /hooks, ping: "POST /hooks/{id}/ping" }
    lifecycle: { start: open, moves: { ping: { from: open, to: open, emits: hook.pinged } } }
