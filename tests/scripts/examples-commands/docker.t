# The example of docker: four recordings of the client, the rest written by hand; an exit code that moves is found out.
# copy: examples/commands
# needs: python3
# wildcard: <FILES>=[0-9]+ files, [0-9.]+ kB
$ cd docker && ./gate.sh
no findings in <FILES>
understudy.yaml:5:5: info: the service docker leaves docker build untested: nothing in this project builds images [cassette.untested]
understudy.yaml:5:5: info: shown apart, because only recordings are a contract: 15 authored of the service docker [cassette.not_contract]

cassettes/docker/image/list-empty.yaml: warning: this cassette could not fail: empty container [cassette.vacuous]
  hint: whatever the fake does, or nearly, agrees with it

19 cassettes of 1 service: 19 agreed (4 as contract), 0 differed, 0 unknown

docker: contract: 4 agreed
docker: apart, authored: 15 agreed
docker: could not fail: 1 cassette
docker: untested: docker build (nothing in this project builds images)
$ cd docker && sed -i 's/exit(127)/exit(126)/' fake/engine.py && understudy check cassettes/docker/run/program-missing.yaml
? 1
understudy.yaml:5:5: info: the service docker leaves docker build untested: nothing in this project builds images [cassette.untested]
understudy.yaml:5:5: info: shown apart, because only recordings are a contract: 1 authored of the service docker [cassette.not_contract]

cassettes/docker/run/program-missing.yaml:36:18: error: missing ends otherwise: exit_code 127 -> 126 [drift.exit_changed] differed
  hint: consumers decide by this number: find out which of the two sides is right before anything else

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

docker: contract: no recording
docker: apart, authored: 1 differed
docker: untested: docker build (nothing in this project builds images)
