# Shapes: keys, types, envelope, errors and sets of values of the real answers, against what was recorded and against the
# pack. Breaking, additive or harmless; and whoever changes what may differ is told so.
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy record --plan plans/charges.yaml 2>&1 | tail -1
1 written, 0 agreed
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --shape
agreed cassettes/parcel/charge/read.yaml
1 cassette: 1 agreed, 0 differed, 0 unknown; parcel@0.1.0: 10 answers and 12 pages by shape, 0 breaking, 0 additive, 0 harmless
$ sh stop.sh
stopped with 0
$ understudy pack eject parcel > out && mv packs real && sed -i 's/risk_score:      { from: exogenous, schema: { type: integer, minimum: 0, maximum: 100 } }/risk: { from: constant, value: low }/; s/created:         { from: clock, as: epoch }/created:         { from: clock, as: rfc3339 }/; s/pending/waiting/g' real/parcel/resources/charges.yaml && sed -i 's/risky:.*//; s/envelope: { object: .*data: page.items/envelope: { items: page.items/; s/^  envelope: { error: error }/  envelope: { failure: error }/' real/parcel/pack.yaml
$ sh serve.sh understudy serve real/parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --shape | grep '\[verify.shape'
? 1
cassettes/parcel/charge/read.yaml: error: make: body /created: the type is a text, and was a number (breaking, seen beside its recordings) [verify.shape_breaking] differed
cassettes/parcel/charge/read.yaml: error: make: body /risk_score: the key is gone (breaking, seen beside its recordings) [verify.shape_breaking] differed
cassettes/parcel/charge/read.yaml: info: make: body /risk: the key is new (additive, seen beside its recordings) [verify.shape_additive] differed
cassettes/parcel/charge/read.yaml: error: read: body /created: the type is a text, and was a number (breaking, seen beside its recordings) [verify.shape_breaking] differed
cassettes/parcel/charge/read.yaml: error: read: body /risk_score: the key is gone (breaking, seen beside its recordings) [verify.shape_breaking] differed
cassettes/parcel/charge/read.yaml: info: read: body /risk: the key is new (additive, seen beside its recordings) [verify.shape_additive] differed
parcel: error: probes/currency.yaml, said: /created: the type is a text, and was a number (breaking, seen beside the pack) [verify.shape_breaking] differed
parcel: error: probes/currency.yaml, said: /risk_score: the key is gone (breaking, seen beside the pack) [verify.shape_breaking] differed
parcel: info: probes/currency.yaml, said: /risk: the key is new (additive, seen beside the pack) [verify.shape_additive] differed
parcel: info: probes/currency.yaml, said: /status: the value "waiting" is new among 6 known values (additive, seen beside the pack) [verify.shape_additive] differed
parcel: error: probes/currency.yaml, page 1 of listCharges: /data: the key of the envelope is gone (breaking, seen beside the pack) [verify.shape_breaking] differed
parcel: error: probes/currency.yaml, page 1 of listCharges: /object: the key of the envelope is gone (breaking, seen beside the pack) [verify.shape_breaking] differed
parcel: info: probes/currency.yaml, page 1 of listCharges: /items: the key is new (additive, seen beside the pack) [verify.shape_additive] differed
parcel: error: probes/refusals.yaml, missing: /error: the key is gone (breaking, seen beside the pack) [verify.shape_breaking] differed
parcel: info: probes/refusals.yaml, missing: /failure: the key is new (additive, seen beside the pack) [verify.shape_additive] differed
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --shape --format json | sed -n '/"shapes"/,$p'
? 1
  "shapes": {
    "answers": 7,
    "pages": 4,
    "breaking": 21,
    "additive": 16,
    "harmless": 0
  }
}
$ sh stop.sh
stopped with 0
# Pages: a service that knows the parameter by another name shows everything at once; one that overlooks where a page begins
# shows the first one again and again.
$ rm -r real && understudy pack eject parcel > out && mv packs real && sed -i 's/limit: limit/limit: page_size/; s/^  unknown: parameter_unknown/  unknown: ignore/' real/parcel/pack.yaml
$ sh serve.sh understudy serve real/parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_KEY=key-of-the-test-1 understudy verify --shape --pack parcel --target $(cat url) --key-from PARCEL_KEY
? 1
parcel: error: probes/currency.yaml, pages of listCharges: /data: the page holds more than limit=1 asks for (breaking, seen beside the pack) [verify.shape_breaking] differed
  hint: a program that reads the answer by its old shape fails

parcel@0.1.0: 10 answers and 8 pages by shape, 4 breaking, 0 additive, 0 harmless
$ sh stop.sh
stopped with 0
$ sed -i 's/limit: page_size/limit: limit/; s/after: starting_after/after: behind/' real/parcel/pack.yaml
$ sh serve.sh understudy serve real/parcel --port 0 --key key-of-the-test-1 --clock ticking --seed-file fast.yaml --ca-folder ca
$ PARCEL_KEY=key-of-the-test-1 understudy verify --shape --pack parcel --target $(cat url) --key-from PARCEL_KEY
? 1
parcel: error: probes/currency.yaml, pages of listCharges: /data: the next page shows the same objects again (breaking, seen beside the pack) [verify.shape_breaking] differed
  hint: a program that reads the answer by its old shape fails

parcel@0.1.0: 10 answers and 12 pages by shape, 4 breaking, 0 additive, 0 harmless
$ sh stop.sh
stopped with 0
# A rule more, and the drift would be gone: that is a finding of its own.
$ cat .understudy/rules.json
{
  "parcel": [
    "compare no headers",
    "rule {\"at\":{\"path\":\"$.created\",\"stream\":[\"body\"]},\"use\":\"timestamps.epoch\"}",
    "rule {\"at\":{\"path\":\"$.id\",\"stream\":[\"body\"]},\"use\":\"id\",\"with\":{\"prefix\":\"ch_\"}}"
  ]
}
$ sed -i 's/rules: \[/rules: [{use: opaque, at: {stream: [body], path: "$.created"}}, /; s/headers: false/headers: false, unordered: ["$.data"]/' understudy.yaml && understudy verify --shape | grep -A1 rules_changed
? 1
understudy.yaml:3:5: warning: what may differ for parcel was changed since .understudy/rules.json: added: compare unordered $.data [verify.rules_changed] differed
  hint: look at it before any verdict: what a rule hides is no longer compared; --accept-rules takes the new ones for granted
understudy.yaml:3:5: warning: what may differ for parcel was changed since .understudy/rules.json: added: rule {"at":{"path":"$.created","stream":["body"]},"use":"opaque"} [verify.rules_changed] differed
  hint: look at it before any verdict: what a rule hides is no longer compared; --accept-rules takes the new ones for granted
$ understudy verify --accept-rules > out; understudy verify --shape | grep -c rules_changed
? 1
0
# Nobody to ask.
$ understudy verify --shape --pack parcel
? 3
unknown shapes of parcel: it is not known where the real service parcel is
warning: it is not known where the real service parcel is [verify.no_live] unknown
  hint: `live` of the service in understudy.yaml says it, or --target

parcel@0.1.0: 0 answers and 0 pages by shape, 0 breaking, 0 additive, 0 harmless

-- understudy.yaml --
services:
  parcel:
    hosts: ["127.0.0.1:*"]
    sandbox: [parcel-test]
    fake: {pack: parcel}
    live: {url: "${PARCEL_URL}", key: PARCEL_KEY}
    compare: {headers: false}
    rules: [{use: id, at: {stream: [body], path: $.id}, with: {prefix: ch_}}, {use: timestamps.epoch, at: {stream: [body], path: $.created}}]
-- plans/charges.yaml --
version: 1
service: parcel
target: parcel-test
url: "${PARCEL_URL}"
credentials: [{name: key, header: Authorization, from: PARCEL_KEY, probe: {get: /v1/charges}}]
setup:
  - {id: make, request: {post: /v1/charges, json: {amount: 2000, source: tok_visa, capture: false}}, effect: write, capture: {charge: /id}, expect: {status: 201}}
steps:
  - {id: read, request: {get: "/v1/charges/${charge}"}, effect: read, record: charge/read}
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
