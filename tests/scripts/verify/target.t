# Plans of requests can be sent elsewhere: here the stand-in is a fake of ours, and then one that has drifted from it.
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock frozen --ca-folder ca
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy record --plan plans/charges.yaml
! wrote cassettes/parcel/charge/read.yaml
! wrote cassettes/parcel/charge/missing.yaml
! 2 written, 0 agreed
$ PARCEL_URL=http://127.0.0.1:1 PARCEL_KEY=key-of-the-test-1 understudy verify --target $(cat url)
agreed cassettes/parcel/charge/missing.yaml
agreed cassettes/parcel/charge/read.yaml
2 cassettes: 2 agreed, 0 differed, 0 unknown
$ sh stop.sh
stopped with 0
$ understudy pack eject parcel > out && sed -i 's/amount_refunded/returned/' packs/parcel/resources/*.yaml packs/parcel/pack.yaml && sed -i 's/status: 404, type: invalid_request/status: 410, type: invalid_request/' packs/parcel/pack.yaml
$ sh serve.sh understudy serve packs/parcel --port 0 --key key-of-the-test-1 --clock frozen --ca-folder ca
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify
? 1
differed cassettes/parcel/charge/missing.yaml
differed cassettes/parcel/charge/read.yaml
plans/charges.yaml:11:98: error: expected status 404, got 410 [plan.status] differed
  hint: the body begins "{\"error\":{\"code\":\"resource_missing\",\"type\":\"invalid_request\",\"message\":\"No such charge: ch_nothing\",\"param\":\"id\"}}"

cassettes/parcel/charge/read.yaml:60:11: error: make: body /amount_refunded is now called /returned, it seems (50 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it
cassettes/parcel/charge/read.yaml:99:11: error: read: body /amount_refunded is now called /returned, it seems (50 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it

cassettes/parcel/charge/missing.yaml:50:15: error: missing ends otherwise: status 404 -> 410 [drift.exit_changed] differed
  hint: consumers decide by this number: find out which of the two sides is right before anything else

2 cassettes: 0 agreed, 2 differed, 0 unknown
$ sh stop.sh
stopped with 0
# Nobody answers: unknown, and within its time.
$ PARCEL_URL=http://127.0.0.1:1 PARCEL_KEY=key-of-the-test-1 understudy verify
? 3
unknown cassettes/parcel/charge/missing.yaml: the probe of "key" failed: whether the service can be reached is not known
unknown cassettes/parcel/charge/read.yaml: the probe of "key" failed: whether the service can be reached is not known
plans/charges.yaml:5:75: warning: the probe of "key" failed: whether the service can be reached is not known [plan.probe_failed] unknown
  hint: it was `GET /v1/charges`; GET /v1/charges got no answer

2 cassettes: 0 agreed, 0 differed, 2 unknown

-- understudy.yaml --
services:
  parcel:
    hosts: ["127.0.0.1:*"]
    sandbox: [parcel-test]
    compare: {headers: false}
    rules: [{use: id, at: {stream: [body], path: $.id}, with: {prefix: ch_}}]
-- plans/charges.yaml --
version: 1
service: parcel
target: parcel-test
url: "${PARCEL_URL}"
credentials: [{name: key, header: Authorization, from: PARCEL_KEY, probe: {get: /v1/charges}}]
setup:
  - {id: make, request: {post: /v1/charges, json: {amount: 2000, source: tok_visa}}, effect: write, capture: {charge: /id}, expect: {status: 201}}
steps:
  - {id: read, request: {get: "/v1/charges/${charge}"}, effect: read, record: charge/read}
variations:
  - {of: read, id: missing, with: {charge: ch_nothing}, record: charge/missing, expect: {status: 404}}
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=([^ ]*) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
