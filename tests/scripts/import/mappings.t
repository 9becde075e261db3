# Mappings of WireMock: authored, with their bodies from __files and nowhere else. A matcher that is no equality is told
# and kept, never dropped.
$ understudy import wiremock stubs --service shop -o .
? 2
stubs/mappings/any.json:1:13: error: a mapping for an address by pattern: it answers calls that cannot be named one by one [cassette.import.problem]
  at: /request
  hint: the file was not imported

stubs/mappings/link.json:1:77: error: call-1, bodyFileName: cannot read "stubs/__files/gone.json": No such file or directory [cassette.import.bad_exchange]
  at: /response/bodyFileName
  hint: this exchange was left out; the others of the file were imported

stubs/mappings/order.json:3:109: warning: a matcher of bodyPatterns: it is a matcher that no single call can stand for; it is kept in the notes [cassette.import.left_out]
  at: /request/bodyPatterns/0

stubs/mappings/out.json:1:76: error: call-1, bodyFileName: it leads out of the folder __files [cassette.import.bad_exchange]
  at: /response/bodyFileName
  hint: this exchange was left out; the others of the file were imported

1 cassette imported: 0 vacuous, 1 success only, 1 not runnable, 1 hand-written; 1 exchange, 0 of them carried exactly; 2 exchanges not imported; 3 files not imported
vacuous (0)
success only (1): shop/mappings/order
not runnable (1): shop/mappings/order
hand-written (1): shop/mappings/order
not carried, kept in the notes:
  a matcher of bodyPatterns: it is a matcher that no single call can stand for
bookkeeping, kept in the notes: the mapping.name
wrote cassettes/shop/mappings/order.yaml
wrote ./understudy.yaml
$ grep -A20 '^origin' cassettes/shop/mappings/order.yaml
origin: authored
redactions: []
content_digest: sha256:7f9a9fa3c386f8664f0bbf1fd40ef9b6eceb61eefee118070238b9e70ebc6666
notes: |-
  Imported from WireMock.
  Not runnable: the file does not say which host was called.
  call-1: {"a matcher of bodyPatterns":{"matchesJsonPath":"$.item"}}
  call-1, the mapping: {"name":"an order"}
match:
  headers:
    - x-shop
  body:
    - none
  used_up: repeat_last
exchanges:
  - id: call-1
    kind: http
    at: 0
    input:
      method: POST
      path: /orders
$ understudy import wiremock stubs --format json | grep '"message"'
? 2
      "message": "a mapping for an address by pattern: it answers calls that cannot be named one by one",
      "message": "call-1, bodyFileName: cannot read \"stubs/__files/gone.json\": No such file or directory",
      "message": "a matcher of bodyPatterns: it is a matcher that no single call can stand for; it is kept in the notes",
      "message": "the mapping.name: a cassette has no place for it; it is kept in the notes",
      "message": "call-1, bodyFileName: it leads out of the folder __files",
      "message": "this call cannot be made again: the file does not say which host was called",
      "message": "this was written by hand and is no evidence: a mapping says what shall be answered, not what was",

-- stubs/mappings/order.json --
{
  "name": "an order",
  "request": {"method": "POST", "url": "/orders", "headers": {"X-Shop": {"equalTo": "7"}}, "bodyPatterns": [{"matchesJsonPath": "$.item"}]},
  "response": {"status": 201, "bodyFileName": "order.json", "fixedDelayMilliseconds": 20}
}
-- stubs/mappings/out.json --
{"request": {"method": "GET", "url": "/out"}, "response": {"bodyFileName": "../../outside.txt"}}
-- stubs/mappings/link.json --
{"request": {"method": "GET", "url": "/gone"}, "response": {"bodyFileName": "gone.json"}}
-- stubs/mappings/any.json --
{"request": {"method": "GET", "urlPattern": "/any/.*"}, "response": {"status": 200}}
-- stubs/__files/order.json --
{"id": 1}
-- outside.txt --
not to be read
