# What cannot be a session is refused before its command starts.
$ understudy with missing -- touch ran
? 2
! missing/: error: cannot read "missing/": No such file or directory [app.cannot_read]
$ understudy with cassettes
? 2
! error: with needs COMMAND (behind `--`: the program under test and its arguments) [app.missing_argument]
!   hint: `understudy with --help` shows how it is called
$ understudy with cassettes --mode replai -- touch ran
? 2
! error: --mode cannot be "replai"; it is one of: record, replay, pass-through, record-missing, forbid, shadow [app.bad_value]
!   hint: did you mean "replay"?
$ understudy with cassettes --mode gh=sometimes --mode record -- touch ran
? 2
! error: --mode cannot be "sometimes"; it is one of: record, replay, pass-through, record-missing, forbid, shadow [app.bad_value]
$ understudy with cassettes --program /usr/bin/gh -- touch ran
? 2
! error: --program is the name of a program on PATH, without a folder, not "/usr/bin/gh" [app.bad_arguments]
!   hint: `understudy with --help` shows how it is called
$ understudy with cassettes --timing soon -- touch ran
? 2
! error: --timing is zero, original or a number from 0 to 1000, not "soon" [app.bad_arguments]
!   hint: `understudy with --help` shows how it is called
$ understudy with cassettes --var nothing -- touch ran
? 2
! error: --var is NAME=VALUE, not "nothing" [app.bad_arguments]
!   hint: `understudy with --help` shows how it is called
$ understudy with cassettes -- no-such-program
? 2
! error: no-such-program cannot be started: No such file or directory [session.cannot_start]
!   hint: is it the command you meant? everything behind `--` is taken as it stands
$ ls
cassettes
$ printf 'version: 2\n' > cassettes/odd.yaml; understudy with cassettes -- touch ran
? 2
! error: 1 cassette below the folder cannot be read [app.bad_cassettes]
!   hint: correct or remove them; a session reads all of them, so that no answer is missing by accident
!   cassettes/odd.yaml:1:10: error: the cassette has version 2; this program reads version 1 [cassette.wrong_version]
!       version: 2
!                ^
!     hint: `understudy cassette migrate cassettes/odd.yaml` brings an older file forward; a newer one needs a newer understudy
# Without a place for its folder there is no session.
$ rm cassettes/odd.yaml; (trap '' XFSZ; ulimit -f 0; understudy with cassettes --mode pass-through --program gh -- touch ran) 2>&1 | sed 's#/[^ ]*/understudy-[A-Za-z0-9]*/[a-z-]*#FILE#'; ls "$TMPDIR"
error: no folder can be made for the session: FILE: File too large [session.no_folder]
  hint: set TMPDIR to a folder that can be written to

-- cassettes/README --
Nothing is recorded here yet.
