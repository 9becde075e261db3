# A file that does not fit is refused with all its problems and their places; nothing is written. P74
$ understudy cassette convert bad.yaml
? 2
! bad.yaml: error: the cassette bad.yaml has 4 problems [cassette.bad_file]
!   hint: docs/reference/cassette-format.md describes the file
!   bad.yaml:4:9: error: `origin` of the cassette: cannot be "real"; one of: recorded, edited, authored, derived [cassette.problem]
!       origin: real
!               ^~~~
!   bad.yaml:6:3: error: `provenance` of the cassette: needs `pinned` [cassette.problem]
!         recorded_at: 2026-04-30T06:12:09Z
!         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   bad.yaml:20:10: error: `provenance` of the cassette: has no key "pined" [cassette.problem]
!         pined: {}
!                ^~
!     hint: did you mean "pinned"?
!   bad.yaml:42:18: error: `exit_code` of `output` of exchange 1: must be a whole number from 0 to 255 [cassette.problem]
!             exit_code: "0"
!                        ^~~
$ understudy cassette convert newer.yaml
? 2
! newer.yaml:1:10: error: the cassette has version 2; this program reads version 1 [cassette.wrong_version]
!     version: 2
!              ^
!   hint: `understudy cassette migrate newer.yaml` brings an older file forward; a newer one needs a newer understudy
$ understudy cassette convert twice.yaml
? 2
! twice.yaml:3:1: error: the key "service" is there twice [yaml.duplicate_key]
!     service: git
!     ^~~~~~~
!   hint: remove one of the two
!   twice.yaml:2:1: error: "service" is here for the first time [yaml.first_key]
!       service: git
!       ^~~~~~~
$ understudy cassette convert nothing.yaml
? 2
! nothing.yaml: error: cannot read "nothing.yaml": No such file or directory [app.cannot_read]
$ understudy cassette convert cut.jsonl
? 2
! cut.jsonl: error: the cassette cut.jsonl has 1 problem [cassette.bad_file]
!   hint: docs/reference/cassette-format.md describes the file
!   cut.jsonl:2:1: error: the exchange "a": has no line that ends it [cassette.problem]
!       {"start":"a","kind":"command","at":0,"input":{"program":"git","args":[]}}
!       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
$ understudy cassette convert outside.yaml
? 2
! outside.yaml: error: the cassette outside.yaml has 1 problem [cassette.bad_file]
!   hint: docs/reference/cassette-format.md describes the file
!   outside.yaml:34:21: error: `file` of `stdin` of `input` of exchange 1: it does not load [cassette.problem]
!             stdin: {file: "sha256:0000000000000000000000000000000000000000000000000000000000000000", size: 20000}
!                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!     bodies/0000000000000000000000000000000000000000000000000000000000000000: error: cannot read "bodies/0000000000000000000000000000000000000000000000000000000000000000": No such file or directory [app.cannot_read]

-- bad.yaml --
version: 1
service: git
name: status/clean
origin: real
provenance:
  recorded_at: 2026-04-30T06:12:09Z
  recorder:
    name: understudy
    version: 0.3.0
    commit: 4be1c07
  tool:
    name: git
    version: 2.39.5
    path_digest: sha256:106aa88494971ea56c867f371d12746ef6ce5f5bd4f73b857235642caeb88363
    file_digest: sha256:9a881b9b9f23849475296a8cd768ea1965bc3152df7118e60c145975af6aa58a
  host:
    os: debian
    release: "12"
    arch: x86_64
  pined: {}
redactions: []
content_digest: sha256:169fc73e067b13c1402e16bd3c4eb845c739bcef3ab3b72d2d2f7063052d86ec
exchanges:
  - id: status
    kind: command
    at: 0
    input:
      program: git
      args:
        - status
        - --porcelain
      cwd: root
      env: {}
      stdin: none
    output:
      pieces:
        - at: 3
          from: stdout
          text: |2
             M a.txt
            ?? b.txt
      exit_code: "0"
      duration: 4
-- newer.yaml --
version: 2
-- twice.yaml --
version: 1
service: git
service: git
-- cut.jsonl --
{"version":1,"service":"git","name":"cut","origin":"authored","redactions":[],"content_digest":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}
{"start":"a","kind":"command","at":0,"input":{"program":"git","args":[]}}
-- outside.yaml --
version: 1
service: git
name: status/clean
origin: recorded
provenance:
  recorded_at: 2026-04-30T06:12:09Z
  recorder:
    name: understudy
    version: 0.3.0
    commit: 4be1c07
  tool:
    name: git
    version: 2.39.5
    path_digest: sha256:106aa88494971ea56c867f371d12746ef6ce5f5bd4f73b857235642caeb88363
    file_digest: sha256:9a881b9b9f23849475296a8cd768ea1965bc3152df7118e60c145975af6aa58a
  host:
    os: debian
    release: "12"
    arch: x86_64
  pinned: {}
redactions: []
content_digest: sha256:169fc73e067b13c1402e16bd3c4eb845c739bcef3ab3b72d2d2f7063052d86ec
exchanges:
  - id: status
    kind: command
    at: 0
    input:
      program: git
      args:
        - status
        - --porcelain
      cwd: root
      env: {}
      stdin: {file: "sha256:0000000000000000000000000000000000000000000000000000000000000000", size: 20000}
    output:
      pieces:
        - at: 3
          from: stdout
          text: |2
             M a.txt
            ?? b.txt
      exit_code: 0
      duration: 4
