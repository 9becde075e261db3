# A seed file fills the worlds before any port is opened. It is applied in a fixed order, all or nothing; a mistake ends
# with 2 and the place, and flags win over it.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --rng-seed 7 --seed-file seed.yaml --ca-folder ca
$ curl -s "$(cat url)/__admin__/world" -H "Authorization: Bearer key-of-the-test-1" | grep -oE '"(t0|now|rng_seed|counts)":("[^"]*"|[0-9]+|\{[^}]*\})'
"t0":"2025-06-01T00:00:00Z"
"now":"2025-06-01T00:00:00Z"
"rng_seed":7
"counts":{"events":4,"webhook_endpoints":0,"charges":1,"customers":1,"refunds":0}
$ curl -s "$(cat url)/v1/charges?customer=cus_1" -H "Authorization: Bearer key-of-the-test-1" | grep -oE '"(created|status)":("[a-z]*"|[0-9]+)'
"created":1746093600
"status":"disputed"
$ curl -s "$(cat url)/v1/customers/cus_1" -H "Authorization: Bearer key-of-the-test-1" | grep -oE '"(name|standing)":"[a-z]*"'
"name":"ada"
"standing":"flagged"
$ curl -s "$(cat url)/__admin__/clock" -H "Authorization: Bearer key-of-the-test-1" | grep -oE '"settle":"[a-z0-9]*"'
"settle":"0s"
$ curl -s -X POST "$(cat url)/__admin__/reset" -H "Authorization: Bearer key-of-the-test-1"
{"now":"2025-06-01T00:00:00Z"}
$ curl -s -X POST "$(cat url)/__admin__/restore" -H "Authorization: Bearer key-of-the-test-1" -d '{"snapshot":"boot"}' | grep -oE '"counts":\{[^}]*\}'
"counts":{"events":4,"webhook_endpoints":0,"charges":1,"customers":1,"refunds":0}
$ sh stop.sh
stopped with 0
$ understudy serve parcel --seed-file nowhere.yaml
? 2
! nowhere.yaml: error: cannot read "nowhere.yaml": No such file or directory [app.cannot_read]
$ understudy serve parcel --seed-file wrong_name.yaml
? 2
! wrong_name.yaml:2:6: error: /sed: a seed has no 'sed' [app.bad_seed_file]
!     sed: { customers: [] }
!          ^~~~~~~~~~~~~~~~~
!   hint: did you mean 'seed'?
$ understudy serve parcel --seed-file wrong_id.json
? 2
! wrong_id.json:3:32: error: /seed/customers/1/id: the id "customer-2" does not fit customers: ^cus_[a-zA-Z0-9]+$ [app.bad_seed_file]
!                             {"id": "customer-2"}]}}
!                                    ^~~~~~~~~~~~
$ understudy serve parcel --seed-file wrong_pack.yaml
? 2
! wrong_pack.yaml:2:7: error: /pack: the pack 'parcell' is not served [app.bad_seed_file]
!     pack: parcell
!           ^~~~~~~
!   hint: did you mean 'parcel'?
$ understudy serve parcel --seed-file wrong_step.yaml
? 2
! wrong_step.yaml:3:5: error: /history/0: step 0, createCharge at 2024-05-01T10:00:00Z, was refused: 402 {"error":{"code":"card_declined","type":"card_error","message":"The card was declined.","param":"source"}} [app.bad_seed_file]
!       - at: "2024-05-01T10:00:00Z"
!         ^~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: nothing of the history has happened
$ understudy serve parcel --seed-file broken.json
? 2
! broken.json:2:1: error: the text ends in the middle of an object [json.cut]
!   hint: is the file complete?

-- seed.yaml --
understudy_seed: 1
pack: parcel
t0: "2025-06-01T00:00:00Z"
rng_seed: 1
durations:
  - settle: 0s
history:
  - at: "2025-05-01T10:00:00Z"
    call: { operation: createCharge, as: ch, input: { amount: 2000, source: tok_visa, customer: cus_1 } }
  - at: "2025-05-02T10:00:00Z"
    event: { name: cardholder.disputes, data: { charge: "${ch.id}" } }
seed:
  customers:
    - { id: cus_1, name: ada }
-- wrong_name.yaml --
understudy_seed: 1
sed: { customers: [] }
-- wrong_id.json --
{"understudy_seed": 1,
 "seed": {"customers": [{"id": "cus_1"},
                        {"id": "customer-2"}]}}
-- wrong_pack.yaml --
understudy_seed: 1
pack: parcell
-- wrong_step.yaml --
understudy_seed: 1
history:
  - at: "2024-05-01T10:00:00Z"
    call: { operation: createCharge, input: { amount: 2000, source: tok_declined } }
-- broken.json --
{"understudy_seed": 1,
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
