# Faults and stubs by command: armed, seen, fired, listed, cleared; what was asked for is counted, and followed as it
# happens.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ . ./server && understudy fault list
no faults
$ . ./server && understudy fault arm charges create --status 402 --code card_declined --count 1
id           flt_1
resource     charges
operation    create
status       402
code         card_declined
count        1
when         before
fired        0
remaining    1
state        armed
specificity  2
created_seq  1
off_model    false
$ . ./server && understudy fault arm charges create --input '{"amount":1}' --status 500 --code odd --json
{"id":"flt_2","resource":"charges","operation":"create","status":500,"code":"odd","match":{"input":{"amount":1}},"when":"before","fired":0,"state":"armed","specificity":3,"created_seq":2,"off_model":true,"warnings":[{"code":"unknown_error_code","message":"no error code \"odd\" in pack parcel@0.1.0; it is served as given","hint":"there is body_unreadable, media_type_unsupported, api_key_invalid, route_missing, method_not_allowed, parameter_unknown, parameter_missing, parameter_invalid, parameters_exclusive, amount_too_small, ..."}]}
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
402
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ . ./server && understudy fault list
FAULT  STATE  RESOURCE  OPERATION  STATUS  CODE           TRANSPORT  FIRED  LEFT  MATCH
flt_1  spent  charges   create     402     card_declined  -          1      0     -
flt_2  armed  charges   create     500     odd            -          0      -     {"input":{"amount":1}}
$ . ./server && understudy fault show flt_1
id           flt_1
resource     charges
operation    create
status       402
code         card_declined
count        1
when         before
fired        1
remaining    0
state        spent
specificity  2
created_seq  1
off_model    false
$ . ./server && understudy trace show trc_1 --path error.code
trace      trc_1 of world w_1
at         2025-01-01T00:00:00Z
call       POST /v1/charges
operation  createCharge
answer     402, resolved by fault

how it was resolved:
  fault  fired
         flt_1: 402 card_declined
         flt_2 did not match: input.amount: wanted 1, got 2000

where each field came from:
  FIELD       SOURCE    VALUE            WHY
  error.code  constant  "card_declined"  fixed by the pack
$ . ./server && understudy trace show trc_2 --class exogenous
trace      trc_2 of world w_1
at         2025-01-01T00:00:00Z
call       POST /v1/charges
operation  createCharge
answer     201, resolved by stateful

how it was resolved:
  fault        no armed fault or stub matched
               flt_2 did not match: input.amount: wanted 1, got 2000
  idempotency  the call carries no idempotency key
  scenario     no header X-Mock-Scenario
  magic        no magic value in the input
  stateful     executed

where each field came from:
  FIELD       SOURCE  VALUE  WHY
  risk_score  synth   44     made up to fit the schema; bound by trc_2
    to pin it: understudy pin set --operation createCharge --field risk_score --value 44

what happened:
  charges ch_W7pHlkWE35wHo8kKAg9UMqEd: nothing -> pending, by call
  emitted charge.created evt_6x0hvWjqEMwL010kulIR6LNf
  timer tmr_1 is due at 2025-01-01T00:00:02Z
$ . ./server && understudy fault tape charges list '{"status":429,"code":"rate_limit"}' '{"pass":true}' --then cycle
id           flt_3
resource     charges
operation    list
tape         [{"status":429,"code":"rate_limit","when":"before"},{"pass":true}]
then         cycle
position     0
fired        0
state        armed
specificity  2
created_seq  3
off_model    true
warning      no error code "rate_limit" in pack parcel@0.1.0; it is served as given
             there is body_unreadable, media_type_unsupported, api_key_invalid, route_missing, method_not_allowed, parameter_unknown, parameter_missing, parameter_invalid, parameters_exclusive, amount_too_small, ...
$ sh call.sh GET /v1/charges
429
$ sh call.sh GET /v1/charges
200
$ . ./server && understudy fault stub GET /v1/tax/settings --status 200 --body '{"object":"tax.settings"}'
id           stb_1
match        {"method":"GET","path":"/v1/tax/settings"}
answer       {"status":200,"body":{"object":"tax.settings"}}
count        1
fired        0
state        armed
created_seq  4
$ . ./server && understudy fault list --stubs
STUB   STATE  FIRED  STATUS  MATCH
stb_1  armed  0      200     {"method":"GET","path":"/v1/tax/settings"}
$ sh call.sh GET /v1/tax/settings
200
$ cat answer
{"object":"tax.settings"}
% no newline
$ . ./server && understudy fault show stb_1
id           stb_1
match        {"method":"GET","path":"/v1/tax/settings"}
answer       {"status":200,"body":{"object":"tax.settings"}}
count        1
fired        1
state        spent
created_seq  4
$ . ./server && understudy trace last
trace      trc_5 of world w_1
at         2025-01-01T00:00:00Z
call       GET /v1/tax/settings
answer     200, resolved by stub
off model  the pack does not know this answer for this operation

how it was resolved:
  fault  a stub answered
         stb_1

where each field came from:
  FIELD   SOURCE    VALUE           WHY
  object  constant  "tax.settings"  fixed by the pack
$ . ./server && understudy fault arm charges crete --status 402 --code card_declined
? 1
! error: no operation "crete" of charges in pack parcel@0.1.0 (404 unknown_operation at /operation) [app.refused]
!   hint: did you mean 'create'?
$ . ./server && echo '{"resource":"refunds","operation":"create","transport":{"kind":"reset"}}' | understudy fault arm - --count 2 --json
? 1
! error: the wire fault reset needs at (422 invalid_request at /transport) [app.refused]
$ . ./server && understudy fault arm charges create --transport reset
? 2
! error: --transport is no JSON [app.not_json]
!   hint: a text needs quotes of its own, as in '"text"'
!   --transport:1:1: error: expected a value, found "reset" [json.syntax]
!       reset
!       ^~~~~
$ . ./server && understudy request count --operation createCharge
2
$ . ./server && understudy request count --operation createCharge --status 402
1
$ . ./server && understudy request count --method GET --json
{"count":3,"known":true}
$ . ./server && understudy request count --match '{"colour":"red"}'
? 1
! error: pack parcel cannot match by "colour" (422 unknown_constraint at /match/colour) [app.refused]
!   hint: there is operation, resource, input, id, method, path, status
$ . ./server && understudy request follow --limit 5
1       2025-01-01T00:00:00Z  control  arm_fault
2       2025-01-01T00:00:00Z  control  arm_fault
3       2025-01-01T00:00:00Z  request  POST /v1/charges 402 fault trc_1
4       2025-01-01T00:00:00Z  request  POST /v1/charges 201 stateful trc_2
5       2025-01-01T00:00:00Z  transition  charges ch_W7pHlkWE35wHo8kKAg9UMqEd: nothing -> pending, by call
$ . ./server && understudy request follow --from 2 --limit 1 --json
{"at":"2025-01-01T00:00:00Z","id":"rq_1","seq":1,"request_id":"req_kMWWlho5g1ilZU","method":"POST","path":"/v1/charges","query":null,"operation":"createCharge","resource":"charges","verb":"create","object_id":null,"credential_id":null,"source_id":null,"resolved_by":"fault","status":402,"trace":"trc_1","request":{"bytes":27,"body":"amount=2000&source=tok_visa"},"response":{"bytes":106,"body":"{\"error\":{\"code\":\"card_declined\",\"type\":\"card_error\",\"message\":\"The card was declined.\",\"param\":\"source\"}}"}}
$ . ./server && understudy request follow --from never
? 1
! error: from cannot be "never" (422 invalid_request) [app.refused]
!   hint: take the id of the last frame that was read
$ . ./server && understudy fault clear flt_1
cleared 1
$ . ./server && understudy fault clear stb_1
cleared 1
$ . ./server && understudy fault clear stb_1
? 1
! error: there is no stub "stb_1" (404 unknown_stub) [app.refused]
$ . ./server && understudy fault clear
cleared 2
$ . ./server && understudy fault clear --stubs
cleared 0
$ . ./server && understudy fault list
no faults
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
