# The fake beside the real thing: --fake asks it the same, --spec holds the answers against what the vendor promises, and
# what follows from the four is said.
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock frozen --ca-folder ca
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy record --plan plans/charges.yaml 2>&1 | tail -1
1 written, 0 agreed
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --fake --spec spec.yaml
agreed cassettes/parcel/charge/read.yaml
1 cassette: 1 agreed, 0 differed, 0 unknown
$ sh stop.sh
stopped with 0
# The service has moved, and the vendor says so: the cassette is old, and so is the fake.
$ understudy pack eject parcel > out && mv packs real && sed -i 's/amount_refunded/returned/' real/parcel/resources/*.yaml real/parcel/pack.yaml
$ sh serve.sh understudy serve real/parcel --port 0 --key key-of-the-test-1 --clock frozen --ca-folder ca
$ sed 's/amount_refunded/returned/' spec.yaml > newer.yaml; PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --fake --spec newer.yaml
? 1
differed cassettes/parcel/charge/read.yaml
  refresh the cassette: the service has changed since it was recorded
  fix the fake: it does not say what the service says
cassettes/parcel/charge/read.yaml:60:11: error: make: body /amount_refunded is now called /returned, it seems (50 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it
cassettes/parcel/charge/read.yaml:99:11: error: read: body /amount_refunded is now called /returned, it seems (50 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it
cassettes/parcel/charge/read.yaml: error: make: the fake does not say what the service says, field_renamed at body /returned: it says /amount_refunded [verify.fake_differs] differed
  hint: the fake has to change, or the recording of the real service is not what the program calls
cassettes/parcel/charge/read.yaml: error: read: the fake does not say what the service says, field_renamed at body /returned: it says /amount_refunded [verify.fake_differs] differed
  hint: the fake has to change, or the recording of the real service is not what the program calls

1 cassette: 0 agreed, 1 differed, 0 unknown
# The vendor still promises what it did before.
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --fake --spec spec.yaml --format json | sed -n '/"cassettes"/,$p'
? 1
  "cassettes": [
    {
      "file": "cassettes/parcel/charge/read.yaml",
      "verdict": "differed",
      "exchanges": [
        {
          "id": "make",
          "verdict": "differed"
        },
        {
          "id": "read",
          "verdict": "differed"
        }
      ],
      "fake": "differed",
      "spec": "differed",
      "advice": [
        "tell the vendor: the service did as its description promises, and does no more"
      ]
    }
  ]
}
# A pack that was made from the vendor's description has it in its shapes: nobody need name it.
$ understudy pack eject parcel > out && mkdir packs/parcel/shapes && cp spec.yaml packs/parcel/shapes/ && printf 'shapes: { v1: { file: shapes/spec.yaml } }\n' >> packs/parcel/pack.yaml
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify
? 1
differed cassettes/parcel/charge/read.yaml
  tell the vendor: the service did as its description promises, and does no more
cassettes/parcel/charge/read.yaml:60:11: error: make: body /amount_refunded is now called /returned, it seems (50 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it
cassettes/parcel/charge/read.yaml:99:11: error: read: body /amount_refunded is now called /returned, it seems (50 % sure) [drift.field_renamed] differed
  hint: use the recorded name, or record again if the service renamed it

1 cassette: 0 agreed, 1 differed, 0 unknown
$ rm -r packs
# The fake has moved along with the service.
$ mkdir packs && cp -r real/parcel packs/parcel && PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy verify --fake | head -3
? 1
differed cassettes/parcel/charge/read.yaml
  refresh the cassette: the service has changed since it was recorded
cassettes/parcel/charge/read.yaml:60:11: error: make: body /amount_refunded is now called /returned, it seems (50 % sure) [drift.field_renamed] differed
$ sh stop.sh
stopped with 0

-- understudy.yaml --
services:
  parcel:
    hosts: ["127.0.0.1:*"]
    sandbox: [parcel-test]
    fake: {pack: parcel}
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
-- spec.yaml --
openapi: 3.1.0
info: {title: Parcel, version: "2026-05-01"}
paths:
  /v1/charges/{id}:
    get:
      operationId: getCharge
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        "200":
          description: a charge
          content:
            application/json:
              schema: {type: object, required: [id, amount, amount_refunded], properties: {id: {type: string}, amount: {type: integer}}}
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=([^ ]*) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
