# Looking into a world by command: requests, their traces with what can be pinned, idempotency keys.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ . ./server && understudy trace last
? 1
! error: the world has answered no call yet, so there is no trace [app.no_trace]
$ . ./server && understudy request list
no requests
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa -H 'Idempotency-Key: one'
201
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa -H 'Idempotency-Key: one'
201
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_declined
402
$ sh call.sh GET /v1/chargs
404
$ . ./server && understudy request list
REQUEST  AT                    METHOD  PATH         STATUS  BY                 TRACE
rq_1     2025-01-01T00:00:00Z  POST    /v1/charges  201     stateful           trc_1
rq_2     2025-01-01T00:00:00Z  POST    /v1/charges  201     idempotent_replay  trc_2
rq_3     2025-01-01T00:00:00Z  POST    /v1/charges  402     magic              trc_3
rq_4     2025-01-01T00:00:00Z  GET     /v1/chargs   404     no_route           trc_4
$ . ./server && understudy request list --status 402 --operation createCharge
REQUEST  AT                    METHOD  PATH         STATUS  BY     TRACE
rq_3     2025-01-01T00:00:00Z  POST    /v1/charges  402     magic  trc_3
$ . ./server && understudy request show rq_3
request      rq_3, number 3
at           2025-01-01T00:00:00Z
call         POST /v1/charges
operation    createCharge
status       402
resolved by  magic
trace        trc_3
body
  amount=2000&source=tok_declined
answer
  {
    "error": {
      "code": "card_declined",
      "type": "card_error",
      "message": "The card was declined.",
      "param": "source"
    }
  }
$ . ./server && understudy request show rq_9
? 1
! error: there is no request "rq_9" (404 unknown_request) [app.refused]
!   hint: GET /__admin__/requests lists those that are kept
$ . ./server && understudy trace list
TRACE  AT                    METHOD  PATH         STATUS  BY
trc_1  2025-01-01T00:00:00Z  POST    /v1/charges  201     stateful
trc_2  2025-01-01T00:00:00Z  POST    /v1/charges  201     idempotent_replay
trc_3  2025-01-01T00:00:00Z  POST    /v1/charges  402     magic
trc_4  2025-01-01T00:00:00Z  GET     /v1/chargs   404     no_route
$ . ./server && understudy trace show trc_1
trace      trc_1 of world w_1
at         2025-01-01T00:00:00Z
call       POST /v1/charges
operation  createCharge
answer     201, resolved by stateful

how it was resolved:
  fault        no armed fault or stub matched
  idempotency  the key was used for the first time
  scenario     no header X-Mock-Scenario
  magic        no magic value in the input
  stateful     executed

where each field came from:
  FIELD            SOURCE     VALUE                          WHY
  id               id         "ch_W7pHlkWE35wHo8kKAg9UMqEd"  drawn from the ids
  object           constant   "charge"                       fixed by the pack
  created          clock      1735689600                     the world's clock
  amount           input      2000                           echoed from the request
  currency         input      "usd"                          echoed from the request
  customer         input      null                           echoed from the request
  description      input      null                           echoed from the request
  metadata         input      {}                             echoed from the request
  card.brand       derived    "visa"                         lookup("brands", self.source, "unknown")
  status           derived    "pending"                      lifecycle of charges; bound by trc_1
  settled_at       clock      null                           the world's clock
  failure_code     derived    null                           lifecycle of charges; bound by trc_1
  amount_refunded  aggregate  0                              sum of amount over refunds
  refunded         derived    false                          self.amount_refunded == self.amount
  risk_score       synth      44                             made up to fit the schema; bound by trc_1
    to pin it: understudy pin set --operation createCharge --field risk_score --value 44

what happened:
  charges ch_W7pHlkWE35wHo8kKAg9UMqEd: nothing -> pending, by call
  emitted charge.created evt_6x0hvWjqEMwL010kulIR6LNf
  timer tmr_1 is due at 2025-01-01T00:00:02Z
$ . ./server && understudy trace show trc_2 --class exogenous
trace      trc_2 of world w_1
at         2025-01-01T00:00:00Z
call       POST /v1/charges
operation  createCharge
answer     201, resolved by idempotent_replay

how it was resolved:
  fault        no armed fault or stub matched
  idempotency  the key was known; the stored answer was sent

where each field came from:
  FIELD       SOURCE  VALUE  WHY
  risk_score  synth   44     made up to fit the schema; bound by trc_1
    to pin it: understudy pin set --operation createCharge --field risk_score --value 44
$ . ./server && understudy trace show trc_3 --path error.code
trace      trc_3 of world w_1
at         2025-01-01T00:00:00Z
call       POST /v1/charges
operation  createCharge
answer     402, resolved by magic

how it was resolved:
  fault        no armed fault or stub matched
  idempotency  the call carries no idempotency key
  scenario     no header X-Mock-Scenario
  magic        a magic value in the input

where each field came from:
  FIELD       SOURCE    VALUE            WHY
  error.code  constant  "card_declined"  fixed by the pack
$ . ./server && understudy trace last
trace    trc_4 of world w_1
at       2025-01-01T00:00:00Z
call     GET /v1/chargs
nearest  /v1/charges
answer   404, resolved by no_route

where each field came from:
  FIELD          SOURCE    VALUE                                WHY
  error.code     constant  "route_missing"                      fixed by the pack
  error.type     constant  "invalid_request"                    fixed by the pack
  error.message  constant  "There is nothing at this address."  fixed by the pack
$ . ./server && understudy trace show last --json | grep -oE '"(id|resolved_by)":"[^"]*"'
"id":"trc_4"
"resolved_by":"no_route"
$ . ./server && understudy trace show trc_99
? 1
! error: there is no trace "trc_99" (404 unknown_trace) [app.refused]
!   hint: its id is in the answer's header X-Mock-Resolution-Trace
$ . ./server && understudy trace show trc_1 --class odd
? 1
! error: class cannot be "odd" (422 invalid_request) [app.refused]
!   hint: there is faithful, exogenous
$ . ./server && understudy idempotency list
KEY  OPERATION     STATUS  STORED                TRACE
one  createCharge  201     2025-01-01T00:00:00Z  trc_1
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
