# An empty or vacuous corpus fails (P6); what is not checked is told in every report.
$ sh record.sh
list.yaml
view-1.yaml
view-9.yaml
$ understudy check --config two.yaml
? 1
two.yaml:3:5: info: the service hub leaves hub merge untested: it needs two people [cassette.untested]
two.yaml:3:5: warning: not compared: no fake is named for the service hub [cassette.not_compared] unknown
two.yaml:4:10: error: the service fresh has no cassettes in cassettes/fresh: its fake stands for nothing [cassette.empty_corpus]
  hint: record one, even a small one: `understudy record -o cassettes/fresh/first.yaml -- COMMAND`
two.yaml:5:12: info: the service weather has the lane `live`: nothing is replayed [cassette.live_only]
two.yaml:6:11: info: the service oracle is tested in another way, property-based: see docs/oracle.md [cassette.other_strategy]

3 cassettes of 4 services: 0 agreed (0 as contract), 0 differed, 3 unknown

hub: contract: 3 unknown
hub: untested: hub merge (it needs two people)
fresh: contract: no recording
weather: live lane: nothing is replayed
oracle: another strategy: property-based, see docs/oracle.md
$ understudy check --config two.yaml --format github
? 1
::notice file=two.yaml,line=3,col=5,title=cassette.untested::the service hub leaves hub merge untested: it needs two people%0Aid: 72c1a64ffb53
::warning file=two.yaml,line=3,col=5,title=cassette.not_compared::not compared: no fake is named for the service hub%0Aid: 2b3f4da100c9
::error file=two.yaml,line=4,col=10,title=cassette.empty_corpus::the service fresh has no cassettes in cassettes/fresh: its fake stands for nothing%0Ahint: record one, even a small one: `understudy record -o cassettes/fresh/first.yaml -- COMMAND`%0Aid: 38a7e730473e
::notice file=two.yaml,line=5,col=12,title=cassette.live_only::the service weather has the lane `live`: nothing is replayed%0Aid: 2b9122035de1
::notice file=two.yaml,line=6,col=11,title=cassette.other_strategy::the service oracle is tested in another way, property-based: see docs/oracle.md%0Aid: 7b323acdabff
understudy: 3 cassettes of 4 services: 0 agreed (0 as contract), 0 differed, 3 unknown
# P71: cassettes that no service claims would never be played.
$ mkdir cassettes/lost && cp cassettes/hub/list.yaml cassettes/lost && understudy check --config one.yaml
? 1
cassettes/lost/list.yaml: error: no service claims the cassettes in lost, so nothing plays them [cassette.unclaimed]
  hint: add the service to `services` of understudy.yaml, or move the files

3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown

hub: contract: 3 agreed
# Nothing in it could fail.
$ understudy record -o cassettes/quiet/one.yaml -- true && understudy check --config three.yaml cassettes/quiet
? 1
cassettes/quiet/one.yaml: warning: this cassette could not fail: empty output [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

three.yaml:2:10: error: no cassette of the service quiet could fail [cassette.vacuous_corpus]
  hint: record a call that prints something, or one that fails

1 cassette of 1 service: 1 agreed (1 as contract), 0 differed, 0 unknown

quiet: contract: 1 agreed
quiet: could not fail: 1 cassette
! understudy: wrote cassettes/quiet/one.yaml
# There is no project, no service, or a file that is wrong.
$ understudy check --config nowhere.yaml
? 2
! nowhere.yaml: error: cannot read "nowhere.yaml": No such file or directory [app.cannot_read]
$ printf 'fixtures: {families: [x]}\n' >empty.yaml && understudy check --config empty.yaml
? 2
! error: empty.yaml names no services, so there is nothing to check [cassette.no_services]
!   hint: docs/guide/first-cassette.md shows how
$ printf 'services: {hub: {fake: {protocoll: [x]}}}\ncasettes: x\n' >bad.yaml && understudy check --config bad.yaml
? 2
! error: bad.yaml has 3 problems [cassette.bad_manifest]
!   hint: docs/reference/configuration.md describes the file
!   bad.yaml:1:24: error: `fake` of the service "hub": needs exactly one of `pack`, `command` and `protocol` [cassette.manifest_problem]
!       services: {hub: {fake: {protocoll: [x]}}}
!                              ^~~~~~~~~~~~~~~~
!   bad.yaml:1:36: error: `fake` of the service "hub": has no key "protocoll" [cassette.manifest_problem]
!       services: {hub: {fake: {protocoll: [x]}}}
!                                          ^~~
!     hint: did you mean "protocol"?
!   bad.yaml:2:11: error: the file: has no key "casettes" [cassette.manifest_problem]
!       casettes: x
!                 ^
!     hint: did you mean "cassettes"?
# `lint` goes on with a file that names services.
$ understudy lint --config two.yaml
? 2
! error: there are no fixtures in work [app.no_fixtures]
!   hint: map files to families in understudy.yaml, or name a family in a sidecar NAME.meta.json; docs/guide/first-lint.md shows how

-- understudy.yaml --
services: {hub: , quiet: {programs: ["true"]}}
-- one.yaml --
services:
  hub: {fake: {command: [./hub]}}
-- three.yaml --
services:
  quiet: {programs: ["true"], fake: {command: [sh, -c, 'test $# -eq 0', sh]}}
-- two.yaml --
services:
  hub:
    untested: [{operation: hub merge, reason: it needs two people}]
  fresh: {fake: {protocol: [sh, fake.sh]}}
  weather: {lane: live}
  oracle: {strategy: {name: property-based, document: docs/oracle.md}}
-- hub --
#!/bin/sh
# The real tool.
case "$1" in
list) echo '[{"id": 1, "title": "first", "state": "OPEN"}]' ;;
view) if [ "$2" = 1 ]; then echo first; else echo "no issue $2" >&2; exit 1; fi ;;
*) echo "usage: hub list|view" >&2; exit 2 ;;
esac
-- record.sh --
chmod +x hub
for call in list "view 1" "view 9"; do
    PATH="$PWD:$PATH" understudy record -o "cassettes/hub/$(echo $call | tr ' ' '-').yaml" -- hub $call >/dev/null 2>&1
done
ls cassettes/hub
