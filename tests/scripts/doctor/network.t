# Ports, sockets and proxies as the doctor sees them. Whether ::1 and names below localhost work is
# the machine's affair: said, and never a failure.
# wildcard: <RANGE>=[0-9]+ to [0-9]+
# wildcard: <TMP>=/.*/tmp
# wildcard: <LONG>=/.*/d+
$ understudy doctor | grep -E '^ok +(ports|unix socket|proxy) '
ok       ports       a port on 127.0.0.1 can be opened; connections use <RANGE>
ok       unix socket can be opened in <TMP>
ok       proxy       no proxy is set
$ understudy doctor | grep -cE '^(ok|missing) +ipv6 '
1
$ understudy doctor | grep -cE '^(ok|missing) +names +localhost'
1
$ https_proxy=http://user:secret@10.0.0.1:3128 understudy doctor | grep -A1 'proxy '
warning  proxy       https_proxy is set, and NO_PROXY does not name 127.0.0.1 and localhost: clients would ask the proxy for a fake
                     to do: export NO_PROXY=localhost,127.0.0.1,::1 no_proxy=localhost,127.0.0.1,::1
$ HTTP_PROXY=x https_proxy=y NO_PROXY=.corp,localhost understudy doctor | grep 'proxy '
warning  proxy       HTTP_PROXY, https_proxy are set, and NO_PROXY does not name 127.0.0.1 and localhost: clients would ask the proxy for a fake
$ HTTP_PROXY=x NO_PROXY='localhost, 127.0.0.0/8' understudy doctor | grep 'proxy '
ok       proxy       HTTP_PROXY is set; NO_PROXY names this machine
$ HTTP_PROXY=x no_proxy='*' understudy doctor | grep 'proxy '
ok       proxy       HTTP_PROXY is set; NO_PROXY names this machine
$ d=$(printf 'd%.0s' $(seq 100)); mkdir "$d"; TMPDIR=$PWD/$d understudy doctor | grep -A1 'unix socket'
missing  unix socket a path in <LONG> is too long for a socket
                     to do: set TMPDIR to a folder with a shorter name
