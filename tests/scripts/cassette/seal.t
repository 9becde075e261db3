# A change by hand is refused until it is sealed, and then it is an edited cassette, not a recorded one. P1: an authored one stays authored.
$ understudy cassette seal status.yaml
status.yaml: nothing was changed
$ sed 's/ M a.txt/MM a.txt/; s/^origin: recorded/origin: recorded  # in May/' status.yaml > changed.yaml; understudy cassette convert changed.yaml
? 2
! changed.yaml:22:17: error: the contents do not fit content_digest: the file was changed after it was written [cassette.digest_mismatch]
!     content_digest: sha256:169fc73e067b13c1402e16bd3c4eb845c739bcef3ab3b72d2d2f7063052d86ec
!                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: to keep the change: `understudy cassette seal changed.yaml --reason TEXT`; to drop it: take the file from git
$ understudy cassette seal changed.yaml
? 2
! error: seal needs --reason TEXT [app.bad_arguments]
!   hint: `understudy cassette seal --help` shows how it is called
$ understudy cassette seal changed.yaml --reason "the index has it too"; diff status.yaml changed.yaml
? 1
changed.yaml: sealed, edited
4c4,8
< origin: recorded
---
\> origin: edited  # in May
\> source:
\>   digest: sha256:169fc73e067b13c1402e16bd3c4eb845c739bcef3ab3b72d2d2f7063052d86ec
\>   by: hand
\>   why: the index has it too
22c26
< content_digest: sha256:169fc73e067b13c1402e16bd3c4eb845c739bcef3ab3b72d2d2f7063052d86ec
---
\> content_digest: "sha256:3c23d657d86c6ecbdd3a155aa27342efc2fc99fd9614b9a69ac852260500188b"
40c44
<              M a.txt
---
\>             MM a.txt
$ understudy cassette seal changed.yaml --reason again
changed.yaml: nothing was changed
$ sed -i 's/?? b.txt/?? c.txt/' changed.yaml; understudy cassette seal changed.yaml --reason "renamed" --by script; grep -A3 source: changed.yaml
changed.yaml: sealed, edited
source:
  digest: sha256:169fc73e067b13c1402e16bd3c4eb845c739bcef3ab3b72d2d2f7063052d86ec
  by: script
  why: the index has it too; renamed
$ sed '/content_digest/d' status.yaml > undated.yaml; understudy cassette seal undated.yaml --reason why
? 2
! undated.yaml: error: undated.yaml says that it is recorded, but has no content_digest [cassette.no_digest]
!   hint: what a program recorded has one; say `origin: authored` of what was written by hand
$ understudy cassette seal written.yaml && grep -c content_digest written.yaml
written.yaml: sealed, authored
1

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
-- written.yaml --
version: 1
service: git
name: status/clean
origin: authored
# nobody could record this
exchanges:
  - id: status   # the only one
    kind: command
    at: 0
    input: {program: git, args: [status, --porcelain]}
    output:
      pieces: [{at: 1, from: stdout, text: " M a.txt\n"}, {at: 2, from: stderr, base64: "AAE="}]
      exit_code: 0
      duration: 3
