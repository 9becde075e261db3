# Recordings of HTTP: one cassette a file, one timeline in order, the service by its host. What is not carried exactly is
# told with its place and kept in the notes; nothing is written unless it is told where.
$ understudy import vcr spec
? 2
spec/broken.yml:2:31: error: call-1, request.uri: it is no http or https address [cassette.import.bad_exchange]
  at: /http_interactions/0/request/uri
  hint: this exchange was left out; the others of the file were imported
spec/broken.yml:4:58: warning: the placeholder <VENDOR_ID> stands inside of words or numbers, in 2 places, first in call-2, input.path: a careless replacement changed more than secrets [fixture.secret.damaged]
  hint: undo the replacement or record it again; what was changed is no evidence

spec/users/list.yml:14:37: warning: a body that was sent compressed: the file holds it unpacked, so it is carried without its Content-Encoding [cassette.import.approximated]
  at: /http_interactions/0/response/body/string

2 cassettes imported: 0 vacuous, 1 success only, 0 not runnable, 0 hand-written; 3 exchanges, 2 of them carried exactly; 1 exchange not imported; 1 file of another format
vacuous (0)
success only (1): api.example.test/broken
not runnable (0)
hand-written (0)
damaged by a filter (1): api.example.test/broken
approximated:
  a body that was sent compressed: the file holds it unpacked, so it is carried without its Content-Encoding
bookkeeping, kept in the notes: response.adapter_metadata
$ ls
spec
$ understudy import vcr spec -o . | grep -v '^spec'
? 2
  at: /http_interactions/0/request/uri
  hint: this exchange was left out; the others of the file were imported
  hint: undo the replacement or record it again; what was changed is no evidence

  at: /http_interactions/0/response/body/string

2 cassettes imported: 0 vacuous, 1 success only, 0 not runnable, 0 hand-written; 3 exchanges, 2 of them carried exactly; 1 exchange not imported; 1 file of another format
vacuous (0)
success only (1): api.example.test/broken
not runnable (0)
hand-written (0)
damaged by a filter (1): api.example.test/broken
approximated:
  a body that was sent compressed: the file holds it unpacked, so it is carried without its Content-Encoding
bookkeeping, kept in the notes: response.adapter_metadata
wrote cassettes/api.example.test/broken.yaml
wrote cassettes/api.example.test/users/list.yaml
wrote ./understudy.yaml
$ cat understudy.yaml cassettes/api.example.test/users/list.yaml
services:
  api.example.test:
    hosts:
      - api.example.test
version: 1
service: api.example.test
name: users/list
origin: derived
source:
  digest: sha256:94a03fd197ac5c444ba8ba5b91babfa90ffeb14e8f6253f25762a2d60ed2e2ae
  by: understudy import
  why: taken over from the VCR file list.yml
provenance:
  recorded_at: 2024-08-10T16:47:53Z
  recorder:
    name: VCR
    version: 6.1.0
  pinned: {}
  unverified: true
redactions: []
content_digest: sha256:69e0505a98b165d174cbe0c27dd2058b5ad579fbf5138cad249b8b0dae8ef59d
notes: |-
  Imported from VCR.
  call-1: {"Content-Encoding":"gzip"}
  call-1, response: {"adapter_metadata":{"effective_url":"elsewhere"}}
exchanges:
  - id: call-1
    kind: http
    at: 0
    input:
      method: GET
      scheme: https
      host: api.example.test
      path: /users
      query:
        - - page
          - "1"
      headers:
        - - Accept
          - application/json
    output:
      pieces:
        - at: 0
          from: body
          text: "[{\"id\": 7}]"
      status: 200
      headers:
        - - Content-Type
          - application/json
      duration: 0
  - id: call-2
    kind: stream
    carrier: http
    at: 2000
    input:
      method: GET
      scheme: https
      host: api.example.test
      path: /users/8
    output:
      framing: sse
      pieces:
        - at: 0
          from: body
          text: |+
            data: no

        - at: 0
          from: body
          text: |+
            data: such user

      end: complete
      status: 404
      headers:
        - - Content-Type
          - text/event-stream
      duration: 0
$ understudy import vcr spec -o . | tail -n 1
? 2
3 files unchanged
$ understudy import vcr spec/users/list.yml --service shop -o shop | tail -n 2
wrote shop/cassettes/shop/list.yaml
wrote shop/understudy.yaml
$ cat shop/understudy.yaml
services:
  shop:
    hosts:
      - api.example.test
$ printf 'services:\n  users: {hosts: ["*.example.test"]}\n' > shop/understudy.yaml; understudy import vcr spec/users -o shop | tail -n 1
1 file unchanged
$ cat shop/understudy.yaml
services:
  users: {hosts: ["*.example.test"]}
$ understudy import vcr spec --service 'no name'
? 2
! error: "no name" cannot be the name of a service [app.bad_arguments]
!   hint: `understudy import --help` shows how it is called

-- spec/users/list.yml --
---
http_interactions:
- request:
    method: get
    uri: https://api.example.test/users?page=1
    body: {encoding: US-ASCII, string: ''}
    headers:
      Accept: ['application/json']
  response:
    status: {code: 200, message: OK}
    headers:
      Content-Type: [application/json]
      Content-Encoding: [gzip]
    body: {encoding: UTF-8, string: '[{"id": 7}]'}
    adapter_metadata: {effective_url: elsewhere}
  recorded_at: Sat, 10 Aug 2024 16:47:53 GMT
- request:
    method: get
    uri: https://api.example.test/users/8
    body: {encoding: US-ASCII, string: ''}
    headers: {}
  response:
    status: {code: 404, message: Not Found}
    headers:
      Content-Type: [text/event-stream]
    body: {encoding: UTF-8, string: "data: no\n\ndata: such user\n\n"}
  recorded_at: Sat, 10 Aug 2024 16:47:55 GMT
recorded_with: VCR 6.1.0
-- spec/broken.yml --
http_interactions:
- request: {method: get, uri: 'ftp://example.test/', headers: {}}
  response: {status: {code: 200, message: OK}, headers: {}, body: {string: a}}
- request: {method: get, uri: 'https://api.example.test/v<VENDOR_ID>/e<VENDOR_ID>ample', headers: {}}
  response: {status: {code: 200, message: OK}, headers: {}, body: {string: a}}
-- spec/other.yml --
a: 1
