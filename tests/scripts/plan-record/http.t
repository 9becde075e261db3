# Requests of a plan are recorded as commands are: with what was sent and came back, holes for what was captured, and the
# login in no file. The service is a fake of ours at an address that the environment names.
# needs: curl
$ sh serve.sh understudy serve parcel --port 0 --key key-of-the-test-1 --clock frozen --ca-folder ca
$ understudy record --plan plans/charges.yaml
? 3
! plans/charges.yaml: warning: the variable PARCEL_URL of the environment is not set [plan.not_set] unknown
!   hint: the plan takes it for its target or its commands
!
! 0 written, 0 agreed
$ PARCEL_URL=$(cat url) understudy record --plan plans/charges.yaml 2>&1 | sed "s,$(cat url),URL,"
? 3
unknown: charge/make
unknown: charge/read
unknown: charge/missing
unknown: charge/no-login
unknown: charge/wrong-login
plans/charges.yaml:5:15: warning: there is no login "key": the variable PARCEL_KEY is not set [plan.no_login] unknown
  hint: without it nothing is run and nothing is changed

0 written, 0 agreed, 5 unknown
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy record --plan plans/charges.yaml
! wrote cassettes/parcel/charge/make.yaml
! wrote cassettes/parcel/charge/read.yaml
! wrote cassettes/parcel/charge/missing.yaml
! wrote cassettes/parcel/charge/no-login.yaml
! wrote cassettes/parcel/charge/wrong-login.yaml
! 5 written, 0 agreed
$ grep -r -e key-of-the-test-1 cassettes "$TMPDIR"
? 1
$ sed -n '/^exchanges/,$p' cassettes/parcel/charge/read.yaml | sed -E 's/(host: ).*/\1HOST/; s/(at|duration): [0-9]+/\1: N/; s/ch_[0-9A-Za-z]+/ch_ID/g'
exchanges:
  - id: make
    kind: http
    at: N
    phase: setup
    effect: write
    capture:
      charge:
        from: body
        path: /id
    input:
      method: POST
      scheme: http
      host: HOST
      path: /v1/charges
      headers:
        - - Content-Type
          - application/json
        - - Authorization
          - Bearer xxxxxxxxxxxxx0001
        - - User-Agent
          - understudy
        - - Accept
          - "*/*"
      body:
        text: "{\"amount\":2000,\"source\":\"tok_visa\"}"
      protocol: http/1.1
    output:
      pieces:
        - at: N
          from: body
          text: "{\"id\":\"ch_ID\",\"object\":\"charge\",\"created\":1735689600,\"amount\":2000,\"currency\":\"usd\",\"customer\":null,\"description\":null,\"metadata\":{},\"card\":{\"brand\":\"visa\"},\"status\":\"pending\",\"settled_at\":null,\"failure_code\":null,\"amount_refunded\":0,\"refunded\":false,\"risk_score\":44}"
      status: 201
      headers:
        - - Content-Type
          - application/json
        - - Parcel-Version
          - 2026-05-01
        - - Request-Id
          - req_LyMiXXhJMV3Itz
        - - Parcel-Account
          - acct_kjEe4WZQEIwJYuUN
        - - Date
          - Wed, 01 Jan 2025 00:00:00 GMT
        - - X-Mock-Resolution-Trace
          - trc_2
        - - Content-Length
          - "289"
      duration: N
  - id: read
    kind: http
    at: N
    effect: read
    input:
      method: GET
      scheme: http
      host: HOST
      path: /v1/charges/${charge}
      headers:
        - - Authorization
          - Bearer xxxxxxxxxxxxx0001
        - - User-Agent
          - understudy
        - - Accept
          - "*/*"
      protocol: http/1.1
    output:
      pieces:
        - at: N
          from: body
          text: "{\"id\":\"ch_ID\",\"object\":\"charge\",\"created\":1735689600,\"amount\":2000,\"currency\":\"usd\",\"customer\":null,\"description\":null,\"metadata\":{},\"card\":{\"brand\":\"visa\"},\"status\":\"pending\",\"settled_at\":null,\"failure_code\":null,\"amount_refunded\":0,\"refunded\":false,\"risk_score\":44}"
      status: 200
      headers:
        - - Content-Type
          - application/json
        - - Parcel-Version
          - 2026-05-01
        - - Request-Id
          - req_Ut8nldiAks7OEV
        - - Parcel-Account
          - acct_kjEe4WZQEIwJYuUN
        - - Date
          - Wed, 01 Jan 2025 00:00:00 GMT
        - - X-Mock-Resolution-Trace
          - trc_3
        - - Content-Length
          - "289"
      duration: N
$ grep -h -e status: -e 'path:' -e Authorization -A1 cassettes/parcel/charge/no-login.yaml | grep -v protocol
    at: exchanges[*].input.headers.Authorization
    count: 1
--
        path: /id
    input:
--
      path: /v1/charges
      headers:
--
        - - Authorization
          - Bearer xxxxxxxxxxxxx0001
--
      status: 201
      headers:
--
      path: /v1/charges/${charge}
      headers:
--
      status: 401
      headers:
$ grep -A1 Authorization cassettes/parcel/charge/wrong-login.yaml
    at: exchanges[*].input.headers.Authorization
    count: 2
--
        - - Authorization
          - Bearer xxxxxxxxxxxxx0001
--
        - - Authorization
          - Bearer xxxxxxxxxxxxxxxxx0001
$ PARCEL_URL=$(cat url) PARCEL_KEY=key-of-the-test-1 understudy record --plan plans/charges.yaml
! agreed cassettes/parcel/charge/make.yaml
! agreed cassettes/parcel/charge/read.yaml
! agreed cassettes/parcel/charge/missing.yaml
! agreed cassettes/parcel/charge/no-login.yaml
! agreed cassettes/parcel/charge/wrong-login.yaml
! 0 written, 5 agreed
$ understudy check
5 cassettes of 1 service: 5 agreed (5 as contract), 0 differed, 0 unknown

parcel: contract: 5 agreed
$ PARCEL_URL=http://127.0.0.1:1 PARCEL_KEY=key-of-the-test-1 understudy record --plan plans/charges.yaml
? 3
! unknown: charge/make
! unknown: charge/read
! unknown: charge/missing
! unknown: charge/no-login
! unknown: charge/wrong-login
! plans/charges.yaml:5:75: warning: the probe of "key" failed: whether the service can be reached is not known [plan.probe_failed] unknown
!   hint: it was `GET /v1/charges`; GET /v1/charges got no answer
!
! 0 written, 0 agreed, 5 unknown
$ sh stop.sh
stopped with 0

-- understudy.yaml --
services:
  parcel:
    hosts: ["127.0.0.1:*"]
    sandbox: [parcel-test]
    fake: {pack: parcel}
    compare: {headers: false}
    rules:
      - {use: id, at: {stream: [body], path: $.id}, with: {prefix: ch_}}
      - {use: text, at: {exchange: [wrong-login], stream: [body], path: $.error.message}}  # it quotes the login
-- plans/charges.yaml --
version: 1
service: parcel
target: parcel-test
url: "${PARCEL_URL}"
credentials: [{name: key, header: Authorization, from: PARCEL_KEY, probe: {get: /v1/charges}}]
setup:
  - {id: make, request: {post: /v1/charges, json: {amount: 2000, source: tok_visa}}, effect: write, record: charge/make, capture: {charge: /id}, expect: {status: 201}}
steps:
  - {id: read, request: {get: "/v1/charges/${charge}"}, effect: read, record: charge/read, expect: {status: 200, body: {amount: 2000}}}
variations:
  - {of: read, id: missing, with: {charge: ch_nothing}, record: charge/missing, expect: {status: 404}}
  - {of: read, id: no-login, without: [key], record: charge/no-login, expect: {status: 401}}
  - {of: read, id: wrong-login, wrong: [key], record: charge/wrong-login, expect: {status: 401}}
-- serve.sh --
rm -f fifo done && mkfifo fifo done
(sh -c 'echo $$ >pid && exec "$@"' serve "$@" >fifo 2>hints; echo $? >done) >/dev/null 2>&1 &
sed '/^admin_key=/q' <fifo >out
sed -nE 's/^url=([^ ]*) .*/\1/p' out | head -n 1 >url
-- stop.sh --
kill "$(cat pid)"
read -r code <done
echo "stopped with $code"
