# One fact on several channels: what the webhook says, GET and the list say too. A value that has two sources is named.
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_KEY=key-of-the-test-1 understudy verify --channels --allow-destructive --pack parcel --target $(cat url) --key-from PARCEL_KEY
agreed parcel.settled_charge, amount (the fake)
agreed parcel.settled_charge, currency (the fake)
agreed parcel.settled_charge, status (the fake)
agreed parcel.settled_charge, amount (the service)
agreed parcel.settled_charge, currency (the service)
agreed parcel.settled_charge, status (the service)
parcel@0.1.0: 3 facts on several channels, 3 agreed, 0 differed, 0 unknown
$ sh stop.sh
stopped with 0
# The service has split it: its events tell the amount without the fee.
$ understudy pack eject parcel > out && mv packs real && sed -i 's/^  fields:/  views: { event: { drop: [ amount ], add: { amount: self.amount - 30 } } }\n  fields:/' real/parcel/resources/charges.yaml
$ sh serve.sh understudy serve real/parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_KEY=key-of-the-test-1 understudy verify --channels --allow-destructive --pack parcel --target $(cat url) --key-from PARCEL_KEY
? 1
agreed parcel.settled_charge, amount (the fake)
agreed parcel.settled_charge, currency (the fake)
agreed parcel.settled_charge, status (the fake)
differed parcel.settled_charge, amount (the service)
agreed parcel.settled_charge, currency (the service)
agreed parcel.settled_charge, status (the service)
parcel/plans/assumptions.yaml:43:5: error: the service: amount of parcel.settled_charge has two sources: webhook says 1970, ended says 2000, listed says 2000 [verify.split_source] differed
  hint: a program that reads the one and a program that reads the other will not agree

parcel@0.1.0: 3 facts on several channels, 2 agreed, 1 differed, 0 unknown
$ PARCEL_KEY=key-of-the-test-1 understudy verify --channels --allow-destructive --pack real/parcel | head -3
? 1
differed parcel.settled_charge, amount (the fake)
agreed parcel.settled_charge, currency (the fake)
agreed parcel.settled_charge, status (the fake)
# No webhook comes: not seen is not agreed.
$ sed -i 's/charge.succeeded, .data/charge.never, \/data/' real/parcel/plans/assumptions.yaml && PARCEL_KEY=key-of-the-test-1 understudy verify --channels --allow-destructive --pack real/parcel --target $(cat url) --key-from PARCEL_KEY --webhook-wait 0 | grep unknown
? 3
unknown parcel.settled_charge, amount (the fake)
unknown parcel.settled_charge, currency (the fake)
unknown parcel.settled_charge, status (the fake)
unknown parcel.settled_charge, amount (the service)
unknown parcel.settled_charge, currency (the service)
unknown parcel.settled_charge, status (the service)
real/parcel/plans/assumptions.yaml:43:5: warning: the fake: amount of parcel.settled_charge could not be compared: webhook was not seen [verify.fact_unseen] unknown
real/parcel/plans/assumptions.yaml:43:5: warning: the fake: currency of parcel.settled_charge could not be compared: webhook was not seen [verify.fact_unseen] unknown
real/parcel/plans/assumptions.yaml:43:5: warning: the fake: status of parcel.settled_charge could not be compared: webhook was not seen [verify.fact_unseen] unknown
real/parcel/plans/assumptions.yaml:43:5: warning: the service: amount of parcel.settled_charge could not be compared: webhook was not seen [verify.fact_unseen] unknown
real/parcel/plans/assumptions.yaml:43:5: warning: the service: currency of parcel.settled_charge could not be compared: webhook was not seen [verify.fact_unseen] unknown
real/parcel/plans/assumptions.yaml:43:5: warning: the service: status of parcel.settled_charge could not be compared: webhook was not seen [verify.fact_unseen] unknown
parcel@0.1.0: 3 facts on several channels, 0 agreed, 0 differed, 3 unknown
$ sh stop.sh
stopped with 0
# A service elsewhere cannot reach this machine by itself.
$ PARCEL_KEY=key-of-the-test-1 understudy verify --channels --allow-destructive --pack parcel --target https://api.parcel.test --key-from PARCEL_KEY | grep receiver
? 3
parcel/plans/assumptions.yaml:43:5: warning: the service: amount of parcel.settled_charge could not be compared: it cannot send webhooks to this machine: --receiver URL names an address that leads here, --listen ADDRESS where it ends [verify.fact_unseen] unknown
parcel/plans/assumptions.yaml:43:5: warning: the service: currency of parcel.settled_charge could not be compared: it cannot send webhooks to this machine: --receiver URL names an address that leads here, --listen ADDRESS where it ends [verify.fact_unseen] unknown
parcel/plans/assumptions.yaml:43:5: warning: the service: status of parcel.settled_charge could not be compared: it cannot send webhooks to this machine: --receiver URL names an address that leads here, --listen ADDRESS where it ends [verify.fact_unseen] unknown
$ PARCEL_KEY=key-of-the-test-1 understudy verify --channels --pack parcel --target http://127.0.0.1:1 --key-from PARCEL_KEY | grep allow
? 5
parcel/plans/probes/channels.yaml:12:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
parcel/plans/assumptions.yaml:43:5: warning: the service: amount of parcel.settled_charge could not be compared: the step "teardown-1" is destructive, and only write is allowed here [verify.fact_unseen] unknown
parcel/plans/assumptions.yaml:43:5: warning: the service: currency of parcel.settled_charge could not be compared: the step "teardown-1" is destructive, and only write is allowed here [verify.fact_unseen] unknown
parcel/plans/assumptions.yaml:43:5: warning: the service: status of parcel.settled_charge could not be compared: the step "teardown-1" is destructive, and only write is allowed here [verify.fact_unseen] unknown
$ understudy verify --channels --pack parcel --webhook-wait soon
? 2
! error: --webhook-wait is a number of seconds, at most 3600 [app.bad_arguments]
!   hint: `understudy verify --help` shows how it is called
# Deck has such a map too.
$ understudy verify --channels --pack deck
? 3
agreed deck.settled_run, status (the fake)
agreed deck.settled_run, task (the fake)
unknown deck.settled_run, status (the service)
unknown deck.settled_run, task (the service)
warning: it is not known where the real service deck is [verify.no_live] unknown
  hint: `live` of the service in understudy.yaml says it, or --target

deck/plans/assumptions.yaml:65:5: warning: the service: status of deck.settled_run could not be compared: it is not known where the real service deck is [verify.fact_unseen] unknown
deck/plans/assumptions.yaml:65:5: warning: the service: task of deck.settled_run could not be compared: it is not known where the real service deck is [verify.fact_unseen] unknown

deck@0.1.0: 2 facts on several channels, 0 agreed, 0 differed, 2 unknown

-- fast.yaml --
understudy_seed: 1
pack: parcel
durations: [ { settle: 1ms } ]
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=([^ ]*) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
