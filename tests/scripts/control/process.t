# The process by command. `version` without a server is this program's own; with one it is the server's.
# needs: curl
# limit-seconds: 60
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ understudy version
understudy <VERSION>
$ understudy version --json
{"product":"understudy","version":"<VERSION>","contract":1}
$ understudy version --openapi | grep -oE '^\{"openapi":"3.1.0","info":\{"title":"[^"]*"'
{"openapi":"3.1.0","info":{"title":"Understudy control API"
$ sh serve.sh
$ . ./server && understudy health
ok
$ . ./server && understudy health --json
{"status":"ok"}
$ . ./server && understudy version
server    understudy <VERSION>
contract  1
packs     parcel@0.1.0
$ . ./server && understudy version --json
{"product":"understudy","version":"<VERSION>","contract":1,"packs":[{"name":"parcel","version":"0.1.0"}]}
$ . ./server && understudy version --openapi >served && understudy version --openapi --url "$UNDERSTUDY_URL" | cmp - served && env -u UNDERSTUDY_URL understudy version --openapi | cmp - served
$ sh call.sh GET /v1/charges
200
$ . ./server && understudy metrics
\# HELP understudy_worlds Worlds alive.
\# TYPE understudy_worlds gauge
understudy_worlds{pack="parcel"} 1
\# HELP understudy_calls_total Vendor calls answered, by pack and status.
\# TYPE understudy_calls_total counter
understudy_calls_total{pack="parcel",status="200"} 1
\# HELP understudy_resolutions_total Vendor calls, by pack and the step that resolved them.
\# TYPE understudy_resolutions_total counter
understudy_resolutions_total{pack="parcel",by="stateful"} 1
\# HELP understudy_faults_fired_total Vendor calls that a fault acted on, by pack.
\# TYPE understudy_faults_fired_total counter
understudy_faults_fired_total{pack="parcel"} 0
\# HELP understudy_delivery_attempts_total Attempts to deliver a webhook, by pack and what came of them.
\# TYPE understudy_delivery_attempts_total counter
$ . ./server && PRODBREAK_URL=$UNDERSTUDY_URL PRODBREAK_KEY=$UNDERSTUDY_KEY && unset UNDERSTUDY_URL UNDERSTUDY_KEY && export PRODBREAK_URL PRODBREAK_KEY && understudy clock show --json | grep -oE '"mode":"[a-z]*"'
"mode":"frozen"
$ sh stop.sh
stopped with 0

-- serve.sh --
# Starts a server, waits until it has said everything, and writes down how to reach it.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
{
    sed -n 's/^url=\([^ ]*\) .*/export UNDERSTUDY_URL=\1/p' out | head -n 1
    echo export UNDERSTUDY_KEY=key-of-the-test-1
    sed -n 's/^admin_key=/export UNDERSTUDY_ADMIN_KEY=/p' out
} >server
-- call.sh --
# A call of the application: METHOD PATH [curl's words].
. ./server
method=$1 path=$2
shift 2
curl -s -o answer -w '%{http_code}\n' -X "$method" "$UNDERSTUDY_URL$path" -H "Authorization: Bearer $UNDERSTUDY_KEY" "$@"
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
