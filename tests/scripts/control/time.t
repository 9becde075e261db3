# Time and causes by command: due timers fire when the clock is moved, and something happens outside the service.
# needs: curl
# limit-seconds: 60
$ sh serve.sh
$ sh call.sh POST /v1/charges -d amount=2000 -d source=tok_visa
201
$ . ./server && understudy clock show
now    2025-01-01T00:00:00Z
mode   frozen
began  2025-01-01T00:00:00Z

timers:
  DUE                   TIMER  DURATION  RESOURCE  OBJECT                       MOVE
  2025-01-01T00:00:02Z  tmr_1  settle    charges   ch_W7pHlkWE35wHo8kKAg9UMqEd  settle

durations:
  settle            2s
  refund_settle     1s
  authorization     1w
  idempotency_keys  1d
  webhook_delay     0s
$ . ./server && understudy clock advance 1s
now    2025-01-01T00:00:01Z
fired  nothing
$ . ./server && understudy clock step
now    2025-01-01T00:00:02Z
fired  charge.succeeded
$ . ./server && understudy clock advance --to 2025-02-01T00:00:00Z --json
{"now":"2025-02-01T00:00:00Z","fired":[],"details":[]}
$ . ./server && echo '{"by":"1d"}' | understudy clock advance -
now    2025-02-02T00:00:00Z
fired  nothing
$ . ./server && understudy clock advance --to 2025-01-01T00:00:00Z
? 1
! error: the clock stands at 2025-02-02T00:00:00Z and never runs backwards; asked for 2025-01-01T00:00:00Z (422 clock_backwards) [app.refused]
$ . ./server && understudy clock advance 5x
? 1
! error: "5x" is no duration (422 invalid_duration at /by) [app.refused]
!   hint: write 500ms, 5s, 1h30m or 7d
$ . ./server && understudy next
cardholder.disputes: the cardholder disputes the charge
  understudy trigger cardholder.disputes '{"charge":"ch_W7pHlkWE35wHo8kKAg9UMqEd"}'
  leads to charge.disputed, customer.flagged
$ . ./server && understudy next | sed -n 's/^  understudy/understudy/p' >causes
$ . ./server && understudy duration list
settle            2s
refund_settle     1s
authorization     1w
idempotency_keys  1d
webhook_delay     0s
$ . ./server && understudy trigger cardholder.disputes "{\"charge\":\"$(sed 's/.*"id":"\(ch_[^"]*\)".*/\1/' answer)\"}"
now      2025-02-02T00:00:00Z
changed  charges ch_W7pHlkWE35wHo8kKAg9UMqEd: succeeded -> disputed
emitted  charge.disputed
trace    trc_2
$ . ./server && understudy trigger cardholder.disputes "{\"charge\":\"$(sed 's/.*"id":"\(ch_[^"]*\)".*/\1/' answer)\"}"
? 1
! error: 'cardholder.disputes' cannot happen now: charge ch_W7pHlkWE35wHo8kKAg9UMqEd is disputed, not succeeded (409 precondition_failed) [app.refused]
$ . ./server && understudy trigger charge.disputed
? 1
! error: 'charge.disputed' is derived by the pack and cannot be triggered (422 not_a_cause at /event) [app.refused]
!   hint: what can lead to it is cardholder.disputes
$ . ./server && understudy trigger cardholder.dispute
? 1
! error: no world event 'cardholder.dispute' in pack parcel@0.1.0 (404 unknown_event at /event) [app.refused]
!   hint: did you mean 'cardholder.disputes'?
$ . ./server && understudy trigger cardholder.disputes '{'
? 2
! error: DATA is no JSON [app.not_json]
!   DATA:1:2: error: the text ends in the middle of an object [json.cut]
!       {
!        ^
!     hint: is the file complete?
$ . ./server && understudy duration set settle=0s refund_settle=5s
settle            0s
refund_settle     5s
authorization     1w
idempotency_keys  1d
webhook_delay     0s
$ . ./server && understudy duration set setle=0s
? 1
! error: no duration 'setle' in pack parcel@0.1.0 (422 unknown_duration at /setle) [app.refused]
!   hint: did you mean 'settle'?
$ . ./server && understudy duration set settle
? 2
! error: "settle" is not of the form NAME=DURATION [app.bad_arguments]
!   hint: `understudy duration set --help` shows how it is called
$ . ./server && understudy clock tick --json | grep -o '"mode":"[a-z]*"'
"mode":"ticking"
$ . ./server && understudy clock freeze --json | grep -o '"mode":"[a-z]*"'
"mode":"frozen"
$ . ./server && understudy clock freeze | sed -n '/^mode/p; /^timers/,$p'
mode   frozen
timers: none wait

durations:
  settle            0s
  refund_settle     5s
  authorization     1w
  idempotency_keys  1d
  webhook_delay     0s
$ . ./server && understudy next
nothing can happen now; --all says why not
$ . ./server && understudy next --all
cardholder.disputes: the cardholder disputes the charge
  not now: charge ch_W7pHlkWE35wHo8kKAg9UMqEd is disputed, not succeeded
  leads to charge.disputed, customer.flagged
$ . ./server && sh causes
? 1
! error: 'cardholder.disputes' cannot happen now: charge ch_W7pHlkWE35wHo8kKAg9UMqEd is disputed, not succeeded (409 precondition_failed) [app.refused]
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
