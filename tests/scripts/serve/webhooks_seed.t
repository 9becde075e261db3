# Endpoints in a seed file are there when the world begins. They hear nothing of the history in the same file, and
# restoring boot brings them back. With --data they survive a kill, and so does what waits to be sent.
# needs: curl
# limit-seconds: 60
$ sh serve.sh --seed-file seed.yaml --clock frozen --data worlds.db
$ . ./server && understudy endpoint list
ENDPOINT             ACTIVE  URL                               EVENTS            SIGNED BY
we_BnCTA31TT8eET7L1  true    http://sink.localhost/hook        charge.succeeded  world
we_faoLRyJJDmmjNQUb  true    http://sink.localhost/500/always  *                 wall
$ . ./server && understudy delivery list
no deliveries
$ . ./server && understudy endpoint secret http://sink.localhost/hook
secret  whsec_GkLNl4kSY8egdRidMA37itVumIQmtDKm
$ . ./server && understudy reset && understudy endpoint list
now  2025-01-01T00:00:00Z
no endpoints
$ . ./server && understudy restore boot >restored && understudy endpoint list
ENDPOINT             ACTIVE  URL                               EVENTS            SIGNED BY
we_BnCTA31TT8eET7L1  true    http://sink.localhost/hook        charge.succeeded  world
we_faoLRyJJDmmjNQUb  true    http://sink.localhost/500/always  *                 wall
$ . ./server && curl -sS -o charge "$UNDERSTUDY_URL/v1/charges" -H "Authorization: Bearer $UNDERSTUDY_KEY" -d amount=2000 -d source=tok_visa
$ . ./server && understudy clock advance 2s && understudy delivery list
now    2025-01-01T00:00:02Z
fired  charge.succeeded
DELIVERY  STATE      EVENT             TO                                CREATED               NEXT ATTEMPT
dlv_1     retrying   charge.created    http://sink.localhost/500/always  2025-01-01T00:00:00Z  2025-01-01T00:01:00Z
dlv_2     delivered  charge.succeeded  http://sink.localhost/hook        2025-01-01T00:00:02Z  -
dlv_3     retrying   charge.succeeded  http://sink.localhost/500/always  2025-01-01T00:00:02Z  2025-01-01T00:01:02Z
$ . ./server && understudy clock show | sed -n '/^timers/,/^$/p' >timers && kill -9 "$(cat pid)" && read -r code <done; echo killed
killed
$ sh serve.sh --data worlds.db
$ . ./server && understudy clock show | sed -n '/^timers/,/^$/p' | cmp - timers && understudy delivery list
DELIVERY  STATE      EVENT             TO                                CREATED               NEXT ATTEMPT
dlv_1     retrying   charge.created    http://sink.localhost/500/always  2025-01-01T00:00:00Z  2025-01-01T00:01:00Z
dlv_2     delivered  charge.succeeded  http://sink.localhost/hook        2025-01-01T00:00:02Z  -
dlv_3     retrying   charge.succeeded  http://sink.localhost/500/always  2025-01-01T00:00:02Z  2025-01-01T00:01:02Z
$ . ./server && understudy endpoint secret http://sink.localhost/hook
secret  whsec_GkLNl4kSY8egdRidMA37itVumIQmtDKm
$ . ./server && understudy clock advance 1h && understudy delivery list
now    2025-01-01T01:00:02Z
fired  nothing
DELIVERY  STATE      EVENT             TO                                CREATED               NEXT ATTEMPT
dlv_1     failed     charge.created    http://sink.localhost/500/always  2025-01-01T00:00:00Z  -
dlv_2     delivered  charge.succeeded  http://sink.localhost/hook        2025-01-01T00:00:02Z  -
dlv_3     failed     charge.succeeded  http://sink.localhost/500/always  2025-01-01T00:00:02Z  -
$ sh stop.sh
stopped with 0
$ understudy serve parcel --seed-file outside.yaml
? 2
! outside.yaml:2:18: error: /webhooks/url: webhooks go to this machine only, not to "app.example.com" [app.bad_seed_file]
!     webhooks: { url: "https://app.example.com/hook" }
!                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: start the server with --allow-webhook-host app.example.com
$ understudy serve parcel --seed-file misspelt.yaml
? 2
! misspelt.yaml:3:55: error: /webhooks/0/subscribe/0: no event type "charge.suceeded" in pack parcel@0.1.0 [app.bad_seed_file]
!       - { url: "http://sink.localhost/hook", subscribe: [ charge.suceeded ] }
!                                                           ^~~~~~~~~~~~~~~
!   hint: did you mean 'charge.succeeded'?
$ understudy serve parcel --seed-file member.yaml
? 2
! member.yaml:2:58: error: /webhooks/0/events: /events: the property "events" is not allowed here [app.bad_seed_file]
!     webhooks: [ { url: "http://sink.localhost/hook", events: [ charge.succeeded ] } ]
!                                                              ^~~~~~~~~~~~~~~~~~~~

-- seed.yaml --
understudy_seed: 1
pack: parcel
webhooks:
  - { url: "http://sink.localhost/hook", subscribe: [ charge.succeeded ], signature_time: world }
  - { url: "http://sink.localhost/500/always" }
history:
  - { at: "2024-12-01T10:00:00Z", call: { operation: createCharge, input: { amount: 700, source: tok_visa } } }
-- outside.yaml --
understudy_seed: 1
webhooks: { url: "https://app.example.com/hook" }
-- misspelt.yaml --
understudy_seed: 1
webhooks:
  - { url: "http://sink.localhost/hook", subscribe: [ charge.suceeded ] }
-- member.yaml --
understudy_seed: 1
webhooks: [ { url: "http://sink.localhost/hook", events: [ charge.succeeded ] } ]
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
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
