# A session answers from recordings; the real tool is not needed any more. A call without one fails, and the session with it.
$ chmod +x tools/gh && PATH=$PWD/tools:$PATH understudy with cassettes --mode record --program gh -- sh -c 'gh pr list; gh pr view 1; gh pr list --limit 10'
gh says: pr list
gh says: pr view 1
gh says: pr list --limit 10
! note
! note
! note
! understudy: wrote cassettes/gh/pr-list-72fae189.yaml
! understudy: wrote cassettes/gh/pr-list-ffa5b25b.yaml
! understudy: wrote cassettes/gh/pr-view-5981e497.yaml
$ rm tools/gh; understudy with cassettes --log calls -- sh -c 'gh pr view 1; gh pr list'
gh says: pr view 1
gh says: pr list
! note
! note
! understudy: never called: gh/pr-list-72fae189.yaml, exchange 1: `gh pr list --limit 10` [session.unused]
$ cat calls
{"program":"gh","shape":{"words":["pr","view"],"flags":{},"stdin":false},"outcome":"replayed","cassette":"gh/pr-view-5981e497.yaml","exchange":0}
{"program":"gh","shape":{"words":["pr","list"],"flags":{},"stdin":false},"outcome":"replayed","cassette":"gh/pr-list-ffa5b25b.yaml","exchange":0}
$ understudy with cassettes -- sh -c 'gh pr list --limit 5 || true' 2>&1 | sed "s#$PWD#HERE#g"
? 97
understudy: error: no recording answers `gh pr list --limit 5` [session.no_recording]
  hint: record it: `understudy with cassettes --mode record-missing -- COMMAND`; or change the call
  error: nearest: gh/pr-list-72fae189.yaml, exchange 1: `gh pr list --limit 10`: argument 4: "5", not "10" [session.near_miss]
  error: nearest: gh/pr-list-ffa5b25b.yaml, exchange 1: `gh pr list`: argument 3: "--limit" is not in it; argument 4: "5" is not in it [session.near_miss]
  error: nearest: gh/pr-view-5981e497.yaml, exchange 1: `gh pr view 1`: argument 2: "list", not "view"; argument 3: "--limit", not "1"; argument 4: "5" is not in it [session.near_miss]
understudy: called without a recording, 1 time: gh pr list --limit=integer [session.unmatched]
understudy: never called: gh/pr-list-72fae189.yaml, exchange 1: `gh pr list --limit 10` [session.unused]
understudy: never called: gh/pr-list-ffa5b25b.yaml, exchange 1: `gh pr list` [session.unused]
understudy: never called: gh/pr-view-5981e497.yaml, exchange 1: `gh pr view 1` [session.unused]
$ understudy with cassettes -- sh -c 'gh pr list > /dev/null; gh pr list --limit 10 > /dev/null; gh pr view 1; gh pr view 1; exit 3'
? 3
gh says: pr view 1
! note
! note
! note
! understudy: error: `gh pr view 1` has no answer left: it was recorded 1 time [session.used_up]
!   hint: record the call as often as it is made, or set `used_up` of `match` to repeat_last
! understudy: called without a recording, 1 time: gh pr view [session.unmatched]
$ understudy with cassettes --order strict -- true 2>&1 | tail -n 1
? 1
understudy: never called: gh/pr-view-5981e497.yaml, exchange 1: `gh pr view 1` [session.unused]

-- tools/gh --
#!/bin/sh
echo "gh says: $*"
echo "note" >&2
