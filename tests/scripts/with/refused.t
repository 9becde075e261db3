# What goes wrong inside of a session is said by the call it happens to, and by the session at its end.
$ chmod +x tools/*; PATH=$PWD/tools:$PATH understudy with cassettes --mode record --program gh --as flow -- sh -c 'gh one; gh two' 2> /dev/null
gh says: one
gh says: two
$ PATH=$PWD/tools:$PATH understudy with cassettes --mode forbid -- sh -c 'gh one; true'
? 97
! understudy: error: `gh one` may not be made in this session [session.forbidden]
!   hint: its mode is forbid
! understudy: called without a recording, 1 time: gh one [session.unmatched]
$ understudy with cassettes --order strict -- sh -c 'gh two; gh one; gh two'
? 97
gh says: one
gh says: two
! understudy: error: `gh two` came before `gh one` had ended [session.too_early]
!   hint: the session is strict: make the calls in the order of the recording, or say --order free
! understudy: called without a recording, 1 time: gh two [session.unmatched]
$ understudy with cassettes -- sh -c 'echo "# more" >> cassettes/gh/flow.yaml; gh one; exit 0'; sed -i '$d' cassettes/gh/flow.yaml
! understudy: error: the recording in gh/flow.yaml cannot be played: the file has changed since the session began [shim.cannot_answer]
!   hint: start the session again; `understudy cassette convert gh/flow.yaml` says what is wrong with the file
! understudy: called without a recording, 1 time: gh one [session.unmatched]
! understudy: never called: gh/flow.yaml, exchange 2: `gh two` [session.unused]
$ understudy with cassettes -- sh -c 'cp -P "$UNDERSTUDY_SESSION/bin/gh" "$UNDERSTUDY_SESSION/bin/odd"; odd one; exit 0' 2>&1 | head -n 2
? 97
understudy: error: the session knows no program odd [shim.unknown_program]
  hint: start the session with --program odd
$ understudy with cassettes -- sh -c ': > "$UNDERSTUDY_SESSION/index"; gh one; exit 0' 2>&1 | head -n 2
? 2
understudy: error: the session of this "gh" cannot be used: the index of the session cannot be used: it is none [shim.no_session]
  hint: it is a stand-in of `understudy with`; when that has ended, take its folder from PATH
# A call that is cut off from its session is made all the same, and never lost in silence.
$ PATH=$PWD/tools:$PATH understudy with other --mode record --program gh -- sh -c 'rm "$UNDERSTUDY_SESSION/socket"; gh one'
? 1
gh says: one
! understudy: error: this call of "gh" was not recorded: connect failed: No such file or directory [shim.not_handed_over]
!   hint: the session that was to keep it may have ended; wait for programs in the background before it does
! understudy: 1 call made for real and not recorded [session.not_finished]
$ PATH=$PWD/tools:$PATH understudy with fed --mode record --program sum --config matching.yaml -- sh -c 'echo a | sum' && PATH=$PWD/tools:$PATH understudy with fed --config matching.yaml -- sh -c 'head -c 67108865 /dev/zero | sum; exit 0' 2>&1 | head -n 2
? 97
sum
understudy: error: standard input is larger than 67,108,864 bytes and cannot be compared [shim.input_too_large]
  hint: take stdin out of `match`
! understudy: wrote fed/sum/call-b0998cf6.yaml

-- matching.yaml --
services: {sum: {match: {stdin: true}}}
-- tools/gh --
#!/bin/sh
echo "gh says: $*"
-- tools/sum --
#!/bin/sh
cat > /dev/null
echo sum
