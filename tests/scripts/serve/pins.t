# What comes from outside the service is set by a test, by the key that the trace of an answer gives; what the service
# derives is not. What could happen next can be posted as it is shown.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --ca-folder ca
$ sh call.sh POST /v1/charges '{"amount":2000,"source":"tok_visa"}' | grep -oE '"risk_score":[0-9]+'
"risk_score":44
$ sh call.sh GET '/__admin__/trace/trc_1?class=exogenous' | grep -oE '"source":"synth".*"bound_by":"[a-z_0-9]+"'
"source":"synth","value":44,"pin":{"match":{"operation":"createCharge"},"field":"risk_score"},"bound_by":"trc_1"
$ sh call.sh POST /__admin__/exogenous/pins '{"match":{"operation":"createCharge"},"field":"risk_score","value":99}'
{"id":"pin_1","match":{"operation":"createCharge"},"field":"risk_score","value":99,"specificity":1,"created_seq":1,"bound":0,"already_bound":1}
$ sh call.sh POST /v1/charges '{"amount":2000,"source":"tok_visa"}' | grep -oE '"risk_score":[0-9]+'
"risk_score":99
$ sh call.sh POST /__admin__/exogenous/pins '{"match":{"operation":"createCharge"},"field":"risk_score","value":101}'
{"error":{"code":"invalid_pin_value","message":"the value does not fit risk_score of createCharge: 101 is too great; it must be at most 100","field":"/value","hint":"schema /maximum, maximum: 100","docs":"control-api#refusals"}}
$ sh call.sh POST /__admin__/exogenous/pins '{"match":{"operation":"createCharge"},"field":"status","value":"succeeded"}'
{"error":{"code":"illegal_override","message":"\"status\" of charges is faithful and cannot be set; it is set by the lifecycle of charges","field":"/field","hint":"choose the arm that leads to it: field `branch` of charges.capture, charges.settle","docs":"control-api#refusals"}}
$ sh call.sh POST /__admin__/exogenous/tapes '{"on":"charges.settle","field":"branch","values":[{"value":"failed"}]}'
{"id":"tap_1","match":{"operation":"charges.settle"},"via":"charges.settle","field":"branch","values":[{"value":"failed"}],"position":0,"then":"fallback","shadowed_by":[]}
$ sh call.sh POST /__admin__/clock/advance '{"by":"2s"}' | grep -oE '"fired":\[[^]]*\]'
"fired":["charge.failed","charge.succeeded"]
$ sh call.sh GET /__admin__/world/next | grep -oE '"trigger":\{[^}]*\}\}' | sed -E 's/ch_[0-9A-Za-z]+/CHARGE/; s/^"trigger"://'
{"event":"cardholder.disputes","data":{"charge":"CHARGE"}}
$ sh call.sh GET /__admin__/world/next | grep -oE '"trigger":\{[^}]*\}\}' | sed -E 's/^"trigger"://' >next
$ sh call.sh POST /__admin__/world/events "$(cat next)" | grep -oE '"to":"[a-z]+"'
"to":"disputed"
$ sh call.sh DELETE /__admin__/exogenous/pins
{"cleared":1}
$ sh stop.sh
stopped with 0

-- call.sh --
# METHOD PATH [BODY], with the key of the test.
if [ $# -gt 2 ]; then
    curl -s -X "$1" "$(cat url)$2" -H "Authorization: Bearer key-of-the-test-1" -H 'Content-Type: application/json' -d "$3"
else
    curl -s -X "$1" "$(cat url)$2" -H "Authorization: Bearer key-of-the-test-1"
fi
-- serve.sh --
# Starts a server and waits until it has said everything it says on standard output.
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -n 's/^url=\([^ ]*\) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
