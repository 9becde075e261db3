# pack test runs a pack's plans, each against a fresh world; a plan that differs is a finding with its line.
# wildcard: <N>=[0-9]+
$ understudy pack test parcel
ok      plans/tests/authorize.yaml (<N> calls)
ok      plans/tests/charge.yaml (<N> calls)
ok      plans/tests/customer.yaml (<N> calls)
ok      plans/tests/decline.yaml (<N> calls)
ok      plans/tests/idempotency.yaml (<N> calls)
ok      plans/tests/paging.yaml (<N> calls)
ok      plans/tests/refund.yaml (<N> calls)
ok      plans/tests/refusals.yaml (<N> calls)
ok      plans/tests/webhook_faults.yaml (<N> calls)
ok      plans/tests/webhook_retries.yaml (<N> calls)
ok      plans/tests/webhooks.yaml (<N> calls)
parcel@0.1.0: 11 plans passed, 0 failed
$ understudy pack eject parcel
wrote <N> files to packs/parcel
$ sed -i '/status: succeeded/s/succeeded/failed/' packs/parcel/plans/tests/charge.yaml
$ understudy pack test parcel --only charge.yaml
? 1
failed  plans/tests/charge.yaml (3 calls)
packs/parcel/plans/tests/charge.yaml:37:34: error: /status: expected "failed", got "succeeded" [plan.differs]
        expect: { status: 200, body: { id: "${charge}", status: failed } }
                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  constraint: succeeded

parcel@0.1.0: 0 plans passed, 1 failed
$ understudy pack test parcel --only charge.yaml --format junit | grep -oE 'tests="[0-9]+" failures="[0-9]+"' | head -n 1
? 1
tests="1" failures="1"
$ understudy pack test parcel --only nothing-like-this
? 3
parcel@0.1.0: 0 plans passed, 0 failed
