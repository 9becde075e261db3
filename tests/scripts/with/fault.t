# A fault laid over a replayed answer: it is cut, one event of it is broken, or it hangs until its caller ends it. The
# recording stays as it is; which answers were struck stands in the log.
$ chmod +x tools/*; PATH=$PWD/tools:$PATH understudy with cassettes --mode record --program talk --program git -- sh -c 'talk; talk; git' > /dev/null 2>&1
$ understudy with cassettes --fault cut:1 -- sh -c 'talk; echo; echo "ended with $?"' 2> /dev/null
{"type":"init"}
{"type":"a
ended with 0
$ understudy with cassettes --fault talk=cut:2 --log calls -- sh -c 'talk; echo " ended with $?"; git'
{"type":"init"}
{"type":"assistant"}
{"type": ended with 1
main
! understudy: never called: talk/call-13c7fe7e.yaml, exchange 2: `talk` [session.unused]
$ sed 's/.*"outcome"/"outcome"/' calls
"outcome":"replayed","cassette":"talk/call-13c7fe7e.yaml","exchange":0,"fault":"cut:2"}
"outcome":"replayed","cassette":"git/call-c7e004a1.yaml","exchange":0}
$ understudy with cassettes --fault malformed:2 --fault git=malformed:1 -- sh -c 'talk; git'
{"type":"init"}
{"type":"a
{"type":"result"}
ma
! understudy: never called: talk/call-13c7fe7e.yaml, exchange 2: `talk` [session.unused]
# What hangs ends with its caller's patience, and when nobody reads any more.
$ understudy with cassettes --fault talk=stall:1 -- sh -c 'timeout 0.3 talk; echo "ended with $?"; talk | head -n 1; git'
{"type":"init"}
ended with 124
{"type":"init"}
main
# Behind the end of every answer there is nothing to strike, and that is said.
$ understudy with cassettes --fault cut:3 --fault git=cut:1 -- sh -c 'talk; git'
{"type":"init"}
{"type":"assistant"}
{"type":"result"}
main
! understudy: never called: talk/call-13c7fe7e.yaml, exchange 2: `talk` [session.unused]
! understudy: the fault cut:1 struck no answer of "git": all of them were shorter [session.fault_missed]
! understudy: the fault cut:3 struck no answer of "talk": all of them were shorter [session.fault_missed]
$ understudy with cassettes --fault cut -- touch ran
? 2
! error: --fault is cut:N, stall:N or malformed:N, also as PROGRAM=FAULT, not "cut" [app.bad_arguments]
!   hint: `understudy with --help` shows how it is called
$ understudy with cassettes --fault =cut:1 -- touch ran
? 2
! error: --fault is cut:N, stall:N or malformed:N, also as PROGRAM=FAULT, not "=cut:1" [app.bad_arguments]
!   hint: `understudy with --help` shows how it is called

-- tools/talk --
#!/bin/sh
printf '%s\n' '{"type":"init"}' '{"type":"assistant"}' '{"type":"result"}'
-- tools/git --
#!/bin/sh
echo main
