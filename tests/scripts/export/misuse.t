# Wrong calls and cassettes that cannot be exported: said, and nothing is written.
$ understudy export
? 2
! error: export needs FORMAT (what to write: har, vcr, vcrpy, wiremock) [app.missing_argument]
!   hint: `understudy export --help` shows how it is called
$ understudy export hra cassettes
? 2
! error: there is no format "hra" to write [cassette.export.unknown_format]
!   hint: did you mean "har"? the formats are: har, vcr, vcrpy, wiremock
$ understudy export har nowhere.yaml
? 2
! nowhere.yaml: error: cannot read "nowhere.yaml": No such file or directory [app.cannot_read]
$ understudy export har commands
? 2
! error: there is no exchange over HTTP in "commands" [cassette.export.nothing]
!   hint: only calls over HTTP can be written in this format
$ understudy export har changed -o out
? 2
! changed/shop/a.yaml:6:17: error: the contents do not fit content_digest: the file was changed after it was written [cassette.digest_mismatch]
!     content_digest: sha256:0000000000000000000000000000000000000000000000000000000000000000
!                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: to keep the change: `understudy cassette seal changed/shop/a.yaml --reason TEXT`; to drop it: take the file from git
$ understudy export har many -o all.har
? 2
! error: 2 cassettes do not go into the one file "all.har" [cassette.export.one_file]
!   hint: name a folder: -o DIR
$ understudy export har many -o many.d | tail -n 2
wrote many.d/shop/a.har
wrote many.d/shop/b.har
$ ls
changed
commands
many
many.d

-- commands/git/status.yaml --
version: 1
service: git
name: status
origin: authored
redactions: []
content_digest: "sha256:f40e90d9769359c08632a97c9ed492fd34f133f69b8d96e9853604b0aa0ddc9c"
exchanges:
  - id: call
    kind: command
    at: 0
    input:
      program: git
      args: [status]
    output:
      exit_code: 0
      duration: 1
-- changed/shop/a.yaml --
version: 1
service: shop
name: a
origin: authored
redactions: []
content_digest: sha256:0000000000000000000000000000000000000000000000000000000000000000
exchanges:
  - id: call
    kind: http
    at: 0
    input: {method: GET, host: shop.example.test, path: /}
    output: {status: 204, duration: 0}
-- many/shop/a.yaml --
version: 1
service: shop
name: a
origin: authored
redactions: []
content_digest: "sha256:a0032e94691b102a137a12ee06e6dbd52be45e0352725baf434b3475a4335b24"
exchanges:
  - id: call
    kind: http
    at: 0
    input: {method: GET, host: shop.example.test, path: /}
    output: {status: 204, duration: 0}
-- many/shop/b.yaml --
version: 1
service: shop
name: b
origin: authored
redactions: []
content_digest: "sha256:82aa8b2a6d1067947ee0d93e4455bc89958ceccd8b7b0726b0eba1c480eb1027"
exchanges:
  - id: call
    kind: http
    at: 0
    input: {method: GET, host: shop.example.test, path: /b}
    output: {status: 204, duration: 0}
