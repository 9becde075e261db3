# convert writes the other form of a cassette and back again, without loss; comments, which JSON Lines has not, go on in the notes.
$ understudy cassette seal written.yaml
written.yaml: sealed, authored
$ understudy cassette convert written.yaml
{"version":1,"service":"git","name":"status/clean","origin":"authored","redactions":[],"content_digest":"sha256:7e3781438df08c8cd6ad553bbc7a4b4c9d707bd4a4738b1be071ad30e8b8fcf2","notes":"Comment: nobody could record this\nComment on status: the only one\n"}
{"start":"status","kind":"command","at":0,"input":{"program":"git","args":["status","--porcelain"],"cwd":"root","env":{},"stdin":"none"}}
{"piece":"status","at":1,"from":"stdout","text":" M a.txt\n"}
{"piece":"status","at":2,"from":"stderr","base64":"AAE="}
{"end":"status","output":{"exit_code":0,"duration":3}}
$ understudy cassette convert written.yaml --output lines.jsonl
wrote lines.jsonl
$ understudy cassette convert lines.jsonl
version: 1
service: git
name: status/clean
origin: authored
redactions: []
content_digest: sha256:7e3781438df08c8cd6ad553bbc7a4b4c9d707bd4a4738b1be071ad30e8b8fcf2
notes: |
  Comment: nobody could record this
  Comment on status: the only one
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
        - at: 1
          from: stdout
          text: |2
             M a.txt
        - at: 2
          from: stderr
          base64: AAE=
      exit_code: 0
      duration: 3
$ understudy cassette convert lines.jsonl --output again.yaml; understudy cassette convert again.yaml | cmp - lines.jsonl
wrote again.yaml
$ understudy cassette convert written.yaml --output lines.jsonl
? 2
! lines.jsonl: error: cannot write "lines.jsonl": it is there already [app.cannot_write]
!   hint: nothing was changed
$ understudy cassette convert written.yaml --output lines.yaml
? 2
! error: the ending of "lines.yaml" must be .jsonl [app.bad_arguments]
!   hint: `understudy cassette convert --help` shows how it is called
$ understudy cassette convert recorded.yaml --to yaml | cmp - recorded.yaml

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
-- recorded.yaml --
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
