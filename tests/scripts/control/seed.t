# Objects put into a world, and a past told to it, by command.
# needs: curl
$ sh serve.sh
$ . ./server && understudy seed customers '{"id":"cus_a","name":"Ann"}' '{"id":"cus_b","name":"Ben"}'
$ . ./server && understudy seed customers '{"id":"cus_c","name":"Cid"}' --json
$ . ./server && understudy seed customers - --strict <customers.json
$ . ./server && echo '{"resource":"customers","objects":[{"id":"cus_f","name":"Flo"}]}' | understudy seed -
$ . ./server && understudy seed customers '{"id":"cus_a","name":"Ann"}'
$ . ./server && understudy seed customers '{"id":"a"}'
$ . ./server && understudy seed customer '{"id":"cus_z"}'
$ . ./server && understudy seed charges '{"id":"ch_1","amount":5,"source":"tok_visa","customer":"cus_nobody","status":"succeeded"}'
$ . ./server && understudy seed customers cus_z
$ . ./server && understudy world show --json | grep -o '"counts":{[^}]*}'
$ . ./server && understudy reset && understudy history past.json
$ . ./server && understudy history - <past.json
$ . ./server && understudy history missing.json
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
-- customers.json --
[{"id": "cus_d", "name": "Dan"}, {"id": "cus_e", "name": "Eve"}]
-- past.json --
{"steps": [
  {"at": "2024-11-03T10:00:00Z", "call": {"operation": "createCustomer", "input": {"name": "Ann"}, "as": "c"}},
  {"at": "2024-11-03T10:00:05Z", "call": {"operation": "createCharge", "input": {"amount": 2000, "source": "tok_visa", "customer": "${c.id}"}}}
]}
