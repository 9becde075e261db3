# Webhooks of a cassette against a pack: what the world would send is compared with what was recorded, in order. Nothing is
# sent; the world's clock is moved to where the next one falls due.
$ understudy cassette seal cassettes/parcel/charge.yaml --reason "written for this test" > /dev/null
$ understudy check
understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 1 agreed (0 as contract), 0 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 agreed
$ sed -i 's/"type":"charge.succeeded"/"type":"charge.settled"/' cassettes/parcel/charge.yaml && understudy cassette seal cassettes/parcel/charge.yaml --reason "another event" > /dev/null; understudy check
? 1
cassettes/parcel/charge.yaml:72:13: warning: told-succeeded: body /type differs: "charge.settled" -> "charge.succeeded" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 differed
$ sed -i 's/charge.settled/charge.succeeded/; s/"events":\["charge.created","charge.succeeded"\]/"events":["charge.created"]/' cassettes/parcel/charge.yaml && understudy cassette seal cassettes/parcel/charge.yaml --reason "one event" > /dev/null; understudy check
? 1
cassettes/parcel/charge.yaml:63:5: error: the fake did not send the webhook told-succeeded that was recorded here [cassette.fake_sent_nothing] differed
  hint: a pack sends webhooks to endpoints: set-up exchanges make one, or a seed file does

understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 differed
# A fake of another kind sends none.
$ understudy check --config command.yaml
? 3
cassettes/parcel/charge.yaml: warning: not compared: the fake is a command, and this call is http over HTTP [cassette.not_compared] unknown

command.yaml:1:20: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 0 differed, 1 unknown

parcel: contract: no recording
parcel: apart, authored: 1 unknown

-- understudy.yaml --
services:
  parcel:
    fake: {pack: parcel}
    compare: {headers: false}
-- command.yaml --
services: {parcel: {fake: {command: [sh, -c, "exit 1"]}}}
-- cassettes/parcel/charge.yaml --
version: 1
service: parcel
name: charge
origin: authored
redactions: []
content_digest: sha256:0000000000000000000000000000000000000000000000000000000000000000
rules:
  - {use: id, at: {path: $.id}, with: {kind: any}}
  - {use: id, at: {path: $.data.object.id}, with: {kind: any}}
  - {use: timestamps.epoch, at: {path: $.created}}
  - {use: opaque, at: {path: $.secret}}
exchanges:
  - id: endpoint
    kind: http
    at: 0
    phase: setup
    effect: write
    input:
      method: POST
      host: api
      path: /v1/webhook_endpoints
      query: []
      headers:
        - [Authorization, Bearer none]
        - [Content-Type, application/json]
      body: {text: '{"url":"https://hooks.example.test/parcel","events":["charge.created","charge.succeeded"]}'}
      protocol: http/1.1
    output:
      status: 201
      headers: []
      body: {text: '{"id":"we_faoLRyJJDmmjNQUb","object":"webhook_endpoint","created":1735689600,"url":"https://hooks.example.test/parcel","events":["charge.created","charge.succeeded"],"secret":"x"}'}
      duration: 1
  - id: charge
    kind: http
    at: 2
    phase: step
    effect: write
    input:
      method: POST
      host: api
      path: /v1/charges
      query: []
      headers:
        - [Authorization, Bearer none]
        - [Content-Type, application/json]
      body: {text: '{"amount":2000,"source":"tok_visa"}'}
      protocol: http/1.1
    output:
      status: 201
      headers: []
      body: {text: '{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"usd","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"pending","settled_at":null,"failure_code":null,"amount_refunded":0,"refunded":false,"risk_score":44}'}
      duration: 1
  - id: told-created
    kind: webhook
    at: 3
    caused_by: charge
    input:
      method: POST
      path: /parcel
      headers: []
      body: {text: '{"id":"evt_EXPH0PpQfWjrF80nO38IcDHy","object":"event","type":"charge.created","created":1735689600,"request":"req_LyMiXXhJMV3Itz","data":{"object":{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"usd","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"pending","settled_at":null,"failure_code":null,"amount_refunded":0,"refunded":false,"risk_score":44}}}'}
    output: {status: 200, headers: [], body: {text: ""}, duration: 1}
  - id: told-succeeded
    kind: webhook
    at: 2010
    caused_by: charge
    input:
      method: POST
      path: /parcel
      headers: []
      body: {text: '{"id":"evt_6x0hvWjqEMwL010kulIR6LNf","object":"event","type":"charge.succeeded","created":1735689602,"request":null,"data":{"object":{"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"usd","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"succeeded","settled_at":1735689602,"failure_code":null,"amount_refunded":0,"refunded":false,"risk_score":44}}}'}
    output: {status: 200, headers: [], body: {text: ""}, duration: 1}
