# What cannot be replayed is said before anything listens.
$ understudy cassette seal a.yaml && understudy cassette seal command.yaml
a.yaml: sealed, authored
command.yaml: sealed, authored
$ understudy replay nothing.yaml
? 2
! nothing.yaml: error: cannot read "nothing.yaml": No such file or directory [app.cannot_read]
$ understudy replay command.yaml
? 2
! error: no cassette here has a recording of a call over HTTP [app.no_recordings]
!   hint: name a cassette or a folder of cassettes; `understudy record` makes one
$ understudy replay a.yaml --timing fast
? 2
! error: --timing is zero, original or a number from 0 to 1000, not "fast" [app.bad_arguments]
!   hint: `understudy replay --help` shows how it is called
$ understudy replay a.yaml --var name
? 2
! error: --var is NAME=VALUE, not "name" [app.bad_arguments]
!   hint: `understudy replay --help` shows how it is called
$ understudy replay a.yaml --port 70000
? 2
! error: --port is a number from 0 to 65535, not "70000" [app.bad_arguments]
!   hint: `understudy replay --help` shows how it is called
$ understudy replay a.yaml --listen 127.0.0.1:80
? 2
! error: --listen is a host without port, not "127.0.0.1:80"; the port is --port [app.bad_arguments]
!   hint: `understudy replay --help` shows how it is called
$ understudy replay a.yaml --fault stal
? 2
! error: there is no wire fault "stal" [http.unknown_fault]
!   hint: did you mean "stall"? the kinds are latency, reset, truncate, malformed_chunk, drip, stall, wrong_length, stream_cut, malformed_event, missing_event, duplicate_event, changed_event, error_event, empty, garbage, goaway, rst_stream
$ understudy replay a.yaml --fault after_events=3
? 2
! error: --fault: it begins with the kind: stall,after_events=3; not "after_events=3" [replay.bad_fault]
!   hint: docs/reference/replay.md lists the kinds and how they are written
$ understudy replay a.yaml --fault stall,after_events=three
? 2
! error: the parameter after_events of the wire fault stall must be an integer from 0, not "three" [http.bad_fault_parameter]
$ understudy replay a.yaml --callback http://example.test/hooks
? 2
! error: --callback leads to "example.test", which is not this machine [replay.bad_callback]
!   hint: say --allow-webhook-host with that host if it is meant
$ understudy replay a.yaml --callback nowhere
? 2
! error: "nowhere" is not a URL: it does not begin with a scheme such as https:// [http.bad_url]
!   hint: as in https://api.example.test/v1/charges?limit=3
$ understudy replay a.yaml --callback-secret HOOK_SECRET
? 2
! error: --callback-secret needs --callback [app.bad_arguments]
!   hint: `understudy replay --help` shows how it is called
$ understudy replay a.yaml --callback http://localhost:1 --callback-secret HOOK_SECRET
? 2
! error: --callback-secret names a variable that is not set: "HOOK_SECRET" [app.bad_arguments]
!   hint: `understudy replay --help` shows how it is called
$ sed -i 's/200/201/' a.yaml; understudy replay a.yaml
? 2
! a.yaml:6:17: error: the contents do not fit content_digest: the file was changed after it was written [cassette.digest_mismatch]
!     content_digest: sha256:dc972280e3d2401875bcfcd6d13f9dbd2c8003ba5684a893799c25056520e8ee
!                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: to keep the change: `understudy cassette seal a.yaml --reason TEXT`; to drop it: take the file from git
$ understudy replay .
? 2
! error: 1 cassette below the folder cannot be read [app.bad_cassettes]
!   hint: correct or remove them; a session reads all of them, so that no answer is missing by accident
!   ./a.yaml:6:17: error: the contents do not fit content_digest: the file was changed after it was written [cassette.digest_mismatch]
!       content_digest: sha256:dc972280e3d2401875bcfcd6d13f9dbd2c8003ba5684a893799c25056520e8ee
!                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!     hint: to keep the change: `understudy cassette seal ./a.yaml --reason TEXT`; to drop it: take the file from git

-- a.yaml --
version: 1
service: things
name: a
origin: authored
redactions: []
exchanges:
  - id: list
    kind: http
    at: 0
    input: {method: GET, host: api.things.test, path: /v1/things, query: [[limit, "3"]]}
    output: {status: 200, headers: [[Content-Type, application/json]], body: {text: '[]'}, duration: 4}
-- command.yaml --
version: 1
service: echo
name: command
origin: authored
redactions: []
exchanges:
  - id: echo
    kind: command
    at: 0
    input: {program: echo, args: [], cwd: root, env: {}, stdin: none}
    output: {exit_code: 0, duration: 1}
