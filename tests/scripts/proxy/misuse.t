# Wrong calls are refused before anything listens.
$ understudy proxy
? 2
! error: proxy needs the URL of a service, or --forward [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --forward
? 2
! error: --forward goes to the hosts of --allow: leave out the URL [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy --forward
? 2
! error: --forward needs --allow HOST, or services with `hosts` in understudy.yaml [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --allow x
? 2
! error: --allow is for --forward [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test/v1
? 2
! error: URL is a scheme, a host and a port, without a path: what the program adds to our URL is added to it [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy ftp://api.example.test
? 2
! error: "ftp://api.example.test" is not a URL: its scheme is not http, https, ws or wss [http.bad_url]
!   hint: as in https://api.example.test/v1/charges?limit=3
$ understudy proxy ws://api.example.test
? 2
! error: URL begins with http:// or https:// [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy "https://me:$(printf 'pass%s' word)@api.example.test"
? 2
! error: URL has no name and password in it: they are the program's [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy 'api.example.test'
? 2
! error: "api.example.test" is not a URL: it does not begin with a scheme such as https:// [http.bad_url]
!   hint: as in https://api.example.test/v1/charges?limit=3
$ understudy proxy unix:
? 2
! error: unix: is followed by the path of a socket [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --mode sometimes
? 2
! error: --mode is record, replay, pass-through, record-missing, forbid or shadow, or one of VCR's words none, all, new, spy, once, not "sometimes" [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test -o x.yaml --cassettes y
? 2
! error: -o is one file and --cassettes a folder of them: say one [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --callback 0
? 2
! error: --callback and --callback-to go together [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --callback x --callback-to http://127.0.0.1:1
? 2
! error: --callback is a number from 0 to 65535, not "x" [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --callback 0 --callback-to http://127.0.0.1:1/hooks
? 2
! error: --callback-to is a scheme, a host and a port, without a path: what the program adds to our URL is added to it [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --port 70000
? 2
! error: --port is a number from 0 to 65535, not "70000" [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --expires soon
? 2
! error: --expires is a time as in 30d, not "soon" [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --timing slow
? 2
! error: --timing is zero, original or a number from 0 to 1000, not "slow" [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --listen 127.0.0.1:80
? 2
! error: --listen is a host without port, not "127.0.0.1:80"; the port is --port [app.bad_arguments]
!   hint: `understudy proxy --help` shows how it is called
$ understudy proxy https://api.example.test --trust nowhere.pem
? 2
! error: the certificate authority at nowhere.pem cannot be read: system lib [io.authority_unreadable]
!   hint: understudy ca rotate makes a new one
$ understudy proxy https://api.example.test --mode replay
? 2
! error: no cassette here has a recording of a call over HTTP [app.no_recordings]
!   hint: name a cassette or a folder of cassettes; `understudy record` makes one
$ ls
