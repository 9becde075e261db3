# Values from outside by command: what can be pinned, what is pinned, and what the next answer shows. The command that a
# trace prints pins the value.
# needs: curl
$ sh serve.sh
$ . ./server && understudy field list createCharge --json | grep -o '"field":"risk_score","class":"exogenous"'
$ . ./server && understudy field list createRefund
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
$ . ./server && understudy trace last --class exogenous | sed -n 's/.*to pin it: //p' | tee command
$ . ./server && sed 's/--value 44/--value 97/' command >changed && . ./changed
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
$ grep -o '"risk_score":[0-9]*' answer
$ . ./server && understudy trace last --class exogenous
$ . ./server && understudy pin list
$ . ./server && understudy pin list pin_1 --json
$ . ./server && understudy pin set --operation createCharge --input '{"amount":1}' --field risk_score --value 1 --json
$ sh call.sh POST /v1/charges -d amount=1 -d source=tok_visa
$ . ./server && understudy trace last --class exogenous
$ . ./server && understudy tape set --operation createCharge --field risk_score 5 6 --then last
$ . ./server && understudy tape list
$ . ./server && understudy pin clear
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
$ grep -o '"risk_score":[0-9]*' answer
$ . ./server && understudy tape list tap_1
$ . ./server && understudy tape clear tap_1
$ . ./server && understudy tape clear
$ . ./server && understudy pin list
$ . ./server && understudy pin set --operation createCharge --field status --value '"paid"'
$ . ./server && understudy pin set --operation createCharge --field risk_score --value '"high"'
$ . ./server && understudy pin set --operation createCharg --field risk_score --value 1
$ . ./server && echo '{"match":{"operation":"createCharge"},"field":"risk_score"}' | understudy pin set - --value 8 --json
$ . ./server && understudy coherence show
$ . ./server && understudy coherence set warn
$ . ./server && understudy coherence set loud
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
