# A real tool is run against a pack only where its call says what it does, and within what is allowed.
$ for name in read write destructive; do understudy record -o cassettes/tool/$name.yaml --effect $name -- uname -s; done > /dev/null 2>&1; understudy record -o cassettes/tool/silent.yaml -- uname -s > /dev/null 2>&1
$ understudy check
? 3
cassettes/tool/destructive.yaml: warning: not compared: the call is destructive, and only write is allowed here [cassette.not_compared] unknown

cassettes/tool/silent.yaml: warning: not compared: the call does not say what it does (`effect`), so it is not run [cassette.not_compared] unknown

4 cassettes of 1 service: 2 agreed (2 as contract), 0 differed, 2 unknown

tool: contract: 2 agreed, 2 unknown
$ understudy check --allow-destructive cassettes/tool/destructive.yaml
1 cassette of 1 service: 1 agreed (1 as contract), 0 differed, 0 unknown

tool: contract: 1 agreed

-- understudy.yaml --
services: {tool: {programs: [uname], fake: {pack: parcel, env: {TOOL_URL: "${url}"}}}}
