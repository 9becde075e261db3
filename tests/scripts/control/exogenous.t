# Values from outside by command: what can be pinned, what is pinned, and what the next answer shows. The command that a
# trace prints pins the value.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ . ./server && understudy field list createCharge --json | grep -o '"field":"risk_score","class":"exogenous"'
"field":"risk_score","class":"exogenous"
$ . ./server && understudy field list createRefund
OPERATION     FIELD     CLASS     SOURCE    BY  SCHEMA
createRefund  id        faithful  id        -   -
createRefund  object    faithful  constant  -   -
createRefund  created   faithful  clock     -   -
createRefund  charge    faithful  input     -   -
createRefund  amount    faithful  input     -   {"type":"integer","minimum":1}
createRefund  reason    faithful  input     -   {"enum":["duplicate","fraudulent","requested"]}
createRefund  currency  faithful  derived   -   -
createRefund  status    faithful  derived   -   -
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ . ./server && understudy trace last --class exogenous | sed -n 's/.*to pin it: //p' | tee command
understudy pin set --operation createCharge --field risk_score --value 44
$ . ./server && sed 's/--value 44/--value 97/' command >changed && . ./changed
id             pin_1
match          {"operation":"createCharge"}
field          risk_score
value          97
specificity    1
created_seq    1
bound          0
already_bound  1
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ grep -o '"risk_score":[0-9]*' answer
"risk_score":97
$ . ./server && understudy trace last --class exogenous
trace      trc_2 of world w_1
at         2025-01-01T00:00:00Z
call       POST /v1/charges
operation  createCharge
answer     201, resolved by stateful

how it was resolved:
  fault        no armed fault or stub matched
  idempotency  the call carries no idempotency key
  scenario     no header X-Mock-Scenario
  magic        no magic value in the input
  stateful     executed

where each field came from:
  FIELD       SOURCE  VALUE  WHY
  risk_score  pinned  97     pin_1; bound by trc_2
    to pin it: understudy pin set --operation createCharge --field risk_score --value 97

what happened:
  charges ch_EwoS9WINp8H5kkyJLYLYRodj: nothing -> pending, by call
  emitted charge.created evt_EXPH0PpQfWjrF80nO38IcDHy
  timer tmr_2 is due at 2025-01-01T00:00:02Z
$ . ./server && understudy pin list
PIN    FIELD       VALUE  BOUND  ON  MATCH
pin_1  risk_score  97     1      -   {"operation":"createCharge"}
$ . ./server && understudy pin list pin_1 --json
{"id":"pin_1","match":{"operation":"createCharge"},"field":"risk_score","value":97,"specificity":1,"created_seq":1,"bound":1,"already_bound":1}
$ . ./server && understudy pin set --operation createCharge --input '{"amount":1}' --field risk_score --value 1 --json
{"id":"pin_2","match":{"operation":"createCharge","input":{"amount":1}},"field":"risk_score","value":1,"specificity":2,"created_seq":2,"bound":0,"already_bound":0}
$ sh call.sh POST /v1/charges -d amount=1 -d source=tok_visa
400
$ . ./server && understudy trace last --class exogenous
trace      trc_3 of world w_1
at         2025-01-01T00:00:00Z
call       POST /v1/charges
operation  createCharge
answer     400, resolved by stateful

how it was resolved:
  fault        no armed fault or stub matched
  idempotency  the call carries no idempotency key
  stateful     refused by the service's own rules
$ . ./server && understudy tape set --operation createCharge --field risk_score 5 6 --then last
id           tap_1
match        {"operation":"createCharge"}
field        risk_score
values       [{"value":5},{"value":6}]
position     0
then         last
shadowed_by  pin_1, pin_2
$ . ./server && understudy tape list
TAPE   FIELD       VALUES                     POSITION  THEN  ON  MATCH
tap_1  risk_score  [{"value":5},{"value":6}]  0         last  -   {"operation":"createCharge"}
$ . ./server && understudy pin clear
cleared 2
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ grep -o '"risk_score":[0-9]*' answer
"risk_score":5
$ . ./server && understudy tape list tap_1
id           tap_1
match        {"operation":"createCharge"}
field        risk_score
values       [{"value":5},{"value":6}]
position     1
then         last
shadowed_by  none
$ . ./server && understudy tape clear tap_1
cleared 1
$ . ./server && understudy tape clear
cleared 0
$ . ./server && understudy pin list
no pins
$ . ./server && understudy pin set --operation createCharge --field status --value '"paid"'
? 1
! error: "status" of charges is faithful and cannot be set; it is set by the lifecycle of charges (422 illegal_override at /field) [app.refused]
!   hint: choose the arm that leads to it: field `branch` of charges.capture, charges.settle
$ . ./server && understudy pin set --operation createCharge --field risk_score --value '"high"'
? 1
! error: the value does not fit risk_score of createCharge: expected integer, found string "high" (422 invalid_pin_value at /value) [app.refused]
!   hint: schema /type, type: "integer"
$ . ./server && understudy pin set --operation createCharg --field risk_score --value 1
? 1
! error: no operation "createCharg" in pack parcel@0.1.0 (404 unknown_operation at /match/operation) [app.refused]
!   hint: did you mean 'createCharge'?
$ . ./server && echo '{"match":{"operation":"createCharge"},"field":"risk_score"}' | understudy pin set - --value 8 --json
{"id":"pin_3","match":{"operation":"createCharge"},"field":"risk_score","value":8,"specificity":1,"created_seq":4,"bound":0,"already_bound":3}
$ . ./server && understudy coherence show
no warnings
$ . ./server && understudy coherence set warn
no warnings
$ . ./server && understudy coherence set loud
? 1
! error: /mode: "loud" is not one of "off", "warn" (422 invalid_request at /mode) [app.refused]
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
