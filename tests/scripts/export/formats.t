# Cassettes as files of other tools, with what these cannot hold. Only sealed cassettes are read, and nothing that is
# there is overwritten.
$ understudy export har cassettes
cassettes/shop/visit.yaml: warning: the times of pieces: the format has no place for them [cassette.export.approximated]
cassettes/shop/visit.yaml: warning: when a call was made (in 2 exchanges): it is not known, and archives need a time: 1970 is written [cassette.export.approximated]
cassettes/shop/visit.yaml: warning: trailers: the format has no place for it; it is not in what is written [cassette.export.left_out]
cassettes/shop/visit.yaml: warning: commands: the format holds calls over HTTP; it is not in what is written [cassette.export.left_out]

1 cassette for har: 2 exchanges, 0 of them carried exactly; 1 exchange left out
approximated:
  the times of pieces: the format has no place for them
  when a call was made (in 2 exchanges): it is not known, and archives need a time: 1970 is written
not carried:
  trailers: the format has no place for it
  commands: the format holds calls over HTTP
not carried, of the cassette itself: notes
$ understudy export vcr cassettes/shop/visit.yaml -o visit.yml
cassettes/shop/visit.yaml: warning: the times of pieces: the format has no place for them [cassette.export.approximated]
cassettes/shop/visit.yaml: warning: how long a call took: the format has no place for it; it is not in what is written [cassette.export.left_out]
cassettes/shop/visit.yaml: warning: when a call was made (in 2 exchanges): it is not known, and VCR needs a time: 1970 is written [cassette.export.approximated]
cassettes/shop/visit.yaml: warning: trailers: the format has no place for it; it is not in what is written [cassette.export.left_out]
cassettes/shop/visit.yaml: warning: commands: the format holds calls over HTTP; it is not in what is written [cassette.export.left_out]

1 cassette for vcr: 2 exchanges, 0 of them carried exactly; 1 exchange left out
approximated:
  the times of pieces: the format has no place for them
  when a call was made (in 2 exchanges): it is not known, and VCR needs a time: 1970 is written
not carried:
  how long a call took: the format has no place for it
  trailers: the format has no place for it
  commands: the format holds calls over HTTP
not carried, of the cassette itself: notes
wrote visit.yml
$ cat visit.yml
---
http_interactions:
- request:
    method: get
    uri: "https://shop.example.test/items"
    body:
      encoding: UTF-8
      string: ""
    headers: {}
  response:
    status:
      code: 200
      message: "OK"
    headers:
      "Content-Type":
      - "application/json"
    body:
      encoding: UTF-8
      string: "[1]"
  recorded_at: "Thu, 01 Jan 1970 00:00:00 GMT"
- request:
    method: get
    uri: "https://shop.example.test/items"
    body:
      encoding: UTF-8
      string: ""
    headers: {}
  response:
    status:
      code: 200
      message: "OK"
    headers:
      "Content-Type":
      - "application/json"
    body:
      encoding: UTF-8
      string: "[1,2]"
  recorded_at: "Thu, 01 Jan 1970 00:00:01 GMT"
recorded_with: VCR 6.0.0
$ understudy export vcrpy cassettes -o python | tail -n 1
wrote python/shop/visit.yaml
$ cat python/shop/visit.yaml
interactions:
- request:
    body: null
    headers: {}
    method: "GET"
    uri: "https://shop.example.test/items"
  response:
    body:
      string: "[1]"
    headers:
      "Content-Type":
      - "application/json"
    status:
      code: 200
      message: "OK"
- request:
    body: null
    headers: {}
    method: "GET"
    uri: "https://shop.example.test/items"
  response:
    body:
      string: "[1,2]"
    headers:
      "Content-Type":
      - "application/json"
    status:
      code: 200
      message: "OK"
version: 1
$ understudy export wiremock cassettes -o mock | tail -n 1
wrote mock/mappings/shop/visit.json
$ cat mock/mappings/shop/visit.json
{
  "mappings": [
    {
      "name": "shop/visit look",
      "request": {
        "method": "GET",
        "url": "/items"
      },
      "response": {
        "status": 200,
        "headers": {
          "Content-Type": "application/json"
        },
        "body": "[1]",
        "fixedDelayMilliseconds": 12
      },
      "scenarioName": "shop/visit 1",
      "requiredScenarioState": "Started",
      "newScenarioState": "answer 2"
    },
    {
      "name": "shop/visit again",
      "request": {
        "method": "GET",
        "url": "/items"
      },
      "response": {
        "status": 200,
        "headers": {
          "Content-Type": "application/json"
        },
        "body": "[1,2]"
      },
      "scenarioName": "shop/visit 1",
      "requiredScenarioState": "answer 2"
    }
  ],
  "meta": {
    "total": 2
  }
}
$ understudy export har cassettes -o visit.har > /dev/null; understudy import har visit.har --service shop | sed -n 1p
1 cassette imported: 0 vacuous, 1 success only, 0 not runnable, 0 hand-written; 2 exchanges, carried exactly
$ understudy export vcr cassettes -o visit.yml | tail -n 1
1 file unchanged
$ echo mine > visit.yml; understudy export vcr cassettes -o visit.yml
? 2
! visit.yml: error: cannot write "visit.yml": it is there already, and differs; --replace replaces it [app.cannot_write]
!   hint: nothing was changed
$ understudy export vcr cassettes -o visit.yml --replace | tail -n 1
wrote visit.yml

-- cassettes/shop/visit.yaml --
version: 1
service: shop
name: visit
origin: authored
redactions: []
content_digest: "sha256:d9e527452a9afc728775ee0957d4e29965f93eafde8c887d8d96bc9db72d8ac4"
notes: Written for this test.
exchanges:
  - id: look
    kind: http
    at: 0
    input:
      method: GET
      scheme: https
      host: shop.example.test
      path: /items
    output:
      status: 200
      headers:
        - - Content-Type
          - application/json
      body:
        text: "[1]"
      duration: 12
  - id: again
    kind: http
    at: 1500
    input:
      method: GET
      scheme: https
      host: shop.example.test
      path: /items
    output:
      status: 200
      headers:
        - - Content-Type
          - application/json
      body:
        text: "[1,2]"
      trailers:
        - - X-Sum
          - "3"
      duration: 0
  - id: shell
    kind: command
    at: 2000
    input:
      program: git
      args: [status]
    output:
      exit_code: 0
      duration: 1
