# Snapshots by command: taken, come back to, compared, carried to another server as a file.
# needs: curl
# wildcard: <DIGEST>=[0-9a-f]{64}
$ sh serve.sh
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
$ . ./server && understudy snapshot list
$ . ./server && understudy snapshot take before
$ . ./server && understudy clock advance 2s
$ sh call.sh POST /v1/customers -d name=Ann
$ . ./server && understudy fault arm charges create --status 402 --code card_declined --json >armed
$ . ./server && understudy duration set settle=0s
$ . ./server && understudy snapshot take --json
$ . ./server && understudy snapshot list
$ . ./server && understudy snapshot show snp_1
$ . ./server && understudy world diff snp_1 snp_2
$ . ./server && understudy world diff snp_2
$ . ./server && understudy snapshot export snp_1 before.snapshot
$ . ./server && understudy snapshot export snp_1 | cmp - before.snapshot
$ . ./server && understudy restore before
$ . ./server && understudy world diff before
$ . ./server && understudy snapshot import before.snapshot
$ . ./server && understudy snapshot import - <before.snapshot --json | grep -o '"id":"[^"]*"'
$ . ./server && sed 's/"amount":2000/"amount":2001/' before.snapshot | understudy snapshot import -
$ . ./server && echo no >odd && understudy snapshot import odd
$ . ./server && understudy snapshot import missing.snapshot
$ . ./server && understudy snapshot delete snp_2
$ . ./server && understudy snapshot delete snp_9
$ . ./server && understudy snapshot delete --all
$ . ./server && understudy restore before
$ sh stop.sh

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
