# A pack as the fake: HTTP exchanges are sent as recorded to a fresh world in this process, and what they capture comes from
# its own answers. Where a pack cannot play a call, that is unknown.
$ understudy cassette seal cassettes/parcel/customer.yaml --reason "written for this test" >sealed.txt
$ understudy check
understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 1 agreed (0 as contract), 0 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 agreed
# The pack answers otherwise than the cassette says.
$ sed -i 's/active/asleep/' cassettes/parcel/customer.yaml && understudy cassette seal cassettes/parcel/customer.yaml --reason "another standing" >sealed.txt && understudy check
? 1
cassettes/parcel/customer.yaml:28:7: warning: create: body /standing differs: "asleep" -> "active" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)
cassettes/parcel/customer.yaml:46:7: warning: read: body /standing differs: "asleep" -> "active" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 differed
# A command is nothing that a pack can answer.
$ understudy record -o cassettes/tool/one.yaml --config tool.yaml -- uname 2>written.txt >name.txt && understudy check --config tool.yaml cassettes/tool
? 3
cassettes/tool/one.yaml: warning: not compared: the fake is a pack, and `env` of the fake does not say how a command finds it [cassette.not_compared] unknown

1 cassette of 1 service: 0 agreed (0 as contract), 0 differed, 1 unknown

tool: contract: 1 unknown
# The pack is not there.
$ sed 's/pack: parcel/pack: parsel/' understudy.yaml >bad.yaml && understudy check --config bad.yaml cassettes/parcel
? 2
error: there is no pack "parsel"; looked in packs/, the binary itself [pack.not_found]
  hint: did you mean "parcel"? `understudy pack list` shows what there is

bad.yaml:3:5: warning: not compared: the fake does not load for the service parcel [cassette.not_compared] unknown
bad.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 0 differed, 1 unknown

parcel: contract: no recording
parcel: apart, authored: 1 unknown

-- understudy.yaml --
services:
  parcel:
    fake: {pack: parcel}
    compare: {headers: false}
    rules: [{use: id, at: {path: $.id}, with: {kind: customer}}, {use: timestamps.epoch, at: {path: $.created}}]
-- tool.yaml --
services: {tool: {programs: [uname], fake: {pack: parcel}}}
-- cassettes/parcel/customer.yaml --
version: 1
service: parcel
name: customer
origin: authored
redactions: []
content_digest: sha256:0000000000000000000000000000000000000000000000000000000000000000
vars:
  customer: {type: string, value: cus_000000000001}
exchanges:
  - id: create
    kind: http
    at: 0
    phase: setup
    effect: write
    capture: {customer: {from: body, path: /id, type: string}}
    input:
      method: POST
      host: api
      path: /v1/customers
      query: []
      headers:
        - [Authorization, Bearer none]
        - [Content-Type, application/json]
      body:
        text: '{"name": "Ada"}'
      protocol: http/1.1
    output:
      status: 201
      headers: []
      body:
        text: '{"id":"cus_00000000000001","object":"customer","created":1735689600,"name":"Ada","email":null,"metadata":{},"standing":"active","total_spent":0,"charge_count":0}'
      duration: 1
  - id: read
    kind: http
    at: 2
    effect: read
    input:
      method: GET
      host: api
      path: /v1/customers/${customer}
      query: []
      headers:
        - [Authorization, Bearer none]
      protocol: http/1.1
    output:
      status: 200
      headers: []
      body:
        text: '{"id":"cus_00000000000001","object":"customer","created":1735689600,"name":"Ada","email":null,"metadata":{},"standing":"active","total_spent":0,"charge_count":0}'
      duration: 1
