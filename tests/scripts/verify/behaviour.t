# What a pack takes for granted, asked of the real service (here a stand-in: the same pack, served with a clock that ticks)
# and of the fake. What fails on the fake is our bug, what fails on the real side is drift, and what nobody can be asked
# about is watched by hand.
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_KEY=key-of-the-test-1 understudy verify --behaviour --pack parcel --target $(cat url) --key-from PARCEL_KEY
by hand parcel.invented (never checked): there is nothing to ask
agreed parcel.settling: a charge made with a good card is pending, settles by itself and is told by charge.succeeded
agreed parcel.currency: a charge that names no currency is in usd
agreed parcel.newest_first: lists show the newest first
agreed parcel.refusals: a refused call names its code in the member error, with 404 for what is missing and 400 for an amount that is too small
parcel@0.1.0: 4 assumptions probed, 4 agreed, 0 differed, 0 unknown; 1 watched by hand
# What was decided can be written into the pack, with its day; a pack inside the program has no file to write it into.
$ PARCEL_KEY=key-of-the-test-1 understudy verify --behaviour --confirm --pack parcel --target $(cat url) --key-from PARCEL_KEY
? 2
! error: --confirm writes into the folder of a pack, and parcel is inside this program: `understudy pack eject parcel` writes it out [app.bad_arguments]
!   hint: `understudy verify --help` shows how it is called
$ understudy pack eject parcel > out && sed -i 's/currency: usd/currency: gbp/' packs/parcel/plans/probes/currency.yaml && cp packs/parcel/plans/assumptions.yaml before.yaml
$ PARCEL_KEY=key-of-the-test-1 understudy verify --behaviour --confirm --pack parcel --target $(cat url) --key-from PARCEL_KEY | grep -v '^ '
? 1
by hand parcel.invented (never checked): there is nothing to ask
agreed parcel.settling: a charge made with a good card is pending, settles by itself and is told by charge.succeeded
differed parcel.currency: a charge that names no currency is in usd
agreed parcel.newest_first: lists show the newest first
agreed parcel.refusals: a refused call names its code in the member error, with 404 for what is missing and 400 for an amount that is too small
wrote 4 verdicts into packs/parcel/plans/assumptions.yaml
packs/parcel/plans/probes/currency.yaml:5:137: error: the fake does not keep parcel.currency: a charge that names no currency is in usd [verify.fake_breaks] differed
packs/parcel/plans/probes/currency.yaml:5:137: error: the real service does not keep parcel.currency: a charge that names no currency is in usd [verify.live_breaks] differed

parcel@0.1.0: 4 assumptions probed, 3 agreed, 1 differed, 0 unknown; 1 watched by hand
$ diff before.yaml packs/parcel/plans/assumptions.yaml | sed -E 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}/<DAY>/'
? 1
18c18,19
<     verdict: unknown
---
\>     verdict: agreed
\>     checked_at: <DAY>
25c26,27
<     verdict: unknown
---
\>     verdict: differed
\>     checked_at: <DAY>
32c34,35
<     verdict: unknown
---
\>     verdict: agreed
\>     checked_at: <DAY>
39c42,43
<     verdict: unknown
---
\>     verdict: agreed
\>     checked_at: <DAY>
$ understudy pack assumptions parcel | grep -v '^ '
parcel.invented (assumed, never checked, watched by hand: there is nothing to ask)
parcel.settling (assumed, agreed today, probes/settling.yaml)
parcel.currency (assumed, differed today, probes/currency.yaml)
parcel.newest_first (assumed, agreed today, probes/newest-first.yaml)
parcel.refusals (assumed, agreed today, probes/refusals.yaml)
parcel@0.1.0: 5 assumptions, 1 watched by hand, 1 never checked
# Unknown confirms nothing.
$ cp packs/parcel/plans/assumptions.yaml before.yaml; understudy verify --behaviour --confirm --pack parcel > out
? 1
$ diff before.yaml packs/parcel/plans/assumptions.yaml && rm -r packs
$ understudy verify --confirm --shape --pack parcel
? 2
! error: --confirm goes with --behaviour [app.bad_arguments]
!   hint: `understudy verify --help` shows how it is called
$ sh stop.sh
stopped with 0
# The same from a project, whose service has drifted: a default has flipped and lists are in another order.
$ understudy pack eject parcel > out && mv packs real && sed -i "s/default: '\"usd\"'/default: '\"eur\"'/; s/^  id: \"ch_/  order: oldest\n  id: \"ch_/" real/parcel/resources/charges.yaml && sed -i 's/amount_too_small:         { status: 400/amount_too_small:         { status: 422/' real/parcel/pack.yaml
$ sh serve.sh understudy serve real/parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --behaviour
? 1
by hand parcel.invented (never checked): there is nothing to ask
agreed parcel.settling: a charge made with a good card is pending, settles by itself and is told by charge.succeeded
differed parcel.currency: a charge that names no currency is in usd
differed parcel.newest_first: lists show the newest first
differed parcel.refusals: a refused call names its code in the member error, with 404 for what is missing and 400 for an amount that is too small
parcel/plans/probes/currency.yaml:5:137: error: the real service does not keep parcel.currency: a charge that names no currency is in usd [verify.live_breaks] differed
  hint: /currency: expected "usd", got "eur"; the service has changed, or never was so: change the pack and its assumption

parcel/plans/probes/newest-first.yaml:8:114: error: the real service does not keep parcel.newest_first: lists show the newest first [verify.live_breaks] differed
  hint: /data/0/id: expected "ch_1FLxCofTFCJwYglsQDnIZ6nK", got "ch_W7pHlkWE35wHo8kKAg9UMqEd"; the service has changed, or never was so: change the pack and its assumption

parcel/plans/probes/refusals.yaml:6:127: error: the real service does not keep parcel.refusals: a refused call names its code in the member error, with 404 for what is missing and 400 for an amount that is too small [verify.live_breaks] differed
  hint: expected status 400, got 422; the service has changed, or never was so: change the pack and its assumption

understudy.yaml:5:9: warning: the service tool has no pack to hold the real thing against [verify.no_pack] unknown
  hint: `fake` of the service can name one, and so can --pack

parcel@0.1.0: 4 assumptions probed, 1 agreed, 3 differed, 0 unknown; 1 watched by hand
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --behaviour --format json | sed -n '/"assumptions"/,$p' | sed -E 's/"20[0-9-]+"/"<DAY>"/' | head -24
? 1
  "assumptions": [
    {
      "id": "parcel.invented",
      "watched": "by hand",
      "why": "there is nothing to ask"
    },
    {
      "id": "parcel.settling",
      "statement": "a charge made with a good card is pending, settles by itself and is told by charge.succeeded",
      "modelled_version": "<DAY>",
      "basis": "assumed",
      "probe": "probes/settling.yaml",
      "verdict": "agreed",
      "fake": "agreed",
      "live": "agreed",
      "checked_at": "<DAY>"
    },
    {
      "id": "parcel.currency",
      "statement": "a charge that names no currency is in usd",
      "modelled_version": "<DAY>",
      "basis": "assumed",
      "probe": "probes/currency.yaml",
      "verdict": "differed",
# A fake that breaks its own promises is found without anybody's key, and does not make the service unknown less.
$ mkdir packs && cp -r real/parcel packs/parcel && understudy verify --behaviour
? 1
by hand parcel.invented (never checked): there is nothing to ask
unknown parcel.settling: it is not known where the real service parcel is
unknown parcel.currency: it is not known where the real service parcel is
unknown parcel.newest_first: it is not known where the real service parcel is
unknown parcel.refusals: it is not known where the real service parcel is
warning: the variable PARCEL_URL of the environment is not set [plan.not_set] unknown
  hint: the plan takes it for its target or its commands
warning: it is not known where the real service parcel is [verify.no_live] unknown
  hint: `live` of the service in understudy.yaml says it, or --target

packs/parcel/plans/probes/currency.yaml:5:137: error: the fake does not keep parcel.currency: a charge that names no currency is in usd [verify.fake_breaks] differed
  hint: /currency: expected "usd", got "eur"; this is a fault of the pack, or of the probe probes/currency.yaml

packs/parcel/plans/probes/newest-first.yaml:8:114: error: the fake does not keep parcel.newest_first: lists show the newest first [verify.fake_breaks] differed
  hint: /data/0/id: expected "ch_EwoS9WINp8H5kkyJLYLYRodj", got "ch_W7pHlkWE35wHo8kKAg9UMqEd"; this is a fault of the pack, or of the probe probes/newest-first.yaml

packs/parcel/plans/probes/refusals.yaml:6:127: error: the fake does not keep parcel.refusals: a refused call names its code in the member error, with 404 for what is missing and 400 for an amount that is too small [verify.fake_breaks] differed
  hint: expected status 400, got 422; this is a fault of the pack, or of the probe probes/refusals.yaml

understudy.yaml:5:9: warning: the service tool has no pack to hold the real thing against [verify.no_pack] unknown
  hint: `fake` of the service can name one, and so can --pack

parcel@0.1.0: 4 assumptions probed, 0 agreed, 0 differed, 4 unknown; 1 watched by hand
$ rm -r packs && sh stop.sh
stopped with 0
# Nothing to ask: no key, no address, nobody there. Nothing is claimed, the one thing that is missing is named.
$ PARCEL_URL=http://127.0.0.1:1 understudy verify --behaviour
? 3
by hand parcel.invented (never checked): there is nothing to ask
unknown parcel.settling: there is no login "key": the variable PARCEL_KEY is not set
unknown parcel.currency: there is no login "key": the variable PARCEL_KEY is not set
unknown parcel.newest_first: there is no login "key": the variable PARCEL_KEY is not set
unknown parcel.refusals: there is no login "key": the variable PARCEL_KEY is not set
warning: there is no login "key": the variable PARCEL_KEY is not set [plan.no_login] unknown
  hint: without it nothing is run and nothing is changed

understudy.yaml:5:9: warning: the service tool has no pack to hold the real thing against [verify.no_pack] unknown
  hint: `fake` of the service can name one, and so can --pack

parcel@0.1.0: 4 assumptions probed, 0 agreed, 0 differed, 4 unknown; 1 watched by hand
$ understudy verify --behaviour | head -3
? 3
by hand parcel.invented (never checked): there is nothing to ask
unknown parcel.settling: it is not known where the real service parcel is
unknown parcel.currency: it is not known where the real service parcel is
$ PARCEL_URL=http://127.0.0.1:1 PARCEL_KEY=key-of-the-test-1 understudy verify --behaviour | tail -12
? 3
by hand parcel.invented (never checked): there is nothing to ask
unknown parcel.settling: the probe of "key" failed: whether the service can be reached is not known
unknown parcel.currency: the probe of "key" failed: whether the service can be reached is not known
unknown parcel.newest_first: the probe of "key" failed: whether the service can be reached is not known
unknown parcel.refusals: the probe of "key" failed: whether the service can be reached is not known
understudy.yaml:5:9: warning: the service tool has no pack to hold the real thing against [verify.no_pack] unknown
  hint: `fake` of the service can name one, and so can --pack

parcel@0.1.0: 4 assumptions probed, 0 agreed, 0 differed, 4 unknown; 1 watched by hand
# A probe that writes is not sent to a service that nobody has named a sandbox; one that destroys needs a word more.
$ PARCEL_KEY=key-of-the-test-1 understudy verify --behaviour --target https://api.parcel.test
? 5
by hand parcel.invented (never checked): there is nothing to ask
unknown parcel.settling: the step "make" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel"
unknown parcel.currency: the step "unsaid" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel"
unknown parcel.newest_first: the step "first" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel"
unknown parcel.refusals: the step "too_small" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel"
parcel/plans/probes/settling.yaml:5:5: error: the step "make" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel" [plan.not_sandbox]
  hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder

parcel/plans/probes/currency.yaml:5:5: error: the step "unsaid" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel" [plan.not_sandbox]
  hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder

parcel/plans/probes/newest-first.yaml:5:5: error: the step "first" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel" [plan.not_sandbox]
  hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder

parcel/plans/probes/refusals.yaml:6:5: error: the step "too_small" is write, and the target "api.parcel.test" is not on the sandbox list of "parcel" [plan.not_sandbox]
  hint: list it under `sandbox` of the service in understudy.yaml; `target: scratch` is for what only happens in the scratch folder

understudy.yaml:5:9: warning: the service tool has no pack to hold the real thing against [verify.no_pack] unknown
  hint: `fake` of the service can name one, and so can --pack

parcel@0.1.0: 4 assumptions probed, 0 agreed, 0 differed, 4 unknown; 1 watched by hand
$ DECK_KEY=key-of-the-test-1 understudy verify --behaviour --pack deck --target http://127.0.0.1:1 --key-from DECK_KEY | grep allow
? 5
unknown deck.cancelled: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.event_view: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.unpaged_types: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.routes: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.paging: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.ids: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.error_envelope: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.not_found: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.validation: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.idempotency: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.task_status: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.task_names: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.run_any_status: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.cancel: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.destinations: the step "teardown-1" is destructive, and only write is allowed here
unknown deck.event_payload: the step "teardown-1" is destructive, and only write is allowed here
deck/plans/probes/cancel.yaml:12:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
deck/plans/probes/run-task.yaml:23:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
deck/plans/probes/paging.yaml:12:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
deck/plans/probes/routes.yaml:24:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
deck/plans/probes/errors.yaml:11:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
deck/plans/probes/task-status.yaml:11:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
deck/plans/probes/destinations.yaml:11:5: error: the step "teardown-1" is destructive, and only write is allowed here [plan.not_allowed]
  hint: `--allow-destructive` allows it
$ understudy verify --behaviour --pack parcel | tail -1
? 3
parcel@0.1.0: 4 assumptions probed, 0 agreed, 0 differed, 4 unknown; 1 watched by hand
$ understudy verify --pack parcel
? 2
! error: --pack goes with --shape, --behaviour or --channels [app.bad_arguments]
!   hint: `understudy verify --help` shows how it is called
$ understudy verify --behaviour tool
? 3
understudy.yaml:5:9: warning: the service tool has no pack to hold the real thing against [verify.no_pack] unknown
  hint: `fake` of the service can name one, and so can --pack

1 warning

-- understudy.yaml --
services:
  parcel:
    fake: {pack: parcel}
    live: {url: "${PARCEL_URL}", key: PARCEL_KEY}
  tool: {}
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
