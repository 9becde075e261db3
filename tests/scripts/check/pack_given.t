# `given` of a cassette names a seed file of the project, or of the pack, that the world begins with.
$ understudy cassette seal cassettes/parcel/customer.yaml --reason "written for this test" > /dev/null
$ understudy check
understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 1 agreed (0 as contract), 0 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 agreed
$ rm seeds/ada.yaml && understudy check
? 1
cassettes/parcel/customer.yaml:10:5: error: the fake does not serve this call: there is no start state "ada": no such file below `seeds` of the project or of the pack [cassette.fake_refused] differed
  hint: teach the fake this call, or list the operation under `untested` and remove the cassette

understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 differed
$ mkdir -p packs && understudy pack eject parcel > /dev/null && mkdir packs/parcel/seeds && printf 'understudy_seed: 1\nseed: {customers: [{id: cus_1, name: ada}]}\n' > packs/parcel/seeds/ada.yaml && understudy check
understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 1 agreed (0 as contract), 0 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 agreed
$ printf 'understudy_seed: 1\nseed: {customers: [{id: wrong}]}\n' > packs/parcel/seeds/ada.yaml && understudy check
? 1
cassettes/parcel/customer.yaml:10:5: error: the fake does not serve this call: the seed seeds/ada.yaml: the id "wrong" does not fit customers: ^cus_[a-zA-Z0-9]+$ [cassette.fake_refused] differed
  hint: teach the fake this call, or list the operation under `untested` and remove the cassette

understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 differed
$ sed -i 's/given: ada/given: ..\/ada/' cassettes/parcel/customer.yaml && understudy check
? 1
cassettes/parcel/customer.yaml:10:5: error: the fake does not serve this call: there is no start state "../ada": no such file below `seeds` of the project or of the pack [cassette.fake_refused] differed
  hint: teach the fake this call, or list the operation under `untested` and remove the cassette

understudy.yaml:3:5: info: shown apart, because only recordings are a contract: 1 authored of the service parcel [cassette.not_contract]

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

parcel: contract: no recording
parcel: apart, authored: 1 differed

-- understudy.yaml --
services:
  parcel:
    fake: {pack: parcel}
    compare: {headers: false}
-- seeds/ada.yaml --
understudy_seed: 1
seed: {customers: [{id: cus_1, name: ada}]}
-- cassettes/parcel/customer.yaml --
version: 1
service: parcel
name: customer
origin: authored
given: ada
redactions: []
content_digest: sha256:0000000000000000000000000000000000000000000000000000000000000000
rules: [{use: timestamps.epoch, at: {path: $.created}}]
exchanges:
  - id: read
    kind: http
    at: 0
    effect: read
    input:
      method: GET
      host: api
      path: /v1/customers/cus_1
      query: []
      headers:
        - [Authorization, Bearer none]
      protocol: http/1.1
    output:
      status: 200
      headers: []
      body: {text: '{"id":"cus_1","object":"customer","created":1735689600,"name":"ada","email":null,"metadata":{},"standing":"active","total_spent":0,"charge_count":0}'}
      duration: 1
