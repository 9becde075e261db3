# Version 1 is the first: a file of it has nothing to gain, one without a way forward is refused and stays.
$ understudy cassette migrate status.yaml
status.yaml: has version 1 already
$ understudy cassette migrate older.yaml
? 2
! older.yaml:1:10: error: there is no way from version 0 to version 1 [cassette.cannot_migrate]
!     version: 0
!              ^
!   hint: the first version of a cassette is 1; what is older was written by another program: `understudy import --help`
$ understudy cassette migrate newer.yaml
? 2
! newer.yaml:1:10: error: the cassette has version 2; this program reads version 1 [cassette.wrong_version]
!     version: 2
!              ^
!   hint: `understudy cassette migrate newer.yaml` brings an older file forward; a newer one needs a newer understudy
$ understudy cassette migrate none.yaml
? 2
! none.yaml:1:1: error: the file does not say its version [cassette.no_version]
!     service: git
!     ^~~~~~~~~~~~
!   hint: a cassette begins with `version: 1`

-- status.yaml --
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
      stdin: none
    output:
      pieces:
        - at: 3
          from: stdout
          text: |2
             M a.txt
            ?? b.txt
      exit_code: 0
      duration: 4
-- older.yaml --
version: 0
-- newer.yaml --
version: 2
-- none.yaml --
service: git
