# Two packs held against each other, in this process: no port is opened and nothing is left. What the one says and the other
# does not is shown by the shortest plan there is.
# limit-seconds: 120
$ understudy explore parcel --target-pack parcel --time 30m
reached:
  operations  19 of 19
  states      11 of 11
  moves       6 of 6
  arms        6 of 6
  errors      17 of 17
  filters     9 of 9
  pages       3 of 3
parcel@0.1.0 against parcel: agreed: 291 walks, 3,832 calls, 0 divergences
# One default is another: found, with the class it has and a plan of one call. The plan holds on the pack itself.
$ understudy pack eject parcel > out && mv packs/parcel later && rmdir packs && sed -i "s/default: '\"usd\"'/default: '\"eur\"'/" later/resources/charges.yaml
$ understudy explore parcel --target-pack ./later --most 1 | tail -n 5
? 1
warning: createCharge body /currency: value_changed: the fake says "usd", the target "eur" [explore.diverged] differed
  constraint: value_changed
  hint: .understudy/explore/parcel-1-createCharge-value_changed.yaml shows it in 1 call

parcel@0.1.0 against ./later: differed: 6 walks, 32 calls, 1 divergence; ended because 1 divergence was found
$ cat .understudy/explore/parcel-1-createCharge-value_changed.yaml
\# value_changed: createCharge, body /currency
\# the fake says "usd", the target "eur"
\# The last step expects what the fake says. The target answered instead:
\#   201 {"id":"ch_W7pHlkWE35wHo8kKAg9UMqEd","object":"charge","created":1735689600,"amount":2000,"currency":"eur","customer":null,"description":null,"metadata":{},"card":{"brand":"visa"},"status":"pending","settled_at":null,"failure_code":null,"amount_refunded":0,"refunded":false,"risk_score":44}
version: 1
service: parcel
steps:
  - id: create1
    request:
      post: /v1/charges
      json:
        amount: 2000
        source: tok_visa
    effect: write
    expect:
      status: 201
      body:
        currency: usd
$ rm later/plans/tests/* && cp .understudy/explore/*.yaml later/plans/tests && understudy pack test ./later | sed 's/; no plan reaches.*//'
? 1
failed  plans/tests/parcel-1-createCharge-value_changed.yaml (1 call)
./later/plans/tests/parcel-1-createCharge-value_changed.yaml:18:9: error: /currency: expected "usd", got "eur" [plan.differs]
            currency: usd
            ^~~~~~~~~~~~~
  constraint: create1

parcel@0.1.0: 0 plans passed, 1 failed
