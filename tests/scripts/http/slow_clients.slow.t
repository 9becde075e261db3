# Two hundred slow clients of three kinds keep nobody else waiting: a probe is answered all the time.
# needs: curl
# needs: slowhttptest
# limit-seconds: 120
$ sh attack.sh -H -i 2 -r 200 -x 24 -p 3
answered throughout
$ sh attack.sh -B -i 2 -r 200 -s 8192 -x 10 -p 3
answered throughout
$ sh attack.sh -X -r 200 -w 10 -y 20 -n 1 -z 32 -k 3 -p 3
answered throughout

-- attack.sh --
# A server, two hundred connections of slowhttptest for ten seconds, and a probe after the other as long as it runs.
rm -f fifo && mkfifo fifo
understudy doctor --listen 127.0.0.1:0 --answer answer.json --ca-folder ca >fifo &
server=$!
exec 3<fifo
read -r line <&3
url=${line#listening on }
slowhttptest -c 200 -l 10 -u "$url/" -t POST "$@" >attack.log 2>&1 &
attacker=$!
probes=0 failed=0
while kill -0 $attacker 2>/dev/null; do
    curl -sf -m 2 "$url/" >/dev/null || failed=$((failed + 1))
    probes=$((probes + 1))
done
kill $server && wait $server
if [ $failed -eq 0 ] && [ $probes -gt 50 ]; then echo answered throughout; else echo "$failed of $probes probes failed"; fi
-- answer.json --
{"ok":true}
