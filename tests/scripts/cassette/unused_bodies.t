# Large bodies lie in files of their own. `lint` names those that no cassette refers to any more.
$ understudy record -o cassettes/tool/a.yaml -- head -c 40000 /dev/zero > out 2> said
$ cd cassettes/tool/bodies && cp "$(ls | head -n 1)" 0000000000000000000000000000000000000000000000000000000000000000 && cd ../../.. && understudy lint
cassettes/tool/bodies/0000000000000000000000000000000000000000000000000000000000000000: warning: no cassette refers to cassettes/tool/bodies/0000000000000000000000000000000000000000000000000000000000000000 [cassette.unused_body]
  hint: remove it; a body goes with the cassettes beside its folder

1 finding in 0 fixtures of 0 families
$ rm cassettes/tool/a.yaml && understudy lint | grep -q '0000 .cassette.unused_body.'

-- understudy.yaml --
services: {tool: {programs: [head]}}
